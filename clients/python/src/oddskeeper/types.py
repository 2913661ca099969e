"""The shapes of responses. Unknown fields pass through.

Generated from the OpenAPI document by scripts/generate.py. Do not edit.
"""

from typing import Dict, List, Literal, Optional, TypedDict, Union


class ApiKey(TypedDict):
    id: str
    # Not secret: `ok_live_` or `ok_test_` and the key's next 8 characters.
    prefix: str
    last_four: str
    # 1 to 64 characters.
    label: str
    test: bool
    # ISO-8601 time in UTC, whole seconds, always ending in Z.
    created_at: str
    last_used_at: Optional[str]
    revoked_at: Optional[str]
    # When a rotated key ends. From then on it is refused like a revoked key.
    expires_at: Optional[str]


class _BestLineOptional(TypedDict, total=False):
    # Present if the side does not identify the bet: the team of a team total, the player of a prop.
    description: str
    # The line; for a spread, the home team's point. Absent if the market has no line.
    point: float


class BestLine(_BestLineOptional):
    # The share of all stakes that the books keep at the best prices of all sides. Negative if a bet on all
    # sides makes a profit. `null` if a side has no price.
    hold: Optional[float]
    outcomes: List["BestOutcome"]


class _BestLineUnixOptional(TypedDict, total=False):
    # Present if the side does not identify the bet: the team of a team total, the player of a prop.
    description: str
    # The line; for a spread, the home team's point. Absent if the market has no line.
    point: float


class BestLineUnix(_BestLineUnixOptional):
    """BestLine with times in unix seconds (`date_format="unix"`)."""

    # The share of all stakes that the books keep at the best prices of all sides. Negative if a bet on all
    # sides makes a profit. `null` if a side has no price.
    hold: Optional[float]
    outcomes: List["BestOutcomeUnix"]


class BestMarket(TypedDict):
    # Market key, period suffix included.
    key: str
    lines: List["BestLine"]


class BestMarketUnix(TypedDict):
    """BestMarket with times in unix seconds (`date_format="unix"`)."""

    # Market key, period suffix included.
    key: str
    lines: List["BestLineUnix"]


class _BestOutcomeOptional(TypedDict, total=False):
    # Line, spread or total. Absent if the market has no line.
    point: float
    size: "Size"


class BestOutcome(_BestOutcomeOptional):
    # The team or side that the price is for.
    name: str
    # American odds: an integer of absolute value 100 or more. Decimal odds: a number above 1. In the format
    # of `oddsFormat`.
    price: float
    # The books with the best price. The consensus leaves out the first one.
    bookmakers: List[str]
    # When the best price was fetched last from one of these books. `null` if no fetch time is measured.
    last_update: Optional[str]
    # `null` if no other source quotes every side of the line.
    consensus: Optional["Consensus"]


class _BestOutcomeUnixOptional(TypedDict, total=False):
    # Line, spread or total. Absent if the market has no line.
    point: float
    size: "Size"


class BestOutcomeUnix(_BestOutcomeUnixOptional):
    """BestOutcome with times in unix seconds (`date_format="unix"`)."""

    # The team or side that the price is for.
    name: str
    # American odds: an integer of absolute value 100 or more. Decimal odds: a number above 1. In the format
    # of `oddsFormat`.
    price: float
    # The books with the best price. The consensus leaves out the first one.
    bookmakers: List[str]
    # When the best price was fetched last from one of these books. `null` if no fetch time is measured.
    last_update: Optional[int]
    # `null` if no other source quotes every side of the line.
    consensus: Optional["Consensus"]


class BookCoverage(TypedDict):
    # Book key.
    key: str
    # Upcoming fixtures for which the book has a price now.
    fixtures: int
    # Different market keys that the book quotes now.
    markets: int
    # The time since the book's prices of a fixture were fetched, over its fixtures. `null` if no fetch time
    # is measured: the time at which a price was received is never shown.
    last_check_age_seconds: Optional["CheckAges"]
    # Whether all of the book's prices in this sport were removed because none had been checked in time.
    late: bool
    # Of the upcoming events that the book listed in the last hour, the share that was matched to a fixture.
    # `null` if it is not measured.
    matched_share: Optional[float]
    # Books with which this book is one source: their prices change together and are the same. They count once
    # in a consensus.
    mirrors: List[str]


