import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findSport } from "@/server/domain/catalogue/sports";
import { hourMs } from "@/server/domain/durations";
import { eventOf, iso, playerMarket, snapshotOf, totals } from "@/server/ingest/recorder/testing/snapshots";
import { createScreen } from "@/server/market/screen/create-screen";
import { createReadLastChanges } from "@/server/market/screen/last-changes";
import { createReadSparkline } from "@/server/market/screen/sparklines";
import { renameLearnedTeam } from "@/server/ops/change-teams";
import { handleScreenCall } from "@/server/web/http/screen/handle-screen-call";
import { createViewingLimit } from "@/server/web/http/screen/viewing-limit";
import { type ApiRig, rigConfig, startApiRig } from "@/server/web/http/testing/api-rig";

/* Two books spell a team differently, so each game has two fixtures. The operator renames the team, which merges the fixtures. */

const sport = "soccer_fa_cup";
const now = Date.UTC(2026, 10, 21, 12);
const upcomingStart = now + 8 * hourMs;
const pastStart = now - 30 * hourMs;

const scorer = playerMarket("player_goal_scorer_anytime", [
  { side: "yes", player: "Erling Haaland", american: -120 },
]);

const listing = (book: string, name: string, opponent: string, start: number, at: number) =>
  snapshotOf(book, at, [eventOf(start, [totals(2.5, -110, -110), scorer], { home: name, away: opponent })], {
    sport,
    recorded_at: iso(at),
  });

const gameOf = (opponent: string, start: number, at: number) => [
  listing("betfair", "Northport Town", opponent, start, at),
  listing("fanduel", "Northprt Town", opponent, start, at + 1_000),
];
const idOf = (name: string, opponent: string, day: string) =>
  `${sport}-${opponent}-at-${name}-2026-11-${day}`;
const upcoming = {
  kept: idOf("northport-town", "eastburg-rovers", "21"),
  merged: idOf("northprt-town", "eastburg-rovers", "21"),
};
const past = {
  kept: idOf("northport-town", "westhill-albion", "20"),
  merged: idOf("northprt-town", "westhill-albion", "20"),
};

let rig: ApiRig;
beforeAll(async () => {
  rig = await startApiRig({
    now,
    archiveFrom: Date.UTC(2026, 8, 1),
    snapshots: [
      ...gameOf("Westhill Albion", pastStart, pastStart - hourMs),
      ...gameOf("Eastburg Rovers", upcomingStart, now - 10_000),
    ],
  });
  rig.meter.addKey("business", "business");
  const named = findSport(sport);
  if (named === undefined) throw new Error(`no sport ${sport}`);
  const { board, db } = rig.services;
  const before = await db.execute<{ id: string }>("select id from fixtures order by id");
  expect(before.map(({ id }) => id).sort()).toEqual(
    [upcoming.kept, upcoming.merged, past.kept, past.merged].sort(),
  );
  await renameLearnedTeam(db, { sport: named, team: "Northprt Town", to: "Northport Town" });
  await vi.waitFor(() => expect(board.find(upcoming.merged)?.id).toBe(upcoming.kept), { timeout: 240_000 });
});
afterAll(() => rig.close());

const read = async (target: string) => {
  const { status, json } = await rig.request(target, { key: "business" });
  expect(status, target).toBe(200);
  return json;
};

const byId: readonly (readonly [
  string,
  { readonly kept: string; readonly merged: string },
  (id: string) => string,
])[] = [
  ["odds of a fixture", upcoming, (id) => `/v1/sports/${sport}/events/${id}/odds?markets=totals`],
  [
    "props of a fixture",
    upcoming,
    (id) => `/v1/sports/${sport}/events/${id}/props?markets=player_goal_scorer_anytime`,
  ],
  ["history", upcoming, (id) => `/v1/historical/sports/${sport}/events/${id}/odds?markets=totals`],
  ["openers", upcoming, (id) => `/v1/historical/sports/${sport}/events/${id}/openers?markets=totals`],
  ["closing lines", past, (id) => `/v1/historical/sports/${sport}/events/${id}/closing?markets=totals`],
];

test.each(byId)(
  "%s under the id of a merged fixture are those of the fixture that it turned out to be",
  async (_, { kept, merged }, path) => {
    const json = await read(path(kept));
    expect(await read(path(merged))).toEqual(json);
    expect(JSON.stringify(json)).toContain('"betfair"');
    expect(JSON.stringify(json)).toContain('"fanduel"');
  },
);

test.each([
  ["odds", `/v1/sports/${sport}/odds?markets=totals&eventIds=`],
  ["props", `/v1/sports/${sport}/props?markets=player_goal_scorer_anytime&eventIds=`],
])("the list of %s finds a fixture under the id of a merged one, and lists it once", async (_, path) => {
  const json = await read(`${path}${upcoming.kept}`);
  expect(new Set(json.map((row: { id?: string; event_id?: string }) => row.id ?? row.event_id))).toEqual(
    new Set([upcoming.kept]),
  );
  expect(await read(`${path}${upcoming.merged}`)).toEqual(json);
  expect(await read(`${path}${upcoming.merged},${upcoming.kept}`)).toEqual(json);
});

test("the list of fixtures has a merged fixture once, under the id that it keeps", async () => {
  const json = await read(`/v1/sports/${sport}/events`);
  expect(json.map(({ id }: { id: string }) => id)).toEqual([upcoming.kept]);
  const all = await read(`/v1/sports/${sport}/events?commenceTimeFrom=2026-11-01T00:00:00Z`);
  expect(all.map(({ id }: { id: string }) => id)).toEqual([past.kept, upcoming.kept]);
});

test("the odds screen shows the fixture under the id of a merged one", async () => {
  const clock = () => now;
  const { services } = rig;
  const screen = {
    ...services,
    screen: createScreen(services.board, clock),
    readSparkline: createReadSparkline(services.archive, services.board.mirrors, clock),
    readLastChanges: createReadLastChanges(services.archive),
    publicSports: new Set([sport]),
  };
  const view = async (event: string) => {
    const url = `${rigConfig.baseUrl}/api/screen/game?${new URLSearchParams({ sport, event, market: "totals" })}`;
    const headers = { "sec-fetch-site": "same-origin" };
    const response = await handleScreenCall(
      screen,
      createViewingLimit(clock),
      new Request(url, { headers }),
      "game",
      {
        visitor: undefined,
        address: "192.0.2.1",
      },
    );
    expect(response.status).toBe(200);
    return response.json();
  };
  const game = await view(upcoming.kept);
  expect(JSON.stringify(game)).toContain(upcoming.kept);
  expect(await view(upcoming.merged)).toEqual(game);
});
