"""Bodies of earlier responses, for conditional requests. Bounded in bytes."""

import threading
from collections import OrderedDict
from typing import Optional, Tuple


class ConditionalCache:
    """Least recently used bodies by URL. Holds JSON text, so that no caller can change what another one gets."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._entries: "OrderedDict[str, Tuple[str, bytes]]" = OrderedDict()
        self._lock = threading.Lock()

    def after_fork(self) -> None:
        """Replaces the lock, which another thread may have held when the process forked."""
        self._lock = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Forgets all bodies."""
        with self._lock:
            self._entries.clear()
            self._bytes = 0

    @property
    def size_bytes(self) -> int:
        """The bytes held, keys and tags included."""
        return self._bytes

    @staticmethod
    def _weight(url: str, etag: str, body: bytes) -> int:
        return len(url) + len(etag) + len(body)

    def get(self, url: str) -> Optional[Tuple[str, bytes]]:
        """Returns the tag and the body of the newest response for a URL."""
        with self._lock:
            entry = self._entries.get(url)
            if entry is not None:
                self._entries.move_to_end(url)
            return entry

    def put(self, url: str, etag: str, body: bytes) -> None:
        """Keeps a body, and drops the least recently used ones above the limit."""
        with self._lock:
            old = self._entries.pop(url, None)
            if old is not None:
                self._bytes -= self._weight(url, *old)
            weight = self._weight(url, etag, body)
            if weight > self._max_bytes:
                return
            self._entries[url] = (etag, body)
            self._bytes += weight
            while self._bytes > self._max_bytes:
                dropped, entry = self._entries.popitem(last=False)
                self._bytes -= self._weight(dropped, *entry)
