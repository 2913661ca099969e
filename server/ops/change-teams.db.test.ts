import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { findSport, type Sport } from "@/server/domain/catalogue/sports";
import { minuteMs } from "@/server/domain/durations";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { forgetNames } from "@/server/ingest/recorder/state/forget-names";
import { listLearnedTeams } from "@/server/ingest/recorder/state/learned-teams";
import { serve } from "@/server/ingest/recorder/testing/board-rig";
import { recorderRig, start, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { eventOf, moneyline, snapshotOf, testRecorder } from "@/server/ingest/recorder/testing/snapshots";
import { forgetLearnedTeam, renameLearnedTeam } from "@/server/ops/change-teams";

const rig = recorderRig();
const key = "mma_mixed_martial_arts";
const sportOf = (sportKey: string): Sport => {
  const sport = findSport(sportKey);
  if (sport === undefined) throw new Error(`no sport ${sportKey}`);
  return sport;
};
const mma = sportOf(key);
const db = () => rig.database().db;

const list = (book: string, minutes: number, home: string, away: string) => {
  const at = t0 + minutes * minuteMs;
  const events = [eventOf(start, [moneyline(-150, 130)], { home, away })];
  return recordSnapshots(testRecorder(db()), [snapshotOf(book, at, events, { sport: key, complete: true })], {
    clock: "now",
    now: at,
  });
};
const served = async (minutes: number, ids: readonly string[] = []) => {
  const { list: listed, byId } = await serve(db(), key, t0 + minutes * minuteMs, ids);
  const short = ({ id, home_team, bookmakers }: (typeof listed)[number]) =>
    [id, home_team, bookmakers.map((book) => book.key)] as const;
  return { list: listed.map(short), byId: byId.map(short) };
};
const auditLines = () => rig.rows(sql`select action, detail from audit_lines order by id`);
const names = async () => (await listLearnedTeams(db(), key, null, t0)).map(({ team }) => team);

test("a renamed team is shown under its new name, keeps its fixture's id, and its books stay matched under the old name", async () => {
  await list("fanduel", 0, "Jon Jonse", "Stipe Miocic");
  const [id] = await rig.fixtureIds();
  expect(await renameLearnedTeam(db(), { sport: mma, team: "Jon Jonse", to: "Jon Jones" })).toBe(0);
  expect((await served(0)).list).toEqual([[id, "Jon Jones", ["fanduel"]]]);
  await list("fanduel", 1, "Jon Jonse", "Stipe Miocic");
  await list("draftkings", 1, "Jon Jones", "Stipe Miocic");
  expect((await served(1)).list).toEqual([[id, "Jon Jones", ["draftkings", "fanduel"]]]);
  expect(await names()).toEqual(["Jon Jones", "Stipe Miocic"]);
  const detail = { sport: key, team: "Jon Jonse", to: "Jon Jones", merged: 0 };
  expect(await auditLines()).toEqual([{ action: "team rename", detail }]);
});

test("renaming a team to another team merges their fixtures, which answer under both ids", async () => {
  await list("fanduel", 0, "Jonny Bones", "Stipe Miocic");
  await list("draftkings", 1, "Jon Jones", "Stipe Miocic");
  const ids = await rig.fixtureIds();
  expect(ids).toHaveLength(2);
  expect(await renameLearnedTeam(db(), { sport: mma, team: "Jonny Bones", to: "Jon Jones" })).toBe(1);
  await list("fanduel", 2, "Jonny Bones", "Stipe Miocic");
  const { list: listed, byId } = await served(2, ids);
  expect(listed).toEqual([[expect.any(String), "Jon Jones", ["draftkings", "fanduel"]]]);
  expect(byId).toEqual([listed[0], listed[0]]);
});

test("a forgotten name leaves all lists, and returns with a new fixture if a book states it again", async () => {
  await list("fanduel", 0, "Jon Jonse", "Stipe Miocic");
  await db().execute(sql`update fixtures set commence_time = now() + interval '1 day'`);
  expect(await forgetLearnedTeam(db(), { sport: mma, team: "Jon Jonse" })).toBe(1);
  await db().execute(sql`update fixtures set commence_time = to_timestamp(${start}::float8 / 1000)`);
  expect((await served(0)).list).toEqual([]);
  expect(await names()).toEqual(["Stipe Miocic"]);
  await list("fanduel", 1, "Jon Jonse", "Stipe Miocic");
  expect((await served(1)).list).toEqual([[expect.any(String), "Jon Jonse", ["fanduel"]]]);
  expect((await auditLines()).map(({ action }) => action)).toEqual(["team forget"]);
});

test.each([
  ["basketball_nba", "Boston Celtics", "basketball_nba: all teams are in the catalogue"],
  [key, "Nobody Known", `${key}: Nobody Known is not a learned name`],
])("in %s, renaming or forgetting %s fails with the error %j", async (sportKey, team, message) => {
  const sport = sportOf(sportKey);
  await expect(renameLearnedTeam(db(), { sport, team, to: "Someone" })).rejects.toThrow(message);
  await expect(forgetLearnedTeam(db(), { sport, team })).rejects.toThrow(message);
  expect(await auditLines()).toEqual([]);
});

test("the list has the independent sources and the books that state a name, and its upcoming fixtures", async () => {
  await list("fanduel", 0, "Jon Jones", "Stipe Miocic");
  await list("draftkings", 1, "Jon Jones", "Stipe Miocic");
  await list("unibet", 2, "Jon Jonse", "Stipe Miocic");
  const all = await listLearnedTeams(db(), key, null, t0);
  expect(all.map(({ team, sources, books }) => [team, sources, books])).toEqual([
    ["Jon Jones", 2, ["draftkings", "fanduel"]],
    ["Jon Jonse", 1, ["unibet"]],
    ["Stipe Miocic", 3, ["draftkings", "fanduel", "unibet"]],
  ]);
  const [hidden] = await listLearnedTeams(db(), key, "Jon Jonse", t0);
  expect([hidden?.fixtures.length, hidden?.hidden.length]).toEqual([0, 1]);
});

test("a name is forgotten once no book has stated a fixture of it for 30 days, and not before", async () => {
  await list("fanduel", 0, "Jon Jones", "Stipe Miocic");
  const age = (column: "learned" | "stated", days: number) =>
    column === "learned"
      ? db().execute(sql`update learned_teams set learned_at = now() - ${days} * interval '1 day'`)
      : db().execute(sql`update checks set recorded_at = now() - ${days} * interval '1 day'`);
  await db().execute(sql`update fixtures set commence_time = now() + interval '90 days'`);
  await age("learned", 31);
  await age("stated", 29);
  expect(await forgetNames(db())).toBe(0);
  await age("learned", 29);
  await age("stated", 31);
  expect(await forgetNames(db())).toBe(0);
  await age("learned", 31);
  expect(await forgetNames(db())).toBe(2);
  expect(await rig.rows(sql`select name from learned_teams`)).toEqual([]);
});

test("a team cannot be renamed to its own opponent", async () => {
  await list("fanduel", 0, "Jon Jones", "Stipe Miocic");
  await expect(
    renameLearnedTeam(db(), { sport: mma, team: "Jon Jones", to: "Stipe Miocic" }),
  ).rejects.toThrow(
    `${key}: Jon Jones and Stipe Miocic are opponents in a fixture, so they cannot be one team`,
  );
  expect(await names()).toEqual(["Jon Jones", "Stipe Miocic"]);
});

test("a fixture whose opponent was replaced by a fixture that is merged stays replaced for the same reason", async () => {
  await list("fanduel", 0, "Jonny Bones", "Stipe Miocic");
  await list("draftkings", 1, "Jon Jones", "Stipe Miocic");
  const [first, second] = await rig.fixtureIds();
  await db().execute(sql`
    insert into fixtures (id, sport_key, home_team, away_team, commence_time, listed, replaced_by, look_alike, created_at)
    select 'replaced', sport_key, home_team, 'Tom Aspinall', commence_time, true, from_id.id, false, now()
    from fixtures f cross join (values (${first}), (${second})) from_id(id) where f.id = from_id.id
      and f.home_team = 'Jonny Bones'`);
  await renameLearnedTeam(db(), { sport: mma, team: "Jonny Bones", to: "Jon Jones" });
  const [row] = await rig.rows<{ look_alike: boolean; merged: boolean }>(
    sql`select look_alike, merged_into is not null as merged from fixtures where id = 'replaced'`,
  );
  expect(row).toEqual({ look_alike: false, merged: false });
});
