import { LRUCache } from "lru-cache";

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

const normalize = (name: string): string =>
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

/** Books repeat the same names in every snapshot. Looking a name up in this cache is ten times as fast as normalizing it. */
const normalized = new LRUCache<string, string>({ max: 20_000 });

/**
 * Returns the form of a name for comparison. It is in lower case, without accents and apostrophes, and with "and" for `&`. Initials are
 * joined: "D.C." becomes "dc". Other punctuation becomes a space. This form is never shown, and never part of an id.
 */
export const normalizeName = (name: string): string => {
  // A text that contains only digits and the letters a to z is already normalized. Most such texts are event ids, which would displace
  // names in the cache.
  if (/^[a-z0-9]*$/.test(name)) return name;
  const cached = normalized.get(name);
  if (cached !== undefined) return cached;
  const result = normalize(name);
  normalized.set(name, result);
  return result;
};
