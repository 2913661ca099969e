import type { Board } from "@/server/market/board/board";
import type { Cursors } from "@/server/market/board/cursor";
import { originPart } from "@/server/market/board/cursor";
import { maxLagMs, resumableMs } from "@/server/market/board/position-log";

/** The longest wait for this process's board to reach a cursor of another instance. A reset and its snapshots follow within a second. */
const maxReachMs = 700;

/** The board's revisions that a client has, and the time (ms) as of which they were served: see `FoundPosition`. */
export type Since = { readonly revision: number; readonly timesRevision: number; readonly at: number };

/** From where a client continues. */
export type Resume =
  | ({ readonly kind: "since" } & Since)
  | { readonly kind: "reset"; readonly reason: "too_old" | "restarted" };

const tooOld: Resume = { kind: "reset", reason: "too_old" };
const restarted: Resume = { kind: "reset", reason: "restarted" };

/**
 * Finds what a client with the given cursor has. Waits if another instance has read the database later than this one.
 * @param now ms, by the database's clock.
 */
export const resumeFrom = async (
  board: Board,
  cursors: Cursors,
  text: string,
  now: () => number,
): Promise<Resume> => {
  const cursor = cursors.read(text);
  if (cursor === undefined) return tooOld;
  const { origin, moment } = cursor;
  if (moment.at < now() - resumableMs) return tooOld;
  // A later time than now comes from before the database's clock was set back.
  if (origin !== originPart(board.origin()) || moment.at > now() + maxLagMs) return restarted;
  let found = board.findPosition(moment);
  if (found.kind === "ahead" && (await board.waitFor(moment.position, maxReachMs)))
    found = board.findPosition(moment);
  if (origin !== originPart(board.origin())) return restarted;
  if (found.kind === "since") return { ...found, at: moment.at };
  return found.kind === "too_old" ? tooOld : restarted;
};
