import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { listOf } from "@/db/sql";
import { findCatalogueBook } from "@/server/domain/catalogue/books";
import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { getOrInsert } from "@/server/domain/collections";
import {
  type Contender,
  createLookAlikes,
  hiddenLookAlikes,
  indexSimilar,
  pairOf,
  type Voter,
} from "@/server/ingest/matching/look-alikes";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import type { KnownFixture } from "@/server/ingest/matching/match-input";
import type { Steps } from "@/server/ingest/matching/steps";
import { inSlices, pauseIfDue } from "@/server/ingest/recorder/in-slices";
import {
  eventsInDoubt,
  type InDoubt,
  indexOfPlaceholder,
  inTurn,
  isForgotten,
  maxJudged,
} from "@/server/ingest/recorder/place/events-in-doubt";
import { type NewNamesBudget, tooManyNewNames } from "@/server/ingest/recorder/place/limit-new-names";
import { ownSource } from "@/server/ingest/recorder/place/source-of";
import {
  type SportState,
  teamsOf,
  unlearnName,
  writeFixture,
} from "@/server/ingest/recorder/place/sport-state";
import { loadStarts, type StartState, statementsSoFar } from "@/server/ingest/recorder/place/start-state";
import { type StartStatements, voteFrom } from "@/server/ingest/recorder/place/start-statements";
import type { Recording } from "@/server/ingest/recorder/recording";
import type { RecordedFixture } from "@/server/ingest/recorder/state/load-state";
import { deleteUnmatched } from "@/server/ingest/recorder/unmatched/unmatched-events";
import { addShown, type Changes } from "@/server/ingest/recorder/write/changes";

/*
 * In open sports, an event whose names are similar to names of known fixtures gets a fixture of its own, which may be hidden. The sources
 * that state the names decide which of the fixtures is listed (server/ingest/matching/look-alikes.ts).
 */

/** Limits the work per snapshot. */
const maxContenders = 48;

/** The hidden fixture that gets the prices of an event. `fixtureId` is undefined if that fixture does not exist yet. */
export type HiddenPlace = {
  readonly fixtureId: string | undefined;
  readonly homeTeam: string;
  readonly awayTeam: string;
  /** The names that the sport learns if the fixture is new. */
  readonly learned: readonly string[];
};

export type Judgement = {
  /** One match per event. If the fixture of an event's names is listed, the event is matched to it, or creates it. */
  readonly matches: EventMatch[];
  /** Index of an unmatched event -> the hidden fixture that gets its prices. */
  readonly hiddenPlaces: ReadonlyMap<number, HiddenPlace>;
  /**
   * Id of a fixture -> id of the listed fixture behind which it is hidden from now on, or null if it is listed from now on. Fixtures for
   * which nothing changes are absent. `placeholderId(index)` stands for the new fixture of an event.
   */
  readonly hiddenBehind: ReadonlyMap<string, string | null>;
};

const voterOf = (book: string, statements: StartStatements): Voter => {
  const votes = statements.map((statement) => voteFrom(book, statement));
  return {
    // The newest statement comes first.
    source: votes[0]?.source ?? ownSource(book),
    isCatalogueBook: findCatalogueBook(book) !== undefined,
    firstStatedAt: Math.min(...votes.map(({ firstStatedAt }) => firstStatedAt)),
    lastStatedAt: Math.max(...votes.map(({ lastStatedAt }) => lastStatedAt)),
  };
};

const latest = (a: Voter, b: Voter | undefined): Voter =>
  b === undefined
    ? a
    : {
        ...(b.lastStatedAt > a.lastStatedAt ? b : a),
        firstStatedAt: Math.min(a.firstStatedAt, b.firstStatedAt),
        lastStatedAt: Math.max(a.lastStatedAt, b.lastStatedAt),
      };

/** The books that stated the fixture. The fixture's stored statements must be loaded (`loadStarts`). */
export const votersOf = (starts: StartState, fixtureId: string): Map<string, Voter> =>
  new Map(
    [...statementsSoFar(starts, fixtureId)]
      .filter(([, statements]) => statements.length > 0)
      .map(([book, statements]) => [book, voterOf(book, statements)]),
  );

