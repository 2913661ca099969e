/** A result has at most this many tokens, unless the caller asks for more rows with `limit`. */
export const defaultTokens = 8_000;

/** No result whose names are words has more tokens. Claude Code cuts a result at 25,000. */
export const maxTokens = 25_000;

/** What the summary and the fields of `result` can take at most. */
export const reservedTokens = 1_600;

/** Runs of letters, of digits, of characters beyond ASCII, and of punctuation. No token of o200k_base has letters and digits. */
const runs = /[A-Za-z]+|(\d+)|([^\0-\x7f]+)|[^A-Za-z\d\u{80}-\u{10ffff}]+/gu;

/**
 * More than the tokens of a row of a result whose names are words: a token for each two letters or marks, for each three digits, and for each
 * byte of the other characters. Rows of real prices have two thirds of these tokens. A row of names that are random letters or marks can have a
 * third more tokens than this.
 */
export const estimateTokens = (text: string): number => {
  let tokens = 0;
  for (const [run, digits, others] of text.matchAll(runs)) {
    if (others === undefined) tokens += Math.ceil(run.length / (digits === undefined ? 2 : 3));
    else tokens += Buffer.byteLength(run);
  }
  return tokens;
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
