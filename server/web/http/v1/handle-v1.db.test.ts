import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { planNames } from "@/server/domain/plans/plans";
import { endpoints, type ProcedureName } from "@/server/web/api/endpoints";
import { type ApiRig, startApiRig } from "@/server/web/http/testing/api-rig";
import { inside14Days, outside14Days, slateRig, sport, upcoming } from "@/server/web/http/testing/slate";

let rig: ApiRig;
beforeAll(async () => {
  rig = await startApiRig(slateRig);
});
afterAll(() => rig.close());
beforeEach(() => {
  for (const plan of planNames) rig.meter.addKey(plan, plan);
  rig.meter.requests.length = 0;
  rig.usage.length = 0;
  rig.meter.nextOutcomes.length = 0;
});

const odds = `/v1/sports/${sport}/odds`;
const eventOdds = `/v1/sports/${sport}/events/${upcoming}/odds`;
const props = `/v1/sports/${sport}/props`;
const history = (id: string) => `/v1/historical/sports/${sport}/events/${id}/odds`;

/** A successful call of each endpoint that needs a key, except the stream: see streams.db.test.ts. */
const calls: Readonly<Record<Exclude<ProcedureName, `keys.${string}` | "stream.open">, string>> = {
  "sports.list": "/v1/sports",
  "bookmakers.list": "/v1/bookmakers",
  "markets.list": "/v1/markets",
  "markets.ofSport": `/v1/sports/${sport}/markets`,
  "coverage.read": "/v1/coverage",
  "events.list": `/v1/sports/${sport}/events`,
  "odds.list": odds,
  "odds.one": eventOdds,
  "stream.changes": `/v1/odds/changes?sports=${sport}`,
  "props.list": `${props}?markets=player_pass_yds`,
  "props.one": `/v1/sports/${sport}/events/${upcoming}/props?markets=player_pass_yds`,
  "best.list": `/v1/sports/${sport}/best`,
  "best.one": `/v1/sports/${sport}/events/${upcoming}/best`,
  "history.series": history(upcoming),
  "history.openers": `/v1/historical/sports/${sport}/events/${upcoming}/openers`,
  "history.closing": `/v1/historical/sports/${sport}/events/${inside14Days}/closing`,
  "usage.read": "/v1/account/usage",
  "usage.daily": "/v1/account/usage/daily",
};

const keyEndpoints = Object.entries(calls).map(([procedure, target]) => {
  const endpoint = endpoints.find((candidate) => candidate.procedure === procedure);
  if (endpoint === undefined) throw new Error(`the router lacks ${procedure}`);
  return { ...endpoint, target };
});

test("every endpoint that needs a key is called by these tests", () => {
  expect(keyEndpoints).toHaveLength(
    endpoints.filter(({ access, isStream }) => access === "key" && !isStream).length,
  );
});

