import { findMarket, isLegalFor, moneylineOf } from "@/server/domain/catalogue/markets";
import { findSport } from "@/server/domain/catalogue/sports";
import { keysOf, type Leg, pricesPerLeg, readLegs } from "@/server/ingest/feeds/kalshi/read-legs";
import type { KalshiEvent, KalshiMilestone } from "@/server/ingest/feeds/kalshi/schemas";
import { type League, type Series, sportOf } from "@/server/ingest/feeds/kalshi/series";
import { startOf } from "@/server/ingest/feeds/kalshi/start";
import { teamsOf } from "@/server/ingest/feeds/kalshi/teams";
import { type RejectedItem, rejectedItem } from "@/server/ingest/feeds/reader";
import type { SnapshotEvent, SnapshotOutcome } from "@/server/ingest/feeds/snapshot";

/** The legs (YES/NO markets) of one series in one game. */
export type SeriesLegs = {
  readonly series: Series;
  readonly legs: Leg[];
  /** Whether a leg is unreadable. */
  isPartial: boolean;
  /** Whether the list of the series' markets has further pages that were not read. */
  readonly isTruncated: boolean;
};

/** One game, with events from several series. */
export type Game = {
  readonly league: League;
  /** The part of the ticker after the name of the series, equal for all events of the game. */
  readonly id: string;
  readonly events: KalshiEvent[];
  readonly milestones: readonly KalshiMilestone[];
  readonly series: readonly SeriesLegs[];
};

export type ReadGame = {
  readonly rejected: readonly RejectedItem[];
  readonly read?: {
    readonly sport: string;
    readonly event: SnapshotEvent;
    /** The market keys that the game's series cover. */
    readonly scope: readonly string[];
  };
};

const countPrices = ({ series }: Game): number =>
  series.reduce((sum, { series: of, legs }) => sum + legs.length * pricesPerLeg(of), 0);

const rejectGame = (game: Game, reason: string, detail: string): ReadGame => ({
  rejected: [rejectedItem(reason, `${game.league.key} ${game.id}: ${detail}`, countPrices(game))],
});

const sportOfGame = ({ league, events, milestones }: Game): string | undefined => {
  const [competition, ...others] = new Set(events.map((event) => event.product_metadata?.competition ?? ""));
  const [season] = milestones.map(({ details }) => details.season?.type ?? undefined);
  return others.length > 0 ? undefined : sportOf(league, competition, season);
};

/**
 * If a page of a series' markets was not read, the main line of a ladder may be on that page. So such a series is read only if it consists
 * of moneylines. Reading them is safe: if a leg of a moneyline is missing, `readLegs` rejects all prices of the market.
 */
const isReadable = ({ series, isTruncated }: SeriesLegs): boolean => !isTruncated || series.family === "h2h";

/**
 * The ticker of the event with the moneyline of the game. A game has an event per series, all with different tickers. The ticker of the
 * moneyline's event stands for the game. Null if the responses lack this event.
 */
const winnerEventOf = ({ id, series }: Game): string | null => {
  const moneyline = series.find(({ series: of }) => of.family === "h2h" && of.period === "full");
  return moneyline === undefined ? null : `${moneyline.series.ticker}-${id}`;
};

/** Reads one game. Rejects the whole game if it has begun or has no markets, or if the start, teams or sport is unknown. */
export const readGame = (game: Game, fetchedAtMs: number): ReadGame => {
  const markets = game.series.flatMap(({ legs }) => legs.map(({ market }) => market));
  const start = startOf(game.league.key, game.id, game.milestones, markets);
  if ("reason" in start) return rejectGame(game, start.reason, start.detail);
  const startText = new Date(start.startMs).toISOString();
  // Markets stay open through the game, and nothing on them shows that the game has begun.
  if (start.startMs <= fetchedAtMs) return rejectGame(game, "in_play", `start ${startText}`);
  const sport = findSport(sportOfGame(game) ?? "");
  if (sport === undefined) return rejectGame(game, "unknown_sport", "competition");
  const teams = teamsOf({ ...game, markets });
  if ("reason" in teams) return rejectGame(game, teams.reason, teams.detail);
  if (markets.length === 0) return rejectGame(game, "malformed_event", "no markets");

  const rejected: RejectedItem[] = [];
  const byKey = new Map<string, SnapshotOutcome[]>();
  const scope = new Set<string>();
  const unread = new Set<string>();
  for (const part of game.series) {
    const { series, legs } = part;
    const hasTie = game.league.hasDraw || series.period !== "full";
    const keys = keysOf(series, moneylineOf(sport, series.period, hasTie)?.key).filter((key) => {
      const market = findMarket(key);
      return market !== undefined && isLegalFor(market, sport);
    });
    const prices = legs.length * pricesPerLeg(series);
    if (keys.length === 0) {
      if (legs.length > 0)
        rejected.push(rejectedItem("unknown_market", `${series.ticker} in ${sport.key}`, prices));
      continue;
    }
    for (const key of keys) scope.add(key);
    if (!isReadable(part)) {
      for (const key of keys) unread.add(key);
      if (legs.length > 0)
        rejected.push(rejectedItem("truncated_page", `${series.ticker}-${game.id}`, prices));
      continue;
    }
    const read = readLegs(series, keys, legs, teams);
    rejected.push(...read.rejected);
    // A truncated series that gets here is a moneyline. If it has no outcomes, a leg may be on a page that was not read. So the market
    // must not count as withdrawn.
    const isCut = part.isTruncated && read.outcomes.length === 0;
    if (read.isDamaged || part.isPartial || isCut) for (const key of keys) unread.add(key);
    for (const { key, outcome } of read.outcomes) byKey.set(key, [...(byKey.get(key) ?? []), outcome]);
  }
  const event: SnapshotEvent = {
    ref: game.id,
    book_event_id: winnerEventOf(game),
    commence_time: startText,
    home: teams.home,
    away: teams.away,
    markets: [...byKey].map(([key, outcomes]) => ({ key, outcomes })),
    ...(unread.size > 0 && { unread: [...unread].sort() }),
  };
  return { rejected, read: { sport: sport.key, event, scope: [...scope].sort() } };
};
