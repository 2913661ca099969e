import { hashText } from "@/server/ingest/feeds/demo/random";
import type { NameStyle } from "@/server/ingest/feeds/demo/team-names";

/** An invented book. It prices at least the main markets of the full game for every fixture that it lists. */
export type DemoBook = {
  readonly key: string;
  readonly title: string;
  readonly seed: number;
  readonly kind: "sportsbook" | "exchange" | "prediction_market";
  /** Null if the interval is unknown. */
  readonly updateIntervalSeconds: number | null;
  /** Whether the fetch time of the book's prices is known. */
  readonly fetchTimeMeasured: boolean;
  /** Seconds between two polls of a league. */
  readonly pollSeconds: number;
  readonly notation: "american" | "decimal" | "probability";
  /** Before rounding, the implied probabilities of a two-way main market add up to 1 plus this margin. */
  readonly margin: number;
  /**
   * The game markets for featured fixtures: main markets of the full game, main markets of every period, or all. A league's next fixtures
   * are featured (`featuredFrom` in `schedule.ts`).
   */
  readonly breadth: "main" | "periods" | "all";
  readonly props: "none" | "common" | "all";
  readonly names: NameStyle;
  /** Whether the book lists the away team as its home team. */
  readonly awayFirst: boolean;
  /** Highest stake on a main market; 0 if the book states none. */
  readonly postedLimit: number;
};

type Profile = Omit<DemoBook, "key" | "title" | "seed" | "pollSeconds">;

const usual: Profile = {
  kind: "sportsbook",
  updateIntervalSeconds: 60,
  fetchTimeMeasured: true,
  notation: "american",
  margin: 0.045,
  breadth: "main",
  props: "none",
  names: "canonical",
  awayFirst: false,
  postedLimit: 0,
};
const exchange = { kind: "exchange", updateIntervalSeconds: 30, margin: 0.009 } as const;
const prediction = {
  kind: "prediction_market",
  updateIntervalSeconds: 45,
  notation: "probability",
  margin: 0.015,
} as const;

const table: readonly (readonly [name: string, traits: Partial<Profile>])[] = [
  ["Northline", { breadth: "all", props: "all", postedLimit: 5000 }],
  ["Harborline", { breadth: "periods", props: "common", names: "codes", updateIntervalSeconds: 45 }],
  ["Kestrel Sports", { breadth: "periods", props: "common", names: "nicknames", margin: 0.05 }],
  ["Cobalt", { breadth: "periods", updateIntervalSeconds: 20, postedLimit: 10_000, margin: 0.024 }],
  ["Tidewater", { awayFirst: true, names: "codes", updateIntervalSeconds: 75 }],
  ["Redfern", { names: "careless", updateIntervalSeconds: 80, margin: 0.055 }],
  ["Marigold", { fetchTimeMeasured: false, updateIntervalSeconds: null, margin: 0.06 }],
  ["Foxglove", { notation: "decimal", breadth: "all", props: "common", margin: 0.05 }],
  ["Meadowbet", { notation: "decimal", breadth: "periods", updateIntervalSeconds: 120, margin: 0.06 }],
  ["Clearpool Exchange", { ...exchange, notation: "decimal", breadth: "periods" }],
  ["Midpoint Exchange", { ...exchange, margin: 0.012, fetchTimeMeasured: false, awayFirst: true }],
  ["Forethought Markets", { ...prediction, names: "places", breadth: "periods" }],
  ["Halfpenny", { ...prediction, names: "nicknames", fetchTimeMeasured: false, margin: 0.025 }],
];

const defaultPollSeconds = 210;

/** The invented books, with different intervals, margins, depths and spellings. */
export const demoBooks: readonly DemoBook[] = table.map(([name, traits]) => {
  const profile = { ...usual, ...traits };
  const key = `${name.toLowerCase().replaceAll(" ", "_")}_demo`;
  const pollSeconds = profile.updateIntervalSeconds ?? defaultPollSeconds;
  return { ...profile, key, title: `${name} (demo)`, seed: hashText(key), pollSeconds };
});