class _BookOddsOptional(TypedDict, total=False):
    # The book's own id of the event. Absent if the source of the prices does not state it.
    book_event_id: str
    # The event's page at the book, as the book's source states it: an https URL, which may contain
    # placeholders such as `{state}`. Absent if the source states none. The service never requests it.
    link: str


class BookOdds(_BookOddsOptional):
    # Book key.
    key: str
    # Display title.
    title: str
    # The newest `last_update` of its markets. `null` if no fetch time is measured.
    last_update: Optional[str]
    markets: List["MarketOdds"]


class _BookOddsUnixOptional(TypedDict, total=False):
    # The book's own id of the event. Absent if the source of the prices does not state it.
    book_event_id: str
    # The event's page at the book, as the book's source states it: an https URL, which may contain
    # placeholders such as `{state}`. Absent if the source states none. The service never requests it.
    link: str


class BookOddsUnix(_BookOddsUnixOptional):
    """BookOdds with times in unix seconds (`date_format="unix"`)."""

    # Book key.
    key: str
    # Display title.
    title: str
    # The newest `last_update` of its markets. `null` if no fetch time is measured.
    last_update: Optional[int]
    markets: List["MarketOddsUnix"]


class BookTimes(TypedDict):
    # Book key.
    key: str
    # The newest time of the book's requested markets.
    last_update: Optional[str]
    # Market key -> `last_update`.
    markets: Dict[str, Optional[str]]


class BookTimesUnix(TypedDict):
    """BookTimes with times in unix seconds (`date_format="unix"`)."""

    # Book key.
    key: str
    # The newest time of the book's requested markets.
    last_update: Optional[int]
    # Market key -> `last_update`.
    markets: Dict[str, Optional[int]]


class Bookmaker(TypedDict):
    # Book key.
    key: str
    title: str
    # `sportsbook`, `exchange` or `prediction_market` today. More may be added.
    kind: str
    # How often the book is typically polled. Not a guarantee of freshness. `null` until the interval is
    # known.
    update_interval_seconds: Optional[int]
    # `false` for books whose `last_update` is always `null` today.
    last_update_measured: bool


class CheckAges(TypedDict):
    # Half of the fixtures have at most this age.
    p50: int
    # 95 % of the fixtures have at most this age.
    p95: int


class Consensus(TypedDict):
    # The probability of the outcome without the books' margin.
    probability: float
    # The books in the consensus, one of each source. Never the first book of the best price.
    bookmakers: List[str]


class CreatedApiKey(TypedDict):
    id: str
    # Not secret: `ok_live_` or `ok_test_` and the key's next 8 characters.
    prefix: str
    last_four: str
    # 1 to 64 characters.
    label: str
    test: bool
    # ISO-8601 time in UTC, whole seconds, always ending in Z.
    created_at: str
    last_used_at: Optional[str]
    revoked_at: Optional[str]
    # When a rotated key ends. From then on it is refused like a revoked key.
    expires_at: Optional[str]
    # The full secret. Only this response has it.
    key: str


_DailyUsageRequiredKeywords = TypedDict("_DailyUsageRequiredKeywords", {"from": str})


class DailyUsage(_DailyUsageRequiredKeywords):
    # A day in UTC.
    to: str
    # Every day from `from` to `to`, including days without a request.
    days: List["DayUsage"]


class DayUsage(TypedDict):
    # A day in UTC.
    date: str
    # By endpoint or tool.
    endpoints: List["EndpointUsage"]


class EdgeBook(TypedDict):
    # Book key.
    key: str
    title: str
    markets: List["EdgeMarket"]


class EdgeBookUnix(TypedDict):
    """EdgeBook with times in unix seconds (`date_format="unix"`)."""

    # Book key.
    key: str
    title: str
    markets: List["EdgeMarketUnix"]


class EdgeMarket(TypedDict):
    # Market key, period suffix included.
    key: str
    # `recorded` or `not_recorded` today. More may be added.
    status: str
    # `null` when `not_recorded`.
    recorded_at: Optional[str]
    # Empty when `not_recorded`.
    outcomes: List["Outcome"]


