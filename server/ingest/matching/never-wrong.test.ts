import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { squadMarks } from "@/server/domain/catalogue/squad-marks";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { leagueTeamsOf } from "@/server/domain/catalogue/team-lists";
import { getOrInsert } from "@/server/domain/collections";
import { hourMs, minuteMs } from "@/server/domain/durations";
import { matchEvents } from "@/server/ingest/matching/match-events";
import type { KnownFixture, ListedEvent } from "@/server/ingest/matching/match-input";

const minHoursToNextDay = 18;
const seasonStart = Date.parse("2026-10-03T17:05:00Z");

type TeamSpellings = { readonly canonical: string; readonly spellings: readonly string[] };

const sportOf = (key: string): Sport => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(`No such sport: ${key}`);
  return sport;
};

const teamSpellings = (key: string): TeamSpellings[] =>
  Object.entries(leagueTeamsOf(key).teams).map(([canonical, others]) => ({
    canonical,
    spellings: [canonical, ...others],
  }));

/** A game that takes place, whether or not a book lists the game or a fixture exists for it. */
type Game = {
  readonly id: string;
  readonly home: TeamSpellings;
  readonly away: TeamSpellings;
  readonly start: number;
};

/** How one book lists one game. `exists`: the game is already a fixture. `refBound`: the book's reference belongs to this fixture. */
type View = {
  readonly listed: boolean;
  readonly exists: boolean;
  readonly refBound: boolean;
  readonly swapped: boolean;
  readonly homeSpelling: number;
  readonly awaySpelling: number;
  readonly shiftMs: number;
};

const viewOf = (maxShiftMs: number): fc.Arbitrary<View> =>
  fc.record({
    listed: fc.boolean(),
    exists: fc.boolean(),
    refBound: fc.boolean(),
    swapped: fc.boolean(),
    homeSpelling: fc.nat(40),
    awaySpelling: fc.nat(40),
    shiftMs: fc.oneof(
      fc.constant(0),
      fc
        .integer({ min: -Math.floor(maxShiftMs / minuteMs), max: Math.floor(maxShiftMs / minuteMs) })
        .map((minutes) => minutes * minuteMs),
    ),
  });

/** Games of a few pairs of teams. No team plays two games at a time. `gaps` are the hours between consecutive games of a pair. */
const schedule = (teams: readonly TeamSpellings[], gaps: fc.Arbitrary<number>): fc.Arbitrary<Game[]> =>
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
          const third = gap < minHoursToNextDay && (hours[position - 2] ?? 24) < minHoursToNextDay;
          start += (third ? gap + minHoursToNextDay : gap) * hourMs;
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

const spell = (team: TeamSpellings, choice: number): string =>
  team.spellings[choice % team.spellings.length] ?? team.canonical;

const fixtureOf = (game: Game): KnownFixture => ({
  id: game.id,
  homeTeam: game.home.canonical,
  awayTeam: game.away.canonical,
  commenceTime: game.start,
});

const eventOf = (game: Game, view: View, ref: string | undefined): ListedEvent => {
  const [home, away] = [spell(game.home, view.homeSpelling), spell(game.away, view.awaySpelling)];
  return {
    ref,
    commenceTime: game.start + view.shiftMs,
    home: view.swapped ? away : home,
    away: view.swapped ? home : away,
  };
};

type Book = { readonly games: readonly Game[]; readonly views: readonly View[]; readonly usesRefs: boolean };

const book = (games: fc.Arbitrary<Game[]>, maxShiftMs: number): fc.Arbitrary<Book> =>
  games.chain((list) =>
    fc.record({
      games: fc.constant(list),
      views: fc.array(viewOf(maxShiftMs), { minLength: list.length, maxLength: list.length }),
      usesRefs: fc.boolean(),
    }),
  );

const matchBook = (sport: Sport, { games, views, usesRefs }: Book, learned: readonly string[], order = 1) => {
  const seen = games.flatMap((game, index) => {
    const own = views[index];
    return own === undefined ? [] : [{ game, own, ref: usesRefs ? `ev-1${index}` : undefined }];
  });
  const listedGames = seen.filter(({ own }) => own.listed);
  if (order < 0) listedGames.reverse();
  const existing = seen.filter(({ own }) => own.exists);
  const fixtures = existing.map(({ game }) => fixtureOf(game));
  const refs = new Map(
    existing.flatMap(({ game, own, ref }) =>
      own.refBound && ref !== undefined ? [[ref, game.id] as const] : [],
    ),
  );
  const events = listedGames.map(({ game, own, ref }) => eventOf(game, own, ref));
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
  return listedGames.map(({ game, own }, index) => ({ game, own, match: matches[index] }));
};

const isUnaltered = (game: Game, own: View): boolean =>
  own.exists &&
  own.shiftMs === 0 &&
  spell(game.home, own.homeSpelling) === game.home.canonical &&
  spell(game.away, own.awaySpelling) === game.away.canonical;

const numRuns = 1500;

