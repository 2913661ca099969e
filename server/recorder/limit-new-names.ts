import { normalizeName } from "@/server/catalogue/normalize-name";
import type { CheckedEvent } from "@/server/feeds/check-snapshot";
import type { EventMatch } from "@/server/matching/match-events";
import type { SportState } from "@/server/recorder/match-recording";
import type { Recording } from "@/server/recorder/recording";

/**
 * How many new names of an open sport a book may teach the service in one day of recording times (UTC). Each learned name makes matching
 * slower for all books. 150 fights are more than any book lists when it is polled for the first time; on later days, a book adds few names.
 */
export const maxNewNamesPerDay = 300;

/** How many names a book has added on a day. `day` is the number of days since 1970, UTC. */
export type NewNames = { readonly day: number; readonly names: number };

const dayMs = 86_400_000;

/** The same order for every order in which the book lists its events. */
const orderOf = ({ commenceTime, home, away }: CheckedEvent): string =>
  `${String(commenceTime).padStart(16, "0")} ${[normalizeName(home), normalizeName(away)].sort().join(" ")}`;

/**
 * Leaves events unmatched (`too_many_new_names`) whose names would exceed the book's number of new names per day. Events with the earliest
 * starts come first.
 * @returns the matches, and the book's number of new names with this snapshot; undefined if the number stays the same.
 */
export const limitNewNames = (
  state: Pick<SportState, "learned" | "newNames">,
  { book, recordedAt, events }: Recording,
  matches: readonly EventMatch[],
): { readonly matches: EventMatch[]; readonly newNames: NewNames | undefined } => {
  const limited = [...matches];
  const learning = matches.flatMap((match, index) => {
    const event = events[index];
    return match.kind === "new" && match.learned.length > 0 && event !== undefined
      ? [{ index, learned: match.learned, order: orderOf(event) }]
      : [];
  });
  if (learning.length === 0) return { matches: limited, newNames: undefined };
  const day = Math.floor(recordedAt / dayMs);
  const stored = state.newNames.get(book);
  const before = stored?.day === day ? stored.names : 0;
  const added = new Set<string>();
  for (const { index, learned } of learning.sort((a, b) => (a.order < b.order ? -1 : 1))) {
    const fresh = learned.filter((name) => !state.learned.has(name) && !added.has(name));
    if (before + added.size + fresh.length <= maxNewNamesPerDay) for (const name of fresh) added.add(name);
    else
      limited[index] = {
        kind: "unmatched",
        reason: "too_many_new_names",
        candidateFixtures: [],
        candidateNewEvents: [],
      };
  }
  // An import may record an earlier day. The newest day's number must survive it.
  const isCounted = added.size > 0 && day >= (stored?.day ?? day);
  return { matches: limited, newNames: isCounted ? { day, names: before + added.size } : undefined };
};
