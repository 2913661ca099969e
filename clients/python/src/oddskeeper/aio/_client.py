"""The client for programs with asyncio."""

import asyncio
from types import TracebackType
from typing import Any, Mapping, Optional, Type

from .._cache import ConditionalCache
from .._errors import OddskeeperError
from .._exchange import Call, Response, Value, build_target, read_response, retry_delay_seconds
from .._settings import MIB, Settings, read_settings
from ._resources import AsyncResources, AsyncResourcesWithResponse
from ._transport import AsyncTransport


class AsyncOddskeeper(AsyncResources):
    """The async client: the methods and options of `oddskeeper.Oddskeeper`, awaited. It belongs to one event loop."""

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
        self._transport = AsyncTransport(self._settings)
        self._cache = ConditionalCache(cache_bytes)
        super().__init__(self)

    def __repr__(self) -> str:
        return f"AsyncOddskeeper(base_url={self._settings.base_url.geturl()!r})"

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
        timeout: Optional[float] = None,
    ) -> Response[Any]:
        """Sends a request to an endpoint that this version has no method for, such as `/v1/…`."""
        if not path.startswith("/"):
            raise ValueError("path begins with /")
        call = Call(method=method.upper(), target=build_target(path, {}, query or {}), timeout=timeout)
        return await self._send(call)

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
