import { getOrInsert } from "@/server/domain/collections";
import type { Lean, SidesReading } from "@/server/domain/prices/inverted/read-sides";

/**
 * `unjudged`: too few other books, no clear favourite, or prices that support neither verdict. A withheld book then stays withheld, and a
 * served book stays served.
 */
export type SidesVerdict = "fits" | "inverted" | "unjudged";

/**
 * A consensus exists only if at least `minAgreeing` of the other books, and at least `agreeingShare` of them, do not clearly contradict it.
 */
const minAgreeing = 4;
const agreeingShare = 3 / 4;
const minFavourite = 0.6;

/** An inverted book is at least this many times nearer to the mirrored consensus (with home and away swapped) than to the consensus. */
const minNearerRatio = 4;

/**
 * A book counts as inverted only if the probability of its favourite is at least 1.39 times that of the other team. A correct book may move
 * a favourite from 0.60 to 0.42 before the other books do. The other team is then at 0.58, and the ratio is 0.58 / 0.42 = 1.381. Rounding
 * to ticks of 0.01 can raise this ratio, but it stays below 1.389.
 */
const minInvertedLean = Math.log(1.39);

/**
 * A book fits if it is at least `minFitRatio` times nearer to the consensus than to the mirrored consensus. The consensus must also lean to
 * one team by at least `minLeanToFit` (0.54 to 0.46).
 */
const minFitRatio = 2;
const minLeanToFit = 0.16;

/**
 * A lean of at least this much (0.55 to 0.45) clearly favours a team. A smaller lean of another book does not contradict the consensus. A
 * smaller lean in the judged book's other market does not prevent a verdict.
 */
const clearLean = 0.2;

type Consensus = { readonly lean: number; readonly favourite: number };

/** The median of all values in `sorted` except `own`, which `sorted` contains. */
const medianOfOthers = (sorted: Float64Array, own: number): number => {
  const other = (index: number): number => {
    const value = sorted[index] ?? Number.NaN;
    return own > value ? value : (sorted[index + 1] ?? Number.NaN);
  };
  const others = sorted.length - 1;
  return (other(Math.floor((others - 1) / 2)) + other(Math.floor(others / 2))) / 2;
};

