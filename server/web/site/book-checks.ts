import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Queryable } from "@/db/connect";
import { minuteMs } from "@/server/domain/durations";
import type { RareLog } from "@/server/log-rarely";
import { loggableError } from "@/server/loggable-error";

const maxBooks = 200;
const keptMs = minuteMs;

/** Sport key -> how often the book was checked in the last hour. Undefined if the database could not be read. */
export type BookChecks = ReadonlyMap<string, number>;

/**
 * Returns a function that counts the checks of a book in the last hour, from the observation log. A book is read at most once per minute, so
 * that visitors of its page cause little work. The function never rejects.
 */
export const createReadBookChecks = (
  db: Queryable,
  warn: RareLog,
): ((bookKey: string) => Promise<BookChecks | undefined>) => {
  const read = async (bookKey: string): Promise<BookChecks | undefined> => {
    try {
      const rows = await db.execute<{ sport: string; checks: number }>(sql`
        select s.sport_key as sport, count(*)::int as checks from sources s
        join observations o on o.source_id = s.id and o.recorded_at > now() - interval '1 hour'
        where s.book_key = ${bookKey} and o.polled group by 1`);
      return new Map(rows.map(({ sport, checks }) => [sport, checks]));
    } catch (error) {
      warn("the checks of a book could not be counted", { err: loggableError(error) });
      return undefined;
    }
  };
  const cached = new LRUCache<string, Promise<BookChecks | undefined>>({
    max: maxBooks,
    ttl: keptMs,
    memoMethod: read,
  });
  return (bookKey) => cached.memo(bookKey);
};
