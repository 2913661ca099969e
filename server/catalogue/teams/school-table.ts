/** A school and its spellings. */
export type School = {
  readonly name: string;
  /** The first is the canonical one. */
  readonly mascots: readonly string[];
  /** Other names of the school. */
  readonly also: readonly string[];
  /** Abbreviations that no other school uses. */
  readonly codes: readonly string[];
  /** Whether it is a "University of X" ("of"), an "X University" ("U") or an "X College" ("C"). */
  readonly form: string;
  /** Canonical names that are not composed of school and mascot. */
  readonly basketball?: string;
  readonly football?: string;
};

const list = (column = ""): string[] =>
  column
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const canonicalIn = (column: string, sport: string): string | undefined =>
  column
    .split(";")
    .map((item) => item.trim())
    .find((item) => item.startsWith(`${sport}:`))
    ?.slice(sport.length + 1)
    .trim();

/**
 * Reads a table of schools, one per line. An indented line continues the line above. The columns, separated by bars, are the school, its
 * mascots, other names and abbreviations, the form of its full name, and canonical names that are not composed of school and mascot.
 */
export const schoolTable = (table: string): readonly School[] =>
  table
    .replace(/\n +/g, " ")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", mascots, also, codes, form = "", canonical = ""] = line
        .split("|")
        .map((column) => column.trim());
      const basketball = canonicalIn(canonical, "basketball");
      const football = canonicalIn(canonical, "football");
      return {
        name,
        mascots: list(mascots),
        also: list(also),
        codes: list(codes),
        form,
        ...(basketball === undefined ? {} : { basketball }),
        ...(football === undefined ? {} : { football }),
      };
    });
