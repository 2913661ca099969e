import { minuteMs } from "@/server/domain/durations";
import { comparePositions, type Moment, noPosition, type Position } from "@/server/market/board/position";

/** How long a cursor can be resumed. */
export const resumableMs = 10 * minuteMs;
/** Positions are kept a little longer, because instances do not read the clock at the same moment. */
const keptMs = resumableMs + minuteMs;
/**
 * The longest time by which another instance's board may be behind this one. If its board was further behind, it may have served prices as
 * expired that this board saw checked again, so its cursors cannot be resumed here. A board that is further behind is not ready.
 */
export const maxLagMs = 10_000;

type Entry = { readonly position: Position; readonly revision: number; readonly at: number };

/** The longest time by which the times of prices that a stream has sent are behind its cursor. */
export const maxTimesLagMs = 5_000;

/**
 * What this process knows about a cursor. `since`: it has seen all changes after `revision` of its board. All times that a client with the
 * cursor may lack are those of checks after `timesRevision`. `ahead`: its board has not reached
 * the cursor's position yet. `restarted`, `too_old`: it cannot tell what has changed since.
 */
export type FoundPosition =
  | { readonly kind: "since"; readonly revision: number; readonly timesRevision: number }
  | { readonly kind: "ahead" }
  | { readonly kind: "restarted" }
  | { readonly kind: "too_old" };

export type PositionLog = {
  /** Notes a read of changes, and the board's revision after it. `at` is the time of the read in ms. */
  readonly note: (position: Position, revision: number, at: number) => void;
  /** Notes a load of the whole board: what changed before it is unknown. */
  readonly restart: (position: Position, revision: number, at: number) => void;
  readonly latest: () => Position;
  readonly find: (moment: Moment) => FoundPosition;
};

/** Maps positions of the database to revisions of this process's board, for as long as cursors can be resumed. */
export const createPositionLog = (): PositionLog => {
  /** In order. Reads that changed nothing have no entry. */
  let entries: Entry[] = [];
  let isTrimmed = false;
  let latest = noPosition;

  /** The index of the last entry whose position is not after `position`; -1 if there is none. */
  const lastUpTo = (position: Position): number => {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = entries[middle];
      if (entry !== undefined && comparePositions(entry.position, position) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };

  return {
    note: (position, revision, at) => {
      latest = position;
      if (entries.at(-1)?.revision === revision) return;
      entries.push({ position, revision, at });
      const expired = entries.findIndex((entry) => entry.at > at - keptMs) - 1;
      // Removing entries one by one would copy the list each time.
      if (expired < 1_000) return;
      entries = entries.slice(expired);
      isTrimmed = true;
    },
    restart: (position, revision, at) => {
      latest = position;
      entries = [{ position, revision, at }];
      isTrimmed = false;
    },
    latest: () => latest,
    find: ({ position, at }) => {
      if (comparePositions(position, latest) > 0) return { kind: "ahead" };
      const index = lastUpTo(position);
      const entry = entries[index];
      if (entry === undefined) return { kind: isTrimmed ? "too_old" : "restarted" };
      const next = entries[index + 1];
      if (next !== undefined && at > next.at + maxLagMs) return { kind: "restarted" };
      const earliest = at - maxTimesLagMs - maxLagMs;
      const before = entries.findLast((candidate, place) => place <= index && candidate.at <= earliest);
      return { kind: "since", revision: entry.revision, timesRevision: before?.revision ?? -1 };
    },
  };
};
