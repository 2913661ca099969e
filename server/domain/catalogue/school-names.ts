import { normalizeName } from "@/server/domain/catalogue/normalize-name";

const collegeSports = new Set([
  "americanfootball_ncaaf",
  "baseball_ncaa",
  "basketball_ncaab",
  "basketball_wncaab",
  "lacrosse_ncaa",
]);

/** Whether the sport's teams are US colleges. */
export const isCollegeSport = (sportKey: string): boolean => collegeSports.has(sportKey);

/**
 * Words of school names, each with its replacement. "St" can mean "State" or "Saint", so all three words become "st". "So."
 * can mean "South" or "Southern", so all three words become "south". Different schools still have different names after the replacements.
 */
const folded: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ala: "alabama",
    ariz: "arizona",
    ark: "arkansas",
    caro: "carolina",
    colo: "colorado",
    conn: "connecticut",
    eastern: "east",
    fla: "florida",
    ga: "georgia",
    ill: "illinois",
    ky: "kentucky",
    la: "louisiana",
    mich: "michigan",
    mount: "mt",
    no: "north",
    northern: "north",
    okla: "oklahoma",
    saint: "st",
    so: "south",
    southern: "south",
    state: "st",
    tenn: "tennessee",
    univ: "university",
    va: "virginia",
    wash: "washington",
    western: "west",
  }),
);

// A ranking before or after the name: "#5 Duke", "Duke (#5)", "(12) Iowa", "No. 3 Gonzaga".
const ranking = /(?:^|\s)(?:\(?#\s?\d{1,2}\)?|\(\d{1,2}\)|No\.\s?\d{1,2})(?=\s|$)/gi;

const mensMark = /\s*\(M\)\s*$/i;

/** Returns the form of a school's name for comparison. */
export const foldSchool = (name: string): string =>
  normalizeName(name.replace(ranking, " ").replace(mensMark, ""))
    .split(" ")
    .map((token) => folded.get(token) ?? token)
    .join(" ")
    .replace(/^the /, "")
    .replace(/^c of /, "college of ");
