/**
 * Python programs write NaN and Infinity into JSON for missing numbers. The pattern also finds `, NaN,` inside a string, so it is applied
 * only to text that is not valid JSON.
 */
const noNumber = /([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,\]}])/g;

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value of a JSON text, with null for NaN and Infinity; undefined if the text is not JSON. */
export const parseJson = (text: string): unknown =>
  tryParse(text) ?? tryParse(text.replace(noNumber, "$1null"));