class EdgeMarketUnix(TypedDict):
    """EdgeMarket with times in unix seconds (`date_format="unix"`)."""

    # Market key, period suffix included.
    key: str
    # `recorded` or `not_recorded` today. More may be added.
    status: str
    # `null` when `not_recorded`.
    recorded_at: Optional[int]
    # Empty when `not_recorded`.
    outcomes: List["Outcome"]


class EndpointUsage(TypedDict):
    # The endpoint's operation id in the OpenAPI document. For a tool of `/mcp`, its name, such as `POST /mcp
    # get_odds`.
    endpoint: str
    # The requests of all keys of the account.
    account: "UsageCounts"
    # The requests of the presented key. `null` if the call has no key.
    key: Optional["UsageCounts"]


class Error(TypedDict):
    error: "ErrorError"


class ErrorCount(TypedDict):
    # The error code.
    code: str
    requests: int


class Fixture(TypedDict):
    """A fixture without prices."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: str
    home_team: str
    away_team: str


class FixtureUnix(TypedDict):
    """Fixture with times in unix seconds (`date_format="unix"`)."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: int
    home_team: str
    away_team: str


class FixtureBest(TypedDict):
    """A fixture with the best price of each line and side."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: str
    home_team: str
    away_team: str
    # `median_margin_free` today: the median of the books' probabilities without margin, scaled to sum to 1.
    # More may be added.
    consensus_method: str
    markets: List["BestMarket"]
    left_out: List["LeftOut"]


class FixtureBestUnix(TypedDict):
    """FixtureBest with times in unix seconds (`date_format="unix"`)."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: int
    home_team: str
    away_team: str
    # `median_margin_free` today: the median of the books' probabilities without margin, scaled to sum to 1.
    # More may be added.
    consensus_method: str
    markets: List["BestMarketUnix"]
    left_out: List["LeftOut"]


class FixtureEdge(TypedDict):
    """Each book's opening, or closing, line for each market."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: str
    home_team: str
    away_team: str
    bookmakers: List["EdgeBook"]
    # Books with a price that may belong to the fixture but could not be matched to it safely, and matched
    # books whose prices can't be trusted.
    unmatched_bookmakers: List[str]


class FixtureEdgeUnix(TypedDict):
    """FixtureEdge with times in unix seconds (`date_format="unix"`)."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: int
    home_team: str
    away_team: str
    bookmakers: List["EdgeBookUnix"]
    # Books with a price that may belong to the fixture but could not be matched to it safely, and matched
    # books whose prices can't be trusted.
    unmatched_bookmakers: List[str]


class FixtureOdds(TypedDict):
    """A fixture with every book's prices for the requested markets."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: str
    home_team: str
    away_team: str
    bookmakers: List["BookOdds"]
    # Books with a price that may belong to the fixture but could not be matched to it safely, and matched
    # books whose prices can't be trusted.
    unmatched_bookmakers: List[str]


class FixtureOddsUnix(TypedDict):
    """FixtureOdds with times in unix seconds (`date_format="unix"`)."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: int
    home_team: str
    away_team: str
    bookmakers: List["BookOddsUnix"]
    # Books with a price that may belong to the fixture but could not be matched to it safely, and matched
    # books whose prices can't be trusted.
    unmatched_bookmakers: List[str]


class FixtureProps(TypedDict):
    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: str
    home_team: str
    away_team: str
    props: List["PropRow"]
    # Books with a price that may belong to the fixture but could not be matched to it safely, and matched
    # books whose prices can't be trusted.
    unmatched_bookmakers: List[str]


class FixturePropsUnix(TypedDict):
    """FixtureProps with times in unix seconds (`date_format="unix"`)."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: int
    home_team: str
    away_team: str
    props: List["PropRowUnix"]
    # Books with a price that may belong to the fixture but could not be matched to it safely, and matched
    # books whose prices can't be trusted.
    unmatched_bookmakers: List[str]


class FixtureSeries(TypedDict):
    """Every recorded price between the opening and the closing line."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: str
    home_team: str
    away_team: str
    # When the archive begins.
    archive_from: str
    bookmakers: List["SeriesBook"]
    # Books with a price that may belong to the fixture but could not be matched to it safely, and matched
    # books whose prices can't be trusted.
    unmatched_bookmakers: List[str]


