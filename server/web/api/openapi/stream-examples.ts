import type { z } from "zod";
import { exampleCursor } from "@/server/web/api/input/stream-query";
import { exampleFixture, exampleOdds } from "@/server/web/api/openapi/examples";
import type { oddsChanges, streamEvent } from "@/server/web/api/stream-schemas";

const cursor = exampleCursor;

const exampleChecked = {
  sport: exampleFixture.sport_key,
  fixtures: [
    {
      id: "americanfootball_nfl-miami-dolphins-at-new-york-jets-2026-11-22",
      bookmakers: [
        {
          key: "northline",
          last_update: "2026-11-21T10:00:00Z",
          markets: { h2h: "2026-11-21T10:00:00Z", spreads: "2026-11-21T10:00:00Z" },
        },
      ],
    },
  ],
};

export const exampleChanges: z.infer<typeof oddsChanges> = {
  cursor,
  changed: [exampleOdds],
  gone: [],
  checked: [exampleChecked],
  reset: false,
};

export const exampleStream: z.infer<typeof streamEvent> = { event: "fixture", id: cursor, data: exampleOdds };