describe.each(keyEndpoints)(
  "$method $path",
  ({ counted, isPersonal, operationId, response: schema, target }) => {
    test("returns the documented shape at the documented cost", async () => {
      const response = await rig.request(target, { key: "business" });
      expect(response.status).toBe(200);
      expect(schema?.safeParse(response.json)).toMatchObject({ success: true });
      expect(response.headers.get("x-requests-last")).toBe(counted ? "1" : "0");
      expect(response.headers.get("x-requests-used")).toBe(counted ? "1" : "0");
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(response.headers.get("cache-control")).toBe(isPersonal ? "no-store" : "private, no-cache");
    });

    test("rejects a missing, an empty and an unknown key", async () => {
      expect(await rig.requestError(target)).toEqual({ code: "MISSING_KEY", status: 401 });
      expect(await rig.requestError(target, { key: "" })).toMatchObject({
        code: "MISSING_KEY",
      });
      expect(await rig.requestError(target, { key: "unknown" })).toEqual({
        code: "INVALID_KEY",
        status: 401,
      });
      expect(rig.meter.requests).toEqual([]);
    });

    test("rejects a key that is revoked during the call, and does not show the account's usage or speed limit", async () => {
      rig.meter.addKey("victim", "business", { used: 7 });
      rig.meter.beforeAdmission = () => rig.meter.revoke("victim");
      const response = await rig.request(target, { key: "victim" });
      expect(response.json.error.code).toBe("INVALID_KEY");
      expect(response.headers.get("x-requests-used")).toBe("0");
      expect(response.headers.get("x-ratelimit-limit")).toBe("10");
    });

    test("responds to HEAD with the headers of GET, without a body and at no cost", async () => {
      const get = await rig.request(target, { key: "business" });
      rig.meter.addKey("business", "business");
      const head = await rig.request(target, { key: "business", method: "HEAD" });
      expect(head.status).toBe(200);
      expect(head.text).toBe("");
      expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
      expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
      expect(head.headers.get("x-requests-used")).toBe("0");
    });

    test("checks the speed limit before the parameters, and returns Retry-After in whole seconds", async () => {
      rig.meter.nextOutcomes.push("speed_limit");
      const response = await rig.request(`${target.split("?")[0]}?dateFormat=nonsense`, { key: "business" });
      expect(response.json.error.code).toBe("SPEED_LIMIT");
      expect(response.headers.get("retry-after")).toBe("1");
      expect(response.headers.get("x-ratelimit-limit")).toBe("50");
    });

    test(
      counted ? "returns ALLOWANCE_SPENT when no request is left" : "works when the allowance is spent",
      async () => {
        rig.meter.addKey("spent", "business", { allowance: 3, used: 3 });
        const get = await rig.request(target, { key: "spent" });
        const head = await rig.request(target, { key: "spent", method: "HEAD" });
        expect([get.status, head.status]).toEqual(counted ? [429, 429] : [200, 200]);
        if (counted) expect(get.json.error.code).toBe("ALLOWANCE_SPENT");
        expect(get.headers.get("retry-after")).toBeNull();
        expect(get.headers.get("x-requests-remaining")).toBe("0");
      },
    );

    test("applies a change of plan that happens between identification and admission", async () => {
      const account = rig.meter.addKey("changing", "business");
      rig.meter.beforeAdmission = () => {
        account.plan = "free";
        account.version += 1;
      };
      const response = await rig.request(target, { key: "changing" });
      const needsPlan = /Props|Historical/.test(operationId);
      expect(response.status).toBe(needsPlan ? 403 : 200);
      expect(response.headers.get("x-ratelimit-limit")).toBe("2");
      expect(response.headers.get("x-requests-used")).toBe(counted && !needsPlan ? "1" : "0");
    });

    test("requests admission from the meter only once, and is noted once under the endpoint's operation id", async () => {
      rig.meter.addKey(`new ${operationId}`, "business");
      await rig.request(target, { key: `new ${operationId}` });
      expect(rig.meter.requests).toHaveLength(1);
      expect(rig.usage).toMatchObject([{ endpoint: operationId }]);
    });
  },
);

describe("entity tags", () => {
  const tagged = keyEndpoints.filter(({ isPersonal }) => !isPersonal);

  test.each(tagged)(
    "$method $path responds with 304 at no cost if the client already has the response",
    async ({ target }) => {
      const first = await rig.request(target, { key: "business" });
      rig.meter.addKey("business", "business");
      const etag = first.headers.get("etag") ?? "";
      const again = await rig.request(target, { key: "business", headers: { "if-none-match": etag } });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("x-requests-used")).toBe("0");
      const other = await rig.request(target, { key: "business", headers: { "if-none-match": '"other"' } });
      expect(other.status).toBe(200);
    },
  );

  test("a 304 of a counted endpoint requires a valid key and at least one request left in the allowance", async () => {
    const etag = (await rig.request(odds, { key: "business" })).headers.get("etag") ?? "";
    const headers = { "if-none-match": etag };
    rig.meter.addKey("spent", "business", { allowance: 1, used: 1 });
    expect(await rig.requestError(odds, { key: "spent", headers })).toMatchObject({
      code: "ALLOWANCE_SPENT",
    });
    rig.meter.addKey("revoked later", "business");
    rig.meter.beforeAdmission = () => rig.meter.revoke("revoked later");
    expect(await rig.requestError(odds, { key: "revoked later", headers })).toMatchObject({
      code: "INVALID_KEY",
    });
  });
});

