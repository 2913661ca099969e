import type { z } from "zod";
import type {
  fixture,
  fixtureEdge,
  fixtureOdds,
  fixtureProps,
  fixtureSeries,
} from "@/server/api/response-schemas";

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
