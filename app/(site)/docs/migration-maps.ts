/** Endpoints of The Odds API, each with our replacement. `ours` is undefined if there is no replacement. */
export const endpointMap: readonly {
  readonly theirs: string;
  readonly ours: string | undefined;
  readonly note: string;
}[] = [
  {
    theirs: "/sports",
    ours: "/v1/sports",
    note: "Includes sports out of season. There is no parameter `all`.",
  },
  {
    theirs: "/sports/{sport}/odds",
    ours: "/v1/sports/{sport}/odds",
    note: "Main markets only, for the full game or a part of it, such as the first half.",
  },
  { theirs: "/sports/{sport}/events", ours: "/v1/sports/{sport}/events", note: "Free in both APIs." },
  {
    theirs: "/sports/{sport}/events/{id}/odds",
    ours: "/v1/sports/{sport}/events/{id}/odds",
    note: "Every market. Props are also at `…/props`, with one row per line.",
  },
  {
    theirs: "/sports/{sport}/events/{id}/markets",
    ours: "/v1/markets",
    note: "Lists the books that quote each market now. Free.",
  },
  {
    theirs: "/historical/sports/{sport}/odds",
    ours: "/v1/historical/sports/{sport}/events/{id}/odds",
    note: "Returns the whole price series of one fixture, instead of all fixtures' prices at one moment.",
  },
  {
    theirs: "/historical/sports/{sport}/events",
    ours: "/v1/sports/{sport}/events",
    note: "With `commenceTimeFrom` in the past, and `commenceTimeTo`. Free.",
  },
  {
    theirs: "/historical/sports/{sport}/events/{id}/odds",
    ours: "/v1/historical/sports/{sport}/events/{id}/odds",
    note: "Openers and closing lines have their own endpoints.",
  },
  { theirs: "/sports/{sport}/scores", ours: undefined, note: "No scores." },
  { theirs: "/sports/{sport}/participants", ours: undefined, note: "No list of teams." },
];

/** Parameters of The Odds API, each with our replacement. `ours` is undefined if there is no replacement. */
export const parameterMap: readonly {
  readonly theirs: string;
  readonly ours: string | undefined;
  readonly note: string;
}[] = [
  { theirs: "apiKey", ours: "the header X-API-Key", note: "As a query parameter, it is ignored." },
  { theirs: "regions", ours: undefined, note: "Ignored. Without `bookmakers`, a call returns every book." },
  { theirs: "markets", ours: "markets", note: "Defaults to `h2h,spreads,totals` instead of `h2h`." },
  { theirs: "bookmakers", ours: "bookmakers", note: "An unknown book key fails with INVALID_MARKET." },
  { theirs: "oddsFormat", ours: "oddsFormat", note: "Defaults to `american` instead of `decimal`." },
  { theirs: "dateFormat", ours: "dateFormat", note: "`iso` or `unix`, as before." },
  { theirs: "eventIds", ours: "eventIds", note: "Takes the ids of our events, not those of The Odds API." },
  {
    theirs: "commenceTimeFrom",
    ours: "commenceTimeFrom",
    note: "UTC, with `Z` or `+00:00`. At `…/events`, a time in the past also returns fixtures that have started.",
  },
  {
    theirs: "commenceTimeTo",
    ours: "commenceTimeTo",
    note: "UTC, with `Z` or `+00:00`. Without `commenceTimeFrom`, no fixture that has started is returned.",
  },
  { theirs: "date", ours: undefined, note: "History is per fixture, not per moment." },
  { theirs: "daysFrom", ours: undefined, note: "No scores." },
  { theirs: "all", ours: undefined, note: "Sports out of season are always listed." },
  {
    theirs: "includeBetLimits",
    ours: undefined,
    note: "Not needed. An outcome has a `size` whenever the book publishes one.",
  },
  {
    theirs: "includeLinks",
    ours: undefined,
    note: "Not needed. A book has a `link` to its event whenever its source states one. Markets and outcomes have no links.",
  },
  {
    theirs: "includeSids",
    ours: undefined,
    note: "Not needed. A book has a `book_event_id` whenever its source states one. Markets and outcomes have no such ids.",
  },
  { theirs: "includeRotationNumbers", ours: undefined, note: "No rotation numbers." },
];

/** Market keys of The Odds API, each with our key for the same market. */
export const marketMap: readonly (readonly [theirs: string, ours: string])[] = [
  ["h2h", "h2h"],
  ["spreads", "spreads"],
  ["totals", "totals"],
  ["h2h_3_way", "h2h_3_way"],
  ["btts", "btts"],
  ["draw_no_bet", "draw_no_bet"],
  ["team_totals", "team_totals"],
  ["alternate_spreads", "alternate_spreads"],
  ["alternate_totals", "alternate_totals"],
  ["alternate_team_totals", "alternate_team_totals"],
  ["alternate_totals_corners", "alternate_totals_corners"],
  ["h2h_h1", "h2h_h1"],
  ["spreads_q1", "spreads_q1"],
  ["h2h_1st_5_innings", "h2h_f5"],
  ["spreads_1st_5_innings", "spreads_f5"],
  ["totals_1st_5_innings", "totals_f5"],
  ["alternate_totals_1st_5_innings", "alternate_totals_f5"],
  ["player_points", "player_points"],
  ["player_points_alternate", "player_points_alternate"],
  ["batter_home_runs", "batter_home_runs"],
];

/** Market keys of The Odds API for which we have no market. */
export const missingMarkets: readonly string[] = [
  "h2h_lay",
  "outrights",
  "outrights_lay",
  "double_chance",
  "h2h_p1",
  "totals_1st_1_innings",
  "spreads_1st_3_innings",
  "h2h_1st_7_innings",
];

const regions = {
  us: "betmgm,betonlineag,betrivers,betus,bovada,draftkings,fanatics,fanduel,lowvig,mybookieag,williamhill_us",
  us2: "ballybet,betanysports,betparx,espnbet,fliff,hardrockbet,rebet",
  us_dfs: "betr_us_dfs,pick6,prizepicks,underdog",
  us_ex: "betopenly,kalshi,novig,polymarket,prophetx",
  uk: "betfair_ex_uk,betfair_sb_uk,betvictor,betway,boylesports,casumo,coral,grosvenor,ladbrokes_uk,leovegas,livescorebet,matchbook,paddypower,skybet,smarkets,sport888,unibet_uk,virginbet,williamhill",
  eu: "betclic_fr,betfair_ex_eu,betonlineag,betsson,coolbet,everygame,gtbets,marathonbet,matchbook,nordicbet,onexbet,pinnacle,sport888,suprabets,tipico_de,unibet_eu,williamhill,winamax_de,winamax_fr",
  fr: "betclic_fr,netbet_fr,parionssport_fr,pmu_fr,unibet_fr,winamax_fr",
  se: "atg_se,leovegas_se,mrgreen_se,svenskaspel_se,unibet_se",
  au: "betfair_ex_au,betr_au,betright,dabble_au,ladbrokes_au,neds,playup,pointsbetau,sportsbet,tab,tabtouch,unibet",
} as const;

/** The books that we cover, by region of The Odds API. */
export const regionMap: readonly { readonly region: string; readonly books: readonly string[] }[] =
  Object.entries(regions).map(([region, books]) => ({ region, books: books.split(",") }));
