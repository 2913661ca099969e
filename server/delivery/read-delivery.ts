import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { isTooDeep } from "@/server/delivery/is-too-deep";
import { readLines } from "@/server/delivery/read-lines";
import { ApiError, quoted } from "@/server/errors/api-error";
import { readNativeLine } from "@/server/feeds/native/read-native";
import type { BookSnapshot } from "@/server/feeds/snapshot";

/**
 * The maximum number of snapshots in one body. A body has at most 8 MiB, so more snapshots would average less than 168 bytes each, too few
 * for prices.
 */
export const maxSnapshots = 50_000;
/**
 * The maximum number of events in one snapshot: ten times a large slate. A limit is necessary, because matching blocks the event loop for
 * 1 ms per unknown name.
 */
export const maxEvents = 1_000;
/** The number of characters that are parsed before yielding to the event loop. Parsing them takes a few milliseconds. */
const parsedAtOnce = 256 * 1024;

const maxProblemLength = 200;

const badLine = (number: number, problem: string): ApiError =>
  new ApiError("BAD_REQUEST", {
    message: `Line ${number}: ${problem.slice(0, maxProblemLength)}. Nothing was recorded.`,
  });

/**
 * Reads a delivered body: one native snapshot per line. Blank lines are ignored.
 * @throws BAD_REQUEST if a line is unusable (the message names the first such line), or if the body has no snapshot.
 * @throws BOOK_NOT_ALLOWED if a line's book is not in `books`. The message names the first such line.
 */
export const readDelivery = async (body: Uint8Array, books: ReadonlySet<string>): Promise<BookSnapshot[]> => {
  const snapshots: BookSnapshot[] = [];
  let foreign: { readonly number: number; readonly book: string } | undefined;
  let parsed = 0;
  for await (const line of readLines([body], body.byteLength)) {
    if ("problem" in line) throw badLine(line.number, line.problem);
    const { number, text } = line;
    if (text.trim() === "") continue;
    parsed += text.length;
    if (parsed > parsedAtOnce) {
      parsed = 0;
      await yieldToEventLoop();
    }
    if (isTooDeep(text)) throw badLine(number, "nested too deeply");
    const snapshot = readNativeLine(text);
    if (typeof snapshot === "string") throw badLine(number, snapshot);
    if (snapshot.events.length > maxEvents) throw badLine(number, `more than ${maxEvents} events`);
    if (snapshots.length === maxSnapshots) throw badLine(number, `more than ${maxSnapshots} snapshots`);
    if (!books.has(snapshot.book)) foreign ??= { number, book: snapshot.book };
    snapshots.push(snapshot);
  }
  if (foreign !== undefined)
    throw new ApiError("BOOK_NOT_ALLOWED", {
      message: `Line ${foreign.number}: the feed token may not deliver ${quoted(foreign.book)}. Nothing was recorded.`,
    });
  if (snapshots.length === 0) throw new ApiError("BAD_REQUEST", { message: "The body has no snapshot." });
  return snapshots;
};