describe("which of two errors a call returns", () => {
  const nowhere = "/v1/sports/nowhere/events/none/odds";

  test.each([
    [
      "with a bad parameter and an unknown sport",
      "INVALID_MARKET",
      `${nowhere}?markets=nonsense`,
      "business",
    ],
    [
      "with a malformed and an invalid parameter",
      "BAD_REQUEST",
      `${odds}?markets=nonsense&commenceTimeFrom=x`,
      "business",
    ],
    ["with an unknown sport and an unknown fixture", "UNKNOWN_SPORT", nowhere, "business"],
    [
      "for an unknown fixture of a known sport",
      "UNKNOWN_EVENT",
      `/v1/sports/${sport}/events/none/odds`,
      "business",
    ],
    [
      "for a fixture of another sport",
      "UNKNOWN_EVENT",
      `/v1/sports/icehockey_nhl/events/${upcoming}/odds`,
      "business",
    ],
    [
      "to a props endpoint with a bad parameter and a plan without props",
      "PLAN_REQUIRED",
      "/v1/sports/nowhere/props?dateFormat=x",
      "free",
    ],
    [
      "to a props endpoint with an unknown sport and no `markets` parameter",
      "BAD_REQUEST",
      "/v1/sports/nowhere/props",
      "growth",
    ],
    [
      "for a prop market with an unknown sport and a plan without props",
      "PLAN_REQUIRED",
      `${nowhere}?markets=player_pass_yds`,
      "free",
    ],
    [
      "to a history endpoint with a bad parameter and a plan without history",
      "BAD_REQUEST",
      `${history("none")}?oddsFormat=x`,
      "free",
    ],
    [
      "to a history endpoint with an unknown sport and a plan without history",
      "UNKNOWN_SPORT",
      "/v1/historical/sports/nowhere/events/none/odds",
      "free",
    ],
    [
      "to a history endpoint with an unknown fixture and a plan without history",
      "PLAN_REQUIRED",
      history("none"),
      "growth",
    ],
    [
      "to a history endpoint with an unknown fixture and a plan with history",
      "UNKNOWN_EVENT",
      history("none"),
      "scale",
    ],
  ])("a call %s fails with %s, even if the allowance is spent", async (_, code, target, key) => {
    rig.meter.addKey("spent", key as "free", { allowance: 0 });
    expect((await rig.requestError(target, { key })).code).toBe(code);
    expect((await rig.requestError(target, { key: "spent" })).code).toBe(code);
    expect(rig.meter.requests.map(({ cost }) => cost)).toEqual([0, 0]);
  });

  test("an error response costs nothing, and its headers show the account's usage", async () => {
    rig.meter.addKey("user", "growth", { used: 5 });
    const response = await rig.request(`${odds}?markets=nonsense`, { key: "user" });
    expect(response.headers.get("x-requests-used")).toBe("5");
    expect(response.headers.get("x-requests-last")).toBe("0");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("plans", () => {
  const planErrorOf = async (target: string, key: string) => {
    const { error } = (await rig.request(target, { key })).json;
    return error === undefined ? undefined : [error.code, error.current_plan, error.required_plan];
  };

  test("the props endpoints and the market keys of props require the Growth plan", async () => {
    for (const target of [
      calls["props.list"],
      calls["props.one"],
      `${eventOdds}?markets=h2h,player_pass_yds`,
    ]) {
      expect(await planErrorOf(target, "starter")).toEqual(["PLAN_REQUIRED", "starter", "growth"]);
      expect(await planErrorOf(target, "growth")).toBeUndefined();
    }
  });

  test.each(["odds", "openers", "closing"])(
    "history (%s) requires a plan whose history reaches back to the fixture's start",
    async (part) => {
      const at = (id: string) => `/v1/historical/sports/${sport}/events/${id}/${part}`;
      expect(await planErrorOf(at(upcoming), "growth")).toEqual(["PLAN_REQUIRED", "growth", "scale"]);
      expect(await planErrorOf(at(inside14Days), "free")).toEqual(["PLAN_REQUIRED", "free", "scale"]);
      expect(await planErrorOf(at(outside14Days), "growth")).toEqual(["PLAN_REQUIRED", "growth", "business"]);
      expect(await planErrorOf(at(outside14Days), "scale")).toEqual(["PLAN_REQUIRED", "scale", "business"]);
      expect(await planErrorOf(at(inside14Days), "scale")).toBeUndefined();
      expect(await planErrorOf(at(upcoming), "scale")).toBeUndefined();
      expect(await planErrorOf(at(outside14Days), "business")).toBeUndefined();
      expect(await planErrorOf(at("none"), "starter")).toEqual(["PLAN_REQUIRED", "starter", "scale"]);
    },
  );
});
