import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/connect";
import { createWriteBehind } from "@/db/write-behind";
import type { RareLog } from "@/server/log-rarely";
import { type CounterCommands, periodKey } from "@/server/metering/counter/counter-commands";
import {
  keptEpochs,
  type Report,
  type ReportedPeriod,
  readLedger,
  type UsagePeriod,
  writeReports,
} from "@/server/metering/ledger/ledger";
import {
  leftBehindMs,
  settleMs,
  storeDeadlineMs,
  sweepEveryMs,
  syncEveryMs,
  trustMs,
} from "@/server/metering/timing";

const maxAtOnce = 500;
/** Beyond this, periods without anything to report are forgotten. */
const maxPeriods = 50_000;

/** What this instance knows of a period. `reporter` is unique to the entry, so that the figures of a forgotten entry are never continued. */
type Entry = Omit<Report, "retire" | "closed"> & {
  readonly charges: Map<number, { confirmed: number; inFlight: number }>;
  retire: Report["retire"];
  closed: Report["closed"];
  /** The epoch of the counter in use; 0 if there is none. */
  epoch: number;
  /** When the ledger was last read with the counter in use as the one that decides; ms of `performance.now`. */
  checkedAt: number;
  /** What the ledger had of the counter in use: the counter cannot show less. */
  reported: number;
  /** Counters up to this epoch are retired. */
  retired: number;
  /** A retired counter may still be in the store. */
  inStore: boolean;
};

/**
 * Reports this instance's charges on counters to the ledger within `syncEveryMs`, and deletes counters from the store that the ledger has
 * retired. What could not be written is kept and written later.
 */
