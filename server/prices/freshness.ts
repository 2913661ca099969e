const intervalsKept = 3;
const shortestLifeMs = 90_000;
const uncharacterisedLifeMs = 15 * 60_000;

/** How long after its last check a book's price is still served, in ms. `null`: the book's rhythm is uncharacterised. */
export const priceLifeMs = (updateIntervalSeconds: number | null): number =>
  updateIntervalSeconds === null
    ? uncharacterisedLifeMs
    : Math.max(shortestLifeMs, intervalsKept * updateIntervalSeconds * 1000);
