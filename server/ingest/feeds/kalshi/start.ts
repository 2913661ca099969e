import type { KalshiMarket, KalshiMilestone } from "@/server/ingest/feeds/kalshi/schemas";
import { createZone } from "@/server/ingest/feeds/zoned-time";

const toUtc = createZone("America/New_York");
const months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

const easternTime = (year: number, month: number, day: number, hour: number, minute: number) => {
  const clock = new Date(Date.UTC(year, month, day, hour, minute));
  const isReal = month >= 0 && hour <= 23 && minute <= 59 && clock.getUTCDate() === day;
  return isReal ? toUtc(clock.getTime()) : undefined;
};

/** In an MLB ticker, 26AUG201835NYYBAL means 20 August 2026, 6:35 PM US Eastern Time. */
const tickerTime = /^(\d{2})([A-Z]{3})(\d{2})(\d{2})(\d{2})[A-Z]/;
const rulesTime =
  /originally scheduled for ([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4}) at (\d{1,2}):(\d{2}) (AM|PM) E[DS]?T\b/;

const startInTicker = (game: string): number | undefined => {
  const match = tickerTime.exec(game);
  if (match === null) return undefined;
  const [, year, month = "", day, hour, minute] = match;
  return easternTime(2000 + Number(year), months.indexOf(month), Number(day), Number(hour), Number(minute));
};

const startInRules = (rules: string): number | undefined => {
  const match = rulesTime.exec(rules);
  if (match === null) return undefined;
  const [, month = "", day, year, hour, minute, half] = match;
  const hour24 = (Number(hour) % 12) + (half === "PM" ? 12 : 0);
  return easternTime(Number(year), months.indexOf(month.toUpperCase()), Number(day), hour24, Number(minute));
};

export type Start =
  | { readonly startMs: number }
  | { readonly reason: "unknown_start" | "in_play" | "disagreement"; readonly detail: string };

const unplayed = new Set(["created", "scheduled"]);
const begun = new Set(["inprogress", "complete", "closed"]);

const agreed = (starts: readonly number[]): Start => {
  const [first, ...others] = new Set(starts);
  if (first === undefined)
    return { reason: "unknown_start", detail: "no milestone, and no time in the ticker or the rules" };
  if (others.length === 0) return { startMs: first };
  const times = [first, ...others].map((ms) => new Date(ms).toISOString());
  return { reason: "disagreement", detail: `the stated starts differ: ${times.join(" and ")}` };
};

/**
 * The start of a game, or the reason why the game cannot be used. A milestone is Kalshi's record of a game's start and status. If the game
 * has milestones, only the milestones are read. Without milestones, the start of an MLB game is read from its ticker and rules. In other
 * leagues, tickers and rules state no time of day, so the start is unknown.
 * @param game the part of an event's ticker after the series. All events of the game share this part.
 */
export const startOf = (
  league: string,
  game: string,
  milestones: readonly KalshiMilestone[],
  markets: readonly KalshiMarket[],
): Start => {
  const statuses = milestones.map(({ details }) => details.status ?? "scheduled");
  const live = statuses.find((status) => begun.has(status));
  if (live !== undefined) return { reason: "in_play", detail: `a milestone has the status ${live}` };
  const uncertain = statuses.find((status) => !unplayed.has(status));
  if (uncertain !== undefined)
    return { reason: "unknown_start", detail: `a milestone has the status ${uncertain}` };
  if (milestones.length > 0) return agreed(milestones.map(({ start_date }) => Date.parse(start_date)));
  if (league !== "MLB") return agreed([]);
  const stated = [
    startInTicker(game),
    ...markets.map(({ rules_primary }) => startInRules(rules_primary ?? "")),
  ];
  return agreed(stated.filter((ms) => ms !== undefined));
};
