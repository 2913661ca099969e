"""The client for programs with asyncio."""

import asyncio
from types import TracebackType
from typing import Any, Mapping, Optional, Type

from .._errors import OddskeeperError
from .._exchange import Call, Response, Value, read_response, retry_delay_seconds
from .._shared import BaseClient, call_of_path
from ._resources import AsyncResources, AsyncResourcesWithResponse
from ._transport import AsyncTransport


class AsyncOddskeeper(BaseClient, AsyncResources):
    """The async client: the methods and options of `oddskeeper.Oddskeeper`, awaited. It belongs to one event loop."""

    def _open(self) -> None:
        self._transport = AsyncTransport(self._settings)
        AsyncResources.__init__(self, self)

    async def __aenter__(self) -> "AsyncOddskeeper":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the client's connections. Later calls fail with `ABORTED`."""
        await self._transport.close()

    def with_response(self) -> AsyncResourcesWithResponse:
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return AsyncResourcesWithResponse(self)

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Value]] = None,
        body: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
    ) -> Response[Any]:
        """Sends a request to an endpoint that this version has no method for, such as `/v1/…`. `body` is sent as JSON."""
        return await self._send(call_of_path(method, path, query, timeout, body))

    async def _send(self, call: Call) -> Response[Any]:
        """Sends a call until it succeeds or its failure is final."""
        cached = self._cache.get(call.target) if call.may_be_cached else None
        attempt = 0
        while True:
            try:
                raw = await self._transport.send(call, cached[0] if cached else None)
                return read_response(raw, call, self._cache, cached)
            except OddskeeperError as error:
                delay = retry_delay_seconds(self._settings, call, attempt, error)
                if delay is None:
                    raise
            attempt += 1
            await asyncio.sleep(delay)
