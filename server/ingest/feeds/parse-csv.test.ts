import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { parseCsv } from "@/server/ingest/feeds/parse-csv";

/** Enough rows for two parts: `parseCsv` parses large files in parts. */
const rowCount = 3_000;
const lines = (end: string): string =>
  [
    "id,name,price",
    ...Array.from({ length: rowCount }, (_, row) => `${row}, ${`Team ${row % 7}`.repeat(80)} ,1.${row}`),
  ].join(end);

describe("parseCsv", () => {
  test.each(["\n", "\r\n", "\r"])(
    "a large file whose lines end with %j gives the same rows whether it is parsed in parts or as a whole",
    (end) => {
      const text = lines(end);
      const { rows, columns, rejected } = parseCsv(text);
      expect(rejected).toEqual([]);
      expect([...columns]).toEqual(["id", "name", "price"]);
      expect(rows).toEqual(parse(text, { columns: true, trim: true }));
    },
  );

  test("a quoted line end does not split its row", () => {
    const { rows } = parseCsv(`${lines("\n")}\n7,"Two\nlines",2`);
    expect(rows).toHaveLength(rowCount + 1);
    expect(rows.at(-1)).toEqual({ id: "7", name: "Two\nlines", price: "2" });
  });

  test("if a row has an unclosed quote, only that row is rejected", () => {
    const { rows, rejected } = parseCsv(`id,name\n1,A\n"2,B\n3,C`);
    expect(rows.map(({ id }) => id)).toEqual(["1", "3"]);
    expect(rejected).toMatchObject([{ reason: "malformed_row", prices: 1 }]);
  });
});
