import type { DemoLeague } from "@/server/feeds/demo/leagues";
import { hashText } from "@/server/feeds/demo/random";

/** How a book writes team names. `places` writes the place alone, which two teams may share; `careless` misspells some. */
export type NameStyle = "canonical" | "codes" | "nicknames" | "initials" | "aliases" | "places" | "careless";

/** How much of a featured fixture a book prices. Every book has the main markets of every fixture that it covers. */
export type Depth = "main" | "periods" | "ladders" | "everything";

/** An invented book. */
export type DemoBook = {
  readonly key: string;
  readonly title: string;
  readonly kind: "sportsbook" | "exchange" | "prediction_market";
  /** null: uncharacterised. */
  readonly updateIntervalSeconds: number | null;
  /** Whether a fetch time is known of its prices. */
  readonly measured: boolean;
  readonly seed: number;
  /** Time from one look at a league to the next. */
  readonly pollMs: number;
  /** How far its prices trail what the market knows. */
  readonly lagMs: number;
  readonly notation: "american" | "decimal" | "probability";
  /** Prices in steps of five cents, as some books do. */
  readonly coarse: boolean;
  /** What the implied probabilities of a two-way market add up to above 1, before rounding. */
  readonly margin: number;
  readonly depth: Depth;
  readonly props: "none" | "common" | "every";
  readonly names: NameStyle;
  /** Lists the away team first, as its own home team. */
  readonly awayFirst: boolean;
  readonly refs: boolean;
  /** Highest stake on a main market where it states one; 0 where it does not. */
  readonly postedLimit: number;
  /** Which leagues it covers. */
  readonly covers: (league: DemoLeague) => boolean;
  /** How early it opens a fixture: 1 as early as anybody, 0.5 half as early. */
  readonly openness: number;
};

type Profile = Omit<DemoBook, "key" | "title" | "seed" | "pollMs" | "lagMs" | "covers"> & {
  readonly lagSeconds: number;
  readonly reach: Reach;
};

const reaches = {
  everywhere: () => true,
  america: ({ region }: DemoLeague) => region === "america",
  europe: ({ region }: DemoLeague) => region !== "america",
  principal: ({ principal }: DemoLeague) => principal,
  soccer: ({ key }: DemoLeague) => key.startsWith("soccer_"),
  americanSports: ({ key }: DemoLeague) => /football|basketball|hockey|baseball_mlb/.test(key),
} as const satisfies Readonly<Record<string, (league: DemoLeague) => boolean>>;
type Reach = keyof typeof reaches;

const common: Profile = {
  kind: "sportsbook",
  updateIntervalSeconds: 60,
  measured: true,
  lagSeconds: 60,
  notation: "american",
  coarse: false,
  margin: 0.045,
  depth: "main",
  props: "none",
  names: "canonical",
  awayFirst: false,
  refs: true,
  postedLimit: 0,
  reach: "america",
  openness: 0.8,
};
const european = { notation: "decimal", reach: "europe", margin: 0.055 } as const;
const exchange = { kind: "exchange", updateIntervalSeconds: 30, margin: 0.009, lagSeconds: 5 } as const;
const prediction = {
  kind: "prediction_market",
  updateIntervalSeconds: 45,
  notation: "probability",
  margin: 0.015,
  lagSeconds: 20,
} as const;

/** Rhythm of a book whose own is not stated. */
const uncharacterisedSeconds = 210;