class FixtureSeriesUnix(TypedDict):
    """FixtureSeries with times in unix seconds (`date_format="unix"`)."""

    # Opaque fixture id.
    id: str
    # Names one league or tournament, or all of boxing or MMA.
    sport_key: str
    sport_title: str
    # When the fixture starts.
    commence_time: int
    home_team: str
    away_team: str
    # When the archive begins.
    archive_from: int
    bookmakers: List["SeriesBookUnix"]
    # Books with a price that may belong to the fixture but could not be matched to it safely, and matched
    # books whose prices can't be trusted.
    unmatched_bookmakers: List[str]


class _LeftOutOptional(TypedDict, total=False):
    # Market key, period suffix included.
    market: str
    description: str
    point: float


class LeftOut(_LeftOutOptional):
    """A book whose prices are not compared. Without `market`, none of its prices is."""

    # Book key.
    bookmaker: str
    # `far_from_consensus`: the price of the named line is far from the consensus. `looks_inverted`: the
    # book's sides look swapped. `start_contradicted`: the start that the book states has passed.
    # `not_matched`: the book's event could not be matched safely. More may be added.
    reason: str


class _MarketOptional(TypedDict, total=False):
    # Books known to offer this market. Absent if unknown.
    bookmakers: List[str]


class Market(_MarketOptional):
    # Exactly as in `markets[].key`, suffix included.
    key: str
    # The key without its period suffix.
    family: str
    period: str
    description: str


class MarketOdds(TypedDict):
    # Market key, period suffix included.
    key: str
    # When the price was fetched. `null` if no fetch time is measured.
    last_update: Optional[str]
    outcomes: List["Outcome"]


class MarketOddsUnix(TypedDict):
    """MarketOdds with times in unix seconds (`date_format="unix"`)."""

    # Market key, period suffix included.
    key: str
    # When the price was fetched. `null` if no fetch time is measured.
    last_update: Optional[int]
    outcomes: List["Outcome"]


class OddsChanges(TypedDict):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    cursor: str
    # The whole current state of each fixture that changed.
    changed: List["FixtureOdds"]
    gone: List["OddsGone"]
    checked: List["OddsChecked"]
    # True if the cursor could not be continued: discard everything, `changed` has all fixtures.
    reset: bool


class OddsChangesUnix(TypedDict):
    """OddsChanges with times in unix seconds (`date_format="unix"`)."""

    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    cursor: str
    # The whole current state of each fixture that changed.
    changed: List["FixtureOddsUnix"]
    gone: List["OddsGone"]
    checked: List["OddsCheckedUnix"]
    # True if the cursor could not be continued: discard everything, `changed` has all fixtures.
    reset: bool


class OddsChecked(TypedDict):
    """Books whose prices were checked again without a change: only their times have moved."""

    # Names one league or tournament, or all of boxing or MMA.
    sport: str
    fixtures: List["OddsCheckedFixtures"]


class OddsCheckedUnix(TypedDict):
    """OddsChecked with times in unix seconds (`date_format="unix"`)."""

    # Names one league or tournament, or all of boxing or MMA.
    sport: str
    fixtures: List["OddsCheckedFixturesUnix"]


class OddsGone(TypedDict):
    """A fixture that is not served any more."""

    # Names one league or tournament, or all of boxing or MMA.
    sport: str
    # Fixture id.
    id: str
    # `started`: the fixture has started. `replaced`: another fixture is listed instead. `withdrawn`: the
    # fixture is not listed any more. More may be added.
    reason: str


class _OddsStreamErrorOptional(TypedDict, total=False):
    # 403 only: plan of the account.
    current_plan: str
    # 403 only: lowest plan that includes this request.
    required_plan: str


class OddsStreamError(_OddsStreamErrorOptional):
    """Why the service ends the stream: the object in the envelope of an error."""

    # Stable identifier: `BAD_REQUEST`, `INVALID_MARKET`, `MISSING_KEY`, `INVALID_KEY`, `MISSING_SESSION`,
    # `INVALID_SESSION`, `PLAN_REQUIRED`, `UNKNOWN_SPORT`, `UNKNOWN_EVENT`, `KEY_NOT_FOUND`, `SPEED_LIMIT`,
    # `ALLOWANCE_SPENT`, `INTERNAL_ERROR`, `INVALID_FEED_TOKEN`, `BOOK_NOT_ALLOWED`, `UNAVAILABLE`,
    # `FORBIDDEN_ORIGIN`, `NOT_FOUND`, `METHOD_NOT_ALLOWED`.
    code: str
    # Text for people.
    message: str
    # URL of the documentation of this code.
    docs_url: str
    # Matches the `X-Request-Id` header.
    request_id: str


