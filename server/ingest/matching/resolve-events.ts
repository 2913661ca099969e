import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import type { TeamIndex } from "@/server/domain/catalogue/team-index";
import type { ResolvedSide } from "@/server/ingest/matching/candidate-fixtures";
import type { ListedEvent } from "@/server/ingest/matching/match-input";
import type { Steps } from "@/server/ingest/matching/steps";

/** An event of the snapshot and the teams that its names resolve to. */
export type ResolvedEvent = {
  /** The event's position in the snapshot. */
  readonly index: number;
  /** ms since the epoch. */
  readonly start: number;
  /** The book's reference; undefined if it is missing or blank, or if two different events of the snapshot carry it. */
  readonly ref: string | undefined;
  /** Whether the book may use the reference again for the next match of the same teams. */
  readonly refRecurs: boolean;
  readonly home: ResolvedSide;
  readonly away: ResolvedSide;
};

/** Returns the same text for two events if they have the same reference, start and names. The order of the names does not matter. */
const identityOf = ({ ref, commenceTime, home, away }: ListedEvent): string =>
  JSON.stringify([ref, commenceTime, [normalizeName(home), normalizeName(away)].sort()]);

const minSerialDigits = 4;

/**
 * Returns `ResolvedEvent.refRecurs`. A book may use a reference again if the reference consists of names or of a position in a list. So
 * this function removes the teams' names from the reference. The result is true if the rest has no digit or is a number of at most three
 * digits.
 */
export const refRecurs = ({
  ref,
  home,
  away,
}: {
  readonly ref?: string | undefined;
  readonly home: string;
  readonly away: string;
}): boolean => {
  if (ref === undefined) return false;
  const names = new Set(normalizeName(`${home} ${away}`).split(" "));
  const ownPart = normalizeName(ref)
    .split(" ")
    .filter((part) => !names.has(part))
    .join("");
  return !/\d/.test(ownPart) || (/^\d+$/.test(ownPart) && ownPart.length < minSerialDigits);
};

/** The references that identify exactly one event of the snapshot. */
const usableRefs = (events: readonly ListedEvent[]): ReadonlySet<string> => {
  const firstWith = new Map<string, ListedEvent>();
  const shared = new Set<string>();
  for (const event of events) {
    if (event.ref === undefined || event.ref.trim() === "") continue;
    const first = firstWith.get(event.ref);
    if (first === undefined) firstWith.set(event.ref, event);
    else if (identityOf(first) !== identityOf(event)) shared.add(event.ref);
  }
  return new Set([...firstWith.keys()].filter((ref) => !shared.has(ref)));
};

/** Resolves the names of every event against the sport's teams. */
export function* resolveEvents(events: readonly ListedEvent[], teams: TeamIndex): Steps<ResolvedEvent[]> {
  const usable = usableRefs(events);
  const resolved: ResolvedEvent[] = [];
  for (const [index, event] of events.entries()) {
    resolved.push({
      index,
      start: event.commenceTime,
      ref: event.ref !== undefined && usable.has(event.ref) ? event.ref : undefined,
      refRecurs: refRecurs(event),
      home: { name: event.home, resolution: teams.resolve(event.home) },
      away: { name: event.away, resolution: teams.resolve(event.away) },
    });
    yield;
  }
  return resolved;
}
