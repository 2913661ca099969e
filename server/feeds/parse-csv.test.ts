import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { parseCsv } from "@/server/feeds/parse-csv";

/** More than the parser is given at once. */
const rowCount = 3_000;
const lines = (end: string): string =>
  [
    "id,name,price",
    ...Array.from({ length: rowCount }, (_, row) => `${row}, ${`Team ${row % 7}`.repeat(80)} ,1.${row}`),
  ].join(end);

describe("a large file", () => {
  test.each(["\n", "\r\n", "\r"])(
    "has the rows that it has when parsed whole, with lines ending in %j",
    (end) => {
      const text = lines(end);
      const { rows, columns, rejected } = parseCsv(text);
      expect(rejected).toEqual([]);
      expect([...columns]).toEqual(["id", "name", "price"]);
      expect(rows).toEqual(parse(text, { columns: true, trim: true }));
    },
  );

  test("with a quote around a line end keeps that row whole", () => {
    const { rows } = parseCsv(`${lines("\n")}\n7,"Two\nlines",2`);
    expect(rows).toHaveLength(rowCount + 1);
    expect(rows.at(-1)).toEqual({ id: "7", name: "Two\nlines", price: "2" });
  });

  test("with a quote that nobody closed loses the row of the quote alone", () => {
    const { rows, rejected } = parseCsv(`id,name\n1,A\n"2,B\n3,C`);
    expect(rows.map(({ id }) => id)).toEqual(["1", "3"]);
    expect(rejected).toMatchObject([{ reason: "malformed_row", prices: 1 }]);
  });
});
