import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Board, BoardFixture, ListQuery } from "@/server/market/board/board";
import { timesSince } from "@/server/market/board/fixture-times";
import { isOpen, isWanted, staleFrom } from "@/server/market/board/fresh-prices";
import { renderStateWith } from "@/server/market/board/render-prices";
import { eventOf, goneEvent } from "@/server/market/stream/events";
import { goneReason, matcherOf } from "@/server/market/stream/filter";

/** What a channel remembers of a fixture that it has sent. */
type Sent = {
  /** A digest of the fixture's state without times. */
  content: string;
  /** When the state may differ although nothing has changed on the board (ms). */
  until: number;
  /** The board's revision at which the state was sent. It contains the times of all checks until then. */
  revision: number;
  bytes: number;
};

/** Events for all clients of a channel. `ids`: the fixtures that they are about. */
export type Batch = { readonly events: readonly Buffer[]; readonly ids: readonly string[] };

/** What several clients follow: usually the prices of one sport as one filter selects them. Clients with the same filter share a channel. */
export type Channel = {
  /** The list whose items the events contain, and which a client needs first. Undefined if the events stand for themselves. */
  readonly listed: { readonly sportKey: string; readonly query: ListQuery } | undefined;
  /** Resolves when the channel knows the current state. */
  readonly ready: () => Promise<void>;
  /** Forgets everything and reads the current state. */
  readonly reload: () => Promise<void>;
  /** Renders the fixtures that have changed or expired since the last call. Undefined while the channel is not ready, or if there are none. */
  readonly evaluate: (now: number) => Batch | undefined;
  /** When `evaluate` has something to do although the board does not change (ms). */
  readonly nextLapse: () => number;
  /** The event `checked` with the times that have moved since the last call. */
  readonly takeChecked: (now: number) => Buffer | undefined;
  /**
   * The event `checked` with the times that have moved since a revision of the board.
   * @param sentAt the revisions at which single fixtures were sent later, by id.
   */
  readonly checkedSince: (
    revision: number,
    sentAt: ReadonlyMap<string, number>,
    now: number,
  ) => Buffer | undefined;
  readonly revision: () => number;
  /** The revision of the board at the last call of `takeChecked`. */
  readonly checkedRevision: () => number;
  /** The current state of a fixture as an event: `fixture`, or `gone`. */
  readonly renderNow: (id: string, now: number) => Buffer;
  /** About how many bytes the event of a fixture has. */
  readonly bytesOf: (id: string) => number;
  /** The books with prices in this channel that are all stale. */
  readonly lateBooks: (now: number) => readonly string[];
};

/** Reading the first state yields to the event loop after this time. */
const sliceMs = 8;
const goneBytes = 150;

