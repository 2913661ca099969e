import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createOwnerActions } from "@/server/account/owner/owner-actions";
import { consoleLimits, createViewingLimit } from "@/server/web/http/screen/viewing-limit";
import { type ApiRig, rigConfig, startApiRig } from "@/server/web/http/testing/api-rig";
import { slateNow, slateRig, sport, upcoming } from "@/server/web/http/testing/slate";
import { handleWebsiteCall, type WebsiteServices } from "@/server/web/http/website/handle-website-call";
import type { SessionLookup } from "@/server/web/http/website/look-up-session";

let rig: ApiRig;
let services: WebsiteServices;
let now = slateNow;
let limit = createViewingLimit(() => now);
beforeAll(async () => {
  rig = await startApiRig(slateRig);
  const config = { ...rig.services.config } as WebsiteServices["config"];
  const { db, announceAccountChanged } = rig.services;
  const ownerActions = createOwnerActions({
    db,
    config,
    announceAccountChanged,
    warn: () => false,
    now: () => now,
  });
  services = {
    ...rig.services,
    config,
    accountPages: { ownerActions },
    log: rig.services.log as WebsiteServices["log"],
    noteCall: () => undefined,
    publicSports: new Set([sport]),
  };
});
afterAll(() => rig.close());
beforeEach(() => {
  limit = createViewingLimit(() => now);
});

const call = async (
  procedure: string,
  input: object,
  {
    visitor,
    address = "192.0.2.1",
    headers = { "sec-fetch-site": "same-origin" },
    publicSports = services.publicSports,
  }: {
    readonly visitor?: SessionLookup;
    readonly address?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly publicSports?: ReadonlySet<string>;
  } = {},
) => {
  // Each call is a second after the previous one, so that the limit per second never applies.
  now += 1_000;
  const request = new Request(`${rigConfig.baseUrl}/api/trpc/${procedure}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(input),
  });
  const response = await handleWebsiteCall({ ...services, publicSports }, limit, request, procedure, {
    session: visitor,
    address,
  });
  const body = await response.json();
  return { response, status: response.status, data: body.result?.data, error: body.error };
};

const game = { sport, id: upcoming, markets: "h2h" };

test("a visitor's call in the docs returns what /v1 returns, and nothing is metered", async () => {
  rig.meter.addKey("key", "free");
  const odds = await rig.request(`/v1/sports/${sport}/events/${upcoming}/odds?markets=h2h`, { key: "key" });
  const events = await rig.request(`/v1/sports/${sport}/events`, { key: "key" });
  const metered = rig.meter.requests.length;
  const { data, response } = await call("odds.one", game);
  expect(data).toEqual(odds.json);
  expect(response.headers.get("x-requests-last")).toBeNull();
  expect((await call("events.list", { sport })).data).toEqual(events.json);
  for (const procedure of ["sports.list", "bookmakers.list", "markets.list"])
    expect((await call(procedure, {})).status).toBe(200);
  expect(rig.meter.requests).toHaveLength(metered);
});

test("a visitor can read only the sports in `publicSports`, and no account data; if `publicSports` is empty, a visitor can read nothing", async () => {
  for (const [procedure, input] of [
    ["odds.list", { sport: "basketball_nba" }],
    ["events.list", { sport: "basketball_nba" }],
    ["usage.read", {}],
    ["keys.list", {}],
    ["keys.create", { label: "planted" }],
    ["tokens.create", {}],
    ["constructor", {}],
    ["nothing", {}],
  ] as const)
    expect([procedure, (await call(procedure, input)).error?.data.code]).toEqual([
      procedure,
      "MISSING_SESSION",
    ]);
  const none = { publicSports: new Set<string>() };
  for (const [procedure, input] of [
    ["sports.list", {}],
    ["odds.one", game],
  ] as const)
    expect((await call(procedure, input, none)).error.data.code).toBe("MISSING_SESSION");
});

test("a visitor's call returns the same error codes as /v1, and PLAN_REQUIRED for props and history", async () => {
  for (const [procedure, input, code] of [
    ["odds.list", {}, "BAD_REQUEST"],
    ["odds.list", { sport: ["x"] }, "BAD_REQUEST"],
    ["odds.list", { sport: "made_up" }, "UNKNOWN_SPORT"],
    ["odds.one", { ...game, id: "made_up" }, "UNKNOWN_EVENT"],
    ["odds.one", { ...game, markets: "made_up" }, "INVALID_MARKET"],
    ["props.one", { ...game, markets: "player_pass_yds" }, "PLAN_REQUIRED"],
    ["history.series", game, "PLAN_REQUIRED"],
  ] as const)
    expect([procedure, (await call(procedure, input)).error?.data.code]).toEqual([procedure, code]);
});

test("a visitor whose network has used up its calls must wait; other networks and the odds screen are not affected", async () => {
  for (let n = 0; n < consoleLimits.views.burst; n++) await limit.take({ kind: "console", id: "192.0.2.1" });
  const { status, error, response } = await call("odds.one", game);
  expect([status, error.data.code]).toEqual([429, "SPEED_LIMIT"]);
  const waitSeconds = Number(response.headers.get("retry-after"));
  expect(waitSeconds).toBeGreaterThan(0);
  expect((await call("odds.one", game, { address: "198.51.100.1" })).status).toBe(200);
  expect(await limit.take({ kind: "visitor", id: "192.0.2.1" })).toBe(0);
  now += waitSeconds * 1000;
  expect((await call("odds.one", game)).status).toBe(200);
});

test("a page of another site, or a program without a browser's headers, cannot call as a visitor", async () => {
  for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}])
    expect((await call("odds.one", game, { headers })).error.data.code).toBe("MISSING_SESSION");
});
