import type { FixtureOdds } from "@/app/(site)/read-response";

type WireOutcome = FixtureOdds["bookmakers"][number]["markets"][number]["outcomes"][number];

export type GridCell = Pick<WireOutcome, "price" | "point" | "size"> & {
  /** No book gives a better price for the same side of the same line. */
  readonly best: boolean;
};

export type GridRow = {
  readonly book: string;
  readonly title: string;
  readonly lastUpdate: string | number | null;
  /** One cell per side; undefined if the book does not quote it. */
  readonly cells: readonly (GridCell | undefined)[];
};

/** The books that quote one line. Prices of different lines are not comparable. */
export type GridLine = {
  readonly id: string;
  /** Player or team of the line, if the sides do not name it. */
  readonly subject: string | undefined;
  /** The home team's point for a spread; undefined if the market has no point. */
  readonly point: number | undefined;
  readonly rows: readonly GridRow[];
};

export type PriceGrid = { readonly sides: readonly string[]; readonly lines: readonly GridLine[] };

type Teams = Pick<FixtureOdds, "home_team" | "away_team">;

const rankOfSide: ReadonlyMap<string, number> = new Map([
  ["Over", 0],
  ["Under", 1],
  ["Yes", 0],
  ["No", 1],
  ["Draw", 2],
]);

const sideRank = (name: string, { home_team, away_team }: Teams): number => {
  const teamRank = [away_team, home_team].indexOf(name);
  return rankOfSide.get(name) ?? (teamRank === -1 ? 3 : teamRank);
};

/** The point that identifies a line: away +3.5 and home -3.5 are the same line. */
const linePoint = ({ name, point }: WireOutcome, { away_team }: Teams): number | undefined => {
  if (point === undefined) return undefined;
  return name === away_team ? 0 - point : point;
};

const byLine = (a: GridLine, b: GridLine): number =>
  (a.subject ?? "").localeCompare(b.subject ?? "") || (a.point ?? 0) - (b.point ?? 0);

/** The prices of one market, grouped by line, with the best price of each side marked. */
export const priceGrid = (odds: FixtureOdds, marketKey: string): PriceGrid => {
  const lines = new Map<
    string,
    { line: Omit<GridLine, "rows">; rows: Map<string, GridRow & { outcomes: WireOutcome[] }> }
  >();
  const sides = new Set<string>();
  for (const book of odds.bookmakers) {
    const market = book.markets.find(({ key }) => key === marketKey);
    for (const outcome of market?.outcomes ?? []) {
      sides.add(outcome.name);
      const point = linePoint(outcome, odds);
      const id = `${outcome.description ?? ""}|${point ?? ""}`;
      const entry = lines.get(id) ?? {
        line: { id, subject: outcome.description, point },
        rows: new Map<string, GridRow & { outcomes: WireOutcome[] }>(),
      };
      lines.set(id, entry);
      const row = entry.rows.get(book.key) ?? {
        book: book.key,
        title: book.title,
        lastUpdate: market?.last_update ?? null,
        cells: [],
        outcomes: [],
      };
      row.outcomes.push(outcome);
      entry.rows.set(book.key, row);
    }
  }
  const names = [...sides].sort((a, b) => sideRank(a, odds) - sideRank(b, odds) || a.localeCompare(b));
  const finished = [...lines.values()].map(({ line, rows }): GridLine => {
    const bookRows = [...rows.values()];
    const best = names.map((name) =>
      Math.max(
        ...bookRows.flatMap(({ outcomes }) => outcomes.filter((o) => o.name === name).map((o) => o.price)),
      ),
    );
    return {
      ...line,
      rows: bookRows.map(({ outcomes, ...row }) => ({
        ...row,
        cells: names.map((name, index) => {
          const outcome = outcomes.find((candidate) => candidate.name === name);
          return outcome && { ...outcome, best: outcome.price === best[index] };
        }),
      })),
    };
  });
  return { sides: names, lines: finished.sort(byLine) };
};
