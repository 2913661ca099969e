import type { BoardFixture, BoardMarket } from "@/server/board/board";
import { wireOutcome, wirePropOutcome } from "@/server/board/wire";
import { namePlayers } from "@/server/matching/name-players";
import type { Outcome } from "@/server/prices/outcome";
import type { OddsFormat } from "@/server/prices/price";

/*
 * The JSON of a market's outcomes is made once for as long as the outcomes last: a check that finds the same prices, which is most of
 * them, changes only the times around it. It is kept with the outcomes and goes when they go, so it needs no bound of its own.
 */

type Players = BoardFixture["players"];
type Outcomes = readonly Outcome[];
type ShownName = (bookKey: string, player: string) => string;

const shownNames = new WeakMap<Players, ShownName>();

/** How a book's spelling of a player is shown. Most answers hold no player: names are joined when the first one is met. */
const shownNameIn = (players: Players): ShownName => {
  const known = shownNames.get(players);
  if (known !== undefined) return known;
  const shownName = namePlayers(players);
  shownNames.set(players, shownName);
  return shownName;
};

type Kept<T> = { readonly players: Players } & { [F in OddsFormat]?: T };

/** Keeps what `make` makes of a market's outcomes until the players' names that the fixture knows change. */
const keptWithOutcomes = <T>(
  make: (fixture: BoardFixture, bookKey: string, market: BoardMarket, oddsFormat: OddsFormat) => T,
) => {
  const kept = new WeakMap<Outcomes, Kept<T>>();
  return (fixture: BoardFixture, bookKey: string, market: BoardMarket, oddsFormat: OddsFormat): T => {
    const known = kept.get(market.outcomes);
    const valid: Kept<T> = known?.players === fixture.players ? known : { players: fixture.players };
    if (valid !== known) kept.set(market.outcomes, valid);
    const made = valid[oddsFormat] ?? make(fixture, bookKey, market, oddsFormat);
    valid[oddsFormat] = made;
    return made;
  };
};

/** The `outcomes` of a market in the odds answers, as JSON. */
export const outcomesJson = keptWithOutcomes((fixture, bookKey, { outcomes }, oddsFormat): string =>
  JSON.stringify(
    outcomes.map((outcome) =>
      wireOutcome(outcome, fixture, oddsFormat, (player) => shownNameIn(fixture.players)(bookKey, player)),
    ),
  ),
);

type PropRow = { readonly player: string; readonly point: number | undefined; readonly outcomes: Outcome[] };

const lineKey = (player: string, outcome: Outcome): string => `${outcome.point ?? ""}\n${player}`;

const nameOrder = new Intl.Collator("en");

const propRows = (outcomes: Outcomes, shownName: (player: string) => string): PropRow[] => {
  const rows = new Map<string, PropRow>();
  for (const outcome of outcomes) {
    if (outcome.player === undefined) continue;
    const player = shownName(outcome.player);
    const key = lineKey(player, outcome);
    const row = rows.get(key) ?? { player, point: outcome.point, outcomes: [] };
    rows.set(key, row);
    row.outcomes.push(outcome);
  }
  return [...rows.values()].sort(
    (a, b) => nameOrder.compare(a.player, b.player) || (a.point ?? 0) - (b.point ?? 0),
  );
};

/**
 * The prop rows of a market, by player, then line: each the JSON of an object without its opening brace, since the book that comes
 * first in it carries the time of the last check.
 */
export const propRowTails = keptWithOutcomes((fixture, bookKey, market, oddsFormat): readonly string[] => {
  const shownName = shownNameIn(fixture.players);
  return propRows(market.outcomes, (player) => shownName(bookKey, player)).map((row) =>
    JSON.stringify({
      player: row.player,
      stat: market.key,
      ...(row.point !== undefined && { point: row.point }),
      outcomes: row.outcomes.map((outcome) => wirePropOutcome(outcome, fixture, oddsFormat)),
    }).slice(1),
  );
});
