import { type LeagueTeams, lazyLeague, withoutWomensNames } from "@/server/domain/catalogue/league-teams";
import { foldSchool } from "@/server/domain/catalogue/school-names";
import { majorColleges } from "@/server/domain/catalogue/teams/colleges-major";
import { midMajorColleges } from "@/server/domain/catalogue/teams/colleges-mid-major";
import { otherCollegesAToL } from "@/server/domain/catalogue/teams/colleges-other-a-l";
import { otherCollegesMToZ } from "@/server/domain/catalogue/teams/colleges-other-m-z";
import { namesakeColleges, singleSportColleges } from "@/server/domain/catalogue/teams/colleges-outside";
import { derivedSpellings, writtenSpellings } from "@/server/domain/catalogue/teams/school-spellings";
import type { School } from "@/server/domain/catalogue/teams/school-table";

// Canonical names in basketball have "St" for "State", except the names of these schools.
const spelledState = new Set(
  "Ball Boise Idaho Iowa Kent NC Ohio Penn Tarleton Texas Utah Weber"
    .split(" ")
    .map((place) => `${place} State`),
);

const firstMascot = ({ mascots }: School): string => mascots[0] ?? "";

const basketballName = (school: School): string => {
  if (school.basketball !== undefined) return school.basketball;
  const { name } = school;
  return `${spelledState.has(name) ? name : name.replace(/ State$/, " St")} ${firstMascot(school)}`;
};

const footballName = (school: School): string => school.football ?? `${school.name} ${firstMascot(school)}`;

const sharedSpellings: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ASU: ["Alabama State", "Appalachian State", "Arizona State", "Arkansas State"],
    Boston: ["Boston College", "Boston University"],
    "Cal State": ["Cal State Bakersfield", "Cal State Fullerton", "Cal State Northridge"],
    BU: ["Baylor", "Boston University", "Bradley", "Bucknell", "Butler"],
    Carolina: ["Coastal Carolina", "East Carolina", "North Carolina", "South Carolina", "Western Carolina"],
    CU: ["Campbell", "Clemson", "Colorado", "Columbia", "Cornell", "Creighton"],
    CSU: ["Charleston Southern", "Chicago State", "Cleveland State", "Colorado State"],
    DU: ["Denver", "Drake", "Drexel", "Duke", "Duquesne"],
    GSU: ["Georgia Southern", "Georgia State", "Grambling State"],
    GU: ["Georgetown", "Gonzaga"],
    ISU: ["Idaho State", "Illinois State", "Indiana State", "Iowa State"],
    JSU: ["Jackson State", "Jacksonville State"],
    KSU: ["Kansas State", "Kennesaw State", "Kent State"],
    LU: ["Lamar", "Lehigh", "Liberty", "Lindenwood", "Lipscomb"],
    Loyola: ["Loyola Chicago", "Loyola Maryland", "Loyola Marymount"],
    MSU: [
      "Michigan State",
      "Mississippi State",
      "Missouri State",
      "Montana State",
      "Morehead State",
      "Morgan State",
      "Murray State",
    ],
    MU: ["Marquette", "Marshall", "Mercer", "Missouri", "Monmouth"],
    MERC: ["Mercer", "Mercyhurst"],
    Miami: ["Miami", "Miami (OH)"],
    "Miami University": ["Miami", "Miami (OH)"],
    "Miami Univ": ["Miami", "Miami (OH)"],
    "University of Miami": ["Miami", "Miami (OH)"],
    NSU: ["Nicholls", "Norfolk State", "Northwestern State"],
    NU: ["Nebraska", "Northeastern", "Northwestern"],
    OSU: ["Ohio State", "Oklahoma State", "Oregon State"],
    OU: ["Ohio", "Oklahoma"],
    PSU: ["Penn State", "Portland State"],
    SC: ["South Carolina", "USC"],
    SBU: ["St. Bonaventure", "Stony Brook"],
    SDSU: ["San Diego State", "South Dakota State"],
    SHU: ["Sacred Heart", "Seton Hall"],
    SJU: ["Saint Joseph's", "St. John's"],
    "St. Francis": ["Saint Francis", "St. Francis Brooklyn"],
    SU: ["Samford", "Seattle", "Southern", "Stetson", "Syracuse"],
    TSU: ["Tarleton State", "Tennessee State", "Texas Southern", "Texas State"],
    UA: ["Akron", "Alabama", "Arizona", "Arkansas"],
    UC: ["Cincinnati", "UC Davis", "UC Irvine", "UC Riverside", "UC San Diego", "UC Santa Barbara"],
    UD: ["Dayton", "Delaware", "Denver"],
    UH: ["Hawaii", "Houston"],
    UI: ["Idaho", "Illinois", "Indiana", "Iowa"],
    UM: ["Maine", "Maryland", "Memphis", "Miami", "Michigan", "Minnesota", "Missouri", "Montana"],
    UNO: ["New Orleans", "Omaha"],
    USD: ["San Diego", "South Dakota"],
    USF: ["San Francisco", "South Florida"],
    UTA: ["UT-Arlington", "Utah"],
    VU: ["Valparaiso", "Vanderbilt", "Villanova"],
    UW: ["Washington", "Wisconsin", "Wyoming"],
    UT: ["Tennessee", "Texas", "Toledo", "Utah"],
    WSU: ["Washington State", "Weber State", "Wichita State", "Wright State"],
  }),
);

