"""`client.odds.stream` for asyncio."""

from typing import Literal, Mapping, Optional, Sequence

from .._exchange import Value
from .._follow import HEARTBEAT_TIMEOUT_SECONDS, POLL_SECONDS
from .._group import KeyList
from .._odds_streams import create_follower
from ._group import AsyncGroup
from ._stream import AsyncBoardStream


class AsyncOddsStreams(AsyncGroup):
    """The methods of odds that hold a connection."""

    def stream(
        self,
        *,
        sports: Sequence[str],
        markets: Optional[KeyList] = None,
        bookmakers: Optional[KeyList] = None,
        odds_format: Optional[Literal["american", "decimal"]] = None,
        date_format: Optional[Literal["iso", "unix"]] = None,
        event_ids: Optional[KeyList] = None,
        extra_query: Optional[Mapping[str, Value]] = None,
        falls_back: bool = True,
        heartbeat_timeout: float = HEARTBEAT_TIMEOUT_SECONDS,
        poll_every: float = POLL_SECONDS,
    ) -> AsyncBoardStream:
        """Follows the prices of up to 20 sports. The parameters are those of the sync client.

        Returns:
            An async context manager that yields boards. The connection opens with the first board.
        """
        query: Mapping[str, Value] = {
            "markets": markets,
            "bookmakers": bookmakers,
            "oddsFormat": odds_format,
            "dateFormat": date_format,
            "eventIds": event_ids,
        }
        follower = create_follower(
            self._client._settings,
            sports,
            query,
            extra_query,
            falls_back=falls_back,
            heartbeat_timeout=heartbeat_timeout,
            poll_every=poll_every,
        )
        return AsyncBoardStream(follower, self._client._transport, self._client._send)