/** The fixtures of `inDoubt`, all upcoming fixtures that look like one of them, and so on. */
function* contendingFixtures(
  state: SportState,
  recordedAt: number,
  inDoubt: readonly InDoubt[],
  areLookAlikes: (a: KnownFixture, b: KnownFixture) => boolean,
): Steps<KnownFixture[]> {
  const upcoming = [...state.fixtures.values()].filter(
    (fixture) =>
      fixture.commenceTime > recordedAt &&
      (fixture.replacedBy === null || fixture.lookAlike) &&
      !isForgotten(fixture),
  );
  const hiddenByListed = new Map<string, RecordedFixture[]>();
  for (const fixture of upcoming)
    if (fixture.replacedBy !== null) getOrInsert(hiddenByListed, fixture.replacedBy, () => []).push(fixture);
  const { similarTo } = yield* indexSimilar(state.sport, upcoming);
  const found = new Map<string, KnownFixture>(inDoubt.map(({ fixture }) => [fixture.id, fixture]));
  for (const fixture of found.values()) {
    if (found.size >= maxContenders) break;
    for (const other of hiddenByListed.get(fixture.id) ?? []) found.set(other.id, other);
    for (const other of similarTo(fixture)) {
      yield;
      if (!found.has(other.id) && areLookAlikes(fixture, other)) found.set(other.id, other);
    }
  }
  return [...found.values()];
}

const swappedIn = (fixture: KnownFixture, home: string): boolean =>
  normalizeName(fixture.homeTeam) !== normalizeName(home);

/** The match of a seemingly new event that is hidden behind the fixture `listedId`, which may be new itself. */
const unmatchedBehind = (listedId: string): EventMatch => {
  const index = indexOfPlaceholder(listedId);
  return {
    kind: "unmatched",
    reason: "looks_like_another_team",
    candidateFixtures: index === undefined ? [listedId] : [],
    candidateNewEvents: index === undefined ? [] : [index],
  };
};

/** The changes since the stored state, as `Judgement.hiddenBehind`. */
const changesOf = (
  state: SportState,
  fixtures: readonly KnownFixture[],
  listedByHidden: ReadonlyMap<string, string>,
): Judgement["hiddenBehind"] => {
  const changed = new Map<string, string | null>();
  for (const { id } of fixtures) {
    const stored = state.fixtures.get(id);
    const before = stored?.lookAlike ? stored.replacedBy : null;
    const after = listedByHidden.get(id) ?? null;
    if (before !== after) changed.set(id, after);
  }
  return changed;
};

/** Decides, by the sources that state the names, which of the look-alikes around a snapshot's events are listed. */
export const judgeLookAlikes = async (
  tx: Queryable,
  state: SportState,
  recording: Recording,
  matches: EventMatch[],
  budget: NewNamesBudget,
): Promise<Judgement> => {
  const unjudged = { matches, hiddenPlaces: new Map(), hiddenBehind: new Map() };
  if (state.sport.names !== "open") return unjudged;
  const { isListed } = await teamsOf(state);
  const learnedOf = ({ homeTeam, awayTeam }: InDoubt): string[] =>
    [homeTeam, awayTeam].filter((name) => !isListed(name));
  const { book, source, recordedAt } = recording;
  const found = await inSlices(eventsInDoubt(state, recording, matches, isListed));
  const judged = [...matches];
  const inDoubt: InDoubt[] = [];
  const unchanged: InDoubt[] = [];
  for (const event of inTurn(found, state, recordedAt)) {
    const isKnown = state.fixtures.has(event.fixture.id);
    if (inDoubt.length === maxJudged) {
      if (isKnown) unchanged.push(event);
      continue;
    }
    // An event that exceeds the budget takes no place, or such events could keep all others from being judged.
    if (isKnown || budget.take(learnedOf(event))) inDoubt.push(event);
    else judged[event.index] = tooManyNewNames;
  }
  if (inDoubt.length === 0) return { ...unjudged, matches: judged };
  const areLookAlikes = createLookAlikes(state.sport, isListed);
  const fixtures = await inSlices(contendingFixtures(state, recordedAt, inDoubt, areLookAlikes));
  await loadStarts(
    tx,
    state.starts,
    fixtures.flatMap(({ id }) => (state.fixtures.has(id) ? [id] : [])),
  );
  // The statements of this snapshot are not recorded yet.
  const statedNow = new Set([
    ...[...inDoubt, ...unchanged].map(({ fixture }) => fixture.id),
    ...matches.flatMap((match) => (match.kind === "fixture" ? [match.fixtureId] : [])),
  ]);
  const own: Voter = {
    source,
    isCatalogueBook: findCatalogueBook(book) !== undefined,
    firstStatedAt: recordedAt,
    lastStatedAt: recordedAt,
  };
  const contenders = fixtures.map((fixture): Contender => {
    const voters = votersOf(state.starts, fixture.id);
    if (statedNow.has(fixture.id)) voters.set(book, latest(own, voters.get(book)));
    return { fixture, voters };
  });
  const listedByHidden = await inSlices(hiddenLookAlikes(contenders, areLookAlikes));
  const contending = new Set(fixtures.map(({ id }) => id));
  /** The listed fixture behind which a fixture is hidden. */
  const listedIdOf = ({ id }: KnownFixture): string | undefined =>
    contending.has(id) ? listedByHidden.get(id) : (state.fixtures.get(id)?.replacedBy ?? undefined);
  const hiddenPlaces = new Map<number, HiddenPlace>();
  for (const event of [...inDoubt, ...unchanged]) {
    const { index, fixture, homeTeam, awayTeam } = event;
    const learned = learnedOf(event);
    const fixtureId = state.fixtures.has(fixture.id) ? fixture.id : undefined;
    const listedId = listedIdOf(fixture);
    if (listedId !== undefined) {
      hiddenPlaces.set(index, { fixtureId, homeTeam, awayTeam, learned });
      if (matches[index]?.kind === "new") judged[index] = unmatchedBehind(listedId);
    } else if (fixtureId !== undefined)
      judged[index] = { kind: "fixture", fixtureId, swapped: swappedIn(fixture, homeTeam) };
    else judged[index] = { kind: "new", homeTeam, awayTeam, learned };
  }
  return { matches: judged, hiddenPlaces, hiddenBehind: changesOf(state, fixtures, listedByHidden) };
};

