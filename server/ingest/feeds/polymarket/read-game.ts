import { findSport } from "@/server/domain/catalogue/sports";
import { createTeamIndex, type TeamIndex } from "@/server/domain/catalogue/team-index";
import { parseTime } from "@/server/ingest/feeds/parse-time";
import { findLeague, type League } from "@/server/ingest/feeds/polymarket/leagues";
import type { GammaEvent } from "@/server/ingest/feeds/polymarket/payload";
import { isObject, readText, shown } from "@/server/ingest/feeds/untrusted";

export type Game = {
  readonly sport: string;
  /** The event's slug without `-more-markets`. */
  readonly ref: string;
  /** Such as "Raptors vs. Celtics". */
  readonly title: string;
  /** `YYYY-MM-DD`, as in the slug. */
  readonly date: string;
  readonly startMs: number;
  readonly home: string;
  readonly away: string;
};

export type Rejection = { readonly reason: string; readonly detail: string };

const rejection = (reason: string, detail: string): Rejection => ({ reason, detail });

/** Spreads and totals of soccer are in a second event per game. The slug of that event ends in `-more-markets`. */
const gameSlug = /^([a-z0-9]+)-([a-z0-9]+)-([a-z0-9]+)-(\d{4}-\d{2}-\d{2})(-more-markets)?$/;
const moreMarkets = / - More Markets$/i;
const maxNameLength = 100;

