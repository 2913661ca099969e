import { markdownTable } from "@/app/(site)/docs/markdown/markdown-table";

type FeedFault = {
  /** What goes wrong, as a heading. */
  readonly title: string;
  readonly anchor: string;
  readonly elsewhere: string;
  readonly here: string;
  /** What our test tried, and what it found. */
  readonly testResult: string;
  /** Where the figure comes from: a test and the text in its file with the number. A test compares them. */
  readonly proof: { readonly file: string; readonly test: string; readonly expectedText: string };
};

/** The ten faults that users of odds feeds report most, the most frequent first. */
export const feedFaults: readonly FeedFault[] = [
  {
    title: "A price from another game",
    anchor: "another-game",
    elsewhere:
      "A book's event is joined to the most similar game: the second game of a doubleheader, the women's team, the return match.",
    here: "An event is joined only if names, start and the book's own reference leave one possibility. Otherwise the book is listed in [unmatched_bookmakers](/docs/guides/unmatched-books) with the reason.",
    testResult:
      "4,000 random schedules of teams that are in no list, with doubleheaders, return matches, moved starts and swapped teams: 0 wrong joins.",
    proof: {
      file: "server/ingest/matching/never-wrong.test.ts",
      test: "no event joins a fixture of another game",
      expectedText: "{ numRuns: 4000 }",
    },
  },
  {
    title: "Home and away swapped",
    anchor: "swapped",
    elsewhere: "One book lists the teams the other way round, and its prices land on the wrong sides.",
    here: "Sides follow the names, not the order. A book whose prices contradict at least four other sources is withheld and named, until its prices fit again. See [Unmatched books](/docs/guides/unmatched-books).",
    testResult:
      "500 random markets in which many books belong to one source: with at most three other sources, only a book's own source can get it withheld.",
    proof: {
      file: "server/domain/prices/inverted/judge-sides.property.test.ts",
      test: "no set of books of one source gets a book of fewer than four other sources judged inverted",
      expectedText: "{ numRuns: 500 }",
    },
  },
  {
    title: "Two players under one name",
    anchor: "players",
    elsewhere: "J. Williams becomes Jalen Williams, and a father's line becomes his son's.",
    here: "Names that differ by a suffix are two people. Initials are joined only if exactly one player of the game fits. A name never moves to another player.",
    testResult:
      "2,000 random rosters: names with different suffixes are never joined, nor are names with and without a suffix.",
    proof: {
      file: "server/domain/players/name-players.property.test.ts",
      test: "names with different suffixes or tags are never joined, nor are names with and without a suffix",
      expectedText: "{ numRuns: 2000 }",
    },
  },
  {
    title: "In-play prices among closing lines",
    anchor: "closing",
    elsewhere: "The last price of a game is a price of its third quarter.",
    here: "The series ends before the start. If a start moves to an earlier time, the points after it are no longer part of the series. See [History](/docs/guides/history).",
    testResult:
      "40 random histories, recorded out of order, twice and in batches: series, openers and last prices equal those of a naive model.",
    proof: {
      file: "server/market/archive/archive.db.test.ts",
      test: "the archive and the current prices match a naive model, even if snapshots are recorded out of order, twice or in one batch",
      expectedText: "storeRuns(40)",
    },
  },
  {
    title: "Old prices that look current",
    anchor: "stale",
    elsewhere: "A book is no longer read, and its last price stays in the response for hours.",
    here: "`last_update` is a measured fetch time or `null`. A price that was not checked in time is removed, also on this website. See [Freshness](/docs/guides/freshness).",
    testResult:
      "120 random sequences of changes and waits: each response equals, byte for byte, that of a second implementation that looks at every price.",
    proof: {
      file: "server/market/board/responses.property.test.ts",
      test: "after any changes and at any time, the board, a new board and a naive renderer return the same bytes for each response",
      expectedText: "{ numRuns: 120 }",
    },
  },
  {
    title: "One game, several fixtures",
    anchor: "split",
    elsewhere:
      "Whichever book comes first decides what a game is called, and late books open a second fixture.",
    here: "The name that most sources use wins, not the first one. Fixtures that turn out to be one game are merged, and stay available under every id that they ever had. See [Fixtures and starts](/docs/guides/fixtures-and-starts).",
    testResult:
      "120 random sets of snapshots, each in several orders: every order ends in the same fixtures.",
    proof: {
      file: "server/ingest/recorder/names-in-any-order.property.db.test.ts",
      test: "the same snapshots in any order end in the same fixtures",
      expectedText: "storeRuns(120)",
    },
  },
  {
    title: "A stream that loses a change",
    anchor: "streams",
    elsewhere: "After a disconnect, a client continues with a gap that nobody sees.",
    here: "Each event has an id, and a client can resume from it on any instance. If that is impossible, the stream sends `reset` with the reason. See [Streaming](/docs/guides/streaming).",
    testResult: "1,000 cuts of a stream at random bytes: the TypeScript client misses no change.",
    proof: {
      file: "clients/typescript/test/stream-faults.test.ts",
      test: "stream_random_cuts",
      expectedText: '{ cuts: "1000" }',
    },
  },
  {
    title: "A charge for an error",
    anchor: "charges",
    elsewhere: "A 503 costs a credit, and a repeated call costs two.",
    here: "Only a 200 with prices is charged, after everything else has succeeded. See [Metering and headers](/docs/guides/metering).",
    testResult:
      "Two instances, with every fifth reply of the counter store and some replies of the database lost: each admitted call is counted exactly once.",
    proof: {
      file: "server/account/metering/lost-replies.db.test.ts",
      test: "each admitted call is counted once while replies of the store and of the database are lost",
      expectedText: "requests++ % 5 === 0",
    },
  },
  {
    title: "A line that cannot be bet",
    anchor: "impossible",
    elsewhere:
      "Two sides that were read at different times add up to a sure win, and an arbitrage scanner reports it.",
    here: "A line on which the book would lose whatever happens is rejected and counted. So is a line from an empty order book of an exchange. Other lines of the market stay.",
    testResult: "1,000 random markets: no accepted line with all its sides is a sure win at its own book.",
    proof: {
      file: "server/ingest/feeds/check-markets.property.test.ts",
      test: "if an accepted line has all its sides, the sum of their implied probabilities is at least `minProbabilitySum`",
      expectedText: "{ numRuns: 1_000 }",
    },
  },
  {
    title: "Prices that vanish without a word",
    anchor: "uncounted",
    elsewhere: "A feed drops what it cannot read, and nobody knows that a market is missing.",
    here: "Every price that comes in is accepted, repeated or rejected under a reason, and the counts add up.",
    testResult: "500 random markets: each price is counted exactly once, in any order of the markets.",
    proof: {
      file: "server/ingest/feeds/check-markets.property.test.ts",
      test: "each price is counted once as accepted, repeated or rejected, and the result does not depend on the order of the markets",
      expectedText: "{ numRuns: 500 }",
    },
  },
];

