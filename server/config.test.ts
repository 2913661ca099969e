import { describe, expect, test } from "vitest";
import { ConfigError, parseConfig } from "@/server/config";
import { minuteMs } from "@/server/domain/durations";
import { checkoutUrl } from "@/server/domain/plans/checkout-url";
import { publicSportsOf } from "@/server/run/public-sports";

describe("ARCHIVE_FROM", () => {
  test("the archive begins on 1 September 2026, unless ARCHIVE_FROM names another time", () => {
    expect(parseConfig({}).archiveFrom).toBe(Date.UTC(2026, 8, 1));
    expect(parseConfig({ ARCHIVE_FROM: "" }).archiveFrom).toBe(Date.UTC(2026, 8, 1));
    expect(parseConfig({ ARCHIVE_FROM: "2021-11-01T01:00:00+01:00" }).archiveFrom).toBe(Date.UTC(2021, 10));
  });

  test("an ARCHIVE_FROM in the future prevents startup, and the error is one line that names the variable", () => {
    const future = new Date(Date.now() + minuteMs).toISOString();
    expect(() => parseConfig({ ARCHIVE_FROM: future })).toThrow(
      new ConfigError("ARCHIVE_FROM: must not be in the future"),
    );
    expect(parseConfig({ ARCHIVE_FROM: new Date(Date.now() - 1000).toISOString() }).archiveFrom).toBeLessThan(
      Date.now(),
    );
  });

  test("an ARCHIVE_FROM that is not a time prevents startup", () => {
    expect(() => parseConfig({ ARCHIVE_FROM: "2021-11-01" })).toThrow(/^ARCHIVE_FROM: /);
  });
});

test("a line break after the Upstash token is ignored, and a token with a space prevents startup", () => {
  const upstash = (token: string) =>
    parseConfig({ UPSTASH_REDIS_REST_URL: "https://store.test", UPSTASH_REDIS_REST_TOKEN: token })
      .counterStore;
  expect(upstash("token\n")).toEqual({ kind: "upstash", url: "https://store.test", token: "token" });
  expect(() => upstash("a token")).toThrow(
    /^UPSTASH_REDIS_REST_TOKEN: must contain only ASCII characters without spaces/,
  );
});

test("metrics and the request log are off unless METRICS_PORT and REQUEST_LOG turn them on", () => {
  expect(parseConfig({})).toMatchObject({ metrics: undefined, requestLog: false });
  expect(parseConfig({ REQUEST_LOG: "off" }).requestLog).toBe(false);
  expect(parseConfig({ REQUEST_LOG: "on" }).requestLog).toBe(true);
  expect(parseConfig({ METRICS_PORT: "9464" }).metrics).toEqual({ port: 9464, host: "127.0.0.1" });
  expect(parseConfig({ METRICS_PORT: "9464", METRICS_HOST: "0.0.0.0" }).metrics?.host).toBe("0.0.0.0");
});

test.each([
  [{ METRICS_PORT: "0" }, /^METRICS_PORT: /],
  [{ METRICS_PORT: "70000" }, /^METRICS_PORT: /],
  [{ METRICS_PORT: "3000" }, /^METRICS_PORT: must differ from PORT$/],
  [{ METRICS_HOST: "0.0.0.0" }, /^METRICS_PORT: set it together with METRICS_HOST$/],
  [{ REQUEST_LOG: "yes" }, /^REQUEST_LOG: /],
])("the environment %o prevents startup, and the error names the variable to correct", (env, message) => {
  expect(() => parseConfig(env)).toThrow(ConfigError);
  expect(() => parseConfig(env)).toThrow(message);
});

test("the pool has ten connections per process, and the port closes at once on SIGTERM, unless variables say otherwise", () => {
  expect(parseConfig({})).toMatchObject({ databasePoolSize: 10, drainMs: 0 });
  const set = parseConfig({ DATABASE_POOL_SIZE: "4", DRAIN_SECONDS: "5" });
  expect(set).toMatchObject({ databasePoolSize: 4, drainMs: 5_000 });
  for (const env of [{ DATABASE_POOL_SIZE: "1" }, { DRAIN_SECONDS: "-1" }, { DRAIN_SECONDS: "301" }])
    expect(() => parseConfig(env)).toThrow(/^(DATABASE_POOL_SIZE|DRAIN_SECONDS): /);
});

test("PORT 0 prevents startup with several processes, because they need a fixed port", () => {
  expect(() => parseConfig({ PORT: "0", WEB_CONCURRENCY: "2" })).toThrow(/^PORT: /);
  expect(parseConfig({ PORT: "0", WEB_CONCURRENCY: "1" }).webConcurrency).toBe(1);
});

