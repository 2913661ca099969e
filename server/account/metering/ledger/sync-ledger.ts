import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@/db/connect";
import { hasCode, lostReplyCodes } from "@/db/is-unavailable";
import { createWriteBehind } from "@/db/write-behind";
import { type CounterCommands, periodKey } from "@/server/account/metering/counter/counter-commands";
import {
  type LedgerVerdict,
  type Report,
  type ReportedPeriod,
  readLedger,
  type UsagePeriod,
  writeReports,
} from "@/server/account/metering/ledger/ledger";
import {
  leftBehindMs,
  settleMs,
  storeDeadlineMs,
  sweepEveryMs,
  syncEveryMs,
  trustMs,
} from "@/server/account/metering/timing";
import { getOrInsert } from "@/server/domain/collections";
import type { RareLog } from "@/server/log-rarely";

const maxAtOnce = 500;
/** While more periods than this are known, periods with nothing to report are forgotten. */
const maxPeriods = 50_000;
/** While a period has more figures than this, its oldest final figures are forgotten. */
const maxFigures = 32;

type Figures = { readonly key: string; readonly epoch: number; confirmed: number; inFlight: number };

const notWritten = () => new Error("the charges of a closed counter could not be written to the ledger");
const newReporter = (): string => randomUUID().slice(0, 8);
const figuresKey = (epoch: number, reporter: string): string => `${epoch}.${reporter}`;
const newFigures = (epoch: number, reporter = newReporter()): Figures => ({
  key: figuresKey(epoch, reporter),
  epoch,
  confirmed: 0,
  inFlight: 0,
});

/** What this instance knows of a period. `reporter` is unique to the entry, so a new entry never continues the figures of a forgotten entry. */
type Entry = Omit<Report, "charges" | "retire" | "closed" | "final"> & {
  readonly reporter: string;
  /**
   * All charges of this instance, oldest figures first. Every report repeats them, final figures included: if the database has lost its
   * latest commits, the next report restores them.
   */
  readonly charges: Map<string, Figures>;
  /** The figures in `charges` for charges on the ledger's row. If the reply to such a charge is lost, new figures replace them. */
  row: Figures;
  retire: Report["retire"];
  closed: Report["closed"];
  /** The epoch of the counter in use; 0 if no counter is in use. */
  epoch: number;
  /** When the ledger last confirmed that the counter is in use (ms of `performance.now`). */
  checkedAt: number;
  /** The ledger's last figure for the counter in use. A counter that shows less has reverted to an older state. */
  reported: number;
  /** Counters up to this epoch are retired. */
  retired: number;
  /** Whether a retired counter may still be open in the store. */
  inStore: boolean;
};

export type LedgerSync = ReturnType<typeof createLedgerSync>;

/**
 * Within `syncEveryMs`, reports to the ledger what this instance charged on counters. Closes a counter in the store once the ledger has
 * retired the counter. Reports that could not be written are kept and written later.
 * @param calls undefined without a counter store.
 */
