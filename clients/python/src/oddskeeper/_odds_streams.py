"""`client.odds.stream`."""

from ._follow import Follower
from ._group import Group
from ._settings import Settings
from ._shared import StreamMethods
from ._stream import BoardStream


class OddsStreams(Group, StreamMethods[BoardStream]):
    """The methods of odds that hold a connection."""

    def _stream_settings(self) -> Settings:
        return self._client._settings

    def _open_stream(self, follower: Follower) -> BoardStream:
        return BoardStream(follower, self._client._transport, self._client._send)
