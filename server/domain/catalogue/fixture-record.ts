/** A fixture without its prices. */
export type FixtureRecord = {
  readonly id: string;
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** The agreed start, in ms since the epoch. */
  readonly commenceTime: number;
};
