import type { ReadItem, RecordedFormat } from "@/server/feeds/reader";
import { listSnapshots } from "@/server/feeds/the-odds-api/list-snapshots";
import { type Answer, readAnswer } from "@/server/feeds/the-odds-api/read-answer";
import { readFlatCsv } from "@/server/feeds/the-odds-api/read-flat-csv";

const readText = (text: string): Answer => {
  const content = text.replace(/^\uFEFF/, "").trimStart();
  return /^[[{]/.test(content) ? readAnswer(content) : readFlatCsv(content);
};

function* itemsOf({ listings, rejected }: Answer): Generator<ReadItem> {
  yield* rejected;
  yield* listSnapshots(listings);
}

// No generator, which would hold the text to its end.
const read = (text: string): Iterable<ReadItem> => itemsOf(readText(text));

/** Recorded answers of The Odds API v4, as JSON or flattened to CSV. One file is one request. */
export const theOddsApiFormat: RecordedFormat = { name: "the-odds-api", read };
