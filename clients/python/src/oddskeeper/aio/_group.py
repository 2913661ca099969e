"""What the generated async methods share."""

from typing import Any, Protocol

from .._exchange import Call, Response
from .._group import build_call, with_fixtures
from .._settings import Settings
from ._transport import AsyncTransport


class AsyncClient(Protocol):
    """The part of the client that its methods use."""

    _settings: Settings
    _transport: AsyncTransport

    async def _send(self, call: Call) -> Response[Any]:
        ...


class AsyncGroup:
    """Methods of one kind of resource. `_response` sends a call, `_data` returns its data alone."""

    def __init__(self, client: AsyncClient) -> None:
        self._client = client

    async def _response(self, *args: Any, fixtures: bool = False, **kwargs: Any) -> Any:
        response = await self._client._send(build_call(*args, **kwargs))
        return with_fixtures(response) if fixtures else response

    async def _data(self, *args: Any, **kwargs: Any) -> Any:
        return (await self._response(*args, **kwargs)).data
