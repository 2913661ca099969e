import { getOrInsert } from "@/server/domain/collections";

/** How many parts of deliveries a process records at once. Each takes a database connection. */
export const maxRecording = 3;

/** Does a part of a delivery's work when it is the turn of its token. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets the tokens of all deliveries take turns. At most `maxRunning` parts run at once. When a part ends, the token that has waited longest
 * is next, so no token waits for more than one part of each of the others.
 */
export const createTurns = (maxRunning: number): ((tokenId: string) => TakeTurn) => {
  /** In order of turns. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;
  const startNext = (): void => {
    while (running < maxRunning) {
      const [next] = waiting;
      if (next === undefined) return;
      const [tokenId, [start, ...later]] = next;
      waiting.delete(tokenId);
      if (later.length > 0) waiting.set(tokenId, later);
      running += 1;
      start?.();
    }
  };
  return (tokenId) => async (work) => {
    await new Promise<void>((start) => {
      getOrInsert(waiting, tokenId, () => []).push(start);
      startNext();
    });
    try {
      return await work();
    } finally {
      running -= 1;
      startNext();
    }
  };
};
