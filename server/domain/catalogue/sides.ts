/**
 * What an outcome is a bet on. In a snapshot, `home` and `away` follow the book's order of the teams. After matching, they follow the
 * fixture's order.
 */
export const sides = ["home", "away", "draw", "over", "under", "yes", "no"] as const;
export type Side = (typeof sides)[number];
