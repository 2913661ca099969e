import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

type Rule = {
  /** What must not appear again, in code and in comments. */
  readonly losing: RegExp;
  /** Where it appeared. */
  readonly where: RegExp;
  /** The word for this concept. */
  readonly instead: string;
  /** An old line that the rule rejects. */
  readonly planted: string;
};

/** One word per concept. Names of SQL, Redis, metrics, `/v1` and commands are outside, and keep their words. */
const rules: readonly Rule[] = [
  {
    losing: /\w*Bounds?\b|\bbounds\b|\b(?:a|any|each|every|no|one|other|the) bound\b/,
    where: /^(?:server\/account\/(?:sign-in|owner)|server\/web\/http\/screen|app\/(?:signin|api\/auth))\//,
    instead: "limit",
    planted: "/** Counts one use against every bound in `uses`. */",
  },
  {
    losing: /\b(?:addNote|NoteRow)\b|\bnotes\b/,
    where: /^server\/(?:market\/board|ingest\/recorder)\//,
    instead: "sighting: a book has an unmatched event that may belong to a fixture",
    planted: "readonly notes: ReadonlyMap<string, number>;",
  },
  {
    losing: /\bnote(?:AccountChanged|AccountAction)\b/,
    where: /^(?:server|app)\//,
    instead: "announceAccountChanged tells the instances; recordAccountAction writes an audit line",
    planted: "await noteAccountChanged(accountId);",
  },
  {
    losing: /\b(?:BookSides|SidedBook|noSides|sidesMarkets)\b|book\.sides\b/,
    where: /^server\/market\/board\//,
    instead: "inversion: `sides` are the outcomes of a market",
    planted: "if (book.sides.state === before) continue;",
  },
  {
    losing: /\badoptPeriod\b/,
    where: /^server\/market\//,
    instead: "withheld period: a bare period is a part of a game",
    planted: "adoptPeriod(book.sides, row)",
  },
  {
    losing: /\bwinner\b|\bWinner markets\b|\breadWinner\b/,
    where: /^server\/(?:ingest\/feeds\/(?:kalshi|polymarket|demo)|domain\/catalogue\/market)/,
    instead: "moneyline",
    planted: "In a winner market, only YES is read.",
  },
  {
    losing: /\bOffer\b|\boffers\b/,
    where: /^server\/domain\/catalogue\/(?:market|player-props)/,
    instead: "availability: an offer is a price",
    planted: "readonly offers: readonly Offer[];",
  },
  {
    losing: /(?<!resting )\bdepth\b|\bisInDepth\b/,
    where: /^server\/ingest\/feeds\/demo\//,
    instead: "breadth (which markets a book has), stake (how much it takes)",
    planted: 'readonly depth: "main" | "periods" | "all";',
  },
  {
    losing: /\b(?:Comparison|comparisonOf|createComparison)\b/,
    where: /^server\/(?:domain\/catalogue|ingest)\//,
    instead: "name rules",
    planted: "const partsOf = (comparison: Comparison) => {",
  },
  {
    losing: /\b(?:orderOfBook|BookOrder|bookOrders)\b/,
    where: /^server\/ingest\/matching\//,
    instead: "home-away order",
    planted: "readonly orderOfBook: () => BookOrder;",
  },
  {
    losing: /\b(?:create)?[oO]wnAccount\b/,
    where: /^(?:server|app)\//,
    instead: "owner actions",
    planted: "createOwnAccount({ db, config })",
  },
  {
    losing: /\bhasFixtureOf\b/,
    where: /^server\//,
    instead: "hasFixtureWithTeam",
    planted: "await hasFixtureOf(tx, sport.key, team)",
  },
  {
    losing: /\bbadInput\(/,
    where: /^server\/web\//,
    instead: "toInputError",
    planted: "throw badInput(error, input) ?? error;",
  },
  {
    losing: /\binsertLateState\b/,
    where: /^server\/ingest\//,
    instead: "rowsForLateState: it inserts nothing",
    planted: "const inserted = insertLateState(rows, observedAt, late);",
  },
  {
    losing: /\bnewestLog\b/,
    where: /^(?:db|server\/ops)\//,
    instead: "walSegment",
    planted: "const newestLog = names.at(-1);",
  },
  {
    losing: /\b(?:readFigure|figure\()/,
    where: /^server\/account\/metering\/callers\//,
    instead: "encodeLimit, decodeLimit",
    planted: "allowance: readFigure(parts[2]),",
  },
  {
    losing: /\b(?:unit|signed|walk)\(/,
    where: /^server\/ingest\/feeds\/demo\//,
    instead: "random01, randomSigned, noise",
    planted: "const phase = unit(mix(book.seed)) * step;",
  },
  {
    losing: /\bvariables\.session\b/,
    where: /^app\/\(site\)\/docs\//,
    instead: "access token: a session is the cookie's",
    planted: "process.env[variables.session]",
  },
  {
    losing: /\b(?:hourMs|dayMs|minuteMs|hour|day|minute) = [\d_]+(?:;|$)/,
    where: /^(?:server\/(?!domain\/durations)|app\/)/,
    instead: "server/domain/durations.ts",
    planted: "const hourMs = 3_600_000;",
  },
];

const own = "server/words.test.ts";
const files = ["server", "app", "db"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file)),
);

test.each(rules)("the words $losing do not return, because the word is $instead", ({ losing, where }) => {
  const found = files
    .filter((file) => where.test(file) && file !== own)
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, index) => (losing.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
  expect(found).toEqual([]);
});

test.each(rules)(
  "the rule for $losing rejects an old line, and has files to check",
  ({ losing, where, planted }) => {
    expect(planted).toMatch(losing);
    expect(files.some((file) => where.test(file))).toBe(true);
  },
);
