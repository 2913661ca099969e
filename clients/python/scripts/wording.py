"""What the generators of the types and of the methods share."""

import keyword
import re
import textwrap
from typing import Any, Dict, Optional

WIDTH = 110
HEAD = '"""{about}\n\nGenerated from the OpenAPI document by scripts/generate.py. Do not edit.\n"""\n\n'

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


def python_name(name: str) -> str:
    """`dateFormat` is `date_format`, and `from`, which Python reserves, is `from_`."""
    return snake(name) + ("_" if keyword.iskeyword(name) else "")
