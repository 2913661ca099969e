"""Splits the bytes of a stream into Server-Sent Events, wherever the network cuts them."""

import json
from dataclasses import dataclass
from typing import Any, List, Optional

from ._errors import OddskeeperError


@dataclass(frozen=True)
class StreamEvent:
    """One event as the service sent it. `name` may be one that this version does not know."""

    name: str
    data: Any
    """The parsed JSON, as `types.OddsStreamEvent` lists it, or the text if it is not JSON."""
    id: Optional[str]
    """The position after this event. None if the event states none."""


class EventParser:
    """Reads `text/event-stream`. Holds at most `max_bytes` of an event that is not complete."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._line = bytearray()
        self._skip_line_feed = False
        self._first_line = True
        self._name = ""
        self._data: List[bytes] = []
        self._data_bytes = 0
        self._id: Optional[str] = None
        self.retry_seconds: Optional[float] = None
        """What the service last asked clients to wait before they reconnect."""
        self.bytes_of_events = 0
        """Bytes of lines other than comments: proxies send comments for a service that no longer answers."""

    def feed(self, data: bytes) -> List[StreamEvent]:
        """Returns the events that these bytes complete."""
        events: List[StreamEvent] = []
        if self._skip_line_feed and data:
            self._skip_line_feed = False
            # The second half of a CRLF that the network cut.
            if data.startswith(b"\n"):
                data = data[1:]
        # bytes.splitlines splits at CR, LF and CRLF, exactly the line ends of this format.
        for part in data.splitlines(keepends=True):
            text = part.rstrip(b"\r\n")
            self._extend(text)
            if len(text) < len(part):
                line = bytes(self._line)
                self._line.clear()
                event = self._read_line(line)
                if event is not None:
                    events.append(event)
        if data:
            self._skip_line_feed = data.endswith(b"\r")
        return events

    def _extend(self, part: bytes) -> None:
        self._line += part
        if not self._line.startswith(b":"):
            self.bytes_of_events += len(part)
        if len(self._line) + self._data_bytes > self._max_bytes:
            raise OddskeeperError(
                "RESPONSE_TOO_LARGE", f"An event has more than {self._max_bytes} bytes (max_response_bytes)."
            )

    def _read_line(self, line: bytes) -> Optional[StreamEvent]:
        if self._first_line:
            self._first_line = False
            if line.startswith(b"\xef\xbb\xbf"):
                line = line[3:]
        if line == b"":
            return self._dispatch()
        field, _, value = line.partition(b":")
        if value.startswith(b" "):
            value = value[1:]
        if field == b"data":
            self._data.append(value)
            self._data_bytes += len(value) + 1
        elif field == b"event":
            self._name = value.decode("utf-8", "replace")
        elif field == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")
        elif field == b"retry" and value.isdigit() and len(value) < 10:
            self.retry_seconds = int(value) / 1000
        return None

    def _dispatch(self) -> Optional[StreamEvent]:
        name, data, event_id = self._name or "message", self._data, self._id
        self._name, self._data, self._data_bytes, self._id = "", [], 0, None
        if not data:
            return None
        text = b"\n".join(data)
        try:
            parsed = json.loads(text)
        except (ValueError, RecursionError):
            # A later version may add events that are not JSON. The assembler refuses known events that are not.
            return StreamEvent(name, text.decode("utf-8", "replace"), event_id)
        if name == "heartbeat" and event_id is None and isinstance(parsed, dict):
            cursor = parsed.get("cursor")
            event_id = cursor if isinstance(cursor, str) else None
        return StreamEvent(name, parsed, event_id)
