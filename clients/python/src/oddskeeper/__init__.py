"""The client of Oddskeeper, a service of pre-match prices. Start with `Oddskeeper(api_key=…)`."""

from ._board import Board
from ._client import Oddskeeper
from ._errors import OddskeeperError
from ._events import StreamEvent
from ._exchange import Response, Usage
from ._fixtures import FixtureList
from ._frame import COLUMNS, to_frame, to_rows
from ._stream import BoardStream
from ._version import __version__

__all__ = [
    "COLUMNS",
    "Board",
    "BoardStream",
    "FixtureList",
    "Oddskeeper",
    "OddskeeperError",
    "Response",
    "StreamEvent",
    "Usage",
    "__version__",
    "to_frame",
    "to_rows",
]
