import { parse } from "csv-parse/sync";
import { type RejectedItem, rejectedItem } from "@/server/ingest/feeds/reader";

/** One row by its column names. A column that the file or the row lacks is undefined; an empty cell is "". */
export type CsvRow = { readonly [column: string]: string | undefined };

export type CsvFile = {
  readonly columns: ReadonlySet<string>;
  readonly rows: readonly CsvRow[];
  /** Rows that are not CSV. */
  readonly rejected: readonly RejectedItem[];
};

/** Receives the rows after the heading one by one, so that the rows of a large file are never all in memory. */
export type RowReader = { readonly row: (cells: readonly string[]) => void };

const tolerant = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
} as const;

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An unclosed quote would swallow all later rows, so each line is parsed alone. */
const parseLines = (text: string, take: (cells: string[]) => void): RejectedItem[] => {
  const rejected: RejectedItem[] = [];
  const parseLine = (line: string, index: number): string[][] => {
    try {
      return parse(line, tolerant);
    } catch (error) {
      rejected.push(rejectedItem("malformed_row", `line ${index + 1}: ${problemOf(error)}`));
      return [];
    }
  };
  for (const [index, line] of text.split(/\r?\n/).entries())
    for (const cells of parseLine(line, index)) take(cells);
  return rejected;
};

const partLength = 1 << 20;

/**
 * The parser copies its input, so parsing a text in parts saves memory. A text that contains quotes is parsed as a whole, because a quoted
 * cell can contain line ends.
 */
const parseWhole = (text: string, take: (cells: string[]) => void): void => {
  const [lineEnd] = /\r\n|\n|\r/.exec(text) ?? [];
  const isPlain = lineEnd !== undefined && !text.includes('"');
  for (let from = 0; from < text.length; ) {
    const end = isPlain ? text.indexOf(lineEnd, from + partLength) : -1;
    const to = end < 0 ? text.length : end + (lineEnd?.length ?? 0);
    // The parser would keep any record that the callback returns, so the callback returns nothing.
    const on_record = (cells: string[]) => void take(cells);
    parse(text.slice(from, to), {
      ...tolerant,
      ...(isPlain && { record_delimiter: lineEnd }),
      on_record,
    });
    from = to;
  }
};

const openAtHeading = <T extends RowReader>(open: (heading: readonly string[]) => T) => {
  let reader: T | undefined;
  return {
    take: (cells: readonly string[]): void => {
      if (reader === undefined) reader = open(cells);
      else reader.row(cells);
    },
    reader: (): T => reader ?? open([]),
  };
};

/**
 * Passes the rows of a CSV file with a heading line to a reader. A row may be shorter or longer than the heading. An unreadable row is
 * rejected.
 *
 * @param open creates the reader. If the file as a whole is not CSV, its lines are parsed one by one, with a second reader.
 */
export const scanCsv = <T extends RowReader>(
  text: string,
  open: (heading: readonly string[]) => T,
): { readonly reader: T; readonly rejected: readonly RejectedItem[] } => {
  const content = text.replace(/^\uFEFF/, "");
  const whole = openAtHeading(open);
  try {
    parseWhole(content, whole.take);
    return { reader: whole.reader(), rejected: [] };
  } catch {
    const lines = openAtHeading(open);
    const rejected = parseLines(content, lines.take);
    return { reader: lines.reader(), rejected };
  }
};

/** A row by its column names. Of several columns with the same name, the last is used. */
export const namedCells = (heading: readonly string[], cells: readonly string[]): CsvRow =>
  Object.fromEntries(heading.map((column, index) => [column, cells[index]]));

/** Reads all rows of a CSV file into memory. See `scanCsv` for large files. */
export const parseCsv = (text: string): CsvFile => {
  const { reader, rejected } = scanCsv(text, (heading) => {
    const rows: CsvRow[] = [];
    return { heading, rows, row: (cells) => void rows.push(namedCells(heading, cells)) };
  });
  return { columns: new Set(reader.heading), rows: reader.rows, rejected };
};
