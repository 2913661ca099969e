import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright/test";
import type { RestlessBooks } from "@/e2e/testing/restless-books";

/**
 * The away team's prices on the page at one moment. A price is a book's key and American odds, such as "restless_1 105". `at` is in ms
 * by this machine's clock, which the browser shares. `isLive` is false while the page says that its prices are not live.
 */
type Sample = { readonly at: number; readonly prices: readonly string[]; readonly isLive: boolean };

/** Collects what the page shows, every 50 ms. */
const sampler = `
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
 * How long a page may show a price that the API no longer serves. A price lapses when it becomes too old. The page knows in advance when
 * a price lapses, so only the machine's delays make the page late. A price is withdrawn if its book withdrew or replaced the price. The
 * page learns of this when it reads prices: every five seconds, and as soon as the network is back. Withdrawn prices may stay while the
 * page says that its prices are not live.
 */
const maxLateMs = { lapsed: 2_000, withdrawn: 9_000 } as const;

export type Watched = {
  /**
   * Prices that the page still showed more than `maxLateMs` after the API had stopped serving them. Withdrawn prices do not count while the
   * page says that its prices are not live.
   */
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
    isWatching = false;
    await watching;
    const violations = new Set<string>();
    const shown = new Set<string>();
    for (const { at, prices, isLive } of samples)
      for (const price of prices) {
        shown.add(price);
        const removed = removedAt.get(price);
        if (removed === undefined || (!isLive && books.causeOf(price) === "withdrawn")) continue;
        const lateMs = at - removed;
        if (lateMs > maxLateMs[books.causeOf(price)])
          violations.add(`${price}, ${books.causeOf(price)}, shown ${lateMs} ms after its removal`);
      }
    const causes = [...removedAt.keys()].filter((price) => shown.has(price)).map(books.causeOf);
    return {
      violations: [...violations],
      shown,
      lapsed: causes.filter((cause) => cause === "lapsed").length,
      withdrawn: causes.filter((cause) => cause === "withdrawn").length,
    };
  };
};

export const shownPrices = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>("window.readPrices()");
