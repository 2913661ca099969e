import type { Board } from "@/server/market/board/board";
import type { Channel } from "@/server/market/stream/channel";
import { eventOf } from "@/server/market/stream/events";

/** A sport in which prices have changed, and the ids of the fixtures. Null: any of its fixtures. */
export type SportNotice = { readonly sport: string; readonly ids: readonly string[] | null };

/** A connection that has missed notices gets one notice about all sports. */
const everything = "everything";
const noticeBytes = 60;

const changedEvent = (changes: readonly SportNotice[]): Buffer =>
  eventOf("changed", JSON.stringify({ changes }));

const checkedEvent = (sports: readonly string[]): Buffer | undefined =>
  sports.length === 0 ? undefined : eventOf("checked", JSON.stringify({ sports }));

/**
 * Says in which fixtures of these sports something has changed, but not what. All of a read is in one event, so that the event has an id.
 * The pages remove expired prices by themselves, so an expiry is no change.
 */
export const createNoticeChannel = (board: Board, sportKeys: readonly string[]): Channel => {
  let seen = new Map<string, number>();
  let checked = new Map<string, number>();

  const readRevisions = (): Map<string, number> =>
    new Map(sportKeys.map((key) => [key, board.sportRevision(key)]));

  const start = async (): Promise<void> => {
    seen = readRevisions();
    checked = readRevisions();
  };
  const started = start();

  const changesOf = (sport: string): SportNotice | undefined => {
    const since = seen.get(sport) ?? 0;
    const revision = board.sportRevision(sport);
    if (revision <= since) return undefined;
    seen.set(sport, revision);
    const changed = board.fixturesInMemory(sport).filter(({ contentRevision }) => contentRevision > since);
    const merged = board.mergedSince(sport, since).flatMap(({ id, into }) => [id, into]);
    const ids = new Set([...changed.map(({ id }) => id), ...merged]);
    return ids.size === 0 ? undefined : { sport, ids: [...ids] };
  };

  /** Whether something has changed that no notice was about: the time of a check, or a book's title. */
  const hasMovedTimes = (sport: string): boolean => {
    const since = checked.get(sport) ?? 0;
    const revision = board.sportRevision(sport);
    if (revision <= since) return false;
    checked.set(sport, revision);
    const moved = board.fixturesInMemory(sport).filter((fixture) => fixture.revision > since);
    return moved.length === 0 || moved.some(({ contentRevision }) => contentRevision <= since);
  };

  return {
    listed: undefined,
    ready: () => started,
    reload: start,
    evaluate: () => {
      const changes = sportKeys.flatMap((sport) => changesOf(sport) ?? []);
      return changes.length === 0 ? undefined : { events: [changedEvent(changes)], ids: [everything] };
    },
    nextLapse: () => Number.POSITIVE_INFINITY,
    takeChecked: () => checkedEvent(sportKeys.filter(hasMovedTimes)),
    checkedSince: () => checkedEvent(sportKeys),
    revision: () => 0,
    checkedRevision: () => 0,
    renderNow: () => changedEvent(sportKeys.map((sport) => ({ sport, ids: null }))),
    bytesOf: () => noticeBytes * sportKeys.length,
    lateBooks: () => [],
  };
};
