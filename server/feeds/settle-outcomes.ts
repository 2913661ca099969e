import { type RejectionTally, reject } from "@/server/feeds/rejection-tally";
import { orderOutcomes } from "@/server/prices/order-outcomes";
import type { Outcome } from "@/server/prices/outcome";

/** A market of these families with a single side says nothing that can be compared. */
const familiesOfSeveralSides = new Set(["h2h", "h2h_3_way"]);

const betOn = ({ side, point, team, player }: Outcome): string =>
  JSON.stringify([side, point ?? null, team ?? null, player ?? null]);

const samePrice = (a: Outcome, b: Outcome): boolean => JSON.stringify(a.price) === JSON.stringify(b.price);
const sameSize = (a: Outcome, b: Outcome): boolean =>
  a.size?.kind === b.size?.kind && a.size?.amount === b.size?.amount;

const withoutSize = ({ size: _, ...outcome }: Outcome): Outcome => outcome;

/**
 * What is left of one market's outcomes when they are judged together, in canonical order: exact repeats collapse, a bet at two prices
 * goes (nobody can say which is right), and so does a moneyline of one side. Of sizes that disagree at one price none is kept.
 *
 * @returns `hasConflict`: a bet was listed at two prices.
 */
export const settleOutcomes = (
  outcomes: readonly Outcome[],
  family: string,
  tally: RejectionTally,
  subject: string,
): { readonly outcomes: Outcome[]; readonly hasConflict: boolean } => {
  const bets = new Map<string, [Outcome, ...Outcome[]]>();
  for (const outcome of outcomes) {
    const bet = betOn(outcome);
    const known = bets.get(bet);
    if (known === undefined) bets.set(bet, [outcome]);
    else known.push(outcome);
  }

  const kept: Outcome[] = [];
  let hasConflict = false;
  for (const [first, ...others] of bets.values()) {
    if (others.some((other) => !samePrice(first, other))) {
      hasConflict = true;
      const prices = [first, ...others].map(({ price }) => JSON.stringify(price)).join(" and ");
      const conflict = { reason: "conflicting_prices", detail: `${first.side} at ${prices}` };
      reject(tally, conflict, others.length + 1, subject);
      continue;
    }
    tally.repeated += others.length;
    kept.push(others.every((other) => sameSize(first, other)) ? first : withoutSize(first));
  }

  if (kept.length === 1 && familiesOfSeveralSides.has(family)) {
    reject(tally, { reason: "one_sided", detail: `only ${kept[0]?.side}` }, 1, subject);
    return { outcomes: [], hasConflict };
  }
  return { outcomes: orderOutcomes(kept), hasConflict };
};
