"""The methods of the async client.

Generated from the OpenAPI document by scripts/generate.py. Do not edit.
"""

from datetime import datetime
from typing import Any, List, Literal, Mapping, Optional, Union, overload

from .. import types
from .._exchange import Response, Value
from .._fixtures import FixtureList
from .._group import KeyList
from ._group import AsyncClient, AsyncGroup
from ._odds_streams import AsyncOddsStreams


class AsyncSports(AsyncGroup):
    """Methods of `client.sports`."""

    async def list(
        self,
        *,
        has_fixtures: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.Sport]:
        """List sports.

        Every sport key, in season or not. With `hasFixtures=true`, only sports with upcoming fixtures, each
        with their number. Free.

        Args:
            has_fixtures: `true`: only sports with upcoming fixtures, each with their number in `fixtures`.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: List[types.Sport] = await self._data(
            "GET",
            "/v1/sports",
            {},
            {
                "hasFixtures": has_fixtures,
            },
            extra_query,
            timeout,
        )
        return result

    def with_response(self) -> "AsyncSportsWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncSportsWithResponse(self._client)


class AsyncSportsWithResponse(AsyncGroup):
    """Methods of `client.sports`. Each returns a `Response`."""

    async def list(
        self,
        *,
        has_fixtures: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.Sport]]:
        """List sports.

        Every sport key, in season or not. With `hasFixtures=true`, only sports with upcoming fixtures, each
        with their number. Free.

        Args:
            has_fixtures: `true`: only sports with upcoming fixtures, each with their number in `fixtures`.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[List[types.Sport]] = await self._response(
            "GET",
            "/v1/sports",
            {},
            {
                "hasFixtures": has_fixtures,
            },
            extra_query,
            timeout,
        )
        return result


class AsyncBookmakers(AsyncGroup):
    """Methods of `client.bookmakers`."""

    async def list(
        self,
        *,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.Bookmaker]:
        """List books.

        Every book, on every plan. The call is free.

        Args:
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: List[types.Bookmaker] = await self._data(
            "GET",
            "/v1/bookmakers",
            {},
            {},
            extra_query,
            timeout,
        )
        return result

    def with_response(self) -> "AsyncBookmakersWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncBookmakersWithResponse(self._client)


class AsyncBookmakersWithResponse(AsyncGroup):
    """Methods of `client.bookmakers`. Each returns a `Response`."""

    async def list(
        self,
        *,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.Bookmaker]]:
        """List books.

        Every book, on every plan. The call is free.

        Args:
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[List[types.Bookmaker]] = await self._response(
            "GET",
            "/v1/bookmakers",
            {},
            {},
            extra_query,
            timeout,
        )
        return result


class AsyncMarkets(AsyncGroup):
    """Methods of `client.markets`."""

    async def list(
        self,
        *,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.Market]:
        """List markets.

        Every market key, including player props. Free.

        Args:
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: List[types.Market] = await self._data(
            "GET",
            "/v1/markets",
            {},
            {},
            extra_query,
            timeout,
        )
        return result

    def with_response(self) -> "AsyncMarketsWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncMarketsWithResponse(self._client)


class AsyncMarketsWithResponse(AsyncGroup):
    """Methods of `client.markets`. Each returns a `Response`."""

    async def list(
        self,
        *,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.Market]]:
        """List markets.

        Every market key, including player props. Free.

        Args:
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[List[types.Market]] = await self._response(
            "GET",
            "/v1/markets",
            {},
            {},
            extra_query,
            timeout,
        )
        return result


