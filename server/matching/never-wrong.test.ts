import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeName } from "@/server/catalogue/normalize-name";
import { findSport, type Sport } from "@/server/catalogue/sports";
import { squadMarks } from "@/server/catalogue/squad-marks";
import { createTeamIndex } from "@/server/catalogue/team-index";
import { leagueTeamsOf } from "@/server/catalogue/team-lists";
import { matchEvents } from "@/server/matching/match-events";
import type { KnownFixture, SightedEvent } from "@/server/matching/match-input";
import { listedName } from "@/server/matching/testing/meet";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const fewestHoursOvernight = 18;
const seasonStart = Date.parse("2026-10-03T17:05:00Z");

type Spelt = { readonly canonical: string; readonly spellings: readonly string[] };

const sportOf = (key: string): Sport => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(`No such sport: ${key}`);
  return sport;
};

const speltTeams = (key: string): Spelt[] =>
  Object.entries(leagueTeamsOf(key).teams).map(([canonical, others]) => ({
    canonical,
    spellings: [canonical, ...others],
  }));

/** A real match, whether anybody knows it yet or not. */
type Game = { readonly id: string; readonly home: Spelt; readonly away: Spelt; readonly start: number };

/** How one book sees one game. */
type View = {
  readonly listed: boolean;
  readonly known: boolean;
  readonly refBound: boolean;
  readonly swapped: boolean;
  readonly homeSpelling: number;
  readonly awaySpelling: number;
  readonly shiftMs: number;
};

const view = (largestShiftMs: number): fc.Arbitrary<View> =>
  fc.record({
    listed: fc.boolean(),
    known: fc.boolean(),
    refBound: fc.boolean(),
    swapped: fc.boolean(),
    homeSpelling: fc.nat(40),
    awaySpelling: fc.nat(40),
    shiftMs: fc.oneof(
      fc.constant(0),
      fc
        .integer({ min: -Math.floor(largestShiftMs / minuteMs), max: Math.floor(largestShiftMs / minuteMs) })
        .map((minutes) => minutes * minuteMs),
    ),
  });

