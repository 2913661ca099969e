import { LRUCache } from "lru-cache";
import { normalizeName } from "@/server/catalogue/normalize-name";

/** One parsed spelling of a player. Every text is normalized by `normalizeName`. */
type ParsedPlayer = {
  /** A text that is equal for spellings that differ only in accents, case, punctuation, spaces or word order. */
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
  readonly suffix: string;
  /** The text in brackets, usually a team. */
  readonly tag: string;
  /**
   * The spelling with the highest rank is shown. Ranks are compared element by element: number of letters, has a suffix, has natural word
   * order and no tag, has tidy spaces, number of accents, has proper case.
   */
  readonly rank: readonly number[];
};

type Spelling = { readonly text: string; readonly reading: ParsedPlayer; readonly books: readonly number[] };

/** All spellings of one identity. If one book lists two of these spellings, each spelling gets its own `Name` instead. */
type Name = {
  readonly spellings: readonly Spelling[];
  readonly books: readonly number[];
  /** Whether the name has a tag only because its books tag every player. Such a tag does not distinguish namesakes. */
  readonly tagsAllPlayers: boolean;
};

// Kinds of evidence, the strongest first.
const sameName = 1;
const missingSuffix = 2;
const shortGivenName = 3;
const initialsOnly = 4;
const weakerEvidence = [missingSuffix, shortGivenName, initialsOnly] as const;

const minGivenPrefix = 3;
const minSurname = 2;
/** No real fixture has more names with the same last letters. Comparing more names in pairs would block the event loop. */
const maxNamesCompared = 256;

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

const parse = (name: string): ParsedPlayer => {
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
    identity: letters === "" ? `?${name}` : `${tokens.length === 1 ? "." : ""}${letters}|${suffix}|${tag}`,
    letters,
    tokens,
    given,
    surname: letters.slice(given.length),
    lastWordTokens: tokensByWord.at(-1)?.length ?? 0,
    givenIsInitials: initials.test(givenText),
    suffix,
    tag,
    rank: [
      letters.length,
      suffix === "" ? 0 : 1,
      isReversed || tag !== "" ? 0 : 1,
      name === name.normalize("NFC").replace(/\s+/g, " ").trim() ? 1 : 0,
      name.normalize("NFKC").match(accented)?.length ?? 0,
      properCase.test(name) ? 1 : 0,
    ],
  };
};

const parsedPlayers = new LRUCache<string, ParsedPlayer>({ max: 20_000 });

const parsedPlayerOf = (name: string): ParsedPlayer => {
  const cached = parsedPlayers.get(name);
  if (cached !== undefined) return cached;
  const reading = parse(name);
  parsedPlayers.set(name, reading);
  return reading;
};

/** Compares initials with a full name. Returns a kind of evidence, as `compareNames` does. */
const compareInitials = (short: ParsedPlayer, full: ParsedPlayer): number => {
  const count = short.given.length;
  if (count > 1) {
    if (!short.givenIsInitials || full.tokens.length <= count) return 0;
    const first = full.tokens.slice(0, count).map((token) => token[0]);
    return first.join("") === short.given && full.tokens.slice(count).join("") === short.surname
      ? initialsOnly
      : 0;
  }
  if (!full.given.startsWith(short.given)) return 0;
  if (full.surname === short.surname) return initialsOnly;
  // "K. Towns" leaves doubt: it means "Karl Anthony Towns" only if Anthony is a given name, not part of the surname. "D. Smith" never means
  // "Dorian Finney-Smith".
  const lastCut = full.tokens.length - full.lastWordTokens;
  for (let cut = 1; cut <= lastCut; cut += 1)
    if (full.tokens.slice(cut).join("") === short.surname) return -initialsOnly;
  return 0;
};

/**
 * Compares given name and surname. Returns the kind of evidence that both names mean one player: positive if the evidence is proof,
 * negative if doubt remains, 0 without evidence.
 */