class AsyncSportMarkets(AsyncGroup):
    """Methods of `client.sport_markets`."""

    async def list(
        self,
        *,
        sport: str,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.SportMarket]:
        """List a sport's markets.

        Every market key that a book quotes now for an upcoming fixture of the sport, including player props,
        with the number of fixtures and books. Free.

        Args:
            sport: Sport key, from the sports list.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: List[types.SportMarket] = await self._data(
            "GET",
            "/v1/sports/{sport}/markets",
            {"sport": sport},
            {},
            extra_query,
            timeout,
        )
        return result

    def with_response(self) -> "AsyncSportMarketsWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncSportMarketsWithResponse(self._client)


class AsyncSportMarketsWithResponse(AsyncGroup):
    """Methods of `client.sport_markets`. Each returns a `Response`."""

    async def list(
        self,
        *,
        sport: str,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.SportMarket]]:
        """List a sport's markets.

        Every market key that a book quotes now for an upcoming fixture of the sport, including player props,
        with the number of fixtures and books. Free.

        Args:
            sport: Sport key, from the sports list.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[List[types.SportMarket]] = await self._response(
            "GET",
            "/v1/sports/{sport}/markets",
            {"sport": sport},
            {},
            extra_query,
            timeout,
        )
        return result


class AsyncCatalogue(AsyncGroup):
    """Methods of `client.catalogue`."""

    async def get_coverage(
        self,
        *,
        sports: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.SportCoverage]:
        """Get coverage.

        For each sport with upcoming fixtures: how many fixtures and markets are quoted now, by which books,
        how old their checks are, and which books are late. Free.

        Args:
            sports: Sport keys, at most 100. Default: every sport with upcoming fixtures.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: List[types.SportCoverage] = await self._data(
            "GET",
            "/v1/coverage",
            {},
            {
                "sports": sports,
            },
            extra_query,
            timeout,
        )
        return result

    def with_response(self) -> "AsyncCatalogueWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncCatalogueWithResponse(self._client)


class AsyncCatalogueWithResponse(AsyncGroup):
    """Methods of `client.catalogue`. Each returns a `Response`."""

    async def get_coverage(
        self,
        *,
        sports: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.SportCoverage]]:
        """Get coverage.

        For each sport with upcoming fixtures: how many fixtures and markets are quoted now, by which books,
        how old their checks are, and which books are late. Free.

        Args:
            sports: Sport keys, at most 100. Default: every sport with upcoming fixtures.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[List[types.SportCoverage]] = await self._response(
            "GET",
            "/v1/coverage",
            {},
            {
                "sports": sports,
            },
            extra_query,
            timeout,
        )
        return result


class AsyncEvents(AsyncGroup):
    """Methods of `client.events`."""

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Optional[Literal["iso"]] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.Fixture]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Literal["unix"],
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.FixtureUnix]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Optional[Literal["iso", "unix"]] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[List[types.Fixture], List[types.FixtureUnix]]: ...

    async def list(
        self,
        *,
        sport: str,
        date_format: Optional[Literal["iso", "unix"]] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List fixtures.

        Lists fixtures without prices. By default, the list has only fixtures that have not started. With a
        `commenceTimeFrom` in the past, the list has every known fixture from that time on, started or not.
        `commenceTimeTo` only shortens the list. Free.

        Args:
            sport: Sport key, from the sports list.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            commence_time_from: Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or
                +00:00.
            commence_time_to: Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or
                +00:00.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/sports/{sport}/events",
            {"sport": sport},
            {
                "dateFormat": date_format,
                "commenceTimeFrom": commence_time_from,
                "commenceTimeTo": commence_time_to,
            },
            extra_query,
            timeout,
        )

    def with_response(self) -> "AsyncEventsWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncEventsWithResponse(self._client)


class AsyncEventsWithResponse(AsyncGroup):
    """Methods of `client.events`. Each returns a `Response`."""

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Optional[Literal["iso"]] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.Fixture]]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Literal["unix"],
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.FixtureUnix]]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Optional[Literal["iso", "unix"]] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[List[types.Fixture]], Response[List[types.FixtureUnix]]]: ...

    async def list(
        self,
        *,
        sport: str,
        date_format: Optional[Literal["iso", "unix"]] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List fixtures.

        Lists fixtures without prices. By default, the list has only fixtures that have not started. With a
        `commenceTimeFrom` in the past, the list has every known fixture from that time on, started or not.
        `commenceTimeTo` only shortens the list. Free.

        Args:
            sport: Sport key, from the sports list.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            commence_time_from: Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or
                +00:00.
            commence_time_to: Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or
                +00:00.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/sports/{sport}/events",
            {"sport": sport},
            {
                "dateFormat": date_format,
                "commenceTimeFrom": commence_time_from,
                "commenceTimeTo": commence_time_to,
            },
            extra_query,
            timeout,
        )


