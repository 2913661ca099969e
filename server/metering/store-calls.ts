import { setTimeout as delay } from "node:timers/promises";
import {
  type CounterStore,
  CounterStoreError,
  lastingKey,
  type Reply,
  type Script,
} from "@/server/metering/counter-store";
import type { StaleUse } from "@/server/metering/last-used";
import type { CounterState, Line } from "@/server/metering/ledger";
import type { AdmissionRequest, Caller } from "@/server/metering/meter";
import { integerAt } from "@/server/metering/read-reply";
import {
  admitScript,
  cancelScript,
  claimScript,
  followedScript,
  forgetScript,
  forgetStaleScript,
  hintScript,
  installScript,
  lookUpScript,
  openScript,
  readScript,
  refundScript,
  remembersScript,
  retireScript,
  staleScript,
  unclaimScript,
} from "@/server/metering/scripts";
import { countInWindow, type SpeedWindow } from "@/server/metering/speed-window";

const dayMs = 86_400_000;
/** Records are loaded again when they have gone; this bounds what a store keeps of accounts that are no more. */
const recordLifeMs = 7 * dayMs;
/** Longer than any call or outage that a reply may be awaited over. */
const markLifeMs = 3_600_000;
/** Counters outlive their period, for calls that began in it and for the ledger. */
const counterGraceMs = 2 * dayMs;
const openerPatienceMs = 2_000;
/** A reply may be lost and the store be well: then the same command, which takes effect once, is given again for this long. */
const retryForMs = 100;
const retryPauseMs = 20;
const dirty = "dirty";

export const lineName = ({ accountId, periodStart }: Line): string =>
  `${accountId}:${periodStart.toString(36)}`;

/** Reads `lineName` back. */
const readLineName = (name: string): Line | undefined => {
  const parts = /^([0-9a-f-]{36}):(-?[0-9a-z]+)$/.exec(name);
  if (parts === null) return undefined;
  return { accountId: parts[1] ?? "", periodStart: Number.parseInt(parts[2] ?? "", 36) };
};

const accountKey = (accountId: string) => `a:${accountId}`;
const counterKey = (line: Line) => `c:${lineName(line)}`;
const openerKey = (line: Line) => `o:${lineName(line)}`;
const markKey = (requestId: string) => lastingKey(`m:${requestId}`);
const hintKey = (hash: string) => `h:${hash}`;

/** The place of a change among those of its counter. */
export type CounterChange = { readonly epoch: number; readonly seq: number };

type StoreAdmission =
  | { readonly kind: "unknown" | "no_counter" | "invalid" }
  | { readonly kind: "changed"; readonly terms: string }
  | {
      readonly kind: "judged";
      readonly outcome: "admitted" | "speed_limit" | "allowance_spent";
      readonly counter: CounterState;
      /** Where the charge is in its counter's changes; only where one was made. */
      readonly charge: CounterChange | undefined;
      readonly window: SpeedWindow;
    };

export type StoreRefund =
  | { readonly kind: "no_counter" }
  | { readonly kind: "given"; readonly refund: CounterChange; readonly counter: CounterState | undefined };

type StoreCancel =
  | { readonly kind: "none" }
  | { readonly kind: "lost"; readonly epoch: number; readonly seq: number }
  | { readonly kind: "cancelled"; readonly seq: number; readonly counter: CounterState };

const textAt = (reply: Reply, place: number): string => {
  const part = reply[place];
  if (typeof part === "string") return part;
  throw new CounterStoreError("a reply without a text where one belongs", "unknown");
};

/** used, seq, epoch from a place of a reply on. */
const counterAt = (reply: Reply, place: number): CounterState => ({
  used: integerAt(reply, place),
  seq: integerAt(reply, place + 1),
  epoch: integerAt(reply, place + 2),
});

/** seq, epoch from a place of a reply on. */
const changeAt = (reply: Reply, place: number): CounterChange => ({
  seq: integerAt(reply, place),
  epoch: integerAt(reply, place + 1),
});

