/** JSON with more levels is rejected. A snapshot has only 8: its object, events, event, markets, market, outcomes, outcome and size. */
const maxDepth = 32;

const quote = 0x22;
const backslash = 0x5c;
const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;

/** Whether JSON is nested far more deeply than any snapshot. `JSON.parse` takes seconds for 4 MB of brackets; this scan takes milliseconds. */
export const isTooDeep = (json: string): boolean => {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (isInString) {
      if (code === backslash) index += 1;
      else if (code === quote) isInString = false;
    } else if (code === quote) isInString = true;
    else if (isOpening(code)) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (isClosing(code)) depth -= 1;
  }
  return false;
};
