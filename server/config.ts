import path from "node:path";
import { z } from "zod";

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const webAddress = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ""));
/** Codes and tokens of sign-ins go there: in clear only within this machine. */
const secureAddress = webAddress.refine(
  (value) => /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(value),
  "must begin with https://",
);
/** Nothing is recorded before the archive begins: one that begins in the future would leave every answer empty. */
const pastInstant = z.iso
  .datetime({ offset: true })
  .transform((value) => Date.parse(value))
  .refine((value) => value <= Date.now(), "must not lie in the future");

const environment = z.object({
  PORT: optional(z.coerce.number().int().min(0).max(65535)),
  HOST: optional(z.string()),
  DATA_DIR: optional(z.string()),
  BASE_URL: optional(webAddress),
  DOCS_URL: optional(webAddress),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/ })),
  UPSTASH_REDIS_REST_URL: optional(webAddress),
  UPSTASH_REDIS_REST_TOKEN: optional(z.string()),
  FEEDS: optional(z.string()),
  AUTH_SECRET: optional(z.string().min(16)),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: optional(z.string()),
  GITHUB_ID: optional(z.string()),
  GITHUB_SECRET: optional(z.string()),
  GITHUB_BASE_URL: optional(secureAddress),
  ARCHIVE_FROM: optional(pastInstant),
  WEB_CONCURRENCY: optional(z.coerce.number().int().min(1).max(64)),
  TRUSTED_PROXIES: optional(z.string()),
  LOG_LEVEL: optional(z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"])),
  REQUEST_LOG: optional(z.enum(["on", "off"])),
  METRICS_PORT: optional(z.coerce.number().int().min(1).max(65535)),
  METRICS_HOST: optional(z.string()),
});

export type CounterStoreConfig =
  | { readonly kind: "embedded" }
  | { readonly kind: "redis"; readonly url: string }
  | { readonly kind: "upstash"; readonly url: string; readonly token: string };

type GitHubConfig = {
  readonly id: string;
  readonly secret: string;
  /** Address of a GitHub Enterprise server, whose reports of verified addresses are trusted; undefined means github.com. */
  readonly baseUrl: string | undefined;
};

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly docsUrl: string;
  /** Undefined means the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly counterStore: CounterStoreConfig;
  readonly feeds: readonly FeedName[];
  /** Undefined only in embedded mode, where one is made and kept in `dataDir`. */
  readonly authSecret: string | undefined;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly github: GitHubConfig | undefined;
  /** ms since the epoch: nothing recorded before it is stored. */
  readonly archiveFrom: number;
  readonly webConcurrency: number;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  /** Whether each `/v1` request is logged on stdout. */
  readonly requestLog: boolean;
  /** Where Prometheus reads metrics; undefined means that none are measured. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
};

export const feedNames = ["demo"] as const;
export type FeedName = (typeof feedNames)[number];

/** A missing or bad variable; the message is one clear line without the variable's value (it may be a secret). */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const commaList = (value: string | undefined): string[] =>
  (value ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const parseFeeds = (value: string | undefined, embedded: boolean): FeedName[] => {
  const names = commaList(value ?? (embedded ? "demo" : "none")).filter((name) => name !== "none");
  return names.map((name) => {
    const known = feedNames.find((feed) => feed === name);
    if (known === undefined)
      throw new ConfigError(`FEEDS names an unknown feed; known are: ${feedNames.join(", ")}, none`);
    return known;
  });
};

/**
 * Parses the environment once.
 * @throws ConfigError naming the first variable that is missing or malformed.
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
  if (vars.REDIS_URL !== undefined && vars.UPSTASH_REDIS_REST_URL !== undefined)
    throw new ConfigError("REDIS_URL: set either it or UPSTASH_REDIS_REST_URL, not both");
  if ((vars.UPSTASH_REDIS_REST_URL === undefined) !== (vars.UPSTASH_REDIS_REST_TOKEN === undefined))
    throw new ConfigError("UPSTASH_REDIS_REST_TOKEN: set it together with UPSTASH_REDIS_REST_URL");
  if ((vars.GITHUB_ID === undefined) !== (vars.GITHUB_SECRET === undefined))
    throw new ConfigError("GITHUB_SECRET: set it together with GITHUB_ID");

  const port = vars.PORT ?? 3000;
  if (port === 0 && (vars.WEB_CONCURRENCY ?? 1) > 1)
    throw new ConfigError("PORT: name one where WEB_CONCURRENCY is more than 1");
  if (vars.METRICS_PORT === port) throw new ConfigError("METRICS_PORT: name another one than PORT");
  if (vars.METRICS_HOST !== undefined && vars.METRICS_PORT === undefined)
    throw new ConfigError("METRICS_PORT: set it together with METRICS_HOST");
  const baseUrl = vars.BASE_URL ?? `http://localhost:${port}`;
  const counterStore: CounterStoreConfig =
    vars.REDIS_URL !== undefined
      ? { kind: "redis", url: vars.REDIS_URL }
      : vars.UPSTASH_REDIS_REST_URL !== undefined && vars.UPSTASH_REDIS_REST_TOKEN !== undefined
        ? { kind: "upstash", url: vars.UPSTASH_REDIS_REST_URL, token: vars.UPSTASH_REDIS_REST_TOKEN }
        : { kind: "embedded" };
  return {
    port,
    host: vars.HOST ?? (embedded ? "127.0.0.1" : "0.0.0.0"),
    dataDir: path.resolve(/* turbopackIgnore: true */ vars.DATA_DIR ?? ".data"),
    baseUrl,
    docsUrl: vars.DOCS_URL ?? `${baseUrl}/docs`,
    databaseUrl: vars.DATABASE_URL,
    counterStore,
    feeds: parseFeeds(vars.FEEDS, embedded),
    authSecret: vars.AUTH_SECRET,
    smtpUrl: vars.SMTP_URL,
    mailFrom: vars.MAIL_FROM ?? "Oddskeeper <no-reply@localhost>",
    github:
      vars.GITHUB_ID !== undefined && vars.GITHUB_SECRET !== undefined
        ? { id: vars.GITHUB_ID, secret: vars.GITHUB_SECRET, baseUrl: vars.GITHUB_BASE_URL }
        : undefined,
    archiveFrom: vars.ARCHIVE_FROM ?? Date.UTC(2026, 8, 1),
    webConcurrency: vars.WEB_CONCURRENCY ?? 1,
    trustedProxies: commaList(vars.TRUSTED_PROXIES),
    logLevel: vars.LOG_LEVEL ?? "info",
    requestLog: vars.REQUEST_LOG === "on",
    metrics:
      vars.METRICS_PORT === undefined
        ? undefined
        : { port: vars.METRICS_PORT, host: vars.METRICS_HOST ?? "127.0.0.1" },
  };
};
