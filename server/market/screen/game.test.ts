import { expect, test } from "vitest";
import type { Book } from "@/server/domain/catalogue/books";
import { noMirrors } from "@/server/market/board/quoted-now/watch-mirrors";
import { openGame } from "@/server/market/screen/game";
import {
  boardBook,
  boardFixture,
  screenNow as now,
  spread,
} from "@/server/market/screen/testing/board-fixture";

const findBook = (key: string): Book =>
  ({ key, title: key, kind: "sportsbook", updateIntervalSeconds: 30 }) as Book;

test("a ladder also has each book's main line, once per book and line, at the price of the main market", () => {
  const board = boardFixture(
    boardBook("a", {
      spreads: spread(-3.5, -110, -110),
      alternate_spreads: [...spread(-3.5, -112, -108), ...spread(-6.5, 150, -180)],
    }),
    boardBook("b", { spreads: spread(-3, -115, -105) }),
    boardBook("c", { spreads: spread(-3.5, -105, -115), alternate_spreads: spread(-3.5, -105, -115) }),
  );
  const { value } = openGame(board, { market: "alternate_spreads" }, findBook, noMirrors, now);
  const prices = value.quotes.flatMap(({ book: key, outcomes }) =>
    outcomes.filter(({ side }) => side === "home").map(({ point, price }) => [key, point, price]),
  );
  expect(prices).toHaveLength(4);
  expect(prices).toEqual(
    expect.arrayContaining([
      ["a", -3.5, { american: -110 }],
      ["a", -6.5, { american: 150 }],
      ["b", -3, { american: -115 }],
      ["c", -3.5, { american: -105 }],
    ]),
  );
  const main = openGame(board, { market: "spreads" }, findBook, noMirrors, now).value;
  expect(main.quotes.map(({ market }) => market)).toEqual(["spreads", "spreads", "spreads"]);
});
