import type { GammaMarket } from "@/server/ingest/feeds/polymarket/payload";
import type { Game, Rejection } from "@/server/ingest/feeds/polymarket/read-game";
import { type TopOfBook, takerPrices } from "@/server/ingest/feeds/polymarket/top-of-book";
import type { SnapshotOutcome } from "@/server/ingest/feeds/snapshot";
import { shown } from "@/server/ingest/feeds/untrusted";

/** A Yes/No market on one result, with its best prices or the reason why they cannot be used. */
export type Leg = { readonly market: GammaMarket; readonly top: TopOfBook | Rejection };

type Result = "home" | "draw" | "away";

const results: readonly Result[] = ["home", "draw", "away"];

/**
 * The result that a leg's question names. Undefined if the leg is not a Yes/No market with `negRisk`, or if its question names no result of
 * the game. Also undefined if the leg's title contradicts its question.
 */
const resultOf = (market: GammaMarket, game: Game): Result | undefined => {
  const { outcomes, question, groupItemTitle, negRisk } = market;
  if (negRisk !== true || outcomes.length !== 2 || outcomes[0] !== "Yes" || outcomes[1] !== "No")
    return undefined;
  const isTitled = (...titles: readonly string[]) => !groupItemTitle || titles.includes(groupItemTitle);
  if (question === `Will ${game.title} end in a draw?`)
    return isTitled("Draw", `Draw (${game.title})`) ? "draw" : undefined;
  const side = (["home", "away"] as const).find(
    (each) => question === `Will ${game[each]} win on ${game.date}?`,
  );
  return side !== undefined && isTitled(game[side]) ? side : undefined;
};

const rejection = (reason: string, detail: string): Rejection => ({ reason, detail });

/**
 * Reads the prices of home, draw and away from the Yes prices of three legs. If one price is missing, all three are rejected. The No prices
 * are not read, because our markets have no bet on "does not win".
 */
export const readThreeWay = (legs: readonly Leg[], game: Game): readonly SnapshotOutcome[] | Rejection => {
  const outcomes: SnapshotOutcome[] = [];
  const named = legs.map((leg) => ({ ...leg, result: resultOf(leg.market, game) }));
  const stray = named.find(({ result }) => result === undefined);
  if (stray !== undefined)
    return rejection(
      "disagreement",
      `it is not clear which result this leg is about: ${shown(stray.market.question)}`,
    );
  for (const result of results) {
    const [leg, ...others] = named.filter((each) => each.result === result);
    if (leg === undefined)
      return rejection(result === "draw" ? "draw_missing" : "side_missing", `no leg for ${result}`);
    if (others.length > 0) return rejection("disagreement", `${others.length + 1} legs for ${result}`);
    if ("reason" in leg.top) return leg.top;
    const [yes] = takerPrices(leg.top);
    if (yes === undefined)
      return rejection(result === "draw" ? "draw_missing" : "side_missing", `no price for ${result}`);
    outcomes.push({ side: result, ...yes });
  }
  return outcomes;
};