const table: readonly (readonly [name: string, own: Partial<Profile>])[] = [
  // Sportsbooks of North America.
  ["Northline", { depth: "everything", props: "every", postedLimit: 5000, lagSeconds: 20, openness: 1 }],
  ["Harborline", { depth: "ladders", props: "common", names: "codes", updateIntervalSeconds: 45 }],
  ["Kestrel Sports", { depth: "ladders", props: "common", names: "nicknames", margin: 0.05 }],
  ["Granite Sportsbook", { depth: "periods", coarse: true, margin: 0.048, names: "codes", lagSeconds: 300 }],
  [
    "Cobalt",
    { depth: "periods", updateIntervalSeconds: 30, postedLimit: 10_000, margin: 0.024, lagSeconds: 0 },
  ],
  ["Saltmarsh", { names: "initials", updateIntervalSeconds: 90, lagSeconds: 600, margin: 0.05 }],
  ["Ironbridge", { names: "aliases", coarse: true, updateIntervalSeconds: 120, lagSeconds: 420 }],
  ["Tidewater", { awayFirst: true, names: "codes", updateIntervalSeconds: 75, openness: 0.6 }],
  ["Redfern", { names: "careless", updateIntervalSeconds: 80, margin: 0.055, openness: 0.5 }],
  ["Pinecrest", { measured: false, coarse: true, updateIntervalSeconds: 120, lagSeconds: 900, margin: 0.06 }],
  ["Marigold", { measured: false, updateIntervalSeconds: null, reach: "principal", openness: 0.4 }],
  ["Longacre", { reach: "everywhere", depth: "main", margin: 0.03, postedLimit: 25_000, openness: 1 }],
  // Sportsbooks of Europe and the rest of the world.
  ["Foxglove", { ...european, depth: "everything", props: "common", reach: "everywhere", margin: 0.05 }],
  ["Meadowbet", { ...european, depth: "ladders", names: "aliases" }],
  ["Lanternbet", { ...european, depth: "periods", updateIntervalSeconds: 40, props: "every" }],
  ["Copperfield", { ...european, margin: 0.065, updateIntervalSeconds: 100, lagSeconds: 500 }],
  ["Juniper", { ...european, reach: "everywhere", margin: 0.04, depth: "periods", postedLimit: 3000 }],
  ["Bluefin", { ...european, reach: "soccer", names: "aliases", updateIntervalSeconds: 50 }],
  ["Amberline", { ...european, updateIntervalSeconds: null, measured: false, refs: false, lagSeconds: 800 }],
  ["Stonecrop", { ...european, reach: "soccer", margin: 0.035, lagSeconds: 10, openness: 1 }],
  // Exchanges.
  ["Clearpool Exchange", { ...exchange, notation: "decimal", reach: "everywhere", depth: "ladders" }],
  [
    "Midpoint Exchange",
    { ...exchange, notation: "american", margin: 0.012, depth: "periods", props: "common" },
  ],
  ["Crossbook", { ...exchange, notation: "decimal", reach: "soccer", updateIntervalSeconds: 20 }],
  ["Levelside", { ...exchange, notation: "decimal", reach: "europe", awayFirst: true, refs: false }],
  [
    "Openledger",
    { ...exchange, notation: "american", reach: "americanSports", measured: false, openness: 0.4 },
  ],
  // Prediction markets.
  ["Forethought Markets", { ...prediction, reach: "americanSports", names: "places", depth: "periods" }],
  ["Eventide", { ...prediction, reach: "principal", names: "initials", updateIntervalSeconds: 30 }],
  ["Plainview Markets", { ...prediction, reach: "everywhere", margin: 0.02, updateIntervalSeconds: 60 }],
  [
    "Yesterday's Tomorrow",
    { ...prediction, reach: "principal", props: "common", updateIntervalSeconds: null },
  ],
  ["Halfpenny", { ...prediction, reach: "soccer", names: "careless", measured: false, margin: 0.025 }],
];

const keyOf = (name: string): string =>
  `${name
    .toLowerCase()
    .replace(/'/g, "")
    .replace(/[^a-z]+/g, "_")}_demo`;

/** The invented books, each with its own rhythm, margin, coverage and spelling. */
export const demoBooks: readonly DemoBook[] = table.map(([name, own]) => {
  const { lagSeconds, reach, ...profile } = { ...common, ...own };
  const key = keyOf(name);
  return {
    ...profile,
    key,
    title: `${name} (demo)`,
    seed: hashText(key),
    pollMs: (profile.updateIntervalSeconds ?? uncharacterisedSeconds) * 1000,
    lagMs: lagSeconds * 1000,
    covers: reaches[reach],
  };
});
