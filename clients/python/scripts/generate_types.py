"""The types of responses, as text."""

import json
import keyword
import re
from typing import Any, Dict, Iterator, List, Set, Tuple

from wording import HEAD, SIMPLE, Json, pascal, sentence


def tag_of(schema: Json) -> str:
    """The value that tells a shape from the others of a union: `Open` for the event `open`."""
    values = (field["const"] for field in schema.get("properties", {}).values() if "const" in field)
    return pascal(str(next(values, "")))


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
        shapes = sum("properties" in schema for schema in schemas)
        owners = [owner + (tag_of(schema) if shapes > 1 else "") for schema in schemas]
        parts = list(dict.fromkeys(self.of(schema, unix, name) for schema, name in zip(schemas, owners)))
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
                if name in self.timed:
                    declared[f"{name}Unix"] = f"{name}Unix = {self.of(schema, True, name)}"
                continue
            declared[name] = self.declare(name, schema, False)
            if name in self.timed:
                declared[f"{name}Unix"] = self.declare(f"{name}Unix", schema, True)
        while self.nested:
            name, schema, unix = self.nested.pop()
            if name not in declared:
                declared[name] = self.declare(name, schema, unix)
        body = "\n\n\n".join(declared.values())
        names = [
            name
            for name in ("Any", "Dict", "List", "Literal", "Optional", "TypedDict", "Union")
            if re.search(rf"\b{name}\b", body)
        ]
        return (
            HEAD.format(about="The shapes of responses. Unknown fields pass through.")
            + f"from typing import {', '.join(names)}\n\n\n{body}\n"
        )
