"""What the generated methods share."""

import json
from typing import Any, Dict, Mapping, Optional, Protocol, Sequence, Union

from ._exchange import Call, Response, Value, build_target
from ._fixtures import FixtureList
from ._settings import Settings
from ._transport import Transport

KeyList = Union[str, Sequence[str]]
"""A list of keys, or a text with commas between them."""


class Client(Protocol):
    """The part of the client that its methods use."""

    _settings: Settings
    _transport: Transport

    def _send(self, call: Call) -> Response[Any]:
        ...


def with_fixtures(response: Response[Any]) -> Response[Any]:
    """Makes a list of fixtures a `FixtureList`."""
    if isinstance(response.data, list):
        object.__setattr__(response, "data", FixtureList(response.data))
    return response


def build_call(
    method: str,
    path: str,
    path_values: Mapping[str, str],
    query: Mapping[str, Value],
    extra_query: Optional[Mapping[str, Value]],
    timeout: Optional[float],
    body: Optional[Mapping[str, Any]] = None,
    session: bool = False,
) -> Call:
    """Builds the call of a generated method."""
    fields: Optional[Dict[str, Any]] = None
    if body is not None:
        fields = {name: value for name, value in body.items() if value is not None}
    return Call(
        method=method,
        target=build_target(path, path_values, query, extra_query),
        needs_session=session,
        body=None if fields is None else json.dumps(fields).encode(),
        timeout=timeout,
    )


class Group:
    """Methods of one kind of resource. `_response` sends a call, `_data` returns its data alone."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def _response(self, *args: Any, fixtures: bool = False, **kwargs: Any) -> Any:
        response = self._client._send(build_call(*args, **kwargs))
        return with_fixtures(response) if fixtures else response

    def _data(self, *args: Any, **kwargs: Any) -> Any:
        return self._response(*args, **kwargs).data
