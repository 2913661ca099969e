import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs } from "@/server/domain/durations";
import type { PlanName } from "@/server/domain/plans/plans";
import { createScreen } from "@/server/market/screen/create-screen";
import { createReadLastChanges } from "@/server/market/screen/last-changes";
import { createReadSparkline } from "@/server/market/screen/sparklines";
import type { GameView, SlateView } from "@/server/market/screen/views";
import { handleScreenCall, serverTimeHeader } from "@/server/web/http/screen/handle-screen-call";
import { createViewingLimit, viewingLimitOf } from "@/server/web/http/screen/viewing-limit";
import type { ScreenCallServices } from "@/server/web/http/services.types";
import { type ApiRig, rigConfig, startApiRig } from "@/server/web/http/testing/api-rig";
import {
  inside14Days,
  outside14Days,
  slateNow,
  slateRig,
  sport,
  upcoming,
} from "@/server/web/http/testing/slate";
import type { SessionLookup } from "@/server/web/http/website/look-up-session";

let rig: ApiRig;
let services: ScreenCallServices;
let now = slateNow;
let limit = createViewingLimit(() => now);
beforeAll(async () => {
  rig = await startApiRig(slateRig);
  const clock = () => slateNow;
  services = {
    ...rig.services,
    screen: createScreen(rig.services.board, clock),
    readSparkline: createReadSparkline(rig.services.archive, rig.services.board.mirrors, clock),
    readLastChanges: createReadLastChanges(rig.services.archive),
    publicSports: new Set([sport]),
  };
});
afterAll(() => rig.close());
beforeEach(() => {
  now = slateNow;
  limit = createViewingLimit(() => now);
});

const account = (plan: PlanName): SessionLookup => ({
  accountId: plan,
  email: "a@example.com",
  plan,
  sessionId: "s",
});

const request = async (
  view: string,
  input: Readonly<Record<string, string>>,
  {
    visitor,
    headers = { "sec-fetch-site": "same-origin" },
    address = "192.0.2.1",
    from = services,
  }: {
    readonly visitor?: SessionLookup;
    readonly headers?: Readonly<Record<string, string>>;
    readonly address?: string;
    readonly from?: ScreenCallServices;
  } = {},
) => {
  const url = `${rigConfig.baseUrl}/api/screen/${view}?${new URLSearchParams(input)}`;
  const response = await handleScreenCall(from, limit, new Request(url, { headers }), view, {
    visitor,
    address,
  });
  const text = await response.text();
  return { response, status: response.status, json: text === "" ? undefined : JSON.parse(text) };
};

const game = { sport, event: upcoming };

test("a view of a game has the prices that the API serves, states the database's time in a header, and costs nothing", async () => {
  const { response, json } = await request("game", game, { visitor: account("free") });
  const view = json as GameView;
  rig.meter.addKey("key", "free");
  rig.usage.length = 0;
  const odds = await rig.request(`/v1/sports/${sport}/events/${upcoming}/odds?markets=h2h`, { key: "key" });
  expect(view.quotes.map(({ book }) => book)).toEqual(
    odds.json.bookmakers.map(({ key }: { key: string }) => key),
  );
  expect(view.quotes[0]?.outcomes).toEqual([
    { side: "home", price: { american: -150 } },
    { side: "away", price: { american: 130 } },
  ]);
  expect(view.markets.map(({ key }) => key)).toEqual(["h2h", "totals", "player_pass_yds"]);
  expect(response.headers.get(serverTimeHeader)).toBe(String(slateNow));
  expect(response.headers.get("x-requests-last")).toBeNull();
  expect(rig.usage.map(({ endpoint }) => endpoint)).toEqual(["getEventOdds"]);
});

const useUp = async (plan: PlanName): Promise<void> => {
  const viewer = { kind: "account", id: plan, plan } as const;
  for (let n = 0; n < viewingLimitOf(viewer, "views").burst; n++) await limit.take(viewer);
};

test("an unchanged view returns 304 without a body, even if the viewer has used up the viewing limit", async () => {
  const visitor = account("free");
  const first = await request("slate", { sport }, { visitor });
  await useUp("free");
  const tag = first.response.headers.get("etag") ?? "";
  expect((first.json as SlateView).games).toHaveLength(1);
  const headers = { "if-none-match": tag };
  for (let n = 0; n < 3; n++) {
    const again = await request("slate", { sport }, { visitor, headers });
    expect([again.status, again.json]).toEqual([304, undefined]);
    expect(again.response.headers.get(serverTimeHeader)).not.toBeNull();
  }
});

test("a viewer who has used up the viewing limit gets 429 until the time in Retry-After has passed, and other viewers are served", async () => {
  await useUp("free");
  const { status, json, response } = await request("game", game, { visitor: account("free") });
  expect([status, json.error.code]).toEqual([429, "SPEED_LIMIT"]);
  const waitSeconds = Number(response.headers.get("retry-after"));
  expect(waitSeconds).toBeGreaterThan(0);
  expect((await request("game", game, { visitor: account("starter") })).status).toBe(200);
  expect((await request("game", game)).status).toBe(200);
  now += waitSeconds * 1000;
  expect((await request("game", game, { visitor: account("free") })).status).toBe(200);
});