const schools: readonly School[] = [
  ...majorColleges,
  ...midMajorColleges,
  ...otherCollegesAToL,
  ...otherCollegesMToZ,
  ...singleSportColleges,
  ...namesakeColleges,
];

const sharedOf = ({ name }: School): string[] =>
  [...sharedSpellings].flatMap(([spelling, names]) => (names.includes(name) ? [spelling] : []));
const canonicalNames = (school: School): string[] => [basketballName(school), footballName(school)];
/** Whether a school outside the first division shares a first-division school's name. A mascot alone never means such a school. */
const isNamesake = (school: School): boolean => namesakeColleges.includes(school);
const derivedOf = (school: School): string[] => [
  ...derivedSpellings(school, sharedOf(school)),
  ...(isNamesake(school) ? [] : school.mascots),
];

type KeysBySchool = ReadonlyMap<School, readonly string[]>;

/** The spellings of each school, in the form used for comparison. */
const keysBySchool = (spellingsOf: (school: School) => readonly string[]): KeysBySchool =>
  new Map(schools.map((school) => [school, spellingsOf(school).map(foldSchool)]));

const schoolsByKey = (keys: KeysBySchool): Map<string, Set<string>> => {
  const namesByKey = new Map<string, Set<string>>();
  for (const [{ name }, ofSchool] of keys)
    for (const key of ofSchool) namesByKey.set(key, (namesByKey.get(key) ?? new Set()).add(name));
  return namesByKey;
};

const readSpellings = () => {
  const declared = new Set([...sharedSpellings.keys()].map(foldSchool));
  const written = schoolsByKey(
    keysBySchool((school) => [...canonicalNames(school), ...writtenSpellings(school)]),
  );
  const derivedKeys = keysBySchool(derivedOf);
  const derived = schoolsByKey(derivedKeys);
  const isFree = (key: string): boolean => !written.has(key) && !declared.has(key);
  return {
    /** Derived spellings that no other school has. */
    ownOf: (school: School): string[] =>
      (derivedKeys.get(school) ?? []).filter((key) => isFree(key) && derived.get(key)?.size === 1),
    /** Mascots and other spellings that several schools share. */
    alsoShared: [...derived].filter(([key, names]) => names.size > 1 && isFree(key)),
  };
};

let spellingsOfAll: ReturnType<typeof readSpellings> | undefined;

const league = (canonical: (school: School) => string): LeagueTeams => {
  spellingsOfAll ??= readSpellings();
  const { ownOf, alsoShared } = spellingsOfAll;
  const teams = new Map<string, string[]>();
  const byName = new Map<string, string>();
  for (const school of schools) {
    byName.set(school.name, canonical(school));
    const spellings = [...canonicalNames(school), ...writtenSpellings(school)];
    teams.set(canonical(school), [...new Set([...spellings, ...ownOf(school)])]);
  }
  const shared = [...sharedSpellings, ...alsoShared].map(([spelling, names]) => [
    spelling,
    [...names].map((name) => byName.get(name) ?? name),
  ]);
  return { teams: Object.fromEntries(teams), shared: Object.fromEntries(shared) };
};

export const collegeBasketballOfWomen = lazyLeague(() => league(basketballName));
export const collegeBasketball = withoutWomensNames(collegeBasketballOfWomen);
export const collegeFootball = withoutWomensNames(lazyLeague(() => league(footballName)));
