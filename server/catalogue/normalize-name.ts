// Letters that NFKD leaves whole although other spellings of the same name use the plain letter.
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
 * A name in the form in which names are compared: no accents, lower case, `&` as "and", apostrophes dropped, initials joined
 * ("D.C." is "dc"), every other punctuation one space. Never shown and never part of an id.
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
