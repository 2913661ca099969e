"""The operations of the document, by the groups and methods of the client."""

import json
import re
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple

from generate_types import Types
from wording import SIMPLE, Json, pascal, python_name, snake

# The names of the methods of both clients.
OPERATIONS = Path(__file__).resolve().parent.parent.parent / "operations.json"


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
            (code, response) for code, response in operation["responses"].items() if code.startswith("2")
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
                        python_name(name),
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
