import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { Sport } from "@/server/domain/catalogue/sports";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import type { Board, BoardFixture } from "@/server/market/board/board";
import { showNameIn } from "@/server/market/board/render-book";
import { type FoundGame, foundNext, maxChoices } from "@/server/web/mcp/find-game";
import { createMatchesWords } from "@/server/web/mcp/match-words";
import { shownText } from "@/server/web/mcp/shown-text";

const namesOf = new WeakMap<BoardFixture["players"], readonly string[]>();

/** The names under which a fixture's players are shown. */
const playersOf = (fixture: BoardFixture): readonly string[] => {
  const cached = namesOf.get(fixture.players);
  if (cached !== undefined) return cached;
  const showName = showNameIn(fixture);
  const names = new Set<string>();
  for (const [book, spellings] of fixture.players)
    for (const spelling of spellings.keys()) names.add(showName(book, spelling));
  namesOf.set(fixture.players, [...names]);
  return [...names];
};

/** Normalized name -> the name as it is shown. */
type Players = ReadonlyMap<string, string>;

/** The players of a fixture whose names fit. */
const fittingPlayers = (fixture: BoardFixture, fits: (name: string) => boolean): Players =>
  new Map(
    playersOf(fixture)
      .filter(fits)
      .map((name) => [normalizeName(name), name]),
  );

type PlayerGame = { readonly fixture: BoardFixture; readonly players: Players };

/** The games with a player whose whole name was given; without one, the games with a player whose name the given words begin. */
const gamesOf = (fixtures: readonly BoardFixture[], player: string): readonly PlayerGame[] => {
  const whole = normalizeName(player);
  const isWhole = (name: string): boolean => whole !== "" && normalizeName(name) === whole;
  for (const fits of [isWhole, createMatchesWords(player)]) {
    const games = fixtures
      .map((fixture) => ({ fixture, players: fittingPlayers(fixture, fits) }))
      .filter(({ players }) => players.size > 0);
    if (games.length > 0) return games;
  }
  return [];
};

/**
 * Finds the next game of a player. Several players may fit the name if all of them are in that game, because its result has them all.
 * @throws BAD_REQUEST if another game has a player who fits and is not in the next game; UNKNOWN_EVENT if no upcoming game of the league has
 * a player who fits.
 */
export const requireGameOfPlayer = (board: Board, sport: Sport, player: string, now: number): FoundGame => {
  const [next, ...later] = gamesOf(board.upcoming(sport.key, now), player);
  if (next === undefined)
    throw new ApiError("UNKNOWN_EVENT", {
      message: `No book has a player ${quoted(player)} in an upcoming game of ${sport.title}.`,
    });
  const all = new Map([...later, next].flatMap(({ players }) => [...players]));
  if (all.size > next.players.size)
    throw new ApiError("BAD_REQUEST", {
      message: `player: ${quoted(player)} fits ${[...all.values()].slice(0, maxChoices).map(shownText).join(", ")}. Send the full name, or fixture_id or team.`,
    });
  return foundNext(
    next.fixture,
    later.map(({ fixture }) => fixture),
    "player",
  );
};