type UnmatchedRow = { book: string; key: string; home: string; away: string };

/** Deletes the unmatched events that belong to a newly listed fixture: those of its books with the same team names. */
const clearUnmatched = async (
  tx: Queryable,
  state: SportState,
  fixture: RecordedFixture,
  changes: Changes,
): Promise<void> => {
  const books = [...votersOf(state.starts, fixture.id).keys()];
  if (books.length === 0) return;
  const rows = await tx.execute<UnmatchedRow>(sql`
    select book_key as book, replace(event_key::text, '-', '') as key, home, away from unmatched_events
    where sport_key = ${state.sport.key} and book_key in ${listOf(books)}`);
  for (const { book, key, home, away } of rows) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    if (pairOf({ homeTeam: home, awayTeam: away }) === pairOf(fixture))
      deleteUnmatched(changes.unmatched, { book, key });
  }
};

/**
 * The names of a fixture that is listed from now on. While it was hidden, a name that differs only in accents or capitals may have become a
 * team. Two teams with such names would be ambiguous, so the fixture's own name is forgotten.
 */
const adoptKnownNames = async (
  state: SportState,
  { lookAlike, homeTeam, awayTeam }: RecordedFixture,
  changes: Changes,
): Promise<Pick<RecordedFixture, "homeTeam" | "awayTeam">> => {
  const teams = await teamsOf(state);
  const nameOf = (name: string): string => {
    const [team, ...others] = teams.exactly(name);
    if (!lookAlike || team === undefined || others.length > 0 || team === name) return name;
    unlearnName(state, name, changes);
    return team;
  };
  return { homeTeam: nameOf(homeTeam), awayTeam: nameOf(awayTeam) };
};

/** Lists and hides fixtures. @param idOf replaces `placeholderId` by the id of the new fixture. */
export const applyHiding = async (
  tx: Queryable,
  state: SportState,
  hiddenBehind: Judgement["hiddenBehind"],
  idOf: (id: string) => string,
  changes: Changes,
): Promise<void> => {
  for (const [id, listedId] of hiddenBehind) {
    const fixture = state.fixtures.get(idOf(id));
    if (fixture === undefined) continue;
    if (listedId !== null) {
      writeFixture(state, { ...fixture, lookAlike: true, replacedBy: idOf(listedId) }, changes);
      continue;
    }
    const names = await adoptKnownNames(state, fixture, changes);
    writeFixture(state, { ...fixture, ...names, lookAlike: false, replacedBy: null }, changes);
    addShown(changes, fixture.id);
    await clearUnmatched(tx, state, fixture, changes);
  }
};