test("visitors without an account see only the public sports (PUBLIC_SPORTS), and neither they nor accounts on the Free plan see props", async () => {
  expect((await request("leagues", {})).json.map(({ key }: { key: string }) => key)).toEqual([sport]);
  expect((await request("featured", {})).json).toMatchObject({ id: upcoming });
  const props = { ...game, market: "player_pass_yds" };
  for (const visitor of [undefined, account("free")])
    expect((await request("game", props, { visitor })).json.error).toMatchObject({
      code: "PLAN_REQUIRED",
      required_plan: "growth",
    });
  const closed = { ...services, publicSports: new Set<string>() };
  const sent = { from: closed };
  for (const [view, input] of [
    ["slate", { sport }],
    ["game", game],
    ["sparklines", { sport }],
    ["movement", game],
  ] as const)
    expect((await request(view, input, sent)).json.error.code).toBe("MISSING_SESSION");
  expect((await request("leagues", {}, sent)).json).toEqual([]);
  expect((await request("featured", {}, sent)).json).toBeNull();
  expect((await request("slate", { sport }, { ...sent, visitor: account("free") })).status).toBe(200);
});

test("props need the Growth plan, and price history needs the Scale plan, as on /v1", async () => {
  const props = { ...game, market: "player_pass_yds" };
  const { json } = await request("game", props, { visitor: account("growth") });
  expect((json as GameView).quotes[0]?.outcomes[0]).toMatchObject({ subject: "Bills QB1", point: 249.5 });
  const player = await request("game", { ...game, player: "Bills QB1" }, { visitor: account("growth") });
  expect((player.json as GameView).quotes.map(({ market }) => market)).toEqual(["player_pass_yds"]);
  for (const [view, input] of [
    ["movement", game],
    ["movement", { sport, event: "unknown" }],
    ["sparklines", { sport }],
  ] as const)
    expect((await request(view, input, { visitor: account("growth") })).json.error.required_plan).toBe(
      "scale",
    );
  const movement = await request("movement", game, { visitor: account("scale") });
  expect(movement.json.bookmakers[0]).toMatchObject({
    key: "draftkings",
    markets: [{ movement: "no_movement" }],
  });
  expect((await request("sparklines", { sport }, { visitor: account("scale") })).json).toMatchObject([
    { id: upcoming },
  ]);
});

test("finished games are listed for every viewer, the latest first; their closing prices need the Scale plan, and older ones the Business plan", async () => {
  const range = { sport, from: String(slateNow - 15 * dayMs), to: String(slateNow + dayMs) };
  const { json } = await request("finished", range);
  expect(json.map(({ id }: { id: string }) => id)).toEqual([inside14Days, outside14Days]);
  expect(json[0]).toMatchObject({ homeTeam: "New York Jets", awayTeam: "Miami Dolphins" });
  // The upcoming game has not finished, and a range of a year is cut to its last 31 days.
  const year = { sport, from: String(slateNow - 365 * dayMs), to: String(slateNow) };
  expect((await request("finished", year)).json).toHaveLength(2);
  expect((await request("finished", { ...range, to: String(slateNow - 15 * dayMs) })).json).toEqual([]);
  const closing = (event: string, plan: PlanName) =>
    request("closing", { sport, event }, { visitor: account(plan) });
  for (const plan of ["free", "growth"] as const)
    expect((await closing(inside14Days, plan)).json.error.required_plan).toBe("scale");
  expect((await closing(outside14Days, "scale")).json.error.required_plan).toBe("business");
  const { json: edge } = await closing(inside14Days, "scale");
  expect(edge.bookmakers).toMatchObject([
    { key: "draftkings", markets: [{ key: "h2h", status: "recorded" }] },
    {},
  ]);
});

test("the last changes of a game state since when each book's price is unchanged", async () => {
  const { json } = await request("lastChanges", game);
  expect(json).toEqual({ draftkings: slateNow - 10_000, fanduel: slateNow - 10_000 });
  expect(
    (await request("lastChanges", { ...game, market: "player_pass_yds" })).json.error.required_plan,
  ).toBe("growth");
});

test("a finished game has the main markets of its league, so that each market's closing prices can be chosen", async () => {
  const { json } = await request("game", { sport, event: inside14Days });
  expect(json).toMatchObject({ state: "closed", quotes: [] });
  expect((json as GameView).markets.map(({ key }) => key).slice(0, 3)).toEqual(["h2h", "spreads", "totals"]);
});

test("a request from another site, an unknown view and invalid parameters are rejected", async () => {
  for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])
    expect((await request("slate", { sport }, { headers })).status).toBe(404);
  for (const [view, input, code] of [
    ["constructor", {}, "NOT_FOUND"],
    ["game", { sport }, "BAD_REQUEST"],
    ["slate", { sport: "made_up" }, "UNKNOWN_SPORT"],
    ["slate", { sport, market: "made_up" }, "INVALID_MARKET"],
    ["slate", { sport, market: "team_totals" }, "INVALID_MARKET"],
    ["game", { sport, event: "made_up" }, "UNKNOWN_EVENT"],
  ] as const)
    expect([view, (await request(view, input)).json.error.code]).toEqual([view, code]);
  expect((await request("slate", { sport }, { visitor: "too_many" })).json.error.code).toBe("SPEED_LIMIT");
});
