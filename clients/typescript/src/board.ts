import { OddskeeperError } from "./errors.js";
import type { OddsEvent } from "./events.js";
import type { DateFormat, OddsFormat, Timestamp } from "./formats.js";
import type { BookTimes, FixtureOdds, OddsChecked, OddsStreamReset } from "./schemas.js";

export type BoardChange = {
  readonly type: "snapshot" | "fixture" | "checked" | "gone";
  readonly sport: string;
  /** undefined for a snapshot, which replaces the whole sport. */
  readonly id: string | undefined;
  /** Why the fixture is gone. */
  readonly reason?: string | undefined;
};

/** All fixtures at one moment. A board never changes: the next change gives a new one. */
export type Board<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** By commence time, then id, as `odds.list` returns them. */
  readonly fixtures: readonly FixtureOdds<D, O>[];
  /** The fixtures of one sport, in the same order. */
  sport(key: string): readonly FixtureOdds<D, O>[];
  fixture(id: string): FixtureOdds<D, O> | undefined;
  /** The newest position whose changes are all in this board. */
  readonly cursor: string | undefined;
  /** false in the middle of several changes that belong together: then the board has more than `cursor` says. */
  readonly isAtCursor: boolean;
  /** What changed since the board before. */
  readonly changes: readonly BoardChange[];
  /** Why the board was built anew since the board before, or why the service ended the connection (`shutdown`). */
  readonly reset: OddsStreamReset["reason"] | undefined;
  /** Books whose prices reach the service late. */
  readonly late: readonly string[];
  /** The service's time in its last heartbeat. */
  readonly asOf: Timestamp<D> | undefined;
  /** `changes`: the client polls, because it can't hold a stream. */
  readonly source: "stream" | "changes";
};

/** @throws TypeError if the service sent something else */
const text = <T extends string>(value: T): T => {
  if (typeof value !== "string") throw new TypeError("A text is missing.");
  return value;
};

type Fixtures<D extends DateFormat, O extends OddsFormat> = ReadonlyMap<string, FixtureOdds<D, O>>;
type Sports<D extends DateFormat, O extends OddsFormat> = ReadonlyMap<string, Fixtures<D, O>>;

const inOrder = <D extends DateFormat, O extends OddsFormat>(fixtures: Iterable<FixtureOdds<D, O>>) =>
  [...fixtures].sort((a, b) =>
    a.commence_time === b.commence_time ? (a.id < b.id ? -1 : 1) : a.commence_time < b.commence_time ? -1 : 1,
  );

/** A copy with the times of `checked`. Boards that were handed out keep the old times. */
const withTimes = <D extends DateFormat, O extends OddsFormat>(
  fixture: FixtureOdds<D, O>,
  books: readonly BookTimes<D>[],
): FixtureOdds<D, O> => {
  const checked = new Map((books ?? []).map((book) => [book.key, book]));
  return {
    ...fixture,
    bookmakers: (fixture.bookmakers ?? []).map((book) => {
      const times = checked.get(book.key);
      if (times === undefined) return book;
      const markets = new Map(Object.entries(times.markets ?? {}));
      return {
        ...book,
        last_update: times.last_update === undefined ? book.last_update : times.last_update,
        markets: book.markets.map((market) => {
          const time = markets.get(market.key);
          return time === undefined ? market : { ...market, last_update: time };
        }),
      };
    }),
  };
};

export type Assembler<D extends DateFormat, O extends OddsFormat> = {
  /**
   * Applies an event. The connection's snapshots count only once all of them have arrived.
   * @throws OddskeeperError INVALID_RESPONSE for an event that can't be read
   */
  apply(event: OddsEvent<D, O>): void;
  /** Forgets the snapshots of a connection that broke. */
  reconnect(): void;
  /** The position to resume from. undefined if the board isn't complete. */
  readonly cursor: string | undefined;
  /** true if a board that the caller hasn't taken yet is complete. */
  readonly hasNews: boolean;
  take(source: Board["source"]): Board<D, O>;
};

/** More changes than this are summed up as snapshots, so that a caller who takes no boards costs no memory. */
const MAX_CHANGES = 10_000;

