"""The client for programs without asyncio."""

import time
from types import TracebackType
from typing import Any, Mapping, Optional, Type

from ._cache import ConditionalCache
from ._errors import OddskeeperError
from ._exchange import Call, Response, Value, build_target, read_response, retry_delay_seconds
from ._resources import Resources, ResourcesWithResponse
from ._settings import MIB, Settings, read_settings
from ._transport import Transport


class Oddskeeper(Resources):
    """A client. Threads may share it, and it works on in forked processes.

    Args:
        api_key: An API key. Default: the environment variable ODDSKEEPER_KEY.
        base_url: The service's address. Default: ODDSKEEPER_URL, else http://localhost:3000. Only this host gets the key.
        access_token: A token of a signed-in session. Only the methods of `keys` need it.
        max_retries: How often a GET is sent again after a connection error, 408, 429 or 5xx.
        timeout: Seconds for one attempt, body included. A longer `Retry-After` is an error instead of a wait.
        cache_bytes: The most bytes of responses to keep for conditional requests. 0 keeps none.
        max_response_bytes: The largest body to accept, decompressed.
    """

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
        self._transport = Transport(self._settings)
        self._cache = ConditionalCache(cache_bytes)
        self._transport.on_fork(self._cache.after_fork)
        super().__init__(self)

    def __repr__(self) -> str:
        return f"Oddskeeper(base_url={self._settings.base_url.geturl()!r})"

    def __enter__(self) -> "Oddskeeper":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the client's connections. Later calls fail with `ABORTED`."""
        self._transport.close()

    def with_response(self) -> ResourcesWithResponse:
        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""
        return ResourcesWithResponse(self)

    def request(
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
        return self._send(
            Call(method=method.upper(), target=build_target(path, {}, query or {}), timeout=timeout)
        )

    def _send(self, call: Call) -> Response[Any]:
        """Sends a call until it succeeds or its failure is final."""
        cached = self._cache.get(call.target) if call.may_be_cached else None
        attempt = 0
        while True:
            try:
                raw = self._transport.send(call, cached[0] if cached else None)
                return read_response(raw, call, self._cache, cached)
            except OddskeeperError as error:
                delay = retry_delay_seconds(self._settings, call, attempt, error)
                if delay is None:
                    raise
            attempt += 1
            time.sleep(delay)
