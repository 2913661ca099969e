import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { getOrInsert } from "@/server/domain/collections";
import { namePlayers, namePlayersInSteps, type ShownNames } from "@/server/domain/players/name-players";
import { runInTurns } from "@/server/domain/players/run-in-turns";
import type { NamedFixture } from "@/server/domain/players/team-tags";

/** Book key -> spelling -> the name under which it is shown. Null if a version before 0.3.0 stored the spelling. */
export type StoredNames = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/** Turns a book's spelling of a player into the name under which it is shown. A spelling that is not stored is shown unchanged. */
export type ShowName = (bookKey: string, player: string) => string;

const isComplete = (stored: StoredNames): boolean =>
  [...stored.values()].every((names) => [...names.values()].every((name) => name !== null));

const spellingsOf = (stored: StoredNames) =>
  new Map([...stored].map(([book, names]) => [book, [...names.keys()]]));

const showFrom =
  (shown: StoredNames | ShownNames): ShowName =>
  (bookKey, player) =>
    shown.get(bookKey)?.get(player) ?? player;

/** The names of so many spellings are computed in about 10 ms. */
export const maxNamedAtOnce = 600;

/**
 * Shows the stored names of a fixture. If an older version stored any of them, all names of the fixture are computed. If there are too many
 * to compute at once, they are shown unchanged until they are stored (server/ingest/recorder/repair-stored-rows.ts).
 */
export const showStoredNames = (fixture: NamedFixture, stored: StoredNames): ShowName => {
  if (isComplete(stored)) return showFrom(stored);
  const spellings = spellingsOf(stored);
  const count = [...spellings.values()].reduce((sum, names) => sum + names.length, 0);
  return count > maxNamedAtOnce ? (_, player) => player : showFrom(namePlayers(fixture, spellings));
};

/** The names of a fixture with 3,000 spellings take about 1 MB. */
const computed = new LRUCache<string, Promise<ShownNames>>({ max: 20 });

const keyOf = ({ sportKey, homeTeam, awayTeam }: NamedFixture, stored: StoredNames): string =>
  createHash("sha256")
    .update(JSON.stringify([sportKey, homeTeam, awayTeam, [...spellingsOf(stored)].sort()]))
    .digest("base64");

/**
 * Like `showStoredNames`, but computes any number of names, and lets other work run meanwhile. The computed names of the last fixtures are
 * cached, so that calls for one fixture share the work.
 */
export const prepareStoredNames = async (fixture: NamedFixture, stored: StoredNames): Promise<ShowName> => {
  if (isComplete(stored)) return showFrom(stored);
  const key = keyOf(fixture, stored);
  const names = getOrInsert(computed, key, () =>
    runInTurns(namePlayersInSteps(fixture, spellingsOf(stored))),
  );
  return showFrom(await names);
};
