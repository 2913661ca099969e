import { expect, test } from "vitest";
import { isActive } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";
import { dayMs, hourMs } from "@/server/domain/durations";
import { type DemoLeague, demoLeagues } from "@/server/ingest/feeds/demo/leagues";
import { fixturesBetween } from "@/server/ingest/feeds/demo/schedule";

const from = Date.UTC(2026, 8, 1);
const to = Date.UTC(2027, 10, 1);
const season = new Map(demoLeagues.map((league) => [league, fixturesBetween(league, from, to)]));
const fixturesOf = (league: DemoLeague) => season.get(league) ?? [];

test("on every day of a year, at least 12 demo leagues have fixtures in the week ahead", () => {
  for (let day = from; day < to - 7 * dayMs; day += dayMs) {
    const playing = demoLeagues.filter((league) =>
      fixturesOf(league).some(({ start }) => start > day && start <= day + 7 * dayMs),
    );
    expect(playing.length, new Date(day).toISOString()).toBeGreaterThanOrEqual(12);
  }
});

test("a demo league plays only while the catalogue says that it is in season", () => {
  for (const league of demoLeagues) {
    const { sport } = league;
    expect(fixturesOf(league).length, league.key).toBeGreaterThan(0);
    for (const { start } of fixturesOf(league)) expect(isActive(sport, new Date(start))).toBe(true);
  }
});

test("no demo team plays twice within 12 hours or three times within 36 hours", () => {
  for (const league of demoLeagues) {
    const startsOf = new Map<string, number[]>();
    for (const { home, away, start } of fixturesOf(league))
      for (const name of [home, away]) startsOf.set(name, [...(startsOf.get(name) ?? []), start]);
    for (const [team, starts] of startsOf)
      for (const [index, start] of starts.entries()) {
        expect((starts[index + 1] ?? Number.POSITIVE_INFINITY) - start, team).toBeGreaterThan(12 * hourMs);
        expect((starts[index + 2] ?? Number.POSITIVE_INFINITY) - start, team).toBeGreaterThan(36 * hourMs);
      }
  }
});

test("two demo teams meet again only after nearly all other pairs have met", () => {
  for (const league of demoLeagues) {
    const last = new Map<string, number>();
    for (const { home, away, start } of fixturesOf(league)) {
      const pair = [home, away].sort().join(" - ");
      const since = start - (last.get(pair) ?? Number.NEGATIVE_INFINITY);
      const roundDays = league.teams.length / 2 / league.startHours.length;
      const minDays = (league.teams.length - 2) * roundDays;
      expect(since / dayMs, `${league.key} ${pair}`).toBeGreaterThan(minDays - 1);
      last.set(pair, start);
    }
  }
});

test("every demo team with at least 20 games plays between a quarter and three quarters of them at home", () => {
  for (const league of demoLeagues) {
    const balance = new Map<string, number>();
    const played = new Map<string, number>();
    for (const { home, away } of fixturesOf(league)) {
      balance.set(home, (balance.get(home) ?? 0) + 1);
      balance.set(away, (balance.get(away) ?? 0) - 1);
      for (const name of [home, away]) played.set(name, (played.get(name) ?? 0) + 1);
    }
    for (const [team, sum] of balance) {
      const count = played.get(team) ?? 0;
      if (count >= 20) expect(Math.abs(sum) / count, `${league.key} ${team}`).toBeLessThan(0.5);
    }
  }
});

test("a demo schedule does not depend on the requested window", () => {
  for (const league of demoLeagues) {
    const pieces = Array.from({ length: 40 }, (_, index) => {
      const start = from + index * 31 * hourMs;
      return fixturesBetween(league, start, start + 31 * hourMs);
    }).flat();
    const end = from + 40 * 31 * hourMs;
    expect(pieces).toEqual(fixturesOf(league).filter(({ start }) => start <= end));
  }
});

test("a demo league has an even number of distinct teams, spelled as in the catalogue", () => {
  const misspelled: string[] = [];
  for (const { key, sport, teams } of demoLeagues) {
    expect(new Set(teams).size, key).toBe(teams.length);
    expect(teams.length % 2, key).toBe(0);
    const { resolve } = createTeamIndex(sport, []);
    for (const name of teams) {
      const resolution = resolve(name);
      const isItself = resolution.kind === "team" && resolution.team === name;
      // An open sport learns teams that the catalogue does not list.
      const isLearned = sport.names === "open" && resolution.kind === "unknown";
      if (!isItself && !isLearned) misspelled.push(`${key} ${name}: ${JSON.stringify(resolution)}`);
    }
  }
  expect(misspelled).toEqual([]);
});
