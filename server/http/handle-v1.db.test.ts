import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endpoints } from "@/server/api/endpoints";
import { type ApiRig, endpointNamed, startApiRig } from "@/server/http/testing/api-rig";
import {
  inside14Days,
  outside14Days,
  slate,
  slateArchiveFrom,
  slateNow,
  sport,
  upcoming,
} from "@/server/http/testing/slate";
import { planNames } from "@/server/plans/plans";

let rig: ApiRig;
beforeAll(async () => {
  rig = await startApiRig({ now: slateNow, archiveFrom: slateArchiveFrom, snapshots: slate });
});
afterAll(() => rig.close());
beforeEach(() => {
  for (const plan of planNames) rig.meter.addKey(plan, plan);
  rig.meter.requests.length = 0;
  rig.meter.refunds.length = 0;
});

const odds = `/v1/sports/${sport}/odds`;
const eventOdds = `/v1/sports/${sport}/events/${upcoming}/odds`;
const props = `/v1/sports/${sport}/props`;
const history = (id: string) => `/v1/historical/sports/${sport}/events/${id}/odds`;

/** An answerable call of every endpoint that takes a key. */
const calls: Record<string, string> = {
  listSports: "/v1/sports",
  listBookmakers: "/v1/bookmakers",
  listMarkets: "/v1/markets",
  listEvents: `/v1/sports/${sport}/events`,
  listOdds: odds,
  getEventOdds: eventOdds,
  listProps: `${props}?markets=player_pass_yds`,
  getEventProps: `/v1/sports/${sport}/events/${upcoming}/props?markets=player_pass_yds`,
  getHistoricalOdds: history(upcoming),
  getHistoricalOpeners: `/v1/historical/sports/${sport}/events/${upcoming}/openers`,
  getHistoricalClosing: `/v1/historical/sports/${sport}/events/${inside14Days}/closing`,
  getUsage: "/v1/account/usage",
};

const keyed = endpoints.filter(({ access }) => access === "key");

