"""Streams of boards for asyncio."""

import asyncio
import time
from types import TracebackType
from typing import Any, AsyncGenerator, AsyncIterator, Awaitable, Callable, Optional, Tuple, Type

import httpx

from .._board import Board
from .._errors import OddskeeperError
from .._events import StreamEvent
from .._exchange import Call, Response, error_of
from .._follow import Follower
from .._inflate import BodyDecoder
from .._shared import BaseStream
from ._transport import LARGEST_ERROR_BODY_BYTES, AsyncTransport, lower_headers, network_errors

Step = Tuple[Optional[StreamEvent], Optional[Board]]


class AsyncBoardStream(BaseStream):
    """Boards, one after each change. An async context manager and iterator: see `oddskeeper.BoardStream`."""

    def __init__(
        self, follower: Follower, transport: AsyncTransport, send: Callable[[Call], Awaitable[Response[Any]]]
    ) -> None:
        super().__init__(follower)
        self._transport = transport
        self._send = send
        self._closed = False
        self._steps: Optional[AsyncGenerator[Step, None]] = None

    async def __aenter__(self) -> "AsyncBoardStream":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    def __aiter__(self) -> AsyncIterator[Board]:
        return self

    async def __anext__(self) -> Board:
        while True:
            board = (await self._next_step())[1]
            if board is not None:
                return board

    async def events(self) -> AsyncIterator[StreamEvent]:
        """Yields the events as the service sends them, heartbeats and unknown events included. None while polling."""
        while True:
            try:
                event = (await self._next_step())[0]
            except StopAsyncIteration:
                return
            if event is not None:
                yield event

    async def steps(self) -> AsyncIterator[Step]:
        """Yields each event with the board that it leads to, None if it leads to none. Polls have boards without events."""
        while True:
            try:
                yield await self._next_step()
            except StopAsyncIteration:
                return

    async def close(self) -> None:
        """Ends the stream, and releases its place at the service. Another task's loop over it is ended by cancelling that task."""
        self._closed = True
        steps = self._steps
        if steps is not None and not getattr(steps, "ag_running", False):
            await steps.aclose()

    async def _next_step(self) -> Step:
        self._check_process()
        if self._closed:
            raise StopAsyncIteration
        if self._steps is None:
            self._steps = self._run()
        return await self._steps.__anext__()

    async def _run(self) -> AsyncGenerator[Step, None]:
        while True:
            steps = self._poll() if self._follower.polling else self._connect()
            try:
                try:
                    async for step in steps:
                        yield step
                finally:
                    # `async for` leaves a generator open that it does not exhaust, and with it the connection.
                    await steps.aclose()
            except OddskeeperError as error:
                await asyncio.sleep(self._follower.failed(error))

    async def _next_piece(self, pieces: AsyncIterator[bytes], seconds: float) -> Optional[bytes]:
        async with network_errors():
            try:
                return await asyncio.wait_for(pieces.__anext__(), max(0.0, seconds))
            except StopAsyncIteration:
                return None

    async def _error_of(self, opened: httpx.Response) -> OddskeeperError:
        body, pieces = b"", opened.aiter_raw()
        try:
            while len(body) < LARGEST_ERROR_BODY_BYTES:
                piece = await self._next_piece(pieces, self._follower.heartbeat_timeout)
                if piece is None:
                    break
                body += piece
        except OddskeeperError:
            # The status alone says enough.
            pass
        return error_of(opened.status_code, lower_headers(opened), body)

    async def _connect(self) -> AsyncGenerator[Step, None]:
        follower = self._follower
        opened = await self._transport.open(follower.stream_call())
        try:
            if opened.status_code != 200:
                raise await self._error_of(opened)
            headers = lower_headers(opened)
            follower.opened(headers)
            decoder = BodyDecoder(headers.get("content-encoding"), None)
            pieces = opened.aiter_raw()
            seen, alive_at = follower.bytes_of_events, time.monotonic()
            while True:
                left = alive_at + follower.heartbeat_timeout - time.monotonic()
                piece = await self._next_piece(pieces, left)
                if piece is None:
                    raise OddskeeperError("CONNECTION_ERROR", "The service ended the connection.")
                for step in follower.feed(decoder.feed(piece)):
                    yield step
                if follower.bytes_of_events > seen:
                    # Also gives back the time that the caller spent between two boards.
                    seen, alive_at = follower.bytes_of_events, time.monotonic()
        finally:
            await opened.aclose()

    async def _poll(self) -> AsyncGenerator[Step, None]:
        while True:
            board = self._follower.polled((await self._send(self._follower.changes_call())).data)
            if board is not None:
                yield None, board
            await asyncio.sleep(self._follower.poll_every)
