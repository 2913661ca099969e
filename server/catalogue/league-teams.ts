/** The teams of a league or of a country's football: canonical names, and the spellings that mean them. */
export type LeagueTeams = {
  /** Canonical name to its other spellings. A spelling of two teams is ambiguous between them. */
  readonly teams: Readonly<Record<string, readonly string[]>>;
  /** Abbreviations, which are unique within the league alone. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Spellings that could mean several teams, to those teams. */
  readonly shared?: Readonly<Record<string, readonly string[]>>;
};

/** A league that is worked out when it is first looked at: a process needs few leagues, and all of them take two seconds. */
export const lazyLeague = (make: () => LeagueTeams): LeagueTeams => {
  let made: LeagueTeams | undefined;
  const league = (): LeagueTeams => {
    made ??= make();
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

/** One list out of several. A team that two lists hold has the spellings of both; abbreviations are left out. */
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

/** The league with other canonical names. A former name stays a spelling. */
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

/** The league with each spelling also followed by its country in brackets ("Santos (Bra)"), as sources write clubs in international cups. */
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