describe.each(keyed)("$operationId", ({ operationId, counted, path }) => {
  const target = calls[operationId] ?? "";

  test("answers in the documented shape and costs what it should", async () => {
    const answer = await rig.ask(target, { key: "business" });
    expect(answer.status).toBe(200);
    expect(endpointNamed(operationId).answer?.safeParse(answer.json)).toMatchObject({ success: true });
    expect(answer.headers.get("x-requests-last")).toBe(counted ? "1" : "0");
    expect(answer.headers.get("x-requests-used")).toBe(counted ? "1" : "0");
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe(
      path.startsWith("/v1/account") ? "no-store" : "private, no-cache",
    );
  });

  test("refuses no key, an empty key and an unknown key", async () => {
    expect(await rig.refusal(target)).toEqual({ code: "MISSING_KEY", status: 401 });
    expect(await rig.refusal(target, { key: "" })).toMatchObject({
      code: "MISSING_KEY",
    });
    expect(await rig.refusal(target, { key: "nobody" })).toEqual({
      code: "INVALID_KEY",
      status: 401,
    });
    expect(rig.meter.requests).toEqual([]);
  });

  test("refuses a key that was revoked after it was identified, and shows nothing of its account", async () => {
    rig.meter.addKey("victim", "business", { used: 7 });
    rig.meter.beforeAdmission = () => rig.meter.revoke("victim");
    const answer = await rig.ask(target, { key: "victim" });
    expect(answer.json.error.code).toBe("INVALID_KEY");
    expect(answer.headers.get("x-requests-used")).toBe("0");
    expect(answer.headers.get("x-ratelimit-limit")).toBe("10");
  });

  test("answers HEAD as GET without the body and without cost", async () => {
    const get = await rig.ask(target, { key: "business" });
    rig.meter.addKey("business", "business");
    const head = await rig.ask(target, { key: "business", method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.text).toBe("");
    expect(head.headers.get("content-length")).toBe(get.headers.get("content-length"));
    expect(head.headers.get("etag")).toBe(get.headers.get("etag"));
    expect(head.headers.get("x-requests-used")).toBe("0");
  });

  test("answers SPEED_LIMIT with whole seconds to wait, before anything else is looked at", async () => {
    rig.meter.nextOutcomes.push("speed_limit");
    const answer = await rig.ask(`${target.split("?")[0]}?dateFormat=nonsense`, { key: "business" });
    expect(answer.json.error.code).toBe("SPEED_LIMIT");
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(answer.headers.get("x-ratelimit-limit")).toBe("50");
  });

  test(
    counted ? "answers ALLOWANCE_SPENT when nothing is left" : "goes on when the allowance is spent",
    async () => {
      rig.meter.addKey("spent", "business", { allowance: 3, used: 3 });
      const get = await rig.ask(target, { key: "spent" });
      const head = await rig.ask(target, { key: "spent", method: "HEAD" });
      expect([get.status, head.status]).toEqual(counted ? [429, 429] : [200, 200]);
      if (counted) expect(get.json.error.code).toBe("ALLOWANCE_SPENT");
      expect(get.headers.get("retry-after")).toBeNull();
      expect(get.headers.get("x-requests-remaining")).toBe("0");
    },
  );

  test("follows a change of plan between the look and the admission", async () => {
    const account = rig.meter.addKey("mover", "business");
    rig.meter.beforeAdmission = () => {
      account.plan = "free";
      account.version += 1;
    };
    const answer = await rig.ask(target, { key: "mover" });
    const needsPlan = /Props|Historical/.test(operationId);
    expect(answer.status).toBe(needsPlan ? 403 : 200);
    expect(answer.headers.get("x-ratelimit-limit")).toBe("2");
    expect(answer.headers.get("x-requests-used")).toBe(counted && !needsPlan ? "1" : "0");
  });

  test("asks the counter store once", async () => {
    await rig.ask(target, { key: "business" });
    expect(rig.meter.requests).toHaveLength(1);
    expect(rig.meter.requests[0]).toMatchObject({ endpoint: operationId });
  });
});

describe("entity tags", () => {
  const tagged = keyed.filter(({ path }) => !path.startsWith("/v1/account"));

  test.each(tagged)(
    "$operationId answers 304 to whoever has the bytes, at no cost",
    async ({ operationId }) => {
      const target = calls[operationId] ?? "";
      const first = await rig.ask(target, { key: "business" });
      rig.meter.addKey("business", "business");
      const etag = first.headers.get("etag") ?? "";
      const again = await rig.ask(target, { key: "business", headers: { "if-none-match": etag } });
      expect(again.status).toBe(304);
      expect(again.text).toBe("");
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("x-requests-used")).toBe("0");
      const other = await rig.ask(target, { key: "business", headers: { "if-none-match": '"other"' } });
      expect(other.status).toBe(200);
    },
  );

  test("a 304 of a counted call needs a unit left, and a revoked key gets none", async () => {
    const etag = (await rig.ask(odds, { key: "business" })).headers.get("etag") ?? "";
    const headers = { "if-none-match": etag };
    rig.meter.addKey("spent", "business", { allowance: 1, used: 1 });
    expect(await rig.refusal(odds, { key: "spent", headers })).toMatchObject({ code: "ALLOWANCE_SPENT" });
    rig.meter.addKey("leaver", "business");
    rig.meter.beforeAdmission = () => rig.meter.revoke("leaver");
    expect(await rig.refusal(odds, { key: "leaver", headers })).toMatchObject({
      code: "INVALID_KEY",
    });
  });
});

