import { getOrInsert } from "@/server/domain/collections";
import { ApiError, quoted } from "@/server/domain/errors/api-error";
import { isTooDeep } from "@/server/ingest/delivery/is-too-deep";
import { readLines } from "@/server/ingest/delivery/read-lines";
import { maxEvents } from "@/server/ingest/feeds/check-snapshot";
import { readNativeLineInSteps } from "@/server/ingest/feeds/native/read-native";
import type { PausingItems, ReadItem } from "@/server/ingest/feeds/reader";
import { inSlices, pauseIfDue } from "@/server/ingest/recorder/in-slices";
import { pricesOf } from "@/server/ingest/recorder/record-items";

/** The maximum number of snapshots in one body: 40 books with 100 sports each. */
export const maxSnapshots = 4_000;
/** The maximum number of snapshots of one book and sport in one body. Each takes a turn of its own in the database. */
export const maxSnapshotsOfListing = 500;

const maxProblemLength = 200;

const badLine = (number: number, problem: string): ApiError =>
  new ApiError("BAD_REQUEST", {
    message: `Line ${number}: ${problem.slice(0, maxProblemLength)}. Nothing was recorded.`,
  });

type CheckedLine = { readonly bytes: Uint8Array; readonly prices: number };

/** A line that was read once can be read again. A parsed snapshot takes ten times as much memory as its line. */
const readAgain = async (bytes: Uint8Array): Promise<ReadItem> => {
  const snapshot = await inSlices(readNativeLineInSteps(new TextDecoder().decode(bytes)));
  if (typeof snapshot === "string") throw new Error(`a line that was read once cannot be read: ${snapshot}`);
  return { kind: "snapshot", snapshot };
};

/**
 * Reads a delivered body: one native snapshot per line. Blank lines are ignored. All lines are checked first. Then each line is parsed again
 * when it is recorded, so that few snapshots are in memory at a time.
 * @throws BAD_REQUEST if a line is unusable (the message names the first such line), or if the body has no snapshot.
 * @throws BOOK_NOT_ALLOWED if a line's book is not in `books`. The message names the first such line.
 */
export const readDelivery = async (body: Uint8Array, books: ReadonlySet<string>): Promise<PausingItems> => {
  const linesBySport = new Map<string, CheckedLine[]>();
  const countsOfListings = new Map<string, number>();
  let foreign: { readonly number: number; readonly book: string } | undefined;
  let [snapshots, prices] = [0, 0];
  for await (const line of readLines([body])) {
    await pauseIfDue();
    if ("problem" in line) throw badLine(line.number, line.problem);
    const { number, text, bytes } = line;
    if (text.trim() === "") continue;
    if (isTooDeep(text)) throw badLine(number, "nested too deeply");
    await pauseIfDue();
    const snapshot = await inSlices(readNativeLineInSteps(text));
    if (typeof snapshot === "string") throw badLine(number, snapshot);
    const { book, sport } = snapshot;
    if (snapshot.events.length > maxEvents) throw badLine(number, `more than ${maxEvents} events`);
    if (snapshots === maxSnapshots) throw badLine(number, `more than ${maxSnapshots} snapshots`);
    const listing = `${book} ${sport}`;
    const ofListing = (countsOfListings.get(listing) ?? 0) + 1;
    if (ofListing > maxSnapshotsOfListing)
      throw badLine(number, `more than ${maxSnapshotsOfListing} snapshots of one book and sport`);
    countsOfListings.set(listing, ofListing);
    if (!books.has(book)) foreign ??= { number, book };
    const lines = getOrInsert(linesBySport, sport, () => []);
    const ofLine = pricesOf({ kind: "snapshot", snapshot });
    lines.push({ bytes, prices: ofLine });
    prices += ofLine;
    snapshots += 1;
  }
  if (foreign !== undefined)
    throw new ApiError("BOOK_NOT_ALLOWED", {
      message: `Line ${foreign.number}: the feed token may not deliver ${quoted(foreign.book)}. Nothing was recorded.`,
    });
  if (snapshots === 0) throw new ApiError("BAD_REQUEST", { message: "The body has no snapshot." });
  async function* items(): AsyncGenerator<ReadItem> {
    for (const lines of linesBySport.values())
      for (const { bytes } of lines) {
        yield await readAgain(bytes);
        await pauseIfDue();
      }
  }
  return { prices, [Symbol.asyncIterator]: items };
};