const outcomes = { ok: "admitted", speed: "speed_limit", spent: "allowance_spent" } as const;
const isOutcome = (text: string): text is keyof typeof outcomes => Object.hasOwn(outcomes, text);

const costArgument = ({ cost, unitMustRemain }: AdmissionRequest): number =>
  cost === 1 ? 1 : unitMustRemain ? 2 : 0;

/**
 * Gives a command, again for a moment while its replies are lost.
 * @throws CounterStoreError whose `applied` speaks for all attempts.
 */
const insist = (give: () => Promise<Reply>): Promise<Reply> => {
  const since = performance.now();
  let applied: "no" | "unknown" = "no";
  const giveAgain = async (error: unknown): Promise<Reply> => {
    if (!(error instanceof CounterStoreError)) throw error;
    if (error.applied === "unknown") applied = "unknown";
    if (applied === "no" || performance.now() - since > retryForMs)
      throw new CounterStoreError(error.message, applied, error.cause);
    await delay(retryPauseMs);
    return give().catch(giveAgain);
  };
  return give().catch(giveAgain);
};

export type StoreCalls = ReturnType<typeof createStoreCalls>;

/** What the meter asks of a counter store, in its own words. Each call is one round trip and throws CounterStoreError when there is none. */
export const createStoreCalls = (store: CounterStore, clock: () => number) => {
  const run = (script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<Reply> =>
    insist(() => store.run(script, keys, args));
  /** The last charge of this instance that the store confirmed. */
  let confirmed: string | undefined;

  return {
    /** What a store that has lost nothing of what it did before now will remember. */
    witness: (): string | undefined => confirmed,

    /** Whether the store has lost nothing of what it did before the witness was taken. */
    remembers: async (witness: string | undefined): Promise<boolean> =>
      witness !== undefined && integerAt(await run(remembersScript, [markKey(witness)], []), 0) === 1,

    admit: async (caller: Caller, request: AdmissionRequest): Promise<StoreAdmission> => {
      let reply: Reply = [];
      let mayBeCharged = false;
      const noteDoubt = (error: unknown): never => {
        if (error instanceof CounterStoreError && error.applied === "unknown")
          mayBeCharged = request.cost === 1;
        throw error;
      };
      const window = await countInWindow(
        caller.accountId,
        caller.speedLimitPerSecond,
        async (windowName, windowMs) => {
          const keys = [accountKey(caller.accountId), windowName, counterKey(caller)];
          const args = [
            caller.keyId ?? "",
            caller.version,
            windowMs,
            caller.speedLimitPerSecond,
            costArgument(request),
            caller.allowance,
          ];
          if (request.cost === 1) {
            keys.push(markKey(request.requestId), dirty);
            args.push(lineName(caller), clock(), markLifeMs);
          }
          reply = await insist(() => store.run(admitScript, keys, args).catch(noteDoubt));
          return reply.length >= 5 ? integerAt(reply, 1) : 0;
        },
      );
      const kind = textAt(reply, 0);
      if (isOutcome(kind)) {
        const charge = kind === "ok" && request.cost === 1 ? changeAt(reply, 5) : undefined;
        if (charge !== undefined) confirmed = request.requestId;
        return { kind: "judged", outcome: outcomes[kind], counter: counterAt(reply, 2), charge, window };
      }
      // Charged perhaps on a counter that has gone since: no other answer than a judgement speaks of that.
      if (mayBeCharged) throw new CounterStoreError(`admit answered ${kind} after a lost reply`, "unknown");
      if (kind === "changed") return { kind, terms: textAt(reply, 1) };
      if (kind === "unknown" || kind === "no_counter" || kind === "invalid") return { kind };
      throw new CounterStoreError(`admit answered ${kind}`, "no");
    },

    refund: async (line: Line, requestId: string): Promise<StoreRefund> => {
      const keys = [counterKey(line), markKey(requestId), dirty];
      const reply = await run(refundScript, keys, [lineName(line), clock(), markLifeMs]);
      if (textAt(reply, 0) === "no_counter") return { kind: "no_counter" };
      const counter = reply.length > 3 ? counterAt(reply, 3) : undefined;
      return { kind: "given", refund: changeAt(reply, 1), counter };
    },

    cancel: async (line: Line, requestId: string): Promise<StoreCancel> => {
      const keys = [counterKey(line), markKey(requestId), dirty];
      const reply = await run(cancelScript, keys, [lineName(line), clock(), markLifeMs]);
      const kind = textAt(reply, 0);
      if (kind === "none") return { kind };
      const epoch = integerAt(reply, 1);
      const seq = integerAt(reply, 2);
      if (kind === "lost") return { kind, epoch, seq };
      return {
        kind: "cancelled",
        seq,
        counter: { epoch, used: integerAt(reply, 3), seq: integerAt(reply, 4) },
      };
    },

    lookUp: async (hash: string): Promise<string | undefined> => {
      const reply = await run(lookUpScript, [hintKey(hash)], []);
      return reply.length === 0 ? undefined : textAt(reply, 0);
    },

    writeHint: async (hash: string, hint: string): Promise<void> => {
      await run(hintScript, [hintKey(hash)], [hint, recordLifeMs]);
    },

    claim: async (line: Line, token: string): Promise<"there" | "mine" | "others"> => {
      const keys = [accountKey(line.accountId), counterKey(line), openerKey(line)];
      const reply = await run(claimScript, keys, [token, recordLifeMs, openerPatienceMs]);
      return (["there", "mine", "others"] as const)[integerAt(reply, 0)] ?? "others";
    },

    install: async (
      accountId: string,
      token: string,
      terms: string,
      keyId: string | undefined,
      keyLive: boolean,
    ): Promise<boolean> => {
      const args = [token, terms, keyId ?? "", keyLive ? 1 : 0];
      return integerAt(await run(installScript, [accountKey(accountId)], args), 0) === 1;
    },

    openCounter: async (
      line: Line,
      token: string,
      opening: { readonly epoch: number; readonly used: number },
      periodEnd: number,
    ): Promise<boolean> => {
      const lifeMs = Math.max(0, periodEnd - clock()) + counterGraceMs;
      const args = [token, opening.epoch, opening.used, lifeMs];
      return integerAt(await run(openScript, [counterKey(line), openerKey(line)], args), 0) === 1;
    },

    unclaim: async (line: Line, token: string): Promise<void> => {
      await run(unclaimScript, [openerKey(line)], [token]);
    },

    retire: async (line: Line, newestEpoch: number): Promise<void> => {
      await run(retireScript, [counterKey(line)], [newestEpoch]);
    },

    read: async (line: Line): Promise<CounterState | undefined> => {
      const reply = await run(readScript, [counterKey(line)], []);
      return reply.length === 0 ? undefined : counterAt(reply, 0);
    },

    stale: async (olderThan: number, most: number): Promise<Line[]> => {
      const reply = await run(staleScript, [dirty], [olderThan, most]);
      return reply.flatMap((name) => (typeof name === "string" ? (readLineName(name) ?? []) : []));
    },

    /** @returns the counter's own epoch and seq, where there is one. */
    followed: async (
      line: Line,
      epoch: number,
      seq: number,
    ): Promise<{ readonly epoch: number; readonly seq: number } | undefined> => {
      const keys = [counterKey(line), dirty];
      const reply = await run(followedScript, keys, [lineName(line), epoch, seq]);
      return reply.length === 0 ? undefined : { seq: integerAt(reply, 0), epoch: integerAt(reply, 1) };
    },

    forget: async (accountId: string): Promise<void> => {
      await run(forgetScript, [accountKey(accountId)], []);
    },

    /** @returns whether the store still had it on what is out of date. */
    forgetStale: async ({ accountId, keyId, outdatedTerms, revoked }: StaleUse): Promise<boolean> => {
      const args = [keyId, outdatedTerms ?? "", revoked ? 1 : 0];
      return integerAt(await run(forgetStaleScript, [accountKey(accountId)], args), 0) === 1;
    },
  };
};
