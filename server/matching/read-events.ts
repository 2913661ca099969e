import { normalizeName } from "@/server/catalogue/normalize-name";
import type { TeamIndex } from "@/server/catalogue/team-index";
import type { SightedEvent } from "@/server/matching/match-input";
import type { SideReading } from "@/server/matching/might-have-meant";

/** An event of the snapshot with what its names resolve to. */
export type EventReading = {
  readonly index: number;
  readonly start: number;
  /** The book's identifier, unless two different events of the snapshot carry it. */
  readonly ref: string | undefined;
  readonly refRecurs: boolean;
  readonly home: SideReading;
  readonly away: SideReading;
};

/** Two events that differ in nothing that identifies them. */
const identityOf = ({ ref, commenceTime, home, away }: SightedEvent): string =>
  JSON.stringify([ref, commenceTime, [normalizeName(home), normalizeName(away)].sort()]);

const shortestSerial = 4;

/** An identifier without a number of its own is made of the names, or of a position in a list: it comes back with the next match. */
const recurs = ({ ref, home, away }: SightedEvent): boolean => {
  if (ref === undefined) return false;
  const names = new Set(normalizeName(`${home} ${away}`).split(" "));
  const own = normalizeName(ref)
    .split(" ")
    .filter((part) => !names.has(part))
    .join("");
  return !/\d/.test(own) || (/^\d+$/.test(own) && own.length < shortestSerial);
};

const usableRefs = (events: readonly SightedEvent[]): ReadonlySet<string> => {
  const counts = new Map<string, Set<string>>();
  for (const event of events) {
    if (event.ref === undefined || event.ref.trim() === "") continue;
    const identities = counts.get(event.ref) ?? new Set();
    counts.set(event.ref, identities.add(identityOf(event)));
  }
  return new Set([...counts].flatMap(([ref, identities]) => (identities.size === 1 ? [ref] : [])));
};

/** Reads every event of a snapshot: its names against the sport's teams, its identifier against those of the other events. */
export const readEvents = (events: readonly SightedEvent[], teams: TeamIndex): EventReading[] => {
  const usable = usableRefs(events);
  return events.map((event, index) => ({
    index,
    start: event.commenceTime,
    ref: event.ref !== undefined && usable.has(event.ref) ? event.ref : undefined,
    refRecurs: recurs(event),
    home: { name: event.home, resolution: teams.resolve(event.home) },
    away: { name: event.away, resolution: teams.resolve(event.away) },
  }));
};