/** Games of a few pairs of teams, no team in two at a time; the hours between one game of a pair and its next come from `gaps`. */
const schedule = (teams: readonly Spelt[], gaps: fc.Arbitrary<number>): fc.Arbitrary<Game[]> =>
  fc
    .array(
      fc.record({
        home: fc.nat(teams.length - 1),
        away: fc.nat(teams.length - 1),
        first: fc.integer({ min: 0, max: 40 }),
        gaps: fc.array(gaps, { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((series) => {
      const taken = new Set<string>();
      const games: Game[] = [];
      for (const { home, away, first, gaps: hours } of series) {
        const key = JSON.stringify([home, away].sort((a, b) => a - b));
        const [homeTeam, awayTeam] = [teams[home], teams[away]];
        if (home === away || taken.has(key) || !homeTeam || !awayTeam) continue;
        taken.add(key);
        let start = seasonStart + first * hourMs;
        for (const [position, gap] of [0, ...hours].entries()) {
          // No pair plays three times a day.
          const third = gap < fewestHoursOvernight && (hours[position - 2] ?? 24) < fewestHoursOvernight;
          start += (third ? gap + fewestHoursOvernight : gap) * hourMs;
          const busy = games.some(
            (game) =>
              Math.abs(game.start - start) < 2 * hourMs &&
              [game.home, game.away].some((team) => team === homeTeam || team === awayTeam),
          );
          if (busy) continue;
          games.push({ id: `g${games.length}`, home: homeTeam, away: awayTeam, start });
        }
      }
      return games;
    });

const spell = (team: Spelt, choice: number): string =>
  team.spellings[choice % team.spellings.length] ?? team.canonical;

const fixtureOf = (game: Game): KnownFixture => ({
  id: game.id,
  homeTeam: game.home.canonical,
  awayTeam: game.away.canonical,
  commenceTime: game.start,
});

const eventOf = (game: Game, seen: View, ref: string | undefined): SightedEvent => {
  const [home, away] = [spell(game.home, seen.homeSpelling), spell(game.away, seen.awaySpelling)];
  return {
    ref,
    commenceTime: game.start + seen.shiftMs,
    home: seen.swapped ? away : home,
    away: seen.swapped ? home : away,
  };
};

type Book = { readonly games: readonly Game[]; readonly views: readonly View[]; readonly usesRefs: boolean };

const book = (games: fc.Arbitrary<Game[]>, largestShiftMs: number): fc.Arbitrary<Book> =>
  games.chain((list) =>
    fc.record({
      games: fc.constant(list),
      views: fc.array(view(largestShiftMs), { minLength: list.length, maxLength: list.length }),
      usesRefs: fc.boolean(),
    }),
  );

const meet = (sport: Sport, { games, views, usesRefs }: Book, learned: readonly string[], order = 1) => {
  const seen = games.flatMap((game, index) => {
    const own = views[index];
    return own === undefined ? [] : [{ game, own, ref: usesRefs ? `ev-1${index}` : undefined }];
  });
  const sighted = seen.filter(({ own }) => own.listed).sort(() => 0);
  if (order < 0) sighted.reverse();
  const known = seen.filter(({ own }) => own.known);
  const fixtures = known.map(({ game }) => fixtureOf(game));
  const refs = new Map(
    known.flatMap(({ game, own, ref }) =>
      own.refBound && ref !== undefined ? [[ref, game.id] as const] : [],
    ),
  );
  const events = sighted.map(({ game, own, ref }) => eventOf(game, own, ref));
  const matches = matchEvents({
    sport,
    recordedAt: seasonStart - hourMs,
    complete: false,
    quoted: new Set(),
    events,
    fixtures,
    refs,
    teams: createTeamIndex(sport, learned),
  });
  return sighted.map(({ game, own }, index) => ({ game, own, match: matches[index] }));
};

const untouched = (game: Game, own: View): boolean =>
  own.known &&
  own.shiftMs === 0 &&
  spell(game.home, own.homeSpelling) === game.home.canonical &&
  spell(game.away, own.awaySpelling) === game.away.canonical;

const numRuns = 1500;

describe.each([
  // A doubleheader's games two hours apart at the least, the next day's game after 18: every start within 20 minutes of the truth.
  [
    "baseball_mlb",
    fc.oneof(fc.double({ min: 2, max: 6, noNaN: true }), fc.double({ min: 18, max: 30, noNaN: true })),
    20 * minuteMs,
  ],
  ["icehockey_nhl", fc.double({ min: 22, max: 80, noNaN: true }), 8 * hourMs],
  ["basketball_nba", fc.double({ min: 22, max: 26, noNaN: true }), 8 * hourMs],
  ["americanfootball_nfl", fc.integer({ min: 120, max: 900 }), 30 * hourMs],
  ["soccer_epl", fc.integer({ min: 72, max: 400 }), 24 * hourMs],
])(
  "%s: whatever part of a random season is known, listed, renamed, turned round and shifted",
  (key, gaps, shift) => {
    const sport = sportOf(key);
    const books = book(schedule(speltTeams(key), gaps), shift);

    test("no event is joined to a fixture other than its own", () => {
      fc.assert(
        fc.property(books, (drawn) => {
          for (const { game, match } of meet(sport, drawn, []))
            if (match?.kind === "fixture") expect(match.fixtureId).toBe(game.id);
        }),
        { numRuns },
      );
    });

    test("an event with our names at its fixture's start is joined, and its sides are right", () => {
      fc.assert(
        fc.property(books, (drawn) => {
          for (const { game, own, match } of meet(sport, drawn, []))
            if (untouched(game, own))
              expect(match).toEqual({ kind: "fixture", fixtureId: game.id, swapped: own.swapped });
        }),
        { numRuns },
      );
    });

    test("the order of the events in the snapshot decides nothing", () => {
      fc.assert(
        fc.property(books, (drawn) => {
          const forwards = meet(sport, drawn, []).map(({ game, match }) => [game.id, match?.kind]);
          const backwards = meet(sport, drawn, [], -1).map(({ game, match }) => [game.id, match?.kind]);
          expect(backwards.reverse()).toEqual(forwards);
        }),
        { numRuns },
      );
    });
  },
);

/** One snapshot after the other, from several books, where nothing is known but what their events made: as a recorder does it. */
const replay = (sport: Sport, games: readonly Game[], books: readonly Pick<Book, "views" | "usesRefs">[]) => {
  const fixtures = new Map<string, KnownFixture>();
  const gamesOf = new Map<string, Set<string>>();
  for (const { views, usesRefs } of books) {
    const seen = games.flatMap((game, index) => {
      const own = views[index];
      return own?.listed ? [{ game, event: eventOf(game, own, usesRefs ? `ev-1${index}` : undefined) }] : [];
    });
    const matches = matchEvents({
      sport,
      recordedAt: seasonStart - hourMs,
      complete: false,
      quoted: new Set(),
      events: seen.map(({ event }) => event),
      fixtures: [...fixtures.values()],
      refs: new Map(),
      teams: createTeamIndex(sport, []),
    });
    matches.forEach((match, index) => {
      const sighting = seen[index];
      if (sighting === undefined || match.kind === "unmatched") return;
      const id = match.kind === "new" ? `f${fixtures.size}` : match.fixtureId;
      const teams = match.kind === "new" ? match : fixtures.get(id);
      if (teams === undefined) throw new Error(`No such fixture: ${id}`);
      const { homeTeam, awayTeam } = teams;
      fixtures.set(id, { id, homeTeam, awayTeam, commenceTime: sighting.event.commenceTime });
      gamesOf.set(id, (gamesOf.get(id) ?? new Set()).add(sighting.game.id));
    });
  }
  return gamesOf;
};

describe.each([
  [
    "baseball_mlb",
    fc.oneof(fc.double({ min: 2.5, max: 6, noNaN: true }), fc.double({ min: 18, max: 30, noNaN: true })),
    20 * minuteMs,
  ],
  ["icehockey_nhl", fc.double({ min: 22, max: 80, noNaN: true }), 5 * hourMs],
  ["americanfootball_nfl", fc.integer({ min: 120, max: 900 }), 30 * hourMs],
  ["soccer_epl", fc.integer({ min: 72, max: 400 }), 12 * hourMs],
])("%s: whatever several books list, one after the other", (key, gaps, shift) => {
  const sport = sportOf(key);
  const drawn = schedule(speltTeams(key), gaps).chain((games) =>
    fc.record({
      games: fc.constant(games),
      books: fc.array(
        fc.record({
          views: fc.array(view(shift), { minLength: games.length, maxLength: games.length }),
          usesRefs: fc.boolean(),
        }),
        { minLength: 2, maxLength: 4 },
      ),
    }),
  );

  test("no fixture ever holds two games", () => {
    fc.assert(
      fc.property(drawn, ({ games, books }) => {
        const mixed = [...replay(sport, games, books).values()].filter((of) => of.size > 1);
        expect(mixed).toEqual([]);
      }),
      { numRuns },
    );
  });
});

describe("a league whose teams are learned, with names that contain one another", () => {
  const sport = sportOf("soccer_brazil_campeonato");
  const places = ["Kiev", "Odessa", "Porto", "Lima", "Braga"];
  const names = places.flatMap((place) => [
    place,
    `Dynamo ${place}`,
    `${place} United`,
    `Real ${place} SC`,
    `${place} U20`,
    `${place} Women`,
    `Atletico ${place} Norte`,
  ]);
  const taken = new Set(names.map(normalizeName));
  const alterations: readonly ((name: string) => string)[] = [
    (name) => name.replace(/^\S+ /, ""),
    (name) => name.replace(/ \S+$/, ""),
    (name) => `${name} FC`,
    (name) => `CD ${name}`,
    (name) => name.replace("United", "Utd"),
    (name) => name.replace("Dynamo", "Dinamo"),
    (name) => name.replace("Atletico ", ""),
    (name) => name.slice(0, -1),
    (name) => name.toUpperCase(),
  ];
  /** Spellings that are no other team's own name and that keep saying which side of the club it is. */
  const spelt = names.map((canonical): Spelt => {
    const others = alterations
      .map((alter) => alter(canonical))
      .filter((name) => !taken.has(normalizeName(name)) && squadMarks(name) === squadMarks(canonical));
    return { canonical, spellings: [canonical, ...others] };
  });

  test("no event is joined to a fixture other than its own", () => {
    const subset = fc.subarray(names, { minLength: Math.floor(names.length / 2) });
    const books = book(schedule(spelt, fc.integer({ min: 120, max: 400 })), 20 * minuteMs);
    fc.assert(
      fc.property(books, subset, (drawn, learned) => {
        const known = drawn.games.filter((_, index) => drawn.views[index]?.known);
        const teams = known.flatMap(({ home, away }) => [home.canonical, away.canonical]);
        for (const { game, match } of meet(sport, drawn, [...new Set([...learned, ...teams])]))
          if (match?.kind === "fixture") expect(match.fixtureId).toBe(game.id);
      }),
      { numRuns: 4000 },
    );
  });

  test("events in our own spelling are joined, other spellings too where they are plain", () => {
    let joinedRespelt = 0;
    const books = book(schedule(spelt, fc.integer({ min: 120, max: 400 })), 10 * minuteMs);
    fc.assert(
      fc.property(books, (drawn) => {
        for (const { game, own, match } of meet(sport, drawn, names)) {
          if (untouched(game, own)) expect(match).toMatchObject({ kind: "fixture", fixtureId: game.id });
          else if (match?.kind === "fixture") joinedRespelt += 1;
        }
      }),
      { numRuns },
    );
    expect(joinedRespelt).toBeGreaterThan(numRuns / 10);
  });
});

/** Marks of other sides of a club, of parts of a match and of simulated matches, in the languages of the covered leagues. */
const marks = [
  "Women",
  "Ladies",
  "WFC",
  "(W)",
  "(F)",
  "W",
  "Fem",
  "Fem.",
  "Femenil",
  "Femenino",
  "Feminino",
  "Féminines",
  "Femminile",
  "Frauen",
  "Vrouwen",
  "Dam",
  "Damer",
  "Kvinner",
  "Kvinder",
  "Naiset",
  "Kadın",
  "Kobiety",
  "Ženy",
  "Ženski",
  "Zhenshchiny",
  "Gynaikes",
  "Reserves",
  "Reserva",
  "Reservas",
  "II",
  "III",
  "B",
  "2",
  "Castilla",
  "Amateure",
  "Beloften",
  "Rezervy",
  "U17",
  "U19",
  "U-21",
  "U23",
  "Under 20",
  "Sub-20",
  "Youth",
  "Academy",
  "Juniores",
  "Juvenil",
  "Primavera",
  "Espoirs",
  "Jeugd",
  "Jugend",
  "Nachwuchs",
  "Mládež",
  "Futsal",
  "Beach Soccer",
  "Legends",
  "Masters",
  "Fans",
  "SRL",
  "(Sim)",
  "Simulated Reality",
  "Esports",
  "eFootball",
  "FIFA",
  "Cyber",
  "Virtual",
  "NBA 2K26",
  "(Boss)",
  "Corners",
  "(Corners)",
  "Bookings",
  "(Cards)",
  "Yellow Cards",
  "Goals",
  "- Goals",
  "Halftime",
  "1st Half",
  "(ET)",
  "Extra Time",
  "Offsides",
  "Throw-ins",
  "to qualify",
  "To Advance",
  "to lift the trophy",
];

describe.each([
  ["soccer_epl", "Arsenal", "Chelsea"],
  ["soccer_fa_cup", "Leeds United", "Burnley"],
  ["soccer_brazil_campeonato", "Pirajuba", "Itaocara"],
  ["soccer_germany_bundesliga", "Borussia Dortmund", "Bayern Munich"],
  ["soccer_netherlands_eredivisie", "Willem II", "Oestervang"],
  ["soccer_turkey_super_league", "Gümüşova", "Karaköy SK"],
  ["basketball_ncaab", "Duke Blue Devils", "Xavier Musketeers"],
  ["basketball_nba", "Boston Celtics", "Chicago Bulls"],
  ["baseball_npb", "Northport Whales", "Eastburg Owls"],
  ["icehockey_nhl", "Boston Bruins", "Calgary Flames"],
  ["handball_germany_bundesliga", "THW Oberlinden", "SC Niederau"],
  ["rugbyleague_nrl", "Northport Sharks", "Eastburg Eels"],
])("%s: %s at %s", (key, awayTeam, homeTeam) => {
  const sport = sportOf(key);
  const plain: KnownFixture = {
    id: "plain",
    homeTeam: listedName(key, homeTeam),
    awayTeam: listedName(key, awayTeam),
    commenceTime: seasonStart,
  };
  const matched = (fixtures: readonly KnownFixture[], home: string, away: string) => {
    const learned = sport.names === "open" ? fixtures.flatMap((one) => [one.homeTeam, one.awayTeam]) : [];
    const [match] = matchEvents({
      sport,
      recordedAt: seasonStart - hourMs,
      complete: true,
      quoted: new Set(["plain"]),
      events: [{ ref: undefined, commenceTime: seasonStart, home, away }],
      fixtures,
      refs: new Map(),
      teams: createTeamIndex(sport, [...new Set(learned)]),
    });
    return match;
  };

  test("the plain names are its own", () => {
    expect(matched([plain], homeTeam, awayTeam)).toEqual({
      kind: "fixture",
      fixtureId: "plain",
      swapped: false,
    });
  });

  test.each(marks)("never takes an event with %j behind one name, or behind both", (mark) => {
    for (const [home, away] of [
      [`${homeTeam} ${mark}`, awayTeam],
      [homeTeam, `${awayTeam} ${mark}`],
    ] as const) {
      expect(matched([plain], home, away)?.kind).toBe("unmatched");
      expect(matched([plain], away, home)?.kind).toBe("unmatched");
    }
    expect(matched([plain], `${homeTeam} ${mark}`, `${awayTeam} ${mark}`)?.kind).not.toBe("fixture");
  });

  test.each(marks)("of sides with %j never takes an event with plain names", (mark) => {
    if (sport.names === "listed") return;
    const marked = { ...plain, homeTeam: `${homeTeam} ${mark}`, awayTeam: `${awayTeam} ${mark}` };
    expect(matched([marked], homeTeam, awayTeam)?.kind).not.toBe("fixture");
    expect(matched([{ ...marked, awayTeam }], homeTeam, awayTeam)?.kind).not.toBe("fixture");
  });
});
