import { type Rendered, renderBytes } from "@/server/domain/serialize/rendered";
import type { Board, ListedOdds, ListQuery } from "@/server/market/board/board";
import type { Cursors } from "@/server/market/board/cursor";
import { comparePositions, type Moment } from "@/server/market/board/position";
import { renderStateWith } from "@/server/market/board/render-prices";
import { changesSince, type FixtureTimes } from "@/server/market/stream/changes-since";
import type { GoneReason, StreamFilter } from "@/server/market/stream/filter";
import type { Resume, Since } from "@/server/market/stream/resume";

type Deps = {
  readonly board: Board;
  readonly cursors: Cursors;
  /** ms since the epoch. */
  readonly now: () => number;
};

type Changes = {
  readonly moment: Moment;
  /** JSON of fixtures, separated by commas. */
  readonly changed: readonly Uint8Array[];
  readonly gone: readonly { readonly sport: string; readonly id: string; readonly reason: GoneReason }[];
  readonly checked: readonly { readonly sport: string; readonly fixtures: readonly FixtureTimes[] }[];
};

/** If the lists of all sports cannot be read at one moment after so many attempts, the earliest moment counts: no change is lost. */
const maxAttempts = 5;

const isAtOnce = (list: ListedOdds | Promise<ListedOdds>): list is ListedOdds => !(list instanceof Promise);

/** A moment at which no more had changed and expired than at either of two. */
const earlierOf = (a: Moment, b: Moment): Moment => ({
  position: comparePositions(a.position, b.position) <= 0 ? a.position : b.position,
  at: Math.min(a.at, b.at),
});

/** The lists of all sports, as of one moment. @param filter names at least one sport. */
const readLists = async (
  board: Board,
  { sports, query }: StreamFilter,
): Promise<{ readonly moment: Moment; readonly lists: readonly Rendered[] }> => {
  for (let attempt = 1; ; attempt++) {
    const reading = sports.map((sportKey) => board.oddsListAt(sportKey, query));
    const isOneMoment = reading.every(isAtOnce);
    const lists = await Promise.all(reading);
    // A list that takes long to render is cached afterwards, so the next attempt gets it at once.
    if (!isOneMoment && attempt < maxAttempts) continue;
    // Not rounded: one list's rounded time can be before a price of another list expired.
    const moments = lists.map(({ moment: { position }, at }) => ({ position, at }));
    return { moment: moments.reduce(earlierOf), lists: lists.map(({ rendered }) => rendered) };
  }
};

const everything = async (board: Board, filter: StreamFilter): Promise<Changes> => {
  const { moment, lists } = await readLists(board, filter);
  const changed: Uint8Array[] = [];
  for (const list of lists) {
    const fixtures = Buffer.from(await list.bytes("identity")).subarray(1, -1);
    if (fixtures.byteLength > 0) changed.push(fixtures);
  }
  return { moment, changed, gone: [], checked: [] };
};

const changesOf = (board: Board, { sports, query }: StreamFilter, since: Since, now: number): Changes => {
  const at = Math.max(since.at, now);
  const render = renderStateWith(query, board.findBook);
  const bySport = sports.map((sport) => ({
    sport,
    ...changesSince(board, sport, query satisfies ListQuery, since, at),
  }));
  return {
    moment: { position: board.position(), at },
    changed: bySport.flatMap(({ changed }) =>
      changed.map((fixture) => Buffer.from(render(fixture, at).value)),
    ),
    gone: bySport.flatMap(({ sport, gone }) => gone.map(({ id, reason }) => ({ sport, id, reason }))),
    checked: bySport.flatMap(({ sport, checked }) =>
      checked.length === 0 ? [] : [{ sport, fixtures: checked }],
    ),
  };
};

const comma = Buffer.from(",");

const joinFixtures = (fixtures: readonly Uint8Array[]): Uint8Array[] =>
  fixtures.flatMap((fixture, index) => (index === 0 ? [fixture] : [comma, fixture]));

/**
 * Lists what has changed since a cursor.
 * @param resume undefined for a client without a cursor, which gets everything.
 * @returns a response that is free if it contains no fixture and no fixture is gone.
 */
export const listChanges = async (
  { board, cursors, now }: Deps,
  filter: StreamFilter,
  resume: Resume | undefined,
): Promise<Rendered> => {
  const isReset = resume?.kind === "reset";
  const changes =
    resume === undefined || isReset
      ? await everything(board, filter)
      : changesOf(board, filter, resume, now());
  const cursor = cursors.write(board.origin(), changes.moment);
  const { gone, checked } = changes;
  const rendered = renderBytes(
    Buffer.concat([
      Buffer.from(`{"cursor":"${cursor}","changed":[`),
      ...joinFixtures(changes.changed),
      Buffer.from(
        `],"gone":${JSON.stringify(gone)},"checked":${JSON.stringify(checked)},"reset":${isReset}}`,
      ),
    ]),
  );
  return { isFree: changes.changed.length === 0 && gone.length === 0, ...rendered };
};