const compareNames = (a: ParsedPlayer, b: ParsedPlayer): number => {
  if (a.letters === "" || b.letters === "") return 0;
  if (a.letters === b.letters && (a.tokens.length === 1) === (b.tokens.length === 1)) return sameName;
  // A surname alone may mean any player of that surname, so it is never proof.
  if (a.tokens.length === 1) return b.tokens.at(-1) === a.letters ? -initialsOnly : 0;
  if (b.tokens.length === 1) return 0;
  if (a.surname.length < minSurname || b.surname.length < minSurname) return 0;
  const [short, long] = a.given.length < b.given.length ? [a, b] : [b, a];
  if (
    short.given.length >= minGivenPrefix &&
    short.surname === long.surname &&
    long.given.startsWith(short.given)
  )
    return shortGivenName;
  return compareInitials(short, long) || compareInitials(long, short);
};

/**
 * Whether only one of two names has the suffix II. Such names are not joined, because they may belong to two players of one fixture:
 * "Michael Carter" and "Michael Carter II" played for one team. The rule rarely separates two names of one player: in six recorded books,
 * 18 names have a suffix, and every book that lists such a player includes the suffix. The suffixes Jr., Sr. and III need no such rule,
 * because they distinguish relatives, who do not play in one fixture.
 */
const mayBeNamesakes = (a: ParsedPlayer, b: ParsedPlayer): boolean =>
  a.suffix !== b.suffix && (a.suffix === "ii" || b.suffix === "ii");

const isWeak = ({ given, tokens }: ParsedPlayer): boolean => given.length === 1 || tokens.length === 1;

const compareSpellings = (a: ParsedPlayer, b: ParsedPlayer, tagsAllPlayers: boolean): number => {
  if (a.suffix !== b.suffix && a.suffix !== "" && b.suffix !== "") return 0;
  if (a.tag !== b.tag && a.tag !== "" && b.tag !== "") return 0;
  const evidence = compareNames(a, b);
  if (evidence === 0 || (a.suffix === b.suffix && a.tag === b.tag)) return evidence;
  const atBest = isWeak(a) || isWeak(b) ? initialsOnly : missingSuffix;
  const kind = Math.max(Math.abs(evidence), atBest);
  const isDoubtful = evidence < 0 || mayBeNamesakes(a, b) || (a.tag !== b.tag && !tagsAllPlayers);
  return isDoubtful ? -kind : kind;
};

/** The best evidence between any spellings of two names. Proof (positive) is better than doubt (negative). */
const compare = (a: Name, b: Name): number => {
  const tagsAllPlayers = a.tagsAllPlayers || b.tagsAllPlayers;
  const found = a.spellings.flatMap(({ reading }) =>
    b.spellings.map((spelling) => compareSpellings(reading, spelling.reading, tagsAllPlayers)),
  );
  const proofs = found.filter((evidence) => evidence > 0);
  if (proofs.length > 0) return Math.min(...proofs);
  const doubts = found.filter((evidence) => evidence < 0);
  return doubts.length > 0 ? Math.max(...doubts) : 0;
};

/**
 * Joins groups of names that belong to one player. The result does not depend on the order of `groups`.
 *
 * - Group A is linked to group B if a name in A has evidence of `kind` or stronger for a name in B. Proof and doubt both count as evidence.
 * - Links have a direction: a surname alone is linked to full names, but a full name is not linked to a surname alone.
 * - The circle of a group consists of the group and all groups that it is linked to.
 * - Groups with the same circle are joined if every two names from different groups of the circle pass two tests: there is proof that they
 *   mean one player, and no book lists both names.
 */
const joinGroups = (
  groups: readonly (readonly number[])[],
  kind: number,
  evidence: (a: number, b: number) => number,
  listedTogether: (a: number, b: number) => boolean,
): readonly (readonly number[])[] => {
  const mayBe = (a: readonly number[], b: readonly number[]): boolean =>
    a.some((x) => b.some((y) => evidence(x, y) !== 0 && Math.abs(evidence(x, y)) <= kind));
  const canBeOne = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((x) => b.every((y) => evidence(x, y) > 0 && !listedTogether(x, y)));
  const byCircle = new Map<string, { circle: (readonly number[])[]; alike: (readonly number[])[] }>();
  for (const group of groups) {
    const circle = groups.filter((other) => other === group || mayBe(group, other));
    const key = circle.map(([first]) => first).join(" ");
    const entry = byCircle.get(key);
    if (entry === undefined) byCircle.set(key, { circle, alike: [group] });
    else entry.alike.push(group);
  }
  return [...byCircle.values()].flatMap(({ circle, alike }) => {
    if (alike.length === 1) return alike;
    const agree = circle.every((a, index) => circle.slice(index + 1).every((b) => canBeOne(a, b)));
    return agree ? [alike.flat()] : alike;
  });
};