class AsyncOdds(AsyncOddsStreams):
    """Methods of `client.odds`."""

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> FixtureList[types.FixtureOdds]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> FixtureList[types.FixtureOddsUnix]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[FixtureList[types.FixtureOdds], FixtureList[types.FixtureOddsUnix]]: ...

    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List odds.

        Every fixture of the sport that has not started, with every book's prices for the main markets (`h2h`,
        `spreads`, `totals`, `h2h_3_way`) in any period. If `eventIds` names at most 20 fixtures, `markets`
        takes any game market. Costs one request, for any number of fixtures and books.

        Args:
            sport: Sport key, from the sports list.
            markets: Market keys, period suffix included, at most 400. Only main markets, unless `eventIds`
                names at most 20 fixtures. Then any game market is served, and `all` means every game market.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            measured: `true` leaves out prices without a measured fetch time, so that no `last_update` is
                `null`. The header `X-Unmeasured-Books` names the books that were left out.
            event_ids: Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing.
            commence_time_from: Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or
                +00:00.
            commence_time_to: Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or
                +00:00.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/sports/{sport}/odds",
            {"sport": sport},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "measured": measured,
                "eventIds": event_ids,
                "commenceTimeFrom": commence_time_from,
                "commenceTimeTo": commence_time_to,
            },
            extra_query,
            timeout,
            fixtures=True,
        )

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureOdds: ...

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureOddsUnix: ...

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[types.FixtureOdds, types.FixtureOddsUnix]: ...

    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get a fixture's odds.

        Every book's prices for one fixture. `markets` takes any market key, including keys for periods,
        alternate ladders and team totals. Player props require the Growth plan. Costs one request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400. `all` means every game market, without
                player props.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            measured: `true` leaves out prices without a measured fetch time, so that no `last_update` is
                `null`. The header `X-Unmeasured-Books` names the books that were left out.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/sports/{sport}/events/{id}/odds",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "measured": measured,
            },
            extra_query,
            timeout,
        )

    @overload
    async def list_changes(
        self,
        *,
        sports: KeyList,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        event_ids: Optional[KeyList] = None,
        since: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.OddsChanges: ...

    @overload
    async def list_changes(
        self,
        *,
        sports: KeyList,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        event_ids: Optional[KeyList] = None,
        since: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.OddsChangesUnix: ...

    @overload
    async def list_changes(
        self,
        *,
        sports: KeyList,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        since: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[types.OddsChanges, types.OddsChangesUnix]: ...

    async def list_changes(
        self,
        *,
        sports: KeyList,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        since: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List changes.

        The fixtures of up to 20 sports that changed since a cursor, and those that are gone. Costs one
        request if a fixture changed or is gone, and nothing otherwise. Without `since`, the response has all
        fixtures with prices. If the cursor is too old, `reset` is true and the response has everything again.

        Args:
            sports: Sport keys, at most 20.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            event_ids: Fixture ids, at most 20. Only these fixtures. `markets` then takes any market key.
            since: A cursor: the response has what changed since. Without it, the response has everything.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/odds/changes",
            {},
            {
                "sports": sports,
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "eventIds": event_ids,
                "since": since,
            },
            extra_query,
            timeout,
        )

    def with_response(self) -> "AsyncOddsWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncOddsWithResponse(self._client)


class AsyncOddsWithResponse(AsyncGroup):
    """Methods of `client.odds`. Each returns a `Response`."""

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[FixtureList[types.FixtureOdds]]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[FixtureList[types.FixtureOddsUnix]]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[FixtureList[types.FixtureOdds]], Response[FixtureList[types.FixtureOddsUnix]]]: ...

    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List odds.

        Every fixture of the sport that has not started, with every book's prices for the main markets (`h2h`,
        `spreads`, `totals`, `h2h_3_way`) in any period. If `eventIds` names at most 20 fixtures, `markets`
        takes any game market. Costs one request, for any number of fixtures and books.

        Args:
            sport: Sport key, from the sports list.
            markets: Market keys, period suffix included, at most 400. Only main markets, unless `eventIds`
                names at most 20 fixtures. Then any game market is served, and `all` means every game market.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            measured: `true` leaves out prices without a measured fetch time, so that no `last_update` is
                `null`. The header `X-Unmeasured-Books` names the books that were left out.
            event_ids: Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing.
            commence_time_from: Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or
                +00:00.
            commence_time_to: Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or
                +00:00.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/sports/{sport}/odds",
            {"sport": sport},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "measured": measured,
                "eventIds": event_ids,
                "commenceTimeFrom": commence_time_from,
                "commenceTimeTo": commence_time_to,
            },
            extra_query,
            timeout,
            fixtures=True,
        )

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureOdds]: ...

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureOddsUnix]: ...

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[types.FixtureOdds], Response[types.FixtureOddsUnix]]: ...

    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get a fixture's odds.

        Every book's prices for one fixture. `markets` takes any market key, including keys for periods,
        alternate ladders and team totals. Player props require the Growth plan. Costs one request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400. `all` means every game market, without
                player props.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            measured: `true` leaves out prices without a measured fetch time, so that no `last_update` is
                `null`. The header `X-Unmeasured-Books` names the books that were left out.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/sports/{sport}/events/{id}/odds",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "measured": measured,
            },
            extra_query,
            timeout,
        )

    @overload
    async def list_changes(
        self,
        *,
        sports: KeyList,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        event_ids: Optional[KeyList] = None,
        since: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.OddsChanges]: ...

    @overload
    async def list_changes(
        self,
        *,
        sports: KeyList,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        event_ids: Optional[KeyList] = None,
        since: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.OddsChangesUnix]: ...

    @overload
    async def list_changes(
        self,
        *,
        sports: KeyList,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        since: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[types.OddsChanges], Response[types.OddsChangesUnix]]: ...

    async def list_changes(
        self,
        *,
        sports: KeyList,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        since: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List changes.

        The fixtures of up to 20 sports that changed since a cursor, and those that are gone. Costs one
        request if a fixture changed or is gone, and nothing otherwise. Without `since`, the response has all
        fixtures with prices. If the cursor is too old, `reset` is true and the response has everything again.

        Args:
            sports: Sport keys, at most 20.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            event_ids: Fixture ids, at most 20. Only these fixtures. `markets` then takes any market key.
            since: A cursor: the response has what changed since. Without it, the response has everything.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/odds/changes",
            {},
            {
                "sports": sports,
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "eventIds": event_ids,
                "since": since,
            },
            extra_query,
            timeout,
        )


