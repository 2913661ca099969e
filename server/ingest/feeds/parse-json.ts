/**
 * Python programs write NaN and Infinity into JSON for missing numbers. The pattern would also match inside a string (`"a, NaN, b"`), so it
 * is applied only to text that is not valid JSON.
 */
const nonFiniteLiteral = /([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,\]}])/g;

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value of a JSON text, with null for NaN and Infinity; undefined if the text is not JSON. */
export const parseJson = (text: string): unknown =>
  tryParse(text) ?? tryParse(text.replace(nonFiniteLiteral, "$1null"));
