import { LRUCache } from "lru-cache";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";

/** One spelling of a player, taken apart. Every text is normalized by `normalizeName`. */
export type PlayerReading = {
  /** Equal for spellings that differ only in accents, case, punctuation, spaces or word order. Without the tag. */
  readonly identity: string;
  /** Given name and surname, without spaces, suffix and tag. */
  readonly letters: string;
  readonly tokens: readonly string[];
  /** The first word, which may be a compound such as "Karl-Anthony", or several initials such as "P. J.". */
  readonly given: string;
  /** Everything after the given name, without spaces. */
  readonly surname: string;
  /** How many tokens the last word has: two in "Finney-Smith". */
  readonly lastWordTokens: number;
  readonly givenIsInitials: boolean;
  /** "jr", "sr", "ii", "iii", "iv", "v" or empty. */
  readonly suffix: string;
  /** The text in brackets, usually a team. */
  readonly tag: string;
  /** Whether the words stand in natural order and nothing but the name is written, in mixed case and with single spaces. */
  readonly isTidy: boolean;
  readonly accents: number;
};

const suffixes: ReadonlyMap<string, string> = new Map([
  ["jr", "jr"],
  ["jnr", "jr"],
  ["junior", "jr"],
  ["sr", "sr"],
  ["snr", "sr"],
  ["senior", "sr"],
  ["ii", "ii"],
  ["2nd", "ii"],
  ["iii", "iii"],
  ["3rd", "iii"],
  ["iv", "iv"],
  ["4th", "iv"],
  ["v", "v"],
  ["5th", "v"],
]);
const bracketed = /[([{]([^()[\]{}]*)[)\]}]/g;
const accented = /(?!\p{ASCII})[\p{Lu}\p{Ll}\p{Lo}\p{M}]/gu;
const properCase = /^\P{L}*\p{Lu}.*\p{Ll}/su;
const initials = /^\p{Lu}(?:[.\p{Pd}]*\p{Lu}){0,2}\.?$/u;
const dottedLetters = /\p{L}\.\p{L}/u;

/** The suffix that a word spells, if any. "J.R." are initials, and "V" counts only after a given name and a surname. */
const suffixOf = (word: string, wordsInName: number): string | undefined => {
  if (dottedLetters.test(word)) return undefined;
  const suffix = suffixes.get(normalizeName(word));
  if (suffix === undefined) return undefined;
  return wordsInName > (suffix === "v" ? 2 : 1) ? suffix : undefined;
};

/** Splits a name into its suffix and its words in natural order, also if the surname comes first ("Smith Jr., John"). */
const wordsOf = (bare: string) => {
  const parts = bare
    .split(/[,，]/)
    .map((part) => part.split(/\s+/).filter((word) => normalizeName(word) !== ""))
    .filter((part) => part.length > 0);
  const wordsInName = parts.flat().length;
  const found = new Set<string>();
  const kept = parts.flatMap((words, index) => {
    const last = words.at(-1) ?? "";
    const suffix = suffixOf(last, wordsInName);
    if (suffix === undefined) return [words];
    // A suffix never comes first. In "Smith, JR", the letters JR must be the given name.
    const isGiven = index === 0 || (wordsInName < 3 && last === last.toUpperCase());
    if (words.length === 1 && isGiven) return [words];
    found.add(suffix);
    return words.length > 1 ? [words.slice(0, -1)] : [];
  });
  const [surname, given] = kept;
  const isReversed = kept.length === 2 && surname !== undefined && given !== undefined;
  return {
    words: isReversed ? [...given, ...surname] : kept.flat(),
    suffix: [...found].sort().join(" "),
    isReversed,
  };
};

/** How many words form the given name: one, or all single letters at the beginning, as in "P. J. Washington". */
const givenWordsOf = (words: readonly string[]): number => {
  const firstLong = words.findIndex((word) => normalizeName(word).length > 1);
  return Math.max(1, firstLong === -1 ? words.length - 1 : firstLong);
};

const read = (name: string): PlayerReading => {
  const tags: string[] = [];
  const bare = name.replace(bracketed, (_, inner: string) => {
    tags.push(normalizeName(inner));
    return " ";
  });
  const tag = tags.filter((text) => text !== "").join(" ");
  const { words, suffix, isReversed } = wordsOf(bare);
  const givenWords = givenWordsOf(words);
  const givenText = words.slice(0, givenWords).join("");
  const tokensByWord = [givenText, ...words.slice(givenWords)].map((word) => normalizeName(word).split(" "));
  const tokens = tokensByWord.flat().filter((token) => token !== "");
  const letters = tokens.join("");
  const given = tokensByWord[0]?.join("") ?? "";
  return {
    // A single word never equals a name of two words: "Ramos" is not "R. Amos". A name without letters equals only itself.
    identity: letters === "" ? `?${name}` : `${tokens.length === 1 ? "." : ""}${letters}|${suffix}`,
    letters,
    tokens,
    given,
    surname: letters.slice(given.length),
    lastWordTokens: tokensByWord.at(-1)?.length ?? 0,
    givenIsInitials: initials.test(givenText),
    suffix,
    tag,
    isTidy:
      !isReversed &&
      tag === "" &&
      name === name.normalize("NFC").replace(/\s+/g, " ").trim() &&
      properCase.test(name),
    accents: name.normalize("NFKC").match(accented)?.length ?? 0,
  };
};

const readings = new LRUCache<string, PlayerReading>({ max: 20_000 });

/** Takes a spelling of a player apart. */
export const readPlayer = (name: string): PlayerReading => {
  const cached = readings.get(name);
  if (cached !== undefined) return cached;
  const reading = read(name);
  readings.set(name, reading);
  return reading;
};