OddsStreamEvent = Union["OddsStreamEventOpen", "OddsStreamEventSnapshot", "OddsStreamEventFixture", "OddsStreamEventChecked", "OddsStreamEventGone", "OddsStreamEventHeartbeat", "OddsStreamEventReset", "OddsStreamEventError"]


OddsStreamEventUnix = Union["OddsStreamEventOpen", "OddsStreamEventSnapshotUnix", "OddsStreamEventFixtureUnix", "OddsStreamEventCheckedUnix", "OddsStreamEventGone", "OddsStreamEventHeartbeatUnix", "OddsStreamEventReset", "OddsStreamEventError"]


class OddsStreamHeartbeat(TypedDict):
    # The database's time.
    as_of: str
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    cursor: str
    # Books whose prices in this stream are all stale.
    late: List[str]


class OddsStreamHeartbeatUnix(TypedDict):
    """OddsStreamHeartbeat with times in unix seconds (`date_format="unix"`)."""

    # The database's time.
    as_of: int
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    cursor: str
    # Books whose prices in this stream are all stale.
    late: List[str]


class OddsStreamOpen(TypedDict):
    plan: str
    # Open streams of the account, this one included.
    streams_used: int
    # Streams that the account may have open.
    streams_allowed: int
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    cursor: str


class OddsStreamReset(TypedDict):
    """Discard everything. Snapshots follow, after `shutdown` on the next connection."""

    # `too_old`: the cursor is unknown or older than 10 minutes. `restarted`: the service or its database
    # started again. `slow`: the client reads too slowly. `shutdown`: the instance ends; connect again after
    # the time in `retry`. More may be added.
    reason: str


class OddsStreamSnapshot(TypedDict):
    """All fixtures of a sport. They replace what the client has of it."""

    # Names one league or tournament, or all of boxing or MMA.
    sport: str
    fixtures: List["FixtureOdds"]


class OddsStreamSnapshotUnix(TypedDict):
    """OddsStreamSnapshot with times in unix seconds (`date_format="unix"`)."""

    # Names one league or tournament, or all of boxing or MMA.
    sport: str
    fixtures: List["FixtureOddsUnix"]


class _OutcomeOptional(TypedDict, total=False):
    # Present if `name` alone does not identify the bet: the team of a team total, the player of a prop.
    description: str
    # Line, spread or total. Absent if the market has no line.
    point: float
    size: "Size"


class Outcome(_OutcomeOptional):
    # The team, player or side that the price is for.
    name: str
    # American odds: an integer of absolute value 100 or more. Decimal odds: a number above 1. In the format
    # of `oddsFormat`.
    price: float


class _PropOutcomeOptional(TypedDict, total=False):
    size: "Size"


class PropOutcome(_PropOutcomeOptional):
    # `Over`, `Under`, `Yes` or `No` today. More sides may be added.
    name: str
    # American odds: an integer of absolute value 100 or more. Decimal odds: a number above 1. In the format
    # of `oddsFormat`.
    price: float


class _PropRowOptional(TypedDict, total=False):
    # Absent for a Yes/No prop.
    point: float


class PropRow(_PropRowOptional):
    """One player, stat and line at one book, with all outcomes of that line."""

    bookmaker: "PropRowBookmaker"
    player: str
    # Market key, period suffix included.
    stat: str
    outcomes: List["PropOutcome"]


class _PropRowUnixOptional(TypedDict, total=False):
    # Absent for a Yes/No prop.
    point: float


class PropRowUnix(_PropRowUnixOptional):
    """PropRow with times in unix seconds (`date_format="unix"`)."""

    bookmaker: "PropRowBookmakerUnix"
    player: str
    # Market key, period suffix included.
    stat: str
    outcomes: List["PropOutcome"]


class SeriesBook(TypedDict):
    # Book key.
    key: str
    title: str
    markets: List["SeriesMarket"]


class SeriesBookUnix(TypedDict):
    """SeriesBook with times in unix seconds (`date_format="unix"`)."""

    # Book key.
    key: str
    title: str
    markets: List["SeriesMarketUnix"]


