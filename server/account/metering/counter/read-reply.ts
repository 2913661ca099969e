import { CounterStoreError, type Reply } from "@/server/account/metering/counter/counter-store";

const isPart = (part: unknown): part is string | number | null =>
  typeof part === "string" || typeof part === "number" || part === null;

/** Checks the type of a script's reply. @throws CounterStoreError if the reply is not a list of texts, numbers and nulls. */
export const readReply = (name: string, reply: unknown): Reply => {
  if (Array.isArray(reply) && reply.every(isPart)) return reply;
  throw new CounterStoreError(`unexpected reply to ${name}`);
};

/** The text at an index of a reply. @throws CounterStoreError if there is no text at this index. */
export const textAt = (reply: Reply, place: number): string => {
  const part = reply[place];
  if (typeof part === "string") return part;
  throw new CounterStoreError("expected a text in the reply of the counter store");
};

/** The integer at an index of a reply. @throws CounterStoreError if there is no safe integer at this index. */
export const integerAt = (reply: Reply, place: number): number => {
  const part = reply[place];
  const value = typeof part === "string" && part !== "" ? Number(part) : part;
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new CounterStoreError("expected an integer in the reply of the counter store");
};
