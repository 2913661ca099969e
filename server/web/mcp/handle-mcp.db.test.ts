import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { planNames } from "@/server/domain/plans/plans";
import { outside14Days, slateRig, sport, upcoming } from "@/server/web/http/testing/slate";
import type { CompletedCall } from "@/server/web/http/v1/completed-call";
import { errorOf, type McpClient, type McpRig, startMcpRig } from "@/server/web/mcp/testing/mcp-rig";
import { toolCall } from "@/server/web/mcp/testing/tool-call";
import { isCounted, tools } from "@/server/web/mcp/tools";

let rig: McpRig;
const observed: CompletedCall[] = [];
beforeAll(async () => {
  rig = await startMcpRig({ ...slateRig, observeCall: (call) => observed.push(call) });
});
afterAll(() => rig.close());
beforeEach(() => {
  for (const plan of planNames) rig.meter.addKey(plan, plan);
  rig.meter.requests.length = 0;
  observed.length = 0;
});

describe("both eras of the protocol", () => {
  test("the official client of 2026-07-28 discovers the server without a key, and may keep the list of tools for an hour", async () => {
    const { client, close } = await rig.connect();
    expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
    expect(client.getServerVersion()).toMatchObject({ name: "oddskeeper" });
    const listed = await client.listTools();
    expect(listed).toMatchObject({ ttlMs: 3_600_000, cacheScope: "public" });
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(rig.meter.requests).toEqual([]);
    await close();
  });

  test("the official client of the older revisions initializes, pings and lists the same tools without a key", async () => {
    const { client, close } = await rig.connectOld();
    await client.ping();
    const modern = await rig.connect();
    const names = ({ tools: listed }: Awaited<ReturnType<McpClient["listTools"]>>) =>
      listed.map(({ name }) => name);
    expect(names(await client.listTools())).toEqual(names(await modern.listTools()));
    expect(rig.meter.requests).toEqual([]);
    await modern.close();
    await close();
  });

  test("every tool only reads, and says so", async () => {
    const { client, close } = await rig.connect();
    for (const { annotations } of (await client.listTools()).tools)
      expect(annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
    await close();
  });

  test.each(["connect", "connectOld"] as const)(
    "with %s, each tool's result passes the official client's check against the tool's output schema",
    async (connect) => {
      const { call, listTools, close } = await rig[connect]("business");
      await listTools();
      const game = { league: sport, fixture_id: upcoming };
      const calls: Record<string, Record<string, unknown>> = {
        find_fixtures: { team: "Chiefs" },
        list_leagues: {},
        get_odds: game,
        get_best_prices: game,
        get_props: { ...game, player: "QB1" },
        get_line_movement: { ...game, market: "h2h" },
        get_opening_closing: { ...game, line: "opening" },
        get_coverage: {},
        find_keys: { kind: "markets", query: "passing yards" },
        get_usage: {},
      };
      for (const { name } of tools) {
        const result = await call(name, calls[name]);
        expect([name, result.isError ?? false]).toEqual([name, false]);
        expect(result.structuredContent.result.shown).toBeGreaterThan(0);
        const lines = result.content[0]?.text.split("\n") ?? [];
        expect(lines.length).toBeLessThanOrEqual(15);
        expect(() => JSON.parse(result.content[0]?.text ?? "")).toThrow();
      }
      await close();
    },
  );

  test("every response is JSON, and no session is created", async () => {
    const initialized = await rig.post({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    });
    expect(initialized.status).toBe(200);
    expect(initialized.headers.get("content-type")).toMatch(/^application\/json/);
    expect(initialized.headers.has("mcp-session-id")).toBe(false);
    expect(initialized.json.result).toMatchObject({
      protocolVersion: "2025-06-18",
      capabilities: { tools: {} },
    });
    const notified = await rig.post({ jsonrpc: "2.0", method: "notifications/initialized" });
    expect([notified.status, notified.text]).toEqual([202, ""]);
  });
});

describe("metering", () => {
  const game = { league: sport, fixture_id: upcoming };

  test("only tools whose endpoint is counted are counted", () => {
    expect(tools.filter(isCounted).map(({ name }) => name)).toEqual(
      tools.map(({ name }) => name).filter((name) => /odds|best|props|line|opening/.test(name)),
    );
  });

  test("a result with prices costs one request, says so, and every other result is free", async () => {
    const account = rig.meter.addKey("buyer", "business", { allowance: 10 });
    const { call, close } = await rig.connect("buyer");
    const priced = await call("get_odds", game);
    expect(priced.structuredContent.result).toMatchObject({ requests_charged: 1, requests_remaining: 9 });
    expect(priced.content[0]?.text).toContain("Cost: 1 request. 9 remain.");
    const free = await call("find_fixtures", {});
    expect(free.structuredContent.result).toMatchObject({ requests_charged: 0, requests_remaining: 9 });
    expect(account.used).toBe(1);
    await close();
  });

  test("each tool is charged as its endpoint on /v1, to the unit", async () => {
    const targets: Record<string, string> = {
      find_fixtures: `/v1/sports/${sport}/events`,
      list_leagues: "/v1/sports",
      get_odds: `/v1/sports/${sport}/events/${upcoming}/odds`,
      get_best_prices: `/v1/sports/${sport}/events/${upcoming}/best`,
      get_props: `/v1/sports/${sport}/events/${upcoming}/props?markets=player_pass_yds`,
      get_line_movement: `/v1/historical/sports/${sport}/events/${upcoming}/odds`,
      get_opening_closing: `/v1/historical/sports/${sport}/events/${upcoming}/openers`,
      get_coverage: "/v1/coverage",
      find_keys: "/v1/markets",
      get_usage: "/v1/account/usage",
    };
    for (const { name } of tools) {
      const account = rig.meter.addKey(`unit ${name}`, "business");
      const response = await rig.request(targets[name] ?? "", { key: `unit ${name}` });
      expect([name, response.status]).toEqual([name, 200]);
      const onV1 = account.used;
      const args = { ...game, line: "opening", kind: "markets" };
      const result = (await rig.post(toolCall(name, args), { key: `unit ${name}` })).json.result;
      expect([name, result.isError ?? false, account.used - onV1]).toEqual([name, false, onV1]);
      expect(result.structuredContent.result.requests_charged).toBe(onV1);
    }
  });

  test("an error costs nothing, also when the arguments are wrong", async () => {
    const account = rig.meter.addKey("clumsy", "business");
    for (const args of [
      {},
      { league: "nba-x" },
      { ...game, fixture_id: "none" },
      { ...game, markets: ["none"] },
    ])
      expect((await rig.post(toolCall("get_odds", args), { key: "clumsy" })).json.result.isError).toBe(true);
    expect(account.used).toBe(0);
  });

  test("a call appears in usage and in the request log under the name of its tool", async () => {
    const { call, close } = await rig.connect("business");
    observed.length = 0;
    rig.usage.length = 0;
    await call("get_odds", game);
    await call("get_odds", { league: "nothing" });
    expect(rig.meter.requests).toMatchObject([
      { cost: 1, unitMustRemain: false },
      { cost: 0, unitMustRemain: false },
    ]);
    expect(rig.usage).toEqual([
      { endpoint: "POST /mcp get_odds", kind: "counted" },
      { endpoint: "POST /mcp get_odds", kind: "UNKNOWN_SPORT" },
    ]);
    expect(
      observed.map(({ endpoint, method, status, code, cost }) => [endpoint, method, status, code, cost]),
    ).toEqual([
      ["/mcp get_odds", "POST", 200, undefined, 1],
      ["/mcp get_odds", "POST", 200, "UNKNOWN_SPORT", 0],
    ]);
    await close();
  });

  test("a key that is revoked between two steps of a call gets no prices", async () => {
    rig.meter.addKey("short", "business");
    rig.meter.beforeAdmission = () => rig.meter.revoke("short");
    const { result } = (await rig.post(toolCall("get_odds", game), { key: "short" })).json;
    expect(errorOf(result)).toMatchObject({ code: "INVALID_KEY", requests_charged: 0 });
  });
});

describe("errors are results of tools", () => {
  const game = { league: sport, fixture_id: upcoming };

  test.each([
    ["no key", undefined, "get_odds", game, { code: "MISSING_KEY" }],
    ["an unknown key", "unknown", "get_odds", game, { code: "INVALID_KEY" }],
    [
      "a plan without props",
      "free",
      "get_props",
      game,
      { code: "PLAN_REQUIRED", current_plan: "free", required_plan: "growth" },
    ],
    [
      "a plan without history",
      "growth",
      "get_line_movement",
      game,
      { code: "PLAN_REQUIRED", required_plan: "scale" },
    ],
    [
      "a plan whose history is too short",
      "scale",
      "get_opening_closing",
      { league: sport, fixture_id: outside14Days, line: "closing" },
      { code: "PLAN_REQUIRED", required_plan: "business" },
    ],
    ["an unknown league", "free", "find_fixtures", { league: "nfll" }, { code: "UNKNOWN_SPORT" }],
    [
      "an unknown league of books",
      "free",
      "find_keys",
      { kind: "books", league: "nope" },
      { code: "UNKNOWN_SPORT" },
    ],
    ["an unknown game", "free", "get_odds", { league: sport, fixture_id: "x" }, { code: "UNKNOWN_EVENT" }],
    ["an unknown team", "free", "get_odds", { league: sport, team: "Lakers" }, { code: "UNKNOWN_EVENT" }],
    [
      "an unknown market",
      "free",
      "get_odds",
      { ...game, markets: ["moneyline"] },
      { code: "INVALID_MARKET" },
    ],
    ["a malformed argument", "free", "get_odds", { ...game, offset: -1 }, { code: "BAD_REQUEST" }],
    ["a NUL byte", "free", "get_odds", { ...game, fixture_id: "a\0b" }, { code: "BAD_REQUEST" }],
  ])(
    "a call of a tool with %s returns a result that names the error's code and what to do, but no endpoint",
    async (_, key, tool, args, expected) => {
      const response = await rig.post(toolCall(tool, args), key === undefined ? {} : { key });
      expect(response.status).toBe(200);
      const error = errorOf(response.json.result);
      expect(error).toMatchObject({
        ...expected,
        requests_charged: 0,
        request_id: response.headers.get("x-request-id"),
      });
      expect(error.what_to_do).not.toBe("");
      expect(JSON.stringify([error.message, error.what_to_do])).not.toContain("/v1");
    },
  );

  test.each([
    ["find_fixtures", { league: sport, from: "yesterday" }, /^from: "yesterday" is not/],
    [
      "find_fixtures",
      { league: sport, from: "2027-01-01T00:00:00Z", to: "2026-01-01T00:00:00Z" },
      /^to: "2026-01-01T00:00:00Z" is before from\.$/,
    ],
    [
      "find_fixtures",
      { league: sport, from: "2027-01-01T00:00:00Z", within_hours: 1 },
      /^within_hours: ".*" is before from\.$/,
    ],
    ["get_odds", { ...game, books: ["bookmakers"] }, /^books: "bookmakers" is not a book key/],
    ["get_line_movement", { ...game, market: "moneyline" }, /^market: "moneyline" is not a market key/],
    ["get_odds", { ...game, markets: ["markets"] }, /^markets: "markets" is not a market key/],
    [
      "get_odds",
      { league: sport, markets: ["all"] },
      /^markets: "all" is served for one fixture at a time\.$/,
    ],
    ["get_best_prices", { league: sport, markets: ["all"] }, /^markets: "all" is served for one fixture/],
    ["get_odds", { ...game, markets: ["all", "h2h"] }, /^markets: "all" must be the only key\.$/],
    ["get_line_movement", { ...game, market: "all" }, /^market: "all" is not served here\. Name the market/],
    [
      "get_opening_closing",
      { ...game, line: "opening", markets: ["all"] },
      /^markets: "all" is not served here/,
    ],
  ])(
    "the message about a wrong argument of %s %j names the argument as the tool does",
    async (tool, args, message) => {
      const { result } = (await rig.post(toolCall(tool, args), { key: "business" })).json;
      expect(errorOf(result).message).toMatch(message);
    },
  );

  test("a spent allowance and a spent speed limit are results, and the speed limit says when to call again", async () => {
    rig.meter.addKey("spent", "growth", { allowance: 1, used: 1 });
    expect(errorOf((await rig.post(toolCall("get_odds", game), { key: "spent" })).json.result).code).toBe(
      "ALLOWANCE_SPENT",
    );
    rig.meter.nextOutcomes.push("speed_limit");
    const response = await rig.post(toolCall("get_usage"), { key: "free" });
    expect(errorOf(response.json.result)).toMatchObject({ code: "SPEED_LIMIT", retry_after: 1 });
    expect(response.headers.get("retry-after")).toBe("1");
  });

  test("an unexpected failure is logged with the request id, and its cause is not sent", async () => {
    const broken = await startMcpRig({
      ...slateRig,
      broken: (board) => ({
        ...board,
        odds: () => {
          throw new Error("a secret cause");
        },
      }),
    });
    broken.meter.addKey("user", "business");
    const response = await broken.post(toolCall("get_odds", game), { key: "user" });
    expect(errorOf(response.json.result).code).toBe("INTERNAL_ERROR");
    expect(response.text).not.toContain("secret cause");
    expect(broken.log.at(-1)?.requestId).toBe(response.headers.get("x-request-id"));
    await broken.close();
  });

  test("an unknown tool is an error of the protocol, not of a tool", async () => {
    const { json } = await rig.post(toolCall("delete_everything"), { key: "business" });
    expect(json.error.code).toBe(-32602);
  });
});

test("a list that no argument narrows says only how to get its rest", async () => {
  const args = { all: true, limit: 5 };
  const { result } = (await rig.post(toolCall("list_leagues", args), { key: "business" })).json;
  const { shown, total, more } = result.structuredContent.result;
  expect([shown, more]).toEqual([5, `${total - 5} more rows: call again with offset 5.`]);
});

describe("empty results", () => {
  test.each([
    ["find_fixtures", { team: "Lakers" }, /None of 1 games.*"Lakers"/],
    ["find_fixtures", { league: "basketball_nba" }, /No game of this league/],
    ["get_odds", { league: "basketball_nba" }, /no upcoming game/],
    ["get_odds", { league: sport, fixture_id: upcoming, markets: ["spreads_q4"] }, /None of these books/],
    ["get_line_movement", { league: sport, fixture_id: upcoming, market: "spreads" }, /Nothing is recorded/],
    ["get_opening_closing", { league: sport, fixture_id: upcoming, line: "closing" }, /has not started/],
    ["find_keys", { kind: "books", query: "no such book" }, /None of/],
    ["find_keys", { kind: "markets", query: "!?" }, /None of \d+ markets has the words/],
    ["find_keys", { kind: "markets", league: "basketball_nba" }, /No book quotes a market/],
    ["get_props", { league: sport, fixture_id: upcoming, player: "Nobody" }, /No book quotes this player/],
    ["find_fixtures", { offset: 50 }, /past the last/],
    ["find_keys", { kind: "books", league: "basketball_nba" }, /No book quotes a market/],
  ])("an empty result of %s with the arguments %j says why it is empty", async (tool, args, why) => {
    const { result } = (await rig.post(toolCall(tool, args), { key: "business" })).json;
    expect(result.structuredContent.result.empty_because).toMatch(why);
    expect(result.content[0].text).toMatch(why);
  });
});
