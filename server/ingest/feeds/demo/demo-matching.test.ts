import { expect, test } from "vitest";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { dayMs, hourMs } from "@/server/domain/durations";
import { type DemoBook, demoBooks } from "@/server/ingest/feeds/demo/demo-books";
import { fixturesAhead } from "@/server/ingest/feeds/demo/demo-feed";
import { type DemoLeague, demoLeagues } from "@/server/ingest/feeds/demo/leagues";
import { quoteEvent } from "@/server/ingest/feeds/demo/quote-event";
import { fixturesBetween } from "@/server/ingest/feeds/demo/schedule";
import { matchEvents } from "@/server/ingest/matching/match-events";

const moments = [
  Date.UTC(2026, 8, 20, 15),
  Date.UTC(2026, 10, 21, 10),
  Date.UTC(2027, 4, 8, 12),
  Date.UTC(2027, 6, 16, 9),
];

const matchedBy = (book: DemoBook, league: DemoLeague, now: number) => {
  const { sport } = league;
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
      homeTeam: home,
      awayTeam: away,
      commenceTime: start,
    })),
    refs: new Map(),
    quoted: new Set(),
    recordedAt: now,
    complete: true,
    teams: createTeamIndex(sport, sport.names === "open" ? league.teams : []),
  });
  return listed.map(({ fixture }, index) => ({ fixture, match: matches[index] }));
};

const everyMatch = moments.flatMap((now) =>
  demoLeagues.flatMap((league) =>
    demoBooks.flatMap((book) => matchedBy(book, league, now).map((result) => ({ book, ...result }))),
  ),
);

test("every demo event is matched to its own fixture, or is unmatched with that fixture as a candidate", () => {
  expect(everyMatch.length).toBeGreaterThan(3000);
  for (const { book, fixture, match } of everyMatch) {
    const label = `${book.key} ${fixture.home} - ${fixture.away}`;
    if (match?.kind === "fixture") {
      expect(match, label).toEqual({
        kind: "fixture",
        fixtureId: String(fixture.seed),
        swapped: book.awayFirst,
      });
      continue;
    }
    expect(match?.kind, label).toBe("unmatched");
    if (match?.kind === "unmatched") expect(match.candidateFixtures, label).toContain(String(fixture.seed));
  }
});

test("only demo books that leave out nicknames or misspell names have unmatched events", () => {
  const unmatched = everyMatch.filter(({ match }) => match?.kind === "unmatched");
  expect(new Set(unmatched.map(({ book }) => book.names))).toEqual(new Set(["places", "careless"]));
  const reasons = unmatched.map(({ match }) => (match?.kind === "unmatched" ? match.reason : ""));
  expect(new Set(reasons)).toEqual(new Set(["ambiguous_name", "unknown_name"]));
  expect(unmatched.length / everyMatch.length).toBeLessThan(0.05);
});

test("demo books spell an NFL team with its full name, its code and nickname, its nickname alone, or its place", () => {
  const from = Date.UTC(2026, 10, 21);
  const written = new Set<string>();
  for (const league of demoLeagues.filter(({ key }) => key === "americanfootball_nfl"))
    for (const fixture of fixturesBetween(league, from, from + 14 * dayMs))
      for (const book of demoBooks) {
        const event = quoteEvent(book, fixture, fixture.start - hourMs, "main");
        for (const name of [event?.home, event?.away]) if (name !== undefined) written.add(name);
      }
  for (const spelling of ["Kansas City Chiefs", "KC Chiefs", "Chiefs", "Kansas City"])
    expect([...written]).toContain(spelling);
});
