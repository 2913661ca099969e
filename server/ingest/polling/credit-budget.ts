import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { feedCredits } from "@/db/schema/feeds";

/** The credit counts in a response's headers. A count is undefined if its header is missing. */
export type VendorCounts = {
  /** What this call cost. */
  readonly cost: number | undefined;
  /** The credits that all users of the API key have used in the vendor's current period. */
  readonly used: number | undefined;
  readonly remaining: number | undefined;
};

/** Credits of the current month in UTC. */
export type Budget = {
  /** The sum of spent, reserved and unconfirmed credits. Unconfirmed credits were reserved for calls whose response never arrived. */
  readonly committed: number;
  readonly vendorRemaining: number | undefined;
};

/**
 * The credits of a feed whose calls cost money, shared by all instances through the database. Before a call runs, an upper bound of its
 * cost is reserved, so that the feed's calls never exceed its monthly limit.
 */
export type CreditBudget = {
  readonly read: (nowMs: number) => Promise<Budget>;
  /**
   * @param ceiling the most credits that may be committed at `nowMs`, including this reservation. The monthly limit applies as well.
   * @returns false if the call must not run, because it could exceed one of these two limits or the vendor's remaining credits.
   */
  readonly reserve: (cost: number, ceiling: number, nowMs: number) => Promise<boolean>;
  /**
   * Ends the reservation of a call. The spent credits grow by as much as the vendor's count of used credits has grown since the last
   * response. If this growth is not known, at least the call's cost counts as spent. Without a response, the reservation becomes
   * unconfirmed.
   * @param cost the reserved upper bound; 0 for a free call.
   * @param counts undefined without a response.
   * @returns by how much the spent credits grew.
   */
  readonly settle: (cost: number, counts: VendorCounts | undefined, nowMs: number) => Promise<number>;
  /** Turns the reservations of an ended instance into unconfirmed credits. Call `recover` only while no other instance polls the feed. */
  readonly recover: (nowMs: number) => Promise<void>;
};

/** `YYYY-MM` in UTC. */
export const monthOf = (ms: number): string => new Date(ms).toISOString().slice(0, 7);

export const createCreditBudget = (db: Queryable, feed: string, monthlyLimit: number): CreditBudget => {
  const isMonth = (month: string) => and(eq(feedCredits.feed, feed), eq(feedCredits.month, month));
  /** Creates the row of a month if it is missing. The row starts with the vendor's last count, for comparison with the next response. */
  const ensureMonth = (month: string) =>
    db.execute(sql`
      insert into feed_credits (feed, month, spent, reserved, unconfirmed, vendor_used, vendor_remaining)
      select ${feed}, ${month}, 0, 0, 0, last.vendor_used, null from (select 1) as one
      left join lateral (select vendor_used from feed_credits where feed = ${feed} order by month desc limit 1) as last on true
      on conflict (feed, month) do nothing`);
  return {
    read: async (nowMs) => {
      const [row] = await db
        .select()
        .from(feedCredits)
        .where(isMonth(monthOf(nowMs)));
      if (row === undefined) return { committed: 0, vendorRemaining: undefined };
      const { spent, reserved, unconfirmed, vendorRemaining } = row;
      return { committed: spent + reserved + unconfirmed, vendorRemaining: vendorRemaining ?? undefined };
    },
    reserve: async (cost, ceiling, nowMs) => {
      const month = monthOf(nowMs);
      await ensureMonth(month);
      const rows = await db.execute(sql`
        update feed_credits set reserved = reserved + ${cost}
        where feed = ${feed} and month = ${month} and spent + reserved + unconfirmed + ${cost} <= ${Math.floor(Math.min(ceiling, monthlyLimit))}
          and (vendor_remaining is null or reserved + unconfirmed + ${cost} <= vendor_remaining)
        returning feed`);
      return rows.length > 0;
    },
    settle: async (cost, counts, nowMs) => {
      const month = monthOf(nowMs);
      await ensureMonth(month);
      if (counts === undefined) {
        const { reserved, unconfirmed } = feedCredits;
        await db
          .update(feedCredits)
          .set({
            reserved: sql`greatest(0, ${reserved} - ${cost})`,
            unconfirmed: sql`${unconfirmed} + ${cost}`,
          })
          .where(isMonth(month));
        return 0;
      }
      const used = counts.used ?? null;
      // The query distinguishes three cases, in this order:
      // - The vendor's count is not below the stored count. The difference counts as spent. It includes the cost of earlier calls without a
      //   response, so no credits stay unconfirmed.
      // - The response lacks the count. Only this call's cost counts as spent, and unconfirmed credits stay unconfirmed.
      // - No count is stored yet, or the vendor has begun a new period. This call's cost and all unconfirmed credits count as spent.
      const [row] = await db.execute<{ grown: number }>(sql`
        with before as (
          select vendor_used, unconfirmed from feed_credits where feed = ${feed} and month = ${month} for update
        ), change as (
          select case
              when ${used}::int >= vendor_used then ${used}::int - vendor_used
              when ${used}::int is null then ${counts.cost ?? cost}
              else ${counts.cost ?? cost} + unconfirmed
            end as grown,
            case when ${used}::int is null then unconfirmed else 0 end as unconfirmed
          from before
        )
        update feed_credits f set spent = f.spent + change.grown, reserved = greatest(0, f.reserved - ${cost}),
          unconfirmed = change.unconfirmed, vendor_used = coalesce(${used}::int, f.vendor_used),
          vendor_remaining = coalesce(${counts.remaining ?? null}::int, f.vendor_remaining)
        from change where f.feed = ${feed} and f.month = ${month}
        returning change.grown as grown`);
      return row?.grown ?? 0;
    },
    recover: async (nowMs) => {
      await db
        .update(feedCredits)
        .set({ unconfirmed: sql`${feedCredits.unconfirmed} + ${feedCredits.reserved}`, reserved: 0 })
        .where(isMonth(monthOf(nowMs)));
    },
  };
};
