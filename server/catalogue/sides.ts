/** What an outcome is a bet on. After matching, `home` and `away` are the teams of the fixture. */
export const sides = ["home", "away", "draw", "over", "under", "yes", "no"] as const;
export type Side = (typeof sides)[number];