describe.each([
  // The sport, the hours between games of a pair, and the maximum error of a stated start. Baseball has doubleheaders, so two games of a
  // pair can be 2 to 6 hours apart.
  [
    "baseball_mlb",
    fc.oneof(fc.double({ min: 2, max: 6, noNaN: true }), fc.double({ min: 18, max: 30, noNaN: true })),
    20 * minuteMs,
  ],
  ["icehockey_nhl", fc.double({ min: 22, max: 80, noNaN: true }), 8 * hourMs],
  ["basketball_nba", fc.double({ min: 22, max: 26, noNaN: true }), 8 * hourMs],
  ["americanfootball_nfl", fc.integer({ min: 120, max: 900 }), 30 * hourMs],
  ["soccer_epl", fc.integer({ min: 72, max: 400 }), 24 * hourMs],
])("%s: random seasons with various spellings, reversed teams and shifted starts", (key, gaps, shift) => {
  const sport = sportOf(key);
  const books = book(schedule(teamSpellings(key), gaps), shift);

  test("no event joins a fixture of another game", () => {
    fc.assert(
      fc.property(books, (drawn) => {
        for (const { game, match } of matchBook(sport, drawn, []))
          if (match?.kind === "fixture") expect(match.fixtureId).toBe(game.id);
      }),
      { numRuns },
    );
  });

  test("an event with the catalogue's names and the exact start joins the fixture of its game, with the right sides", () => {
    fc.assert(
      fc.property(books, (drawn) => {
        for (const { game, own, match } of matchBook(sport, drawn, []))
          if (isUnaltered(game, own))
            expect(match).toEqual({ kind: "fixture", fixtureId: game.id, swapped: own.swapped });
      }),
      { numRuns },
    );
  });

  test("the order of a snapshot's events does not affect which events are joined, new or unmatched", () => {
    fc.assert(
      fc.property(books, (drawn) => {
        const forwards = matchBook(sport, drawn, []).map(({ game, match }) => [game.id, match?.kind]);
        const backwards = matchBook(sport, drawn, [], -1).map(({ game, match }) => [game.id, match?.kind]);
        expect(backwards.reverse()).toEqual(forwards);
      }),
      { numRuns },
    );
  });
});

/**
 * Matches the snapshots of several books in turn, starting without fixtures. Returns a map from each fixture's id to the ids of the games
 * that were joined in that fixture.
 */
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
      const listing = seen[index];
      if (listing === undefined || match.kind === "unmatched") return;
      const id = match.kind === "new" ? `f${fixtures.size}` : match.fixtureId;
      const teams = match.kind === "new" ? match : fixtures.get(id);
      if (teams === undefined) throw new Error(`No such fixture: ${id}`);
      const { homeTeam, awayTeam } = teams;
      fixtures.set(id, { id, homeTeam, awayTeam, commenceTime: listing.event.commenceTime });
      getOrInsert(gamesOf, id, () => new Set()).add(listing.game.id);
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
])("%s: random seasons listed by several books in turn", (key, gaps, shift) => {
  const sport = sportOf(key);
  const drawn = schedule(teamSpellings(key), gaps).chain((games) =>
    fc.record({
      games: fc.constant(games),
      books: fc.array(
        fc.record({
          views: fc.array(viewOf(shift), { minLength: games.length, maxLength: games.length }),
          usesRefs: fc.boolean(),
        }),
        { minLength: 2, maxLength: 4 },
      ),
    }),
  );

  test("two different games are never joined in one fixture", () => {
    fc.assert(
      fc.property(drawn, ({ games, books }) => {
        const fixturesWithSeveralGames = [...replay(sport, games, books).values()].filter(
          (games) => games.size > 1,
        );
        expect(fixturesWithSeveralGames).toEqual([]);
      }),
      { numRuns },
    );
  });
});

describe("an open sport in which some team names contain other team names", () => {
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
  /**
   * Each team with its altered names. An altered name is left out if it equals one of `names` after normalization, or if its squad marks
   * (such as "U20") differ from those of the team's own name.
   */
  const spelledTeams = names.map((canonical): TeamSpellings => {
    const others = alterations
      .map((alter) => alter(canonical))
      .filter((name) => !taken.has(normalizeName(name)) && squadMarks(name) === squadMarks(canonical));
    return { canonical, spellings: [canonical, ...others] };
  });

  test("no event joins a fixture of another game", () => {
    const subset = fc.subarray(names, { minLength: Math.floor(names.length / 2) });
    const books = book(schedule(spelledTeams, fc.integer({ min: 120, max: 400 })), 20 * minuteMs);
    fc.assert(
      fc.property(books, subset, (drawn, learned) => {
        const existing = drawn.games.filter((_, index) => drawn.views[index]?.exists);
        const teams = existing.flatMap(({ home, away }) => [home.canonical, away.canonical]);
        for (const { game, match } of matchBook(sport, drawn, [...new Set([...learned, ...teams])]))
          if (match?.kind === "fixture") expect(match.fixtureId).toBe(game.id);
      }),
      { numRuns: 4000 },
    );
  });

  test("unaltered events are joined, and so are many events with other spellings or shifted starts", () => {
    let joinedAltered = 0;
    const books = book(schedule(spelledTeams, fc.integer({ min: 120, max: 400 })), 10 * minuteMs);
    fc.assert(
      fc.property(books, (drawn) => {
        for (const { game, own, match } of matchBook(sport, drawn, names)) {
          if (isUnaltered(game, own)) expect(match).toMatchObject({ kind: "fixture", fixtureId: game.id });
          else if (match?.kind === "fixture") joinedAltered += 1;
        }
      }),
      { numRuns },
    );
    expect(joinedAltered).toBeGreaterThan(numRuns / 10);
  });
});
