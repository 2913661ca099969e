import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/connect";
import { ownStart } from "@/db/own-start";
import { milliseconds, timestampOf } from "@/db/sql";

/** The reasons for withholding a book that is matched to a fixture, with an explanation for operators. */
export const withheldReasons = {
  looks_inverted: "The prices would fit those of the other books if the two sides were swapped.",
  start_contradicted: "The start that the book states has passed, and the other books state a later one.",
  opponent_replaced: "Most books quote another opponent now.",
  names_outvoted: "More sources state similar names, and it is unclear whether both mean one game.",
} as const satisfies Readonly<Record<string, string>>;

type WithheldReason = keyof typeof withheldReasons;

/** A book that is matched to a fixture but not served for it. Times are in ms since the epoch. */
export type ListedWithheld = {
  readonly book: string;
  readonly sport: string;
  /** The fixture's teams and its agreed start. */
  readonly home: string;
  readonly away: string;
  readonly start: number;
  readonly reason: WithheldReason;
  /** The id of the fixture to which the book is matched. */
  readonly fixture: string;
  /** Always one id: the replacement's if the fixture was replaced, otherwise the fixture's. */
  readonly fixtures: readonly string[];
  readonly prices: number;
  readonly lastSeen: number;
};

type WithheldFilter = {
  readonly sport?: string | null;
  readonly book?: string | null;
  /** ms since the epoch. */
  readonly now?: number;
};

/** Lists the books that are withheld from an upcoming fixture. A book that has not quoted the fixture for seven days is left out. */
export const loadWithheld = async (
  db: Queryable,
  { sport = null, book = null, now = Date.now() }: WithheldFilter = {},
): Promise<ListedWithheld[]> => {
  const rows = await db.execute<ListedWithheld>(sql`
    select c.book_key as book, f.id as fixture, f.sport_key as sport, f.home_team as home, f.away_team as away,
      ${milliseconds("f.commence_time")} as start,
      case when f.look_alike then 'names_outvoted' when f.replaced_by is not null then 'opponent_replaced'
        when w.is_open then 'looks_inverted' else 'start_contradicted' end as reason,
      jsonb_build_array(coalesce(f.replaced_by, f.id)) as fixtures,
      (select coalesce(sum(length(m.outcomes) - length(replace(m.outcomes, E'\n', '')) + 1), 0) from current_markets m
        where m.fixture_id = c.fixture_id and m.book_key = c.book_key and m.outcomes <> '')::int as prices,
      ${milliseconds("c.recorded_at")} as "lastSeen"
    from fixtures f join checks c on c.fixture_id = f.id
    cross join lateral (select exists (select from withheld_periods p
      where p.fixture_id = c.fixture_id and p.book_key = c.book_key and p.until is null) as is_open) w
    where f.listed and f.merged_into is null and f.commence_time > ${timestampOf(now)}
      and c.recorded_at >= ${timestampOf(now)} - interval '7 days'
      and (f.replaced_by is not null or w.is_open or ${ownStart} <= ${now}::float8)
      and (${sport}::text is null or f.sport_key = ${sport}) and (${book}::text is null or c.book_key = ${book})
    order by f.sport_key, f.commence_time, f.home_team, f.away_team, c.book_key`);
  return [...rows];
};