/** What reviewers outside the project measured on release 0.2.0, with recordings that its developers had not seen. */
export const measuredJoins = {
  release: "0.2.0",
  comparedPrices: 401_500,
  wrongPrices: 0,
  pairs: 4_653,
  wrongJoins: 0,
  mustJoin: 4_280,
  joined: 4_205,
} as const;

const number = (value: number): string => value.toLocaleString("en-US");

const measured = (): string => {
  const { release, comparedPrices, wrongPrices, pairs, wrongJoins, mustJoin, joined } = measuredJoins;
  return `A separate check compared a build of ${release} with recordings, nearly all of which had played no part in its development: history and current prices of the NHL, the WNBA, English football, MLB, the NBA, the NFL, and one day of 89 sports. Programs that share no code with the service computed what each answer must be.

${markdownTable(
  ["What was compared", "Cases", "Wrong"],
  [
    [
      "Served prices: right fixture, side, point and price",
      `about ${number(comparedPrices)}`,
      number(wrongPrices),
    ],
    [
      "Pairs that look alike and must not join: another school at the same minute, women's, youth and reserve teams, squads of other leagues",
      number(pairs),
      number(wrongJoins),
    ],
    [
      "Pairs in other spellings that must join",
      number(mustJoin),
      `0; ${number(joined)} were joined, and the others were reported as unmatched or left out`,
    ],
  ],
)}

So the rate of wrong joins on this sample is 0 of ${number(pairs)}. With 95 % confidence, the true rate on such pairs is below 1 in 1,500. Raw captures are not publicly available for every venue, so other spellings were tested through constructed snapshots. The recordings belong to others and are not part of the service's source code.`;
};

/** The page in Markdown. */
export const feedFaultsText = (): string =>
  [
    "These are the faults that users of odds feeds report most. For each, this page says what happens here, and what our own test tried. The figures are those of the tests in the source code.",
    ...feedFaults.flatMap(({ title, anchor, elsewhere, here, testResult }, index) => [
      `## ${index + 1}. ${title} {#${anchor}}`,
      `**Elsewhere:** ${elsewhere}`,
      `**Here:** ${here}`,
      `**Our test:** ${testResult}`,
    ]),
    "## Measured with new recordings {#measured}",
    measured(),
  ].join("\n\n");
