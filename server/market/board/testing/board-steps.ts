import fc from "fast-check";
import { maxClockSkewMs } from "@/server/clock/clock-skew";
import { ownValue } from "@/server/domain/catalogue/own-value";
import { minuteMs } from "@/server/domain/durations";
import { priceLifeMs } from "@/server/domain/prices/freshness";
import type { CheckRow, SightingRow } from "@/server/market/board/load-changes";
import { emptyImage, type TableImage } from "@/server/market/board/testing/table-image";

export const begin = Date.UTC(2026, 10, 21, 12);
export const sport = "americanfootball_nfl";
const fixtureIds = ["alpha", "bravo"];
const bookKeys = ["northline", "harbour", "lateral"];
/** At first, these books favour the home team. As long as they do, a book that favours the away team looks inverted. */
const otherBookKeys = ["other_1", "other_2", "other_3", "other_4"];

const marketTexts: Readonly<Record<string, readonly string[]>> = {
  h2h: ["h-150\na+130", "h+170\na-200", "", "h-200\na+170"],
  totals: ["oH1.91@47.5\nuH1.91=", "o1.95@48.5$l:2000\nu1.87=", ""],
  player_pass_yds: [
    "o-115@249.5~J. Allen\nu-105=~",
    "o-115@249.5~Josh Allen\nu-105=~\no1.5@199.5~Pat Mahomes",
    "",
  ],
};
/** What a book may state about its event. */
const listings = [
  { book_event_id: null, link: null },
  { book_event_id: "88123", link: "https://books.example/88123?a=1&b={state}" },
  { book_event_id: 'ev "2"', link: null },
] as const;

/** The tables before the first step. */
export const first: TableImage = {
  ...emptyImage,
  books: [...bookKeys, ...otherBookKeys].map((key, index) => ({
    key,
    title: `Book "${key}"`,
    kind: "sportsbook",
    update_interval_seconds: [10, 60, null, null, 60][index] ?? null,
    last_update_measured: index !== 2,
  })),
  checks: fixtureIds.flatMap((fixture_id) =>
    ["northline", "harbour", ...otherBookKeys].map((book_key) => ({
      fixture_id,
      book_key,
      recorded: begin,
      checked: begin,
      fetched: begin - 1_500,
      market_times: {},
      own_start: book_key === "harbour" ? begin + 2 * minuteMs : null,
      own_start_stated: book_key === "harbour" ? begin : null,
      source: null,
      ...(book_key === "harbour" ? listings[1] : listings[0]),
    })),
  ),
  markets: fixtureIds.flatMap((fixture_id) =>
    [
      { book_key: "northline", market_key: "h2h" },
      { book_key: "northline", market_key: "player_pass_yds" },
      { book_key: "harbour", market_key: "totals" },
      ...otherBookKeys.map((book_key) => ({ book_key, market_key: "h2h" })),
    ].map((market) => ({
      fixture_id,
      ...market,
      outcomes:
        ownValue(marketTexts, market.market_key)?.[market.book_key.startsWith("other_") ? 3 : 0] ?? "",
    })),
  ),
  // At first, Harbour has a sighting, but also prices of `totals`. While these prices are served, no response may list Harbour as unmatched.
  // This also holds for responses without `totals`.
  sightings: fixtureIds.map((fixture_id) => ({ fixture_id, book_key: "harbour", checked: begin + 900 })),
  players: [{ fixture_id: "alpha", book_key: "northline", name: "J. Allen", shown_as: "J. Allen" }],
  fixtures: fixtureIds.map((id, index) => ({
    id,
    sport_key: sport,
    home_team: `Home ${id}`,
    away_team: `Away ${id}`,
    start: begin + (index + 1) * 3 * minuteMs,
    replaced: false,
    merged: null,
  })),
};

const playerNames = ["J. Allen", "Josh Allen", "Pat Mahomes", "Patrick Mahomes"];