/** Groups names by player. If there are more than `maxNamesCompared` names, no names are joined. */
const groupNames = (names: readonly Name[]): readonly (readonly Name[])[] => {
  if (names.length === 1 || names.length > maxNamesCompared) return names.map((name) => [name]);
  const table = names.map((a) => names.map((b) => compare(a, b)));
  const evidence = (a: number, b: number): number => table[a]?.[b] ?? 0;
  const listedTogether = (a: number, b: number): boolean => {
    const books = names[b]?.books;
    return names[a]?.books.some((book) => books?.includes(book)) ?? true;
  };
  let groups: readonly (readonly number[])[] = names.map((_, index) => [index]);
  for (const kind of weakerEvidence) groups = joinGroups(groups, kind, evidence, listedTogether);
  return groups.map((group) => group.flatMap((index) => names[index] ?? []));
};

const compareCodePoints = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
};

const compareToShow = (a: Spelling, b: Spelling): number => {
  for (const [index, value] of a.reading.rank.entries()) {
    const difference = (b.reading.rank[index] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return b.books.length - a.books.length || compareCodePoints(a.text, b.text);
};

const append = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
};

/** The names of one identity: one name, or a name for each spelling if a book lists two of the spellings. */
const namesOf = (spellings: readonly Spelling[], tagsAll: readonly boolean[]): Name[] => {
  const toName = (members: readonly Spelling[]): Name => {
    const books = members.flatMap((spelling) => spelling.books);
    const tagged = members.some(({ reading }) => reading.tag !== "");
    return { spellings: members, books, tagsAllPlayers: tagged && books.every((book) => tagsAll[book]) };
  };
  const whole = toName(spellings);
  const isDistinguished = new Set(whole.books).size < whole.books.length;
  return isDistinguished ? spellings.map((spelling) => toName([spelling])) : [whole];
};

/**
 * Decides which spellings in one fixture belong to one player. Returns a function from a book and its spelling to the spelling to show.
 *
 * - Two spellings of one book are never joined: a book knows its players.
 * - Accents, case, punctuation, spaces and word order make no difference.
 * - A spelling with a missing suffix, a shortened given name or initials is joined only if it can mean no other player of the fixture.
 * - A surname alone is never joined to a full name.
 * - Names with different tags in brackets are never joined.
 * - A name with the suffix II is never joined to a name without this suffix.
 *
 * The spelling with the highest `rank` is shown. If ranks are equal, the spelling that most books list is shown. If the book does not list
 * the given spelling, the spelling is returned unchanged.
 */
export const namePlayers = (
  playersByBook: ReadonlyMap<string, ReadonlySet<string>>,
): ((bookKey: string, player: string) => string) => {
  const booksOf = new Map<string, number[]>();
  const tagsAll: boolean[] = [];
  for (const players of playersByBook.values()) {
    const book = tagsAll.length;
    let tagged = 0;
    for (const player of players) {
      append(booksOf, player, book);
      if (parsedPlayerOf(player).tag !== "") tagged += 1;
    }
    tagsAll.push(tagged > 1 && tagged === players.size);
  }

  const byIdentity = new Map<string, Spelling[]>();
  for (const [text, books] of booksOf) {
    const reading = parsedPlayerOf(text);
    append(byIdentity, reading.identity, { text, reading, books });
  }

  // Names with different last letters have different surnames, so only names with the same last letters are compared.
  const byEnding = new Map<string, Name[]>();
  for (const spellings of byIdentity.values())
    for (const name of namesOf(spellings, tagsAll))
      append(byEnding, spellings[0]?.reading.letters.slice(-minSurname) ?? "", name);

  const shownOf = new Map<string, string>();
  for (const names of byEnding.values())
    for (const group of groupNames(names)) {
      const spellings = group.flatMap((name) => name.spellings);
      const [first] = spellings.sort(compareToShow);
      for (const { text } of spellings) if (first !== undefined) shownOf.set(text, first.text);
    }

  return (bookKey, player) =>
    playersByBook.get(bookKey)?.has(player) === true ? (shownOf.get(player) ?? player) : player;
};
