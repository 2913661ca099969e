import type { School } from "@/server/domain/catalogue/teams/school-table";

/** Words that sources shorten, with their short forms. `foldSchool` replaces other short forms, such as "Tenn". */
const shortWords: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    Alabama: ["AL"],
    Arizona: ["AZ"],
    Arkansas: ["AR"],
    California: ["Calif", "Cal", "CA"],
    Carolina: ["Car"],
    Central: ["C", "Cent", "Ctrl", "Cen"],
    Christian: ["Chr", "Christ"],
    Coastal: ["Coast"],
    Connecticut: ["CT"],
    Dakota: ["Dak"],
    East: ["E"],
    Eastern: ["E", "East"],
    Florida: ["FL"],
    Fort: ["Ft"],
    Georgia: ["GA"],
    Illinois: ["IL"],
    Indiana: ["Ind", "IN"],
    International: ["Int'l", "Intl", "Int"],
    Iowa: ["IA"],
    Kansas: ["Kan", "Kans", "KS"],
    Kentucky: ["KY"],
    Louisiana: ["La", "Lou"],
    Maryland: ["Md"],
    Massachusetts: ["Mass", "MA"],
    Mexico: ["Mex"],
    Michigan: ["MI"],
    Middle: ["Mid"],
    Minnesota: ["Minn", "MN"],
    Mississippi: ["Miss", "MS"],
    Missouri: ["Mo"],
    Montana: ["Mont", "MT"],
    Nebraska: ["Neb"],
    Nevada: ["Nev"],
    North: ["N", "No"],
    Northeastern: ["NE", "N'eastern"],
    Northern: ["N", "No", "Nor"],
    Northwestern: ["NW", "N'western"],
    Oklahoma: ["OK"],
    Oregon: ["Ore", "OR"],
    Pennsylvania: ["Penna", "Pa"],
    South: ["S", "So"],
    Southeast: ["SE"],
    Southeastern: ["SE", "S'eastern"],
    Southern: ["S", "Sou"],
    Tennessee: ["TN"],
    Texas: ["Tex", "TX"],
    Valley: ["Val", "Vly"],
    Virginia: ["VA"],
    Washington: ["WA"],
    West: ["W"],
    Western: ["W", "West"],
    Wisconsin: ["Wis", "Wisc", "WI"],
  }),
);

/** A word and its short forms. The last word of a name is not shortened to a single letter, because a final "W" marks a women's side. */
const formsOf = (word: string, isLast: boolean): readonly string[] => [
  word,
  ...(shortWords.get(word) ?? []).filter((form) => !isLast || form.length > 1),
];

/** The name with any of its words shortened: "E. Michigan", "La Tech", "N Dak State". */
const shortened = (name: string): string[] => {
  const words = name.split(" ");
  if (words.length === 1) return [];
  return words
    .map((word, index) => formsOf(word, index === words.length - 1))
    .reduce<string[][]>((heads, forms) => forms.flatMap((form) => heads.map((head) => [...head, form])), [[]])
    .map((form) => form.join(" "));
};

const isUniversityByName = (name: string): boolean => /\b(?:State|Tech|A&M)$/.test(name);

const fullNames = ({ name, form }: School): string[] => {
  if (form === "of") return [`University of ${name}`, `U of ${name}`, `U. of ${name}`];
  if (form === "U" || isUniversityByName(name)) return [`${name} University`, `${name} U`];
  if (form === "C") return [`${name} College`, `${name} University`, `${name} U`];
  return [];
};

const withMascots = ({ mascots }: School, places: readonly string[]): string[] =>
  places.flatMap((place) => mascots.map((mascot) => `${place} ${mascot}`));

/** The spellings in the tables, with and without the school's mascots. */
export const writtenSpellings = (school: School): string[] => {
  const names = [school.name, ...school.also];
  return [...names, ...school.codes, ...withMascots(school, names)];
};

/**
 * Spellings that are derived from those in the tables. If a table has a derived spelling for another school, the spelling means that other
 * school.
 */
export const derivedSpellings = (school: School, sharedCodes: readonly string[]): string[] => {
  const short = [school.name, ...school.also].flatMap(shortened);
  const places = [...fullNames(school), ...short];
  return [...places, ...withMascots(school, [...places, ...school.codes, ...sharedCodes])];
};
