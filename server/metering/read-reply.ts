import { CounterStoreError, type Reply } from "@/server/metering/counter-store";

const isPart = (part: unknown): part is string | number | null =>
  typeof part === "string" || typeof part === "number" || part === null;

/** Parses what a script answered. @throws CounterStoreError when it is not a list of integers and texts. */
export const readReply = (name: string, reply: unknown): Reply => {
  if (Array.isArray(reply) && reply.every(isPart)) return reply;
  throw new CounterStoreError(`${name} answered something else`, "unknown");
};

/** An integer at a place of a reply. @throws CounterStoreError when there is none. */
export const integerAt = (reply: Reply, place: number): number => {
  const part = reply[place];
  const value = typeof part === "string" && part !== "" ? Number(part) : part;
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new CounterStoreError("a reply without an integer where one belongs", "unknown");
};
