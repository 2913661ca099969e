/** Characters that begin a spreadsheet formula, full-width forms included. Spreadsheets skip a leading tab or line break. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Adds a leading apostrophe to a text that a spreadsheet would run as a formula. */
export const withoutFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** A field as RFC 4180 quotes it. */
const writeField = (value: string | number): string =>
  typeof value === "number" ? String(value) : `"${withoutFormula(value).replaceAll('"', '""')}"`;

/** Writes rows as CSV with CRLF line breaks (RFC 4180). */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(writeField).join(",")}\r\n`).join("");