describe("the counter store", () => {
  const sentinels = { REDIS_SENTINELS: "one:26379, two,[::1]:5000", REDIS_SENTINEL_NAME: "counters" };

  test("Redis behind Sentinels is read from the list of Sentinels, their name for the primary, and separate passwords", () => {
    const { counterStore } = parseConfig({
      ...sentinels,
      REDIS_SENTINEL_PASSWORD: "s",
      REDIS_USERNAME: "u",
      REDIS_PASSWORD: "p",
      REDIS_TLS: "on",
    });
    expect(counterStore).toEqual({
      kind: "redis",
      address: {
        sentinels: [
          { host: "one", port: 26_379 },
          { host: "two", port: 26_379 },
          { host: "::1", port: 5_000 },
        ],
        name: "counters",
        username: "u",
        password: "p",
        sentinelPassword: "s",
        tls: true,
      },
    });
  });

  test.each([
    [
      { ...sentinels, REDIS_URL: "redis://one" },
      /^REDIS_URL: set either REDIS_URL or REDIS_SENTINELS, not both/,
    ],
    [{ REDIS_SENTINELS: "one" }, /^REDIS_SENTINEL_NAME: set it together with REDIS_SENTINELS/],
    [{ REDIS_SENTINEL_NAME: "counters" }, /^REDIS_SENTINEL_NAME: applies only with REDIS_SENTINELS/],
    [{ REDIS_URL: "redis://one", REDIS_PASSWORD: "p" }, /^REDIS_PASSWORD: applies only with REDIS_SENTINELS/],
    [
      { REDIS_SENTINELS: "redis://:secret@one", REDIS_SENTINEL_NAME: "counters" },
      /^REDIS_SENTINELS: must be hosts/,
    ],
    [{ REDIS_SENTINELS: "one:99999", REDIS_SENTINEL_NAME: "counters" }, /^REDIS_SENTINELS: must be hosts/],
    [{ REDIS_SENTINELS: ",", REDIS_SENTINEL_NAME: "counters" }, /^REDIS_SENTINELS: must be hosts/],
  ])("the environment %o prevents startup, and the error names the variable but no value", (env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
    expect(() => parseConfig(env)).not.toThrow(/secret/);
  });
});

describe("live feeds", () => {
  test("a live feed is off unless FEEDS names it, and The Odds API needs a key and a number of credits", () => {
    expect(parseConfig({}).feeds).toEqual(["demo"]);
    expect(parseConfig({ FEEDS: "kalshi, polymarket,kalshi" }).feeds).toEqual(["kalshi", "polymarket"]);
    expect(() => parseConfig({ FEEDS: "the-odds-api" })).toThrow(/^THE_ODDS_API_KEY: required/);
    expect(() => parseConfig({ FEEDS: "the-odds-api", THE_ODDS_API_KEY: "k" })).toThrow(
      /^THE_ODDS_API_MONTHLY_CREDITS: required/,
    );
  });

  test("the regions of The Odds API are read as a list, its markets have a default, and the base URLs of venues can be replaced", () => {
    const { venues } = parseConfig({
      FEEDS: "the-odds-api",
      THE_ODDS_API_KEY: "k",
      THE_ODDS_API_MONTHLY_CREDITS: "500",
      THE_ODDS_API_REGIONS: "us, eu",
      KALSHI_URL: "http://localhost:1/v2/",
    });
    expect(venues).toMatchObject({
      kalshiUrl: "http://localhost:1/v2",
      theOddsApi: { regions: ["us", "eu"], markets: ["h2h", "spreads", "totals"], monthlyCredits: 500 },
    });
  });

  test.each([
    [{ FEEDS: "betfair" }, /^FEEDS: unknown feed/],
    [{ THE_ODDS_API_MARKETS: "h2h,<script>" }, /^THE_ODDS_API_MARKETS: /],
    [{ THE_ODDS_API_MONTHLY_CREDITS: "0.5" }, /^THE_ODDS_API_MONTHLY_CREDITS: /],
    [{ THE_ODDS_API_MARKETS: "h2h,outrights" }, /^THE_ODDS_API_MARKETS: contains an unknown market/],
    [{ POLYMARKET_GAMMA_URL: "ftp://example.com" }, /^POLYMARKET_GAMMA_URL: /],
    [{ POLYMARKET_CLOB_URL: "no url" }, /^POLYMARKET_CLOB_URL: /],
    [{ KALSHI_URL: "http://user:secret@localhost" }, /^KALSHI_URL: must have no user, password/],
    [{ THE_ODDS_API_URL: "http://localhost/v4?apiKey=secret" }, /^THE_ODDS_API_URL: must have no user/],
  ])("the environment %o prevents startup, and the error names the variable", (env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
  });
});

