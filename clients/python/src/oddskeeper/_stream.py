"""Streams of boards, over one connection after the other."""

import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Iterator, Optional, Type

from ._board import Board
from ._errors import OddskeeperError
from ._events import StreamEvent
from ._exchange import Call, Response, error_of
from ._follow import Follower, Item
from ._shared import BaseStream
from ._transport import OpenStream, Transport

if TYPE_CHECKING:
    from typing import Tuple

    Step = Tuple[Optional[StreamEvent], Optional[Board]]


class BoardStream(BaseStream):
    """Boards, one after each change. A context manager, and an iterator that ends only with an error or `close`.

    It reconnects and resumes by itself after a lost connection, a restart of the service or a sleep of the machine.
    """

    def __init__(
        self, follower: Follower, transport: Transport, send: Callable[[Call], Response[Any]]
    ) -> None:
        super().__init__(follower)
        self._transport = transport
        self._send = send
        self._stopped = threading.Event()
        self._open: Optional[OpenStream] = None
        self._steps: Optional[Iterator["Step"]] = None

    def __enter__(self) -> "BoardStream":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Board]:
        return self

    def __next__(self) -> Board:
        while True:
            board = self._next_step()[1]
            if board is not None:
                return board

    def events(self) -> Iterator[StreamEvent]:
        """Yields the events as the service sends them, heartbeats and unknown events included. None while polling."""
        while True:
            try:
                event = self._next_step()[0]
            except StopIteration:
                return
            if event is not None:
                yield event

    def steps(self) -> Iterator["Step"]:
        """Yields each event with the board that it leads to, None if it leads to none. Polls have boards without events."""
        while True:
            try:
                yield self._next_step()
            except StopIteration:
                return

    def close(self) -> None:
        """Ends the stream, from any thread: a loop over it then ends. Also releases its place at the service."""
        self._stopped.set()
        opened = self._open
        if opened is not None:
            opened.close()

    def _next_step(self) -> "Step":
        self._check_process()
        if self._steps is None:
            self._steps = self._run()
        return next(self._steps)

    def _run(self) -> Iterator["Step"]:
        while not self._stopped.is_set():
            try:
                if self._follower.polling:
                    yield from self._poll()
                else:
                    yield from self._connect()
            except OddskeeperError as error:
                if self._stopped.is_set():
                    return
                self._stopped.wait(self._follower.failed(error))

    def _connect(self) -> Iterator[Item]:
        follower = self._follower
        opened = self._transport.open_stream(follower.stream_call(), follower.heartbeat_timeout)
        self._open = opened
        try:
            if self._stopped.is_set():
                return
            if opened.status != 200:
                raise error_of(opened.status, opened.headers, opened.read_error_body())
            follower.opened(opened.headers)
            seen = follower.bytes_of_events
            for piece in opened.pieces():
                yield from follower.feed(piece)
                if follower.bytes_of_events > seen:
                    # Also gives back the time that the caller spent between two boards.
                    seen = follower.bytes_of_events
                    opened.extend_deadline()
            raise OddskeeperError("CONNECTION_ERROR", "The service ended the connection.")
        finally:
            self._open = None
            opened.close()

    def _poll(self) -> Iterator["Step"]:
        while not self._stopped.is_set():
            board = self._follower.polled(self._send(self._follower.changes_call()).data)
            if board is not None:
                yield None, board
            self._stopped.wait(self._follower.poll_every)