class AsyncBestPrices(AsyncGroup):
    """Methods of `client.best_prices`."""

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.FixtureBest]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.FixtureBestUnix]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[List[types.FixtureBest], List[types.FixtureBestUnix]]: ...

    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List best prices.

        Every fixture of the sport that has not started, with the best price of each line and side in the main
        markets, the consensus of the other books, and the hold of the best prices. Costs one request, for any
        number of fixtures and books.

        Args:
            sport: Sport key, from the sports list.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            event_ids: Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing.
            commence_time_from: Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or
                +00:00.
            commence_time_to: Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or
                +00:00.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/sports/{sport}/best",
            {"sport": sport},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "eventIds": event_ids,
                "commenceTimeFrom": commence_time_from,
                "commenceTimeTo": commence_time_to,
            },
            extra_query,
            timeout,
        )

    @overload
    async def get(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureBest: ...

    @overload
    async def get(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureBestUnix: ...

    @overload
    async def get(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[types.FixtureBest, types.FixtureBestUnix]: ...

    async def get(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get a fixture's best prices.

        The best price of each line and side of one fixture, the consensus of the other books, and the hold of
        the best prices. `markets` takes any market key. Player props require the Growth plan. Costs one
        request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400. `all` means every game market, without
                player props.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/sports/{sport}/events/{id}/best",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
            },
            extra_query,
            timeout,
        )

    def with_response(self) -> "AsyncBestPricesWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncBestPricesWithResponse(self._client)


class AsyncBestPricesWithResponse(AsyncGroup):
    """Methods of `client.best_prices`. Each returns a `Response`."""

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.FixtureBest]]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.FixtureBestUnix]]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[List[types.FixtureBest]], Response[List[types.FixtureBestUnix]]]: ...

    async def list(
        self,
        *,
        sport: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        commence_time_from: Optional[Union[str, datetime]] = None,
        commence_time_to: Optional[Union[str, datetime]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List best prices.

        Every fixture of the sport that has not started, with the best price of each line and side in the main
        markets, the consensus of the other books, and the hold of the best prices. Costs one request, for any
        number of fixtures and books.

        Args:
            sport: Sport key, from the sports list.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            event_ids: Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing.
            commence_time_from: Only fixtures that commence at or after this time. RFC 3339 in UTC, with Z or
                +00:00.
            commence_time_to: Only fixtures that commence at or before this time. RFC 3339 in UTC, with Z or
                +00:00.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/sports/{sport}/best",
            {"sport": sport},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "eventIds": event_ids,
                "commenceTimeFrom": commence_time_from,
                "commenceTimeTo": commence_time_to,
            },
            extra_query,
            timeout,
        )

    @overload
    async def get(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureBest]: ...

    @overload
    async def get(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureBestUnix]: ...

    @overload
    async def get(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[types.FixtureBest], Response[types.FixtureBestUnix]]: ...

    async def get(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get a fixture's best prices.

        The best price of each line and side of one fixture, the consensus of the other books, and the hold of
        the best prices. `markets` takes any market key. Player props require the Growth plan. Costs one
        request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400. `all` means every game market, without
                player props.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/sports/{sport}/events/{id}/best",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
            },
            extra_query,
            timeout,
        )


