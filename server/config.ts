import path from "node:path";
import { z } from "zod";
import { canonicalMarketKey, findMarket } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { findTemplateProblem } from "@/server/domain/plans/checkout-url";
import { type PlanPrices, parsePlanPrices } from "@/server/domain/plans/plan-prices";

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
/** A URL to which paths and parameters are appended. `fetch` rejects a URL with a password. */
const baseUrl = httpUrl.refine((value) => {
  const { username, password, search, hash } = new URL(value);
  return `${username}${password}${search}${hash}` === "";
}, "must have no user, password, query or fragment");
/** A URL to which OAuth codes and tokens are sent, so http is allowed for localhost only. */
const secureUrl = httpUrl.refine(
  (value) => /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(value),
  "must begin with https://",
);
/** The beginning of the archive. With a time in the future, no price would be recorded. */
const pastInstant = z.iso
  .datetime({ offset: true })
  .transform((value) => Date.parse(value))
  .refine((value) => value <= Date.now(), "must not be in the future");

const commaList = (value: string | undefined): string[] =>
  (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Keys of regions or markets, separated by commas. */
const keyList = z
  .string()
  .transform((value) => [...new Set(commaList(value))])
  .refine((keys) => keys.every((key) => /^[a-z0-9_]{1,60}$/.test(key)), "must be keys separated by commas");

const marketList = keyList.refine(
  (keys) => keys.every((key) => findMarket(canonicalMarketKey(key)) !== undefined),
  "contains an unknown market",
);

/** A host, and optionally a port. An IPv6 address stands in brackets. */
const sentinelPattern = /^(\[[0-9a-f:.]+\]|[^\s:@/[\]]+)(?::(\d{1,5}))?$/i;
const sentinelPort = 26_379;

const sentinelList = z.string().transform((text, context) => {
  const sentinels = commaList(text).flatMap((item) => {
    const [, host, port = sentinelPort] = sentinelPattern.exec(item) ?? [];
    const isValid = host !== undefined && Number(port) >= 1 && Number(port) <= 65_535;
    return isValid ? [{ host: host.replace(/^\[|\]$/g, ""), port: Number(port) }] : [];
  });
  if (sentinels.length > 0 && sentinels.length === commaList(text).length) return sentinels;
  context.addIssue({ code: "custom", message: "must be hosts with ports, such as one:26379,two:26379" });
  return z.NEVER;
});

const planPrices = z.string().transform((text, context) => {
  const prices = parsePlanPrices(text);
  if (typeof prices !== "string") return prices;
  context.addIssue({ code: "custom", message: prices });
  return z.NEVER;
});

const checkoutTemplate = z.string().superRefine((template, context) => {
  const message = findTemplateProblem(template);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/** An email address or the URL of a page. The result is the URI for security.txt. */
const securityContact = z.string().transform((contact, context) => {
  if (z.email().safeParse(contact).success) return `mailto:${contact}`;
  if (z.url({ protocol: /^https$/ }).safeParse(contact).success && !/\s/.test(contact)) return contact;
  context.addIssue({ code: "custom", message: "must be an email address or begin with https://" });
  return z.NEVER;
});

const environment = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65535)),
  HOST: optional(z.string()),
  DATA_DIR: optional(z.string()),
  BASE_URL: optional(httpUrl),
  DOCS_URL: optional(httpUrl),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL_SIZE: optional(z.coerce.number().int().min(2).max(200)),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  REDIS_SENTINELS: optional(sentinelList),
  REDIS_SENTINEL_NAME: optional(z.string().trim()),
  REDIS_SENTINEL_PASSWORD: optional(z.string()),
  REDIS_USERNAME: optional(z.string()),
  REDIS_PASSWORD: optional(z.string()),
  REDIS_TLS: optional(z.enum(["on", "off"])),
  UPSTASH_REDIS_REST_URL: optional(baseUrl),
  // A token from a file may end with a line break.
  UPSTASH_REDIS_REST_TOKEN: optional(
    z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]+$/, "must contain only ASCII characters without spaces"),
  ),
  FEEDS: optional(z.string()),
  KALSHI_URL: optional(baseUrl),
  POLYMARKET_GAMMA_URL: optional(baseUrl),
  POLYMARKET_CLOB_URL: optional(baseUrl),
  THE_ODDS_API_URL: optional(baseUrl),
  THE_ODDS_API_KEY: optional(z.string().regex(/^\S{1,200}$/, "must not contain spaces")),
  THE_ODDS_API_REGIONS: optional(keyList),
  THE_ODDS_API_MARKETS: optional(marketList),
  THE_ODDS_API_MONTHLY_CREDITS: optional(z.coerce.number().int().min(1).max(1_000_000_000)),
  PUBLIC_SPORTS: optional(z.string()),
  AUTH_SECRET: optional(z.string().min(16)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string()),
  SUPPORT_EMAIL: optional(z.email()),
  COMPANY: optional(z.string().trim().min(1).max(200)),
  SECURITY_CONTACT: optional(securityContact),
  PLAN_PRICES: optional(planPrices),
  CHECKOUT_URL: optional(checkoutTemplate),
  LEGAL_DIR: optional(z.string()),
  GITHUB_ID: optional(z.string()),
  GITHUB_SECRET: optional(z.string()),
  GITHUB_BASE_URL: optional(secureUrl),
  ARCHIVE_FROM: optional(pastInstant),
  DRAIN_SECONDS: optional(z.coerce.number().int().min(0).max(300)),
  WEB_CONCURRENCY: optional(z.coerce.number().int().min(1).max(64)),
  TRUSTED_PROXIES: optional(z.string()),
  LOG_LEVEL: optional(z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"])),
  REQUEST_LOG: optional(z.enum(["on", "off"])),
  METRICS_PORT: optional(z.coerce.number().int().min(1).max(65535)),
  METRICS_HOST: optional(z.string()),
});

