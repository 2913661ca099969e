import type { Preferences } from "@/app/(site)/live/preferences";

/** The query parameters of the odds screen. */
export type Address = {
  readonly sport?: string | undefined;
  /** A fixture id. Undefined for the slate, the list of all games of the league. */
  readonly event?: string | undefined;
  readonly market?: string | undefined;
  /** With `event`: all props of one player. */
  readonly player?: string | undefined;
  /** On the slate: `grid` has a column for each favourite book. */
  readonly mode?: "grid" | undefined;
  /** On the slate: what the games are sorted by, with a minus sign for the reverse order. Undefined: by start. */
  readonly sort?: string | undefined;
  /** On the slate, `negative`: only games whose best prices have a hold below 0%. */
  readonly hold?: "negative" | undefined;
  /** `movement`: the recorded prices of the market. `finished`, without `event`: the league's games that have started. */
  readonly view?: "movement" | "finished" | undefined;
  /** With `view=finished`: only the games of this day (`2026-11-22`) in the reader's time zone. */
  readonly day?: string | undefined;
  /** With `market`: the point of the line to show; for a spread, the home team's. */
  readonly line?: string | undefined;
  /** With `view`: the side whose prices are drawn. */
  readonly side?: string | undefined;
  /** With `view`: the time range that is drawn, in seconds since the epoch. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const names = [
  "sport",
  "event",
  "market",
  "player",
  "line",
  "mode",
  "sort",
  "hold",
  "view",
  "day",
  "side",
  "from",
  "to",
] as const;

/** The path and query of an address. */
export const hrefOf = (address: Address): string => {
  const kept = names.flatMap((name) => {
    const value = address[name];
    return value === undefined ? [] : [[name, value]];
  });
  return kept.length === 0 ? "/explore" : `/explore?${new URLSearchParams(kept)}`;
};

const sortForm = /^-?(start|game|hold|books|move)$/;
const dayForm = /^\d{4}-\d\d-\d\d$/;
const secondsForm = /^\d{1,11}$/;
const pointForm = /^-?\d{1,4}(\.\d{1,2})?$/;

/** Reads an address. Unknown and malformed parameters are left out. @param get returns the value of a parameter. */
export const parseAddress = (get: (name: string) => string | null | undefined): Address => {
  const text = (name: (typeof names)[number]): string | undefined => get(name) || undefined;
  const seconds = (name: "from" | "to"): string | undefined => {
    const value = text(name);
    return value !== undefined && secondsForm.test(value) ? value : undefined;
  };
  const line = text("line");
  const sort = text("sort");
  const view = text("view");
  const day = text("day");
  return {
    sport: text("sport"),
    event: text("event"),
    market: text("market"),
    player: text("player"),
    line: line !== undefined && pointForm.test(line) ? line : undefined,
    mode: text("mode") === "grid" ? "grid" : undefined,
    sort: sort !== undefined && sortForm.test(sort) ? sort : undefined,
    hold: text("hold") === "negative" ? "negative" : undefined,
    view: view === "movement" || view === "finished" ? view : undefined,
    day: day !== undefined && dayForm.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined,
    side: text("side"),
    from: seconds("from"),
    to: seconds("to"),
  };
};

/** How many favourite books get a column of their own. */
export const maxColumns = 12;

/**
 * The parameters with which a page requests the view of a slate. With `onlyFavourites`, the view compares only the favourite books, or all
 * books if there are no favourites. The grid also has the prices of each favourite book.
 */
export const slateInput = (
  { sport, market = "h2h", mode }: Pick<Address, "market" | "mode"> & { readonly sport: string },
  { favourites, onlyFavourites }: Pick<Preferences, "favourites" | "onlyFavourites">,
) => {
  const columns = mode === "grid" ? favourites.slice(0, maxColumns) : [];
  return {
    sport,
    market,
    ...(onlyFavourites && favourites.length > 0 && { books: [...favourites].sort().join(",") }),
    ...(columns.length > 0 && { columns: columns.toSorted().join(",") }),
  };
};

/** The parameters with which a page requests the view of a game. */
export const gameInput = (sport: string, event: string, { market, player }: Address) => ({
  sport,
  event,
  ...(player === undefined ? { market: market ?? "h2h" } : { player }),
});
