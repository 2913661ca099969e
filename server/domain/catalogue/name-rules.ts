import { type ClubName, splitAffixes, splitNation, wholeName } from "@/server/domain/catalogue/club-affixes";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { foldSchool, isCollegeSport } from "@/server/domain/catalogue/school-names";
import type { Sport } from "@/server/domain/catalogue/sports";
import { squadMarks, withoutMensMark, withoutWomensMark } from "@/server/domain/catalogue/squad-marks";
import { foldWords } from "@/server/domain/catalogue/word-forms";
import { getOrInsert } from "@/server/domain/collections";

/** How the names of a sport are compared. */
export type NameRules = {
  readonly normalize: (name: string) => string;
  /**
   * Splits a normalized name into its core and the affixes at its ends, such as "fc":
   * - In sports whose names have no club affixes (see `hasClubs`), the whole name is the core.
   * - In soccer tournaments of national teams, `foldWords` and `splitNation` are applied. Affixes stay in the core.
   * - In all other sports, `foldWords` and `splitAffixes` are applied.
   */
  readonly split: (normalized: string) => ClubName;
  /** See `squadMarks`. */
  readonly marks: (name: string) => string;
};

const withoutWomen = (marks: string): string =>
  marks
    .split(" ")
    .filter((mark) => mark !== "women")
    .join(" ");

/** Full forms of affixes and their abbreviations: "football club" becomes "fc". */
const clubForms: readonly (readonly [RegExp, string])[] = [
  [/(?<!\S)association football club(?!\S)/g, "afc"],
  [/(?<!\S)(?:football club|futbol club|futebol clube|fudbalski klub|fussballclub)(?!\S)/g, "fc"],
  [/(?<!\S)(?:club de futbol|clube de futebol)(?!\S)/g, "cf"],
];

const normalizeClub = (name: string): string =>
  clubForms.reduce((text, [words, short]) => text.replace(words, short), normalizeName(name));

/** "Benoit St. Denis" becomes "benoit saint denis". */
const normalizeFighter = (name: string): string => normalizeName(name).replace(/(?<=\S )st(?= )/g, "saint");

const splitClub = (normalized: string): ClubName => splitAffixes(foldWords(normalized));

/** Whether a sport's names are names of fighters. */
export const isCombatSport = ({ group }: Pick<Sport, "group">): boolean =>
  group === "Boxing" || group === "Mixed Martial Arts";

const americanLeagues = /^(?:basketball_w?nba|icehockey_(?:ahl|nhl))/;

/** Whether a sport's names may have the affixes of clubs, such as "SC". In a college's name, "SC" means South Carolina. */
const hasClubs = (sport: Sport): boolean =>
  !isCollegeSport(sport.key) &&
  !isCombatSport(sport) &&
  !americanLeagues.test(sport.key) &&
  sport.group !== "American Football" &&
  sport.group !== "Baseball";

type Traits = {
  readonly hasClubs: boolean;
  readonly isCollege: boolean;
  readonly isNational: boolean;
  readonly isCombat: boolean;
  readonly womens: boolean;
};

const nationalSports =
  /^soccer_(?:africa_cup_of_nations|concacaf_gold_cup|conmebol_copa_america|fifa_world_cup.*|uefa_euro_qualification|uefa_european_championship|uefa_nations_league)$/;

const traitsOf = (sport: Sport): Traits => ({
  hasClubs: hasClubs(sport),
  isCollege: isCollegeSport(sport.key),
  isNational: nationalSports.test(sport.key),
  isCombat: isCombatSport(sport),
  womens: sport.womens,
});

const splitOf = ({ hasClubs, isNational }: Traits): NameRules["split"] => {
  if (!hasClubs) return wholeName;
  return isNational ? (name) => splitNation(foldWords(name)) : splitClub;
};

const marksOf = ({ isCombat, womens }: Traits): NameRules["marks"] => {
  // "Jong" marks a reserve side in "Jong Ajax", but not in the fighter's name "Jong Man Kim".
  if (isCombat) return () => "";
  return womens ? (name) => withoutWomen(squadMarks(name)) : squadMarks;
};

const createNameRules = (traits: Traits): NameRules => {
  const { hasClubs, isCollege, isCombat, womens } = traits;
  const fold = hasClubs
    ? normalizeClub
    : isCollege
      ? foldSchool
      : isCombat
        ? normalizeFighter
        : normalizeName;
  return {
    normalize: womens ? (name) => withoutWomensMark(fold(name)) : (name) => withoutMensMark(fold(name)),
    split: splitOf(traits),
    marks: marksOf(traits),
  };
};

const knownRules = new Map<string, NameRules>();

/** Returns how the names of a sport are compared. Sports whose names are compared in the same way share one object. */
export const nameRulesOf = (sport: Sport): NameRules => {
  const traits = traitsOf(sport);
  const key = JSON.stringify(traits);
  return getOrInsert(knownRules, key, () => createNameRules(traits));
};
