/** Generated from the OpenAPI document by scripts/generate.ts. Don't edit. */
import type { DateFormat, OddsFormat } from "./formats.js";
import type { ApiPromise, RequestOptions } from "./request.js";
import type { ApiKey, Bookmaker, CreatedApiKey, DailyUsage, Fixture, FixtureBest, FixtureEdge, FixtureOdds, FixtureProps, FixtureSeries, Market, OddsChanges, Sport, SportCoverage, SportMarket, Usage } from "./schemas.js";

/** HTTP method and path of each operation. 1: it needs an access token instead of an API key. */
export type Operation = readonly [method: string, path: string, needsSession?: 1];

export const operations: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  sports: {
    list: ["GET", "/v1/sports"],
  },
  bookmakers: {
    list: ["GET", "/v1/bookmakers"],
  },
  markets: {
    list: ["GET", "/v1/markets"],
  },
  sportMarkets: {
    list: ["GET", "/v1/sports/{sport}/markets"],
  },
  catalogue: {
    getCoverage: ["GET", "/v1/coverage"],
  },
  events: {
    list: ["GET", "/v1/sports/{sport}/events"],
  },
  odds: {
    list: ["GET", "/v1/sports/{sport}/odds"],
    getEvent: ["GET", "/v1/sports/{sport}/events/{id}/odds"],
    listChanges: ["GET", "/v1/odds/changes"],
  },
  bestPrices: {
    list: ["GET", "/v1/sports/{sport}/best"],
    get: ["GET", "/v1/sports/{sport}/events/{id}/best"],
  },
  props: {
    list: ["GET", "/v1/sports/{sport}/props"],
    getEvent: ["GET", "/v1/sports/{sport}/events/{id}/props"],
  },
  history: {
    getOdds: ["GET", "/v1/historical/sports/{sport}/events/{id}/odds"],
    getOpeners: ["GET", "/v1/historical/sports/{sport}/events/{id}/openers"],
    getClosing: ["GET", "/v1/historical/sports/{sport}/events/{id}/closing"],
  },
  account: {
    getUsage: ["GET", "/v1/account/usage"],
    getDailyUsage: ["GET", "/v1/account/usage/daily"],
  },
  keys: {
    list: ["GET", "/v1/account/keys", 1],
    create: ["POST", "/v1/account/keys", 1],
    revoke: ["DELETE", "/v1/account/keys/{keyId}", 1],
  },
};

export type ListSportsParams = {
  /** `true`: only sports with upcoming fixtures, each with their number in `fixtures`. */
  hasFixtures?: "true" | "false" | undefined;
};

export type ListSportMarketsParams = {
  /** Sport key, from the sports list. */
  sport: string;
};

export type GetCoverageParams = {
  /** Sport keys, at most 100. Default: every sport with upcoming fixtures. */
  sports?: string | readonly string[] | undefined;
};

export type ListEventsParams<D extends DateFormat = "iso"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
  /** Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or +00:00. */
  commenceTimeFrom?: string | Date | undefined;
  /** Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or +00:00. */
  commenceTimeTo?: string | Date | undefined;
};

export type ListOddsParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Market keys, period suffix included, at most 400. Only main markets, unless `eventIds` names at most 20 fixtures. Then any game market is served, and `all` means every game market. */
  markets?: string | readonly string[] | undefined;
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
  /** `true` leaves out prices without a measured fetch time, so that no `last_update` is `null`. The header `X-Unmeasured-Books` names the books that were left out. */
  measured?: "true" | "false" | undefined;
  /** Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing. */
  eventIds?: string | readonly string[] | undefined;
  /** Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or +00:00. */
  commenceTimeFrom?: string | Date | undefined;
  /** Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or +00:00. */
  commenceTimeTo?: string | Date | undefined;
};

export type GetEventOddsParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Fixture id from the fixtures list. Treat it as opaque. */
  id: string;
  /** Market keys, period suffix included, at most 400. `all` means every game market, without player props. */
  markets?: string | readonly string[] | undefined;
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
  /** `true` leaves out prices without a measured fetch time, so that no `last_update` is `null`. The header `X-Unmeasured-Books` names the books that were left out. */
  measured?: "true" | "false" | undefined;
};

export type ListBestPricesParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Market keys, period suffix included, at most 400. */
  markets?: string | readonly string[] | undefined;
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
  /** Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing. */
  eventIds?: string | readonly string[] | undefined;
  /** Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or +00:00. */
  commenceTimeFrom?: string | Date | undefined;
  /** Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or +00:00. */
  commenceTimeTo?: string | Date | undefined;
};

