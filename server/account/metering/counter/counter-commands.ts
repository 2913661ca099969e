import {
  type CounterStore,
  CounterStoreError,
  type Reply,
} from "@/server/account/metering/counter/counter-store";
import { integerAt, textAt } from "@/server/account/metering/counter/read-reply";
import {
  admitScript,
  beginLoadScript,
  closeScript,
  forgetScript,
  forgetStaleScript,
  installScript,
  openScript,
  readCallerScript,
  reportedScript,
  unreportedScript,
  writeCallerScript,
} from "@/server/account/metering/counter/scripts";
import type { Charges, UsagePeriod } from "@/server/account/metering/ledger/ledger";
import { countInWindow, freshWindow, type SpeedWindow } from "@/server/account/metering/limits/speed-window";
import type { Caller } from "@/server/account/metering/meter";
import { counterGraceMs, recordLifeMs, storeDeadlineMs } from "@/server/account/metering/timing";
import type { StaleUse } from "@/server/account/metering/usage/last-used";
import type { Charge } from "@/server/account/metering/verdict";

const unreportedKey = "unreported";
type KeyOwner = Pick<Caller, "accountId" | "keyId">;
/** Passed instead of a window's key if the call does not count against the speed limit. */
const uncountedWindow = "w:none";

/** Period object -> its `periodKey`. One call needs the key several times. */
const periodKeys = new WeakMap<UsagePeriod, string>();

export const periodKey = (period: UsagePeriod): string => {
  const cached = periodKeys.get(period);
  if (cached !== undefined) return cached;
  const key = `${period.accountId}:${period.periodStart.toString(36)}`;
  periodKeys.set(period, key);
  return key;
};

/** A member of the sorted set `unreported`: an instance that has unreported charges in the period. */
type Unreported = { readonly period: UsagePeriod; readonly reporter: string };

const readUnreported = (member: unknown): Unreported[] => {
  const parts = typeof member === "string" ? /^([0-9a-f-]{36}):(-?[0-9a-z]+)\|(.*)$/.exec(member) : null;
  if (parts === null) return [];
  const [, accountId = "", start = "", reporter = ""] = parts;
  return [{ period: { accountId, periodStart: Number.parseInt(start, 36) }, reporter }];
};

const accountKey = (accountId: string) => `a:${accountId}`;
const counterKey = (period: UsagePeriod) => `c:${periodKey(period)}`;
const callerKey = (hash: string) => `h:${hash}`;

export type StoreAdmission =
  | { readonly kind: "unknown" }
  | { readonly kind: "invalid" }
  | { readonly kind: "changed"; readonly terms: string }
  | { readonly kind: "other_counter"; readonly epoch: number }
  | { readonly kind: "no_counter"; readonly window: SpeedWindow }
  | {
      readonly kind: "decided";
      readonly outcome: "admitted" | "speed_limit" | "allowance_spent";
      readonly used: number;
      readonly window: SpeedWindow;
    };

const outcomes = { ok: "admitted", speed: "speed_limit", spent: "allowance_spent" } as const;
const isOutcome = (text: string): text is keyof typeof outcomes => Object.hasOwn(outcomes, text);

const costArgument = ({ cost, unitMustRemain }: Charge): number => (cost === 1 ? 1 : unitMustRemain ? 2 : 0);

export type CounterCommands = ReturnType<typeof createCounterCommands>;

