import { type ClubName, splitAffixes } from "@/server/catalogue/club-affixes";
import { normalizeName, squadMarks, withoutWomensMark } from "@/server/catalogue/normalize-name";
import { foldSchool, isCollegeSport } from "@/server/catalogue/school-names";
import type { Sport } from "@/server/catalogue/sports";

/** How names are compared in a sport. */
export type Comparison = {
  readonly normalize: (name: string) => string;
  /** A normalized name without what clubs carry or drop at will. */
  readonly split: (normalized: string) => ClubName;
  readonly marks: (name: string) => string;
};

const whole = (normalized: string): ClubName => ({ core: normalized, affixes: new Set() });

const withoutWomen = (marks: string): string =>
  marks
    .split(" ")
    .filter((mark) => mark !== "women")
    .join(" ");

/** Colleges and American leagues have no clubs: their "SC" is South Carolina. In women's leagues the mark of a women's side says nothing. */
export const comparisonOf = (sport: Sport): Comparison => {
  const college = isCollegeSport(sport.key);
  const fold = college ? foldSchool : normalizeName;
  const split =
    college || sport.group === "American Football" || sport.group === "Baseball" ? whole : splitAffixes;
  if (!sport.womens) return { normalize: fold, split, marks: squadMarks };
  return {
    normalize: (name) => withoutWomensMark(fold(name)),
    split,
    marks: (name) => withoutWomen(squadMarks(name)),
  };
};
