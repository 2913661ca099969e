"""Writes the types and the methods of the client from the OpenAPI document.

    python3 scripts/generate.py           writes src/oddskeeper/types.py, _resources.py and aio/_resources.py
    python3 scripts/generate.py --check   exits with 1 if a file is out of date
"""

import json
import keyword
import re
import sys
import textwrap
from pathlib import Path
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT.parent.parent / "server/web/api/openapi/openapi.json"
# The names of the methods of both clients.
OPERATIONS = ROOT.parent / "operations.json"
PACKAGE = ROOT / "src/oddskeeper"
WIDTH = 110
HEAD = '"""{about}\n\nGenerated from the OpenAPI document by scripts/generate.py. Do not edit.\n"""\n\n'

BASES = {"odds": "OddsStreams"}

SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}

Json = Dict[str, Any]


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def pascal(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


def sentence(text: Optional[str], indent: int, prefix: str = "") -> str:
    if not text:
        return ""
    pad = " " * indent
    return textwrap.fill(
        " ".join(text.split()),
        WIDTH,
        initial_indent=pad + prefix,
        subsequent_indent=pad + (prefix if prefix == "# " else " " * (4 if prefix else 0)),
        break_long_words=False,
    )


class Types:
    """Python types of schemas. Schemas with times have two: one for ISO texts, one for unix seconds."""

    def __init__(self, schemas: Json) -> None:
        self.schemas = schemas
        self.nested: List[Tuple[str, Json, bool]] = []
        self.timed: Set[str] = set()
        while True:
            more = {name for name, schema in schemas.items() if self._mentions_time(schema)} | {"Timestamp"}
            if more == self.timed:
                break
            self.timed = more

    def _mentions_time(self, schema: Any) -> bool:
        text = json.dumps(schema)
        return any(f'schemas/{name}"' in text for name in self.timed | {"Timestamp"})

    def of(self, schema: Json, unix: bool, owner: str) -> str:
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            if name == "Timestamp":
                return "int" if unix else "str"
            return f'"{name}Unix"' if unix and name in self.timed else f'"{name}"'
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self._union(schema[key], unix, owner)
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        kind = schema.get("type")
        if isinstance(kind, list):
            return self._union([{**schema, "type": one} for one in kind], unix, owner)
        if kind == "array":
            return f"List[{self.of(schema['items'], unix, owner)}]"
        if kind == "object":
            if "properties" in schema:
                unix = unix and self._mentions_time(schema)
                name = owner + ("Unix" if unix else "")
                self.nested.append((name, schema, unix))
                return f'"{name}"'
            more = schema.get("additionalProperties")
            return f"Dict[str, {self.of(more, unix, owner) if isinstance(more, dict) and more else 'Any'}]"
        # Values of enums may be added, so a field's type is its plain type.
        return SIMPLE.get(kind or "", "Any")

    def _union(self, schemas: List[Json], unix: bool, owner: str) -> str:
        parts = list(dict.fromkeys(self.of(schema, unix, owner) for schema in schemas))
        some = [part for part in parts if part != "None"]
        joined = some[0] if len(some) == 1 else f"Union[{', '.join(some)}]"
        return f"Optional[{joined}]" if "None" in parts else joined

    def _fields(self, schema: Json, names: List[str], unix: bool, owner: str) -> Iterator[str]:
        for name in names:
            field = schema["properties"][name]
            comment = sentence(field.get("description"), 4, "# ")
            if comment:
                yield comment
            yield f"    {name}: {self.of(field, unix, owner + pascal(name))}"

    def declare(self, name: str, schema: Json, unix: bool) -> str:
        """A TypedDict. Optional fields are in a base class, because Python 3.9 has no NotRequired."""
        base = name[:-4] if unix else name
        required = set(schema.get("required", []))
        plain = [field for field in schema["properties"] if self._is_plain(field)]
        must = [field for field in plain if field in required]
        may = [field for field in plain if field not in required]
        lines, parents = [], []
        for is_required in (True, False):
            # Fields such as `from` cannot be written in a class.
            odd = [field for field in schema["properties"] if not self._is_plain(field)]
            odd = [field for field in odd if (field in required) == is_required]
            if odd:
                parent = f"_{name}{'Required' if is_required else 'Optional'}Keywords"
                parents.append(parent)
                fields = [
                    f'"{field}": {self.of(schema["properties"][field], unix, base + pascal(field))}'
                    for field in odd
                ]
                total = "" if is_required else ", total=False"
                lines += [f'{parent} = TypedDict("{parent}", {{{", ".join(fields)}}}{total})', "", ""]
        if may:
            parents.append(f"_{name}Optional")
            fields = list(self._fields(schema, may, unix, base))
            lines += [f"class _{name}Optional(TypedDict, total=False):", *fields, "", ""]
        lines += [f"class {name}({', '.join(parents) or 'TypedDict'}):"]
        about = schema.get("description")
        if unix:
            about = f'{base} with times in unix seconds (`date_format="unix"`).'
        if about:
            lines += [sentence(f'"""{about}"""', 4), ""]
        lines += list(self._fields(schema, must, unix, base)) or ["    pass"]
        return "\n".join(lines)

    @staticmethod
    def _is_plain(name: str) -> bool:
        return name.isidentifier() and not keyword.iskeyword(name)

    def render(self) -> str:
        declared: Dict[str, str] = {}
        for name, schema in self.schemas.items():
            if name == "Timestamp":
                continue
            if "properties" not in schema:
                declared[name] = f"{name} = {self.of(schema, False, name)}"
                continue
            declared[name] = self.declare(name, schema, False)
            if name in self.timed:
                declared[f"{name}Unix"] = self.declare(f"{name}Unix", schema, True)
        while self.nested:
            name, schema, unix = self.nested.pop()
            if name not in declared:
                declared[name] = self.declare(name, schema, unix)
        body = "\n\n\n".join(
            declared[name] for name in sorted(declared, key=lambda name: "properties" in name)
        )
        names = [
            name
            for name in ("Any", "Dict", "List", "Literal", "Optional", "TypedDict", "Union")
            if re.search(rf"\b{name}\b", body)
        ]
        return (
            HEAD.format(about="The shapes of responses. Unknown fields pass through.")
            + f"from typing import {', '.join(names)}\n\n\n{body}\n"
        )


class Parameter(NamedTuple):
    name: str
    wire: str
    type: str
    required: bool
    about: str


class Operation(NamedTuple):
    group: str
    method: str
    verb: str
    path: str
    summary: str
    about: str
    path_parameters: List[Parameter]
    query: List[Parameter]
    body: List[Parameter]
    session: bool
    result: str
    unix_result: Optional[str]
    fixtures: bool


def parameter_type(schema: Json, about: str) -> str:
    if about.startswith("Comma-separated"):
        return "KeyList"
    if set(schema.get("enum", ())) == {"true", "false"}:
        return "bool"
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    if schema.get("format") == "date-time":
        return "Union[str, datetime]"
    return SIMPLE[schema["type"]]


def python_name(name: str) -> str:
    """`dateFormat` is `date_format`, and `from`, which Python reserves, is `from_`."""
    return snake(name) + ("_" if keyword.iskeyword(name) else "")


def read_parameter(parameter: Json) -> Parameter:
    about = parameter.get("description", "")
    kind = parameter_type(parameter["schema"], about)
    about = re.sub(r"^Comma-separated (\w)", lambda match: match.group(1).upper(), about)
    return Parameter(
        python_name(parameter["name"]), parameter["name"], kind, parameter.get("required", False), about
    )


def read_names() -> Dict[str, Tuple[str, str]]:
    """The group and the method of each operation, in snake_case: `getEventOdds` is `odds.get_event`."""
    rows = json.loads(OPERATIONS.read_text("utf-8"))
    return {row["operation"]: (snake(row["resource"]), snake(row["method"])) for row in rows}


def read_operations(document: Json, types: Types) -> List[Operation]:
    found = [
        (verb.upper(), path, operation)
        for path, verbs in document["paths"].items()
        for verb, operation in verbs.items()
    ]
    names = read_names()
    operations = []
    for verb, path, operation in found:
        status, response = next(
            (code, answer) for code, answer in operation["responses"].items() if code.startswith("2")
        )
        content = response.get("content", {})
        if "text/event-stream" in content:
            continue
        if operation["operationId"] not in names:
            raise SystemExit(f"{operation['operationId']} has no row in {OPERATIONS.name}")
        group, method = names[operation["operationId"]]
        parameters = operation.get("parameters", [])
        body_schema = (
            operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        )
        schema = content.get("application/json", {}).get("schema")
        ref = (schema or {}).get("items", schema or {}).get("$ref", "").rsplit("/", 1)[-1]
        owner = pascal(snake(operation["operationId"])) + "Response"
        fixtures = (
            (schema or {}).get("type") == "array"
            and bool({"bookmakers", "props"} & set(types.schemas.get(ref, {}).get("properties", {})))
            and "commence_time" in types.schemas[ref]["properties"]
        )

        def result(unix: bool) -> str:
            text = "None" if schema is None else types.of(schema, unix, owner)
            text = re.sub(r'"(\w+)"', r"types.\1", text)
            return text.replace("List[", "FixtureList[", 1) if fixtures else text

        takes_format = any(parameter["name"] == "dateFormat" for parameter in parameters)
        operations.append(
            Operation(
                group=group,
                method=method,
                verb=verb,
                path=path,
                summary=operation["summary"],
                about=operation.get("description", ""),
                path_parameters=[read_parameter(one) for one in parameters if one["in"] == "path"],
                query=[read_parameter(one) for one in parameters if one["in"] == "query"],
                body=[
                    Parameter(
                        snake(name),
                        name,
                        parameter_type(field, ""),
                        name in body_schema.get("required", []),
                        field.get("description", ""),
                    )
                    for name, field in body_schema.get("properties", {}).items()
                ],
                session=operation.get("security", [{}])[0].get("Session") is not None,
                result=result(False),
                unix_result=result(True) if takes_format and result(True) != result(False) else None,
                fixtures=fixtures,
            )
        )
    return operations


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


def render_all() -> Dict[Path, str]:
    document = json.loads(DOCUMENT.read_text("utf-8"))
    types = Types(document["components"]["schemas"])
    operations = read_operations(document, types)
    return {
        PACKAGE / "types.py": types.render(),
        PACKAGE / "_resources.py": render_resources(operations, False),
        PACKAGE / "aio/_resources.py": render_resources(operations, True),
    }


def main() -> int:
    outdated = []
    for path, text in render_all().items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        outdated.append(path)
        if "--check" not in sys.argv:
            path.write_text(text, "utf-8")
    for path in outdated:
        print(f"{'out of date' if '--check' in sys.argv else 'written'}: {path.relative_to(ROOT)}")
    return 1 if outdated and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
