import type { Lean, SidesReading } from "@/server/prices/inverted/read-sides";

/** `unjudged`: too few other books, no clear favourite, or prices that fit neither view. It changes nothing. */
export type SidesVerdict = "fits" | "inverted" | "unjudged";

/** Other books that have to quote the market without favouring the other team, in number and as a share of all others. */
const minWitnesses = 4;
const witnessShare = 3 / 4;
const lowestFavourite = 0.6;

/** How many times nearer to the mirrored consensus than to the consensus an inverted book is. */
const timesNearer = 4;

/**
 * An inverted book has its favourite at 1.39 to 1 or more. One that has moved from 0.60 to 0.42 before the others is at 1.381 to 1,
 * and at less than 1.389 with prices in ticks of 0.01.
 */
const leastInvertedLean = Math.log(1.39);

/** A book fits that is this many times nearer to the consensus, where the consensus leans at all (0.54 to 0.46). */
const timesNearerToFit = 2;
const leastLeanToFit = 0.16;

/** A smaller lean (0.55 to 0.45) contradicts nothing. */
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

/** The consensus of the others, for each book. Undefined where they are too few, or too many of them clearly favour the other team. */
const createConsensus = (leans: readonly Lean[]): ((own: Lean) => Consensus | undefined) => {
  const others = leans.length - 1;
  const needed = Math.max(minWitnesses, witnessShare * others);
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
    const ownOpposes = Math.sign(lean) * own.lean <= -clearLean;
    if (others - opposed[favourite] + (ownOpposes ? 1 : 0) < needed) return undefined;
    return { lean, favourite: medianOfOthers(sorted[favourite], own[favourite]) };
  };
};

/** `second`: the book's lean in its other market. */
const judge = (own: Lean, second: Lean | undefined, consensus: Consensus): SidesVerdict => {
  const size = Math.abs(consensus.lean);
  const towards = Math.sign(consensus.lean);
  const lean = towards * own.lean;
  const secondLean = second === undefined ? 0 : towards * second.lean;
  const fromConsensus = Math.abs(lean - size);
  const fromMirrored = Math.abs(lean + size);
  if (size >= leastLeanToFit && timesNearerToFit * fromConsensus <= fromMirrored)
    return secondLean <= -clearLean ? "unjudged" : "fits";
  const isInverted =
    consensus.favourite >= lowestFavourite &&
    lean <= -leastInvertedLean &&
    timesNearer * fromMirrored <= fromConsensus &&
    secondLean < clearLean;
  return isInverted ? "inverted" : "unjudged";
};

/**
 * Judges whether books of one fixture quote its teams the wrong way round. A source that swaps the sides under the right names passes
 * every check of names, so its prices are compared with the other books'.
 *
 * A book's consensus is the median lean of the others (see `Lean`): of the moneyline (`h2h`, else `h2h_3_way`) where the book and at
 * least four others quote one, else of the main spread. No more than a quarter of the others, leaving at least four, may clearly favour
 * the other team. A book is inverted when the others' median favourite is at least 0.60, the book's lean is at least four times nearer
 * to the mirrored consensus, its own favourite is at 1.39 to 1 or more, and its other market does not clearly contradict. Leans leave
 * the draw out, so mirroring keeps it.
 *
 * The numbers come from recordings: 150,000 moneylines of 91 books beside such favourites, in ten sports. Relative to the consensus, all
 * leans but six lie between 0.40 and 1.40, those six between -0.47 and 0.25; so a factor of four, which reaches from -0.60 to -1.67,
 * withholds no correct book. It leaves 16 of them served whose sides are swapped on purpose.
 *
 * Where more of the others favour the other team, nobody can tell which books are inverted and none is judged. Where more than three
 * quarters of the books are inverted, they are the consensus.
 *
 * @param readings of the books whose last check is within their rhythm; all of them are witnesses.
 * @param keys of the books to judge: all where absent.
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
