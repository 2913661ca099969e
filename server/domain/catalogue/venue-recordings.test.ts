import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";

const venues = process.env.VENUE_SAMPLES ?? "../shared/venues";

const onRecording = (name: string, run: (recording: unknown) => void): void => {
  const path = join(venues, name);
  const isHere = existsSync(path);
  test.runIf(isHere)(`every team in ${name} is known${isHere ? "" : ` (skipped: ${path} is absent)`}`, () => {
    run(JSON.parse(readFileSync(path, "utf8")));
  });
};

type Node = { readonly [key: string]: unknown };

/** Every object of a recording, at any depth. */
const objectsOf = (value: unknown): Node[] => {
  if (Array.isArray(value)) return value.flatMap(objectsOf);
  if (typeof value !== "object" || value === null) return [];
  return [value as Node, ...Object.values(value).flatMap(objectsOf)];
};

const gamesOf: readonly (readonly [prefix: string, sport: string])[] = [
  ["KXMLBGAME", "baseball_mlb"],
  ["KXNBAGAME", "basketball_nba"],
  ["KXWNBAGAME", "basketball_wnba"],
  ["KXNFLGAME", "americanfootball_nfl"],
  ["KXNCAAFGAME", "americanfootball_ncaaf"],
  ["KXMLSGAME", "soccer_usa_mls"],
];

const unresolved = (sportKey: string, names: Iterable<string>): string[] => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`no sport ${sportKey}`);
  const teams = createTeamIndex(sport, []);
  return [...names].filter((name) => teams.resolve(name).kind !== "team");
};

/** The two names of a title such as "Miami vs Boston" or "Chicago C at St. Louis Winner?". */
const sidesOf = (title: string): string[] =>
  /^(.+?) (?:at|vs\.?|v) (.+?)(?: Winner\?|[:?].*)?$/.exec(title)?.slice(1, 3) ?? [];

describe("names that prediction markets use for teams in recorded games", () => {
  for (const name of [
    "events_KXNBAGAME_2026-01-09.json",
    "events_nfl_preseason_2026-08-09.json",
    "events_sports_nested_2026-08-07.json",
  ])
    onRecording(join("kalshi", name), (recording) => {
      const games = objectsOf(recording).flatMap(({ series_ticker: series, title, markets }) => {
        const sport = gamesOf.find(([prefix]) => series === prefix)?.[1];
        if (sport === undefined || typeof title !== "string") return [];
        const sides = objectsOf(markets).flatMap(({ yes_sub_title: side }) =>
          typeof side === "string" && side !== "Tie" ? [side.replace("Reg Time: ", "")] : [],
        );
        return [{ sport, names: new Set([...sidesOf(title), ...sides]) }];
      });
      expect(games.length).toBeGreaterThan(0);
      expect(games.flatMap(({ sport, names }) => unresolved(sport, names))).toEqual([]);
    });

  onRecording(join("polymarket", "gamma_events_nba_2026-01-09.json"), (recording) => {
    const names = objectsOf(recording).flatMap(({ title, markets }) =>
      typeof title === "string" && markets !== undefined ? sidesOf(title) : [],
    );
    expect(names.length).toBeGreaterThan(0);
    expect(unresolved("basketball_nba", names)).toEqual([]);
  });
});

describe("names that an aggregator uses for teams in recorded games", () => {
  for (const name of [
    "odds_mlb_h2h_spreads_totals_2026-08-07.json",
    "odds_mlb_spreads_totals_2026-08-20T2126Z.json",
    "repeat_poll_2026-08-11T1800Z_t0.json",
  ])
    onRecording(join("the-odds-api", name), (recording) => {
      const sport = findSport("baseball_mlb");
      if (sport === undefined) throw new Error("no sport");
      const teams = createTeamIndex(sport, []);
      const names = objectsOf(recording).flatMap(({ home_team: home, away_team: away }) =>
        typeof home === "string" && typeof away === "string" ? [home, away] : [],
      );
      expect(names.length).toBeGreaterThan(0);
      for (const team of names) expect(teams.resolve(team)).toMatchObject({ kind: "team" });
    });
});
