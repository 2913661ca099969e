import { expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { hourMs } from "@/server/domain/durations";
import { matchEvents, matchEventsInSteps } from "@/server/ingest/matching/match-events";
import type { ListedEvent, MatchInput } from "@/server/ingest/matching/match-input";
import { maxMeetings } from "@/server/ingest/matching/match-matchups";
import { outcomesIn } from "@/server/ingest/matching/testing/meet";

const start = Date.parse("2026-11-22T18:00:00Z");

const meetings = (count: number): ListedEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    ref: `r${1000 + index}`,
    commenceTime: start + index * 24 * hourMs,
    home: "Boston Red Sox",
    away: "New York Yankees",
  }));

test("a snapshot may list two teams 40 times, and if it lists them more often, none of these events is matched", () => {
  expect(new Set(outcomesIn("baseball_mlb", { events: meetings(maxMeetings) }))).toEqual(new Set(["new"]));
  const other = { ref: "r1", commenceTime: start, home: "Chicago Cubs", away: "St Louis Cardinals" };
  const outcomes = outcomesIn("baseball_mlb", { events: [other, ...meetings(maxMeetings + 1)] });
  expect(outcomes[0]).toBe("new");
  expect(outcomes.slice(1).every((outcome) => outcome.startsWith("too_many_meetings"))).toBe(true);
});

test("matching pauses at least three times per event, and pauses do not change the matches", () => {
  const sport = findSport("mma_mixed_martial_arts");
  if (sport === undefined) throw new Error("no such sport");
  const events = Array.from({ length: 50 }, (_, index) => ({
    ref: undefined,
    commenceTime: start + (index % 5) * hourMs,
    home: `Ali ${"abcdefghij"[index % 10]}${index}son`,
    away: `Bo ${"klmnopqrst"[index % 10]}${index}berg`,
  }));
  const input: MatchInput = {
    sport,
    events,
    fixtures: [],
    refs: new Map(),
    quoted: new Set(),
    recordedAt: start - hourMs,
    complete: false,
    teams: createTeamIndex(sport, []),
  };
  const steps = matchEventsInSteps(input);
  let pauses = 0;
  let next = steps.next();
  for (; !next.done; next = steps.next()) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(3 * events.length);
  expect(next.value).toEqual(matchEvents(input));
});
