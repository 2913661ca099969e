import { z } from "zod";
import type { FixtureOdds } from "@/server/web/mcp/price-lines";
import { shownText } from "@/server/web/mcp/shown-text";

type NamedGame = Pick<FixtureOdds, "id" | "home_team" | "away_team" | "commence_time">;

/** A row of a list of games: something of one game. */
type GameRow = { readonly game: NamedGame };

/** The fields that name a game in the data of a result. */
export const gameFields = {
  fixture_id: z.string(),
  start: z.string(),
  home: z.string(),
  away: z.string(),
};

export const describeGame = ({ id, commence_time, home_team, away_team }: NamedGame) => ({
  fixture_id: id,
  start: `${commence_time}`,
  home: home_team,
  away: away_team,
});

/** A game for a summary: both teams and the start. */
export const shownGame = ({ home_team, away_team, commence_time }: Omit<NamedGame, "id">): string =>
  `${shownText(away_team)} at ${shownText(home_team)}, ${commence_time}`;

/** Puts the rows of a page under their games. */
export const groupByGame = <Row extends GameRow, Game extends object, Line>(
  rows: readonly Row[],
  toGame: (game: Row["game"]) => Game,
  toLine: (row: Row) => Line,
): (Game & { lines: Line[] })[] => {
  const games = new Map<string, Game & { lines: Line[] }>();
  for (const row of rows) {
    const shown: Game & { lines: Line[] } = games.get(row.game.id) ?? { ...toGame(row.game), lines: [] };
    games.set(row.game.id, shown);
    shown.lines.push(toLine(row));
  }
  return [...games.values()];
};

const maxLines = 9;

/**
 * The lines of a summary: one per row if all rows are of one game, else one per game.
 * @param rowsPerGame how many rows of each of several games are shown.
 */
export const summarizeGames = <Row extends GameRow>(
  rows: readonly Row[],
  shownRow: (row: Row) => string,
  rowsPerGame: number,
): string[] => {
  const games = [...new Set(rows.map(({ game }) => game))];
  const [first] = games;
  if (first === undefined) return [];
  if (games.length === 1) return [shownGame(first), ...rows.slice(0, maxLines).map(shownRow)];
  return games.slice(0, maxLines).map((game) => {
    const ofGame = rows.filter((row) => row.game === game).slice(0, rowsPerGame);
    return `${shownGame(game)}: ${ofGame.map(shownRow).join("; ")}`;
  });
};
