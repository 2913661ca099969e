import { normalizeName } from "@/server/domain/catalogue/normalize-name";
import { compare } from "@/server/domain/collections";
import { dayMs } from "@/server/domain/durations";
import type { CheckedEvent } from "@/server/ingest/feeds/check-snapshot";
import type { EventMatch } from "@/server/ingest/matching/match-events";
import { pauseIfDue } from "@/server/ingest/recorder/in-slices";
import type { SportState } from "@/server/ingest/recorder/place/sport-state";
import type { Recording } from "@/server/ingest/recorder/recording";
import type { NewNames } from "@/server/ingest/recorder/state/load-state";

/**
 * How many new names of an open sport a book may teach the service in one day of recording times (UTC). Each learned name makes matching
 * slower for all books. 150 fights are more than any book lists when it is polled for the first time; on later days, a book adds few names.
 */
export const maxNewNamesPerDay = 300;

/** The same order for every order in which the book lists its events. */
const orderOf = ({ commenceTime, home, away }: CheckedEvent): string =>
  `${String(commenceTime).padStart(16, "0")} ${[normalizeName(home), normalizeName(away)].sort().join(" ")}`;

/** How many names a snapshot may still add for its book. */
export type NewNamesBudget = {
  /** Adds the names that are new. @returns false, and adds none, if they exceed the limit. */
  readonly take: (names: readonly string[]) => boolean;
  /** The book's number of new names with this snapshot; undefined if the number stays the same. */
  readonly taken: () => NewNames | undefined;
};

export const createNewNamesBudget = (
  state: Pick<SportState, "learned" | "newNames">,
  { book, recordedAt }: Pick<Recording, "book" | "recordedAt">,
): NewNamesBudget => {
  const day = Math.floor(recordedAt / dayMs);
  const stored = state.newNames.get(book);
  const before = stored?.day === day ? stored.names : 0;
  const added = new Set<string>();
  return {
    take: (names) => {
      const fresh = new Set(names.filter((name) => !state.learned.has(name) && !added.has(name)));
      if (before + added.size + fresh.size > maxNewNamesPerDay) return fresh.size === 0;
      for (const name of fresh) added.add(name);
      return true;
    },
    taken: () => {
      // An import may record an earlier day. The newest day's number must survive it.
      const isCounted = added.size > 0 && day >= (stored?.day ?? day);
      return isCounted ? { day, names: before + added.size } : undefined;
    },
  };
};

/** The match of an event whose names exceed the limit. */
export const tooManyNewNames: EventMatch = {
  kind: "unmatched",
  reason: "too_many_new_names",
  candidateFixtures: [],
  candidateNewEvents: [],
};

/**
 * Leaves events unmatched (`too_many_new_names`) whose names would exceed the book's number of new names per day. Events with the earliest
 * starts come first.
 */
export const limitNewNames = async (
  budget: NewNamesBudget,
  { events }: Recording,
  matches: readonly EventMatch[],
): Promise<EventMatch[]> => {
  const limited = [...matches];
  const learning: { readonly index: number; readonly learned: readonly string[]; readonly order: string }[] =
    [];
  for (const [index, match] of matches.entries()) {
    const event = events[index];
    if (match.kind !== "new" || match.learned.length === 0 || event === undefined) continue;
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    learning.push({ index, learned: match.learned, order: orderOf(event) });
  }
  for (const { index, learned } of learning.sort((a, b) => compare(a.order, b.order)))
    if (!budget.take(learned)) limited[index] = tooManyNewNames;
  return limited;
};
