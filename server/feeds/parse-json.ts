/** Recorders written in Python put these in place of numbers that they do not have. */
const noNumber = /([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,\]}])/g;

const tryParse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The value of a JSON text, with null for NaN and Infinity; undefined when it is no JSON. */
export const parseJson = (text: string): unknown =>
  tryParse(text) ?? tryParse(text.replace(noNumber, "$1null"));
