import { expect } from "vitest";
import { namePlayers } from "@/server/players/name-players";

/** Book -> the players that it lists for one fixture. */
export type Books = Readonly<Record<string, readonly string[]>>;

export const toSets = (books: Books): Map<string, Set<string>> =>
  new Map(Object.entries(books).map(([book, players]) => [book, new Set(players)]));

/** Book -> the displayed spellings of its players, in the given order. */
export const shown = (books: Books): Record<string, string[]> => {
  const name = namePlayers(toSets(books));
  return Object.fromEntries(
    Object.entries(books).map(([book, players]) => [book, players.map((player) => name(book, player))]),
  );
};

export const expectJoined = (spellings: readonly string[], as: string): void => {
  const books = Object.fromEntries(spellings.map((spelling, index) => [`book${index}`, [spelling]]));
  expect(Object.values(shown(books)).flat()).toEqual(spellings.map(() => as));
};

export const expectApart = (books: Books): void => {
  expect(shown(books)).toEqual(books);
};
