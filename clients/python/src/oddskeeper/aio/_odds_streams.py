"""`client.odds.stream` for asyncio."""

from .._follow import Follower
from .._settings import Settings
from .._shared import StreamMethods
from ._group import AsyncGroup
from ._stream import AsyncBoardStream


class AsyncOddsStreams(AsyncGroup, StreamMethods[AsyncBoardStream]):
    """The methods of odds that hold a connection."""

    def _stream_settings(self) -> Settings:
        return self._client._settings

    def _open_stream(self, follower: Follower) -> AsyncBoardStream:
        return AsyncBoardStream(follower, self._client._transport, self._client._send)
