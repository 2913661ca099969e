import { normalizeName } from "@/server/domain/catalogue/normalize-name";

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Words that mark a women's side, in the languages of the covered leagues. */
const womensWords = wordsOf(
  "women womens woman ladies lady girls wfc femenino femenina femenil femeni fem feminine feminin feminines feminino feminina femininas femininos femminile feminas frauen damen dames damer dam vrouwen kvinner kvinnor kvinder naiset kadin kadinlar bayan bayanlar kobiety kobiet zeny zensky zenska zenski zene zenskii zenskiy zhenshchiny zhenskiy zhenskaya gynaikes gynaikon joshi yeoja nuzi sayedat",
);
/** Nicknames of women's teams of nations and US colleges ("Oklahoma State Cowgirls"). No men's team has such a nickname. */
const womensNicknames = wordsOf(
  "banyana cowgirls ferns girlz ladyjacks lionesses matildas minutewomen peahens techsters uswnt wahine",
);
const womensPhrase = /(?<!\S)(?:sugar bears|super falcons)(?!\S)/;
/** Words that mark a reserve side. A first team's name never contains such a word. */
const reserveWords = wordsOf(
  "reserves reserve reserva reservas riserve reserven reserver reservi rezerv rezervy rezerwy rezerve rezerva res filial beloften promesas amateure",
);
/** Words that mark a reserve side, except as the first word of a name. */
const reserveEndings = wordsOf("ii castilla amateurs amateur");
const youthWords = wordsOf(
  "juvenil juveniles juvenis juniores juniorer juniorit espoirs jeugd jugend nachwuchs mladez dorost dorostenci omladinci molodezhka ungdom cadete cadetes infantil allievi",
);
const youthEndings = wordsOf("youth youths academy akademi akademia primavera");
/** Words that mark another kind of side, such as veterans, except as the first word of a name. */
const otherWords = wordsOf("legends masters fans veterans futsal");

/**
 * Words that can follow a mark ("Arsenal W FC"). If a name begins with such a word, the exception for first words (in `reserveEndings`,
 * `youthEndings` and `otherWords`) also applies to the second word.
 */
const closingWords = wordsOf("fc cf sc afc");
const marksInBrackets: ReadonlyMap<string, string> = new Map([
  ["w", "women"],
  ["f", "women"],
  ["v", "women"],
  ["fem", "women"],
  ["b", "reserve"],
  ["r", "reserve"],
  ["2", "reserve"],
  ["y", "youth"],
]);
const marksAtTheEnd: ReadonlyMap<string, string> = new Map([
  ["w", "women"],
  ["b", "reserve"],
  ["2", "reserve"],
  ["iii", "third"],
  ["a", "a"],
]);

/** Names of clubs and of people in which "II" does not mean a reserve side ("Willem II", "Juan Pablo II College"). */
const plainNames = /(?<!\S)(willem|juan pablo|joao paulo|john paul|jan pawel) ii(?!\S)/;

/** A letter with a dot at the end shortens a word ("Orix B."). It is no mark of a squad. */
const abbreviation = /\s\p{L}\.$/u;

const age = /(?<!\S)(?:u|under|sub) ?(1[2-9]|2[0-3])s?(w?)(?!\S)/g;

const wordMarks = (tokens: readonly string[]): string[] =>
  tokens.length < 2
    ? []
    : tokens.flatMap((token, index) => {
        if (womensWords.has(token)) return ["women"];
        if (reserveWords.has(token) || (token === "jong" && index === 0)) return ["reserve"];
        if (youthWords.has(token)) return ["youth"];
        if (index === 0 || (index === 1 && closingWords.has(tokens[0] ?? ""))) return [];
        if (reserveEndings.has(token)) return ["reserve"];
        if (youthEndings.has(token)) return ["youth"];
        return otherWords.has(token) ? [token] : [];
      });

/** The mark at the end of the name ("B", "2", "III"). A letter after a single letter is an initial, not a mark ("Termalica B-B."). */
const closingMark = (tokens: readonly string[]): string[] => {
  const open = [...tokens];
  while (open.length > 1 && closingWords.has(open.at(-1) ?? "")) open.pop();
  if (open.length < 2 || (open.at(-2) ?? "").length < 2) return [];
  const mark = marksAtTheEnd.get(open.at(-1) ?? "");
  return mark === undefined ? [] : [mark];
};

/**
 * The marks of a women's, reserve, youth or other side in a team's name, as one comparable string: "women", "reserve", "u21",
 * "u19 women". Empty for a men's first team. "W" and "B" count only in brackets or at the end of the name: "B. Dortmund" has no marks.
 */
export const squadMarks = (name: string): string => {
  const normalized = normalizeName(name).replace(plainNames, "$1");
  const tokens = normalized.split(" ");
  const isAbbreviated = abbreviation.test(name);
  const marks = new Set([...wordMarks(tokens), ...(isAbbreviated ? [] : closingMark(tokens))]);
  if (tokens.some((token) => womensNicknames.has(token)) || womensPhrase.test(normalized)) marks.add("women");
  for (const [, mark = ""] of name.matchAll(/[([]\s*(\p{L}+|\d)\.?\s*[)\]]/gu)) {
    const meaning = marksInBrackets.get(mark.toLowerCase());
    if (meaning !== undefined) marks.add(meaning);
  }
  for (const [, years = "", women = ""] of normalized.matchAll(age)) {
    marks.add(`u${years}`);
    if (women !== "") marks.add("women");
  }
  if (/(?<!\S)next gen(?!\S)/.test(normalized)) marks.add("reserve");
  if (/(?<!\S)beach (?:soccer|football|handball)(?!\S)/.test(normalized)) marks.add("beach");
  return [...marks].sort().join(" ");
};

/** The normalized name without the marks of a women's side, for leagues where every side is a women's side. */
export const withoutWomensMark = (normalized: string): string => {
  const tokens = normalized.split(" ").filter((token) => !womensWords.has(token));
  if (tokens.length > 1 && tokens.at(-1) === "w") tokens.pop();
  return tokens.join(" ");
};

/** The normalized name without "men" or "mens" at its end, for leagues where every side is a men's side ("London Spirit (Men)"). */
export const withoutMensMark = (normalized: string): string => normalized.replace(/(?<=\S) mens?$/, "");
