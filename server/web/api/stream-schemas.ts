import { z } from "zod";
import { exampleCursor } from "@/server/web/api/input/stream-query";
import {
  bookKey,
  errorFields,
  fixtureOdds,
  nullableTimestamp,
  sportKey,
  timestamp,
} from "@/server/web/api/response-schemas";

/** Shapes of the events of a stream and of a list of changes. */

const cursor = z.string().meta({
  description:
    "A position in the order of the database's commits, with the database's time. Opaque. Every instance understands it for 10 minutes.",
  example: exampleCursor,
});
const fixtureId = z.string().meta({
  description: "Fixture id.",
  example: "americanfootball_nfl-kansas-city-chiefs-at-buffalo-bills-2026-11-22",
});

const bookTimes = z
  .strictObject({
    key: bookKey,
    last_update: nullableTimestamp("The newest time of the book's requested markets."),
    markets: z.record(z.string(), nullableTimestamp("When the price was fetched.")).meta({
      description: "Market key -> `last_update`.",
    }),
  })
  .meta({ id: "BookTimes" });

const checked = z
  .strictObject({
    sport: sportKey,
    fixtures: z.array(z.strictObject({ id: fixtureId, bookmakers: z.array(bookTimes) })),
  })
  .meta({
    id: "OddsChecked",
    description: "Books whose prices were checked again without a change: only their times have moved.",
  });

const gone = z
  .strictObject({
    sport: sportKey,
    id: fixtureId,
    reason: z.string().meta({
      description:
        "`started`: the fixture has started. `replaced`: another fixture is listed instead. `withdrawn`: the fixture is not listed any more. More may be added.",
      example: "started",
    }),
  })
  .meta({ id: "OddsGone", description: "A fixture that is not served any more." });

export const oddsChanges = z
  .strictObject({
    cursor,
    changed: z
      .array(fixtureOdds)
      .meta({ description: "The whole current state of each fixture that changed." }),
    gone: z.array(gone),
    checked: z.array(checked),
    reset: z.boolean().meta({
      description:
        "True if the cursor could not be continued: discard everything, `changed` has all fixtures.",
    }),
  })
  .meta({ id: "OddsChanges" });

const openData = z
  .strictObject({
    plan: z.string().meta({ example: "growth" }),
    streams_used: z
      .int()
      .meta({ description: "Open streams of the account, this one included.", example: 1 }),
    streams_allowed: z.int().meta({ description: "Streams that the account may have open.", example: 2 }),
    cursor,
  })
  .meta({ id: "OddsStreamOpen" });
const snapshotData = z.strictObject({ sport: sportKey, fixtures: z.array(fixtureOdds) }).meta({
  id: "OddsStreamSnapshot",
  description: "All fixtures of a sport. They replace what the client has of it.",
});
const heartbeatData = z
  .strictObject({
    as_of: timestamp.meta({ description: "The database's time." }),
    cursor,
    late: z.array(bookKey).meta({ description: "Books whose prices in this stream are all stale." }),
  })
  .meta({ id: "OddsStreamHeartbeat" });
const resetData = z
  .strictObject({
    reason: z.string().meta({
      description:
        "`too_old`: the cursor is unknown or older than 10 minutes. `restarted`: the service or its database started again. `slow`: the client reads too slowly. `shutdown`: the instance ends; connect again after the time in `retry`. More may be added.",
      example: "too_old",
    }),
  })
  .meta({
    id: "OddsStreamReset",
    description: "Discard everything. Snapshots follow, after `shutdown` on the next connection.",
  });

/** The schema of the data of each event. */
export const streamEvents = {
  open: openData,
  snapshot: snapshotData,
  fixture: fixtureOdds,
  checked,
  gone,
  heartbeat: heartbeatData,
  reset: resetData,
  error: errorFields.meta({
    id: "OddsStreamError",
    description: "Why the service ends the stream: the object in the envelope of an error.",
  }),
} as const;

const eventOf = <Name extends keyof typeof streamEvents>(name: Name) =>
  z.strictObject({ event: z.literal(name), id: cursor.optional(), data: streamEvents[name] });

/** An event by its name. `id` is absent if more events of the same state follow. */
export const streamEvent = z
  .union([
    eventOf("open"),
    eventOf("snapshot"),
    eventOf("fixture"),
    eventOf("checked"),
    eventOf("gone"),
    eventOf("heartbeat"),
    eventOf("reset"),
    eventOf("error"),
  ])
  .meta({
    id: "OddsStreamEvent",
    description:
      "One event: the fields `event` and `id`, and the JSON in `data`. The client's last event id changes only with events that have an `id`.",
  });
