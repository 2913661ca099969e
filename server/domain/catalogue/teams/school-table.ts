export type School = {
  readonly name: string;
  /** The first mascot is part of the canonical name. */
  readonly mascots: readonly string[];
  /** Other names of the school. */
  readonly also: readonly string[];
  /** Abbreviations that no other school uses. */
  readonly codes: readonly string[];
  /** The form of the full name: "of" for "University of X", "U" for "X University", "C" for "X College". */
  readonly form: string;
  /** The canonical names in basketball and football, unless they are composed of school and mascot. */
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
 * Reads a table of schools, one per line. The columns are the fields of `School`, separated by bars. The last column looks like
 * `basketball: Name; football: Name`. An indented line continues the line above.
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
