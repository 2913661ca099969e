import { bookPath } from "@/app/(site)/docs/coverage-now-text";
import type { DocsFacts } from "@/app/(site)/docs/docs-page";
import { markdownTable } from "@/app/(site)/docs/markdown/markdown-table";
import { type Period, periods } from "@/server/domain/catalogue/market-family";
import { type Market, markets } from "@/server/domain/catalogue/markets";
import { type SportGroup, sports } from "@/server/domain/catalogue/sports";

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const monthName = (month: number): string => monthFormat.format(new Date(Date.UTC(2026, month - 1, 1)));

/** A season in words: `Sep to Jun`, `Jun to Jul, Dec` or `All year`. @param months in the order of the season. */
const seasonText = (months: readonly number[]): string => {
  if (months.length === 0 || months.length === 12) return "All year";
  const parts: { first: number; last: number }[] = [];
  for (const month of months) {
    const part = parts.at(-1);
    if (part !== undefined && month === (part.last % 12) + 1) part.last = month;
    else parts.push({ first: month, last: month });
  }
  return parts
    .map(({ first, last }) =>
      first === last ? monthName(first) : `${monthName(first)} to ${monthName(last)}`,
    )
    .join(", ");
};

const sportGroups: readonly SportGroup[] = [...new Set(sports.map(({ group }) => group))].sort();

/** Every sport in Markdown. */
export const sportsText = (): string =>
  [
    "Most keys name one league or tournament. Boxing and MMA have one key each. [List sports](/docs/reference/list-sports) returns the same list and says whether each sport is in season now.",
    ...sportGroups.flatMap((group) => [
      `## ${group}`,
      markdownTable(
        ["Sport", "Key", "Season"],
        sports
          .filter((sport) => sport.group === group)
          .map(({ title, key, seasonMonths }) => [title, `\`${key}\``, seasonText(seasonMonths)]),
      ),
    ]),
  ].join("\n\n");

const kindTitles: ReadonlyMap<string, string> = new Map([
  ["sportsbook", "Sportsbooks"],
  ["exchange", "Exchanges"],
  ["prediction_market", "Prediction markets"],
]);

const intervalText = (seconds: number | null): string => (seconds === null ? "unknown" : `${seconds} s`);

/** Every book in Markdown. */
export const booksText = ({ books }: DocsFacts): string => {
  const kinds = [...new Set([...kindTitles.keys(), ...books.map(({ kind }) => kind)])];
  return [
    "Every plan includes every book. Several regions of one brand can have the same title, so identify a book by its key. A book has prices only while a feed delivers them: [Quoted now](/docs/coverage) shows which do. The page of each book shows how often it is checked.",
    ...kinds.flatMap((kind) => {
      const ofKind = books.filter((book) => book.kind === kind);
      if (ofKind.length === 0) return [];
      return [
        `## ${kindTitles.get(kind) ?? kind}`,
        markdownTable(
          ["Book", "Key", "Update interval", "Fetch time (`last_update`)"],
          ofKind.map(({ title, key, updateIntervalSeconds, lastUpdateMeasured }) => [
            `[${title}](${bookPath(key)})`,
            `\`${key}\``,
            intervalText(updateIntervalSeconds),
            lastUpdateMeasured ? "measured" : "always null",
          ]),
        ),
      ];
    }),
  ].join("\n\n");
};

type FamilyRow = { readonly family: string; readonly description: string; readonly found: readonly Market[] };

const listFamilies = (role: Market["role"]): FamilyRow[] => {
  const ofRole = markets.filter((market) => market.role === role);
  return [...new Set(ofRole.map(({ family }) => family))].map((family) => {
    const found = ofRole.filter((market) => market.family === family);
    const full = found.find(({ period }) => period === "full");
    return { family, description: full?.description ?? found[0]?.description ?? "", found };
  });
};

const periodsOf = ({ found }: FamilyRow): string => {
  const offered = new Set<Period>(found.map(({ period }) => period));
  const parts = periods.filter((period) => period !== "full" && offered.has(period));
  return parts.length === 0 ? "full game" : `full game, ${parts.map((part) => `\`_${part}\``).join(" ")}`;
};

const groupsOf = ({ found }: FamilyRow): string => {
  const groups = [...new Set(found.flatMap((market) => market.groups))].sort();
  return groups.length === sportGroups.length ? "all" : groups.join(", ");
};

const familyTable = (families: readonly FamilyRow[]): string =>
  markdownTable(
    ["Key", "Market", "Periods", "Sports"],
    families.map((row) => [`\`${row.family}\``, row.description, periodsOf(row), groupsOf(row)]),
  );

/** Every market in Markdown. */
export const marketsText = (): string => {
  const props = listFamilies("prop");
  return [
    "A market key starts with a family, such as `spreads`. A period suffix limits the market to a part of the game: `spreads_h1` covers the first half. A key without a period suffix covers the full game. [List markets](/docs/reference/list-markets) returns every key.",
    `Suffixes: \`_h1\` and \`_h2\` are halves, \`_q1\` to \`_q4\` are quarters, and \`_f5\` is the first five innings.`,
    "## Main markets {#main}",
    "Served for a whole sport, and for one fixture.",
    familyTable(listFamilies("main")),
    "## Other game markets {#other}",
    "Served for one fixture, and for a sport if `eventIds` names at most 20 fixtures.",
    familyTable(listFamilies("other")),
    "## Player props {#props}",
    "Player props require the Growth plan or above. They are served for a whole sport, and for one fixture.",
    ...sportGroups.flatMap((group) => {
      const ofGroup = props.filter(({ found }) => found.some(({ groups }) => groups.includes(group)));
      if (ofGroup.length === 0) return [];
      return [
        `### ${group}`,
        markdownTable(
          ["Key", "Prop", "Periods"],
          ofGroup.map((row) => [`\`${row.family}\``, row.description, periodsOf(row)]),
        ),
      ];
    }),
  ].join("\n\n");
};