const easternDay = new Intl.DateTimeFormat("en-CA", {
  timeZone: "America/New_York",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/**
 * Parses a time from gamma, the venue's API of events and markets. Gamma also writes times such as `2026-01-10 00:00:00+00`.
 * @returns ms since the epoch, NaN if the time is unreadable.
 */
export const parseGammaTime = (time: string | null | undefined): number =>
  parseTime(time?.replace(/([+-]\d{2})$/, "$1:00"));

type Slug = { readonly ref: string; readonly first: string; readonly second: string; readonly date: string };

const readSlug = (slug: string): Slug | undefined => {
  const [, league, first, second, date] = gameSlug.exec(slug) ?? [];
  return league === undefined || first === undefined || second === undefined || date === undefined
    ? undefined
    : { ref: `${league}-${first}-${second}-${date}`, first, second, date };
};

/** Whether the start is on the slug's date in US Eastern time. For soccer, the date in UTC is accepted too. */
const isDayOf = (date: string, startMs: number, { firstInTitle }: League): boolean => {
  const start = new Date(startMs);
  return (
    date === easternDay.format(start) ||
    (firstInTitle === "home" && date === start.toISOString().slice(0, 10))
  );
};

const readTeams = (title: string): readonly [string, string] | undefined => {
  const [first, second, ...others] = title.split(/ vs\.? /).map((name) => readText(name, maxNameLength));
  return others.length > 0 || !first || !second || first === second ? undefined : [first, second];
};

const sameName = (a: string, b: string | null | undefined): boolean =>
  a.toLowerCase() === b?.trim().toLowerCase();

type Sides = { readonly home: string; readonly away: string };
type Order = "home" | "away";

/** The side that `teams` states for the named team. Undefined if the team's entry is missing, repeated or without a side. */
const orderIn = (teams: NonNullable<GammaEvent["teams"]>, name: string, code: string): Order | undefined => {
  const own = teams.filter(
    (team) => sameName(name, team.name) || sameName(name, team.alias) || sameName(code, team.abbreviation),
  );
  const [order] = own.map(({ ordering }) => ordering);
  return own.length === 1 && (order === "home" || order === "away") ? order : undefined;
};

const hasOrder = (teams: GammaEvent["teams"]): teams is NonNullable<GammaEvent["teams"]> =>
  (teams ?? []).some(({ ordering }) => ordering === "home" || ordering === "away");

const indexes = new Map<string, TeamIndex | undefined>();

/** The team index of a sport; undefined if the catalogue's list of the sport's teams is incomplete. */
const listedTeams = (sportKey: string): TeamIndex | undefined => {
  if (indexes.has(sportKey)) return indexes.get(sportKey);
  const sport = findSport(sportKey);
  const index = sport?.names === "listed" ? createTeamIndex(sport, []) : undefined;
  indexes.set(sportKey, index);
  return index;
};

/** Whether the slug and the title name the teams in opposite orders. */
const isReversed = ({ sport }: League, slug: Slug, names: readonly [string, string]): boolean => {
  const index = listedTeams(sport);
  const teamOf = (name: string): string | undefined => {
    const found = index?.resolve(name);
    return found?.kind === "team" ? found.team : undefined;
  };
  const first = teamOf(names[0]);
  const second = teamOf(names[1]);
  return (
    first !== undefined &&
    second !== undefined &&
    (teamOf(slug.first) === second || teamOf(slug.second) === first)
  );
};

const readSides = (
  event: GammaEvent,
  league: League,
  slug: Slug,
  names: readonly [string, string],
): Sides | undefined => {
  const [first, second] = names;
  if (isReversed(league, slug, names)) return undefined;
  if (hasOrder(event.teams)) {
    const order = orderIn(event.teams, first, slug.first);
    const other = orderIn(event.teams, second, slug.second);
    if (event.teams.length !== 2 || order === undefined || other === undefined || order === other)
      return undefined;
    return order === "home" ? { home: first, away: second } : { home: second, away: first };
  }
  return league.firstInTitle === "home" ? { home: first, away: second } : { home: second, away: first };
};

const postponed = /^(?:post|postponed|tbd)$/i;

/**
 * Why an event's prices are unusable; undefined if they are usable. `active` alone is not enough: an active event can be postponed or live.
 */
const findObstacle = (event: GammaEvent, startMs: number): Rejection | undefined => {
  const { active, closed, archived, ended, live, period } = event;
  if (postponed.test(period ?? "")) return rejection("unknown_start", "postponed");
  if (ended === true || live === true) return rejection("in_play", ended ? "ended" : "live");
  if (period !== "NS" && (period ?? "") !== "") return rejection("in_play", `period ${shown(period)}`);
  if (!active || closed || archived === true) return rejection("not_open", "closed or inactive");
  return Number.isNaN(startMs)
    ? rejection("unknown_start", `startTime ${shown(event.startTime)}`)
    : undefined;
};

/**
 * The game of an event, or the reason why its prices are rejected.
 *
 * @param markets the event's raw markets. If there are markets but none of them states a start, the game counts as postponed and is
 * rejected.
 */
export const readGame = (event: GammaEvent, markets: readonly unknown[]): Game | Rejection => {
  const slug = readSlug(event.slug);
  const league = findLeague(event);
  if (league === undefined) return rejection("unknown_series", `${event.slug} ${shown(event.seriesSlug)}`);
  if (slug === undefined) return rejection("unknown_event", `${event.slug} is not a game`);
  const startMs = parseGammaTime(event.startTime);
  const obstacle = findObstacle(event, startMs);
  if (obstacle !== undefined) return { ...obstacle, detail: `${event.slug}: ${obstacle.detail}` };
  if (markets.length > 0 && markets.every((market) => !isObject(market) || !market.gameStartTime))
    return rejection("unknown_start", `${event.slug}: no market states the start`);
  const isOtherDay = event.eventDate && event.eventDate !== slug.date;
  if (isOtherDay || !isDayOf(slug.date, startMs, league))
    return rejection(
      "disagreement",
      `${event.slug}: eventDate ${shown(event.eventDate)} or startTime ${shown(event.startTime)} contradicts the slug's date`,
    );
  const title = event.title.replace(moreMarkets, "").trim();
  const names = readTeams(title);
  if (names === undefined) return rejection("unknown_event", `${event.slug}: title ${shown(event.title)}`);
  const sides = readSides(event, league, slug, names);
  if (sides === undefined) return rejection("disagreement", `${event.slug}: home and away are unclear`);
  return { sport: league.sport, ref: slug.ref, title, date: slug.date, startMs, ...sides };
};
