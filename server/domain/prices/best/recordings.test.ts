import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findMarket, sidesOf } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { getOrInsert } from "@/server/domain/collections";
import { type BookPrices, groupByLine, type Line } from "@/server/domain/prices/best/group-lines";
import { judgeLine } from "@/server/domain/prices/best/judge-line";
import { checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { flatPropsFormat } from "@/server/ingest/feeds/flat-props/read-flat-props";
import { footballDataFormat } from "@/server/ingest/feeds/football-data/read-football-data";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { RecordedFormat } from "@/server/ingest/feeds/reader";
import { theOddsApiFormat } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";

const samples = process.env.ODDS_SAMPLES ?? "../shared/samples";
const absent = existsSync(samples) ? "" : ` (skipped: ${samples} is absent)`;

const ownSource = (book: string): string => book;

/** Every line that several books quote in a recording. A file with opening and closing prices has each line twice. */
const linesOf = (format: RecordedFormat, text: string): Line<BookPrices>[] => {
  const listings = new Map<string, BookPrices[]>();
  const sports = new Map<string, string>();
  for (const item of format.read(text, { path: "test" })) {
    if (item.kind !== "snapshot") continue;
    const recordedAt = parseTime(item.snapshot.recorded_at ?? item.snapshot.fetched_at);
    const checked = checkSnapshot(item.snapshot, { recordedAt, now: recordedAt, archiveFrom: 0 });
    for (const { ref, home, away, commenceTime, markets } of checked.events) {
      const moment = format === footballDataFormat ? commenceTime - recordedAt : 0;
      for (const { key, outcomes } of markets) {
        const id = JSON.stringify([key, ref, home, away, commenceTime, moment]);
        sports.set(id, checked.sport);
        const priced = outcomes.map(({ team, player, ...outcome }) => {
          const subject = player ?? team;
          return subject === undefined ? outcome : { ...outcome, subject };
        });
        getOrInsert(listings, id, () => []).push({ book: checked.book, outcomes: priced });
      }
    }
  }
  return [...listings].flatMap(([id, quotes]) => {
    const sport = findSport(sports.get(id) ?? "");
    const market = findMarket(JSON.parse(id)[0]);
    return sport === undefined || market === undefined ? [] : groupByLine(quotes, sidesOf(market, sport));
  });
};

const recordings = [
  ["toa_odds_nhl_2024-03-21.json", theOddsApiFormat],
  ["toa_historical_nfl_2021-11-25.json", theOddsApiFormat],
  ["toa_flat_mlb_64books_2026-04-16.csv", theOddsApiFormat],
  ["football_data_2025_26_open_close.csv", footballDataFormat],
  ["props_nba_6books_2026-03-11.json", flatPropsFormat],
] as const;

const readLines = ([name, format]: (typeof recordings)[number]) =>
  linesOf(format, readFileSync(join(samples, name), "utf8"));

describe.skipIf(absent !== "")(`outliers among recorded prices${absent}`, () => {
  test.each(recordings)("no recorded price of %s is an outlier", (...recording) => {
    const outliers = readLines(recording).flatMap(({ rows }) => [...judgeLine(rows, ownSource).outliers]);
    expect(outliers).toEqual([]);
  });

  test("a book that swaps the sides of a line with a clear favourite is an outlier, and no other book is", () => {
    let swapped = 0;
    for (const recording of recordings)
      for (const { rows } of readLines(recording)) {
        const [row, ...others] = rows;
        const fair = judgeLine(others, ownSource).consensusWithout(undefined);
        const [first, second, ...rest] = row?.outcomes ?? [];
        if (row === undefined || first === undefined || second === undefined) continue;
        const isClear = Math.max(...(fair?.probabilities.slice(0, 2) ?? [])) >= 0.6;
        if (!isClear || fair === undefined || fair.books.length < 4 || rest.includes(undefined)) continue;
        const { outliers } = judgeLine(
          [{ ...row, outcomes: [second, first, ...rest] }, ...others],
          ownSource,
        );
        expect([...outliers]).toEqual([row.quote.book]);
        swapped += 1;
      }
    expect(swapped).toBeGreaterThan(90);
  });
});