/** Creates a value on first use. */
const once = <T>(create: () => T): (() => T) => {
  let created: { readonly value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
};

// `Float64Array.from` and `flatMap` take several times as long as the constructor, `map` and `filter`.
const sortedBy = (leans: readonly Lean[], key: keyof Lean): Float64Array =>
  new Float64Array(leans.map((lean) => lean[key])).sort();

/**
 * Creates a function that takes one lean of `leans` and returns the consensus of the others. It returns undefined if there are too few
 * others, or if too many of them clearly contradict their median.
 */
const createConsensus = (leans: readonly Lean[]): ((own: Lean) => Consensus | undefined) => {
  const others = leans.length - 1;
  const needed = Math.max(minAgreeing, agreeingShare * others);
  if (others < needed) return () => undefined;
  const sortedLeans = sortedBy(leans, "lean");
  // Each array is sorted on first use. Usually all books have the same favourite, so only one of the two arrays is needed.
  const sorted = { home: once(() => sortedBy(leans, "home")), away: once(() => sortedBy(leans, "away")) };
  const opposing = (towards: number): number =>
    leans.filter(({ lean }) => towards * lean <= -clearLean).length;
  const opposed = { home: opposing(1), away: opposing(-1) };
  return (own) => {
    const lean = medianOfOthers(sortedLeans, own.lean);
    const favourite = lean > 0 ? "home" : "away";
    const ownIsOpposed = Math.sign(lean) * own.lean <= -clearLean;
    if (others - opposed[favourite] + (ownIsOpposed ? 1 : 0) < needed) return undefined;
    return { lean, favourite: medianOfOthers(sorted[favourite](), own[favourite]) };
  };
};

const medianOf = (sorted: Float64Array): number => {
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2;
};

/** The lean of a source: the median of its books. */
const medianLean = (leans: readonly Lean[]): Lean => {
  const [only] = leans;
  if (only !== undefined && leans.length === 1) return only;
  const median = (key: keyof Lean): number => medianOf(sortedBy(leans, key));
  return { lean: median("lean"), home: median("home"), away: median("away") };
};

/** `contradicted`: the book's own source has a consensus, but another source clearly contradicts it. */
type SourcedConsensus = Consensus | "contradicted" | undefined;

type Sourced = { readonly source: string; readonly lean: Lean };

/**
 * Creates a function that returns the consensus against which a book is judged. The consensus of the other sources decides, each with one
 * vote. Without it, the other books of the book's own source decide, unless another source clearly contradicts them. So no source can get
 * a book of another source withheld on its own, but a book that an aggregator lists with swapped sides is found.
 */
const createSourcedConsensus = (sourced: readonly Sourced[]): ((own: Sourced) => SourcedConsensus) => {
  if (new Set(sourced.map(({ source }) => source)).size === sourced.length) {
    const ofOthers = createConsensus(sourced.map(({ lean }) => lean));
    return ({ lean }) => ofOthers(lean);
  }
  const bySource = new Map<string, Lean[]>();
  for (const { source, lean } of sourced) {
    getOrInsert(bySource, source, () => []).push(lean);
  }
  const medians = new Map([...bySource].map(([source, leans]) => [source, medianLean(leans)]));
  const ofSources = createConsensus([...medians.values()]);
  const ofMates = new Map<string, (own: Lean) => Consensus | undefined>();
  const byMates = ({ source, lean }: Sourced): SourcedConsensus => {
    const consensusOf = getOrInsert(ofMates, source, () => createConsensus(bySource.get(source) ?? []));
    const consensus = consensusOf(lean);
    if (consensus === undefined) return undefined;
    const towards = Math.sign(consensus.lean);
    for (const [other, median] of medians)
      if (other !== source && towards * median.lean <= -clearLean) return "contradicted";
    return consensus;
  };
  return (own) => {
    const median = medians.get(own.source);
    return (median && ofSources(median)) ?? byMates(own);
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
 * Judges whether books have swapped the home and away sides of one fixture. A source can list the right names
 * with swapped prices, which no check of names finds. So the prices of each book are compared with those of the other books.
 *
 * The consensus for a book is the median lean of the other independent sources in one market that the book quotes (see `Lean`). All books of
 * one source together have one lean, their median. The consensus exists only if at least four of the other sources, and at least three
 * quarters of them, do not clearly contradict their median (by favouring the other team). If it does not exist, the other books of the
 * book's own source form the consensus in the same way. If another source clearly contradicts that consensus, there is no verdict. The
 * market is the moneyline (`h2h`, else `h2h_3_way`). If the book quotes no moneyline, or if no moneyline consensus exists, the market is the
 * main spread.
 *
 * A book is inverted if all of this is true:
 * - The median probability that the other books give their favourite is at least 0.60.
 * - The book's lean is at least four times nearer to the mirrored consensus than to the consensus.
 * - The probability of the book's own favourite is at least 1.39 times that of the other team.
 * - The book's other market does not clearly favour the same team as the consensus.
 *
 * These limits come from recordings of ten sports. The recordings contain 150,000 moneylines, of 91 books, for which the consensus gives
 * one team 0.60 or more. Each lean was divided by its consensus. All quotients but six are between 0.40 and 1.40, and those six are
 * between -0.47 and 0.25. To be judged inverted, a book needs a quotient that is at least four times nearer to -1 than to 1, which means
 * between -1.67 and -0.60. The lowest quotient is -0.47, so no correct book is withheld. Then the sides of each moneyline were swapped in
 * turn. Only 16 of the swapped moneylines were still served.
 *
 * If about three quarters of the sources or more are inverted, they form the consensus, and correct books can be judged inverted.
 *
 * @param readings the leans of all books whose last check is recent. Each of these books counts towards the consensus.
 * @param sourceOf the independent source that states a book's prices; by default, each book is a source of its own.
 * @param keys the books to judge, by default all.
 */
export const judgeSides = (
  readings: ReadonlyMap<string, SidesReading>,
  sourceOf: (key: string) => string = (key) => key,
  keys: Iterable<string> = readings.keys(),
): ReadonlyMap<string, SidesVerdict> => {
  const sourcedLeans = (market: keyof SidesReading): Sourced[] => {
    const leans: Sourced[] = [];
    for (const [key, reading] of readings) {
      const lean = reading[market];
      if (lean !== undefined) leans.push({ source: sourceOf(key), lean });
    }
    return leans;
  };
  const ofMoneylines = createSourcedConsensus(sourcedLeans("moneyline"));
  // Created on first use, because it is needed only if a book has no moneyline consensus.
  const ofSpreads = once(() => createSourcedConsensus(sourcedLeans("spread")));
  const verdictOn = (source: string, { moneyline, spread }: SidesReading): SidesVerdict => {
    const byMoneyline = moneyline && ofMoneylines({ source, lean: moneyline });
    // The spread must not decide here: another source would then get a book judged that its own source leaves unjudged.
    if (byMoneyline === "contradicted") return "unjudged";
    if (moneyline && byMoneyline) return judge(moneyline, spread, byMoneyline);
    const bySpread = spread && ofSpreads()({ source, lean: spread });
    return spread && bySpread && bySpread !== "contradicted"
      ? judge(spread, moneyline, bySpread)
      : "unjudged";
  };
  const verdicts = new Map<string, SidesVerdict>();
  for (const key of keys) {
    const reading = readings.get(key);
    if (reading !== undefined) verdicts.set(key, verdictOn(sourceOf(key), reading));
  }
  return verdicts;
};
