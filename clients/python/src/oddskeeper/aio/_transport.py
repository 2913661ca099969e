"""Sends requests with httpx."""

import asyncio
import os
from contextlib import asynccontextmanager
from typing import AsyncIterator, Dict, Mapping, Optional

import httpx

from .._errors import OddskeeperError
from .._exchange import Call, RawResponse, request_headers
from .._inflate import BodyDecoder
from .._settings import Settings

LARGEST_ERROR_BODY_BYTES = 65_536


@asynccontextmanager
async def network_errors() -> AsyncIterator[None]:
    """Turns the errors of httpx and of asyncio into OddskeeperError."""
    try:
        yield
    except (asyncio.TimeoutError, httpx.TimeoutException) as error:
        raise OddskeeperError("TIMEOUT", "No complete response in time.") from error
    except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
        raise OddskeeperError(
            "CONNECTION_ERROR", f"No complete response arrived ({type(error).__name__})."
        ) from error


def lower_headers(response: httpx.Response) -> Dict[str, str]:
    """The headers with names in lower case."""
    return {name.lower(): value for name, value in response.headers.items()}


class AsyncTransport:
    """An httpx client without redirects, so that no other host gets the key."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._http: Optional[httpx.AsyncClient] = None
        self._pid = os.getpid()
        self._closed = False

    def _client(self) -> httpx.AsyncClient:
        if self._closed:
            raise OddskeeperError("ABORTED", "The client is closed.")
        if self._http is None or self._pid != os.getpid():
            # A forked child that used its parent's connections would mix up the responses of both.
            self._pid = os.getpid()
            # Each request has its own deadline, see `send` and `open`.
            self._http = httpx.AsyncClient(follow_redirects=False, timeout=None)
        return self._http

    def request(self, call: Call, etag: Optional[str]) -> httpx.Request:
        """Builds the request of a call."""
        url = self._settings.base_url.geturl() + call.target
        headers: Mapping[str, str] = request_headers(self._settings, call, etag)
        return self._client().build_request(call.method, url, headers=headers, content=call.body)

    async def send(self, call: Call, etag: Optional[str]) -> RawResponse:
        """Sends one request and reads the whole response, once, within the timeout."""
        request = self.request(call, etag)
        async with network_errors():
            return await asyncio.wait_for(self._exchange(request), call.timeout or self._settings.timeout)

    async def _exchange(self, request: httpx.Request) -> RawResponse:
        response = await self._client().send(request, stream=True)
        try:
            headers = lower_headers(response)
            decoder = BodyDecoder(headers.get("content-encoding"), self._settings.max_response_bytes)
            decoder.announced(headers.get("content-length"))
            # httpx would decompress without a limit, so it hands out the raw bytes.
            pieces = [decoder.feed(piece) async for piece in response.aiter_raw()]
            pieces.append(decoder.finish())
            return RawResponse(response.status_code, headers, b"".join(pieces))
        finally:
            await response.aclose()

    async def open(self, call: Call) -> httpx.Response:
        """Opens a response that stays open."""
        request = self.request(call, None)
        async with network_errors():
            return await asyncio.wait_for(self._client().send(request, stream=True), self._settings.timeout)

    async def close(self) -> None:
        """Closes the client's connections. A later request fails with `ABORTED`."""
        self._closed = True
        if self._http is not None and self._pid == os.getpid():
            await self._http.aclose()
