import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Oddskeeper, type OddskeeperOptions } from "../src/client";
import { OddskeeperError } from "../src/errors";
import type { Fetch } from "../src/exchange";
import type { ApiResponse } from "../src/request";
import type { FixtureOdds } from "../src/schemas";
import { type FaultServer, faultTable, type Scenario, startFaultServer } from "./testing/fault-server";

const KEY = "ok_test_secret";
let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.stop());

type Outcome = {
  readonly scenario: Scenario;
  readonly response: ApiResponse<FixtureOdds[]> | undefined;
  readonly error: OddskeeperError | undefined;
  /** The requests that the service saw. */
  readonly requests: number;
};

/** Lists odds once under a scenario. */
const list = async (key: string, options: OddskeeperOptions = {}): Promise<Outcome> => {
  const scenario = server.scenario(key);
  await scenario.reset();
  const client = new Oddskeeper({ apiKey: KEY, baseUrl: scenario.baseUrl, ...options });
  let response: Outcome["response"];
  let error: unknown;
  try {
    response = await client.odds.list({ sport: "basketball_nba" }).withResponse();
  } catch (thrown) {
    error = thrown;
  }
  if (error !== undefined && !(error instanceof OddskeeperError)) throw error;
  return { scenario, response, error, requests: (await scenario.seen()).length };
};

const expectSuccess = ({ error, response, requests }: Outcome, expectedRequests: number): void => {
  expect(error).toBeUndefined();
  expect(response?.data.length).toBe(3);
  expect(requests).toBe(expectedRequests);
};
const expectFailure = ({ error, requests }: Outcome, key: string, expectedRequests: number): void => {
  const fault = faultTable.find((one) => one.key === key);
  expect([fault?.code].flat()).toContain(error?.code);
  expect(error?.status).toBe(fault?.status);
  expect(error?.message).not.toContain(KEY);
  expect(requests).toBe(expectedRequests);
};

/** Milliseconds between the first two requests, by the server's clock. */
const waitedMs = async ({ scenario }: Outcome): Promise<number> => {
  const [first, second] = await scenario.seen();
  return (second?.at_ms ?? 0) - (first?.at_ms ?? 0);
};

/** A fetch whose first `attempts` can time out, each only after the service has seen it. Later ones take as long as they need. */
const timesOut = (key: string, attempts: number): OddskeeperOptions => {
  let begun = 0;
  const patient: Fetch = async (url, { signal, ...init }) => {
    begun += 1;
    const attempt = begun;
    const late = new AbortController();
    const response = fetch(url, { ...init, signal: late.signal });
    if (attempt > attempts) return response;
    let isOver = false;
    const end = (): void => {
      isOver = true;
    };
    response.then(end, end);
    const isSeen = async () => (await server.scenario(key).seen()).length >= attempt;
    while (!isOver && !(await isSeen()));
    const abort = (): void => late.abort(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort);
    return response;
  };
  return { fetch: patient, timeoutMs: 200 };
};

/** Fails once and then succeeds. */
const passes = async (key: string, options: OddskeeperOptions = {}): Promise<void> =>
  expectSuccess(await list(key, options), 2);
/** Fails with each of three attempts. */
const persists = async (key: string, options: OddskeeperOptions = {}): Promise<void> =>
  expectFailure(await list(key, options), key, 3);
/** Fails with the only attempt. */
const failsAtOnce = async (key: string, options: OddskeeperOptions = {}): Promise<void> =>
  expectFailure(await list(key, options), key, 1);