export const createLedgerSync = (
  db: Database,
  calls: CounterCommands,
  clock: () => number,
  warn: RareLog,
) => {
  const entries = new Map<string, Entry>();
  /** Entries with something to report. */
  const dirty = new Set<Entry>();
  /** Commands that are not awaited: the ledger is written even if the store is away. */
  let background: Promise<unknown> = Promise.resolve();
  let databaseAway = false;

  const entryOf = (period: UsagePeriod): Entry => {
    const name = periodKey(period);
    const found = entries.get(name);
    if (found !== undefined) return found;
    const entry: Entry = {
      period,
      reporter: randomUUID().slice(0, 8),
      charges: new Map(),
      retire: undefined,
      closed: undefined,
      epoch: 0,
      checkedAt: 0,
      reported: 0,
      retired: -1,
      inStore: false,
    };
    entries.set(name, entry);
    return entry;
  };

  const inBackground = (work: Promise<unknown>): void => {
    background = Promise.allSettled([background, work]).then(() => undefined);
  };

  /** Deletes a counter from the store. Then all charges on it are known, and the ledger need not wait for their reports. */
  const closeCounter = async (entry: Entry, upToEpoch: number): Promise<void> => {
    const closed = await calls.close(entry.period, upToEpoch);
    if (entry.retired <= upToEpoch) entry.inStore = false;
    if (closed === undefined) return;
    entry.closed = closed;
    dirty.add(entry);
    await writer.flush();
  };

  const closeRetired = async (): Promise<void> => {
    const retired = [...entries.values()].filter(({ inStore }) => inStore);
    await Promise.all(retired.map((entry) => closeCounter(entry, entry.retired)));
  };

  const noteWritten = (entry: Entry, { epoch, used, settled }: ReportedPeriod, readAt: number): void => {
    const { period, reporter, charges } = entry;
    entry.retired = Math.max(entry.retired, epoch - 1 - (epoch % 2));
    if (entry.epoch > 0 && entry.epoch <= entry.retired) {
      entry.epoch = 0;
      entry.inStore = true;
      inBackground(closeCounter(entry, entry.retired));
    }
    if (entry.epoch === epoch) {
      entry.reported = used;
      entry.checkedAt = readAt;
      inBackground(calls.reported(period, reporter, epoch, charges.get(epoch)?.confirmed ?? 0));
    }
    for (const counter of charges.keys()) if (counter < epoch - keptEpochs) charges.delete(counter);
    // A counter that is closed meanwhile may show charges whose replies were lost. Only this instance's report corrects them.
    if (!settled && charges.has(epoch - 1)) dirty.add(entry);
  };

  const writeBatch = async (batch: readonly Entry[]): Promise<void> => {
    const reports = batch.map((entry) => ({ ...entry }));
    const startedAt = performance.now();
    const written = await writeReports(db, reports);
    for (const [index, entry] of batch.entries()) {
      const row = written[index];
      if (entry.retire === reports[index]?.retire) entry.retire = undefined;
      if (entry.closed === reports[index]?.closed) entry.closed = undefined;
      if (row === undefined) entries.delete(periodKey(entry.period));
      else noteWritten(entry, row, startedAt);
    }
  };

  const writeDirty = async (): Promise<void> => {
    const all = [...dirty];
    dirty.clear();
    try {
      for (let from = 0; from < all.length; from += maxAtOnce)
        await writeBatch(all.slice(from, from + maxAtOnce));
      databaseAway = false;
    } catch (error) {
      // Reports are absolute: those that were written may be written again.
      for (const entry of all) dirty.add(entry);
      databaseAway = true;
      warn("the ledger could not be written", { err: error });
    }
  };
  const writer = createWriteBehind(syncEveryMs, writeDirty);

  const checks = new Map<Entry, Promise<void>>();

  /** Reads from the ledger whether the counter in use still decides. Ends without a result if the database does not respond. */
  const check = (entry: Entry): Promise<void> => {
    const checking = checks.get(entry);
    if (checking !== undefined) return checking;
    dirty.add(entry);
    const timeout = delay(storeDeadlineMs, true, { ref: false });
    const started = Promise.race([writer.flush(), timeout]).then((late) => {
      checks.delete(entry);
      if (late === true) databaseAway = true;
    });
    checks.set(entry, started);
    return started;
  };

  /** Closes counters with charges that were not reported since `before` (ms since the epoch): their instances are gone. */
  const sweep = async (before: number, max = maxAtOnce): Promise<void> => {
    const unreported = (await calls.unreported(before, max)).filter(
      ({ period, reporter }) => entries.get(periodKey(period))?.reporter !== reporter,
    );
    const [first] = unreported;
    if (first === undefined) return;
    // Without a database the counters are all there is.
    await readLedger(db, first.period);
    const closing = unreported.map(async ({ period, reporter }) => {
      await closeCounter(entryOf(period), Number.MAX_SAFE_INTEGER);
      // Its charges may have been on a counter that is gone.
      await calls.reported(period, reporter, 0, 0);
    });
    await Promise.all(closing);
  };

  const isIdle = (entry: Entry): boolean =>
    !dirty.has(entry) &&
    !entry.inStore &&
    [...entry.charges.values()].every(({ inFlight }) => inFlight === 0);

  const sweeper = setInterval(() => {
    for (const [name, entry] of entries) if (entries.size > maxPeriods && isIdle(entry)) entries.delete(name);
    inBackground(closeRetired());
    inBackground(sweep(clock() - leftBehindMs));
  }, sweepEveryMs).unref();

  return {
    /** Uses a counter that the store has. A counter that is retired is deleted instead. */
    use: async (period: UsagePeriod, epoch: number): Promise<void> => {
      const entry = entryOf(period);
      const newestRetired = Math.max(entry.retired, entry.epoch - 1);
      if (epoch <= newestRetired) {
        await closeCounter(entry, newestRetired);
        return;
      }
      if (entry.epoch === epoch) return;
      Object.assign(entry, { epoch, reported: 0, checkedAt: 0 });
      if (!entry.charges.has(epoch)) entry.charges.set(epoch, { confirmed: 0, inFlight: 0 });
      // The ledger may have retired it already.
      dirty.add(entry);
    },

    /**
     * Begins a call on the counter in use.
     * @param cost 1 if the call charges the counter.
     * @returns the counter's epoch (0 without one), this instance's name on it, and what was reported of it. `stillDecides` is
     * false if the ledger has taken over from the counter. `end` notes the outcome.
     */
    begin: (period: UsagePeriod, cost: 0 | 1) => {
      const entry = entryOf(period);
      const { epoch, reporter, reported } = entry;
      const charges = cost === 1 ? entry.charges.get(epoch) : undefined;
      if (charges !== undefined) charges.inFlight += 1;
      const stillDecides = async (): Promise<boolean> => {
        if (performance.now() - entry.checkedAt > trustMs && charges !== undefined && !databaseAway)
          await check(entry);
        return entry.epoch === epoch;
      };
      const end = (confirmed: boolean): void => {
        if (charges === undefined) return;
        charges.inFlight -= 1;
        if (confirmed) charges.confirmed += 1;
        dirty.add(entry);
      };
      return { epoch, reporter, reported, stillDecides, end };
    },

    /** Makes the ledger take over from a counter. Retried later if the database does not respond. */
    retire: async (period: UsagePeriod, epoch: number): Promise<void> => {
      const entry = entryOf(period);
      entry.retire = epoch;
      dirty.add(entry);
      await writer.flush();
    },

    flush: writer.flush,
    sweep,

    /** Prepares the use of a store that was away. @throws CounterStoreError */
    recover: async (): Promise<void> => {
      for (const entry of entries.values()) if (entry.epoch > 0) dirty.add(entry);
      await writer.flush();
      await closeRetired();
    },

    close: async (): Promise<void> => {
      clearInterval(sweeper);
      await closeRetired().catch(() => undefined);
      await writer.close();
      for (const since = performance.now(); dirty.size > 0 && !databaseAway; await delay(syncEveryMs)) {
        if (performance.now() - since > settleMs) break;
        await writer.flush();
      }
      await background;
    },
  };
};