class SeriesMarket(TypedDict):
    # Market key, period suffix included.
    key: str
    # `recorded`: more than one price seen. `no_movement`: exactly one price ever recorded. `not_recorded`:
    # nothing in the archive for this market on this fixture. More may be added.
    movement: str
    # Empty when `movement` is `not_recorded`.
    points: List["SeriesPoint"]


class SeriesMarketUnix(TypedDict):
    """SeriesMarket with times in unix seconds (`date_format="unix"`)."""

    # Market key, period suffix included.
    key: str
    # `recorded`: more than one price seen. `no_movement`: exactly one price ever recorded. `not_recorded`:
    # nothing in the archive for this market on this fixture. More may be added.
    movement: str
    # Empty when `movement` is `not_recorded`.
    points: List["SeriesPointUnix"]


class SeriesPoint(TypedDict):
    # When the price was recorded.
    recorded_at: str
    outcomes: List["Outcome"]


class SeriesPointUnix(TypedDict):
    """SeriesPoint with times in unix seconds (`date_format="unix"`)."""

    # When the price was recorded.
    recorded_at: int
    outcomes: List["Outcome"]


class Size(TypedDict):
    """How much can be bet. Present only if the book publishes it."""

    # `posted_limit`: a sportsbook's maximum bet, the same number for both sides. `resting_depth`: the amount
    # on offer in an exchange's order book, a separate number for each side. `contracts`: the number of
    # contracts on offer at this price at a prediction market. More may be added.
    kind: str
    amount: float


class _SportOptional(TypedDict, total=False):
    # Upcoming fixtures. Only with `hasFixtures=true`.
    fixtures: int


class Sport(_SportOptional):
    # Names one league or tournament, or all of boxing or MMA.
    key: str
    group: str
    title: str
    description: str
    # Whether the sport is in season now.
    active: bool
    # Always `false` in v1: outright markets are not served.
    has_outrights: bool


class SportCoverage(TypedDict):
    """What is quoted now in a sport."""

    # Names one league or tournament, or all of boxing or MMA.
    key: str
    # Upcoming fixtures.
    fixtures: int
    # Different market keys that any book quotes now.
    markets: int
    # Books that quote the sport, or whose prices were removed because they were not checked.
    bookmakers: List["BookCoverage"]


class SportMarket(TypedDict):
    """A market that is quoted now in a sport."""

    # Exactly as in `markets[].key`, suffix included.
    key: str
    # The key without its period suffix.
    family: str
    period: str
    description: str
    # Books that quote this market now for a fixture of the sport.
    bookmakers: List[str]
    # Upcoming fixtures for which a book quotes this market now.
    fixtures: int
    # The number of books in `bookmakers`.
    books: int


class Usage(TypedDict):
    # `free`, `starter`, `growth`, `scale`, `business` today. More may be added.
    plan: str
    # Requests per billing period.
    requests_allowance: int
    requests_used_this_period: int
    # ISO-8601 time in UTC, whole seconds, always ending in Z.
    period_resets_at: str
    speed_limit_per_second: int


class UsageCounts(TypedDict):
    # Requests that cost one request each.
    counted: int
    # Successful requests that cost nothing.
    free: int
    # Requests that returned an error, by code.
    errors: List["ErrorCount"]


class _PropRowBookmakerUnixOptional(TypedDict, total=False):
    # The book's own id of the event. Absent if the source of the prices does not state it.
    book_event_id: str
    # The event's page at the book, as the book's source states it: an https URL, which may contain
    # placeholders such as `{state}`. Absent if the source states none. The service never requests it.
    link: str


class PropRowBookmakerUnix(_PropRowBookmakerUnixOptional):
    """PropRowBookmaker with times in unix seconds (`date_format="unix"`)."""

    # Book key.
    key: str
    title: str
    # `null` if no fetch time is measured.
    last_update: Optional[int]


class _PropRowBookmakerOptional(TypedDict, total=False):
    # The book's own id of the event. Absent if the source of the prices does not state it.
    book_event_id: str
    # The event's page at the book, as the book's source states it: an https URL, which may contain
    # placeholders such as `{state}`. Absent if the source states none. The service never requests it.
    link: str


