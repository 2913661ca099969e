"""Decodes the body of a response piece by piece, and stops at a limit."""

import zlib
from typing import Optional

from ._errors import OddskeeperError


class BodyDecoder:
    """Undoes `Content-Encoding`, and counts the decoded bytes.

    Raises OddskeeperError `RESPONSE_TOO_LARGE` once more than `max_bytes` have been decoded (None: no limit), and
    `CONNECTION_ERROR` for data that is damaged or ends too early.
    """

    def __init__(self, encoding: Optional[str], max_bytes: Optional[int]) -> None:
        name = (encoding or "identity").strip().lower()
        if name not in ("identity", "gzip", "x-gzip"):
            raise OddskeeperError("INVALID_RESPONSE", f"The response has the unknown encoding {name[:40]!r}.")
        self._gzip = zlib.decompressobj(31) if name != "identity" else None
        self._began = False
        self._max_bytes = max_bytes
        self._seen = 0

    def announced(self, content_length: Optional[str]) -> None:
        """Raises OddskeeperError `RESPONSE_TOO_LARGE` if the response announces more bytes than the limit."""
        if self._max_bytes is not None and content_length is not None and content_length.isdigit():
            if int(content_length) > self._max_bytes:
                raise self._too_large()

    def _too_large(self) -> OddskeeperError:
        return OddskeeperError(
            "RESPONSE_TOO_LARGE", f"The response has more than {self._max_bytes} bytes (max_response_bytes)."
        )

    def _room(self) -> int:
        # zlib reads 0 as "no limit". One byte beyond the limit shows that the body is too large.
        return 65_536 if self._max_bytes is None else max(1, min(65_536, self._max_bytes + 1 - self._seen))

    def _count(self, data: bytes) -> bytes:
        self._seen += len(data)
        if self._max_bytes is not None and self._seen > self._max_bytes:
            raise self._too_large()
        return data

    def feed(self, data: bytes) -> bytes:
        """Decodes the next piece."""
        if self._gzip is None:
            return self._count(data)
        pieces = []
        try:
            while data:
                self._began = True
                pieces.append(self._count(self._gzip.decompress(data, self._room())))
                data = self._gzip.unconsumed_tail
                if self._gzip.eof:
                    data = self._gzip.unused_data
                    if data:
                        self._gzip = zlib.decompressobj(31)
        except zlib.error as error:
            raise OddskeeperError("CONNECTION_ERROR", "The response's gzip data is damaged.") from error
        return b"".join(pieces)

    def finish(self) -> bytes:
        """Returns what is left. Call it at the end of the body."""
        if self._gzip is None or not self._began:
            return b""
        rest = []
        while not self._gzip.eof:
            piece = self._gzip.decompress(self._gzip.unconsumed_tail, self._room())
            if not piece:
                raise OddskeeperError("CONNECTION_ERROR", "The response's gzip data ends too early.")
            rest.append(self._count(piece))
        return b"".join(rest)
