import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/connect";
import { retryRead } from "@/db/retry-read";
import {
  type AccessToken,
  type AccessTokenRecord,
  createSessionToken,
  listAccessTokens,
  revokeAccessToken,
} from "@/server/accounts/access-token";
import { createAuthAdapter } from "@/server/accounts/auth-adapter";
import { readAuthSecret } from "@/server/accounts/auth-secret";
import { findSession, type WebsiteSession } from "@/server/accounts/find-session";
import { readUsage, type Usage } from "@/server/accounts/read-usage";
import { type MailConfig, sendSignInMail } from "@/server/accounts/send-sign-in-mail";
import {
  type Reservation,
  releaseUses,
  reserveUses,
  type SpentBound,
  type Uses,
} from "@/server/accounts/sign-in-bounds";
import type { Caller, RunningMeter } from "@/server/metering/meter";

export type WebsiteConfig = MailConfig & { readonly authSecret: string | undefined };

export type AccountOverview = {
  /** Plan, figures and billing period. */
  readonly terms: Caller;
  readonly used: number;
  readonly remaining: number;
  readonly usage: Usage;
};

/** Every verb takes the account of a session that has been found. */
export type Website = {
  /** Whether the database answers now, within seconds. Never rejects. */
  readonly answers: () => Promise<boolean>;
  readonly adapter: ReturnType<typeof createAuthAdapter>;
  readonly authSecret: () => Promise<string>;
  /** Counts an email or an attempt to sign in against the bounds on them. */
  readonly reserve: (uses: Uses) => Promise<Reservation | SpentBound>;
  readonly release: (reservation: Reservation, uses: Uses) => Promise<void>;
  /** @throws when it could not be sent. */
  readonly sendSignInMail: (email: string, link: string) => Promise<void>;
  readonly findSession: (cookie: string) => Promise<WebsiteSession | undefined>;
  /** Undefined when the account is gone. */
  readonly readOverview: (accountId: string, spanDays: number) => Promise<AccountOverview | undefined>;
  readonly listTokens: (accountId: string) => Promise<readonly AccessTokenRecord[]>;
  readonly createToken: (session: WebsiteSession) => Promise<AccessToken | "too_many_tokens">;
  /** `tokenId` is a uuid. */
  readonly revokeToken: (accountId: string, tokenId: string) => Promise<"revoked" | "not_found">;
};

type Rooms = {
  readonly db: Database;
  readonly config: WebsiteConfig;
  readonly meter: Pick<RunningMeter, "identifyAccount" | "readFigures">;
  /** ms since the epoch. */
  readonly now: () => number;
};

/** Longer than an embedded database is busy with a part of a large import. */
const patienceMs = 3_000;

const doesAnswer = (db: Database): Promise<boolean> =>
  Promise.race([
    db.execute(sql`select 1`).then(
      () => true,
      () => false,
    ),
    delay(patienceMs, false, { ref: false }),
  ]);

/** What pages ask of accounts: signing in, sessions, usage and access tokens. */
export const createWebsite = ({ db, config, meter, now }: Rooms): Website => {
  let secret: Promise<string> | undefined;
  let answering: Promise<boolean> | undefined;
  const at = () => new Date(now());
  return {
    answers: () => {
      answering ??= doesAnswer(db).finally(() => {
        answering = undefined;
      });
      return answering;
    },
    adapter: createAuthAdapter(db, now),
    authSecret: () => {
      secret ??= readAuthSecret(config);
      secret.catch(() => {
        secret = undefined;
      });
      return secret;
    },
    reserve: (uses) => reserveUses(db, uses, at()),
    release: (reservation, uses) => releaseUses(db, reservation, uses),
    sendSignInMail: (email, link) => sendSignInMail(config, email, link),
    findSession: (cookie) => retryRead(() => findSession(db, cookie, at())),
    readOverview: async (accountId, spanDays) => {
      const terms = await meter.identifyAccount(accountId);
      if (terms === undefined) return undefined;
      const [figures, usage] = await Promise.all([
        meter.readFigures(terms),
        retryRead(() => readUsage(db, accountId, spanDays, now())),
      ]);
      return { terms, ...figures, usage };
    },
    listTokens: (accountId) => listAccessTokens(db, accountId, at()),
    createToken: (session) => createSessionToken(db, session, at()),
    revokeToken: (accountId, tokenId) => revokeAccessToken(db, accountId, tokenId, at()),
  };
};