/** @param sportCount how many snapshots make a board. Counted, because the service may use another name for a sport. */
export const createAssembler = <D extends DateFormat, O extends OddsFormat>(
  sportCount: number,
): Assembler<D, O> => {
  let sports: Sports<D, O> = new Map();
  /** The snapshots that have arrived so far, while not all have. */
  let incoming: Map<string, Fixtures<D, O>> | undefined = new Map();
  let cursor: string | undefined;
  let isAtCursor = false;
  let changes = new Map<string, BoardChange>();
  let reset: OddsStreamReset["reason"] | undefined;
  let late: readonly string[] = [];
  let asOf: Timestamp<D> | undefined;
  let isNew = false;

  const note = (change: BoardChange): void => {
    isNew = true;
    if (changes.size >= MAX_CHANGES)
      changes = new Map(
        [...sports.keys()].map((sport) => [sport, { type: "snapshot", sport, id: undefined }]),
      );
    changes.set(`${change.sport} ${change.id}`, change);
  };

  /** Replaces the fixtures of a sport by an edited copy. A sport whose snapshot is still to come needs no edit. */
  const edit = (sport: string, action: (fixtures: Map<string, FixtureOdds<D, O>>) => void): void => {
    const current = (incoming ?? sports).get(sport);
    if (current === undefined && incoming !== undefined) return;
    const copy = new Map(current);
    action(copy);
    if (incoming === undefined) sports = new Map(sports).set(sport, copy);
    else incoming.set(sport, copy);
  };

  const putSnapshot = (sport: string, fixtures: Fixtures<D, O>): void => {
    if (incoming === undefined) {
      sports = new Map(sports).set(sport, fixtures);
      note({ type: "snapshot", sport, id: undefined });
      return;
    }
    incoming.set(sport, fixtures);
    if (incoming.size < sportCount) return;
    sports = incoming;
    incoming = undefined;
    changes = new Map();
    for (const one of sports.keys()) note({ type: "snapshot", sport: one, id: undefined });
  };

  const putTimes = ({ sport, fixtures: checked }: OddsChecked<D>): void => {
    const current = (incoming ?? sports).get(sport);
    const moved = checked.flatMap(({ id, bookmakers }) => {
      const fixture = current?.get(id);
      return fixture === undefined ? [] : [withTimes(fixture, bookmakers)];
    });
    edit(text(sport), (fixtures) => {
      for (const fixture of moved) fixtures.set(fixture.id, fixture);
    });
    // A price that changed as well is the greater news.
    for (const { id } of moved) if (!changes.has(`${sport} ${id}`)) note({ type: "checked", sport, id });
  };

  const applyData = (event: OddsEvent<D, O>): void => {
    if (event.type === "snapshot") {
      putSnapshot(text(event.data.sport), new Map(event.data.fixtures.map((one) => [text(one.id), one])));
    } else if (event.type === "fixture") {
      const [sport, id] = [text(event.data.sport_key), text(event.data.id)];
      edit(sport, (fixtures) => fixtures.set(id, event.data));
      note({ type: "fixture", sport, id });
    } else if (event.type === "gone") {
      const { reason } = event.data;
      const [sport, id] = [text(event.data.sport), text(event.data.id)];
      edit(sport, (fixtures) => fixtures.delete(id));
      note({ type: "gone", sport, id, reason });
    } else if (event.type === "checked") {
      putTimes(event.data);
    } else if (event.type === "heartbeat") {
      const nowLate = event.data.late ?? [];
      isNew ||= nowLate.join() !== late.join();
      asOf = event.data.as_of;
      late = nowLate;
    } else if (event.type === "reset") {
      reset = text(event.data.reason);
      // The next connection resumes.
      if (reset === "shutdown") return;
      incoming = new Map();
      cursor = undefined;
    }
  };

  return {
    get cursor() {
      return incoming === undefined ? cursor : undefined;
    },
    get hasNews() {
      return isNew && incoming === undefined;
    },
    reconnect: () => {
      incoming = cursor === undefined ? new Map() : undefined;
    },
    apply: (event) => {
      try {
        applyData(event);
      } catch (cause) {
        const message = `The event ${event.type} can't be read.`;
        throw new OddskeeperError({ code: "INVALID_RESPONSE", message, cause });
      }
      // The service may give a reset the cursor of an empty board, for clients that drop theirs. This one keeps its board and its own cursor.
      if (event.type === "reset") return;
      if (event.cursor !== undefined && incoming === undefined) {
        cursor = event.cursor;
        isAtCursor = true;
      } else if (event.type === "fixture" || event.type === "gone" || event.type === "checked")
        isAtCursor = false;
    },
    take: (source) => {
      const board = createBoard(sports, {
        cursor,
        isAtCursor,
        changes: [...changes.values()],
        reset,
        late,
        asOf,
        source,
      });
      changes = new Map();
      reset = undefined;
      isNew = false;
      return board;
    },
  };
};

const createBoard = <D extends DateFormat, O extends OddsFormat>(
  sports: Sports<D, O>,
  facts: Omit<Board<D, O>, "fixtures" | "sport" | "fixture">,
): Board<D, O> => {
  let all: readonly FixtureOdds<D, O>[] | undefined;
  return {
    ...facts,
    get fixtures() {
      all ??= inOrder([...sports.values()].flatMap((fixtures) => [...fixtures.values()]));
      return all;
    },
    sport: (key) => inOrder(sports.get(key)?.values() ?? []),
    fixture: (id) => {
      for (const fixtures of sports.values()) {
        const fixture = fixtures.get(id);
        if (fixture !== undefined) return fixture;
      }
      return undefined;
    },
  };
};