class AsyncProps(AsyncGroup):
    """Methods of `client.props`."""

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> FixtureList[types.FixtureProps]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: KeyList,
        date_format: Literal["unix"],
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> FixtureList[types.FixturePropsUnix]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[FixtureList[types.FixtureProps], FixtureList[types.FixturePropsUnix]]: ...

    async def list(
        self,
        *,
        sport: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List props.

        Every fixture of the sport that has not started, with one row for each player, stat and line at each
        book. Growth plan or above. Costs one request.

        Args:
            sport: Sport key, from the sports list.
            markets: Player-prop market keys, at most 400. There is no default set.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            measured: `true` leaves out prices without a measured fetch time, so that no `last_update` is
                `null`. The header `X-Unmeasured-Books` names the books that were left out.
            event_ids: Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/sports/{sport}/props",
            {"sport": sport},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "measured": measured,
                "eventIds": event_ids,
            },
            extra_query,
            timeout,
            fixtures=True,
        )

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureProps: ...

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: KeyList,
        date_format: Literal["unix"],
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixturePropsUnix: ...

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[types.FixtureProps, types.FixturePropsUnix]: ...

    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get a fixture's props.

        One fixture with one row for each player, stat and line at each book. Growth plan or above. Costs one
        request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Player-prop market keys, at most 400. `all` means every player prop. There is no default
                set.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            measured: `true` leaves out prices without a measured fetch time, so that no `last_update` is
                `null`. The header `X-Unmeasured-Books` names the books that were left out.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/sports/{sport}/events/{id}/props",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "measured": measured,
            },
            extra_query,
            timeout,
        )

    def with_response(self) -> "AsyncPropsWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncPropsWithResponse(self._client)


