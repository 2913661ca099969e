/** The header that names query parameters of other odds APIs that the service ignored. */
export const ignoredParametersHeader = "X-Ignored-Parameters";

/** Query parameters of other odds APIs, and our own parameters, which not every endpoint has. */
const knownParameters: ReadonlySet<string> = new Set([
  "all",
  "apiKey",
  "api_key",
  "bookmaker",
  "bookmakers",
  "commenceTimeFrom",
  "commenceTimeTo",
  "cursor",
  "date",
  "dateFormat",
  "date_format",
  "daysFrom",
  "eventIds",
  "event_id",
  "fixture_id",
  "format",
  "from",
  "hasFixtures",
  "includeAltLine",
  "includeAltLines",
  "includeBetLimits",
  "includeLinks",
  "includeMultipliers",
  "includeOpposingOdds",
  "includeRotationNumbers",
  "includeSids",
  "include_links",
  "is_live",
  "is_main",
  "key",
  "lastEventId",
  "league",
  "leagueID",
  "limit",
  "live",
  "market",
  "markets",
  "measured",
  "oddsAvailable",
  "oddsFormat",
  "odds_format",
  "offset",
  "page",
  "per_page",
  "region",
  "regions",
  "since",
  "sport",
  "sportID",
  "sports",
  "sportsbook",
  "sportsbooks",
  "status",
  "to",
  "token",
]);

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    // A name that cannot be decoded is not in the list.
    return "";
  }
};

/**
 * The parameters of a query string (without `?`) that are in the fixed list but that the endpoint does not read. The list contains only
 * names, so that no value and no text of a client is repeated.
 * @param read the parameters that the endpoint reads.
 * @returns the names, sorted and separated by commas; undefined if there are none.
 */
export const ignoredParameters = (query: string, read: ReadonlySet<string>): string | undefined => {
  if (query === "") return undefined;
  const names = new Set<string>();
  for (const pair of query.split("&")) {
    const name = decode(pair.split("=", 1)[0] ?? "");
    if (knownParameters.has(name) && !read.has(name)) names.add(name);
  }
  return names.size === 0 ? undefined : [...names].sort().join(", ");
};
