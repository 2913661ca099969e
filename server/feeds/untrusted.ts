/** What came from outside: an object whose members are not known yet. */
export type UntrustedObject = { readonly [member: string]: unknown };

export const isObject = (value: unknown): value is UntrustedObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON sources write absent members as null or leave them out. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Control characters, line separators and halves of surrogate pairs: no name holds them, and stored text could not. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** What is not seen and turns a name into another: a soft hyphen, spaces without width, marks that reverse what follows. */
const invisible = /[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/** The trimmed text, without what is invisible in it; null when it is no text, empty, longer than `longest` or unprintable. */
export const readText = (value: unknown, longest: number): string | null => {
  if (typeof value !== "string") return null;
  const text = value.replace(invisible, "").trim();
  return text === "" || text.length > longest || unprintable.test(text) ? null : text;
};

const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number of a JSON number or a numeral in text; NaN for anything else, empty text included. */
export const readNumber = (value: unknown): number => {
  if (typeof value === "number") return value;
  return typeof value === "string" && numeral.test(value.trim()) ? Number(value) : Number.NaN;
};

/** A value as JSON, and a remark in place of one that is nested too deeply. */
export const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "nested too deeply";
  }
};

/** A value as it appears in a log line: short, on one line. */
export const shown = (value: unknown): string => {
  const text = typeof value === "number" ? String(value) : jsonOf(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};
