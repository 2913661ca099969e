/** A fixture without its prices. */
export type FixtureRecord = {
  readonly id: string;
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** The start that the books agree on, in ms since the epoch. */
  readonly commenceTime: number;
};