/** The meter's commands to a counter store. Each is one round trip, and throws CounterStoreError if there is no valid reply. */
export const createCounterCommands = (store: CounterStore, clock: () => number) => {
  const { run } = store;

  return {
    /** `epoch` belongs to the counter in use; `reporter` is this instance's name on that counter. */
    admit: async (
      caller: Caller,
      charge: Charge,
      { epoch, reporter }: { readonly epoch: number; readonly reporter: string },
    ): Promise<StoreAdmission> => {
      const { accountId, keyId, version, speedLimitPerSecond, allowance } = caller;
      let reply: Reply = [];
      const ask = async (windowName: string, windowMs: number): Promise<number> => {
        reply = await run(
          admitScript,
          [accountKey(accountId), windowName, counterKey(caller), unreportedKey],
          [
            keyId ?? "",
            version,
            windowMs,
            speedLimitPerSecond,
            costArgument(charge),
            allowance,
            epoch,
            reporter,
            periodKey(caller),
            clock(),
          ],
        );
        return reply[0] === "no_counter" || reply.length === 3 ? integerAt(reply, 1) : 0;
      };
      if (!charge.countsAgainstSpeedLimit) await ask(uncountedWindow, 0);
      const window = charge.countsAgainstSpeedLimit ? await countInWindow(caller, ask) : freshWindow(caller);
      const kind = textAt(reply, 0);
      if (isOutcome(kind))
        return { kind: "decided", outcome: outcomes[kind], used: integerAt(reply, 2), window };
      if (kind === "no_counter") return { kind, window };
      if (kind === "other_counter") return { kind, epoch: integerAt(reply, 1) };
      if (kind === "changed") return { kind, terms: textAt(reply, 1) };
      if (kind === "unknown" || kind === "invalid") return { kind };
      throw new CounterStoreError(`unexpected reply to admit: ${kind}`);
    },

    /** The caller that some instance has cached for a key's hash, as text. */
    readCaller: async (hash: string): Promise<string | undefined> => {
      const [caller] = await run(readCallerScript, [callerKey(hash)], []);
      return typeof caller === "string" ? caller : undefined;
    },

    writeCaller: async (hash: string, caller: string): Promise<void> => {
      await run(writeCallerScript, [callerKey(hash)], [caller, recordLifeMs]);
    },

    beginLoad: async (accountId: string, token: string): Promise<void> => {
      await run(beginLoadScript, [accountKey(accountId)], [token, recordLifeMs]);
    },

    /**
     * Stores the terms that were read after `beginLoad` was called with the same `token`.
     * @param keyLifeMs remaining life of the key; 0 or less if `findTerms` found no valid key.
     * @returns false if the account has changed since that call of `beginLoad`.
     */
    install: async ({ accountId, keyId }: KeyOwner, token: string, terms: string, keyLifeMs: number) => {
      // The record must expire before the key does, and storing the record may take up to twice `storeDeadlineMs`.
      const liveMs = keyLifeMs - Math.min(keyLifeMs / 2, 2 * storeDeadlineMs);
      const lifeMs = keyLifeMs > 0 ? Math.ceil(Math.min(liveMs, recordLifeMs)) : recordLifeMs;
      const args = [token, terms, keyId ?? "", keyLifeMs > 0 ? 1 : 0, lifeMs];
      return integerAt(await run(installScript, [accountKey(accountId)], args), 0) === 1;
    },

    open: async (
      period: UsagePeriod,
      { epoch, used }: { readonly epoch: number; readonly used: number },
      periodEnd: number,
    ): Promise<void> => {
      const lifeMs = Math.max(0, periodEnd - clock()) + counterGraceMs;
      await run(openScript, [counterKey(period)], [epoch, used, lifeMs]);
    },

    /** Closes the period's counter if its epoch is at most `upToEpoch`. @returns its charges; undefined if there is no such counter. */
    close: async (period: UsagePeriod, upToEpoch: number): Promise<Charges | undefined> => {
      const reply = await run(closeScript, [counterKey(period)], [upToEpoch]);
      if (reply.length === 0) return undefined;
      const byReporter = new Map<string, number>();
      for (let place = 1; place < reply.length; place += 2)
        byReporter.set(textAt(reply, place), integerAt(reply, place + 1));
      return { epoch: integerAt(reply, 0), byReporter };
    },

    /** Finds the periods and reporters with unreported charges made at `before` (ms since the Unix epoch) or earlier. */
    unreported: async (before: number, max: number): Promise<Unreported[]> =>
      (await run(unreportedScript, [unreportedKey], [before, max])).flatMap(readUnreported),

    reported: async (
      period: UsagePeriod,
      reporter: string,
      epoch: number,
      charges: number,
    ): Promise<void> => {
      const keys = [counterKey(period), unreportedKey];
      await run(reportedScript, keys, [periodKey(period), reporter, epoch, charges, clock()]);
    },

    forget: async (accountId: string): Promise<void> => {
      await run(forgetScript, [accountKey(accountId)], []);
    },

    /** @returns whether the store still had the outdated record. */
    forgetStale: async ({ accountId, keyId, outdatedTerms, revoked }: StaleUse): Promise<boolean> => {
      const args = [keyId, outdatedTerms ?? "", revoked ? 1 : 0];
      return integerAt(await run(forgetStaleScript, [accountKey(accountId)], args), 0) === 1;
    },
  };
};
