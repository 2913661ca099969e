import type { Side } from "@/server/domain/catalogue/sides";
import type { Outcome } from "@/server/domain/prices/outcome";
import type { Price } from "@/server/domain/prices/price";

/*
 * The stored form of a market. It is short, so that archive rows are small. It is text, so that people can read it in psql.
 * Each line is one outcome: side, team, price, `@` and point, `$` and size, `~` and player.
 * An American price begins with its sign, and a probability begins with `p`.
 * In place of `@` and a point, `=` means the previous point, and `!` means its negative. `~` without a name means the previous player.
 * Here are the texts of four markets, side by side:
 *   h-110@-3.5          oH1.91@24.5          o-115@249.5~Josh Allen        yp0.54$c:1200
 *   a-110!              uH1.91=              u-105=~
 */
const sideLetters: Readonly<Record<Side, string>> = {
  home: "h",
  away: "a",
  draw: "d",
  over: "o",
  under: "u",
  yes: "y",
  no: "n",
};
const sideOfLetter = new Map(Object.entries(sideLetters).map(([side, letter]) => [letter, side as Side]));
const sizeLetters = new Map([
  ["posted_limit", "l"],
  ["resting_depth", "d"],
  ["contracts", "c"],
]);
const sizeOfLetter = new Map([...sizeLetters].map(([kind, letter]) => [letter, kind]));

/**
 * The text of a size's `kind` that is not in `sizeLetters`: a `*`, then the kind. Without the `*`, a kind named "c" would be read as the
 * letter for "contracts".
 */
const spelledOut = (kind: string): string => `*${encodeURIComponent(kind).replaceAll("~", "%7E")}`;

const sizeKindOf = (text: string): string =>
  text.startsWith("*") ? decodeURIComponent(text.slice(1)) : (sizeOfLetter.get(text) ?? text);

const priceText = (price: Price): string => {
  if ("american" in price) return price.american > 0 ? `+${price.american}` : String(price.american);
  return "decimal" in price ? String(price.decimal) : `p${price.probability}`;
};

const pointText = (point: number | undefined, previous: number | undefined): string => {
  if (point === undefined) return "";
  if (point === previous) return "=";
  return previous !== undefined && previous !== 0 && point === -previous ? "!" : `@${point}`;
};

/** Encodes a market's outcomes. Equal outcomes in equal order give equal texts. A withdrawn market (no outcomes) is the empty text. */
export const encodeOutcomes = (outcomes: readonly Outcome[]): string => {
  let previousPoint: number | undefined;
  let previousPlayer: string | undefined;
  const lines = outcomes.map((outcome) => {
    let line = sideLetters[outcome.side];
    if (outcome.team !== undefined) line += outcome.team === "home" ? "H" : "A";
    line += priceText(outcome.price) + pointText(outcome.point, previousPoint);
    if (outcome.size !== undefined) {
      const { kind, amount } = outcome.size;
      line += `$${sizeLetters.get(kind) ?? spelledOut(kind)}:${amount}`;
    }
    if (outcome.player !== undefined) line += `~${outcome.player === previousPlayer ? "" : outcome.player}`;
    if (outcome.point !== undefined) previousPoint = outcome.point;
    previousPlayer = outcome.player ?? previousPlayer;
    return line;
  });
  return lines.join("\n");
};

/** The stored text without sizes. Two markets that differ only in their sizes then have equal texts. */
export const withoutSizes = (text: string): string =>
  text.includes("$") ? text.replace(/^([^~\n]*?)\$[^~\n]*/gm, "$1") : text;

const linePattern =
  /^([hadouyn])([HA]?)([p+-]?)([\d.]+(?:e[+-]?\d+)?)(?:@(-?[\d.]+(?:e[+-]?\d+)?)|([=!]))?(?:\$([^:]+):([^~]+))?(?:~(.*))?$/;

const decodePrice = (mark: string | undefined, digits: string | undefined): Price => {
  const value = Number(digits);
  if (mark === "+") return { american: value };
  if (mark === "-") return { american: -value };
  return mark === "p" ? { probability: value } : { decimal: value };
};

/** Decodes a stored text. @throws Error on a text that `encodeOutcomes` did not create. */
export const decodeOutcomes = (text: string): Outcome[] => {
  if (text === "") return [];
  let previousPoint: number | undefined;
  let previousPlayer: string | undefined;
  return text.split("\n").map((line) => {
    const parts = linePattern.exec(line);
    const side = sideOfLetter.get(parts?.[1] ?? "");
    if (parts === null || side === undefined)
      throw new Error(`Not a stored outcome: ${JSON.stringify(line)}`);
    const [, , team, mark, digits, pointDigits, pointMark, sizeKind, amount, playerText] = parts;
    const outcome: { -readonly [K in keyof Outcome]: Outcome[K] } = {
      side,
      price: decodePrice(mark, digits),
    };
    if (pointDigits !== undefined) outcome.point = Number(pointDigits);
    else if (pointMark !== undefined && previousPoint !== undefined)
      outcome.point = pointMark === "=" ? previousPoint : -previousPoint;
    if (team !== "") outcome.team = team === "H" ? "home" : "away";
    if (sizeKind !== undefined) outcome.size = { kind: sizeKindOf(sizeKind), amount: Number(amount) };
    if (playerText !== undefined) outcome.player = playerText === "" ? (previousPlayer ?? "") : playerText;
    previousPoint = outcome.point ?? previousPoint;
    previousPlayer = outcome.player ?? previousPlayer;
    return outcome;
  });
};
