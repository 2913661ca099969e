"""The methods of the client, as text."""

import re
from typing import Dict, List, Optional

from read_operations import Operation
from wording import HEAD, pascal, sentence

BASES = {"odds": "OddsStreams"}


def signature(operation: Operation, result: str, keyword: str, date_format: Optional[str]) -> str:
    parameters = [*operation.path_parameters, *operation.query, *operation.body]
    lines = []
    ordered = sorted(
        parameters,
        key=lambda one: not (
            one.required or (one.name == "date_format" and date_format == 'Literal["unix"]')
        ),
    )
    for one in ordered:
        if one.name == "date_format" and date_format == 'Literal["unix"]':
            lines.append(f"        {one.name}: {date_format},")
        elif one.required:
            lines.append(f"        {one.name}: {one.type},")
        else:
            kind = date_format if one.name == "date_format" and date_format else one.type
            lines.append(f"        {one.name}: Optional[{kind}] = None,")
    lines += [
        "        extra_query: Optional[Mapping[str, Value]] = None,",
        "        timeout: Optional[float] = None,",
    ]
    return "\n".join(
        [f"    {keyword} {operation.method}(", "        self,", "        *,", *lines, f"    ) -> {result}:"]
    )


def documentation(operation: Operation) -> str:
    parameters = [*operation.path_parameters, *operation.query, *operation.body]
    lines = ['        """' + operation.summary.rstrip(".") + "."]
    if operation.about:
        lines += ["", sentence(operation.about, 8)]
    lines += ["", "        Args:"]
    lines += [sentence(one.about or "See the reference.", 12, f"{one.name}: ") for one in parameters]
    lines += ["            extra_query: More parameters, for those that this version does not know."]
    lines += ["            timeout: Seconds for one attempt, instead of the client's."]
    return "\n".join([*lines, '        """'])


def render_method(operation: Operation, wrapped: bool, is_async: bool) -> str:
    keyword = "async def" if is_async else "def"
    blocks = []

    def wrap(text: str) -> str:
        return f"Response[{text}]" if wrapped else text

    if operation.unix_result:
        both = f"Union[{wrap(operation.result)}, {wrap(operation.unix_result)}]"
        for result, date_format in (
            (wrap(operation.result), 'Literal["iso"]'),
            (wrap(operation.unix_result), 'Literal["unix"]'),
            (both, 'Literal["iso", "unix"]'),
        ):
            blocks.append("    @overload\n" + signature(operation, result, keyword, date_format) + " ...")
    values = ", ".join(f'"{one.wire}": {one.name}' for one in operation.path_parameters)
    query = "".join(f'                "{one.wire}": {one.name},\n' for one in operation.query)
    body = ", ".join(f'"{one.wire}": {one.name}' for one in operation.body)
    call = [
        f'            "{operation.verb}",',
        f'            "{operation.path}",',
        f"            {{{values}}},",
        f"            {{\n{query}            }}," if query else "            {},",
        "            extra_query,",
        "            timeout,",
    ]
    call += [f"            body={{{body}}},"] if body else []
    call += ["            session=True,"] if operation.session else []
    call += ["            fixtures=True,"] if operation.fixtures else []
    helper = ("await " if is_async else "") + ("self._response(" if wrapped else "self._data(")
    loose = operation.unix_result is not None
    result = "Any" if loose else wrap(operation.result)
    tail = f"        return {helper}\n" if loose else f"        result: {result} = {helper}\n"
    if operation.result == "None" and not wrapped:
        tail = f"        {helper}\n"
    blocks.append(
        signature(operation, result, keyword, None)
        + "\n"
        + documentation(operation)
        + "\n"
        + tail
        + "\n".join(call)
        + "\n        )"
        + ("" if loose or (operation.result == "None" and not wrapped) else "\n        return result")
    )
    return "\n\n".join(blocks)


def render_resources(operations: List[Operation], is_async: bool) -> str:
    prefix = "Async" if is_async else ""
    dots = ".." if is_async else "."
    groups: Dict[str, List[Operation]] = {}
    for operation in operations:
        groups.setdefault(operation.group, []).append(operation)
    classes = []
    for group, members in groups.items():
        name = prefix + pascal(group)
        base = prefix + BASES.get(group, "Group")
        about = f'    """Methods of `client.{group}`."""'
        classes.append(
            "\n\n".join(
                [
                    f"class {name}({base}):\n{about}",
                    *(render_method(one, False, is_async) for one in members),
                    f'    def with_response(self) -> "{name}WithResponse":\n'
                    f'        """The same methods, which return a `Response`: the data with usage figures, headers and request id."""\n'
                    f"        return {name}WithResponse(self._client)",
                ]
            )
        )
        classes.append(
            "\n\n".join(
                [
                    f'class {name}WithResponse({prefix}Group):\n{about[:-3]} Each returns a `Response`."""',
                    *(render_method(one, True, is_async) for one in members),
                ]
            )
        )
    for suffix in ("", "WithResponse"):
        lines = [
            f"class {prefix}Resources{suffix}:",
            '    """All methods of the client, by what they are about."""',
            "",
        ]
        lines += [f"    def __init__(self, client: {prefix}Client) -> None:"]
        lines += [f"        self.{group} = {prefix}{pascal(group)}{suffix}(client)" for group in groups]
        classes.append("\n".join(lines))
    body = "\n\n\n".join(classes)
    names = [
        name
        for name in ("Any", "Dict", "List", "Literal", "Mapping", "Optional", "Union", "overload")
        if re.search(rf"\b{name}\b", body)
    ]
    streams = f"from ._odds_streams import {prefix}OddsStreams\n"
    local = f"from ._group import {prefix}Client, {prefix}Group\n"
    if is_async:
        imports = f"from .. import types\nfrom .._exchange import Response, Value\nfrom .._fixtures import FixtureList\nfrom .._group import KeyList\n{local}{streams}"
    else:
        imports = f"from . import types\nfrom ._exchange import Response, Value\nfrom ._fixtures import FixtureList\nfrom ._group import Client, Group, KeyList\n{streams}"
    about = "The methods of the async client." if is_async else "The methods of the client."
    return (
        HEAD.format(about=about)
        + f"from datetime import datetime\nfrom typing import {', '.join(names)}\n\n{imports}\n\n{body}\n"
    )