export type GetBestPricesParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Fixture id from the fixtures list. Treat it as opaque. */
  id: string;
  /** Market keys, period suffix included, at most 400. `all` means every game market, without player props. */
  markets?: string | readonly string[] | undefined;
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
};

export type ListOddsChangesParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport keys, at most 20. */
  sports: string | readonly string[];
  /** Market keys, period suffix included, at most 400. */
  markets?: string | readonly string[] | undefined;
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
  /** Fixture ids, at most 20. Only these fixtures. `markets` then takes any market key. */
  eventIds?: string | readonly string[] | undefined;
  /** A cursor: the response has what changed since. Without it, the response has everything. */
  since?: string | undefined;
};

export type ListPropsParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Player-prop market keys, at most 400. There is no default set. */
  markets: string | readonly string[];
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
  /** `true` leaves out prices without a measured fetch time, so that no `last_update` is `null`. The header `X-Unmeasured-Books` names the books that were left out. */
  measured?: "true" | "false" | undefined;
  /** Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing. */
  eventIds?: string | readonly string[] | undefined;
};

export type GetEventPropsParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Fixture id from the fixtures list. Treat it as opaque. */
  id: string;
  /** Player-prop market keys, at most 400. `all` means every player prop. There is no default set. */
  markets: string | readonly string[];
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
  /** `true` leaves out prices without a measured fetch time, so that no `last_update` is `null`. The header `X-Unmeasured-Books` names the books that were left out. */
  measured?: "true" | "false" | undefined;
};

export type GetHistoricalOddsParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Fixture id from the fixtures list. Treat it as opaque. */
  id: string;
  /** Market keys, period suffix included, at most 400. */
  markets?: string | readonly string[] | undefined;
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
};

export type GetHistoricalOpenersParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Fixture id from the fixtures list. Treat it as opaque. */
  id: string;
  /** Market keys, period suffix included, at most 400. */
  markets?: string | readonly string[] | undefined;
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
};

export type GetHistoricalClosingParams<D extends DateFormat = "iso", O extends OddsFormat = "american"> = {
  /** Sport key, from the sports list. */
  sport: string;
  /** Fixture id from the fixtures list. Treat it as opaque. */
  id: string;
  /** Market keys, period suffix included, at most 400. */
  markets?: string | readonly string[] | undefined;
  /** Book keys, at most 100. Default: every book. */
  bookmakers?: string | readonly string[] | undefined;
  /** Format of prices. One number per price. */
  oddsFormat?: O | undefined;
  /** Format of times: ISO-8601 in UTC, or integer unix seconds. */
  dateFormat?: D | undefined;
};

export type GetDailyUsageParams = {
  /** The first UTC day. Default: 29 days before `to`. At most 366 days. */
  from?: string | undefined;
  /** The last UTC day. Default: today. */
  to?: string | undefined;
};

export type CreateKeyParams = {
  /** What the key is for. */
  label: string;
  /** If true, creates an `ok_test_` key instead of a live one. */
  test?: boolean | undefined;
};

export type RevokeKeyParams = {
  /** API key id, from the keys list. */
  keyId: string;
};

