/** An object that came from outside. Its members are unknown. */
export type UntrustedObject = { readonly [member: string]: unknown };

export const isObject = (value: unknown): value is UntrustedObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON sources write absent members as null or leave them out. */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** Control characters, line separators and lone surrogates. No name contains them, and PostgreSQL cannot store some of them. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Invisible characters that make equal-looking names differ: soft hyphens, zero-width spaces, direction marks. */
const invisible = /[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g;

/**
 * The trimmed text without invisible characters. Null if the value is not a string, or if the text is empty, unprintable or longer than
 * `maxLength`.
 */
export const readText = (value: unknown, maxLength: number): string | null => {
  if (typeof value !== "string") return null;
  const text = value.replace(invisible, "").trim();
  return text === "" || text.length > maxLength || unprintable.test(text) ? null : text;
};

const numeral = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The value of a number, or of a numeral in a string; NaN for anything else, including an empty string. */
export const readNumber = (value: unknown): number => {
  if (typeof value === "number") return value;
  return typeof value === "string" && numeral.test(value.trim()) ? Number(value) : Number.NaN;
};

/** A value as JSON, or a fixed text if the value is nested too deeply for JSON.stringify. */
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
