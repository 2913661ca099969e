"""Sends requests over a few kept connections, from any thread and in any process."""

import atexit
import http.client
import os
import ssl
import threading
import weakref
from contextlib import contextmanager
from typing import Callable, Iterator, List, Mapping, Optional, Tuple

from ._connection import Connection, Deadline
from ._errors import OddskeeperError
from ._exchange import Call, RawResponse, request_headers
from ._inflate import BodyDecoder
from ._settings import Settings

MAX_IDLE_CONNECTIONS = 8


@contextmanager
def _network_errors() -> Iterator[None]:
    try:
        yield
    except OddskeeperError:
        raise
    except TimeoutError as error:
        raise OddskeeperError("TIMEOUT", "No complete response in time.") from error
    except ssl.SSLCertVerificationError as error:
        raise OddskeeperError("CONNECTION_ERROR", "The server's certificate is not valid.") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        # Python 3.9 has a timeout of sockets that is not a TimeoutError. ValueError: a file closed by another thread.
        code = "TIMEOUT" if "timed out" in str(error) else "CONNECTION_ERROR"
        raise OddskeeperError(code, f"No complete response arrived ({type(error).__name__}).") from error


class OpenStream:
    """A response whose body is read while it arrives."""

    def __init__(
        self, connection: Connection, status: int, headers: Mapping[str, str], deadline: Deadline
    ) -> None:
        self._connection = connection
        self._deadline = deadline
        self.status = status
        self.headers = headers

    def extend_deadline(self) -> None:
        """Gives the next piece the full time again."""
        self._deadline.extend()

    def pieces(self) -> Iterator[bytes]:
        """Yields decoded bytes until the server ends the response. Raises OddskeeperError if the connection breaks."""
        decoder = BodyDecoder(self.headers.get("content-encoding"), None)
        with _network_errors():
            for piece in self._connection.read_pieces():
                yield decoder.feed(piece)

    def read_error_body(self) -> bytes:
        """Reads the body of a failure, at most 64 KiB."""
        body = b""
        try:
            for piece in self.pieces():
                body += piece
                if len(body) > 65_536:
                    break
        except OddskeeperError:
            # The status alone says enough.
            pass
        return body

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()


class Transport:
    """A pool of connections to one host. Follows no redirects, so that no other host gets the key."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tls: Optional[ssl.SSLContext] = None
        self._idle: List[Connection] = []
        self._lock = threading.Lock()
        self._closed = False
        self._fork_listeners: List[Callable[[], None]] = []
        _transports.add(self)

    def on_fork(self, listener: Callable[[], None]) -> None:
        """Calls a function in each forked child, before the child's own code runs."""
        self._fork_listeners.append(listener)

    def after_fork(self) -> None:
        """Forgets the parent's connections: a child that used one would mix up the responses of both."""
        self._lock = threading.Lock()
        idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
        for listener in self._fork_listeners:
            listener()

    def close(self) -> None:
        """Closes the idle connections. A later request fails with `ABORTED`."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def __del__(self) -> None:
        # A client that nobody closed leaves no warning about its connections.
        for connection in self._idle:
            connection.close()

    def _take(self) -> Optional[Connection]:
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                return None
            if connection.pid == os.getpid() and connection.is_idle():
                return connection
            connection.close()

    def _give_back(self, connection: Connection) -> None:
        with self._lock:
            if not self._closed and len(self._idle) < MAX_IDLE_CONNECTIONS:
                self._idle.append(connection)
                return
        connection.close()

    def _connect(self, deadline: Deadline) -> Connection:
        if self._closed:
            raise OddskeeperError("ABORTED", "The client is closed.")
        url = self._settings.base_url
        if url.scheme == "https" and self._tls is None:
            self._tls = ssl.create_default_context()
        return Connection(url, self._tls if url.scheme == "https" else None, deadline)

    def _head(
        self, call: Call, headers: Mapping[str, str], deadline: Deadline
    ) -> Tuple[Connection, int, Mapping[str, str]]:
        target = self._settings.base_url.path + call.target
        # Only GETs use a kept connection: if the server has just closed it, sending the request again must be safe.
        kept = self._take() if call.method == "GET" and not self._closed else None
        if kept is not None:
            try:
                return (kept, *kept.send(call.method, target, headers, call.body, deadline))
            except (OSError, http.client.HTTPException):
                # The server closed the kept connection at the same moment. A new one follows.
                kept.close()
            except BaseException:
                kept.close()
                raise
        connection = self._connect(deadline)
        try:
            return (connection, *connection.send(call.method, target, headers, call.body, deadline))
        except BaseException:
            connection.close()
            raise

    def send(self, call: Call, etag: Optional[str]) -> RawResponse:
        """Sends one request and reads the whole response, once, within the timeout."""
        deadline = Deadline(call.timeout or self._settings.timeout)
        headers = request_headers(self._settings, call, etag)
        with _network_errors():
            connection, status, response_headers = self._head(call, headers, deadline)
            complete = False
            try:
                decoder = BodyDecoder(
                    response_headers.get("content-encoding"), self._settings.max_response_bytes
                )
                decoder.announced(response_headers.get("content-length"))
                pieces = [decoder.feed(piece) for piece in connection.read_pieces()]
                pieces.append(decoder.finish())
                complete = True
            finally:
                if complete and connection.finish():
                    self._give_back(connection)
                else:
                    connection.close()
            return RawResponse(status, response_headers, b"".join(pieces))

    def open_stream(self, call: Call, idle_seconds: float) -> OpenStream:
        """Opens a response that stays open. `idle_seconds` is the longest time without data."""
        opening = Deadline(self._settings.timeout)
        headers = request_headers(self._settings, call, None)
        with _network_errors():
            connection, status, response_headers = self._head(call, headers, opening)
        deadline = Deadline(idle_seconds)
        connection.use_deadline(deadline)
        return OpenStream(connection, status, response_headers, deadline)


def _close_all() -> None:
    for transport in list(_transports):
        transport.close()


atexit.register(_close_all)

_transports: "weakref.WeakSet[Transport]" = weakref.WeakSet()


def _after_fork() -> None:
    for transport in list(_transports):
        transport.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
