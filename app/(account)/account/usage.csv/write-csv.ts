/** Characters that begin a formula in spreadsheets, also in full width. Spreadsheets skip a tab or line break before it. */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A field of RFC 4180. An apostrophe keeps spreadsheets from running a text as a formula. */
const writeField = (value: string | number): string => {
  if (typeof value === "number") return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** Writes rows as CSV with CRLF, as RFC 4180 describes it. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(writeField).join(",")}\r\n`).join("");