/** A Redis primary that Sentinels watch. */
export type SentinelAddress = {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[];
  /** The name that the Sentinels give to the primary and its replicas. */
  readonly name: string;
  /** Of the primary and its replicas. */
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly sentinelPassword: string | undefined;
  /** For the connections to the Sentinels and to the servers that they name. */
  readonly tls: boolean;
};

/** `address` of Redis: a URL, or the Sentinels that name the primary. */
export type CounterStoreConfig =
  | { readonly kind: "embedded" }
  | { readonly kind: "redis"; readonly address: string | SentinelAddress }
  | { readonly kind: "upstash"; readonly url: string; readonly token: string };

/** The URLs that the live feeds read. By default, the venues' public URLs. */
type VenueConfig = {
  readonly kalshiUrl: string;
  readonly polymarketGammaUrl: string;
  readonly polymarketClobUrl: string;
  /** Undefined if the key or the number of credits is not set. */
  readonly theOddsApi:
    | {
        readonly url: string;
        readonly key: string;
        readonly regions: readonly string[];
        readonly markets: readonly string[];
        readonly monthlyCredits: number;
      }
    | undefined;
};

type GitHubConfig = {
  readonly id: string;
  readonly secret: string;
  /** URL of a GitHub Enterprise server. Email addresses that this server has verified are trusted. Undefined: github.com. */
  readonly baseUrl: string | undefined;
};

