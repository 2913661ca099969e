const intervalsKept = 3;
const minLifeMs = 90_000;
const defaultLifeMs = 15 * 60_000;

/** How long after its last check a book's price is still served, in ms. `null`: the book's update interval is unknown. */
export const priceLifeMs = (updateIntervalSeconds: number | null): number =>
  updateIntervalSeconds === null
    ? defaultLifeMs
    : Math.max(minLifeMs, intervalsKept * updateIntervalSeconds * 1000);