export type Step =
  | { readonly kind: "pass"; readonly to: (now: number, image: TableImage) => number }
  | { readonly kind: "read again" }
  | { readonly kind: "write"; readonly write: (now: number, image: TableImage) => Partial<TableImage> };

const fixtureId = fc.constantFrom(...fixtureIds);
const bookKey = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...bookKeys) },
  { weight: 1, arbitrary: fc.constantFrom(...otherBookKeys) },
);
const ago = fc.integer({ min: 0, max: 3 * minuteMs });
/** Mostly, a book speaks for itself. */
const source = fc.constantFrom(null, null, null, "token:1", "token:2");

const prices = fc
  .tuple(fixtureId, bookKey, fc.constantFrom("h2h", ...Object.keys(marketTexts)), fc.nat(3))
  .map(([fixture_id, book_key, market_key, text]): Step => {
    const outcomes = ownValue(marketTexts, market_key)?.[text] ?? "";
    return {
      kind: "write",
      write: () => ({ markets: [{ fixture_id, book_key, market_key, outcomes }] }),
    };
  });

const checks = fc
  .tuple(
    fixtureId,
    bookKey,
    ago,
    fc.boolean(),
    fc.option(fc.tuple(fc.constantFrom("h2h", "totals"), ago)),
    fc.option(fc.integer({ min: -2 * minuteMs, max: 6 * minuteMs })),
    source,
    fc.constantFrom(...listings),
  )
  .map(
    ([fixture_id, book_key, age, measured, own, toStart, source, words]): Step => ({
      kind: "write",
      write: (now) => ({
        checks: [
          {
            fixture_id,
            book_key,
            recorded: now,
            checked: now - age + 0.25,
            fetched: measured ? now - age - 1_500 : null,
            market_times: own === null ? {} : { [own[0]]: [now - own[1], measured ? now - own[1] : null] },
            own_start: toStart === null ? null : now + toStart,
            own_start_stated: toStart === null ? null : now - age,
            source,
            ...words,
          },
        ],
      }),
    }),
  );

/** A check together with the checked prices, as a poll of a feed writes them. */
const polls = fc
  .tuple(
    fixtureId,
    fc.constantFrom(...bookKeys),
    fc.constantFrom(1, 1, 0, 3),
    source,
    fc.constantFrom(...listings),
  )
  .map(
    ([fixture_id, book_key, text, source, words]): Step => ({
      kind: "write",
      write: (now) => ({
        markets: [{ fixture_id, book_key, market_key: "h2h", outcomes: marketTexts.h2h?.[text] ?? "" }],
        checks: [
          {
            fixture_id,
            book_key,
            recorded: now,
            checked: now,
            fetched: now,
            market_times: {},
            own_start: null,
            own_start_stated: null,
            source,
            ...words,
          },
        ],
      }),
    }),
  );

/** The check time of a single market changes. */
const marketTimes = fc.tuple(fixtureId, bookKey, fc.constantFrom("h2h", "totals"), ago).map(
  ([fixture_id, book_key, market_key, age]): Step => ({
    kind: "write",
    write: (now, image) => ({
      checks: image.checks
        .filter((row) => row.fixture_id === fixture_id && row.book_key === book_key)
        .map((row) => ({ ...row, market_times: { [market_key]: [now - age, null] as [number, null] } })),
    }),
  }),
);

const sightings = fc.tuple(fixtureId, bookKey, ago).map(
  ([fixture_id, book_key, age]): Step => ({
    kind: "write",
    write: (now) => ({ sightings: [{ fixture_id, book_key, checked: now - age }] }),
  }),
);

/** A spelling is stored, or its displayed name changes. An older version of the service stores no displayed name. */
const players = fc
  .tuple(
    fixtureId,
    bookKey,
    fc.constantFrom(...playerNames),
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...playerNames) }, fc.constant(null)),
  )
  .map(
    ([fixture_id, book_key, name, shown_as]): Step => ({
      kind: "write",
      write: () => ({ players: [{ fixture_id, book_key, name, shown_as }] }),
    }),
  );

