import { chooseSpelling } from "@/server/domain/players/choose-spelling";
import { joinNames } from "@/server/domain/players/join-names";
import { type KnownPlayers, knownPlayersOf } from "@/server/domain/players/known-players";
import { listNames, type Spelling } from "@/server/domain/players/list-names";
import { createTagReader, type NamedFixture } from "@/server/domain/players/team-tags";

/** Book key -> the book's spellings of a fixture's players -> the names under which they are shown. */
export type ShownNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** If a book has more spellings than this in one fixture, none of them is joined. The largest squads of two teams have 170 players. */
export const maxNamesPerBook = 300;
/** If a fixture has more different spellings than this, `maxNamesInLargeFixture` takes the place of `maxNamesPerBook`. */
export const largeFixtureNames = 3_000;
export const maxNamesInLargeFixture = 100;
/**
 * At most this many different spellings of a fixture are stored. Further spellings are shown unchanged. The recorder computes all names of a
 * fixture while it holds the sport's lock: 3,000 different spellings take about 0.3 s.
 */
export const maxStoredNames = 4_000;

/** Choosing the spellings of so many players takes about 1 ms. */
const groupsPerStep = 500;

/**
 * The number of a book's spellings that are stored and compared. If a book lists more, none of its spellings is joined.
 * @param distinct the number of different spellings in the fixture.
 */
export const maxNamesFor = (distinct: number): number =>
  distinct > largeFixtureNames ? maxNamesInLargeFixture : maxNamesPerBook;

/**
 * The name under which the spellings of one player are shown. It comes from the fullest spelling: if a later listing sets a shorter spelling
 * apart, the shorter one is another player's name.
 * @param spellings the fullest first.
 */
const shownNameOf = (spellings: readonly Spelling[], known: KnownPlayers): string => {
  const identityOf = ({ reading }: Spelling): string => known.canonicalOf(reading.identity);
  const fullest = spellings[0] === undefined ? "" : identityOf(spellings[0]);
  const candidates = spellings.filter((spelling) => identityOf(spelling) === fullest);
  const knownName = known.namesOf(fullest).length > 0 ? fullest : undefined;
  return chooseSpelling(candidates, knownName);
};

/**
 * Decides which spellings of a fixture's players belong to one player, and under which name each is shown.
 *
 * - Two spellings of one book are never joined: a book knows its players.
 * - Accents, case, punctuation, spaces and word order make no difference. Nor do the other names of a person in known-players.json.
 * - Names with different suffixes, or with and without a suffix, belong to different people.
 * - Initials, the beginning of a given name, and a name without the team in its tag are joined only if exactly one player of the fixture
 *   fits, over all books.
 * - A name with a tag is not joined to a fuller name if the same name without the tag is another player: if "J. Smith" is another player,
 *   "J. Smith (BUF)" is not joined to "John Smith".
 * - A surname alone is never joined to a full name.
 *
 * The result does not depend on the order of the books or names. If more names are listed, a spelling that is joined keeps its player or
 * is shown as a player of its own. It is never joined to another player. This holds as long as no listed name is left out later.
 *
 * @param listed every spelling that each book has ever listed for the fixture. If a book lists more than `maxNamesFor`, the others still
 * consider its first spellings, but its own are shown unchanged.
 * @returns a generator that yields after each part of the work, so that the caller can let other work run in between.
 */
export function* namePlayersInSteps(
  fixture: NamedFixture,
  listed: ReadonlyMap<string, Iterable<string>>,
): Generator<void, ShownNames> {
  const ofBooks = [...listed].map(([book, names]) => ({ book, names: [...new Set(names)].sort() }));
  // One more than a book may have, so that a book with too many can be recognized.
  const compared = ofBooks.map(({ names }) => names.slice(0, maxNamesPerBook + 1));
  const max = maxNamesFor(new Set(compared.flat()).size);
  const known = knownPlayersOf(fixture.sportKey);
  const names = yield* listNames(compared, createTagReader(fixture), known);
  const groups = yield* joinNames(names);
  const shown = new Map<string, string>();
  for (const [position, group] of groups.entries()) {
    if (position % groupsPerStep === 0) yield;
    // A namesake from known-players.json that no book lists only keeps others apart. `joinNames` puts the fullest spelling first.
    const spellings = group.flatMap((name) => name.spellings).filter(({ books }) => books.length > 0);
    const name = shownNameOf(spellings, known);
    for (const { text } of spellings) shown.set(text, name);
  }
  return new Map(
    ofBooks.map(({ book, names }) => [
      book,
      new Map(names.map((name) => [name, names.length > max ? name : (shown.get(name) ?? name)])),
    ]),
  );
}

/** The result of `namePlayersInSteps`, computed at once. */
export const namePlayers = (
  fixture: NamedFixture,
  listed: ReadonlyMap<string, Iterable<string>>,
): ShownNames => {
  const steps = namePlayersInSteps(fixture, listed);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};
