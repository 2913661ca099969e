"""Decides how a stream goes on after each event and each failure. No I/O: the sync and the async stream share it."""

import time
from typing import Any, Dict, Iterator, Mapping, Optional, Sequence, Tuple

from ._board import Assembler, Board
from ._errors import OddskeeperError, error_from_envelope
from ._events import EventParser, StreamEvent
from ._exchange import Call, Value, backoff_seconds, build_target, is_transient
from ._settings import Settings

# The service sends a heartbeat every 15 seconds: two may be missing.
HEARTBEAT_TIMEOUT_SECONDS = 40.0
POLL_SECONDS = 30.0

_FIRST_WAIT_SECONDS = 1.0
_LONGEST_WAIT_SECONDS = 30.0
_LONGEST_RETRY_AFTER_SECONDS = 300.0
# Each opening costs one request. Connections that break sooner than ten waits are opened less and less often, at
# last after 32 waits.
_SHORT_LIFE_WAITS = 10
_MOST_SHORT_LIVES = 6
# The service's own answers where it has no stream, as on serverless hosting.
_MISSING = ("NOT_FOUND", "METHOD_NOT_ALLOWED")
# A proxy's page, or an event that was damaged, may be readable the next time.
_UNREADABLE = ("INVALID_RESPONSE", "RESPONSE_TOO_LARGE")
_TRANSIENT_EVENTS = ("SPEED_LIMIT", "INTERNAL_ERROR", "UNAVAILABLE")
_SILENT_OPENINGS_BEFORE_POLLING = 2

Item = Tuple[StreamEvent, Optional[Board]]


class Follower:
    """The state of one stream across its connections."""

    def __init__(
        self,
        settings: Settings,
        *,
        sports: Sequence[str],
        query: Mapping[str, Value],
        falls_back: bool,
        heartbeat_timeout: float,
        poll_every: float,
    ) -> None:
        if isinstance(sports, str):
            sports = sports.split(",")
        self._settings = settings
        self._query: Dict[str, Value] = {"sports": list(sports), **query}
        # Bad parameters raise here, where the caller wrote them.
        build_target("", {}, self._query)
        self._fall_back = falls_back
        self.heartbeat_timeout = heartbeat_timeout
        self.poll_every = poll_every
        self.assembler = Assembler(sports)
        self.polling = False
        self._parser = EventParser(settings.max_response_bytes)
        self._retry_seconds: Optional[float] = None
        self._attempted_at = 0.0
        self._was_open = False
        # Failed attempts since the last cursor.
        self._failures = 0
        # Those of them whose response or event could not be read.
        self._unreadable = 0
        self._short_lives = 0
        self._silent_openings = 0

    def stream_call(self) -> Call:
        """Notes that an attempt begins. Returns the request that opens the stream, or resumes it."""
        self._attempted_at = time.monotonic()
        self.assembler.reconnected()
        cursor = self.assembler.cursor
        resume: Dict[str, str] = {} if cursor is None else {"Last-Event-ID": cursor}
        return Call(
            method="GET",
            target=build_target("/v1/odds/stream", {}, self._query),
            accept="text/event-stream",
            headers={"Cache-Control": "no-store", **resume},
        )

    def changes_call(self) -> Call:
        """Notes that an attempt begins. Returns the request that polls."""
        self._attempted_at = time.monotonic()
        query: Dict[str, Value] = {**self._query, "since": self.assembler.cursor}
        return Call(method="GET", target=build_target("/v1/odds/changes", {}, query))

    def opened(self, headers: Mapping[str, str]) -> None:
        """Notes that a response with status 200 has begun. Raises OddskeeperError if it is no stream."""
        if not headers.get("content-type", "").startswith("text/event-stream"):
            raise OddskeeperError("INVALID_RESPONSE", "The response is no event stream.", status=200)
        self._parser = EventParser(self._settings.max_response_bytes)

    def feed(self, piece: bytes) -> Iterator[Item]:
        """Yields the events that these bytes complete, each with the board that it leads to, if any."""
        events = self._parser.feed(piece)
        if self._parser.retry_seconds is not None:
            self._retry_seconds = self._parser.retry_seconds
        for event in events:
            if event.name == "error":
                raise error_from_envelope(
                    event.data, status=None, request_id=None, retry_after_seconds=None
                ) or OddskeeperError("INVALID_RESPONSE", "The event 'error' cannot be read.")
            board = self.assembler.apply(event)
            self._was_open = True
            # Other ids are no progress: that of a reset, and those before the board is complete.
            if event.id is not None and event.id == self.assembler.cursor:
                self._failures = self._unreadable = 0
            yield event, board

    @property
    def bytes_of_events(self) -> int:
        """Grows with each sign of life. Comments are none: proxies send them for a service that no longer answers."""
        return self._parser.bytes_of_events

    def polled(self, data: Any) -> Optional[Board]:
        """Applies a response of `odds.list_changes`."""
        board = self.assembler.apply_changes(data)
        self._failures = self._unreadable = 0
        self._was_open = True
        return board

    def failed(self, error: OddskeeperError) -> float:
        """Returns the seconds to wait before the next connection. Raises the error if it is final."""
        self._failures += 1
        if error.code in _UNREADABLE:
            self._unreadable += 1
        if not self.polling and self._fall_back and self._cannot_stream(error):
            self.polling = True
            self._failures = self._unreadable = 0
            return 0.0
        if not self._may_go_on(error):
            raise error
        return self._wait_seconds(error.retry_after_seconds)

    def _cannot_stream(self, error: OddskeeperError) -> bool:
        if error.code == "PLAN_REQUIRED" or (error.code in _MISSING and not self._was_open):
            return True
        # A proxy that collects the whole response before it passes it on shows no event, and perhaps no headers.
        if error.code == "TIMEOUT" and not self._was_open:
            self._silent_openings += 1
        return self._silent_openings >= _SILENT_OPENINGS_BEFORE_POLLING

    def _may_go_on(self, error: OddskeeperError) -> bool:
        if (error.retry_after_seconds or 0) > _LONGEST_RETRY_AFTER_SECONDS:
            return False
        # A wrong base_url fails soon. A stream that has been open retries for as long as an outage lasts.
        if not self._was_open and self._failures > self._settings.max_retries:
            return False
        if error.code in _UNREADABLE:
            return self._unreadable <= self._settings.max_retries
        # While a service is updated, an older instance or a proxy without one may answer.
        if self._was_open and (
            error.code in _MISSING or (error.code == "HTTP_ERROR" and error.status == 404)
        ):
            return True
        return is_transient(error) or error.code in _TRANSIENT_EVENTS

    def _wait_seconds(self, retry_after: Optional[float]) -> float:
        lived = time.monotonic() - self._attempted_at
        base = _FIRST_WAIT_SECONDS if self._retry_seconds is None else self._retry_seconds
        is_short = lived < _SHORT_LIFE_WAITS * base
        self._short_lives = min(self._short_lives + 1, _MOST_SHORT_LIVES) if is_short else 0
        if retry_after is not None:
            return retry_after + backoff_seconds(0, base=0.25)
        attempt = max(self._failures, self._short_lives) - 1
        # A service that asks for a longer wait gets it.
        return backoff_seconds(attempt, base=base, highest=max(base, _LONGEST_WAIT_SECONDS))
