import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { moment } from "@/db/schema/columns";

/**
 * Periods in which a part of the service failed. The status page lists them (server/web/site/degradation-log.ts). Each process writes the
 * failures that it observes, so several rows can describe one failure.
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