const checks: Readonly<Record<string, () => Promise<void>>> = {
  ok: async () => {
    const scenario = server.scenario("ok");
    const client = new Oddskeeper({ apiKey: KEY, baseUrl: scenario.baseUrl });
    const first = await client.odds.list({ sport: "basketball_nba", markets: ["h2h"] }).withResponse();
    const second = await client.odds.list({ sport: "basketball_nba", markets: ["h2h"] }).withResponse();
    expect([first.isFromCache, second.isFromCache]).toEqual([false, true]);
    expect(second.data).toEqual(first.data);
    expect(second.usage.last).toBe(0);
    expect((await scenario.seen()).at(-1)?.if_none_match).toBe(first.headers.get("etag"));
  },
  rate_limit_retry_after: async () => {
    const outcome = await list("rate_limit_retry_after");
    expectSuccess(outcome, 2);
    expect(await waitedMs(outcome)).toBeGreaterThanOrEqual(999);
  },
  rate_limit_no_retry_after: async () => expectSuccess(await list("rate_limit_no_retry_after"), 3),
  rate_limit_always: () => persists("rate_limit_always"),
  rate_limit_long: async () => {
    const outcome = await list("rate_limit_long");
    expectFailure(outcome, "rate_limit_long", 1);
    expect(outcome.error?.retryAfterSeconds).toBe(86_400);
  },
  rate_limit_unknown_code: () => passes("rate_limit_unknown_code"),
  allowance_spent: () => failsAtOnce("allowance_spent"),
  error_500_once: () => passes("error_500_once"),
  error_500_always: async () => {
    const outcome = await list("error_500_always");
    expectFailure(outcome, "error_500_always", 3);
    expect(outcome.error?.requestId).toBe("req_error_500_always_3");
  },
  error_408_once: () => passes("error_408_once"),
  error_503_once: () => passes("error_503_once"),
  bad_gateway_html_once: () => passes("bad_gateway_html_once"),
  bad_gateway_html: async () => {
    const outcome = await list("bad_gateway_html");
    expectFailure(outcome, "bad_gateway_html", 3);
    expect(outcome.error?.message).not.toContain("<");
  },
  connection_dropped_once: () => passes("connection_dropped_once"),
  connection_dropped: () => persists("connection_dropped"),
  cut_body_once: () => passes("cut_body_once"),
  cut_body: () => persists("cut_body"),
  cut_body_silent: () => persists("cut_body_silent"),
  broken_gzip_once: () => passes("broken_gzip_once"),
  broken_gzip: () => persists("broken_gzip"),
  slow_headers_once: () => passes("slow_headers_once", timesOut("slow_headers_once", 1)),
  slow_headers: () => persists("slow_headers", timesOut("slow_headers", 3)),
  slow_body: () => persists("slow_body", timesOut("slow_body", 3)),
  post_500: async () => {
    const scenario = server.scenario("post_500");
    const client = new Oddskeeper({ accessToken: "token", baseUrl: scenario.baseUrl });
    await expect(client.keys.create({ label: "production" })).rejects.toMatchObject({
      code: "INTERNAL_ERROR",
      status: 500,
    });
    expect(await scenario.seen()).toMatchObject([{ method: "POST", authorization: true, key: null }]);
  },
  plan_required: async () => {
    const outcome = await list("plan_required");
    expectFailure(outcome, "plan_required", 1);
    expect(outcome.error).toMatchObject({ currentPlan: "free", requiredPlan: "growth" });
  },
  unknown_code: () => failsAtOnce("unknown_code"),
  unknown_fields: async () => {
    const { response } = await list("unknown_fields");
    expect(response?.data[0]).toMatchObject({ venue: { city: "Boston" }, weather: null });
    expect(response?.headers.get("x-future-header")).toBe("1");
  },
  nulls: async () => {
    const { response } = await list("nulls");
    const times = response?.data.flatMap(({ bookmakers }) => bookmakers.map((book) => book.last_update));
    expect(new Set(times)).toEqual(new Set([null]));
  },
  clock_ahead: () => passes("clock_ahead"),
  clock_behind: async () => {
    const outcome = await list("clock_behind");
    expectSuccess(outcome, 2);
    expect(await waitedMs(outcome)).toBeGreaterThanOrEqual(999);
  },
  redirect_other_host: async () => {
    const outcome = await list("redirect_other_host");
    expectFailure(outcome, "redirect_other_host", 1);
    expect(await outcome.scenario.seen()).toMatchObject([{ other_host: false, key: KEY }]);
  },
  redirect_same_host: () => failsAtOnce("redirect_same_host"),
  huge_body: () => failsAtOnce("huge_body", { maxResponseBytes: 2 ** 22 }),
  huge_body_length: () => failsAtOnce("huge_body_length"),
  huge_body_gzip: () => failsAtOnce("huge_body_gzip", { maxResponseBytes: 2 ** 22 }),
};

describe.concurrent("each fault of the table has the outcome that the table states", () => {
  it.each(Object.entries(checks))("%s", (_key, check) => check());
});

it("every fault of a request in the table is tested", () => {
  const keys = faultTable.filter(({ kind }) => kind !== "stream").map(({ key }) => key);
  // package.test.ts tests the fork.
  expect(Object.keys(checks).toSorted()).toEqual(keys.filter((key) => key !== "fork").toSorted());
});
