const maxCharacters = 60;

/** Characters that a reader could take for markup, a quotation's end or a new line of the summary. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>[\](){}`*_#|\\"“”„«»~]+/gu;

/**
 * A name from a book, for the text of a summary: on one line, without markup, at most 60 characters and in quotation marks. A summary is read
 * by a language model, so a name must not look like a sentence of ours.
 */
export const shownText = (text: string): string => {
  const characters = [
    ...text
      .slice(0, 4 * maxCharacters)
      .replace(unsafe, " ")
      .replace(/\s+/g, " ")
      .trim(),
  ];
  const shown = characters.slice(0, maxCharacters).join("");
  return characters.length > maxCharacters ? `"${shown}…"` : `"${shown}"`;
};

/** A price with its sign if it is American: `+130`, `-110`, `1.91`. */
export const shownPrice = (price: number): string =>
  Number.isInteger(price) && price >= 100 ? `+${price}` : String(price);

const signedMarket = /^(?:alternate_)?spreads/;

/** A line, in a market of spreads with its sign: `+3.5`. Empty without a line. */
export const shownPoint = (market: string, point: number | undefined): string =>
  point === undefined ? "" : ` ${signedMarket.test(market) && point > 0 ? "+" : ""}${point}`;
