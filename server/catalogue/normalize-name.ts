// NFKD does not decompose these letters, but other spellings of the same name use the plain letter.
const plainLetters: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ı", "i"],
  ["ħ", "h"],
  ["ŧ", "t"],
  ["ŋ", "n"],
  ["ĸ", "k"],
]);
const plainLetterPattern = new RegExp(`[${[...plainLetters.keys()].join("")}]`, "g");

const apostrophes = /['’‘‛ʼʻʹ′`´＇]/g;

/**
 * Returns a name in its compared form: lower case, no accents, `&` as "and", no apostrophes, initials joined ("D.C." becomes "dc"), any
 * other punctuation as one space. Never shown, and never part of an id.
 */
export const normalizeName = (name: string): string =>
  name
    .replace(apostrophes, "")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .replace(plainLetterPattern, (letter) => plainLetters.get(letter) ?? letter)
    .replace(/&(?:amp;)?/g, " and ")
    .replace(/(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