class PropRowBookmaker(_PropRowBookmakerOptional):
    # Book key.
    key: str
    title: str
    # `null` if no fetch time is measured.
    last_update: Optional[str]


class _OddsStreamEventErrorOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventError(_OddsStreamEventErrorOptional):
    event: Literal['error']
    data: "OddsStreamError"


class _OddsStreamEventResetOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventReset(_OddsStreamEventResetOptional):
    event: Literal['reset']
    data: "OddsStreamReset"


class _OddsStreamEventHeartbeatUnixOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventHeartbeatUnix(_OddsStreamEventHeartbeatUnixOptional):
    """OddsStreamEventHeartbeat with times in unix seconds (`date_format="unix"`)."""

    event: Literal['heartbeat']
    data: "OddsStreamHeartbeatUnix"


class _OddsStreamEventGoneOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventGone(_OddsStreamEventGoneOptional):
    event: Literal['gone']
    data: "OddsGone"


class _OddsStreamEventCheckedUnixOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventCheckedUnix(_OddsStreamEventCheckedUnixOptional):
    """OddsStreamEventChecked with times in unix seconds (`date_format="unix"`)."""

    event: Literal['checked']
    data: "OddsCheckedUnix"


class _OddsStreamEventFixtureUnixOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventFixtureUnix(_OddsStreamEventFixtureUnixOptional):
    """OddsStreamEventFixture with times in unix seconds (`date_format="unix"`)."""

    event: Literal['fixture']
    data: "FixtureOddsUnix"


class _OddsStreamEventSnapshotUnixOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventSnapshotUnix(_OddsStreamEventSnapshotUnixOptional):
    """OddsStreamEventSnapshot with times in unix seconds (`date_format="unix"`)."""

    event: Literal['snapshot']
    data: "OddsStreamSnapshotUnix"


class _OddsStreamEventOpenOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventOpen(_OddsStreamEventOpenOptional):
    event: Literal['open']
    data: "OddsStreamOpen"


class _OddsStreamEventHeartbeatOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventHeartbeat(_OddsStreamEventHeartbeatOptional):
    event: Literal['heartbeat']
    data: "OddsStreamHeartbeat"


class _OddsStreamEventCheckedOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventChecked(_OddsStreamEventCheckedOptional):
    event: Literal['checked']
    data: "OddsChecked"


class _OddsStreamEventFixtureOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventFixture(_OddsStreamEventFixtureOptional):
    event: Literal['fixture']
    data: "FixtureOdds"


class _OddsStreamEventSnapshotOptional(TypedDict, total=False):
    # A position in the order of the database's commits, with the database's time. Opaque. Every instance
    # understands it for 10 minutes.
    id: str


class OddsStreamEventSnapshot(_OddsStreamEventSnapshotOptional):
    event: Literal['snapshot']
    data: "OddsStreamSnapshot"


class OddsCheckedFixturesUnix(TypedDict):
    """OddsCheckedFixtures with times in unix seconds (`date_format="unix"`)."""

    # Fixture id.
    id: str
    bookmakers: List["BookTimesUnix"]


class OddsCheckedFixtures(TypedDict):
    # Fixture id.
    id: str
    bookmakers: List["BookTimes"]


class _ErrorErrorOptional(TypedDict, total=False):
    # 403 only: plan of the account.
    current_plan: str
    # 403 only: lowest plan that includes this request.
    required_plan: str


class ErrorError(_ErrorErrorOptional):
    # Stable identifier: `BAD_REQUEST`, `INVALID_MARKET`, `MISSING_KEY`, `INVALID_KEY`, `MISSING_SESSION`,
    # `INVALID_SESSION`, `PLAN_REQUIRED`, `UNKNOWN_SPORT`, `UNKNOWN_EVENT`, `KEY_NOT_FOUND`, `SPEED_LIMIT`,
    # `ALLOWANCE_SPENT`, `INTERNAL_ERROR`, `INVALID_FEED_TOKEN`, `BOOK_NOT_ALLOWED`, `UNAVAILABLE`,
    # `FORBIDDEN_ORIGIN`, `NOT_FOUND`, `METHOD_NOT_ALLOWED`.
    code: str
    # Text for people.
    message: str
    # URL of the documentation of this code.
    docs_url: str
    # Matches the `X-Request-Id` header.
    request_id: str
