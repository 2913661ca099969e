import { describe, expect, test } from "vitest";
import { flatPropsFormat } from "@/server/ingest/feeds/flat-props/read-flat-props";
import {
  readAll,
  samplesAreAbsent,
  sampleText,
  snapshotsOf,
  tallyOf,
} from "@/server/ingest/feeds/testing/samples";

type Loose = Record<string, unknown>;

const row = (more: Loose = {}): Loose => ({
  game_id: "g1",
  home_team: "Orlando Magic",
  away_team: "Cleveland Cavaliers",
  commence_time: "2026-03-11T23:40:00Z",
  bookmaker: "FanDuel",
  market: "player_assists",
  player: "A Guard",
  line: 4.5,
  price: 128,
  over_under: "Over",
  ...more,
});
const read = (...props: unknown[]) =>
  readAll(flatPropsFormat, JSON.stringify({ last_updated: "2026-03-11T11:05:23.314818Z", props }));

test("flat-props rows become one snapshot per book, with the file's recording time and no fetch times", () => {
  const items = read(
    row(),
    row({ over_under: "Under", price: -172 }),
    row({ market: "player_points", bookmaker: "Bovada" }),
  );
  expect(snapshotsOf(items).map(({ events: _, ...heading }) => heading)).toEqual(
    ["bovada", "fanduel"].map((book) => ({
      book,
      sport: "basketball_nba",
      fetched_at: null,
      recorded_at: "2026-03-11T11:05:23.314818Z",
      scope: ["player_assists", "player_points"],
    })),
  );
  expect(snapshotsOf(items)[1]?.events).toEqual([
    {
      ref: "g1",
      book_event_id: null,
      commence_time: "2026-03-11T23:40:00Z",
      home: "Orlando Magic",
      away: "Cleveland Cavaliers",
      markets: [
        {
          key: "player_assists",
          outcomes: [
            { side: "over", american: 128, point: 4.5, player: "A Guard" },
            { side: "under", american: -172, point: 4.5, player: "A Guard" },
          ],
        },
      ],
    },
  ]);
});

test('a flat-props row without a line, on the side "yes", becomes an outcome without a point', () => {
  const items = read(row({ market: "player_double_double", line: null, over_under: "Yes" }));
  expect(snapshotsOf(items)[0]?.events[0]?.markets[0]?.outcomes).toEqual([
    { side: "yes", american: 128, player: "A Guard" },
  ]);
  expect(tallyOf(items)).toEqual({ accepted: 1, repeated: 0, rejected: {} });
});

test("a flat-props row belongs to the sport of its sport_key; a row without a sport_key belongs to the sport in season that lists both teams", () => {
  const names = { home_team: "Carolina Panthers", away_team: "Buffalo Bills", market: "player_pass_yds" };
  const season = snapshotsOf(read(row({ ...names, commence_time: "2026-10-11T17:00:00Z" })));
  const preseason = snapshotsOf(read(row({ ...names, commence_time: "2026-08-15T17:00:00Z" })));
  expect([season, preseason].map(([snapshot]) => snapshot?.sport)).toEqual([
    "americanfootball_nfl",
    "americanfootball_nfl_preseason",
  ]);
  const stated = read(
    row({ home_team: "Duke Blue Devils", away_team: "UNC", sport_key: "basketball_ncaab" }),
  );
  expect(snapshotsOf(stated)[0]?.sport).toBe("basketball_ncaab");
});

test.each([
  ["that is not an object", 7, "malformed_row"],
  ["of an unknown book", row({ bookmaker: "Corner Shop" }), "unknown_book"],
  ["with a book title that several books share", row({ bookmaker: "Betfair" }), "unknown_book"],
  ["with a team in no listed league", row({ home_team: "Springfield Isotopes" }), "unknown_sport"],
  ["with a start that cannot be read", row({ commence_time: "tonight" }), "unusable_time"],
  ["with an unknown side", row({ over_under: "Push" }), "unknown_outcome"],
  ["without a player", row({ player: null }), "player_missing"],
  ["without a line in a market that needs one", row({ line: null }), "point_missing"],
  ["without a price", row({ price: null }), "price_not_finite"],
  ["of an unknown market", row({ market: "player_smiles" }), "unknown_market"],
])("a flat-props row %s is rejected, and other rows are accepted", (_, bad, reason) => {
  expect(tallyOf(read(row(), bad))).toEqual({ accepted: 1, repeated: 0, rejected: { [reason]: 1 } });
});

test.each(["", "[]", "{}", '{"props":{}}', "<html>"])(
  "the flat-props reader rejects %j as a malformed file",
  (text) => {
    expect(readAll(flatPropsFormat, text)).toMatchObject([{ reason: "malformed_file", prices: 1 }]);
  },
);

describe.skipIf(samplesAreAbsent)("recorded flat props", () => {
  test("every row of recorded flat props is accepted, except exact repeats of another row", () => {
    const text = samplesAreAbsent ? "" : sampleText("props_nba_6books_2026-03-11.json");
    const { props } = JSON.parse(text) as { props: Loose[] };
    const distinct = new Set(props.map((prop) => JSON.stringify(prop)));
    expect([props.length, distinct.size]).toEqual([4344, 4326]);
    expect(tallyOf(readAll(flatPropsFormat, text))).toEqual({ accepted: 4326, repeated: 18, rejected: {} });
  });
});
