/** How a `sportsMarketType` maps to our markets. */
export type MarketKind = {
  readonly shape: "moneyline" | "handicap" | "over_under" | "player";
  /** The market key of the main line, or of the only line. */
  readonly key: string;
  /** The market key of the other lines. */
  readonly ladderKey?: string;
  /** "1H " for a first-half market. Titles and questions of spreads and totals have this text before "Spread" or "O/U". */
  readonly prefix: "" | "1H ";
  /** The name of a prop's stat in the market's title and question. */
  readonly stat?: string;
};

const prop = (stat: string): MarketKind => {
  const key = `player_${stat.toLowerCase()}`;
  return { shape: "player", key, ladderKey: `${key}_alternate`, prefix: "", stat };
};

const kinds: readonly (readonly [type: string, kind: MarketKind])[] = [
  ["moneyline", { shape: "moneyline", key: "h2h", prefix: "" }],
  ["spreads", { shape: "handicap", key: "spreads", ladderKey: "alternate_spreads", prefix: "" }],
  ["totals", { shape: "over_under", key: "totals", ladderKey: "alternate_totals", prefix: "" }],
  ["first_half_moneyline", { shape: "moneyline", key: "h2h_h1", prefix: "1H " }],
  [
    "first_half_spreads",
    { shape: "handicap", key: "spreads_h1", ladderKey: "alternate_spreads_h1", prefix: "1H " },
  ],
  [
    "first_half_totals",
    { shape: "over_under", key: "totals_h1", ladderKey: "alternate_totals_h1", prefix: "1H " },
  ],
  ["points", prop("Points")],
  ["rebounds", prop("Rebounds")],
  ["assists", prop("Assists")],
];

const kindsByType: ReadonlyMap<string, MarketKind> = new Map(kinds);

export const findKind = (type: string): MarketKind | undefined => kindsByType.get(type);

export const keysOf = ({ key, ladderKey }: MarketKind): string[] =>
  ladderKey === undefined ? [key] : [key, ladderKey];

/** The keys of all markets that the reader supports. */
export const readableKeys: readonly string[] = kinds.flatMap(([, kind]) => keysOf(kind));
