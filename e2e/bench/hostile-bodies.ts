import { slateSport } from "@/e2e/bench/slate";
import type { SlateGame } from "@/e2e/bench/slate-requests";
import { hourMs } from "@/server/domain/durations";
import type { BookSnapshot, SnapshotEvent } from "@/server/ingest/feeds/snapshot";

/*
 * Deliveries that are as expensive as possible. All content is generated. Names come from a generator with a fixed seed, so that every run
 * delivers the same names.
 */

const syllables = "ba ko ri ta mu ne lo shi da ve zo pa ki fu ge".split(" ");

/** Generates words. Two runs with the same seed generate the same words. */
const createWords = (seed: number) => {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
  return {
    name: (): string =>
      Array.from({ length: 2 }, () =>
        Array.from({ length: 3 }, () => syllables[below(syllables.length)]).join(""),
      ).join(" "),
    letters: (count: number): string =>
      Array.from({ length: count }, () => String.fromCharCode(97 + below(26))).join(" "),
  };
};

const iso = (ms: number): string => new Date(ms).toISOString();

const eventsOf = (now: number, count: number, nameOf: () => string): SnapshotEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    commence_time: iso(now + (48 + (index % 40)) * hourMs),
    home: nameOf(),
    away: nameOf(),
    markets: [
      {
        key: "h2h",
        outcomes: [
          { side: "home", decimal: 1.9 },
          { side: "away", decimal: 1.9 },
        ],
      },
    ],
  }));

const body = (snapshots: Iterable<BookSnapshot>): string =>
  [...snapshots].map((snapshot) => `${JSON.stringify(snapshot)}\n`).join("");

/** 1,000 events with 2,000 new names. Each round has other names. */
export const newNames = (book: string, now: number, round: number): string => {
  const { name } = createWords(100 + round);
  return body([
    {
      book,
      sport: "mma_mixed_martial_arts",
      fetched_at: iso(now),
      events: eventsOf(now, 1_000, name),
    },
  ]);
};

/** The names of an open sport in which `learnedNames` were learned before. */
export const shapesSport = "boxing_boxing";
export const learnedNames = (count: number): string[] => {
  const { name } = createWords(7);
  return [...new Set(Array.from({ length: count }, name))];
};

/** 300 events with names of 50 one-letter words, and 700 events with names of eight such words. */
export const longNames = (book: string, now: number, round: number): string => {
  const { letters } = createWords(200 + round);
  return body([
    {
      book,
      sport: shapesSport,
      fetched_at: iso(now),
      events: [...eventsOf(now, 300, () => letters(50)), ...eventsOf(now, 700, () => letters(8))],
    },
  ]);
};

/** 1,000 events whose names differ from learned names by one letter, at the starts of these names' fixtures. Each round has other letters. */
export const lookAlikes = (book: string, now: number, round: number): string => {
  const known = learnedNames(2_000);
  let next = 0;
  const nameOf = (): string => {
    const name = known[next % known.length] ?? "";
    next += 1;
    const at = 1 + (round % 5);
    return `${name.slice(0, at)}${"qwxyz"[round % 5]}${name.slice(at + 1)}`;
  };
  return body([{ book, sport: shapesSport, fetched_at: iso(now), events: eventsOf(now, 1_000, nameOf) }]);
};

const playersInLine = 4_800;

/** Players' names of one game with few different beginnings: 20 lines with 4,800 names each. */
export const playerNames = (book: string, now: number, round: number, game: SlateGame): string => {
  const { commence_time, home_team: home, away_team: away } = game;
  return body(
    Array.from({ length: 20 }, (_, line): BookSnapshot => {
      const outcomes = Array.from({ length: playersInLine }, (_, index) => {
        const number = line * playersInLine + index;
        const [first, last] = [Math.floor(number / 250), number % 250];
        return {
          side: "over" as const,
          player: `P${first}${"abcdefghij"[round % 10]} ${"x".repeat(1 + (last % 25))}${Math.floor(last / 25)}son`,
          point: 20.5,
          decimal: 1.9,
        };
      });
      const markets = [{ key: "player_pass_yds", outcomes }];
      return {
        book,
        sport: slateSport,
        fetched_at: iso(now + line),
        events: [{ commence_time, home, away, markets }],
      };
    }),
  );
};

/** Complete snapshots without events, as many as 3.6 MB hold. */
export const emptySnapshots = (book: string, sport: string, count: number): string =>
  `${JSON.stringify({ book, sport, fetched_at: null, complete: true, events: [] })}\n`.repeat(count);

/** The largest body of `emptySnapshots` that is accepted: 500 for each of 8 sports. */
export const manyEmptySnapshots = (book: string, sports: readonly string[]): string =>
  sports.map((sport) => emptySnapshots(book, sport, 500)).join("");
