import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { listAliases } from "@/server/ingest/recorder/state/team-aliases";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf } from "@/server/ingest/recorder/testing/snapshots";
import { addAlias, removeAlias } from "@/server/ops/change-aliases";

const rig = recorderRig();

const sportOf = (key: string): Sport => {
  const sport = findSport(key);
  if (sport === undefined) throw new Error(`no sport ${key}`);
  return sport;
};
const add = (sport: string, team: string, name: string) =>
  addAlias(rig.database().db, { sport: sportOf(sport), team, name });
const remove = (sport: string, team: string, name: string) =>
  removeAlias(rig.database().db, { sport: sportOf(sport), team, name });
const auditLines = () => rig.rows(sql`select account_id, action, detail from audit_lines order by id`);

const nba = "basketball_nba";
const handball = "handball_germany_bundesliga";

test("an alias is stored once, even if it is added again with different capitalization, and each change gets an audit line", async () => {
  expect(await add(nba, "Boston Celtics", "Beantown Greens")).toBe(true);
  expect(await add(nba, "Boston Celtics", "Beantown Greens")).toBe(false);
  expect(await add(nba, "Boston Celtics", "beantown greens")).toBe(false);
  const alias = { sport: nba, team: "Boston Celtics", name: "Beantown Greens" };
  expect(await listAliases(rig.database().db, nba)).toEqual([{ ...alias, createdAt: expect.any(Number) }]);
  await remove(nba, "Boston Celtics", "BEANTOWN GREENS");
  expect(await listAliases(rig.database().db, null)).toEqual([]);
  expect(await auditLines()).toEqual([
    { account_id: null, action: "alias add", detail: alias },
    { account_id: null, action: "alias remove", detail: { ...alias, name: "BEANTOWN GREENS" } },
  ]);
});

test.each([
  ["Boston Celtics", "LA Lakers", "basketball_nba: LA Lakers already means Los Angeles Lakers"],
  ["Los Angeles Lakers", "Los Angeles", "basketball_nba: Los Angeles already means Los Angeles Clippers"],
  ["Boston Celtics", "Miami Heat", "basketball_nba: Miami Heat is itself a team of this sport"],
  ["Boston Pelicans", "Beantown", "basketball_nba: Boston Pelicans is not a team of this sport"],
  ["toString", "Beantown", "basketball_nba: toString is not a team of this sport"],
  ["Boston Celtics", "!!", "basketball_nba: the name has no letter or digit"],
])("for the team %j, adding the alias %j fails with the error %j", async (team, name, message) => {
  await expect(add(nba, team, name)).rejects.toThrow(message);
  expect(await listAliases(rig.database().db, null)).toEqual([]);
});

test("a spelling cannot be an alias of two teams, and can be removed from its own team only", async () => {
  await add(nba, "Miami Heat", "South Beach");
  await expect(add(nba, "Boston Celtics", "south-beach")).rejects.toThrow(
    "basketball_nba: south-beach already means Miami Heat",
  );
  await expect(remove(nba, "Boston Celtics", "South Beach")).rejects.toThrow(
    "South Beach is not an alias of Boston Celtics in basketball_nba",
  );
});

test("in an open sport, an alias can be added only for a team that has a fixture, and must not be the name of another team", async () => {
  await expect(add(handball, "TSV Hohenwald", "Kiel Zebras")).rejects.toThrow(
    "handball_germany_bundesliga: TSV Hohenwald is not a team of this sport",
  );
  const match = eventOf(start, [moneyline(-150, 130)], { home: "TSV Hohenwald", away: "SC Grünhausen" });
  await rig.record(snapshotOf("bwin", t0, [match], { sport: handball }));
  expect(await add(handball, "TSV Hohenwald", "Kiel Zebras")).toBe(true);
  await expect(add(handball, "TSV Hohenwald", "sc grünhausen")).rejects.toThrow(
    "handball_germany_bundesliga: sc grünhausen is itself a team of this sport",
  );
  const respelled = { ...match, home: "Kiel Zebras" };
  expect((await rig.record(snapshotOf("betmgm", t0, [respelled], { sport: handball }))).events.matched).toBe(
    1,
  );
  expect(await rig.fixtureIds()).toHaveLength(1);
});
