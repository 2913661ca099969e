import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "@/db/connect";
import { retryRead } from "@/db/retry-read";
import { findCall, readCalls } from "@/server/account/call-log/read-calls";
import { listKeys } from "@/server/account/keys/list-keys";
import { sendSignInMail } from "@/server/account/mail/send-mail";
import { findTerms } from "@/server/account/metering/callers/find-caller";
import { callerOf } from "@/server/account/metering/callers/terms";
import type { Caller, RunningMeter } from "@/server/account/metering/meter";
import { readSettings } from "@/server/account/owner/account-settings";
import { listAccountActions } from "@/server/account/owner/audit";
import { createOwnerActions, type OwnerActionsConfig } from "@/server/account/owner/owner-actions";
import { readUsageRows, sumUsage } from "@/server/account/owner/read-usage";
import { listSessions } from "@/server/account/sessions/list-sessions";
import { noteSessionSeen, type SignInClient } from "@/server/account/sessions/start-session";
import { listAccessTokens } from "@/server/account/sign-in/access-token";
import { createAuthAdapter } from "@/server/account/sign-in/auth-adapter";
import { readAuthSecret } from "@/server/account/sign-in/auth-secret";
import { findSession, type WebsiteSession } from "@/server/account/sign-in/find-session";
import { listIdentities } from "@/server/account/sign-in/identities";
import {
  type Reservation,
  releaseUses,
  reserveUses,
  type Uses,
} from "@/server/account/sign-in/sign-in-limits";
import { minuteMs } from "@/server/domain/durations";
import type { RareLog } from "@/server/log-rarely";

export type AccountPagesConfig = OwnerActionsConfig & { readonly authSecret: string | undefined };

type Deps = {
  readonly db: Database;
  readonly config: AccountPagesConfig;
  readonly meter: Pick<RunningMeter, "announceAccountChanged" | "readFigures">;
  readonly warn: RareLog;
  /** ms since the epoch. */
  readonly now: () => number;
};

const maxSeen = 10_000;
const seenEveryMs = 5 * minuteMs;

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

/**
 * Everything that pages can do with accounts. Every `accountId` must be that of a signed-in session. Pages get these functions from the
 * running services, because Next bundles pages with their own copy of the code that they import.
 */
export const createAccountPages = ({ db, config, meter, warn, now }: Deps) => {
  let secret: Promise<string> | undefined;
  let probe: Promise<boolean> | undefined;
  /** Sessions whose last use was written recently. */
  const seen = new LRUCache<string, true>({ max: maxSeen, ttl: seenEveryMs });
  const currentDate = () => new Date(now());
  const read = <T>(query: () => Promise<T>): Promise<T> => retryRead(db, query);

  const noteSeen = (sessionId: string): void => {
    if (seen.has(sessionId)) return;
    seen.set(sessionId, true);
    noteSessionSeen(db, sessionId, currentDate()).catch((error: unknown) => {
      warn("the last use of a session could not be written", { err: error });
    });
  };

  /**
   * The account's terms from the database; undefined if the account no longer exists. The meter's cache learns of an operator's change of
   * plan only at the next metered call.
   */
  const readCaller = async (accountId: string): Promise<Caller | undefined> => {
    const found = await findTerms(db, accountId, undefined);
    return found && callerOf(accountId, undefined, found.terms, now());
  };

  /** The numbers of calls by day, key, endpoint and kind, for the last `spanDays` days. The oldest day comes first. */
  const readRows = (accountId: string, spanDays: number) =>
    read(() => readUsageRows(db, accountId, spanDays, now()));

  return {
    /** Returns false if a query of the database fails or takes longer than `probeTimeoutMs`. Never rejects. */
    isDatabaseAvailable: (): Promise<boolean> => {
      probe ??= respondsInTime(db).finally(() => {
        probe = undefined;
      });
      return probe;
    },
    /** NextAuth's storage for a request of this client. */
    adapterFor: (client: SignInClient) => createAuthAdapter(db, now, client),
    /** The owner's actions that send an email. */
    ownerActions: createOwnerActions({
      db,
      config,
      announceAccountChanged: meter.announceAccountChanged,
      warn,
      now,
    }),
    authSecret: (): Promise<string> => {
      secret ??= readAuthSecret(config);
      secret.catch(() => {
        secret = undefined;
      });
      return secret;
    },
    /** Counts an email or a sign-in attempt against its hourly limits. */
    reserve: (uses: Uses) => reserveUses(db, uses, currentDate()),
    release: (reservation: Reservation, uses: Uses) => releaseUses(db, reservation, uses),
    /** @throws if the email could not be sent. */
    sendSignInMail: (email: string, link: string) => sendSignInMail(config, email, link),
    findSession: async (cookie: string): Promise<WebsiteSession | undefined> => {
      const session = await read(() => findSession(db, cookie, currentDate()));
      if (session !== undefined) noteSeen(session.sessionId);
      return session;
    },
    readCaller,
    /** Plan, limits, billing period and usage; undefined if the account no longer exists. */
    readOverview: async (accountId: string, spanDays: number) => {
      const terms = await readCaller(accountId);
      if (terms === undefined) return undefined;
      const [figures, usage] = await Promise.all([meter.readFigures(terms), readRows(accountId, spanDays)]);
      return { terms, ...figures, usage: sumUsage(usage, spanDays, now()) };
    },
    readUsageRows: readRows,
    readSettings: (accountId: string) => read(() => readSettings(db, accountId)),
    listSessions: (accountId: string) => read(() => listSessions(db, accountId, currentDate())),
    /** The users of sign-in providers who are linked to the account. */
    listIdentities: (accountId: string) => read(() => listIdentities(db, accountId)),
    /** What happened to the account, newest first. */
    listActions: (accountId: string) => read(() => listAccountActions(db, accountId)),
    listTokens: (accountId: string) => listAccessTokens(db, accountId, currentDate()),
    listKeys: (accountId: string) => listKeys(db, accountId),
    /** The account's request log, newest call first. */
    readCalls: (accountId: string) => read(() => readCalls(db, accountId, currentDate())),
    /** Undefined if the request log has no such call. @param requestId a uuid. */
    findCall: (accountId: string, requestId: string) =>
      read(() => findCall(db, accountId, requestId, currentDate())),
  };
};

export type AccountPages = Readonly<ReturnType<typeof createAccountPages>>;
