import fc from "fast-check";
import { markets } from "@/server/domain/catalogue/markets";
import { dayMs, minuteMs } from "@/server/domain/durations";

/** Hostile values, which a feed should never send, and harmless values that resemble hostile values. */

const inherited = ["constructor", "__proto__", "prototype", "toString", "valueOf", "hasOwnProperty", "then"];

const words = [
  ...inherited,
  ...inherited.map((name) => name.toUpperCase()),
  "Constructor",
  "Proto",
  "at",
  "length",
  "0",
  "-1",
  "007",
  "1e3",
  "NaN",
  "Infinity",
  "-Infinity",
  "null",
  "undefined",
  "true",
  "[object Object]",
  "utd",
  "st",
  "v",
  "vs",
  "@",
  "II",
  "Jr.",
  "U21",
  "(W)",
  "(",
  ")))",
  "[",
  "\\",
  "/../..",
  "?",
  "#",
  "%00",
  "%",
  "$&",
  "$1",
  "'; drop table fixtures; --",
  '"',
  "`",
  "<script>alert(1)</script>",
  "&amp;",
  "{}",
  "Shakhrukhbekov",
  "Mirzakhalilovich",
  "Constructors United",
  "Saint",
];

const characters = [
  "\0",
  "\u0001",
  "\u007f",
  "\u0085",
  "\n",
  "\r\n",
  "\t",
  "\u2028",
  "\u2029",
  "\ud800",
  "\udfff",
  "\u200b",
  "\u200d",
  "\u200e",
  "\u200f",
  "\u202e",
  "\u2066",
  "\ufeff",
  "\u00ad",
  "\u0301",
  "\u0301".repeat(80),
  "\ufdfa",
  "\ufdfa".repeat(90),
  "ﬀ",
  "ß",
  "İ",
  "ı",
  "ﷺ",
  "한",
  "漢字",
  "عربي",
  "עברית",
  "🏀",
  "👩‍👩‍👧‍👦",
  "🇨🇿",
  "\u{10ffff}",
  "\uffff",
  " ",
  "\u00a0",
  "\u3000",
  "",
];

const part = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  { weight: 3, arbitrary: fc.constantFrom(...characters) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
);

/** Any text, including lone surrogates and NUL; mostly short, sometimes far too long. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.array(part, { maxLength: 4 }), fc.constantFrom("", " ", "-", ", "))
      .map(([parts, by]) => parts.join(by)),
  },
  { weight: 1, arbitrary: part.map((text) => text.repeat(300)) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 110 }) },
);

/** Texts that `checkSnapshot` mostly accepts, so that they reach the code after `checkSnapshot`. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...words),
  fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words, ...characters)).map((pair) => pair.join(" ")),
  fc.constantFrom(...characters.filter((text) => !/[\p{C}\p{Z}]/u.test(text) && text !== "")),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 }),
);

export const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(
    0,
    -0,
    1,
    -1,
    1.5,
    100,
    -110,
    99.5,
    2 ** 31,
    2 ** 53,
    1e308,
    -1e308,
    5e-324,
    0.5,
  ),
  fc.constantFrom<unknown[]>(
    "1.5",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "",
    " ",
    "0x10",
    "1_000",
    null,
    true,
  ),
  fc.double(),
);

const times = [
  "0000-01-01T00:00:00Z",
  "0000-01-01T00:00:00+23:59",
  "-000001-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "9999-12-31T23:59:59-23:59",
  "+275760-09-13T00:00:00Z",
  "1969-12-31T23:59:59.999Z",
  "2016-12-31T23:59:60Z",
  "2026-02-29T00:00:00Z",
  "2026-11-21T24:00:00Z",
  "2026-11-21T20:00:00.123456789Z",
  "2026-11-21 20:00:00Z",
  "2026-11-21T20:00:00",
  "Infinity",
  "-infinity",
  "now",
  "NaN",
  "0",
  "",
];

/** Mostly a time near `around` (ms since the epoch), else a distant time or something that is not a time. */
export const hostileTime = (around: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .integer({ min: -200, max: 4000 })
        .map((minutes) => new Date(around + minutes * minuteMs).toISOString()),
    },
    { weight: 3, arbitrary: fc.constantFrom(...times) },
    { weight: 1, arbitrary: fc.oneof(hostileText, hostileNumber) },
  );

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | unknown> =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: fc.jsonValue() });

const price = fc.oneof(
  { weight: 4, arbitrary: fc.record({ american: fc.constantFrom(-110, 105, -150, 130) }) },
  { weight: 1, arbitrary: fc.record({ decimal: hostileNumber }) },
  { weight: 1, arbitrary: fc.record({ probability: hostileNumber, american: hostileNumber }) },
);

