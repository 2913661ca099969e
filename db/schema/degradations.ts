import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "@/db/schema/columns";

/**
 * Periods in which a process saw a part of the service fail, for the status page (server/site/degradation-log.ts). Processes that see the
 * same failure write one row each.
 */
export const degradations = pgTable(
  "degradations",
  {
    /** The part's name in `GET /readyz`, or `database`. */
    part: text("part").notNull(),
    beganAt: moment("began_at").notNull(),
    /** When a process last saw the part fail. */
    seenAt: moment("seen_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.part, t.beganAt] }), index("degradations_began").on(t.beganAt)],
);
