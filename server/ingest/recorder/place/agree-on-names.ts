import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { listOf, timestampOf } from "@/db/sql";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { compare, getOrInsert } from "@/server/domain/collections";
import { tidyName } from "@/server/ingest/matching/decide-teams";
import { createNameEvidence } from "@/server/ingest/matching/name-evidence";
import { inSlices, pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { spellingsOf } from "@/server/ingest/recorder/place/place-fixtures";
import type { PlacedRecording } from "@/server/ingest/recorder/place/placed";
import { ownSource } from "@/server/ingest/recorder/place/source-of";
import { matchable, type SportState, teamsOf } from "@/server/ingest/recorder/place/sport-state";
import type { StartStatements } from "@/server/ingest/recorder/place/start-statements";
import { renameTeam } from "@/server/ingest/recorder/state/rename-team";
import type { Changes } from "@/server/ingest/recorder/write/changes";

/** Teams that the catalogue does not list, and that a book spells in another way than the fixture. */
const otherwiseSpelled = (
  state: SportState,
  recordings: readonly PlacedRecording[],
  { merges, shown }: Pick<Changes, "merges" | "shown">,
  isListed: (team: string) => boolean,
): readonly string[] => {
  const teams = new Set<string>();
  for (const { recording, placed } of recordings)
    for (const event of placed.events) {
      const fixture = state.fixtures.get(event.fixtureId);
      if (fixture === undefined || fixture.lookAlike || merges.has(fixture.id)) continue;
      const [home, away] = spellingsOf(recording, event) ?? [];
      if (home !== undefined && tidyName(home) !== fixture.homeTeam) teams.add(fixture.homeTeam);
      if (away !== undefined && tidyName(away) !== fixture.awayTeam) teams.add(fixture.awayTeam);
    }
  // While a fixture is hidden, its books do not change its names.
  for (const id of shown) {
    const fixture = state.fixtures.get(id);
    if (fixture !== undefined && !fixture.lookAlike) teams.add(fixture.homeTeam).add(fixture.awayTeam);
  }
  return [...teams].filter((team) => !isListed(team));
};

type Spelling = { team: string; name: string | null; book: string; starts: StartStatements };

type Tally = {
  readonly name: string;
  readonly sources: Set<string>;
  readonly catalogueSources: Set<string>;
  firstStatedAt: number;
};

const tally = (spellings: readonly Spelling[]): Tally[] => {
  const tallies = new Map<string, Tally>();
  for (const { name: spelled, book, starts } of spellings) {
    if (spelled === null) continue;
    const name = tidyName(spelled);
    const entry = getOrInsert(tallies, name, () => ({
      name,
      sources: new Set<string>(),
      catalogueSources: new Set<string>(),
      firstStatedAt: Number.POSITIVE_INFINITY,
    }));
    const source = starts[0]?.[4] ?? ownSource(book);
    entry.sources.add(source);
    if (findCatalogueBook(book) !== undefined) entry.catalogueSources.add(source);
    for (const [, firstAt] of starts) entry.firstStatedAt = Math.min(entry.firstStatedAt, firstAt);
  }
  return [...tallies.values()];
};

/** The name that most sources state; in a tie, the books of the catalogue, then the longer name, then the name that was stated first. */
const strongestFirst = (a: Tally, b: Tally): number =>
  b.sources.size - a.sources.size ||
  b.catalogueSources.size - a.catalogueSources.size ||
  b.name.length - a.name.length ||
  a.firstStatedAt - b.firstStatedAt ||
  compare(a.name, b.name);

/**
 * In open sports, shows each team under the spelling that most independent sources state. A spelling counts only if it is clearly the same
 * name, and could be no other team's. Call it after the batch is written.
 */
export const agreeOnNames = async (
  tx: Queryable,
  state: SportState,
  recordings: readonly PlacedRecording[],
  changes: Changes,
): Promise<void> => {
  if (state.sport.names !== "open") return;
  const teams = await teamsOf(state);
  const wanted = otherwiseSpelled(state, recordings, changes, teams.isListed);
  if (wanted.length === 0) return;
  const from = recordings.reduce(
    (min, { recording }) => Math.min(min, recording.recordedAt),
    Number.MAX_VALUE,
  );
  const side = (team: string, named: string) => sql`
    select ${sql.raw(`f.${team}`)} as team, ${sql.raw(`c.${named}`)} as name, c.book_key as book, c.starts
    from fixtures f join checks c on c.fixture_id = f.id
    where f.sport_key = ${state.sport.key} and f.commence_time > ${timestampOf(from)} and f.merged_into is null
      and not f.look_alike and ${sql.raw(`f.${team}`)} in ${listOf(wanted)}`;
  const spellings = await tx.execute<Spelling>(
    sql`${side("home_team", "named_home")} union all ${side("away_team", "named_away")}`,
  );
  const { amongTeams, couldSpell, isClearlySameName } = createNameEvidence(state.sport);
  const known = new Set(matchable(state).flatMap(({ homeTeam, awayTeam }) => [homeTeam, awayTeam]));
  const search = await inSlices(amongTeams(known));
  const spellingsOf = new Map<string, Spelling[]>(wanted.map((team) => [team, []]));
  for (const spelling of spellings) spellingsOf.get(spelling.team)?.push(spelling);
  for (const [team, ofTeam] of spellingsOf) {
    await pauseIfDue();
    const [best] = tally(ofTeam).sort(strongestFirst);
    if (best === undefined || best.name === team) continue;
    const meant = teams.resolve(best.name);
    if (meant.kind === "team" && meant.team !== team && meant.team !== best.name) continue;
    const isSame = normalizeName(best.name) === normalizeName(team);
    const isAnother = (other: string): boolean =>
      other !== team && other !== best.name && (couldSpell(team, other) || couldSpell(best.name, other));
    const isAnotherKnown = (): boolean =>
      [...search.alike(team), ...search.alike(best.name)].some(
        (other) => known.has(other) && isAnother(other),
      );
    if (!isSame && (!isClearlySameName(best.name, team) || isAnotherKnown())) continue;
    const isListed = teams.isListed(best.name);
    await renameTeam(tx, state.sport.key, { from: team, to: best.name, isListed });
  }
};
