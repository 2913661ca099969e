import { expect, test } from "vitest";
import { findSport, isActive } from "@/server/catalogue/sports";
import { createTeamIndex } from "@/server/catalogue/team-index";
import { type DemoLeague, demoLeagues } from "@/server/feeds/demo/leagues";
import { fixturesBetween } from "@/server/feeds/demo/schedule";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const from = Date.UTC(2026, 8, 1);
const to = Date.UTC(2027, 10, 1);
const season = new Map(demoLeagues.map((league) => [league, fixturesBetween(league, from, to)]));
const fixturesOf = (league: DemoLeague) => season.get(league) ?? [];

test("at least 12 leagues have fixtures in the week ahead of every day of a year", () => {
  for (let day = from; day < to - 7 * dayMs; day += dayMs) {
    const playing = demoLeagues.filter((league) =>
      fixturesOf(league).some(({ start }) => start > day && start <= day + 7 * dayMs),
    );
    expect(playing.length, new Date(day).toISOString()).toBeGreaterThanOrEqual(12);
  }
});

test("a league plays only when the catalogue says that it is in season", () => {
  for (const league of demoLeagues) {
    const sport = findSport(league.key);
    expect(sport, league.key).toBeDefined();
    expect(fixturesOf(league).length, league.key).toBeGreaterThan(0);
    for (const { start } of fixturesOf(league))
      expect(sport !== undefined && isActive(sport, new Date(start))).toBe(true);
  }
});

test("no team plays twice within 12 hours, nor more than twice in two days", () => {
  for (const league of demoLeagues) {
    const startsOf = new Map<string, number[]>();
    for (const { home, away, start } of fixturesOf(league))
      for (const { name } of [home, away]) startsOf.set(name, [...(startsOf.get(name) ?? []), start]);
    for (const [team, starts] of startsOf)
      for (const [index, start] of starts.entries()) {
        expect((starts[index + 1] ?? Number.POSITIVE_INFINITY) - start, team).toBeGreaterThan(12 * hourMs);
        expect((starts[index + 2] ?? Number.POSITIVE_INFINITY) - start, team).toBeGreaterThan(36 * hourMs);
      }
  }
});

test("a pair meets again only after the other pairs have met, series aside", () => {
  for (const league of demoLeagues) {
    const last = new Map<string, number>();
    for (const { home, away, start } of fixturesOf(league)) {
      const pair = [home.name, away.name].sort().join(" - ");
      const since = start - (last.get(pair) ?? Number.NEGATIVE_INFINITY);
      const sameSeries = league.repeats > 1 && since < league.repeats * dayMs;
      const least = (league.teams.length - 2) * league.days - 7;
      if (!sameSeries) expect(since / dayMs, `${league.key} ${pair}`).toBeGreaterThan(least);
      last.set(pair, start);
    }
  }
});

test("teams host about as often as they travel", () => {
  for (const league of demoLeagues) {
    const balance = new Map<string, number>();
    const played = new Map<string, number>();
    for (const { home, away } of fixturesOf(league)) {
      balance.set(home.name, (balance.get(home.name) ?? 0) + 1);
      balance.set(away.name, (balance.get(away.name) ?? 0) - 1);
      for (const { name } of [home, away]) played.set(name, (played.get(name) ?? 0) + 1);
    }
    for (const [team, sum] of balance) {
      const count = played.get(team) ?? 0;
      if (count >= 20) expect(Math.abs(sum) / count, `${league.key} ${team}`).toBeLessThan(0.5);
    }
  }
});

test("the fixtures of a time do not depend on the window that they are asked in", () => {
  for (const league of demoLeagues) {
    const pieces = Array.from({ length: 40 }, (_, index) => {
      const start = from + index * 31 * hourMs;
      return fixturesBetween(league, start, start + 31 * hourMs);
    }).flat();
    const end = from + 40 * 31 * hourMs;
    expect(pieces).toEqual(fixturesOf(league).filter(({ start }) => start <= end));
  }
});

test("every team is written as the catalogue writes it, once a league", () => {
  const misspelt: string[] = [];
  for (const { key, teams } of demoLeagues) {
    expect(new Set(teams.map(({ name }) => name)).size, key).toBe(teams.length);
    expect(teams.length % 2, key).toBe(0);
    const sport = findSport(key);
    if (sport === undefined) throw new Error(key);
    const { resolve } = createTeamIndex(sport, []);
    for (const { name } of teams) {
      const resolution = resolve(name);
      const isItself = resolution.kind === "team" && resolution.team === name;
      // Where the catalogue lists no teams, the demo feed teaches them.
      const isTaught = sport.names === "open" && resolution.kind === "unknown";
      if (!isItself && !isTaught) misspelt.push(`${key} ${name}: ${JSON.stringify(resolution)}`);
    }
  }
  expect(misspelt).toEqual([]);
});
