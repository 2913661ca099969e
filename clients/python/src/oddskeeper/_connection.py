"""One HTTP/1.1 connection whose every read and write ends at a deadline."""

import http.client
import io
import os
import select
import socket
import ssl
import time
from base64 import b64encode
from typing import Dict, Iterator, Mapping, Optional, Tuple, Union
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from ._errors import OddskeeperError

READ_BYTES = 65_536
Buffer = Union[bytearray, memoryview]


def _timeout(message: str) -> OddskeeperError:
    return OddskeeperError("TIMEOUT", message)


class Deadline:
    """A moment of the monotonic clock. A clock that is set to another time does not move it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._at = time.monotonic() + seconds

    def extend(self) -> None:
        """Starts the same time anew."""
        self._at = time.monotonic() + self._seconds

    def remaining(self) -> float:
        """Seconds left. Raises OddskeeperError `TIMEOUT` if none are."""
        left = self._at - time.monotonic()
        if left <= 0:
            raise _timeout(f"No complete response within {self._seconds:g} seconds.")
        return left


class _DeadlineReader(io.RawIOBase):
    """Reads from a socket until the deadline. http.client alone limits only each single read."""

    def __init__(self, owner: "_DeadlineSocket") -> None:
        self._owner = owner

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:  # type: ignore[override]
        return self._owner.recv_into(buffer)

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._owner.reader_closed()


class _DeadlineSocket:
    """The part of a socket that http.client uses."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        self.sock = sock
        self.deadline = deadline
        self._readers = 0
        self._closed = False

    def sendall(self, data: bytes) -> None:
        self.sock.settimeout(self.deadline.remaining())
        self.sock.sendall(data)

    def recv_into(self, buffer: Buffer) -> int:
        self.sock.settimeout(self.deadline.remaining())
        return self.sock.recv_into(buffer)

    def makefile(self, _mode: str = "rb", *_args: object, **_kwargs: object) -> io.BufferedReader:
        self._readers += 1
        return io.BufferedReader(_DeadlineReader(self), READ_BYTES)

    def reader_closed(self) -> None:
        self._readers -= 1
        if self._closed and self._readers == 0:
            self.sock.close()

    def close(self) -> None:
        self._closed = True
        if self._readers == 0:
            self.sock.close()

    def abort(self) -> None:
        """Ends the connection at once, even while another thread reads from it."""
        try:
            self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            # The other side has already closed the connection.
            pass
        self.sock.close()


def _proxy_for(url: SplitResult) -> Optional[Tuple[str, int, Optional[str]]]:
    """The proxy of the environment: host, port and credentials. Only for https, where a tunnel hides the key from it."""
    if url.scheme != "https" or not url.hostname:
        return None
    address = getproxies().get("https")
    if not address or proxy_bypass(url.hostname):
        return None
    proxy = urlsplit(address if "://" in address else f"http://{address}")
    if not proxy.hostname:
        return None
    credentials = None
    if proxy.username is not None:
        pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
        credentials = "Basic " + b64encode(pair.encode()).decode()
    return proxy.hostname, proxy.port or 8080, credentials


def _open_tunnel(
    sock: socket.socket, url: SplitResult, port: int, credentials: Optional[str], deadline: Deadline
) -> None:
    host = url.hostname or ""
    target = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    lines = [f"CONNECT {target} HTTP/1.1", f"Host: {target}"]
    if credentials is not None:
        lines.append(f"Proxy-Authorization: {credentials}")
    sock.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("ascii"))
    answer = b""
    while b"\r\n\r\n" not in answer:
        sock.settimeout(deadline.remaining())
        # One byte at a time: what follows the answer belongs to TLS.
        piece = sock.recv(1)
        answer += piece
        if not piece or len(answer) > READ_BYTES:
            raise OddskeeperError("CONNECTION_ERROR", "The proxy gave no complete answer.")
    status = answer.split(b" ", 2)[1:2]
    if status != [b"200"]:
        raise OddskeeperError("CONNECTION_ERROR", "The proxy refused the connection.")


class Connection:
    """One connection. It belongs to the process that opened it, and to one request at a time."""

    def __init__(self, url: SplitResult, tls: Optional[ssl.SSLContext], deadline: Deadline) -> None:
        self.pid = os.getpid()
        host = url.hostname or ""
        port = url.port or (443 if url.scheme == "https" else 80)
        proxy = _proxy_for(url)
        address = (proxy[0], proxy[1]) if proxy else (host, port)
        sock: socket.socket = socket.create_connection(address, deadline.remaining())
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if proxy:
                _open_tunnel(sock, url, port, proxy[2], deadline)
            if tls is not None:
                sock.settimeout(deadline.remaining())
                sock = tls.wrap_socket(sock, server_hostname=host)
        except BaseException:
            sock.close()
            raise
        self._socket = _DeadlineSocket(sock, deadline)
        self._http = http.client.HTTPConnection(host, port)
        self._http.auto_open = 0
        self._http.sock = self._socket
        self._authority = url.netloc
        self._response: Optional[http.client.HTTPResponse] = None

    def is_idle(self) -> bool:
        """Whether nothing has arrived since the last response. Otherwise the server has closed the connection."""
        try:
            if hasattr(select, "poll"):
                poll = select.poll()
                poll.register(self._socket.sock, select.POLLIN)
                return not poll.poll(0)
            return not select.select([self._socket.sock], [], [], 0)[0]
        except (OSError, ValueError):
            # A closed socket has no descriptor.
            return False

    def send(
        self, method: str, target: str, headers: Mapping[str, str], body: Optional[bytes], deadline: Deadline
    ) -> Tuple[int, Dict[str, str]]:
        """Sends a request and reads the head of its response."""
        self._socket.deadline = deadline
        self._http.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
        self._http.putheader("Host", self._authority)
        for name, value in headers.items():
            self._http.putheader(name, value)
        if body is not None:
            self._http.putheader("Content-Length", str(len(body)))
        self._http.endheaders(body)
        self._response = self._http.getresponse()
        return self._response.status, {name.lower(): value for name, value in self._response.getheaders()}

    def use_deadline(self, deadline: Deadline) -> None:
        """Replaces the deadline of the reads that follow."""
        self._socket.deadline = deadline

    def read_pieces(self) -> Iterator[bytes]:
        """Yields the body as it arrives. Raises http.client.IncompleteRead if it ends too early."""
        response = self._response
        assert response is not None
        left = response.length
        while left is None or left > 0:
            piece = response.read1(READ_BYTES if left is None else min(READ_BYTES, left))
            if not piece:
                if left is not None:
                    raise http.client.IncompleteRead(b"", left)
                return
            if left is not None:
                left -= len(piece)
            yield piece

    def finish(self) -> bool:
        """Ends the exchange. Returns whether another request may use the connection."""
        response, self._response = self._response, None
        if response is None:
            return False
        reusable = not response.will_close
        response.close()
        return reusable

    def close(self) -> None:
        """Closes the connection, even while another thread reads from it."""
        if self.pid == os.getpid():
            self._socket.abort()
        else:
            # A shutdown would end the connection of the parent process, which shares the socket.
            self._socket.sock.close()
