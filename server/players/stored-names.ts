import { namePlayers } from "@/server/players/name-players";
import type { NamedFixture } from "@/server/players/team-tags";

/** Book key -> spelling -> the name under which it is shown. Null if a version before 0.3.0 stored the spelling. */
export type StoredNames = ReadonlyMap<string, ReadonlyMap<string, string | null>>;

/** Turns a book's spelling of a player into the name under which it is shown. A spelling that is not stored is shown unchanged. */
export type ShowName = (bookKey: string, player: string) => string;

/** Shows the stored names of a fixture. If an older version stored any of them, all names of the fixture are computed. */
export const showStoredNames = (fixture: NamedFixture, stored: StoredNames): ShowName => {
  const isComplete = [...stored.values()].every((names) =>
    [...names.values()].every((name) => name !== null),
  );
  const shown = isComplete
    ? stored
    : namePlayers(fixture, new Map([...stored].map(([book, names]) => [book, names.keys()])));
  return (bookKey, player) => shown.get(bookKey)?.get(player) ?? player;
};