export type Config = {
  readonly port: number;
  readonly host: string;
  /** An absolute path. */
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly docsUrl: string;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The most connections in the pool of each process. Some connections for locks and notifications are not in the pool. */
  readonly databasePoolSize: number;
  readonly counterStore: CounterStoreConfig;
  readonly feeds: readonly FeedName[];
  /** The sports that visitors can view without an account. Undefined: the default of server/run/public-sports.ts. */
  readonly publicSports: readonly string[] | undefined;
  readonly venues: VenueConfig;
  /** Undefined only in embedded mode, which generates a secret and keeps it in `dataDir`. */
  readonly authSecret: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** The contact for customers. Undefined: the site shows no contact. */
  readonly supportEmail: string | undefined;
  /** The name and address of the company that runs the service. */
  readonly company: string | undefined;
  /** A URI, for reports of vulnerabilities. Undefined: `supportEmail`. */
  readonly securityContact: string | undefined;
  /** Undefined: the site shows no prices for plans. */
  readonly planPrices: PlanPrices | undefined;
  /** The URL where a plan is bought, with placeholders (server/domain/plans/checkout-url.ts). Undefined: the site has no checkout. */
  readonly checkoutUrl: string | undefined;
  /** An absolute path. The folder has terms.md, privacy.md or both. */
  readonly legalDir: string | undefined;
  readonly github: GitHubConfig | undefined;
  /** ms since the epoch. Prices with an earlier recording time are not stored. */
  readonly archiveFrom: number;
  readonly webConcurrency: number;
  /** After a signal to stop, the port stays open for this long, in ms, so that load balancers notice that the instance is not ready. */
  readonly drainMs: number;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  /** Whether each `/v1` request and each delivery is logged on stdout. */
  readonly requestLog: boolean;
  /** The port and host of `GET /metrics`. Undefined: nothing is measured. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
};

export const feedNames = ["demo", "kalshi", "polymarket", "the-odds-api"] as const;
export type FeedName = (typeof feedNames)[number];

/** A missing or malformed variable. The message is one line without the value, which may be a secret. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const parseFeeds = (value: string | undefined, embedded: boolean): FeedName[] => {
  const names = commaList(value ?? (embedded ? "demo" : "none")).filter((name) => name !== "none");
  return [...new Set(names)].map((name) => {
    const feed = feedNames.find((candidate) => candidate === name);
    if (feed === undefined) throw new ConfigError(`FEEDS: unknown feed. Use ${feedNames.join(", ")} or none`);
    return feed;
  });
};

const parsePublicSports = (value: string | undefined): string[] | undefined => {
  if (value === undefined) return undefined;
  const keys = commaList(value).filter((key) => key !== "none");
  if (keys.some((key) => findSport(key) === undefined))
    throw new ConfigError("PUBLIC_SPORTS: unknown sport. Use keys of GET /v1/sports, or the word none");
  return [...new Set(keys)];
};

type Environment = z.output<typeof environment>;

const parseVenues = (vars: Environment): VenueConfig => {
  const { THE_ODDS_API_KEY: key, THE_ODDS_API_MONTHLY_CREDITS: monthlyCredits } = vars;
  return {
    kalshiUrl: vars.KALSHI_URL ?? "https://external-api.kalshi.com/trade-api/v2",
    polymarketGammaUrl: vars.POLYMARKET_GAMMA_URL ?? "https://gamma-api.polymarket.com",
    polymarketClobUrl: vars.POLYMARKET_CLOB_URL ?? "https://clob.polymarket.com",
    theOddsApi:
      key === undefined || monthlyCredits === undefined
        ? undefined
        : {
            url: vars.THE_ODDS_API_URL ?? "https://api.the-odds-api.com/v4",
            key,
            regions: vars.THE_ODDS_API_REGIONS ?? ["us"],
            markets: vars.THE_ODDS_API_MARKETS ?? ["h2h", "spreads", "totals"],
            monthlyCredits,
          },
  };
};

/** The variables that apply only to Redis behind Sentinels. */
const sentinelVariables = [
  "REDIS_SENTINEL_NAME",
  "REDIS_SENTINEL_PASSWORD",
  "REDIS_USERNAME",
  "REDIS_PASSWORD",
  "REDIS_TLS",
] as const;

const parseCounterStore = (vars: Environment): CounterStoreConfig => {
  const { REDIS_URL, REDIS_SENTINELS: sentinels, REDIS_SENTINEL_NAME: name } = vars;
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = vars;
  const chosen = { REDIS_URL, REDIS_SENTINELS: sentinels, UPSTASH_REDIS_REST_URL: url };
  const [first, second] = Object.entries(chosen).flatMap(([key, value]) =>
    value === undefined ? [] : [key],
  );
  if (second !== undefined) throw new ConfigError(`${first}: set either ${first} or ${second}, not both`);
  if ((url === undefined) !== (token === undefined))
    throw new ConfigError("UPSTASH_REDIS_REST_TOKEN: set it together with UPSTASH_REDIS_REST_URL");
  const alone = sentinelVariables.find((variable) => vars[variable] !== undefined);
  if (sentinels === undefined && alone !== undefined)
    throw new ConfigError(
      `${alone}: applies only with REDIS_SENTINELS; REDIS_URL contains user and password`,
    );
  if (REDIS_URL !== undefined) return { kind: "redis", address: REDIS_URL };
  if (url !== undefined && token !== undefined) return { kind: "upstash", url, token };
  if (sentinels === undefined) return { kind: "embedded" };
  if (name === undefined) throw new ConfigError("REDIS_SENTINEL_NAME: set it together with REDIS_SENTINELS");
  const { REDIS_USERNAME: username, REDIS_PASSWORD: password } = vars;
  const sentinelPassword = vars.REDIS_SENTINEL_PASSWORD;
  const tls = vars.REDIS_TLS === "on";
  return { kind: "redis", address: { sentinels, name, username, password, sentinelPassword, tls } };
};

/**
 * Parses the environment variables.
 * @throws ConfigError with the first variable that is missing or malformed.
 */
export const parseConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(`${issue?.path.join(".") ?? "environment"}: ${issue?.message ?? "not valid"}`);
  }
  const vars = parsed.data;
  const embedded = vars.DATABASE_URL === undefined;
  if (!embedded && vars.AUTH_SECRET === undefined)
    throw new ConfigError("AUTH_SECRET: required when DATABASE_URL is set");
  const counterStore = parseCounterStore(vars);
  if ((vars.GITHUB_ID === undefined) !== (vars.GITHUB_SECRET === undefined))
    throw new ConfigError("GITHUB_SECRET: set it together with GITHUB_ID");

  const feeds = parseFeeds(vars.FEEDS, embedded);
  for (const name of ["THE_ODDS_API_KEY", "THE_ODDS_API_MONTHLY_CREDITS"] as const)
    if (feeds.includes("the-odds-api") && vars[name] === undefined)
      throw new ConfigError(`${name}: required when FEEDS contains the-odds-api`);

  const port = vars.PORT ?? 3000;
  if (port === 0 && (vars.WEB_CONCURRENCY ?? 1) > 1)
    throw new ConfigError("PORT: must not be 0 if WEB_CONCURRENCY is more than 1");
  if (vars.METRICS_PORT === port) throw new ConfigError("METRICS_PORT: must differ from PORT");
  if (vars.METRICS_HOST !== undefined && vars.METRICS_PORT === undefined)
    throw new ConfigError("METRICS_PORT: set it together with METRICS_HOST");
  const baseUrl = vars.BASE_URL ?? `http://localhost:${port}`;
  return {
    port,
    host: vars.HOST ?? (embedded ? "127.0.0.1" : "0.0.0.0"),
    dataDir: path.resolve(/* turbopackIgnore: true */ vars.DATA_DIR ?? ".data"),
    baseUrl,
    docsUrl: vars.DOCS_URL ?? `${baseUrl}/docs`,
    databaseUrl: vars.DATABASE_URL,
    databasePoolSize: vars.DATABASE_POOL_SIZE ?? 10,
    counterStore,
    feeds,
    publicSports: parsePublicSports(vars.PUBLIC_SPORTS),
    venues: parseVenues(vars),
    authSecret: vars.AUTH_SECRET,
    smtpUrl: vars.SMTP_URL,
    supportEmail: vars.SUPPORT_EMAIL,
    company: vars.COMPANY,
    securityContact: vars.SECURITY_CONTACT,
    planPrices: vars.PLAN_PRICES,
    checkoutUrl: vars.CHECKOUT_URL,
    legalDir:
      vars.LEGAL_DIR === undefined ? undefined : path.resolve(/* turbopackIgnore: true */ vars.LEGAL_DIR),
    mailFrom: vars.MAIL_FROM ?? "Oddskeeper <no-reply@localhost>",
    github:
      vars.GITHUB_ID !== undefined && vars.GITHUB_SECRET !== undefined
        ? { id: vars.GITHUB_ID, secret: vars.GITHUB_SECRET, baseUrl: vars.GITHUB_BASE_URL }
        : undefined,
    archiveFrom: vars.ARCHIVE_FROM ?? Date.UTC(2026, 8, 1),
    webConcurrency: vars.WEB_CONCURRENCY ?? 1,
    drainMs: (vars.DRAIN_SECONDS ?? 0) * 1_000,
    trustedProxies: commaList(vars.TRUSTED_PROXIES),
    logLevel: vars.LOG_LEVEL ?? "info",
    requestLog: vars.REQUEST_LOG === "on",
    metrics:
      vars.METRICS_PORT === undefined
        ? undefined
        : { port: vars.METRICS_PORT, host: vars.METRICS_HOST ?? "127.0.0.1" },
  };
};
