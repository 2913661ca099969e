import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayMs } from "@/server/domain/durations";
import { decodeOutcomes, encodeOutcomes } from "@/server/domain/prices/outcome-text";
import { checkSnapshot } from "@/server/ingest/feeds/check-snapshot";
import { flatPropsFormat } from "@/server/ingest/feeds/flat-props/read-flat-props";
import { footballDataFormat } from "@/server/ingest/feeds/football-data/read-football-data";
import { nativeFormat } from "@/server/ingest/feeds/native/read-native";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import type { ReadItem, RecordedFormat } from "@/server/ingest/feeds/reader";
import { newestFetchTime, shiftSnapshot } from "@/server/ingest/feeds/shift-times";
import { snapshotsCsvFormat } from "@/server/ingest/feeds/snapshots-csv/read-snapshots-csv";
import {
  hostileCsv,
  hostileNumber,
  hostileSnapshot,
  hostileText,
  hostileTime,
  mostly,
} from "@/server/ingest/feeds/testing/hostile";
import { readAll, snapshotsOf } from "@/server/ingest/feeds/testing/samples";
import { theOddsApiFormat } from "@/server/ingest/feeds/the-odds-api/read-the-odds-api";
import { digestOf, recordingTime } from "@/server/ingest/recorder/recording";

const now = Date.parse("2026-11-21T12:00:00Z");
const runs = 150;

/** Whether the text may be stored: it has no NUL, no lone surrogate and at most 200 characters. */
const isStorable = (text: string): boolean =>
  !text.includes("\0") && !/\p{Cs}/u.test(text) && text.length <= 200;

/** Expects that the counts add up, and that accepted prices can be stored. Returns the number of accepted prices. */
const expectConsistent = (items: readonly ReadItem[]): number => {
  let kept = 0;
  newestFetchTime(items);
  for (const item of items) if (item.kind === "rejected") expect(item.prices).toBeGreaterThan(0);
  for (const delivered of snapshotsOf(items))
    for (const snapshot of [delivered, shiftSnapshot(delivered, 3_600_000)]) {
      digestOf(snapshot);
      for (const recordedAt of [now, recordingTime(snapshot, "recorded", now)]) {
        const checked = checkSnapshot(snapshot, { recordedAt, now, archiveFrom: 0 });
        expect([...checked.rejected.keys()]).not.toContain("unreadable");
        const rejected = [...checked.rejected.values()].reduce((sum, prices) => sum + prices, 0);
        const accepted = checked.events.flatMap(({ markets }) => markets.flatMap(({ outcomes }) => outcomes));
        expect(accepted.length + checked.pricesRepeated + rejected).toBe(checked.pricesSeen);
        kept += accepted.length;
        const joinable = checked.events.filter(({ inPlay }) => !inPlay);
        expect(joinable.length + checked.rejectedEvents).toBe(checked.eventsSeen);
        for (const { home, away, ref, bookEventId, link, commenceTime, markets } of checked.events) {
          expect([home, away, ref ?? "", bookEventId ?? "", link ?? ""].every(isStorable)).toBe(true);
          expect(Math.abs(commenceTime - recordedAt)).toBeLessThan(3 * 366 * dayMs);
          for (const { outcomes } of markets) {
            expect(outcomes.every(({ player = "" }) => isStorable(player))).toBe(true);
            expect(decodeOutcomes(encodeOutcomes(outcomes))).toEqual(outcomes);
          }
        }
      }
    }
  return kept;
};

const expectNeverThrows = (format: RecordedFormat, texts: fc.Arbitrary<string>): void => {
  let kept = 0;
  // Without accepted prices, most expectations would not run. In the native format, 3 % of the texts have one: 150 texts can have none.
  do
    fc.assert(
      fc.property(texts, (text) => {
        kept += expectConsistent(readAll(format, text));
      }),
      { numRuns: runs },
    );
  while (kept === 0);
};

const hostileTimeText = hostileTime(now);
const sports = ["basketball_nba", "mma_mixed_martial_arts", "soccer_epl", "icehockey_nhl"];
const names = ["Boston Celtics", "Arsenal", "Constructor"];
const iso = ["2026-11-21T20:00:00Z"];
const fetchTime = mostly(["2026-11-21T11:00:00Z"], hostileTimeText);
const startTime = mostly(iso, hostileTimeText);

