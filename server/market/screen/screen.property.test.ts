import fc from "fast-check";
import { expect, test } from "vitest";
import { findMarket } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { minuteMs } from "@/server/domain/durations";
import { priceIn } from "@/server/domain/prices/convert";
import type { Board, PriceQuery } from "@/server/market/board/board";
import { type BoardState, createBoardState } from "@/server/market/board/board-state";
import { noMirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { begin, first, sport, step } from "@/server/market/board/testing/board-steps";
import { plainOdds } from "@/server/market/board/testing/plain-render";
import { readChanges, type TableImage, written } from "@/server/market/board/testing/table-image";
import { createScreen } from "@/server/market/screen/create-screen";
import type { GameView, SlateView } from "@/server/market/screen/views";

const markets = ["h2h", "totals", "player_pass_yds"];

const screenOf = (state: BoardState, clock: () => number) =>
  createScreen(
    { ...state, booksByMarket: () => new Map(), mirrors: () => noMirrors } as unknown as Board,
    clock,
  );

type Shown = readonly string[];

/** Each price as "book market point subject american". */
const shownPrices = ({ quotes }: GameView, now: number): Shown =>
  quotes
    .filter(({ leavesAt }) => leavesAt > now)
    .flatMap(({ book, market, outcomes }) =>
      outcomes.map(({ point, subject, price }) =>
        [book, market, point, subject, priceIn("american", price)].join(" "),
      ),
    )
    .sort();

const query = (market: string): PriceQuery => ({
  markets: [market],
  bookmakers: undefined,
  oddsFormat: "american",
  dateFormat: "iso",
});

const servedPrices = (
  image: TableImage,
  row: TableImage["fixtures"][number],
  market: string,
  now: number,
) => {
  const { bookmakers, unmatched_bookmakers } = plainOdds(image, row, query(market), now);
  const prices = bookmakers.flatMap(({ key, markets: served }) =>
    served.flatMap((each) =>
      each.outcomes.map((outcome) =>
        [key, each.key, outcome.point, outcome.description, outcome.price].join(" "),
      ),
    ),
  );
  return { prices: prices.sort(), unmatched: unmatched_bookmakers };
};

test("a view shows the API's prices and unmatched books, and drops each price at the same time as the API", () => {
  let lapses = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let now = begin;
      let image = first;
      const state = createBoardState();
      const screen = screenOf(state, () => now);
      state.apply({ ...first, cursor: "0" }, now);
      /** Views that were read since the last write. */
      let read: { readonly view: GameView; readonly market: string; readonly at: number }[] = [];
      for (const taken of steps) {
        if (taken.kind === "pass") now = taken.to(now, image);
        if (taken.kind === "write") {
          const news = taken.write(now, image);
          image = written(image, news);
          image = written(image, { withheld: state.apply(readChanges(image, news), now) });
          read = [];
        }
        for (const { view, market, at } of read) {
          // A page's clock does not run backwards, so times before the view was read are skipped.
          if (now < at) continue;
          const row = image.fixtures.find(({ id }) => id === view.id);
          if (row === undefined) throw new Error(`the tables lack ${view.id}`);
          const shown = shownPrices(view, now);
          if (shown.length < shownPrices(view, at).length) lapses += 1;
          expect(servedPrices(image, row, market, now).prices).toEqual(shown);
        }
        for (const row of image.fixtures)
          for (const market of markets) {
            const record = {
              ...row,
              sportKey: row.sport_key,
              homeTeam: row.home_team,
              awayTeam: row.away_team,
              commenceTime: row.start,
            };
            const { view } = screen.game(record, { market });
            const served = servedPrices(image, row, market, now);
            expect(shownPrices(view, now)).toEqual(served.prices);
            expect(view.unmatched.map(({ book }) => book)).toEqual(served.unmatched);
            read.push({ view, market, at: now });
          }
      }
    }),
    { numRuns: 80 },
  );
  expect(lapses).toBeGreaterThan(20);
});

