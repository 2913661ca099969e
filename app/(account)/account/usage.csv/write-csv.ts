/** Characters that begin a spreadsheet formula, full-width forms included. Spreadsheets skip a leading tab or line break. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A field as RFC 4180 quotes it. A leading apostrophe keeps spreadsheets from running text as a formula. */
const writeField = (value: string | number): string => {
  if (typeof value === "number") return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** Writes rows as CSV with CRLF line breaks (RFC 4180). */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(writeField).join(",")}\r\n`).join("");
