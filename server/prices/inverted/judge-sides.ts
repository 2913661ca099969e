import type { Lean, SidesReading } from "@/server/prices/inverted/read-sides";

/** `unjudged`: too few other books, no clear favourite, or prices that support neither verdict. The book's state stays as it is. */
export type SidesVerdict = "fits" | "inverted" | "unjudged";

/** At least this many other books, and this share of them, must quote the market without clearly favouring the other team. */
const minAgreeing = 4;
const agreeingShare = 3 / 4;
const minFavourite = 0.6;

/** An inverted book is at least this many times nearer to the mirrored consensus than to the consensus. */
const minNearerRatio = 4;

/**
 * A book counts as inverted only if it has its favourite at 1.39 to 1 or more. A correct book that moved from 0.60 to 0.42 before the
 * others is at 1.381 to 1. Rounding its prices to ticks of 0.01 raises this to less than 1.389.
 */
const minInvertedLean = Math.log(1.39);

/**
 * A book fits if it is at least this many times nearer to the consensus than to the mirrored consensus, and the consensus leans at least
 * this much (0.54 to 0.46).
 */
const minFitRatio = 2;
const minLeanToFit = 0.16;

/** A lean of at least this much (0.55 to 0.45) clearly favours a team. A smaller one contradicts nothing. */
const clearLean = 0.2;

type Consensus = { readonly lean: number; readonly favourite: number };

/** The median of sorted values without one of them, `own`. */
const medianOfOthers = (sorted: Float64Array, own: number): number => {
  const other = (index: number): number => {
    const value = sorted[index] ?? Number.NaN;
    return own > value ? value : (sorted[index + 1] ?? Number.NaN);
  };
  const others = sorted.length - 1;
  return (other(Math.floor((others - 1) / 2)) + other(Math.floor(others / 2))) / 2;
};

const sortedBy = (leans: readonly Lean[], key: keyof Lean): Float64Array =>
  Float64Array.from(leans, (lean) => lean[key]).sort();

/** Creates a function from one book's lean to the consensus of the others: undefined if the others are too few or clearly disagree. */
const createConsensus = (leans: readonly Lean[]): ((own: Lean) => Consensus | undefined) => {
  const others = leans.length - 1;
  const needed = Math.max(minAgreeing, agreeingShare * others);
  if (others < needed) return () => undefined;
  const sorted = {
    lean: sortedBy(leans, "lean"),
    home: sortedBy(leans, "home"),
    away: sortedBy(leans, "away"),
  };
  const opposing = (towards: number): number =>
    leans.filter(({ lean }) => towards * lean <= -clearLean).length;
  const opposed = { home: opposing(1), away: opposing(-1) };
  return (own) => {
    const lean = medianOfOthers(sorted.lean, own.lean);
    const favourite = lean > 0 ? "home" : "away";
    const ownIsOpposed = Math.sign(lean) * own.lean <= -clearLean;
    if (others - opposed[favourite] + (ownIsOpposed ? 1 : 0) < needed) return undefined;
    return { lean, favourite: medianOfOthers(sorted[favourite], own[favourite]) };
  };
};

/** @param second the book's lean in its other market. */
const judge = (own: Lean, second: Lean | undefined, consensus: Consensus): SidesVerdict => {
  const size = Math.abs(consensus.lean);
  const towards = Math.sign(consensus.lean);
  const lean = towards * own.lean;
  const secondLean = second === undefined ? 0 : towards * second.lean;
  const fromConsensus = Math.abs(lean - size);
  const fromMirrored = Math.abs(lean + size);
  if (size >= minLeanToFit && minFitRatio * fromConsensus <= fromMirrored)
    return secondLean <= -clearLean ? "unjudged" : "fits";
  const isInverted =
    consensus.favourite >= minFavourite &&
    lean <= -minInvertedLean &&
    minNearerRatio * fromMirrored <= fromConsensus &&
    secondLean < clearLean;
  return isInverted ? "inverted" : "unjudged";
};

/**
 * Judges whether books of one fixture have its sides inverted. A source that swaps the prices under the right names passes every check of
 * names, so its prices are compared with those of the other books.
 *
 * The consensus for a book is the median lean of the others (see `Lean`): of their moneylines (`h2h`, else `h2h_3_way`) if the book and
 * at least four others quote one, else of their main spreads. At most a quarter of the others may clearly favour the other team, and at
 * least four must not. A book is inverted when the others' median favourite is at least 0.60 and the book's lean is at least four times
 * nearer to the mirrored consensus. Its own favourite must be at 1.39 to 1 or more, and its other market must not clearly contradict.
 * Leans leave the draw out, so mirroring does not affect it.
 *
 * The numbers come from recordings: 150,000 moneylines of 91 books with such a consensus, in ten sports. As multiples of the consensus,
 * all leans but six are between 0.40 and 1.40, and those six between -0.47 and 0.25. Four times nearer to -1 than to 1 means between -1.67
 * and -0.60, so no correct book is withheld. With the sides of each of these books swapped in turn, 16 stay served.
 *
 * If more than a quarter of the others favour the other team, no book is judged. If more than three quarters of the books are inverted,
 * they form the consensus.
 *
 * @param readings of the books with a recent last check. Each of them counts towards the consensus.
 * @param keys of the books to judge; all if absent.
 */
export const judgeSides = (
  readings: ReadonlyMap<string, SidesReading>,
  keys: Iterable<string> = readings.keys(),
): ReadonlyMap<string, SidesVerdict> => {
  const all = [...readings.values()];
  const ofMoneylines = createConsensus(all.flatMap(({ moneyline }) => moneyline ?? []));
  const ofSpreads = createConsensus(all.flatMap(({ spread }) => spread ?? []));
  const verdictOn = ({ moneyline, spread }: SidesReading): SidesVerdict => {
    const byMoneyline = moneyline && ofMoneylines(moneyline);
    if (moneyline && byMoneyline) return judge(moneyline, spread, byMoneyline);
    const bySpread = spread && ofSpreads(spread);
    return spread && bySpread ? judge(spread, moneyline, bySpread) : "unjudged";
  };
  const verdicts = new Map<string, SidesVerdict>();
  for (const key of keys) {
    const reading = readings.get(key);
    if (reading !== undefined) verdicts.set(key, verdictOn(reading));
  }
  return verdicts;
};