describe("the order of checks", () => {
  const nowhere = "/v1/sports/nowhere/events/none/odds";

  test.each([
    ["parameters before the sport", `${nowhere}?markets=nonsense`, "business", "INVALID_MARKET"],
    ["malformed before not valid", `${odds}?markets=nonsense&commenceTimeFrom=x`, "business", "BAD_REQUEST"],
    ["the sport before the fixture", nowhere, "business", "UNKNOWN_SPORT"],
    ["the fixture after the sport", `/v1/sports/${sport}/events/none/odds`, "business", "UNKNOWN_EVENT"],
    [
      "a fixture of another sport is none",
      `/v1/sports/icehockey_nhl/events/${upcoming}/odds`,
      "business",
      "UNKNOWN_EVENT",
    ],
    [
      "the plan of props before the parameters",
      "/v1/sports/nowhere/props?dateFormat=x",
      "free",
      "PLAN_REQUIRED",
    ],
    ["the parameters of props before the sport", "/v1/sports/nowhere/props", "growth", "BAD_REQUEST"],
    [
      "the plan of a prop key before the sport",
      `${nowhere}?markets=player_pass_yds`,
      "free",
      "PLAN_REQUIRED",
    ],
    ["the parameters of history before its plan", `${history("none")}?oddsFormat=x`, "free", "BAD_REQUEST"],
    [
      "the sport of history before its plan",
      "/v1/historical/sports/nowhere/events/none/odds",
      "free",
      "UNKNOWN_SPORT",
    ],
    ["the plan of history before a fixture that does not exist", history("none"), "growth", "PLAN_REQUIRED"],
    ["a fixture that does not exist, with history", history("none"), "scale", "UNKNOWN_EVENT"],
  ])("%s", async (_, target, key, code) => {
    rig.meter.addKey("spent", key as "free", { allowance: 0 });
    expect((await rig.refusal(target, { key })).code).toBe(code);
    expect((await rig.refusal(target, { key: "spent" })).code).toBe(code);
    expect(rig.meter.requests.map(({ cost }) => cost)).toEqual([0, 0]);
  });

  test("an error never touches the allowance, and still shows the account's figures", async () => {
    rig.meter.addKey("user", "growth", { used: 5 });
    const answer = await rig.ask(`${odds}?markets=nonsense`, { key: "user" });
    expect(answer.headers.get("x-requests-used")).toBe("5");
    expect(answer.headers.get("x-requests-last")).toBe("0");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("plans", () => {
  const gap = async (target: string, key: string) => {
    const { error } = (await rig.ask(target, { key })).json;
    return error === undefined ? undefined : [error.code, error.current_plan, error.required_plan];
  };

  test("props and prop keys need growth", async () => {
    for (const target of [calls.listProps, calls.getEventProps, `${eventOdds}?markets=h2h,player_pass_yds`]) {
      expect(await gap(target ?? "", "starter")).toEqual(["PLAN_REQUIRED", "starter", "growth"]);
      expect(await gap(target ?? "", "growth")).toBeUndefined();
    }
  });

  test.each(["odds", "openers", "closing"])(
    "history (%s) needs the plan that reaches back to the start",
    async (part) => {
      const at = (id: string) => `/v1/historical/sports/${sport}/events/${id}/${part}`;
      expect(await gap(at(upcoming), "growth")).toEqual(["PLAN_REQUIRED", "growth", "scale"]);
      expect(await gap(at(inside14Days), "free")).toEqual(["PLAN_REQUIRED", "free", "scale"]);
      expect(await gap(at(outside14Days), "growth")).toEqual(["PLAN_REQUIRED", "growth", "business"]);
      expect(await gap(at(outside14Days), "scale")).toEqual(["PLAN_REQUIRED", "scale", "business"]);
      expect(await gap(at(inside14Days), "scale")).toBeUndefined();
      expect(await gap(at(upcoming), "scale")).toBeUndefined();
      expect(await gap(at(outside14Days), "business")).toBeUndefined();
      expect(await gap(at("none"), "starter")).toEqual(["PLAN_REQUIRED", "starter", "scale"]);
    },
  );
});
