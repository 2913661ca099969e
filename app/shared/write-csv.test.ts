import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { writeCsv } from "@/app/shared/write-csv";

test("a CSV parser reads the written texts unchanged, including quotes, commas and line breaks", () => {
  const rows = [
    ["day", "label", "calls"],
    ["2026-11-21", 'a "quoted", label', "7"],
    ["2026-11-21", "two\nlines 🏀 שלום", "0"],
  ];
  expect(parse(writeCsv(rows))).toEqual(rows);
  expect(writeCsv([["a", 1]])).toBe("a,1\r\n");
});

test.each([
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "＝1",
  '=HYPERLINK("https://evil.example")',
])("a spreadsheet does not run the label %j as a formula", (label) => {
  const [[field = ""] = []] = parse(writeCsv([[label]])) as string[][];
  expect(field).toBe(`'${label}`);
});