const startMoves = fc.tuple(fixtureId, fc.integer({ min: -100 * minuteMs, max: 10 * minuteMs })).map(
  ([id, ms]): Step => ({
    kind: "write",
    write: (now, image) => ({
      fixtures: image.fixtures
        .filter((row) => row.id === id)
        .map((row) => ({ ...row, start: now + ms + 0.5 })),
    }),
  }),
);

const replacements = fc.tuple(fixtureId, fc.boolean()).map(
  ([id, replaced]): Step => ({
    kind: "write",
    write: (_, image) => ({
      fixtures: image.fixtures.filter((row) => row.id === id).map((row) => ({ ...row, replaced })),
    }),
  }),
);

const intervals = fc.tuple(bookKey, fc.constantFrom(10, 45, null), fc.constantFrom("A", "B")).map(
  ([key, update_interval_seconds, title]): Step => ({
    kind: "write",
    write: (_, image) => ({
      books: image.books
        .filter((row) => row.key === key)
        .map((row) => ({ ...row, title, update_interval_seconds })),
    }),
  }),
);

/** The times at which prices and sightings become stale, and at which fixtures start or leave the board. */
const edges = (image: TableImage): number[] => {
  const lives = new Map(image.books.map((book) => [book.key, priceLifeMs(book.update_interval_seconds)]));
  const ends = [...image.checks, ...image.sightings].flatMap((row: CheckRow | SightingRow) => {
    const own = "market_times" in row ? Object.values(row.market_times) : [];
    const stated = "own_start_stated" in row ? [row.own_start_stated ?? 0] : [];
    const starts = "own_start" in row ? [row.own_start ?? 0] : [];
    const checked = [row.checked, ...stated, ...own.map(([at]) => at)];
    return [...starts, ...checked.map((at) => at + (lives.get(row.book_key) ?? 0))];
  });
  return [...ends, ...image.fixtures.flatMap(({ start }) => [start, start + 60 * minuteMs])];
};

/** The newest time in the tables. When a board loads the tables, it ignores rows more than `maxClockSkewMs` ahead of the clock. */
const newestTime = ({ checks, sightings, withheld }: TableImage): number =>
  Math.max(
    ...checks.map(({ recorded }) => recorded),
    ...sightings.map(({ checked }) => checked),
    ...withheld.map(({ since, until }) => until ?? since),
  );

/**
 * Moves the clock, mostly to a time of `edges`, give or take a millisecond. The clock never moves so far back that a board would ignore
 * rows when it loads the tables.
 */
const timeSteps = fc
  .oneof(
    { weight: 1, arbitrary: fc.integer({ min: -3, max: 1_000 }).map((ms) => (now: number) => now + ms) },
    {
      weight: 1,
      arbitrary: fc.constant((now: number, image: TableImage) =>
        Math.min(now, newestTime(image) - (maxClockSkewMs - 1_000)),
      ),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -1, max: 1 }))
        .map(([nth, offset]) => (now: number, image: TableImage) => {
          const ahead = edges(image)
            .filter((edge) => edge >= now)
            .sort((a, b) => a - b);
          return Math.floor(ahead[nth] ?? now) + offset;
        }),
    },
  )
  .map((to): Step => ({ kind: "pass", to }));

const readAgain = fc.constant<Step>({ kind: "read again" });

/** A step of any kind. */
export const step = fc.oneof(
  { weight: 5, arbitrary: prices },
  { weight: 6, arbitrary: checks },
  { weight: 6, arbitrary: polls },
  { weight: 3, arbitrary: marketTimes },
  { weight: 3, arbitrary: sightings },
  { weight: 2, arbitrary: players },
  { weight: 2, arbitrary: startMoves },
  { weight: 1, arbitrary: replacements },
  { weight: 1, arbitrary: intervals },
  { weight: 8, arbitrary: timeSteps },
  { weight: 1, arbitrary: readAgain },
);
