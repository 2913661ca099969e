const intervalsKept = 3;
const minLifeMs = 90_000;
const defaultLifeMs = 15 * 60_000;

/** For how many ms after its last check a book's price is served. The parameter is null if the book's update interval is not known. */
export const priceLifeMs = (updateIntervalSeconds: number | null): number =>
  updateIntervalSeconds === null
    ? defaultLifeMs
    : Math.max(minLifeMs, intervalsKept * updateIntervalSeconds * 1000);