/** The operations by resource. */
export type Resources = {
  sports: {
    /** List sports. Every sport key, in season or not. With `hasFixtures=true`, only sports with upcoming fixtures, each with their number. Free. */
    list(params?: ListSportsParams, options?: RequestOptions): ApiPromise<Sport[]>;
  };
  bookmakers: {
    /** List books. Every book, on every plan. The call is free. */
    list(params?: Record<string, never>, options?: RequestOptions): ApiPromise<Bookmaker[]>;
  };
  markets: {
    /** List markets. Every market key, including player props. Free. */
    list(params?: Record<string, never>, options?: RequestOptions): ApiPromise<Market[]>;
  };
  sportMarkets: {
    /** List a sport's markets. Every market key that a book quotes now for an upcoming fixture of the sport, including player props, with the number of fixtures and books. Free. */
    list(params: ListSportMarketsParams, options?: RequestOptions): ApiPromise<SportMarket[]>;
  };
  catalogue: {
    /** Get coverage. For each sport with upcoming fixtures: how many fixtures and markets are quoted now, by which books, how old their checks are, and which books are late. Free. */
    getCoverage(params?: GetCoverageParams, options?: RequestOptions): ApiPromise<SportCoverage[]>;
  };
  events: {
    /** List fixtures. Lists fixtures without prices. By default, the list has only fixtures that have not started. With a `commenceTimeFrom` in the past, the list has every known fixture from that time on, started or not. `commenceTimeTo` only shortens the list. Free. */
    list<D extends DateFormat = "iso">(params: ListEventsParams<D>, options?: RequestOptions): ApiPromise<Fixture<D>[]>;
  };
  odds: {
    /** List odds. Every fixture of the sport that has not started, with every book's prices for the main markets (`h2h`, `spreads`, `totals`, `h2h_3_way`) in any period. If `eventIds` names at most 20 fixtures, `markets` takes any game market. Costs one request, for any number of fixtures and books. */
    list<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: ListOddsParams<D, O>, options?: RequestOptions): ApiPromise<FixtureOdds<D, O>[]>;
    /** Get a fixture's odds. Every book's prices for one fixture. `markets` takes any market key, including keys for periods, alternate ladders and team totals. Player props require the Growth plan. Costs one request. */
    getEvent<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: GetEventOddsParams<D, O>, options?: RequestOptions): ApiPromise<FixtureOdds<D, O>>;
    /** List changes. The fixtures of up to 20 sports that changed since a cursor, and those that are gone. Costs one request if a fixture changed or is gone, and nothing otherwise. Without `since`, the response has all fixtures with prices. If the cursor is too old, `reset` is true and the response has everything again. */
    listChanges<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: ListOddsChangesParams<D, O>, options?: RequestOptions): ApiPromise<OddsChanges<D, O>>;
  };
  bestPrices: {
    /** List best prices. Every fixture of the sport that has not started, with the best price of each line and side in the main markets, the consensus of the other books, and the hold of the best prices. Costs one request, for any number of fixtures and books. */
    list<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: ListBestPricesParams<D, O>, options?: RequestOptions): ApiPromise<FixtureBest<D, O>[]>;
    /** Get a fixture's best prices. The best price of each line and side of one fixture, the consensus of the other books, and the hold of the best prices. `markets` takes any market key. Player props require the Growth plan. Costs one request. */
    get<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: GetBestPricesParams<D, O>, options?: RequestOptions): ApiPromise<FixtureBest<D, O>>;
  };
  props: {
    /** List props. Every fixture of the sport that has not started, with one row for each player, stat and line at each book. Growth plan or above. Costs one request. */
    list<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: ListPropsParams<D, O>, options?: RequestOptions): ApiPromise<FixtureProps<D, O>[]>;
    /** Get a fixture's props. One fixture with one row for each player, stat and line at each book. Growth plan or above. Costs one request. */
    getEvent<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: GetEventPropsParams<D, O>, options?: RequestOptions): ApiPromise<FixtureProps<D, O>>;
  };
  history: {
    /** Get price history. Every recorded price between the opening and the closing line. Requires the Scale plan or above. Scale covers fixtures that started in the last 14 days or have not started. Business covers everything recorded. `markets` takes any market key. Costs one request. */
    getOdds<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: GetHistoricalOddsParams<D, O>, options?: RequestOptions): ApiPromise<FixtureSeries<D, O>>;
    /** Get opening lines. Each book's first recorded price for each market. Requires the Scale plan or above. Scale covers fixtures that started in the last 14 days or have not started. Business covers everything recorded. `markets` takes any market key. Costs one request. */
    getOpeners<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: GetHistoricalOpenersParams<D, O>, options?: RequestOptions): ApiPromise<FixtureEdge<D, O>>;
    /** Get closing lines. Each book's last price recorded before the fixture started. Until the fixture starts, each `status` is `not_recorded`. Requires the Scale plan or above. Scale covers fixtures that started in the last 14 days or have not started. Business covers everything recorded. `markets` takes any market key. Costs one request. */
    getClosing<D extends DateFormat = "iso", O extends OddsFormat = "american">(params: GetHistoricalClosingParams<D, O>, options?: RequestOptions): ApiPromise<FixtureEdge<D, O>>;
  };
  account: {
    /** Get usage. Plan, allowance and usage of the account of the API key. Free. */
    getUsage(params?: Record<string, never>, options?: RequestOptions): ApiPromise<Usage>;
    /** Get daily usage. The requests of the account of the API key by UTC day, endpoint and outcome, and the share of this key. Other keys are never named. Free. */
    getDailyUsage(params?: GetDailyUsageParams, options?: RequestOptions): ApiPromise<DailyUsage>;
  };
  keys: {
    /** List API keys. Every key of the signed-in account, including revoked keys, without the secrets. */
    list(params?: Record<string, never>, options?: RequestOptions): ApiPromise<ApiKey[]>;
    /** Create an API key. Creates a key. Only this response has its full secret. */
    create(params: CreateKeyParams, options?: RequestOptions): ApiPromise<CreatedApiKey>;
    /** Revoke an API key. Revokes the key immediately and permanently. Revoking it again succeeds too. */
    revoke(params: RevokeKeyParams, options?: RequestOptions): ApiPromise<void>;
  };
};