export const createLedgerSync = (
  db: Database,
  calls: CounterCommands | undefined,
  clock: () => number,
  warn: RareLog,
) => {
  const entries = new Map<string, Entry>();
  const dirty = new Set<Entry>();
  /** Entries whose counter is being closed for a waiting call. */
  const closing = new Set<Entry>();
  /** Commands to the store. Writing the ledger does not wait for them, because the store may be unavailable. */
  let background: Promise<unknown> = Promise.resolve();
  let databaseUnavailable = false;

  const entryOf = (period: UsagePeriod): Entry => {
    const name = periodKey(period);
    const found = entries.get(name);
    if (found !== undefined) return found;
    const row = newFigures(0);
    const entry: Entry = {
      period,
      reporter: newReporter(),
      charges: new Map([[row.key, row]]),
      row,
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

  /** The figures for this instance's charges on a counter. */
  const chargesOn = ({ charges, reporter }: Entry, epoch: number): Figures =>
    getOrInsert(charges, figuresKey(epoch, reporter), () => newFigures(epoch, reporter));

  const isCounterInUse = (entry: Entry, { epoch }: { readonly epoch: number }): boolean =>
    epoch > 0 && epoch === entry.epoch;
  /** Whether more charges can be made under these figures. */
  const isInUse = (entry: Entry, figures: Figures): boolean =>
    figures === entry.row || isCounterInUse(entry, figures);

  const inBackground = (work: Promise<unknown> | undefined): void => {
    const logged = work?.catch((error: unknown) => {
      warn("counters could not be closed or checked in the background; the work is repeated", { err: error });
    });
    background = Promise.allSettled([background, logged]).then(() => undefined);
  };

  /**
   * Closes a counter in the store. Then all its charges are final, and the ledger need not wait for their reports.
   * @returns true if the ledger has those charges, or if there is no such counter.
   */
  const closeCounter = async (entry: Entry, upToEpoch: number): Promise<boolean> => {
    const closed = entry.closed ?? (await calls?.close(entry.period, upToEpoch));
    // The figures of a closed counter are kept until the ledger has them, because the store may lose them.
    entry.closed ??= closed;
    const pending = entry.closed;
    if (pending !== undefined) {
      dirty.add(entry);
      await writer.flush();
      if (entry.closed === pending) return false;
      if (closed !== pending) return closeCounter(entry, upToEpoch);
    }
    if (entry.retired <= upToEpoch) entry.inStore = false;
    return true;
  };

  const closeRetired = async (): Promise<void> => {
    const retired = [...entries.values()].filter(({ inStore }) => inStore);
    await Promise.all(retired.map((entry) => closeCounter(entry, entry.retired)));
  };

  const noteWritten = (entry: Entry, report: Report, row: ReportedPeriod, readAt: number): void => {
    const { period, reporter, charges } = entry;
    const { epoch, used } = row;
    entry.retired = Math.max(entry.retired, epoch - 1 - (epoch % 2));
    if (entry.epoch > 0 && entry.epoch <= entry.retired) {
      entry.epoch = 0;
      entry.inStore = true;
      inBackground(closeCounter(entry, entry.retired));
    }
    if (isCounterInUse(entry, row)) {
      entry.reported = used;
      entry.checkedAt = readAt;
      const { confirmed } = report.charges.get(`${epoch}.${reporter}`) ?? { confirmed: 0 };
      inBackground(calls?.reported(period, reporter, epoch, confirmed));
    }
    for (const figures of charges.values()) {
      const isFinal = report.final.includes(figures.key);
      if (isFinal && charges.size > maxFigures) charges.delete(figures.key);
      // These figures need a final report. It replaces the counter's last figure, which may include charges whose replies were lost.
      else if (!isFinal && !isInUse(entry, figures)) dirty.add(entry);
    }
  };

  const toReport = (entry: Entry): Report => {
    // Copies, because figures change while the report is written. Under figures in use, more charges can also begin meanwhile.
    const figures = [...entry.charges.values()].map((of) =>
      isInUse(entry, of) ? { ...of, inFlight: Number.POSITIVE_INFINITY } : { ...of },
    );
    return {
      ...entry,
      charges: new Map(figures.map((of) => [of.key, of])),
      final: figures.flatMap(({ key, inFlight }) => (inFlight > 0 ? [] : [key])),
    };
  };

  const writeBatch = async (batch: readonly Entry[]): Promise<void> => {
    const reports = batch.map(toReport);
    const startedAt = performance.now();
    const written = await writeReports(db, reports);
    for (const [index, entry] of batch.entries()) {
      const [report, row] = [reports[index], written[index]];
      if (entry.retire === report?.retire) entry.retire = undefined;
      if (entry.closed === report?.closed) entry.closed = undefined;
      if (report === undefined || row === undefined) entries.delete(periodKey(entry.period));
      else noteWritten(entry, report, row, startedAt);
    }
  };

  const writeDirty = async (): Promise<void> => {
    const all = [...dirty];
    dirty.clear();
    try {
      for (let from = 0; from < all.length; from += maxAtOnce)
        await writeBatch(all.slice(from, from + maxAtOnce));
      databaseUnavailable = false;
    } catch (error) {
      // A report is a total, so a report that was already written may be written again.
      for (const entry of all) dirty.add(entry);
      databaseUnavailable = true;
      warn("the ledger could not be written", { err: error });
    }
  };
  const writer = createWriteBehind(syncEveryMs, writeDirty);
  const checks = new Map<Entry, Promise<void>>();

  /** Asks the ledger whether the entry's counter is still in use. Without a reply within `storeDeadlineMs`, the database counts as unavailable. */
  const check = (entry: Entry): Promise<void> => {
    const checking = checks.get(entry);
    if (checking !== undefined) return checking;
    dirty.add(entry);
    const timeout = delay(storeDeadlineMs, true, { ref: false });
    const started = Promise.race([writer.flush(), timeout]).then((late) => {
      checks.delete(entry);
      if (late === true) databaseUnavailable = true;
    });
    checks.set(entry, started);
    return started;
  };

  /** Closes counters with unreported charges that another instance made at `before` (ms since the Unix epoch) or earlier. */
  const sweep = async (before: number, max = maxAtOnce): Promise<void> => {
    const unreported = (calls === undefined ? [] : await calls.unreported(before, max)).filter(
      ({ period, reporter }) => entries.get(periodKey(period))?.reporter !== reporter,
    );
    if (unreported[0] === undefined) return;
    // Throws if the database is unavailable. The counters are then the only record of the charges, and stay open.
    await readLedger(db, unreported[0].period);
    const closing = unreported.map(async ({ period, reporter }) => {
      if (!(await closeCounter(entryOf(period), Number.MAX_SAFE_INTEGER))) throw notWritten();
      await calls?.reported(period, reporter, 0, 0);
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
    /** Starts to use a counter that the store has. A retired counter is closed instead. */
    use: async (period: UsagePeriod, epoch: number): Promise<void> => {
      const entry = entryOf(period);
      const newestRetired = Math.max(entry.retired, entry.epoch - 1);
      if (epoch <= newestRetired) await closeCounter(entry, newestRetired);
      else if (entry.epoch !== epoch) {
        Object.assign(entry, { epoch, reported: 0, checkedAt: 0 });
        // The ledger may have retired the counter already.
        dirty.add(entry);
      }
    },

    /**
     * Begins a call on the counter in use.
     * @param cost 1 if the call charges the counter.
     * @returns the counter's epoch (0 without a counter), this instance's name on the counter, and the ledger's last figure for the counter.
     * `await stillInUse()` is true if the counter is still in use. `end` notes whether the charge was confirmed.
     */
    begin: (period: UsagePeriod, cost: 0 | 1) => {
      const entry = entryOf(period);
      const { epoch, reporter, reported } = entry;
      const charges = cost === 1 && epoch > 0 ? chargesOn(entry, epoch) : undefined;
      if (charges !== undefined) charges.inFlight += 1;
      const stillInUse = (): boolean | Promise<boolean> =>
        performance.now() - entry.checkedAt > trustMs && charges !== undefined && !databaseUnavailable
          ? check(entry).then(() => entry.epoch === epoch)
          : entry.epoch === epoch;
      const end = (confirmed: boolean): void => {
        if (charges === undefined) return;
        charges.inFlight -= 1;
        if (confirmed) charges.confirmed += 1;
        dirty.add(entry);
      };
      return { epoch, reporter, reported, stillInUse, end };
    },

    /** Asks the ledger's row about a call. Charges count under `rowKey`. If a reply is lost, a report corrects this count, and later charges get a new key. */
    askRow: async (
      period: UsagePeriod,
      cost: 0 | 1,
      ask: (rowKey: string) => Promise<LedgerVerdict>,
    ): Promise<LedgerVerdict> => {
      const entry = entryOf(period);
      const figures = entry.row;
      figures.inFlight += cost;
      try {
        const verdict = await ask(figures.key);
        if (verdict.outcome === "admitted") figures.confirmed += cost;
        return verdict;
      } catch (error) {
        if (cost === 1 && hasCode(error, lostReplyCodes)) {
          if (entry.row === figures) {
            entry.row = newFigures(0);
            entry.charges.set(entry.row.key, entry.row);
          }
          dirty.add(entry);
        }
        throw error;
      } finally {
        figures.inFlight -= cost;
      }
    },

    /** Makes the ledger take over from a counter. If the database does not respond, the takeover is retried later. */
    retire: async (period: UsagePeriod, epoch: number): Promise<void> => {
      const entry = entryOf(period);
      entry.retire = epoch;
      dirty.add(entry);
      await writer.flush();
    },

    /** Closes a retired counter in the background, for a call that waits for the counter's figures. */
    closeSoon: (period: UsagePeriod, epoch: number): void => {
      const entry = entryOf(period);
      if (closing.has(entry)) return;
      closing.add(entry);
      inBackground(closeCounter(entry, epoch).finally(() => closing.delete(entry)));
    },

    flush: writer.flush,
    sweep,

    /** Reports everything again, because the database may have lost its latest commits. */
    repeatReports: (): void => {
      for (const entry of entries.values()) dirty.add(entry);
    },

    /** Brings the ledger and a recovered store up to date before the store is used again. @throws CounterStoreError */
    recover: async (): Promise<void> => {
      for (const entry of entries.values()) if (entry.epoch > 0) dirty.add(entry);
      await writer.flush();
      await closeRetired();
    },

    close: async (): Promise<void> => {
      clearInterval(sweeper);
      // A store that is unavailable now has been logged. Other instances close what this instance leaves open.
      await closeRetired().catch(() => undefined);
      await writer.close();
      const until = performance.now() + settleMs;
      while (dirty.size > 0 && !databaseUnavailable && performance.now() < until) {
        await writer.flush();
        await delay(syncEveryMs);
      }
      await background;
    },
  };
};
