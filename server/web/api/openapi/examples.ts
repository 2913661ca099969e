import type { z } from "zod";
import type { fixtureBest, sportCoverage } from "@/server/web/api/coverage-schemas";
import type {
  fixture,
  fixtureEdge,
  fixtureOdds,
  fixtureProps,
  fixtureSeries,
} from "@/server/web/api/response-schemas";

// Example responses of the OpenAPI document. The books are invented.

export const exampleFixture = {
  id: "americanfootball_nfl-kansas-city-chiefs-at-buffalo-bills-2026-11-22",
  sport_key: "americanfootball_nfl",
  sport_title: "NFL",
  commence_time: "2026-11-22T18:00:00Z",
  home_team: "Buffalo Bills",
  away_team: "Kansas City Chiefs",
} satisfies z.infer<typeof fixture>;

const spreadOutcomes = [
  { name: "Buffalo Bills", price: -110, point: -3.5, size: { kind: "posted_limit", amount: 2000 } },
  { name: "Kansas City Chiefs", price: -110, point: 3.5, size: { kind: "posted_limit", amount: 2000 } },
];

export const exampleOdds: z.infer<typeof fixtureOdds> = {
  ...exampleFixture,
  bookmakers: [
    {
      key: "northline",
      title: "Northline",
      last_update: "2026-11-21T10:00:00Z",
      markets: [{ key: "spreads", last_update: "2026-11-21T10:00:00Z", outcomes: spreadOutcomes }],
    },
  ],
  unmatched_bookmakers: ["harbour"],
};

export const exampleProps: z.infer<typeof fixtureProps> = {
  ...exampleFixture,
  props: [
    {
      bookmaker: { key: "northline", title: "Northline", last_update: "2026-11-21T10:00:00Z" },
      player: "Bills QB1",
      stat: "player_pass_yds",
      point: 249.5,
      outcomes: [
        { name: "Over", price: -115 },
        { name: "Under", price: -105 },
      ],
    },
  ],
  unmatched_bookmakers: [],
};

export const exampleSeries: z.infer<typeof fixtureSeries> = {
  ...exampleFixture,
  archive_from: "2026-09-01T00:00:00Z",
  bookmakers: [
    {
      key: "northline",
      title: "Northline",
      markets: [
        {
          key: "spreads",
          movement: "no_movement",
          points: [{ recorded_at: "2026-11-18T09:30:00Z", outcomes: spreadOutcomes }],
        },
        { key: "totals", movement: "not_recorded", points: [] },
      ],
    },
  ],
  unmatched_bookmakers: [],
};

export const exampleEdge: z.infer<typeof fixtureEdge> = {
  ...exampleFixture,
  bookmakers: [
    {
      key: "northline",
      title: "Northline",
      markets: [
        {
          key: "spreads",
          status: "recorded",
          recorded_at: "2026-11-18T09:30:00Z",
          outcomes: spreadOutcomes,
        },
        { key: "totals", status: "not_recorded", recorded_at: null, outcomes: [] },
      ],
    },
  ],
  unmatched_bookmakers: [],
};

export const exampleCoverage: z.infer<typeof sportCoverage> = {
  key: "americanfootball_nfl",
  fixtures: 16,
  markets: 58,
  bookmakers: [
    {
      key: "harbour",
      fixtures: 0,
      markets: 0,
      last_check_age_seconds: null,
      late: true,
      matched_share: null,
      mirrors: [],
    },
    {
      key: "northline",
      fixtures: 15,
      markets: 42,
      last_check_age_seconds: { p50: 12, p95: 41 },
      late: false,
      matched_share: 0.9375,
      mirrors: [],
    },
  ],
};

const spreadBooks = ["harbour", "kestrel", "lantern"];

export const exampleBest: z.infer<typeof fixtureBest> = {
  ...exampleFixture,
  consensus_method: "median_margin_free",
  markets: [
    {
      key: "spreads",
      lines: [
        {
          point: -3.5,
          hold: 0.013245,
          outcomes: [
            {
              name: "Buffalo Bills",
              price: -105,
              point: -3.5,
              bookmakers: ["northline"],
              last_update: "2026-11-21T10:00:00Z",
              size: { kind: "posted_limit", amount: 2000 },
              consensus: { probability: 0.5012, bookmakers: spreadBooks },
            },
            {
              name: "Kansas City Chiefs",
              price: -101,
              point: 3.5,
              bookmakers: ["harbour"],
              last_update: "2026-11-21T10:00:00Z",
              consensus: { probability: 0.4978, bookmakers: ["kestrel", "lantern", "northline"] },
            },
          ],
        },
      ],
    },
  ],
  left_out: [{ bookmaker: "marlow", reason: "far_from_consensus", market: "spreads", point: -3.5 }],
};
