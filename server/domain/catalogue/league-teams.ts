import { squadMarks } from "@/server/domain/catalogue/squad-marks";

/** The teams of a league, or the clubs of a country: canonical names and their other spellings. */
export type LeagueTeams = {
  /** Canonical name -> its other spellings. A spelling that two teams have is ambiguous. */
  readonly teams: Readonly<Record<string, readonly string[]>>;
  /** Abbreviation -> team. Abbreviations are unique only within the league. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Spelling that could mean several teams -> those teams. */
  readonly shared?: Readonly<Record<string, readonly string[]>>;
};

/**
 * Computes a league on first use. A process needs few leagues, and computing all of them takes two seconds. Once a team index has been
 * built from the result, the result can be garbage collected.
 */
export const lazyLeague = (compute: () => LeagueTeams): LeagueTeams => {
  let computed: WeakRef<LeagueTeams> | undefined;
  const league = (): LeagueTeams => {
    const kept = computed?.deref();
    if (kept !== undefined) return kept;
    const made = compute();
    computed = new WeakRef(made);
    return made;
  };
  return {
    get teams() {
      return league().teams;
    },
    get codes() {
      return league().codes ?? {};
    },
    get shared() {
      return league().shared ?? {};
    },
  };
};

/** Joins several lists. A team in two lists gets the spellings of both lists. Abbreviations are left out, because they may collide. */
export const joinLeagues = (...leagues: readonly LeagueTeams[]): LeagueTeams =>
  lazyLeague(() => joined(leagues));

const joined = (leagues: readonly LeagueTeams[]): LeagueTeams => {
  const teams = new Map<string, readonly string[]>();
  const shared = new Map<string, readonly string[]>();
  for (const league of leagues) {
    for (const [name, spellings] of Object.entries(league.teams))
      teams.set(name, [...(teams.get(name) ?? []), ...spellings]);
    for (const [spelling, names] of Object.entries(league.shared ?? {}))
      shared.set(spelling, [...new Set([...(shared.get(spelling) ?? []), ...names])]);
  }
  return { teams: Object.fromEntries(teams), shared: Object.fromEntries(shared) };
};

/** Returns the league with other canonical names. A replaced name remains a spelling. Abbreviations are left out. */
export const renameTeams = (league: LeagueTeams, names: ReadonlyMap<string, string>): LeagueTeams =>
  lazyLeague(() => renamed(league, names));

const renamed = (league: LeagueTeams, names: ReadonlyMap<string, string>): LeagueTeams => {
  const nameOf = (team: string): string => names.get(team) ?? team;
  const teams = Object.entries(league.teams).map(([team, spellings]) => {
    const name = nameOf(team);
    return [name, name === team ? spellings : [team, ...spellings]] as const;
  });
  const shared = Object.entries(league.shared ?? {}).map(
    ([spelling, meant]) => [spelling, meant.map(nameOf)] as const,
  );
  return { teams: Object.fromEntries(teams), shared: Object.fromEntries(shared) };
};

/** Adds spellings with a country in brackets. In international cups, sources write clubs as "Santos (Bra)". */
export const withCountry = (league: LeagueTeams, ...countries: readonly string[]): LeagueTeams =>
  lazyLeague(() => bracketed(league, countries));

const bracketed = (league: LeagueTeams, countries: readonly string[]): LeagueTeams => {
  const inBrackets = (spelling: string): string[] => countries.map((country) => `${spelling} (${country})`);
  const teams = Object.entries(league.teams).map(
    ([team, spellings]) => [team, [...spellings, ...[team, ...spellings].flatMap(inBrackets)]] as const,
  );
  const { codes = {}, shared = {} } = league;
  return { teams: Object.fromEntries(teams), codes, shared };
};

const isWomens = (name: string): boolean => squadMarks(name).split(" ").includes("women");

/** Returns the league without the names of women's teams ("UNLV Lady Rebels", "Lionesses"), for use in men's competitions. */
export const withoutWomensNames = (league: LeagueTeams): LeagueTeams =>
  lazyLeague(() => {
    const { codes = {}, shared = {} } = league;
    const teams = Object.entries(league.teams).map(
      ([team, spellings]) => [team, spellings.filter((spelling) => !isWomens(spelling))] as const,
    );
    const sharedByMen = Object.entries(shared).filter(([spelling]) => !isWomens(spelling));
    return { teams: Object.fromEntries(teams), codes, shared: Object.fromEntries(sharedByMen) };
  });
