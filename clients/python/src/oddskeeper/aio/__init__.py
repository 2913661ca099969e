"""The client for programs with asyncio. It needs httpx: `pip install oddskeeper[async]`."""

try:
    import httpx as _httpx  # noqa: F401
except ImportError as _error:
    raise ImportError("oddskeeper.aio needs httpx: pip install oddskeeper[async]") from _error

from .._errors import OddskeeperError
from ._client import AsyncOddskeeper
from ._stream import AsyncBoardStream

# `from oddskeeper.aio import Oddskeeper` reads like the import of the sync client.
Oddskeeper = AsyncOddskeeper

__all__ = ["AsyncBoardStream", "AsyncOddskeeper", "Oddskeeper", "OddskeeperError"]
