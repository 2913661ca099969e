import { expect } from "vitest";
import { namePlayers } from "@/server/domain/players/name-players";
import type { NamedFixture } from "@/server/domain/players/team-tags";

/** Book -> the players that it lists for one fixture. */
export type Books = Readonly<Record<string, readonly string[]>>;

/** A fixture of a sport about which known-players.json says nothing. */
export const anyFixture: NamedFixture = {
  sportKey: "americanfootball_ncaaf",
  homeTeam: "Home Team",
  awayTeam: "Away Team",
};
export const nbaFixture: NamedFixture = {
  sportKey: "basketball_nba",
  homeTeam: "Los Angeles Lakers",
  awayTeam: "Atlanta Hawks",
};
export const nflFixture: NamedFixture = {
  sportKey: "americanfootball_nfl",
  homeTeam: "Buffalo Bills",
  awayTeam: "Jacksonville Jaguars",
};

/** Book -> the displayed spellings of its players, in the given order. */
export const shown = (books: Books, fixture: NamedFixture = anyFixture): Record<string, string[]> => {
  const names = namePlayers(fixture, new Map(Object.entries(books)));
  return Object.fromEntries(
    Object.entries(books).map(([book, players]) => [
      book,
      players.map((player) => names.get(book)?.get(player) ?? "not named"),
    ]),
  );
};

export const expectJoined = (spellings: readonly string[], as: string, fixture = anyFixture): void => {
  const books = Object.fromEntries(spellings.map((spelling, index) => [`book${index}`, [spelling]]));
  expect(Object.values(shown(books, fixture)).flat()).toEqual(spellings.map(() => as));
};

export const expectApart = (books: Books, fixture = anyFixture): void => {
  expect(shown(books, fixture)).toEqual(books);
};
