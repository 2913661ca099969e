/** The teams of a league or of a country's football: canonical names, and the spellings that mean them. */
export type LeagueTeams = {
  /** Canonical name to its other spellings. A spelling of two teams is ambiguous between them. */
  readonly teams: Readonly<Record<string, readonly string[]>>;
  /** Abbreviations, which are unique within the league alone. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Spellings that could mean several teams, to those teams. */
  readonly shared?: Readonly<Record<string, readonly string[]>>;
};

/** One list out of several. A team that two lists hold has the spellings of both; abbreviations are left out. */
export const joinLeagues = (...leagues: readonly LeagueTeams[]): LeagueTeams => {
  const teams: Record<string, readonly string[]> = {};
  const shared: Record<string, readonly string[]> = {};
  for (const league of leagues) {
    for (const [name, spellings] of Object.entries(league.teams))
      teams[name] = [...(teams[name] ?? []), ...spellings];
    for (const [spelling, names] of Object.entries(league.shared ?? {}))
      shared[spelling] = [...new Set([...(shared[spelling] ?? []), ...names])];
  }
  return { teams, shared };
};
