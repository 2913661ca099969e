/** A result has at most this many tokens, unless the caller asks for more rows with `limit`. */
export const defaultTokens = 8_000;

/** No result has more tokens. Claude Code cuts a result at 25,000. */
export const maxTokens = 25_000;

/** What the summary and the fields of `result` can take at most. */
export const reservedTokens = 1_600;

const nonAscii = /[^\0-\x7f]+/g;

/**
 * More than the tokens of a row of a result: half a token for each ASCII character, and one for each byte of the others. JSON of prices has
 * 2.4 to 3 characters per token of o200k_base, and no tokenizer needs more than a token per byte.
 */
export const estimateTokens = (text: string): number => {
  const bytes = Buffer.byteLength(text);
  if (bytes === text.length) return Math.ceil(bytes / 2);
  const ascii = text.replace(nonAscii, "").length;
  return Math.ceil(ascii / 2) + bytes - ascii;
};

/**
 * The rows from `offset` on that fit into `tokens` as JSON.
 * @param shownAs what of a row the result contains, given the row before it in the result.
 */
export const fitRows = <T>(
  rows: readonly T[],
  { offset, maxRows, tokens }: { readonly offset: number; readonly maxRows: number; readonly tokens: number },
  shownAs: (row: T, previous: T | undefined) => unknown,
): T[] => {
  const taken: T[] = [];
  let used = 0;
  for (const row of rows.slice(offset, offset + maxRows)) {
    used += estimateTokens(JSON.stringify(shownAs(row, taken.at(-1)))) + 1;
    if (used > tokens) break;
    taken.push(row);
  }
  return taken;
};
