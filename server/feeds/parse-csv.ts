import { parse } from "csv-parse/sync";
import { type RejectedItem, rejectedItem } from "@/server/feeds/reader";

/** One row by its column names; a column that the file or the row does not have is undefined, an empty cell is "". */
export type CsvRow = { readonly [column: string]: string | undefined };

export type CsvFile = {
  readonly columns: ReadonlySet<string>;
  readonly rows: readonly CsvRow[];
  /** Rows that are no CSV. */
  readonly rejected: readonly RejectedItem[];
};

const tolerant = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
} as const;

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A quote that nobody closed would swallow all rows behind it: then every line stands alone. */
const parseLines = (text: string): { cells: string[][]; rejected: RejectedItem[] } => {
  const cells: string[][] = [];
  const rejected: RejectedItem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    try {
      cells.push(...parse(line, tolerant));
    } catch (error) {
      rejected.push(rejectedItem("malformed_row", `line ${index + 1}: ${problemOf(error)}`));
    }
  }
  return { cells, rejected };
};

const parseCells = (text: string): { cells: string[][]; rejected: RejectedItem[] } => {
  try {
    return { cells: parse(text, tolerant), rejected: [] };
  } catch {
    return parseLines(text);
  }
};

/**
 * Rows of a CSV file with a heading line. Rows that are too short or too long are kept as far as they go, and a row that cannot be read
 * takes no other with it.
 */
export const parseCsv = (text: string): CsvFile => {
  const { cells, rejected } = parseCells(text.replace(/^\uFEFF/, ""));
  const [heading = [], ...rows] = cells;
  return {
    columns: new Set(heading),
    rows: rows.map((row) => Object.fromEntries(heading.map((column, index) => [column, row[index]]))),
    rejected,
  };
};

/** The columns of `wanted` that the file does not have. */
export const missingColumns = (file: CsvFile, wanted: readonly string[]): string[] =>
  wanted.filter((column) => !file.columns.has(column));
