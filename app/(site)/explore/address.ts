import type { Preferences } from "@/app/(site)/live/preferences";

/** The query parameters of the odds screen. */
export type Address = {
  readonly sport?: string | undefined;
  /** A fixture id. Undefined for the slate, the list of all games of the league. */
  readonly event?: string | undefined;
  readonly market?: string | undefined;
  /** With `event`: all props of one player. */
  readonly player?: string | undefined;
  /** `movement`: the recorded prices of the market. */
  readonly view?: "movement" | undefined;
  /** With `market`: the point of the line to show; for a spread, the home team's. */
  readonly line?: string | undefined;
  /** With `view`: the side whose prices are drawn. */
  readonly side?: string | undefined;
  /** With `view`: the time range that is drawn, in seconds since the epoch. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const names = ["sport", "event", "market", "player", "line", "view", "side", "from", "to"] as const;

/** The path and query of an address. */
export const hrefOf = (address: Address): string => {
  const kept = names.flatMap((name) => {
    const value = address[name];
    return value === undefined ? [] : [[name, value]];
  });
  return kept.length === 0 ? "/explore" : `/explore?${new URLSearchParams(kept)}`;
};

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
  return {
    sport: text("sport"),
    event: text("event"),
    market: text("market"),
    player: text("player"),
    line: line !== undefined && pointForm.test(line) ? line : undefined,
    view: text("view") === "movement" ? "movement" : undefined,
    side: text("side"),
    from: seconds("from"),
    to: seconds("to"),
  };
};

/**
 * The parameters with which a page requests the view of a slate. With `onlyFavourites`, the view compares only the favourite books, or all
 * books if there are no favourites.
 */
export const slateInput = (
  sport: string,
  market: string,
  { favourites, onlyFavourites }: Pick<Preferences, "favourites" | "onlyFavourites">,
) => ({
  sport,
  market,
  ...(onlyFavourites && favourites.length > 0 && { books: [...favourites].sort().join(",") }),
});

/** The parameters with which a page requests the view of a game. */
export const gameInput = (sport: string, event: string, { market, player }: Address) => ({
  sport,
  event,
  ...(player === undefined ? { market: market ?? "h2h" } : { player }),
});
