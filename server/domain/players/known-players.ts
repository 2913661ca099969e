import { z } from "zod";
import table from "@/server/domain/players/known-players.json" with { type: "json" };
import { type PlayerReading, readPlayer } from "@/server/domain/players/read-player";

const player = z.strictObject({
  /** A sport key. The entry also applies to sports whose keys continue this key, such as a league's preseason. */
  sport: z.string(),
  name: z.string(),
  /** Other names of the same person: nicknames, and the name with or without a suffix. */
  also: z.array(z.string()).min(1),
});
const namesakes = z.strictObject({
  sport: z.string(),
  /** Different people whose names are easily confused. Names that are equal differ in their tags. */
  apart: z.array(z.string()).min(2),
});

/** The form of known-players.json, which has one entry per line. */
export const knownPlayersForm = z.array(z.union([player, namesakes]));

export type KnownPlayers = {
  /** The identity that stands for all names of a person. Equals the given identity if the person is not known. */
  readonly canonicalOf: (identity: string) => string;
  /** All names of the person with this canonical identity, the usual name first. Empty if the person is not known. */
  readonly namesOf: (canonical: string) => readonly PlayerReading[];
  /** The names in `apart` that belong to the same list as this identity, itself included. */
  readonly namesakesOf: (identity: string) => readonly string[];
};

type Entries = z.infer<typeof knownPlayersForm>;

const indexPlayers = (entries: Entries): KnownPlayers => {
  const canonical = new Map<string, string>();
  const names = new Map<string, readonly PlayerReading[]>();
  const apart = new Map<string, readonly string[]>();
  for (const entry of entries) {
    if ("apart" in entry) {
      for (const name of entry.apart) apart.set(readPlayer(name).identity, entry.apart);
      continue;
    }
    const readings = [entry.name, ...entry.also].map(readPlayer);
    const identity = readPlayer(entry.name).identity;
    names.set(identity, readings);
    for (const reading of readings) canonical.set(reading.identity, identity);
  }
  return {
    canonicalOf: (identity) => canonical.get(identity) ?? identity,
    namesOf: (identity) => names.get(identity) ?? [],
    namesakesOf: (identity) => apart.get(identity) ?? [],
  };
};

const entries = knownPlayersForm.parse(table);
const bySport = new Map<string, KnownPlayers>();
const ofNoSport = indexPlayers([]);

/** What known-players.json says about the players of a sport. */
export const knownPlayersOf = (sportKey: string): KnownPlayers => {
  const cached = bySport.get(sportKey);
  if (cached !== undefined) return cached;
  const applicable = entries.filter(({ sport }) => sportKey === sport || sportKey.startsWith(`${sport}_`));
  if (applicable.length === 0) return ofNoSport;
  const known = indexPlayers(applicable);
  bySport.set(sportKey, known);
  return known;
};
