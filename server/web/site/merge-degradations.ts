import { minuteMs } from "@/server/domain/durations";

/** The name of the part that stands for the database. This part counts as failing while the database cannot be read. */
export const databasePart = "database";

/** A period in which a part was seen failing, in ms since the epoch. */
export type Degradation = {
  /** The part's name in `GET /readyz`, or `database`. */
  readonly part: string;
  readonly beganAt: number;
  /** When the part was last seen failing. */
  readonly seenAt: number;
};

/** Degradations of one part that are at most this far apart are one incident. */
const maxGapMs = minuteMs;

/** Joins degradations of one part that overlap or are at most `maxGapMs` apart. The newest is first. */
export const mergeDegradations = (observed: readonly Degradation[]): readonly Degradation[] => {
  const merged: Degradation[] = [];
  const lastOf = new Map<string, number>();
  for (const { part, beganAt, seenAt } of observed.toSorted((a, b) => a.beganAt - b.beganAt)) {
    const index = lastOf.get(part);
    const last = index === undefined ? undefined : merged[index];
    if (index !== undefined && last !== undefined && beganAt <= last.seenAt + maxGapMs)
      merged[index] = { ...last, seenAt: Math.max(last.seenAt, seenAt) };
    else lastOf.set(part, merged.push({ part, beganAt, seenAt }) - 1);
  }
  return merged.toSorted((a, b) => b.beganAt - a.beganAt);
};
