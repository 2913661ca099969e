"""`client.odds.stream`."""

from typing import Any, Literal, Mapping, Optional, Sequence

from ._exchange import Value
from ._follow import HEARTBEAT_TIMEOUT_SECONDS, POLL_SECONDS, Follower
from ._group import Group, KeyList
from ._settings import Settings
from ._stream import BoardStream


def create_follower(
    settings: Settings,
    sports: Sequence[str],
    query: Mapping[str, Value],
    extra_query: Optional[Mapping[str, Value]],
    **options: Any,
) -> Follower:
    """Checks the parameters of a stream."""
    return Follower(settings, sports=sports, query={**query, **(extra_query or {})}, **options)


class OddsStreams(Group):
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
    ) -> BoardStream:
        """Follows the prices of up to 20 sports. Opening the stream costs one request, and so does each resume.

        Args:
            sports: Sport keys.
            markets, bookmakers, odds_format, date_format, event_ids: As for `list`.
            extra_query: More parameters, for those that this version does not know.
            falls_back: Polls `odds.changes` if the plan has no streams, or if the connection lets none through. Each response with
                changes then costs one request. False raises the error instead.
            heartbeat_timeout: Seconds without an event after which the connection counts as dead. The service sends a heartbeat
                every 15 seconds.
            poll_every: Seconds between polls, after a fall-back.

        Returns:
            A context manager that yields boards. The connection opens with the first board.
        """
        client = self._client
        query: Mapping[str, Value] = {
            "markets": markets,
            "bookmakers": bookmakers,
            "oddsFormat": odds_format,
            "dateFormat": date_format,
            "eventIds": event_ids,
        }
        follower = create_follower(
            client._settings,
            sports,
            query,
            extra_query,
            falls_back=falls_back,
            heartbeat_timeout=heartbeat_timeout,
            poll_every=poll_every,
        )
        return BoardStream(follower, client._transport, client._send)
