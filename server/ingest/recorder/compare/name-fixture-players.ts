import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { recordset } from "@/db/sql";
import { getOrInsert, groupBy } from "@/server/domain/collections";
import {
  largeFixtureNames,
  maxNamesFor,
  maxNamesInLargeFixture,
  maxNamesPerBook,
  maxStoredNames,
  namePlayersInSteps,
  type ShownNames,
} from "@/server/domain/players/name-players";
import { runInTurns } from "@/server/domain/players/run-in-turns";
import type { SportState } from "@/server/ingest/recorder/place/sport-state";
import { addNamedPlayers, type Changes, type PlayerRow } from "@/server/ingest/recorder/write/changes";

/** Book key -> spelling -> the stored name. `undefined`: the spelling is not stored. */
type Spellings = Map<string, Map<string, string | null | undefined>>;

const spellingsOf = (spellings: Spellings, book: string): Map<string, string | null | undefined> => {
  const ofBook = getOrInsert(spellings, book, () => new Map<string, string | null | undefined>());
  return ofBook;
};

type StoredRow = {
  fixture_id: string;
  book_key: string | null;
  name: string | null;
  shown_as: string | null;
};

/**
 * Loads all stored spellings of those fixtures that have a spelling in `wanted` which is not stored, but can be. A book that has its most
 * spellings, and a fixture that has `maxStoredNames`, would otherwise be loaded with each new spelling, for nothing.
 */
export const loadSpellings = async (
  tx: Queryable,
  wanted: readonly PlayerRow[],
): Promise<Map<string, Spellings>> => {
  const rows = await tx.execute<StoredRow>(sql`
    with missing as materialized (
      select distinct w.fixture, w.book from ${recordset(wanted, "book text, fixture text, name text", "w")}
      where not exists (select from fixture_players p
        where p.fixture_id = w.fixture and p.book_key = w.book and p.name = w.name)
    ), sizes as materialized (
      select f.fixture, (select count(distinct p.name) from fixture_players p where p.fixture_id = f.fixture) as names
      from (select distinct fixture from missing) f
    ), incomplete as materialized (
      select distinct m.fixture from missing m join sizes s on s.fixture = m.fixture
      where s.names < ${maxStoredNames} and
        (select count(*) from fixture_players p where p.fixture_id = m.fixture and p.book_key = m.book)
          <= case when s.names > ${largeFixtureNames} then ${maxNamesInLargeFixture}::int else ${maxNamesPerBook}::int end
    )
    select fixture as fixture_id, null as book_key, null as name, null as shown_as from incomplete
    union all
    select p.fixture_id, p.book_key, p.name, p.shown_as from incomplete i
    cross join lateral (select * from fixture_players s where s.fixture_id = i.fixture offset 0) p`);
  const byFixture = new Map<string, Spellings>();
  for (const { fixture_id, book_key, name, shown_as } of rows) {
    const spellings: Spellings = getOrInsert(byFixture, fixture_id, () => new Map());
    if (book_key !== null && name !== null) spellingsOf(spellings, book_key).set(name, shown_as);
  }
  return byFixture;
};

/**
 * Adds new spellings to the stored ones. A book gets at most one spelling more than it may have. From then on, none of its spellings is
 * joined. From `maxStoredNames` different spellings on, a fixture gets no more.
 * @returns whether a spelling was added.
 */
const addSpellings = (spellings: Spellings, added: readonly PlayerRow[]): boolean => {
  const distinct = new Set([...spellings.values()].flatMap((ofBook) => [...ofBook.keys()]));
  let isChanged = false;
  for (const { book, name } of added) {
    const ofBook = spellingsOf(spellings, book);
    if (ofBook.has(name) || ofBook.size > maxNamesFor(distinct.size)) continue;
    if (distinct.size >= maxStoredNames) break;
    ofBook.set(name, undefined);
    distinct.add(name);
    isChanged = true;
  }
  return isChanged;
};

const changedRows = (fixture: string, spellings: Spellings, shown: ShownNames) =>
  [...spellings].flatMap(([book, ofBook]) =>
    [...ofBook].flatMap(([name, stored]) => {
      const shownAs = shown.get(book)?.get(name) ?? name;
      return stored === shownAs ? [] : [{ fixture, book, name, shownAs }];
    }),
  );

/**
 * Decides under which names the players of a batch's new spellings are shown. A new spelling can also change the names of other spellings
 * of its fixture. The results are added to `changes.namedPlayers`. The caller holds the sport's lock.
 */
export const nameFixturePlayers = async (
  tx: Queryable,
  { sport, fixtures }: Pick<SportState, "sport" | "fixtures">,
  changes: Changes,
): Promise<void> => {
  if (changes.players.size === 0) return;
  const listed = [...changes.players.values()];
  const byFixture = await loadSpellings(tx, listed);
  const added = groupBy(listed, (row) => row.fixture);
  for (const [fixtureId, spellings] of byFixture) {
    const fixture = fixtures.get(fixtureId);
    if (fixture === undefined || !addSpellings(spellings, added.get(fixtureId) ?? [])) continue;
    const names = new Map([...spellings].map(([book, ofBook]) => [book, ofBook.keys()]));
    const shown = await runInTurns(namePlayersInSteps({ ...fixture, sportKey: sport.key }, names));
    addNamedPlayers(changes, changedRows(fixtureId, spellings, shown));
  }
};
