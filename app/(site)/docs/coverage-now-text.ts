import type { DocsFacts, DocsPage } from "@/app/(site)/docs/docs-page";
import { markdownTable } from "@/app/(site)/docs/markdown/markdown-table";
import { formatNumber } from "@/app/ui/format-number";
import type { Book } from "@/server/domain/catalogue/books";
import { findSport } from "@/server/domain/catalogue/sports";
import { priceLifeMs } from "@/server/domain/prices/freshness";

type BookRecord = DocsFacts["coverage"][number]["bookmakers"][number];

const sportTitle = (key: string): string => findSport(key)?.title ?? key;

const shareText = (share: number | null): string =>
  share === null ? "not measured" : `${(100 * share).toFixed(1).replace(/\.0$/, "")} %`;

const agesText = ({ last_check_age_seconds: ages }: BookRecord): string =>
  ages === null ? "not measured" : `${ages.p50} s / ${ages.p95} s`;

const stateText = ({ late }: BookRecord): string => (late ? "**late**" : "on time");

const atText = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`;

const asOf = ({ coverageAt }: DocsFacts): string =>
  `As of ${atText(coverageAt)}. Reload the page for newer figures. [Get coverage](/docs/reference/get-coverage) returns them as JSON.`;

/** The path of a book's page. */
export const bookPath = (key: string): `/docs${string}` => `/docs/coverage/books/${encodeURIComponent(key)}`;

/** The text of the page on current coverage, in Markdown. */
export const coverageNowText = (facts: DocsFacts): string => {
  const { coverage, books } = facts;
  const bySport = coverage.map(({ key, fixtures, markets, bookmakers }) => [
    sportTitle(key),
    `\`${key}\``,
    formatNumber(fixtures),
    formatNumber(markets),
    formatNumber(bookmakers.filter((book) => book.fixtures > 0).length),
    formatNumber(bookmakers.filter(({ late }) => late).length),
  ]);
  const byBook = books.flatMap(({ key, title }) => {
    const found = coverage.flatMap(({ bookmakers }) => bookmakers.filter((book) => book.key === key));
    if (found.length === 0) return [];
    const late = found.filter((book) => book.late).length;
    const lateIn = `**late** in ${late} ${late === 1 ? "sport" : "sports"}`;
    const state = late === 0 ? "on time" : late === found.length ? "**late**" : lateIn;
    const fixtures = found.reduce((sum, book) => sum + book.fixtures, 0);
    return [[`[${title}](${bookPath(key)})`, `\`${key}\``, found.length, formatNumber(fixtures), state]];
  });
  return [
    asOf(facts),
    "## Sports {#sports}",
    coverage.length === 0
      ? "No sport has upcoming fixtures now."
      : markdownTable(["Sport", "Key", "Fixtures", "Markets", "Books", "Late books"], bySport),
    "## Books {#books}",
    byBook.length === 0
      ? "No book quotes a price now."
      : markdownTable(["Book", "Key", "Sports", "Fixtures", "State"], byBook),
    "A book is late in a sport if all its prices there were removed because none had been checked in time. [Freshness](/docs/guides/freshness) explains the rule.",
    "[Sports](/docs/coverage/sports), [books](/docs/coverage/books) and [markets](/docs/coverage/markets) list the catalogue: every key that the API knows, whether it is quoted now or not.",
  ].join("\n\n");
};

const intervalText = ({ updateIntervalSeconds }: Book): string => {
  const maxAgeSeconds = Math.round(priceLifeMs(updateIntervalSeconds) / 1000);
  const interval =
    updateIntervalSeconds === null
      ? "unknown."
      : `each price should be checked every ${updateIntervalSeconds} s.`;
  return `${interval} A price is removed ${maxAgeSeconds} s after its last check.`;
};

const bookText = (book: Book, facts: DocsFacts): string => {
  const { coverage, checks } = facts;
  const found = coverage.flatMap(({ key, bookmakers }) =>
    bookmakers.filter((each) => each.key === book.key).map((each) => ({ sport: key, book: each })),
  );
  const mirrors = found[0]?.book.mirrors ?? [];
  return [
    asOf(facts),
    [
      `- Key: \`${book.key}\``,
      `- Kind: \`${book.kind}\``,
      `- Update interval: ${intervalText(book)}`,
      `- Fetch time (\`last_update\`): ${book.lastUpdateMeasured ? "measured" : "not measured, so always null"}`,
      ...(mirrors.length === 0
        ? []
        : [
            `- [Mirrors](/docs/guides/best-prices#mirrors): ${mirrors.map((key) => `\`${key}\``).join(", ")}`,
          ]),
    ].join("\n"),
    "## Now {#now}",
    found.length === 0
      ? "The book has no prices for upcoming fixtures, and none were removed recently."
      : markdownTable(
          [
            "Sport",
            "Fixtures",
            "Markets",
            "Checks in the last hour",
            "Age of last check (median / 95th percentile)",
            "Events matched",
            "State",
          ],
          found.map(({ sport, book: record }) => [
            sportTitle(sport),
            formatNumber(record.fixtures),
            formatNumber(record.markets),
            checks === undefined ? "not measured" : formatNumber(checks.get(sport) ?? 0),
            agesText(record),
            shareText(record.matched_share),
            stateText(record),
          ]),
        ),
    "A check is a poll or a delivery that listed the book's prices, changed or not. Imports from files do not count as checks. Events that could not be matched are explained in [Unmatched books](/docs/guides/unmatched-books).",
  ].join("\n\n");
};

/** The page of a book. */
export const bookPage = (book: Book): DocsPage => ({
  path: bookPath(book.key),
  title: book.title,
  summary: `What ${book.title} quotes now: how often it is checked, how old its checks are, and how many of its events are matched.`,
  group: "Coverage",
  bookKey: book.key,
  text: (facts) => bookText(book, facts),
});
