import { parseJson } from "@/server/ingest/feeds/parse-json";
import type { ItemsBySport, ReadItem, RecordedFormat } from "@/server/ingest/feeds/reader";
import { listSnapshots } from "@/server/ingest/feeds/the-odds-api/list-snapshots";
import { readFlatCsv } from "@/server/ingest/feeds/the-odds-api/read-flat-csv";
import { type ParsedFile, readJsonResponse } from "@/server/ingest/feeds/the-odds-api/read-json-response";

const readText = (text: string): ParsedFile => {
  const content = text.replace(/^\uFEFF/, "").trimStart();
  return /^[[{]/.test(content) ? readJsonResponse(parseJson(content)) : readFlatCsv(content);
};

const itemsOf = ({ listings, rejected }: ParsedFile): ItemsBySport => {
  const listed = listSnapshots(listings);
  function* items(): Generator<ReadItem> {
    yield* rejected;
    yield* listed;
  }
  const rejectedPrices = rejected.reduce(
    (sum, item) => sum + (item.kind === "rejected" ? item.prices : 0),
    0,
  );
  return { prices: rejectedPrices + listed.prices, [Symbol.iterator]: items };
};

// Parses eagerly. As a generator, `read` would keep `text` in memory until its last item is read.
const read = (text: string): ItemsBySport => itemsOf(readText(text));

/** Reads a parsed response of `/odds` or `/events/{id}/odds`. Never throws. */
export const readOdds = (body: unknown): ReadItem[] => [...itemsOf(readJsonResponse(body))];

/** Recorded responses of The Odds API v4: JSON with one response per file, or responses flattened to CSV. */
export const theOddsApiFormat: RecordedFormat = { name: "the-odds-api", read };
