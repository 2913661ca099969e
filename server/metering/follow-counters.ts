import type { Database } from "@/db/connect";
import {
  adjustLedger,
  type CounterState,
  type Followed,
  followCounters,
  type Line,
  readFollowed,
  takeOver,
} from "@/server/metering/ledger";
import type { RareLog } from "@/server/metering/log-rarely";
import { lineName, type StoreCalls } from "@/server/metering/store-calls";

/** Well within the time for which a ledger that takes over waits for it. */
const followEveryMs = 50;
const afterFailureMs = 500;
const sweepEveryMs = 1_000;
/** Older than that, a change belongs to an instance that is gone. */
const leftBehindMs = 2_000;
const mostAtOnce = 500;

/** A change of a counter that this instance made, until the ledger has it. */
type Change = { readonly epoch: number; readonly seq: number; readonly by: 1 | -1 };
type Entry = { readonly line: Line; latest: CounterState; changes: Change[]; dirty: boolean };

/** Whether the ledger has a counter's change; `unknown` when it has gone on too far to tell, or was set back. */
export const hasFollowed = (
  followed: Followed,
  change: { readonly epoch: number; readonly seq: number },
): "yes" | "no" | "not_yet" | "unknown" => {
  const gap = followed.epoch - change.epoch;
  // A ledger that was set back: no counter opens before the ledger has it.
  if (gap < 0) return "unknown";
  if (gap <= 1) return change.seq <= followed.seq ? "yes" : followed.closed ? "no" : "not_yet";
  if (gap <= 3) return change.seq <= followed.priorSeq ? "yes" : "no";
  return "unknown";
};

/**
 * Lets the ledger follow the counter store: what counters showed is written within `followEveryMs`, and each change that this instance made
 * is kept until the ledger has it. One that a lost counter took along is added again.
 * @param noteTakenOver is told from where on a counter no longer decides, so that the store will know.
 */
