import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { getOrInsert } from "@/server/domain/collections";
import { type Books, expectApart, nbaFixture, shown } from "@/server/domain/players/testing/players";

type PropRow = { game_id: string; bookmaker: string; player: string };

const propsPath = join(process.env.ODDS_SAMPLES ?? "../shared/samples", "props_nba_6books_2026-03-11.json");
const noProps = !existsSync(propsPath);
if (noProps) process.stderr.write(`skipped: tests of recorded player props (${propsPath} is absent)\n`);

const recordedGames = (): Books[] => {
  const { props }: { props: PropRow[] } = JSON.parse(readFileSync(propsPath, "utf8"));
  const games = new Map<string, Map<string, Set<string>>>();
  for (const { game_id, bookmaker, player } of props) {
    const books = getOrInsert(games, game_id, () => new Map<string, Set<string>>());
    books.set(bookmaker, (books.get(bookmaker) ?? new Set()).add(player));
  }
  return [...games.values()].map((books) =>
    Object.fromEntries([...books].map(([book, players]) => [book, [...players]])),
  );
};

describe.skipIf(noProps)("recorded NBA props of six books", () => {
  test("the recorded spellings of players are displayed unchanged", () => {
    const games = recordedGames();
    expect(games).toHaveLength(6);
    for (const books of games) expectApart(books, nbaFixture);
  });

  test.each([
    ["with initials", (name: string) => name.replace(/^(\p{L})\S*/u, "$1.")],
    ["without suffixes", (name: string) => name.replace(/ (?:Jr|III)$/, "")],
    ["in upper case", (name: string) => name.toUpperCase()],
    ["without punctuation", (name: string) => name.replace(/[.']/g, "").replace(/-/g, " ")],
    ["with the surname first", (name: string) => name.replace(/^(\S+) (.*)$/, "$2, $1")],
    ["with three letters of the given name", (name: string) => name.replace(/^(\p{L}{3})\S*/u, "$1")],
  ])("if a seventh book writes names %s, each is joined to the right player or not at all", (_, write) => {
    let joined = 0;
    for (const books of recordedGames()) {
      const players = [...new Set(Object.values(books).flat())];
      const written = players.map(write);
      const result = shown({ ...books, seventh: written }, nbaFixture);
      for (const [index, name] of (result.seventh ?? []).entries()) {
        if (name === written[index] && name !== players[index]) continue;
        expect(name).toBe(players[index]);
        joined += 1;
      }
      for (const [book, names] of Object.entries(books)) expect(result[book]).toEqual(names);
    }
    expect(joined).toBe(81);
  });

  test("a seventh book's spellings of four recorded players are joined to these players", () => {
    const pelicans = recordedGames().find((books) => Object.values(books).flat().includes("Trey Murphy III"));
    const result = shown(
      {
        ...pelicans,
        seventh: ["RJ Barrett", "Trey Murphy", "Ja Kobe Walter", "Ingram, Brandon"],
      },
      nbaFixture,
    );
    expect(result.seventh).toEqual(["R.J. Barrett", "Trey Murphy III", "Ja'Kobe Walter", "Brandon Ingram"]);
  });
});
