import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { getOrInsert } from "@/server/domain/collections";
import { recordedFormats } from "@/server/ingest/feeds/formats";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { BookSnapshot } from "@/server/ingest/feeds/snapshot";
import { recordSnapshots } from "@/server/ingest/recorder/record-snapshots";
import { recorderRig, t0 } from "@/server/ingest/recorder/testing/recorder-rig";
import { testRecorder } from "@/server/ingest/recorder/testing/snapshots";
import { boardInstance } from "@/server/market/board/testing/board-instance";

const samples = process.env.ODDS_SAMPLES ?? "../shared/samples";
const venues = join(samples, "../venues/the-odds-api");
const absent =
  existsSync(samples) && existsSync(venues) ? "" : ` (skipped: ${samples} or ${venues} is absent)`;

/** Converts a recording to the source's own format. Each kind of recording names its list of events differently. */
const unwrapped = (text: string): string => {
  const { captured_ms, fetched_ms, taken_at, events, odds, payload } = JSON.parse(text);
  const timestamp = taken_at ?? new Date(captured_ms ?? fetched_ms).toISOString();
  return JSON.stringify({ timestamp, data: events ?? odds ?? payload });
};

const asIs = (text: string): string => text;

/** All recordings in which several books quote moneylines or spreads. Inverted books are found by comparing the prices of these markets. */
const recordings = [
  ["toa_odds_nhl_2024-03-21.json", samples, "the-odds-api", asIs],
  ["toa_historical_nfl_2021-11-25.json", samples, "the-odds-api", asIs],
  ["toa_flat_mlb_64books_2026-04-16.csv", samples, "the-odds-api", asIs],
  ["football_data_2025_26_open_close.csv", samples, "football-data", asIs],
  ["odds_mlb_h2h_spreads_totals_2026-08-07.json", venues, "the-odds-api", unwrapped],
  ["odds_mlb_spreads_totals_2026-08-20T2126Z.json", venues, "the-odds-api", unwrapped],
  ["repeat_poll_2026-08-11T1800Z_t0.json", venues, "the-odds-api", unwrapped],
] as const;

/** The snapshots of a recording, grouped by the time (ms) at which they were recorded, oldest first. */
const momentsOf = (format: string, text: string, path: string): [number, BookSnapshot[]][] => {
  const moments = new Map<number, BookSnapshot[]>();
  for (const item of recordedFormats.get(format)?.read(text, { path }) ?? []) {
    if (item.kind !== "snapshot") continue;
    const at = parseTime(item.snapshot.recorded_at ?? item.snapshot.fetched_at);
    getOrInsert(moments, at, () => []).push(item.snapshot);
  }
  return [...moments].sort(([a], [b]) => a - b);
};

describe.skipIf(absent !== "")(`recordings that pass through recorder and board${absent}`, () => {
  const rig = recorderRig();

  test.each(recordings)("no book is withheld in %s", async (file, folder, format, prepare) => {
    const { db } = rig.database();
    const instance = boardInstance(db);
    const withheld: unknown[] = [];
    for (const [moment, snapshots] of momentsOf(
      format,
      prepare(readFileSync(join(folder, file), "utf8")),
      file,
    )) {
      await recordSnapshots(testRecorder(db), snapshots, { clock: "recorded", now: t0 });
      withheld.push(...(await instance.read(moment)));
    }
    expect(withheld).toEqual([]);
    const judged = await rig.rows(sql`
      select fixture_id from current_markets
      where market_key in ('h2h', 'h2h_3_way', 'spreads') and outcomes <> ''
      group by fixture_id having count(distinct book_key) > 4`);
    expect(judged.length).toBeGreaterThan(3);
  });
});
