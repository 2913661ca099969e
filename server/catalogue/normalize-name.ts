// Letters that NFKD leaves whole although other spellings of the same name use the plain letter.
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ĸ: "k",
};
const plainLetterPattern = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

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
    .replace(plainLetterPattern, (letter) => plainLetters[letter] ?? letter)
    .replace(/&(?:amp;)?/g, " and ")
    .replace(/(?<=(?<![\p{L}\p{N}])\p{L})\.(?=\p{L}(?![\p{L}\p{N}]))/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const womensWords = new Set(
  "women womens woman ladies lady femenino femenina femeni feminine feminin feminines feminino feminina femminile feminas frauen wfc dames damer damen kvinner kvinnor naiset".split(
    " ",
  ),
);
const reserveWords = new Set("ii reserves reserve res jong castilla".split(" "));
const youthWords = new Set("youth academy primavera juvenil".split(" "));
/** Words that stand behind the mark as well as before it ("Arsenal W FC"). */
const closingWords = new Set("fc cf sc afc".split(" "));
const marksInBrackets: ReadonlyMap<string, string> = new Map([
  ["w", "women"],
  ["f", "women"],
  ["b", "reserve"],
  ["r", "reserve"],
]);
const marksAtTheEnd: ReadonlyMap<string, string> = new Map([
  ["w", "women"],
  ["b", "reserve"],
  ["2", "reserve"],
  ["iii", "third"],
  ["a", "a"],
]);

/** First men's sides whose own name looks like a mark. */
const plainNames = /^willem ii\b ?/;

/**
 * The marks of a women's, reserve or youth side in a team's name, as one comparable string: "women", "reserve", "u21", "u19 women".
 * Empty for a first men's side. "(W)", "W" and "B" count only behind the name, so that "B. Dortmund" has none.
 */
export const squadMarks = (name: string): string => {
  const normalized = normalizeName(name).replace(plainNames, "willem ");
  const marks = new Set<string>();
  for (const [, mark = ""] of name.matchAll(/[([]\s*(\p{L})\s*[)\]]/gu)) {
    const meaning = marksInBrackets.get(mark.toLowerCase());
    if (meaning !== undefined) marks.add(meaning);
  }
  for (const [, age = ""] of normalized.matchAll(/(?<!\S)(?:u|under|sub) ?(1[2-9]|2[0-3])s?(?!\S)/g))
    marks.add(`u${age}`);
  const tokens = normalized.split(" ");
  tokens.forEach((token, index) => {
    if (womensWords.has(token)) marks.add("women");
    if (reserveWords.has(token) && (index > 0 || token === "jong")) marks.add("reserve");
    if (youthWords.has(token) && index > 0) marks.add("youth");
  });
  if (/(?<!\S)next gen(?!\S)/.test(normalized)) marks.add("reserve");
  while (tokens.length > 1 && closingWords.has(tokens.at(-1) ?? "")) tokens.pop();
  const last = tokens.length > 1 ? marksAtTheEnd.get(tokens.at(-1) ?? "") : undefined;
  if (last !== undefined) marks.add(last);
  return [...marks].sort().join(" ");
};

/** The normalized name without the marks of a women's side, for leagues where every side is one. */
export const withoutWomensMark = (normalized: string): string => {
  const tokens = normalized.split(" ").filter((token) => !womensWords.has(token));
  if (tokens.length > 1 && tokens.at(-1) === "w") tokens.pop();
  return tokens.join(" ");
};
