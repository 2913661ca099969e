import type { Board, BoardFixture, ListQuery } from "@/server/market/board/board";

/** What a client of a stream, or of a list of changes, asks for. */
export type StreamFilter = {
  /** Sport keys, without duplicates. */
  readonly sports: readonly string[];
  readonly query: ListQuery;
};

const sorted = (items: readonly string[] | undefined): readonly string[] | null =>
  items === undefined ? null : [...items].sort();

/** Equal for queries that ask for the same. */
export const queryKey = ({
  markets,
  bookmakers,
  eventIds,
  oddsFormat,
  dateFormat,
  isMeasuredOnly = false,
  commenceFrom,
  commenceTo,
}: ListQuery): string =>
  JSON.stringify([
    sorted(markets),
    sorted(bookmakers),
    sorted(eventIds),
    oddsFormat,
    dateFormat,
    isMeasuredOnly,
    commenceFrom,
    commenceTo,
  ]);

export const filterKey = ({ sports, query }: StreamFilter): string =>
  JSON.stringify([sports, queryKey(query)]);

/** Returns whether a fixture is one of those that the query names. A merged fixture has several ids. */
export const matcherOf = (board: Board, { eventIds }: ListQuery): ((fixture: { id: string }) => boolean) => {
  if (eventIds === undefined) return () => true;
  const wanted = new Set(eventIds.map((id) => board.find(id)?.id ?? id));
  return ({ id }) => wanted.has(id);
};

export type GoneReason = "started" | "replaced" | "withdrawn";

/** Why a fixture is not served. `fixture` is undefined if the board does not have it under this id. */
export const goneReason = (fixture: BoardFixture | undefined, id: string, now: number): GoneReason => {
  if (fixture === undefined) return "withdrawn";
  if (fixture.id !== id || fixture.isReplaced) return "replaced";
  return fixture.commenceTime <= now ? "started" : "withdrawn";
};
