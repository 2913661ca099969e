import { getOrInsert } from "@/server/domain/collections";
import type { KnownPlayers } from "@/server/domain/players/known-players";
import type { PlayerReading } from "@/server/domain/players/read-player";
import { isTeamTag, type TaggedReading, type TagReader } from "@/server/domain/players/team-tags";

export type Spelling = TaggedReading & { readonly text: string; readonly books: readonly number[] };

/** All spellings of one name. If a book lists two of these spellings, each spelling is a name of its own. */
export type Name = {
  readonly spellings: readonly Spelling[];
  readonly books: readonly number[];
  /** Every way to read the name, including the other names of a person in known-players.json. At least one. */
  readonly readings: readonly PlayerReading[];
  readonly tag: string;
  /** Whether the tag says nothing that distinguishes namesakes within a team: it names the team, or its books tag every player. */
  readonly tagIsReadable: boolean;
  /** Whether a book lists two spellings that are equal after normalization, this one or others, so that this one may mean either player. */
  readonly isOneOfSeveral: boolean;
};

const append = <K, V>(lists: Map<K, V[]>, key: K, value: V): void => {
  getOrInsert(lists, key, () => []).push(value);
};

/** Reading a name for the first time takes about 10 µs. */
const namesPerStep = 100;

/** Books by number, with the spellings that each one lists. */
function* listSpellings(
  books: readonly (readonly string[])[],
  read: (text: string) => TaggedReading,
): Generator<void, { readonly spellings: readonly Spelling[]; readonly tagsAll: readonly boolean[] }> {
  const booksOf = new Map<string, number[]>();
  const tagged = new Map<string, TaggedReading>();
  const tagsAll: boolean[] = [];
  for (const [book, players] of books.entries()) {
    let count = 0;
    for (const player of players) {
      append(booksOf, player, book);
      const known = tagged.get(player);
      const reading = known ?? read(player);
      tagged.set(player, reading);
      if (reading.tag !== "") count += 1;
      if (known === undefined && tagged.size % namesPerStep === 0) yield;
    }
    tagsAll.push(count > 1 && count === players.length);
  }
  const spellings = [...tagged].map(([text, reading]) => ({
    text,
    ...reading,
    books: booksOf.get(text) ?? [],
  }));
  return { spellings, tagsAll };
}

/** Equal for readings that lead to the same joins. */
const formOf = ({ given, tokens, lastWordTokens, givenIsInitials, suffix }: PlayerReading): string =>
  [given, tokens.join(" "), lastWordTokens, givenIsInitials, suffix].join("|");

const createName = (
  spellings: readonly Spelling[],
  known: KnownPlayers,
  tagsAll: readonly boolean[],
  isOneOfSeveral: boolean,
): Name => {
  const books = spellings.flatMap((spelling) => spelling.books);
  const identities = new Set(spellings.map(({ reading }) => known.canonicalOf(reading.identity)));
  const readings = new Map(
    [
      ...spellings.map(({ reading }) => reading),
      ...[...identities].flatMap((identity) => known.namesOf(identity)),
    ].map((reading) => [formOf(reading), reading]),
  );
  const tag = spellings[0]?.tag ?? "";
  const tagIsReadable = isTeamTag(tag) || books.every((book) => tagsAll[book]);
  return { spellings, books, readings: [...readings.values()], tag, tagIsReadable, isOneOfSeveral };
};

/**
 * Adds the names that no book of the fixture lists, but that known-players.json says are easily confused with a listed name. A namesake of
 * a team that does not play is left out.
 */
const addNamesakes = (
  byIdentity: Map<string, Spelling[]>,
  known: KnownPlayers,
  { read, isElsewhere }: TagReader,
): void => {
  const keyOf = ({ reading, tag }: TaggedReading): string => `${known.canonicalOf(reading.identity)}|${tag}`;
  const namesakes = new Set(
    [...byIdentity.values()].flatMap(([first]) =>
      first === undefined ? [] : known.namesakesOf(first.reading.identity),
    ),
  );
  for (const text of namesakes) {
    const tagged = read(text);
    if (isElsewhere(tagged.tag)) continue;
    if (!byIdentity.has(keyOf(tagged))) byIdentity.set(keyOf(tagged), [{ text, ...tagged, books: [] }]);
  }
};

/**
 * Puts the spellings that are equal after normalization, or that known-players.json makes equal, into one name each. The generator yields
 * after each part of the work.
 */
export function* listNames(
  books: readonly (readonly string[])[],
  tags: TagReader,
  known: KnownPlayers,
): Generator<void, Name[]> {
  const { spellings, tagsAll } = yield* listSpellings(books, tags.read);
  const byIdentity = new Map<string, Spelling[]>();
  for (const spelling of spellings)
    append(byIdentity, `${known.canonicalOf(spelling.reading.identity)}|${spelling.tag}`, spelling);
  yield;
  addNamesakes(byIdentity, known, tags);
  const names: Name[] = [];
  for (const same of byIdentity.values()) {
    const listed = same.flatMap((spelling) => spelling.books);
    const isDistinguished = new Set(listed).size < listed.length;
    for (const group of isDistinguished ? same.map((spelling) => [spelling]) : [same]) {
      names.push(createName(group, known, tagsAll, isDistinguished));
      if (names.length % namesPerStep === 0) yield;
    }
  }
  return names;
}
