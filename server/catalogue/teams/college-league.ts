import { joinLeagues, type LeagueTeams } from "@/server/catalogue/league-teams";
import { majorColleges } from "@/server/catalogue/teams/colleges-major";
import { midMajorColleges } from "@/server/catalogue/teams/colleges-mid-major";
import { otherColleges } from "@/server/catalogue/teams/colleges-other";

/** A school of the first division, and how sources write it. */
export type School = readonly [name: string, mascot: string, more?: SchoolSpellings];

type SchoolSpellings = {
  /** Canonical name in basketball, where it is not the usual one. */
  readonly basketball?: string;
  /** Canonical name in football, where it is not school and mascot. */
  readonly football?: string;
  /** Other names of the school. */
  readonly also?: readonly string[];
  /** Other mascots. */
  readonly mascots?: readonly string[];
  /** Abbreviations that no other school uses. */
  readonly codes?: readonly string[];
};

// The source of the canonical names shortens "State" in basketball, but for these.
const spelledState = new Set(
  "Ball Boise Idaho Iowa Kent NC Ohio Penn Tarleton Texas Utah Weber"
    .split(" ")
    .map((place) => `${place} State`),
);

const basketballName = ([name, mascot, more]: School): string => {
  if (more?.basketball !== undefined) return more.basketball;
  return `${spelledState.has(name) ? name : name.replace(/ State$/, " St")} ${mascot}`;
};

const footballName = ([name, mascot, more]: School): string => more?.football ?? `${name} ${mascot}`;

const directions: Readonly<Record<string, string>> = {
  North: "N",
  Northern: "N",
  South: "S",
  Southern: "S",
  East: "E",
  Eastern: "E",
  West: "W",
  Western: "W",
  Central: "C",
  Northwestern: "NW",
  Southeastern: "SE",
  Southeast: "SE",
};

/** "E. Michigan" for "Eastern Michigan". */
const byDirection = (name: string): string[] => {
  const [first = "", ...rest] = name.split(" ");
  const short = directions[first];
  return short === undefined || rest.length === 0 ? [] : [`${short} ${rest.join(" ")}`];
};

const spellingsOf = (school: School): string[] => {
  const [name, mascot, more = {}] = school;
  const names = [name, ...(more.also ?? [])];
  const places = [...names, ...names.flatMap(byDirection)];
  const mascots = [mascot, ...(more.mascots ?? [])];
  const whole = [...places, ...(more.codes ?? [])].flatMap((place) =>
    mascots.map((nickname) => `${place} ${nickname}`),
  );
  return [
    basketballName(school),
    footballName(school),
    ...places,
    ...whole,
    ...mascots,
    ...(more.codes ?? []),
  ];
};

/** Spellings that several schools go by. */
const sharedSpellings: Readonly<Record<string, readonly string[]>> = {
  ASU: ["Alabama State", "Appalachian State", "Arizona State", "Arkansas State"],
  Boston: ["Boston College", "Boston University"],
  "Cal State": ["Cal State Bakersfield", "Cal State Fullerton", "Cal State Northridge"],
  BU: ["Baylor", "Boston University", "Bradley", "Bucknell", "Butler"],
  Carolina: ["Coastal Carolina", "East Carolina", "North Carolina", "South Carolina", "Western Carolina"],
  CSU: ["Charleston Southern", "Chicago State", "Cleveland State", "Colorado State"],
  FSU: ["Florida State", "Fresno State"],
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
  Miami: ["Miami", "Miami (OH)"],
  "Miami University": ["Miami", "Miami (OH)"],
  "Miami Univ": ["Miami", "Miami (OH)"],
  "University of Miami": ["Miami", "Miami (OH)"],
  NSU: ["Nicholls", "Norfolk State", "Northwestern State"],
  NU: ["Nebraska", "Northeastern", "Northwestern"],
  OSU: ["Ohio State", "Oklahoma State", "Oregon State"],
  OU: ["Ohio", "Oklahoma"],
  PSU: ["Penn State", "Portland State"],
  SBU: ["St. Bonaventure", "Stony Brook"],
  SDSU: ["San Diego State", "South Dakota State"],
  SHU: ["Sacred Heart", "Seton Hall"],
  SJU: ["Saint Joseph's", "St. John's"],
  "St. Francis": ["Saint Francis", "St. Francis Brooklyn"],
  SU: ["Samford", "Seattle", "Southern", "Stetson", "Syracuse"],
  TSU: ["Tarleton State", "Tennessee State", "Texas Southern", "Texas State"],
  UA: ["Akron", "Alabama", "Arizona", "Arkansas"],
  UC: ["Cincinnati", "UC Davis", "UC Irvine", "UC Riverside", "UC San Diego", "UC Santa Barbara"],
  UI: ["Idaho", "Illinois", "Indiana", "Iowa"],
  UM: ["Maine", "Maryland", "Memphis", "Miami", "Michigan", "Minnesota", "Missouri", "Montana"],
  UNO: ["New Orleans", "Omaha"],
  USD: ["San Diego", "South Dakota"],
  UTA: ["UT-Arlington", "Utah"],
  UW: ["Washington", "Wisconsin", "Wyoming"],
  UT: ["Tennessee", "Texas", "Toledo", "Utah"],
  WSU: ["Washington State", "Weber State", "Wichita State", "Wright State"],
};

const schools: readonly School[] = [...majorColleges, ...midMajorColleges, ...otherColleges];

const league = (canonical: (school: School) => string): LeagueTeams => {
  const teams: Record<string, string[]> = {};
  const byName = new Map<string, string>();
  for (const school of schools) {
    teams[canonical(school)] = spellingsOf(school);
    byName.set(school[0], canonical(school));
  }
  const shared = Object.fromEntries(
    Object.entries(sharedSpellings).map(([spelling, names]) => [
      spelling,
      names.map((name) => byName.get(name) ?? name),
    ]),
  );
  return joinLeagues({ teams, shared });
};

export const collegeBasketball = league(basketballName);
export const collegeFootball = league(footballName);
