import type { ReadItem, RecordedFormat } from "@/server/feeds/reader";
import { listSnapshots } from "@/server/feeds/the-odds-api/list-snapshots";
import { readAnswer } from "@/server/feeds/the-odds-api/read-answer";
import { readFlatCsv } from "@/server/feeds/the-odds-api/read-flat-csv";

function* read(text: string): Generator<ReadItem> {
  const content = text.replace(/^\uFEFF/, "").trimStart();
  const answer = /^[[{]/.test(content) ? readAnswer(content) : readFlatCsv(content);
  yield* answer.rejected;
  yield* listSnapshots(answer.listings);
}

/** Recorded answers of The Odds API v4, as JSON or flattened to CSV. One file is one request. */
export const theOddsApiFormat: RecordedFormat = { name: "the-odds-api", read };
