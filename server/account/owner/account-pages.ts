import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "@/db/connect";
import { retryRead } from "@/db/retry-read";
import { findCall, type LoggedCall, readCalls } from "@/server/account/call-log/read-calls";
import type { ApiKeyRecord } from "@/server/account/keys/key-record";
import { listKeys } from "@/server/account/keys/list-keys";
import { sendSignInMail } from "@/server/account/mail/send-mail";
import { findTerms } from "@/server/account/metering/callers/find-caller";
import { callerOf } from "@/server/account/metering/callers/terms";
import type { Caller, RunningMeter } from "@/server/account/metering/meter";
import { type AccountSettings, readSettings } from "@/server/account/owner/account-settings";
import { type AccountAction, listAccountActions } from "@/server/account/owner/audit";
import { createOwnAccount, type OwnAccount, type OwnAccountConfig } from "@/server/account/owner/own-account";
import { readUsageRows, sumUsage, type Usage, type UsageRow } from "@/server/account/owner/read-usage";
import { listSessions, type SessionRecord } from "@/server/account/sessions/list-sessions";
import { noteSessionSeen, type SignInClient } from "@/server/account/sessions/start-session";
import { type AccessTokenRecord, listAccessTokens } from "@/server/account/sign-in/access-token";
import { createAuthAdapter } from "@/server/account/sign-in/auth-adapter";
import { readAuthSecret } from "@/server/account/sign-in/auth-secret";
import { findSession, type WebsiteSession } from "@/server/account/sign-in/find-session";
import { type Identity, listIdentities } from "@/server/account/sign-in/identities";
import {
  type Reservation,
  releaseUses,
  reserveUses,
  type SpentBound,
  type Uses,
} from "@/server/account/sign-in/sign-in-bounds";
import type { RareLog } from "@/server/log-rarely";

export type AccountPagesConfig = OwnAccountConfig & { readonly authSecret: string | undefined };

export type AccountOverview = {
  /** Plan, limits and billing period. */
  readonly terms: Caller;
  readonly used: number;
  readonly remaining: number;
  readonly usage: Usage;
};

/** Everything that pages can do with accounts. Every `accountId` must be that of a signed-in session. */
export type AccountPages = {
  /** Returns false if a query of the database fails or takes longer than `probeTimeoutMs`. Never rejects. */
  readonly isDatabaseAvailable: () => Promise<boolean>;
  /** NextAuth's storage for a request of this client. */
  readonly adapterFor: (client: SignInClient) => ReturnType<typeof createAuthAdapter>;
  /** The owner's actions that send an email. */
  readonly ownAccount: OwnAccount;
  readonly authSecret: () => Promise<string>;
  /** Counts an email or a sign-in attempt against its bounds (hourly limits). */
  readonly reserve: (uses: Uses) => Promise<Reservation | SpentBound>;
  readonly release: (reservation: Reservation, uses: Uses) => Promise<void>;
  /** @throws if the email could not be sent. */
  readonly sendSignInMail: (email: string, link: string) => Promise<void>;
  readonly findSession: (cookie: string) => Promise<WebsiteSession | undefined>;
  /** The account's terms from the database; undefined if the account no longer exists. */
  readonly readCaller: (accountId: string) => Promise<Caller | undefined>;
  /** Undefined if the account no longer exists. */
  readonly readOverview: (accountId: string, spanDays: number) => Promise<AccountOverview | undefined>;
  readonly readSettings: (accountId: string) => Promise<AccountSettings | undefined>;
  /** The numbers of calls by day, key, endpoint and kind, for the last `spanDays` days. The oldest day comes first. */
  readonly readUsageRows: (accountId: string, spanDays: number) => Promise<readonly UsageRow[]>;
  readonly listSessions: (accountId: string) => Promise<readonly SessionRecord[]>;
  /** The users of sign-in providers who are linked to the account. */
  readonly listIdentities: (accountId: string) => Promise<readonly Identity[]>;
  /** What happened to the account, newest first. */
  readonly listActions: (accountId: string) => Promise<readonly AccountAction[]>;
  readonly listTokens: (accountId: string) => Promise<readonly AccessTokenRecord[]>;
  readonly listKeys: (accountId: string) => Promise<readonly ApiKeyRecord[]>;
  /** The account's request log, newest call first. */
  readonly readCalls: (accountId: string) => Promise<readonly LoggedCall[]>;
  /** Undefined if the request log has no such call. @param requestId a uuid. */
  readonly findCall: (accountId: string, requestId: string) => Promise<LoggedCall | undefined>;
};

