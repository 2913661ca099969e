import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/server/domain/durations";
import type { BoardBook, BoardFixture } from "@/server/market/board/board";
import { describeFreshness } from "@/server/web/site/describe-freshness";

const now = Date.UTC(2026, 10, 20);
const sport = "icehockey_nhl";

const book = (key: string, more: Partial<BoardBook> = {}): [string, BoardBook] => [
  key,
  {
    key,
    isWithheld: false,
    markets: new Map([["h2h", { key: "h2h", checkedAt: now - minuteMs, fetchedAt: null, outcomes: [] }]]),
    ...more,
  } as unknown as BoardBook,
];

const booksOf = (...books: [string, BoardBook][]): number | undefined => {
  const game = { id: "a", sportKey: sport, commenceTime: now + hourMs, books: new Map(books) };
  const board = {
    upcoming: (key: string) => (key === sport ? [game as unknown as BoardFixture] : []),
    findBook: () => undefined,
  };
  return describeFreshness(board, now)[0]?.books;
};

test("a book whose own start has passed is not served, and does not count as fresh", () => {
  const fresh = book("draftkings");
  expect(booksOf(fresh, book("fanduel", { ownStart: { start: now + 1, statedAt: now - minuteMs } }))).toBe(2);
  expect(booksOf(fresh, book("fanduel", { ownStart: { start: now, statedAt: now - minuteMs } }))).toBe(1);
  expect(booksOf(fresh, book("fanduel", { isWithheld: true }))).toBe(1);
});
