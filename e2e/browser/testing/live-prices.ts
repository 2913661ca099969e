import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright/test";
import type { RestlessBooks } from "@/e2e/testing/restless-books";

/**
 * The away team's prices on the page at one moment. A price is a book's key and American odds, such as "restless_1 105". `at` is in ms
 * by this machine's clock, which the browser shares. `isLive` is false while the page says that its prices are not live.
 */
type Sample = { readonly at: number; readonly prices: readonly string[]; readonly isLive: boolean };
/** When the page waited for a response with prices (ms by this machine's clock). */
type Read = { readonly from: number; readonly to: number };

/** Collects what the page shows, every 50 ms. */
const sampler = `
  performance.setResourceTimingBufferSize(10_000);
  window.samples = [];
  window.readPrices = () => [...document.querySelectorAll("section[aria-label='Prices'] tbody tr")].flatMap((row) => {
    const title = row.querySelector("th[scope=row]")?.textContent ?? "";
    const book = /Restless \\d/.exec(title)?.[0].toLowerCase().replace(" ", "_");
    const american = /[+\u2212]\\d+/.exec(row.querySelector("td")?.textContent ?? "")?.[0];
    return book && american ? [book + " " + american.replace("+", "").replace("\u2212", "-")] : [];
  });
  const isLive = () => [...document.querySelectorAll("[role=status]")].some((status) => status.textContent === "Live");
  setInterval(() => window.samples.push({ at: Date.now(), prices: window.readPrices(), isLive: isLive() }), 50);
`;

const listReads = `performance.getEntriesByType("resource")
  .filter(({ name }) => name.includes("/api/screen/game"))
  .map(({ startTime, responseEnd }) => ({
    from: performance.timeOrigin + startTime,
    to: performance.timeOrigin + responseEnd,
  }))`;

type Api = { readonly url: string; readonly key: string };

const servedPrices = async (
  { url, key }: Api,
  { sport, event }: RestlessBooks,
): Promise<readonly string[]> => {
  const response = await fetch(`${url}/v1/sports/${sport}/events/${event}/odds?markets=h2h`, {
    headers: { "X-API-Key": key },
  });
  const { bookmakers, away_team } = (await response.json()) as {
    readonly away_team: string;
    readonly bookmakers: readonly {
      readonly key: string;
      readonly markets: readonly {
        readonly outcomes: readonly { readonly name: string; readonly price: number }[];
      }[];
    }[];
  };
  return bookmakers.flatMap((book) =>
    book.markets.flatMap(({ outcomes }) =>
      outcomes.filter(({ name }) => name === away_team).map(({ price }) => `${book.key} ${price}`),
    ),
  );
};

/**
 * How many samples may still have a price that the API no longer serves. Samples are counted instead of time, because a browser that a busy
 * machine has stalled takes none. A price lapses when it becomes too old. The page knows in advance when a price lapses. A price is withdrawn
 * if its book withdrew or replaced the price. The page learns of this when it reads prices: when the stream announces a change, or else every
 * five seconds, which is 100 samples. Samples of withdrawn prices do not count while the page waits for a response, or says that its prices
 * are not live.
 */
const maxLateSamples = { lapsed: 40, withdrawn: 300 } as const;

export type Watched = {
  /** Prices that more than `maxLateSamples` had after the API had stopped serving them. */
  readonly violations: readonly string[];
  readonly shown: ReadonlySet<string>;
  readonly lapsed: number;
  readonly withdrawn: number;
};

/** Starts watching the prices of a page. @returns a function that stops watching and compares the prices with those of the API. */
export const watchPrices = async (
  page: Page,
  api: Api,
  books: RestlessBooks,
): Promise<() => Promise<Watched>> => {
  await page.evaluate(sampler);
  /** By price: when a response of the API first lacked the price. */
  const removedAt = new Map<string, number>();
  const serving = new Set<string>();
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const served = new Set(await servedPrices(api, books));
      const now = Date.now();
      for (const price of serving) if (!served.has(price)) removedAt.set(price, now);
      for (const price of serving) if (!served.has(price)) serving.delete(price);
      for (const price of served) serving.add(price);
      await delay(100);
    }
  })();
  return async () => {
    const samples = await page.evaluate<readonly Sample[]>("window.samples");
    const reads = await page.evaluate<readonly Read[]>(listReads);
    isWatching = false;
    await watching;
    const lateSamples = new Map<string, number>();
    const shown = new Set<string>();
    for (const { at, prices, isLive } of samples) {
      const learns = isLive && !reads.some(({ from, to }) => from <= at && at <= to);
      for (const price of prices) {
        shown.add(price);
        const isLate = at > (removedAt.get(price) ?? Number.POSITIVE_INFINITY);
        if (isLate && (learns || books.causeOf(price) === "lapsed"))
          lateSamples.set(price, (lateSamples.get(price) ?? 0) + 1);
      }
    }
    const violations = [...lateSamples].flatMap(([price, count]) =>
      count > maxLateSamples[books.causeOf(price)]
        ? [`${price}, ${books.causeOf(price)}, in ${count} samples after its removal`]
        : [],
    );
    const causes = [...removedAt.keys()].filter((price) => shown.has(price)).map(books.causeOf);
    return {
      violations,
      shown,
      lapsed: causes.filter((cause) => cause === "lapsed").length,
      withdrawn: causes.filter((cause) => cause === "withdrawn").length,
    };
  };
};

export const shownPrices = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>("window.readPrices()");