describe("PUBLIC_SPORTS", () => {
  const publicSports = (env: Readonly<Record<string, string>>) => publicSportsOf(parseConfig(env));

  test("by default, visitors see the sports of the simulated market if it is the only feed, else no sports", () => {
    expect(publicSports({})).toContain("basketball_nba");
    expect(publicSports({ FEEDS: "demo,kalshi" })).toEqual(new Set());
    expect(publicSports({ FEEDS: "none" })).toEqual(new Set());
  });

  test("visitors see the sports that PUBLIC_SPORTS names, and an unknown sport prevents startup", () => {
    expect(publicSports({ FEEDS: "none", PUBLIC_SPORTS: "icehockey_nhl, soccer_epl" })).toEqual(
      new Set(["icehockey_nhl", "soccer_epl"]),
    );
    expect(publicSports({ PUBLIC_SPORTS: "none" })).toEqual(new Set());
    expect(() => parseConfig({ PUBLIC_SPORTS: "hockey" })).toThrow(/^PUBLIC_SPORTS: unknown sport/);
  });
});

describe("PLAN_PRICES and CHECKOUT_URL", () => {
  test("PLAN_PRICES and CHECKOUT_URL are off if they are empty", () => {
    expect(parseConfig({ PLAN_PRICES: "", CHECKOUT_URL: "" })).toMatchObject({
      planPrices: undefined,
      checkoutUrl: undefined,
    });
  });

  test("PLAN_PRICES may omit plans", () => {
    const text = '{"currency":"EUR","per_month":{"starter":29,"growth":99.5},"note":"Plus VAT."}';
    expect(parseConfig({ PLAN_PRICES: text }).planPrices).toEqual({
      currency: "EUR",
      perMonth: new Map([
        ["starter", 29],
        ["growth", 99.5],
      ]),
      note: "Plus VAT.",
    });
  });

  test.each([
    ["29", "PLAN_PRICES: Invalid input: expected object, received number"],
    ["{starter: 29}", "PLAN_PRICES: must be JSON"],
    ['{"currency":"EUR","per_month":{}}', "PLAN_PRICES: per_month: must have a price"],
    [
      '{"currency":"euro","per_month":{"starter":1}}',
      "PLAN_PRICES: currency: must be an ISO 4217 code, such as USD",
    ],
    ['{"currency":"EUR","per_month":{"free":5}}', /^PLAN_PRICES: per_month/],
    ['{"currency":"EUR","per_month":{"platinum":5}}', /^PLAN_PRICES: per_month/],
    ['{"currency":"EUR","per_month":{"__proto__":5}}', /^PLAN_PRICES: per_month/],
    ['{"currency":"EUR","per_month":{"starter":"29"}}', /^PLAN_PRICES: per_month\.starter: /],
    ['{"currency":"EUR","per_month":{"starter":-1}}', /^PLAN_PRICES: per_month\.starter: /],
    ['{"currency":"EUR","per_month":{"starter":1.005}}', /^PLAN_PRICES: per_month\.starter: /],
    ['{"currency":"EUR","per_month":{"starter":1},"yearly":{}}', /^PLAN_PRICES: .*yearly/],
  ])("PLAN_PRICES=%s prevents startup, and the error states the problem", (text, message) => {
    expect(() => parseConfig({ PLAN_PRICES: text })).toThrow(
      typeof message === "string" ? new ConfigError(message) : message,
    );
  });

  test.each([
    ["http://pay.example.com/{plan}", "must begin with https://"],
    ["javascript:alert(1)//{plan}", "must begin with https://"],
    ["/buy/{plan}", "must be a URL"],
    ["https://pay.example.com/buy", "must contain {plan}"],
    ["https://pay.example.com/{plan}?key={secret}", "contains a placeholder other than {plan} and {account}"],
    ["https://pay.example.com/{plan", "contains a placeholder other than {plan} and {account}"],
    ["https://user:word@pay.example.com/{plan}", "must have no user and no password"],
    ["https://{plan}.example.com/", "must have its placeholders in the path or the query"],
  ])("CHECKOUT_URL=%s prevents startup", (template, message) => {
    expect(() => parseConfig({ CHECKOUT_URL: template })).toThrow(
      new ConfigError(`CHECKOUT_URL: ${message}`),
    );
  });

  test("the values that replace the placeholders of a checkout URL are URL-encoded", () => {
    const template = "https://pay.example.com/{plan}?reference={account}&again={account}";
    expect(parseConfig({ CHECKOUT_URL: template }).checkoutUrl).toBe(template);
    expect(checkoutUrl(template, "growth", "a/b&c=d#e")).toBe(
      "https://pay.example.com/growth?reference=a%2Fb%26c%3Dd%23e&again=a%2Fb%26c%3Dd%23e",
    );
  });
});

test.each([
  ["security@example.com", "mailto:security@example.com"],
  ["https://example.com/security", "https://example.com/security"],
])("SECURITY_CONTACT=%s is published as %s", (value, contact) => {
  expect(parseConfig({ SECURITY_CONTACT: value }).securityContact).toBe(contact);
});

test.each(["http://example.com/", "javascript:alert(1)", "https://example.com/\nContact: x", "me"])(
  "SECURITY_CONTACT=%j prevents startup",
  (value) => {
    expect(() => parseConfig({ SECURITY_CONTACT: value })).toThrow(
      new ConfigError("SECURITY_CONTACT: must be an email address or begin with https://"),
    );
  },
);