class AsyncPropsWithResponse(AsyncGroup):
    """Methods of `client.props`. Each returns a `Response`."""

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[FixtureList[types.FixtureProps]]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: KeyList,
        date_format: Literal["unix"],
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[FixtureList[types.FixturePropsUnix]]: ...

    @overload
    async def list(
        self,
        *,
        sport: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[FixtureList[types.FixtureProps]], Response[FixtureList[types.FixturePropsUnix]]]: ...

    async def list(
        self,
        *,
        sport: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """List props.

        Every fixture of the sport that has not started, with one row for each player, stat and line at each
        book. Growth plan or above. Costs one request.

        Args:
            sport: Sport key, from the sports list.
            markets: Player-prop market keys, at most 400. There is no default set.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            measured: `true` leaves out prices without a measured fetch time, so that no `last_update` is
                `null`. The header `X-Unmeasured-Books` names the books that were left out.
            event_ids: Fixture ids, at most 100. Only these fixtures are listed. Unknown ids match nothing.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/sports/{sport}/props",
            {"sport": sport},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "measured": measured,
                "eventIds": event_ids,
            },
            extra_query,
            timeout,
            fixtures=True,
        )

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureProps]: ...

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: KeyList,
        date_format: Literal["unix"],
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixturePropsUnix]: ...

    @overload
    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[types.FixtureProps], Response[types.FixturePropsUnix]]: ...

    async def get_event(
        self,
        *,
        sport: str,
        id: str,
        markets: KeyList,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        measured: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get a fixture's props.

        One fixture with one row for each player, stat and line at each book. Growth plan or above. Costs one
        request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Player-prop market keys, at most 400. `all` means every player prop. There is no default
                set.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            measured: `true` leaves out prices without a measured fetch time, so that no `last_update` is
                `null`. The header `X-Unmeasured-Books` names the books that were left out.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/sports/{sport}/events/{id}/props",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
                "measured": measured,
            },
            extra_query,
            timeout,
        )


class AsyncHistory(AsyncGroup):
    """Methods of `client.history`."""

    @overload
    async def get_odds(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureSeries: ...

    @overload
    async def get_odds(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureSeriesUnix: ...

    @overload
    async def get_odds(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[types.FixtureSeries, types.FixtureSeriesUnix]: ...

    async def get_odds(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get price history.

        Every recorded price between the opening and the closing line. Requires the Scale plan or above. Scale
        covers fixtures that started in the last 14 days or have not started. Business covers everything
        recorded. `markets` takes any market key. Costs one request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/historical/sports/{sport}/events/{id}/odds",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
            },
            extra_query,
            timeout,
        )

    @overload
    async def get_openers(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureEdge: ...

    @overload
    async def get_openers(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureEdgeUnix: ...

    @overload
    async def get_openers(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[types.FixtureEdge, types.FixtureEdgeUnix]: ...

    async def get_openers(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get opening lines.

        Each book's first recorded price for each market. Requires the Scale plan or above. Scale covers
        fixtures that started in the last 14 days or have not started. Business covers everything recorded.
        `markets` takes any market key. Costs one request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/historical/sports/{sport}/events/{id}/openers",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
            },
            extra_query,
            timeout,
        )

    @overload
    async def get_closing(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureEdge: ...

    @overload
    async def get_closing(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.FixtureEdgeUnix: ...

    @overload
    async def get_closing(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[types.FixtureEdge, types.FixtureEdgeUnix]: ...

    async def get_closing(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get closing lines.

        Each book's last price recorded before the fixture started. Until the fixture starts, each `status` is
        `not_recorded`. Requires the Scale plan or above. Scale covers fixtures that started in the last 14
        days or have not started. Business covers everything recorded. `markets` takes any market key. Costs
        one request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._data(
            "GET",
            "/v1/historical/sports/{sport}/events/{id}/closing",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
            },
            extra_query,
            timeout,
        )

    def with_response(self) -> "AsyncHistoryWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncHistoryWithResponse(self._client)


class AsyncHistoryWithResponse(AsyncGroup):
    """Methods of `client.history`. Each returns a `Response`."""

    @overload
    async def get_odds(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureSeries]: ...

    @overload
    async def get_odds(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureSeriesUnix]: ...

    @overload
    async def get_odds(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[types.FixtureSeries], Response[types.FixtureSeriesUnix]]: ...

    async def get_odds(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get price history.

        Every recorded price between the opening and the closing line. Requires the Scale plan or above. Scale
        covers fixtures that started in the last 14 days or have not started. Business covers everything
        recorded. `markets` takes any market key. Costs one request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/historical/sports/{sport}/events/{id}/odds",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
            },
            extra_query,
            timeout,
        )

    @overload
    async def get_openers(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureEdge]: ...

    @overload
    async def get_openers(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureEdgeUnix]: ...

    @overload
    async def get_openers(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[types.FixtureEdge], Response[types.FixtureEdgeUnix]]: ...

    async def get_openers(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get opening lines.

        Each book's first recorded price for each market. Requires the Scale plan or above. Scale covers
        fixtures that started in the last 14 days or have not started. Business covers everything recorded.
        `markets` takes any market key. Costs one request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/historical/sports/{sport}/events/{id}/openers",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
            },
            extra_query,
            timeout,
        )

    @overload
    async def get_closing(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureEdge]: ...

    @overload
    async def get_closing(
        self,
        *,
        sport: str,
        id: str,
        date_format: Literal["unix"],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.FixtureEdgeUnix]: ...

    @overload
    async def get_closing(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Union[Response[types.FixtureEdge], Response[types.FixtureEdgeUnix]]: ...

    async def get_closing(
        self,
        *,
        sport: str,
        id: str,
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Any:
        """Get closing lines.

        Each book's last price recorded before the fixture started. Until the fixture starts, each `status` is
        `not_recorded`. Requires the Scale plan or above. Scale covers fixtures that started in the last 14
        days or have not started. Business covers everything recorded. `markets` takes any market key. Costs
        one request.

        Args:
            sport: Sport key, from the sports list.
            id: Fixture id from the fixtures list, URL-encoded. Treat it as opaque.
            markets: Market keys, period suffix included, at most 400.
            bookmakers: Book keys, at most 100. Default: every book.
            odds_format: Format of prices. One number per price.
            date_format: Format of times: ISO-8601 in UTC, or integer unix seconds.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        return await self._response(
            "GET",
            "/v1/historical/sports/{sport}/events/{id}/closing",
            {"sport": sport, "id": id},
            {
                "markets": markets,
                "bookmakers": bookmakers,
                "oddsFormat": odds_format,
                "dateFormat": date_format,
            },
            extra_query,
            timeout,
        )


class AsyncAccount(AsyncGroup):
    """Methods of `client.account`."""

    async def get_usage(
        self,
        *,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.Usage:
        """Get usage.

        Plan, allowance and usage of the account of the API key. Free.

        Args:
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: types.Usage = await self._data(
            "GET",
            "/v1/account/usage",
            {},
            {},
            extra_query,
            timeout,
        )
        return result

    async def get_daily_usage(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.DailyUsage:
        """Get daily usage.

        The requests of the account of the API key by UTC day, endpoint and outcome, and the share of this
        key. Other keys are never named. Free.

        Args:
            from_: The first UTC day. Default: 29 days before `to`. At most 366 days.
            to: The last UTC day. Default: today.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: types.DailyUsage = await self._data(
            "GET",
            "/v1/account/usage/daily",
            {},
            {
                "from": from_,
                "to": to,
            },
            extra_query,
            timeout,
        )
        return result

    def with_response(self) -> "AsyncAccountWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncAccountWithResponse(self._client)


class AsyncAccountWithResponse(AsyncGroup):
    """Methods of `client.account`. Each returns a `Response`."""

    async def get_usage(
        self,
        *,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.Usage]:
        """Get usage.

        Plan, allowance and usage of the account of the API key. Free.

        Args:
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[types.Usage] = await self._response(
            "GET",
            "/v1/account/usage",
            {},
            {},
            extra_query,
            timeout,
        )
        return result

    async def get_daily_usage(
        self,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.DailyUsage]:
        """Get daily usage.

        The requests of the account of the API key by UTC day, endpoint and outcome, and the share of this
        key. Other keys are never named. Free.

        Args:
            from_: The first UTC day. Default: 29 days before `to`. At most 366 days.
            to: The last UTC day. Default: today.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[types.DailyUsage] = await self._response(
            "GET",
            "/v1/account/usage/daily",
            {},
            {
                "from": from_,
                "to": to,
            },
            extra_query,
            timeout,
        )
        return result


class AsyncKeys(AsyncGroup):
    """Methods of `client.keys`."""

    async def list(
        self,
        *,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> List[types.ApiKey]:
        """List API keys.

        Every key of the signed-in account, including revoked keys, without the secrets.

        Args:
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: List[types.ApiKey] = await self._data(
            "GET",
            "/v1/account/keys",
            {},
            {},
            extra_query,
            timeout,
            session=True,
        )
        return result

    async def create(
        self,
        *,
        label: str,
        test: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> types.CreatedApiKey:
        """Create an API key.

        Creates a key. Only this response has its full secret.

        Args:
            label: What the key is for.
            test: If true, creates an `ok_test_` key instead of a live one.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: types.CreatedApiKey = await self._data(
            "POST",
            "/v1/account/keys",
            {},
            {},
            extra_query,
            timeout,
            body={"label": label, "test": test},
            session=True,
        )
        return result

    async def revoke(
        self,
        *,
        key_id: str,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> None:
        """Revoke an API key.

        Revokes the key immediately and permanently. Revoking it again succeeds too.

        Args:
            key_id: API key id, from the keys list.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        await self._data(
            "DELETE",
            "/v1/account/keys/{keyId}",
            {"keyId": key_id},
            {},
            extra_query,
            timeout,
            session=True,
        )

    def with_response(self) -> "AsyncKeysWithResponse":
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncKeysWithResponse(self._client)


class AsyncKeysWithResponse(AsyncGroup):
    """Methods of `client.keys`. Each returns a `Response`."""

    async def list(
        self,
        *,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[List[types.ApiKey]]:
        """List API keys.

        Every key of the signed-in account, including revoked keys, without the secrets.

        Args:
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[List[types.ApiKey]] = await self._response(
            "GET",
            "/v1/account/keys",
            {},
            {},
            extra_query,
            timeout,
            session=True,
        )
        return result

    async def create(
        self,
        *,
        label: str,
        test: Optional[bool] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[types.CreatedApiKey]:
        """Create an API key.

        Creates a key. Only this response has its full secret.

        Args:
            label: What the key is for.
            test: If true, creates an `ok_test_` key instead of a live one.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[types.CreatedApiKey] = await self._response(
            "POST",
            "/v1/account/keys",
            {},
            {},
            extra_query,
            timeout,
            body={"label": label, "test": test},
            session=True,
        )
        return result

    async def revoke(
        self,
        *,
        key_id: str,
        extra_query: Optional[Mapping[str, Value]] = None,
        timeout: Optional[float] = None,
    ) -> Response[None]:
        """Revoke an API key.

        Revokes the key immediately and permanently. Revoking it again succeeds too.

        Args:
            key_id: API key id, from the keys list.
            extra_query: More parameters, for those that this version does not know.
            timeout: Seconds for one attempt, instead of the client's.
        """
        result: Response[None] = await self._response(
            "DELETE",
            "/v1/account/keys/{keyId}",
            {"keyId": key_id},
            {},
            extra_query,
            timeout,
            session=True,
        )
        return result


class AsyncResources:
    """All methods of the client, by what they are about."""

    def __init__(self, client: AsyncClient) -> None:
        self.sports = AsyncSports(client)
        self.bookmakers = AsyncBookmakers(client)
        self.markets = AsyncMarkets(client)
        self.sport_markets = AsyncSportMarkets(client)
        self.catalogue = AsyncCatalogue(client)
        self.events = AsyncEvents(client)
        self.odds = AsyncOdds(client)
        self.best_prices = AsyncBestPrices(client)
        self.props = AsyncProps(client)
        self.history = AsyncHistory(client)
        self.account = AsyncAccount(client)
        self.keys = AsyncKeys(client)


class AsyncResourcesWithResponse:
    """All methods of the client, by what they are about."""

    def __init__(self, client: AsyncClient) -> None:
        self.sports = AsyncSportsWithResponse(client)
        self.bookmakers = AsyncBookmakersWithResponse(client)
        self.markets = AsyncMarketsWithResponse(client)
        self.sport_markets = AsyncSportMarketsWithResponse(client)
        self.catalogue = AsyncCatalogueWithResponse(client)
        self.events = AsyncEventsWithResponse(client)
        self.odds = AsyncOddsWithResponse(client)
        self.best_prices = AsyncBestPricesWithResponse(client)
        self.props = AsyncPropsWithResponse(client)
        self.history = AsyncHistoryWithResponse(client)
        self.account = AsyncAccountWithResponse(client)
        self.keys = AsyncKeysWithResponse(client)
