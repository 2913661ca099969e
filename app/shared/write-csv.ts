/**
 * Matches a text that a spreadsheet may run as a formula. A formula can also begin with a full-width sign. Spreadsheets skip tabs and line
 * breaks before a formula.
 */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Quotes a field if necessary (RFC 4180). A text that a spreadsheet would run as a formula gets a leading apostrophe. */
const writeField = (value: string | number | undefined): string => {
  if (value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Writes rows as CSV with CRLF line breaks (RFC 4180). An undefined value is an empty field. */
export const writeCsv = (rows: readonly (readonly (string | number | undefined)[])[]): string =>
  rows.map((row) => `${row.map(writeField).join(",")}\r\n`).join("");