describe("hostile content", () => {
  test("hostile snapshots in the native format never make a reader throw, and every price is counted", () => {
    const line = hostileSnapshot({ sports, around: now }).map((snapshot) => JSON.stringify(snapshot));
    const damaged = fc
      .tuple(line, fc.nat(400), hostileText)
      .map(([text, at, inside]) => text.slice(0, at) + inside + text.slice(at));
    expectNeverThrows(
      nativeFormat,
      fc
        .array(fc.oneof({ weight: 4, arbitrary: line }, damaged), { maxLength: 4 })
        .map((lines) => lines.join("\n")),
    );
  });

  test("hostile responses of The Odds API never make a reader throw, and every price is counted", () => {
    const outcome = fc.record(
      {
        name: mostly(["Boston Celtics", "Over", "Over"], hostileText),
        description: hostileText,
        price: mostly([1.9, 2.1], hostileNumber),
        point: mostly([9.5], hostileNumber),
        bet_limit: hostileNumber,
      },
      { requiredKeys: ["name", "price"] },
    );
    const market = fc.record({
      key: mostly(["h2h", "spreads", "player_points"], hostileText),
      last_update: fetchTime,
      outcomes: fc.oneof({ weight: 9, arbitrary: fc.array(outcome, { maxLength: 4 }) }, fc.jsonValue()),
    });
    const bookmaker = fc.record({
      key: mostly(["constructor", "fanduel"], hostileText),
      title: hostileText,
      last_update: fetchTime,
      markets: fc.array(fc.oneof({ weight: 9, arbitrary: market }, fc.jsonValue()), { maxLength: 3 }),
    });
    const event = fc.record({
      id: hostileText,
      sport_key: mostly([...sports], hostileText),
      commence_time: startTime,
      home_team: mostly([...names], hostileText),
      away_team: hostileText,
      bookmakers: fc.array(bookmaker, { maxLength: 3 }),
    });
    const events = fc.array(fc.oneof({ weight: 9, arbitrary: event }, fc.jsonValue()), { maxLength: 3 });
    const wrapped = fc.record({ timestamp: hostileTimeText, data: fc.oneof(events, event, fc.jsonValue()) });
    expectNeverThrows(
      theOddsApiFormat,
      fc.oneof(events, wrapped, event, fc.jsonValue()).map((value) => JSON.stringify(value)),
    );
  });

  test("hostile flat CSV files of The Odds API never make a reader throw, and every price is counted", () => {
    const columns = [
      "event_id",
      "sport_key",
      "commence_time",
      "home_team",
      "away_team",
      "snapshot_time",
      "bookmaker_key",
      "last_update",
      "market",
      "outcome_name",
      "description",
      "price",
      "point",
    ];
    expectNeverThrows(
      theOddsApiFormat,
      hostileCsv(columns, {
        sport_key: sports,
        commence_time: iso,
        home_team: names,
        away_team: names,
        snapshot_time: ["2026-11-21T11:00:00Z"],
        bookmaker_key: ["fanduel", "constructor"],
        last_update: ["2026-11-21T11:00:00Z"],
        market: ["h2h", "totals", "player_points"],
        outcome_name: [...names, "Over"],
        price: ["1.9", "-110"],
        point: ["", "3.5"],
      }),
    );
  });

  test("hostile snapshots-csv files never make a reader throw, and every price is counted", () => {
    const columns = [
      "sport",
      "commence_time",
      "home_team",
      "away_team",
      "bookmaker",
      "snapshot_taken_at_utc",
      "bookmaker_last_update_utc",
      "game_id",
      "ml_home",
      "ml_away",
      "spread_home",
      "spread_home_odds",
      "spread_away",
      "spread_away_odds",
      "total_line",
      "total_over_odds",
      "total_under_odds",
    ];
    expectNeverThrows(
      snapshotsCsvFormat,
      hostileCsv(columns, {
        sport: ["NBA", ...sports, "constructor"],
        commence_time: iso,
        home_team: names,
        away_team: names,
        bookmaker: ["fanduel", "constructor"],
        snapshot_taken_at_utc: ["2026-11-21T11:00:00Z"],
        bookmaker_last_update_utc: ["2026-11-21T11:00:00Z", ""],
        ml_home: ["-110"],
        ml_away: ["-110"],
      }),
    );
  });

  test("hostile football-data files never make a reader throw, and every price is counted", () => {
    const columns = [
      "Div",
      "Date",
      "Time",
      "HomeTeam",
      "AwayTeam",
      "B365H",
      "B365D",
      "B365A",
      "PSH",
      "PSD",
      "PSA",
      "B365C>2.5",
      "B365C<2.5",
      "AHh",
      "B365AHH",
      "B365AHA",
    ];
    expectNeverThrows(
      footballDataFormat,
      hostileCsv(columns, {
        Div: ["E0", "constructor"],
        Date: ["21/11/2026", "2026-11-21", "31/02/2026", "01/01/0000", "99/99/99"],
        Time: ["20:00", "23:59:60", "24:00", "99:99"],
        HomeTeam: names,
        AwayTeam: names,
        B365H: ["2.1"],
        B365D: ["3.4"],
        B365A: ["3.2"],
      }),
    );
  });

  test("hostile flat-props files never make a reader throw, and every price is counted", () => {
    const prop = fc.record({
      bookmaker: mostly(["FanDuel", "constructor"], hostileText),
      sport_key: mostly([...sports, ""], hostileText),
      game_id: hostileText,
      commence_time: startTime,
      home_team: mostly([...names], hostileText),
      away_team: mostly([...names], hostileText),
      market: mostly(["player_points"], hostileText),
      over_under: mostly(["Over", "Under"], hostileText),
      player: hostileText,
      line: mostly([9.5], hostileNumber),
      price: mostly([-110], hostileNumber),
    });
    const props = fc.array(fc.oneof({ weight: 9, arbitrary: prop }, fc.jsonValue()), { maxLength: 6 });
    const file = fc.record({ last_updated: hostileTimeText, props });
    expectNeverThrows(
      flatPropsFormat,
      file.map((value) => JSON.stringify(value)),
    );
  });

  test.each([nativeFormat, theOddsApiFormat, snapshotsCsvFormat, footballDataFormat, flatPropsFormat])(
    "arbitrary text never makes the $name reader throw, and every price is counted",
    (format) => {
      const text = fc.oneof(
        hostileText,
        fc.array(hostileText).map((lines) => lines.join("\n")),
      );
      fc.assert(fc.property(text, (content) => void expectConsistent(readAll(format, content))));
    },
  );
});

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("a value nested too deeply for JSON.stringify is rejected, and other events of its snapshot are accepted", () => {
  const good = `{"home":"Buffalo Bills","away":"Kansas City Chiefs","commence_time":"2026-11-22T18:00:00Z","markets":[{"key":"h2h","outcomes":[{"side":"home","american":-150},{"side":"away","american":130}]}]}`;
  const deep = nested(20_000);
  const bad = [
    deep,
    `{"home":${deep},"markets":[]}`,
    good.replace('"Buffalo Bills"', deep),
    good.replace("-150", deep),
  ];
  const line = `{"book":"northline","sport":"americanfootball_nfl","fetched_at":null,"events":[${[...bad, good].join()}]}`;
  const items = readAll(nativeFormat, line);
  const [snapshot] = snapshotsOf(items);
  if (snapshot === undefined) throw new Error("no snapshot");
  const checked = checkSnapshot(snapshot, { recordedAt: now, now, archiveFrom: 0 });
  expect(checked).toMatchObject({ eventsSeen: 5, rejectedEvents: 3, pricesSeen: 8 });
  expect(checked.events.at(-1)?.markets[0]?.outcomes).toHaveLength(2);
  expect(digestOf(snapshot)).not.toBe(digestOf({ ...snapshot, events: [] }));
  expect(
    readAll(theOddsApiFormat, `{"data":[${deep},{"bookmakers":${deep}}]}`).map(({ kind }) => kind),
  ).toEqual(["rejected", "rejected"]);
  expect(parseTime(deep)).toBeNaN();
});