const outcome = fc
  .tuple(
    price,
    fc.record({
      side: fc.oneof(fc.constantFrom("home", "away", "draw", "over", "under", "yes", "no"), hostileText),
    }),
    fc.record(
      {
        point: fc.oneof(fc.constantFrom(3.5, -3.5, 47.5), hostileNumber),
        team: fc.oneof(fc.constantFrom("home", "away"), hostileText),
        player: fc.oneof(hostileName, hostileText),
        size: maybe(
          fc.record({
            kind: fc.oneof(fc.constantFrom("posted_limit", "constructor"), hostileText),
            amount: hostileNumber,
          }),
        ),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([own, side, more]) => ({ ...own, ...side, ...more }));

const moneyline = fc.constant({
  key: "h2h",
  outcomes: [
    { side: "home", american: -150 },
    { side: "away", american: 130 },
  ],
});
const playerPoints = hostileName.map((player) => ({
  key: "player_points",
  outcomes: [
    { side: "over", player, point: 9.5, american: -110 },
    { side: "under", player, point: 9.5, american: -110, size: { kind: "constructor", amount: 10 } },
  ],
}));
const marketKey = fc.oneof(fc.constantFrom(...markets.map(({ key }) => key)), hostileText);
const anyMarket = (around: number) =>
  fc.record(
    {
      key: maybe(marketKey),
      outcomes: maybe(fc.array(maybe(outcome), { maxLength: 4 })),
      fetched_at: hostileTime(around),
    },
    { requiredKeys: ["key", "outcomes"] },
  );

const name = fc.oneof({ weight: 3, arbitrary: hostileName }, { weight: 1, arbitrary: hostileText });

const event = (around: number, names: fc.Arbitrary<string>) =>
  fc.record(
    {
      home: maybe(names),
      away: maybe(names),
      commence_time: hostileTime(around),
      markets: maybe(fc.array(maybe(fc.oneof(moneyline, playerPoints, anyMarket(around))), { maxLength: 4 })),
      ref: maybe(hostileText),
      book_event_id: maybe(hostileText),
      link: maybe(hostileText),
      unread: maybe(fc.array(marketKey, { maxLength: 2 })),
    },
    { requiredKeys: ["home", "away", "commence_time", "markets"] },
  );

export type HostileOptions = {
  readonly sports: readonly string[];
  /** ms since the epoch. */
  readonly around: number;
  /** Names to mix with the hostile names. */
  readonly names?: readonly string[];
};

/**
 * Book snapshots with hostile values. Tests convert the snapshots to JSON. Most snapshots have a usable book, sport and time, so that their
 * events are checked, too.
 */
export const hostileSnapshot = ({ sports, around, names = [] }: HostileOptions) => {
  const mixed = names.length === 0 ? name : fc.oneof(name, fc.constantFrom(...names));
  return fc.record(
    {
      book: fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom("northline", "constructor", "__proto__", "at", "valueof") },
        { weight: 1, arbitrary: hostileText },
      ),
      sport: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...sports) },
        { weight: 1, arbitrary: hostileText },
      ),
      fetched_at: fc.oneof(fc.constant(null), hostileTime(around - 10 * dayMs), hostileTime(around)),
      events: fc.array(maybe(event(around, mixed)), { maxLength: 5 }),
      recorded_at: hostileTime(around),
      complete: maybe(fc.boolean()),
      scope: maybe(fc.array(marketKey, { maxLength: 4 })),
      book_title: maybe(hostileText),
      book_kind: maybe(hostileText),
      update_interval_seconds: hostileNumber,
    },
    { requiredKeys: ["book", "sport", "fetched_at", "events"] },
  );
};

/**
 * Usually one of the `usual` values. A single hostile value can cause the rejection of a whole record. So hostile values are rare, and some
 * records are accepted.
 */
export const mostly = <T>(usual: readonly T[], hostile: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: hostile });

/** A CSV file with the given columns. Each cell has a hostile value, or one of the usual values of its column. */
export const hostileCsv = (
  columns: readonly string[],
  usual: Readonly<Record<string, readonly string[]>>,
) => {
  const cells = new Map(Object.entries(usual));
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const row = fc.tuple(
    ...columns.map((column) =>
      fc.oneof(
        { weight: 30, arbitrary: fc.constantFrom(...(cells.get(column) ?? ["1"])) },
        { weight: 2, arbitrary: hostileText.map(quoted) },
        { weight: 1, arbitrary: hostileText },
        { weight: 1, arbitrary: hostileNumber.map(String) },
      ),
    ),
  );
  return fc
    .array(row, { maxLength: 6 })
    .map((rows) => [columns, ...rows].map((cellsOfRow) => cellsOfRow.join(",")).join("\n"));
};