type Deps = {
  readonly db: Database;
  readonly config: AccountPagesConfig;
  readonly meter: Pick<RunningMeter, "noteAccountChanged" | "readFigures">;
  readonly warn: RareLog;
  /** ms since the epoch. */
  readonly now: () => number;
};

const maxSeen = 10_000;
const seenEveryMs = 5 * 60_000;

/** A chunk of a large import can keep an embedded database busy for seconds. The probe waits longer than that. */
const probeTimeoutMs = 8_000;

const respondsInTime = (db: Database): Promise<boolean> =>
  Promise.race([
    db.execute(sql`select 1`).then(
      () => true,
      // The board logs a database that cannot be read.
      () => false,
    ),
    delay(probeTimeoutMs, false, { ref: false }),
  ]);

export const createAccountPages = ({ db, config, meter, warn, now }: Deps): AccountPages => {
  let secret: Promise<string> | undefined;
  let probe: Promise<boolean> | undefined;
  const currentDate = () => new Date(now());
  // Reads the database, because the meter's cache learns of an operator's change of plan only at the next metered call.
  const readCaller = async (accountId: string): Promise<Caller | undefined> => {
    const found = await findTerms(db, accountId, undefined);
    return found && callerOf(accountId, undefined, found.terms, now());
  };
  /** Sessions whose last use was written recently. */
  const seen = new LRUCache<string, true>({ max: maxSeen, ttl: seenEveryMs });
  const noteSeen = (sessionId: string): void => {
    if (seen.has(sessionId)) return;
    seen.set(sessionId, true);
    noteSessionSeen(db, sessionId, currentDate()).catch((error: unknown) => {
      warn("the last use of a session could not be written", { err: error });
    });
  };
  const readRows = (accountId: string, spanDays: number) =>
    retryRead(db, () => readUsageRows(db, accountId, spanDays, now()));
  return {
    isDatabaseAvailable: () => {
      probe ??= respondsInTime(db).finally(() => {
        probe = undefined;
      });
      return probe;
    },
    adapterFor: (client) => createAuthAdapter(db, now, client),
    ownAccount: createOwnAccount({ db, config, noteAccountChanged: meter.noteAccountChanged, warn, now }),
    authSecret: () => {
      secret ??= readAuthSecret(config);
      secret.catch(() => {
        secret = undefined;
      });
      return secret;
    },
    reserve: (uses) => reserveUses(db, uses, currentDate()),
    release: (reservation, uses) => releaseUses(db, reservation, uses),
    sendSignInMail: (email, link) => sendSignInMail(config, email, link),
    findSession: async (cookie) => {
      const session = await retryRead(db, () => findSession(db, cookie, currentDate()));
      if (session !== undefined) noteSeen(session.sessionId);
      return session;
    },
    readCaller,
    readOverview: async (accountId, spanDays) => {
      const terms = await readCaller(accountId);
      if (terms === undefined) return undefined;
      const [figures, usage] = await Promise.all([meter.readFigures(terms), readRows(accountId, spanDays)]);
      return { terms, ...figures, usage: sumUsage(usage, spanDays, now()) };
    },
    readSettings: (accountId) => retryRead(db, () => readSettings(db, accountId)),
    readUsageRows: readRows,
    listSessions: (accountId) => retryRead(db, () => listSessions(db, accountId, currentDate())),
    listIdentities: (accountId) => retryRead(db, () => listIdentities(db, accountId)),
    listActions: (accountId) => retryRead(db, () => listAccountActions(db, accountId)),
    listTokens: (accountId) => listAccessTokens(db, accountId, currentDate()),
    listKeys: (accountId) => listKeys(db, accountId),
    readCalls: (accountId) => retryRead(db, () => readCalls(db, accountId, currentDate())),
    findCall: (accountId, requestId) =>
      retryRead(db, () => findCall(db, accountId, requestId, currentDate())),
  };
};
