/** What a book thinks of one period of a fixture, asked as the questions that markets ask. Probabilities are fair: no margin in them. */
export type Chances = {
  /** Mean of home minus away, and of both together. */
  readonly margin: number;
  readonly total: number;
  readonly home: number;
  readonly draw: number;
  readonly away: number;
  /** Home plus `line` beats away, stakes returned on a tie left out. */
  readonly covers: (line: number) => number;
  readonly over: (line: number) => number;
  readonly teamOver: (team: "home" | "away", line: number) => number;
  readonly teamMean: (team: "home" | "away") => number;
  readonly bothScore: number;
};

/** The normal distribution function (Abramowitz and Stegun 26.2.17, exact to 1e-7). */
const normal = (z: number): number => {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const poly =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = 0.3989422804014327 * Math.exp((-z * z) / 2) * poly;
  return z >= 0 ? 1 - tail : tail;
};

/** P(value > line) for a whole-numbered value that is near normal; a value equal to the line is left out. */
const above = (mean: number, deviation: number, line: number): number => {
  const more = normal((mean - (Math.floor(line) + 0.5)) / deviation);
  const less = normal((Math.ceil(line) - 0.5 - mean) / deviation);
  return more / (more + less);
};

/** Chances of a count around `mean` to exceed the line. */
export const countAbove = (mean: number, deviation: number, line: number): number =>
  above(mean, deviation, line);

/** Many points: normal margin and total. */
export const pointChances = (
  margin: number,
  total: number,
  marginDeviation: number,
  totalDeviation: number,
): Chances => {
  const win = normal((margin - 0.5) / marginDeviation);
  const lose = normal((-margin - 0.5) / marginDeviation);
  const teamDeviation = Math.sqrt(marginDeviation ** 2 + totalDeviation ** 2) / 2;
  const teamMean = (team: "home" | "away") => (team === "home" ? total + margin : total - margin) / 2;
  return {
    margin,
    total,
    home: win,
    draw: 1 - win - lose,
    away: lose,
    covers: (line) => above(margin, marginDeviation, -line),
    over: (line) => above(total, totalDeviation, line),
    teamOver: (team, line) => above(teamMean(team), teamDeviation, line),
    teamMean,
    bothScore: 0.5,
  };
};

const poisson = (mean: number): number[] => {
  const most = Math.ceil(mean + 6 * Math.sqrt(mean) + 4);
  const shares = [Math.exp(-mean)];
  for (let count = 1; count <= most; count++) shares.push(((shares[count - 1] ?? 0) * mean) / count);
  return shares;
};

const sumAbove = (shares: readonly number[], line: number, from = 0): number => {
  let more = 0;
  let less = 0;
  for (const [index, share] of shares.entries()) {
    if (index + from > line) more += share;
    else if (index + from < line) less += share;
  }
  return more / (more + less);
};

/** Few goals: each team's are counted by a Poisson distribution of its own. */
export const goalChances = (homeMean: number, awayMean: number): Chances => {
  const home = poisson(homeMean);
  const away = poisson(awayMean);
  const lowest = 1 - away.length;
  const margins = new Array<number>(home.length + away.length - 1).fill(0);
  const totals = new Array<number>(home.length + away.length - 1).fill(0);
  for (const [scored, share] of home.entries())
    for (const [conceded, other] of away.entries()) {
      const both = share * other;
      margins[scored - conceded - lowest] = (margins[scored - conceded - lowest] ?? 0) + both;
      totals[scored + conceded] = (totals[scored + conceded] ?? 0) + both;
    }
  const draw = margins[-lowest] ?? 0;
  const homeOnly = sumAbove(margins, 0, lowest);
  return {
    margin: homeMean - awayMean,
    total: homeMean + awayMean,
    home: homeOnly * (1 - draw),
    draw,
    away: (1 - homeOnly) * (1 - draw),
    covers: (line) => sumAbove(margins, -line, lowest),
    over: (line) => sumAbove(totals, line),
    teamOver: (team, line) => sumAbove(team === "home" ? home : away, line),
    teamMean: (team) => (team === "home" ? homeMean : awayMean),
    bothScore: (1 - (home[0] ?? 0)) * (1 - (away[0] ?? 0)),
  };
};