export const createFollower = (
  db: Database,
  calls: StoreCalls,
  clock: () => number,
  noteTakenOver: (line: Line, epoch: number) => void,
  warn: RareLog,
) => {
  const entries = new Map<string, Entry>();
  const untold = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const schedule = (inMs: number): void => {
    if (timer !== undefined || closed) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, inMs).unref();
  };

  const note = (line: Line, state: CounterState, ...changes: readonly Change[]): void => {
    const name = lineName(line);
    const entry = entries.get(name) ?? { line, latest: state, changes: [], dirty: true };
    entries.set(name, entry);
    const { latest } = entry;
    if (state.epoch > latest.epoch || (state.epoch === latest.epoch && state.seq > latest.seq))
      entry.latest = state;
    entry.changes.push(...changes);
    entry.dirty = true;
    schedule(followEveryMs);
  };

  /** Not waited for: the ledger is written whether the store can be reached or not. */
  const tellStore = (telling: Promise<unknown>): void => {
    const told = telling.then(
      () => undefined,
      () => undefined,
    );
    untold.add(told);
    void told.then(() => untold.delete(told));
  };

  const retire = (line: Line, epoch: number): void => {
    noteTakenOver(line, epoch);
    tellStore(calls.retire(line, epoch));
  };

  /** Changes that no counter and no ledger has: they count all the same. */
  const addAgain = async (line: Line, changes: readonly Change[]): Promise<void> => {
    const by = changes.reduce((sum, change) => sum + change.by, 0);
    if (by === 0) return;
    try {
      const { epoch } = await adjustLedger(db, line, by);
      warn("requests of a lost counter were added to the ledger again", { requests: by });
      retire(line, epoch);
    } catch (error) {
      // Nor is it tried again: it may have been done.
      warn("requests of a lost counter could not be added to the ledger", { requests: by, err: error });
    }
  };

  /**
   * Compares the counter with the ledger, and deletes one that no longer decides. A store may come back with an older state, which no change
   * of it shows: its counter would go on below the ledger, and what was charged on it since would be taken for what the ledger has.
   */
  const compare = async (line: Line, followed: Followed, had: readonly Change[]): Promise<void> => {
    const shown = await calls.followed(line, followed.epoch, followed.seq);
    const followedEpoch = followed.epoch - (1 - (followed.epoch % 2));
    if (shown === undefined || shown.epoch > followedEpoch) return;
    const isOld = shown.epoch === followedEpoch && shown.seq < followed.seq;
    if (!isOld && shown.epoch === followed.epoch) return;
    if (isOld) warn("a counter showed an older state than the ledger has", {});
    if (isOld && shown.epoch === followed.epoch) await takeOver(db, line, false);
    retire(line, shown.epoch);
    if (isOld)
      await addAgain(
        line,
        had.filter(({ epoch, seq }) => epoch === shown.epoch && seq <= shown.seq),
      );
  };

  const settle = async (entry: Entry, state: CounterState, followed: Followed): Promise<void> => {
    const { line } = entry;
    const waiting: Change[] = [];
    const had: Change[] = [];
    const lost: Change[] = [];
    let unknown = 0;
    for (const change of entry.changes) {
      const has = hasFollowed(followed, change);
      // Of a counter that has been opened since, or made after the state that was written: the next look is about it.
      if (change.epoch > state.epoch || has === "not_yet") waiting.push(change);
      else if (has === "yes") had.push(change);
      else if (has === "no") lost.push(change);
      else unknown += 1;
    }
    if (unknown > 0)
      warn("the ledger went on without telling how far it had followed", { requests: unknown });
    // Before anything that may fail: nothing may be added twice.
    entry.changes = waiting;
    tellStore(compare(line, followed, had));
    await addAgain(line, lost);
  };

  const write = async (batch: readonly (readonly [string, Entry])[]): Promise<void> => {
    const states = batch.map(([, entry]) => ({ ...entry.line, ...entry.latest }));
    for (const [, entry] of batch) entry.dirty = false;
    let followed: (Followed | undefined)[];
    try {
      followed = await followCounters(db, states);
    } catch (error) {
      for (const [, entry] of batch) entry.dirty = true;
      throw error;
    }
    await Promise.all(
      batch.map(async ([name, entry], index) => {
        const state = states[index];
        const row = followed[index];
        if (state !== undefined && row !== undefined) await settle(entry, state, row);
        if (!entry.dirty && (row === undefined || entry.changes.length === 0)) entries.delete(name);
      }),
    );
  };

  const writeDirty = async (): Promise<void> => {
    const dirty = [...entries].filter(([, entry]) => entry.dirty);
    for (let from = 0; from < dirty.length; from += mostAtOnce)
      await write(dirty.slice(from, from + mostAtOnce));
  };

  /** Writes what is known now. Never rejects: what could not be written is tried again. */
  const flush = (): Promise<void> => {
    running ??= writeDirty()
      .then(
        () => {
          if ([...entries.values()].some(({ dirty }) => dirty)) schedule(followEveryMs);
        },
        (error: unknown) => {
          warn("the ledger could not be written", { err: error });
          schedule(afterFailureMs);
        },
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  /** Writes everything that was noted before the call, as far as the database can be reached. */
  const flushAll = async (): Promise<void> => {
    if (running !== undefined) await running;
    await flush();
  };

  /** What an instance that is gone left behind: any other writes it. */
  const sweep = async (): Promise<void> => {
    const lines = await calls.stale(clock() - leftBehindMs, mostAtOnce);
    await Promise.all(
      lines.map(async (line) => {
        const state = await calls.read(line);
        if (state === undefined) await calls.followed(line, 0, 0);
        else note(line, state);
      }),
    );
  };

  const sweeper = setInterval(() => {
    sweep().catch(() => undefined);
  }, sweepEveryMs).unref();

  return {
    note,
    flush: flushAll,
    sweep,
    /** Deletes the line's counter where the ledger has gone beyond it. */
    check: async (line: Line): Promise<void> => {
      const followed = await readFollowed(db, line);
      if (followed !== undefined) await compare(line, followed, []);
    },
    close: async (): Promise<void> => {
      closed = true;
      clearInterval(sweeper);
      clearTimeout(timer);
      await flushAll();
      await Promise.all(untold);
    },
  };
};
