import type { ListedTeam, TeamFile } from "@/server/domain/catalogue/check-team-file";
import { type LeagueTeams, lazyLeague } from "@/server/domain/catalogue/league-teams";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { squadMarks } from "@/server/domain/catalogue/squad-marks";
import { getOrInsert } from "@/server/domain/collections";

type ClubOptions = {
  /** Word of a club's name -> the short forms that sources use. */
  readonly shortWords?: ReadonlyMap<string, readonly string[]>;
  /** Words that sources add to the end of club names. */
  readonly suffixes?: readonly string[];
  /** Spelling -> the clubs that it could mean, in addition to those of the files. */
  readonly shared?: Readonly<Record<string, readonly string[]>>;
};

/** The spellings with any one word shortened: "B. Dortmund", "Sheffield Utd". */
const shortened = (spelling: string, { shortWords }: ClubOptions): string[] => {
  const words = spelling.split(" ");
  if (shortWords === undefined || words.length === 1) return [];
  return words.flatMap((word, index) =>
    (shortWords.get(word) ?? []).map((form) => words.with(index, form).join(" ")),
  );
};

const fullForms: ReadonlyMap<string, string> = new Map([
  ["FC", "Football Club"],
  ["AFC", "Association Football Club"],
  ["CF", "Club de Fútbol"],
]);

const withFullForms = (spelling: string): string[] =>
  spelling.split(" ").flatMap((word, index, words) => {
    const full = fullForms.get(word);
    return full === undefined ? [] : [words.with(index, full).join(" ")];
  });

const umlauts: ReadonlyMap<string, string> = new Map([
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["Ü", "Ue"],
]);

const withoutUmlauts = (spelling: string): string =>
  spelling.normalize("NFC").replace(/[äöüÜ]/g, (letter) => umlauts.get(letter) ?? letter);

const derivedFrom = (club: ListedTeam, options: ClubOptions): string[] => {
  const written = [club.name, ...(club.spellings ?? [])];
  const bare = club.name.replace(/^(?:A?FC|CF) | (?:A?FC|CF)$/g, "");
  const suffixed = (options.suffixes ?? []).map((suffix) => `${bare} ${suffix}`);
  const forms = [...written, ...written.flatMap((spelling) => shortened(spelling, options)), ...suffixed];
  const full = [...forms, ...forms.flatMap(withFullForms)];
  return [...full, ...full.map(withoutUmlauts)];
};

/** Normalized spelling -> the clubs that have it. */
const owners = (
  clubs: readonly ListedTeam[],
  spellingsOf: (club: ListedTeam) => readonly string[],
): Map<string, Set<string>> => {
  const clubsBySpelling = new Map<string, Set<string>>();
  for (const club of clubs)
    for (const spelling of spellingsOf(club)) {
      const key = normalizeName(spelling);
      getOrInsert(clubsBySpelling, key, () => new Set()).add(club.name);
    }
  return clubsBySpelling;
};

/**
 * Joins lists of clubs, and derives short forms of their spellings. A derived form that fits two clubs is left out. A spelling that is
 * declared as shared is left out if fewer than two of its clubs are in the lists.
 */
export const deriveClubs = (files: readonly TeamFile[], options: ClubOptions = {}): LeagueTeams =>
  lazyLeague(() => readClubs(files, options));

type SharedSpelling = readonly [spelling: string, clubs: readonly string[]];

/** The spellings that are declared as shared by two or more of the listed clubs. */
const declaredShared = (
  files: readonly TeamFile[],
  clubs: readonly ListedTeam[],
  { shared }: ClubOptions,
): readonly SharedSpelling[] => {
  const names = new Set(clubs.map(({ name }) => name));
  return [...files.map((file) => file.shared), shared]
    .flatMap((spellings) => Object.entries(spellings ?? {}))
    .map(([spelling, several]) => [spelling, several.filter((name) => names.has(name))] as const)
    .filter(([, several]) => several.length > 1);
};

/** The codes of one club each, and those of several clubs. A code that is also a spelling is no code. */
const readCodes = (
  clubs: readonly ListedTeam[],
  isSpelling: (key: string) => boolean,
): {
  readonly ofOneClub: readonly (readonly [string, string])[];
  readonly shared: readonly SharedSpelling[];
} => {
  const codes = [...owners(clubs, ({ codes = [] }) => codes)].filter(([code]) => !isSpelling(code));
  return {
    ofOneClub: codes.flatMap(([code, [name = "", ...others]]) =>
      others.length > 0 ? [] : [[code, name] as const],
    ),
    shared: codes.flatMap(([code, names]) => (names.size > 1 ? [[code, [...names]] as const] : [])),
  };
};

const readClubs = (files: readonly TeamFile[], options: ClubOptions): LeagueTeams => {
  const clubs = files.flatMap(({ teams }) => teams);
  const shared = declaredShared(files, clubs, options);
  const sharedKeys = new Set(shared.map(([spelling]) => normalizeName(spelling)));
  const written = owners(clubs, ({ name, spellings = [] }) => [name, ...spellings]);
  const derived = owners(clubs, (club) => derivedFrom(club, options));
  const isSpelling = (key: string): boolean => written.has(key) || sharedKeys.has(key);
  const fitsOneClub = (key: string): boolean => !isSpelling(key) && derived.get(key)?.size === 1;
  const teams = clubs.map((club) => {
    const marks = squadMarks(club.name);
    // The short form "Real Betis B" of "Real Betis Balompié" would be the name of the reserve side.
    const derivedForms = derivedFrom(club, options)
      .map(normalizeName)
      .filter((key) => fitsOneClub(key) && squadMarks(key) === marks);
    return [club.name, [...new Set([...(club.spellings ?? []), ...derivedForms])]] as const;
  });
  const codes = readCodes(clubs, isSpelling);
  return {
    teams: Object.fromEntries(teams),
    codes: Object.fromEntries(codes.ofOneClub),
    shared: Object.fromEntries([...shared, ...codes.shared]),
  };
};
