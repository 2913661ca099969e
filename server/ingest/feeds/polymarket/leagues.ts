import type { GammaEvent } from "@/server/ingest/feeds/polymarket/payload";

export type League = {
  readonly sport: string;
  /** The side of the team that the title names first. */
  readonly firstInTitle: "home" | "away";
};

const awayFirst: readonly (readonly [slugPrefix: string, sport: string])[] = [
  ["cbb", "basketball_ncaab"],
  ["cfb", "americanfootball_ncaaf"],
  ["cwbb", "basketball_wncaab"],
  ["mlb", "baseball_mlb"],
  ["nba", "basketball_nba"],
  ["ncaab", "basketball_ncaab"],
  ["nfl", "americanfootball_nfl"],
  ["nhl", "icehockey_nhl"],
  ["wnba", "basketball_wnba"],
];

const homeFirst: readonly (readonly [slugPrefix: string, sport: string])[] = [
  ["bun", "soccer_germany_bundesliga"],
  ["epl", "soccer_epl"],
  ["ere", "soccer_netherlands_eredivisie"],
  ["fl1", "soccer_france_ligue_one"],
  ["lal", "soccer_spain_la_liga"],
  ["mls", "soccer_usa_mls"],
  ["sea", "soccer_italy_serie_a"],
  ["ucl", "soccer_uefa_champs_league"],
  ["uel", "soccer_uefa_europa_league"],
];

/** The leagues by the first word of an event's slug. The venue also uses this word as the name of the league. */
export const leagues: ReadonlyMap<string, League> = new Map<string, League>([
  ...awayFirst.map(([prefix, sport]) => [prefix, { sport, firstInTitle: "away" }] as const),
  ...homeFirst.map(([prefix, sport]) => [prefix, { sport, firstInTitle: "home" }] as const),
]);

/**
 * Recognizes exhibition games by the slugs of their series and tags. An exhibition game does not belong to the league's sport, although the
 * slug of its event begins with the league's name.
 */
const exhibition = /pre-?season|summer-league|spring-training|all-star/;

const prefixOf = (slug: string): string => slug.split("-", 1)[0] ?? "";

/**
 * Finds the league of an event by the first word of its slug: `nba` in `nba-tor-bos-2026-01-09`. Undefined if the league is unknown, or if
 * the event's series or tags name another sport or exhibition games.
 */
export const findLeague = ({ slug, seriesSlug, tags }: GammaEvent): League | undefined => {
  const league = leagues.get(prefixOf(slug));
  const marks = [seriesSlug ?? "", ...(tags ?? []).map((tag) => tag.slug ?? "")];
  if (league === undefined || marks.some((mark) => exhibition.test(mark))) return undefined;
  const others = marks.map((mark) => leagues.get(prefixOf(mark))).filter((other) => other !== undefined);
  return others.every(({ sport }) => sport === league.sport) ? league : undefined;
};
