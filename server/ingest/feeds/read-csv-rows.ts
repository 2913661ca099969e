import { ownValue } from "@/server/domain/catalogue/own-value";
import { createGatherer, type Gatherer } from "@/server/ingest/feeds/gather-snapshots";
import { parseCsv } from "@/server/ingest/feeds/parse-csv";
import { type ReadItem, type RejectedItem, rejectedItem } from "@/server/ingest/feeds/reader";

/** Returns the text that a row has in `column`. The text is empty if the file or the row lacks this column. */
export type Cell = (column: string) => string;

export type CsvLayout = {
  readonly requiredColumns: readonly string[];
  /** The scope of every snapshot from the file: the market keys that files of this format cover. */
  readonly scope: readonly string[];
  /** Adds the prices of a row. Returns the parts of the row that cannot be used. `columns`: the file's columns, one object per file. */
  readonly gatherRow: (
    cell: Cell,
    gatherer: Gatherer,
    columns: ReadonlySet<string>,
  ) => readonly RejectedItem[];
};

/** Reads a CSV file with a heading line, row by row. A file without a required column is rejected as a whole. */
export function* readCsvRows(text: string, layout: CsvLayout): Generator<ReadItem> {
  const { columns, rows, rejected } = parseCsv(text);
  const missing = layout.requiredColumns.filter((column) => !columns.has(column));
  if (missing.length > 0) {
    yield rejectedItem("malformed_file", `no column ${missing.join(", ")}`);
    return;
  }
  yield* rejected;
  const gatherer = createGatherer(() => layout.scope);
  for (const row of rows) {
    yield* layout.gatherRow((column) => ownValue(row, column) ?? "", gatherer, columns);
  }
  for (const snapshot of gatherer.snapshots()) yield { kind: "snapshot", snapshot };
}
