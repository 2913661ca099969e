"""The client for programs without asyncio."""

import time
from types import TracebackType
from typing import Any, Mapping, Optional, Type

from ._errors import OddskeeperError
from ._exchange import Call, Response, Value, read_response, retry_delay_seconds
from ._resources import Resources, ResourcesWithResponse
from ._shared import BaseClient, call_of_path
from ._transport import Transport


class Oddskeeper(BaseClient, Resources):
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

    def _open(self) -> None:
        self._transport = Transport(self._settings)
        self._transport.on_fork(self._cache.after_fork)
        Resources.__init__(self, self)

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
        body: Optional[Mapping[str, Any]] = None,
        timeout: Optional[float] = None,
    ) -> Response[Any]:
        """Sends a request to an endpoint that this version has no method for, such as `/v1/…`. `body` is sent as JSON."""
        return self._send(call_of_path(method, path, query, timeout, body))

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
