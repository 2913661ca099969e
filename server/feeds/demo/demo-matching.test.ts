import { expect, test } from "vitest";
import { findSport } from "@/server/catalogue/sports";
import { createTeamIndex } from "@/server/catalogue/team-index";
import { type DemoBook, demoBooks } from "@/server/feeds/demo/demo-books";
import { fixturesAhead } from "@/server/feeds/demo/demo-feed";
import { type DemoLeague, demoLeagues } from "@/server/feeds/demo/leagues";
import { quoteEvent } from "@/server/feeds/demo/quote-event";
import { matchEvents } from "@/server/matching/match-events";

const moments = [
  Date.UTC(2026, 8, 20, 15),
  Date.UTC(2026, 10, 21, 10),
  Date.UTC(2027, 4, 8, 12),
  Date.UTC(2027, 6, 16, 9),
];

const matchedBy = (book: DemoBook, league: DemoLeague, now: number) => {
  const sport = findSport(league.key);
  if (sport === undefined) throw new Error(league.key);
  const ahead = fixturesAhead(league, now);
  const listed = ahead.flatMap((fixture) => {
    const event = quoteEvent(book, fixture, now, "main");
    return event === undefined ? [] : [{ fixture, event }];
  });
  const matches = matchEvents({
    sport,
    events: listed.map(({ event: { ref, commence_time, home, away } }) => ({
      ref,
      commenceTime: Date.parse(commence_time),
      home,
      away,
    })),
    fixtures: ahead.map(({ seed, start, home, away }) => ({
      id: String(seed),
      homeTeam: home.name,
      awayTeam: away.name,
      commenceTime: start,
    })),
    refs: new Map(),
    quoted: new Set(),
    recordedAt: now,
    complete: true,
    teams: createTeamIndex(sport, sport.names === "open" ? league.teams.map(({ name }) => name) : []),
  });
  return listed.map(({ fixture }, index) => ({ fixture, match: matches[index] }));
};

const everyMatch = moments.flatMap((now) =>
  demoLeagues.flatMap((league) =>
    demoBooks
      .filter((book) => book.covers(league))
      .flatMap((book) => matchedBy(book, league, now).map((one) => ({ book, league, ...one }))),
  ),
);

test("every event lands on its own fixture, or is noted there", () => {
  expect(everyMatch.length).toBeGreaterThan(3000);
  for (const { book, fixture, match } of everyMatch) {
    const what = `${book.key} ${fixture.home.name} - ${fixture.away.name}`;
    if (match?.kind === "fixture") {
      expect(match, what).toEqual({
        kind: "fixture",
        fixtureId: String(fixture.seed),
        swapped: book.awayFirst,
      });
      continue;
    }
    expect(match?.kind, what).toBe("unmatched");
    if (match?.kind === "unmatched") expect(match.mightHaveMeant, what).toContain(String(fixture.seed));
  }
});

test("only the books that write places alone or misspell names are not matched, and they are at times", () => {
  const unmatched = everyMatch.filter(({ match }) => match?.kind === "unmatched");
  expect(new Set(unmatched.map(({ book }) => book.names))).toEqual(new Set(["places", "careless"]));
  const reasons = unmatched.map(({ match }) => (match?.kind === "unmatched" ? match.reason : ""));
  expect(new Set(reasons)).toEqual(new Set(["ambiguous_name", "unknown_name"]));
  expect(unmatched.length / everyMatch.length).toBeLessThan(0.05);
});

test("the team names of the big leagues are written in many ways", () => {
  const written = new Set(
    demoBooks.flatMap((book) =>
      demoLeagues
        .filter(({ key }) => key === "americanfootball_nfl")
        .flatMap((league) => fixturesAhead(league, Date.UTC(2026, 10, 21)))
        .filter(({ home, away }) => [home.name, away.name].includes("Kansas City Chiefs"))
        .flatMap((fixture) => {
          const event = quoteEvent(book, fixture, Date.UTC(2026, 10, 21), "main");
          const turned = (fixture.home.name === "Kansas City Chiefs") === book.awayFirst;
          return event === undefined ? [] : [turned ? event.away : event.home];
        }),
    ),
  );
  for (const spelling of ["Kansas City Chiefs", "KC Chiefs", "Chiefs", "Kansas City"])
    expect([...written]).toContain(spelling);
});