/** Each book's moneyline, in American odds. In the generated steps, every book that quotes a moneyline quotes both teams. */
const servedMoneylines = (image: TableImage, row: TableImage["fixtures"][number], now: number) =>
  plainOdds(image, row, query("h2h"), now).bookmakers.map(({ key, markets: served }) => {
    const priceOf = (name: string): number => {
      const outcome = served.flatMap(({ outcomes }) => outcomes).find((each) => each.name === name);
      if (outcome === undefined) throw new Error(`${key} has no price of ${name}`);
      return outcome.price;
    };
    return { key, home: priceOf(row.home_team), away: priceOf(row.away_team) };
  });

type Moneyline = ReturnType<typeof servedMoneylines>[number];

const implied = (american: number): number => (american > 0 ? 100 : -american) / (Math.abs(american) + 100);

const homeLogOdds = (homeShare: number): number => Math.log(homeShare / (1 - homeShare));

/**
 * The rule of docs/decisions/0066, without the service's code: at least four other books, and a distance of more than 0.6 in log odds from
 * the median of their margin-free probabilities. With two sides, the distance is the same on both.
 */
const plainOutliers = (lines: readonly Moneyline[]): readonly string[] => {
  const shares = lines.map(({ key, home, away }) => ({
    key,
    share: implied(home) / (implied(home) + implied(away)),
  }));
  return shares
    .filter(({ key, share }) => {
      const others = shares
        .filter((other) => other.key !== key)
        .map((other) => other.share)
        .sort((a, b) => a - b);
      const lower = others[Math.floor((others.length - 1) / 2)] ?? Number.NaN;
      const upper = others[Math.floor(others.length / 2)] ?? Number.NaN;
      const distance = Math.abs(homeLogOdds(share) - homeLogOdds((lower + upper) / 2));
      return others.length >= 4 && distance > 0.6;
    })
    .map(({ key }) => key);
};

test("a slate has the best price of each side without outliers: among the chosen books, or among all served books if no books are chosen", () => {
  const league = findSport(sport);
  const market = findMarket("h2h");
  if (league === undefined || market === undefined)
    throw new Error("the catalogue lacks the sport or the market");
  const chosen = ["northline", "other_1"];
  let judged = 0;
  const bestOf = (view: SlateView, id: string, side: string, now: number) => {
    const levels = view.games
      .find((game) => game.id === id)
      ?.sides.find((each) => each.side === side)?.levels;
    const level = levels?.find(({ quotes }) => quotes.some(({ leavesAt }) => leavesAt > now));
    return level === undefined ? undefined : priceIn("american", level.price);
  };
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
      let now = begin;
      let image = first;
      const state = createBoardState();
      const screen = screenOf(state, () => now);
      state.apply({ ...first, cursor: "0" }, now);
      for (const taken of steps) {
        if (taken.kind === "pass") now = taken.to(now, image);
        if (taken.kind === "write") {
          const news = taken.write(now, image);
          image = written(image, news);
          image = written(image, { withheld: state.apply(readChanges(image, news), now) });
        }
        const all = screen.slate(league, market, undefined).view;
        const some = screen.slate(league, market, chosen).view;
        for (const row of image.fixtures.filter(({ start, replaced }) => start > now && !replaced)) {
          const lines = servedMoneylines(image, row, now);
          const outliers = plainOutliers(lines);
          if (lines.length > 4) judged += 1;
          for (const side of ["home", "away"] as const) {
            const best = (keys?: readonly string[]) => {
              const prices = lines
                .filter(({ key }) => (keys?.includes(key) ?? true) && !outliers.includes(key))
                .map((line) => line[side]);
              return prices.length === 0 ? undefined : Math.max(...prices);
            };
            expect(bestOf(all, row.id, side, now)).toBe(best());
            expect(bestOf(some, row.id, side, now)).toBe(best(chosen));
          }
          const game = all.games.find(({ id }) => id === row.id);
          expect(game?.books).toBe(lines.length);
          expect(game?.outliers).toEqual(outliers);
        }
        expect(all.games.every(({ lastLeavesAt }) => (lastLeavesAt ?? 0) <= now + 20 * minuteMs)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
  expect(judged).toBeGreaterThan(20);
});
