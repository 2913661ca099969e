import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { findSport, sports } from "@/server/domain/catalogue/sports";
import { createTeamIndex } from "@/server/domain/catalogue/team-index";

const folder = process.env.ODDS_SAMPLES ?? "../shared/samples";
const present = existsSync(folder);
if (!present) process.stderr.write(`No recordings in ${folder}: tests of real names are skipped.\n`);

const text = (name: string): string => readFileSync(join(folder, name), "utf8");
const rows = (name: string): Record<string, string>[] =>
  parse(text(name), { columns: true, bom: true, relax_column_count: true }) as Record<string, string>[];

const unresolved = (sportKey: string, names: Iterable<string | undefined>): string[] => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`no sport ${sportKey}`);
  const teams = createTeamIndex(sport, []);
  return [...new Set(names)].flatMap((name) => {
    if (name === undefined) return ["(none)"];
    return teams.resolve(name).kind === "team" ? [] : [name];
  });
};

const notCanonical = (sportKey: string, names: Iterable<string | undefined>): string[] => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`no sport ${sportKey}`);
  const teams = createTeamIndex(sport, []);
  return [...new Set(names)].filter((name): name is string => {
    const resolution = teams.resolve(name ?? "");
    return resolution.kind !== "team" || resolution.team !== name;
  });
};

type TeamsOfEvent = { readonly home_team: string; readonly away_team: string };
const teamsOf = (events: readonly TeamsOfEvent[]): string[] =>
  events.flatMap((event) => [event.home_team, event.away_team]);

describe.skipIf(!present)("names in real recordings", () => {
  it("the catalogue has every sport in the recorded list of The Odds API's sports, except tennis and outrights", () => {
    const listed = JSON.parse(text("toa_sports.json")) as { key: string; has_outrights: boolean }[];
    const wanted = listed
      .filter(({ key, has_outrights }) => !has_outrights && !key.startsWith("tennis"))
      .map(({ key }) => key);
    expect(wanted.length).toBeGreaterThan(60);
    const covered = new Set(sports.map(({ key }) => key));
    expect(wanted.filter((key) => !covered.has(key))).toEqual([]);
  });

  it("recorded NHL names are canonical", () => {
    const events = JSON.parse(text("toa_odds_nhl_2024-03-21.json")) as TeamsOfEvent[];
    expect(events.length).toBe(15);
    expect(notCanonical("icehockey_nhl", teamsOf(events))).toEqual([]);
  });

  it("recorded NFL names are canonical, except for one former name that still resolves to a team", () => {
    const { data } = JSON.parse(text("toa_historical_nfl_2021-11-25.json")) as { data: TeamsOfEvent[] };
    expect(data.length).toBe(15);
    expect(notCanonical("americanfootball_nfl", teamsOf(data))).toEqual(["Washington Football Team"]);
    expect(unresolved("americanfootball_nfl", teamsOf(data))).toEqual([]);
  });

  it("recorded MLB names are canonical, and all 64 books are in the catalogue with their titles", () => {
    const all = rows("toa_flat_mlb_64books_2026-04-16.csv");
    expect(
      notCanonical(
        "baseball_mlb",
        all.flatMap((row) => [row.home_team, row.away_team]),
      ),
    ).toEqual([]);
    const titles = new Map(all.map((row) => [row.bookmaker_key ?? "", row.bookmaker_title]));
    expect(titles.size).toBe(64);
    for (const [key, title] of titles)
      expect({ key, title: findCatalogueBook(key)?.title }).toEqual({ key, title });
  });

  it("the books of the NFL recording of 2021 and the NHL recording of 2024 are in the catalogue", () => {
    const { data } = JSON.parse(text("toa_historical_nfl_2021-11-25.json")) as {
      data: { bookmakers: { key: string }[] }[];
    };
    const nhl = JSON.parse(text("toa_odds_nhl_2024-03-21.json")) as { bookmakers: { key: string }[] }[];
    const keys = new Set([...data, ...nhl].flatMap(({ bookmakers }) => bookmakers.map(({ key }) => key)));
    expect(keys.size).toBeGreaterThan(20);
    expect([...keys].filter((key) => findCatalogueBook(key) === undefined)).toEqual([]);
  });

  it("the team names of recorded NBA props are canonical", () => {
    const { props } = JSON.parse(text("props_nba_6books_2026-03-11.json")) as { props: TeamsOfEvent[] };
    expect(notCanonical("basketball_nba", teamsOf(props))).toEqual([]);
  });

  it("every name in the recorded series of snapshots is canonical", () => {
    const keys: Readonly<Record<string, string>> = {
      NHL: "icehockey_nhl",
      NBA: "basketball_nba",
      WNBA: "basketball_wnba",
    };
    const names = new Map<string, Set<string | undefined>>();
    for (const file of readdirSync(join(folder, "repeated-snapshots")).filter((name) =>
      name.endsWith(".csv"),
    ))
      for (const row of rows(join("repeated-snapshots", file))) {
        const key = keys[row.sport ?? ""] ?? `unknown sport ${row.sport}`;
        const teams = names.get(key) ?? new Set();
        names.set(key, teams.add(row.home_team).add(row.away_team));
      }
    expect([...names.keys()].sort()).toEqual(Object.values(keys).sort());
    for (const [key, found] of names) expect(notCanonical(key, found)).toEqual([]);
  });

  it("every recorded short name of a club in five European soccer leagues resolves to a team", () => {
    const keys: Readonly<Record<string, string>> = {
      E0: "soccer_epl",
      SP1: "soccer_spain_la_liga",
      I1: "soccer_italy_serie_a",
      D1: "soccer_germany_bundesliga",
      F1: "soccer_france_ligue_one",
    };
    const all = rows("football_data_2025_26_open_close.csv");
    for (const [division, key] of Object.entries(keys)) {
      const ofDivision = all.filter((row) => row.Div === division);
      expect(ofDivision.length).toBeGreaterThan(0);
      expect(
        unresolved(
          key,
          ofDivision.flatMap((row) => [row.HomeTeam, row.AwayTeam]),
        ),
      ).toEqual([]);
    }
  });

  it("American football team names resolve to teams if they are spelled as prediction markets spell them", () => {
    const kalshi = JSON.parse(text("kalshi_nfl_2026-09-25_transcribed.json")) as {
      KXNFLGAME: { yes_sub_title: string }[];
    };
    const names = kalshi.KXNFLGAME.map((market) => market.yes_sub_title);
    expect(names.length).toBe(8);
    expect(unresolved("americanfootball_nfl", names)).toEqual([]);
    expect(unresolved("americanfootball_ncaaf", ["Miami (FL)", "Wake Forest"])).toEqual([]);
  });
});