export const createChannel = (
  board: Board,
  sportKey: string,
  query: ListQuery,
  clock: () => number,
): Channel => {
  const render = renderStateWith(query, board.findBook);
  let sent = new Map<string, Sent>();
  let isReady = false;
  let seen = -1;
  let checkedRevision = 0;
  let nextLapse = Number.POSITIVE_INFINITY;
  let loading: Promise<void> | undefined;

  const fill = async (): Promise<void> => {
    isReady = false;
    const states = new Map<string, Sent>();
    sent = states;
    seen = board.sportRevision(sportKey);
    checkedRevision = seen;
    const matches = matcherOf(board, query);
    let end = performance.now() + sliceMs;
    for (const fixture of board.fixturesInMemory(sportKey)) {
      const now = clock();
      if (!matches(fixture) || !isOpen(fixture, now)) continue;
      const { content, until, value } = render(fixture, now);
      states.set(fixture.id, { content, until, revision: seen, bytes: value.length });
      if (performance.now() < end) continue;
      await yieldToEventLoop();
      // A later call has begun to read the state again.
      if (sent !== states) return loading;
      end = performance.now() + sliceMs;
    }
    nextLapse = 0;
    isReady = true;
  };

  /** The fixtures that may differ from what was sent. */
  const suspects = (now: number): { readonly fixtures: readonly BoardFixture[]; readonly lost: string[] } => {
    const revision = board.sportRevision(sportKey);
    const fixtures: BoardFixture[] = [];
    const lost: string[] = [];
    if (revision > seen) {
      const matches = matcherOf(board, query);
      for (const fixture of board.fixturesInMemory(sportKey)) {
        const known = sent.get(fixture.id);
        if (fixture.contentRevision > seen ? matches(fixture) : known !== undefined && known.until <= now)
          fixtures.push(fixture);
      }
      for (const id of sent.keys()) if (board.find(id)?.id !== id) lost.push(id);
      seen = revision;
    } else
      for (const [id, { until }] of sent) {
        const fixture = until <= now ? board.find(id) : undefined;
        if (fixture !== undefined) fixtures.push(fixture);
      }
    return { fixtures, lost };
  };

  const loseFixture = (id: string, now: number): Buffer => {
    sent.delete(id);
    return goneEvent(sportKey, id, goneReason(board.find(id), id, now));
  };

  const checkedSince = (since: (id: string) => number, now: number): Buffer | undefined => {
    const fixtures = [...sent.keys()].flatMap((id) => {
      const fixture = board.find(id);
      const bookmakers = fixture && timesSince(fixture, query, board.findBook, since(id), now);
      return bookmakers === undefined || bookmakers.length === 0 ? [] : [{ id, bookmakers }];
    });
    return fixtures.length === 0
      ? undefined
      : eventOf("checked", JSON.stringify({ sport: sportKey, fixtures }));
  };

  return {
    listed: { sportKey, query },
    ready: () => {
      loading ??= fill();
      return loading;
    },
    reload: () => {
      loading = fill();
      return loading;
    },
    evaluate: (now) => {
      if (!isReady || (board.sportRevision(sportKey) <= seen && nextLapse > now)) return undefined;
      const events: Buffer[] = [];
      const ids: string[] = [];
      const add = (id: string, event: Buffer): void => {
        ids.push(id);
        events.push(event);
      };
      const { fixtures, lost } = suspects(now);
      for (const id of lost) add(id, loseFixture(id, now));
      for (const fixture of fixtures) {
        const { id } = fixture;
        const known = sent.get(id);
        if (!isOpen(fixture, now)) {
          if (known !== undefined) add(id, loseFixture(id, now));
          continue;
        }
        const { content, until, value } = render(fixture, now);
        if (known?.content === content) {
          known.until = until;
          continue;
        }
        sent.set(id, { content, until, revision: seen, bytes: value.length });
        add(id, eventOf("fixture", value));
      }
      nextLapse = Number.POSITIVE_INFINITY;
      for (const { until } of sent.values()) if (until < nextLapse) nextLapse = until;
      return events.length === 0 ? undefined : { events, ids };
    },
    nextLapse: () => (isReady ? nextLapse : Number.POSITIVE_INFINITY),
    takeChecked: (now) => {
      const since = checkedRevision;
      if (!isReady || board.sportRevision(sportKey) <= since) return undefined;
      checkedRevision = board.sportRevision(sportKey);
      return checkedSince((id) => Math.max(since, sent.get(id)?.revision ?? 0), now);
    },
    checkedSince: (revision, sentAt, now) =>
      checkedSince((id) => Math.max(revision, sentAt.get(id) ?? 0), now),
    revision: () => board.sportRevision(sportKey),
    checkedRevision: () => checkedRevision,
    renderNow: (id, now) => {
      const fixture = board.find(id);
      if (fixture === undefined || fixture.id !== id || !isOpen(fixture, now))
        return goneEvent(sportKey, id, goneReason(fixture, id, now));
      return eventOf("fixture", render(fixture, now).value);
    },
    bytesOf: (id) => sent.get(id)?.bytes ?? goneBytes,
    lateBooks: (now) => {
      const newest = new Map<string, number>();
      for (const id of sent.keys())
        for (const { key, markets } of board.find(id)?.books.values() ?? [])
          for (const market of isWanted(query.bookmakers, key) ? query.markets : []) {
            const checkedAt = markets.get(market)?.checkedAt;
            if (checkedAt !== undefined && checkedAt > (newest.get(key) ?? 0)) newest.set(key, checkedAt);
          }
      const late = [...newest].filter(([key, checkedAt]) => staleFrom(checkedAt, board.findBook(key)) <= now);
      return late.map(([key]) => key).sort();
    },
  };
};
