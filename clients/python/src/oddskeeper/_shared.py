"""What the sync and the async client share: options, and the state of a stream that callers see."""

import json
import os
from typing import Any, Generic, Literal, Mapping, Optional, Sequence, TypeVar

from ._cache import ConditionalCache
from ._errors import OddskeeperError
from ._exchange import Call, Value, build_target
from ._follow import HEARTBEAT_TIMEOUT_SECONDS, POLL_SECONDS, Follower
from ._group import KeyList
from ._settings import MIB, Settings, read_settings

S = TypeVar("S")


class BaseClient:
    """The options, checked, and the cache. `_open` adds the transport."""

    def __init__(
        self,
        *,
        api_key: Optional[str] = None,
        base_url: Optional[str] = None,
        access_token: Optional[str] = None,
        max_retries: int = 2,
        timeout: float = 60.0,
        cache_bytes: int = 8 * MIB,
        max_response_bytes: int = 32 * MIB,
    ) -> None:
        self._settings: Settings = read_settings(
            api_key=api_key,
            access_token=access_token,
            base_url=base_url,
            max_retries=max_retries,
            timeout=timeout,
            cache_bytes=cache_bytes,
            max_response_bytes=max_response_bytes,
        )
        self._cache = ConditionalCache(cache_bytes)
        self._open()

    def _open(self) -> None:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._settings.base_url.geturl()!r})"


def call_of_path(
    method: str,
    path: str,
    query: Optional[Mapping[str, Value]],
    timeout: Optional[float],
    body: Optional[Mapping[str, Any]],
) -> Call:
    """The call of `request`. Raises ValueError for a path that is none, and for a GET or HEAD with a body."""
    if not path.startswith("/"):
        raise ValueError("path begins with /")
    if body is not None and method.upper() in ("GET", "HEAD"):
        raise ValueError("a GET or HEAD has no body")
    return Call(
        method=method.upper(),
        target=build_target(path, {}, query or {}),
        body=None if body is None else json.dumps(body).encode(),
        timeout=timeout,
    )


class BaseStream:
    """What callers see of a stream, beside its boards and events."""

    def __init__(self, follower: Follower) -> None:
        self._follower = follower
        self._pid = os.getpid()

    @property
    def source(self) -> str:
        """`stream`, or `changes` if the client polls because it cannot hold a stream."""
        return "changes" if self._follower.polling else "stream"

    @property
    def cursor(self) -> Optional[str]:
        """The position up to which the board is complete. None while it is not, as after a reset."""
        return self._follower.assembler.cursor

    def _check_process(self) -> None:
        if os.getpid() != self._pid:
            raise OddskeeperError("ABORTED", "The stream belongs to the process that opened it.")


class StreamMethods(Generic[S]):
    """The method `stream` of both clients. `_open_stream` makes the stream of one of them."""

    def _stream_settings(self) -> Settings:
        raise NotImplementedError

    def _open_stream(self, follower: Follower) -> S:
        raise NotImplementedError

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
    ) -> S:
        """Follows the prices of up to 20 sports. Opening the stream costs one request, and so does each resume.

        Args:
            sports: Sport keys.
            markets, bookmakers, odds_format, date_format, event_ids: As for `list`.
            extra_query: More parameters, for those that this version does not know.
            falls_back: Polls `odds.list_changes` if the plan has no streams, or if the connection lets none through. Each response with
                changes then costs one request. False raises the error instead.
            heartbeat_timeout: Seconds without an event after which the connection counts as dead. The service sends a heartbeat
                every 15 seconds.
            poll_every: Seconds between polls, after a fall-back.

        Returns:
            A context manager that yields boards; of `oddskeeper.aio`, an async one. The connection opens with the first board.
        """
        query: Mapping[str, Value] = {
            "markets": markets,
            "bookmakers": bookmakers,
            "oddsFormat": odds_format,
            "dateFormat": date_format,
            "eventIds": event_ids,
            **(extra_query or {}),
        }
        follower = Follower(
            self._stream_settings(),
            sports=sports,
            query=query,
            falls_back=falls_back,
            heartbeat_timeout=heartbeat_timeout,
            poll_every=poll_every,
        )
        return self._open_stream(follower)
