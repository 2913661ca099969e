"""Data frames of prices, for pandas or polars."""

import importlib
import importlib.util
from datetime import datetime, timezone
from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional, Sequence, Union


Library = Optional[Literal["pandas", "polars"]]

_FIXTURE = ("id", "sport_key", "commence_time", "home_team", "away_team")
COLUMNS = (
    "fixture_id",
    "sport_key",
    "commence_time",
    "home_team",
    "away_team",
    "bookmaker",
    "bookmaker_title",
    "market",
    "time",
    "name",
    "description",
    "point",
    "price",
    "size_kind",
    "size_amount",
)
"""The columns. `time` is `last_update` of current prices, and `recorded_at` of history."""


def _outcomes(market: Mapping[str, Any]) -> Iterator[Dict[str, Any]]:
    """Yields the outcomes of a market with their times: of current prices, openers and closing lines, or a series."""
    for point in market.get("points", [market]):
        time = point.get("recorded_at", point.get("last_update"))
        for outcome in point.get("outcomes", []):
            yield {**outcome, "time": time}


def _quotes(fixture: Mapping[str, Any]) -> Iterator[Dict[str, Any]]:
    for book in fixture.get("bookmakers", []):
        names = {"bookmaker": book["key"], "bookmaker_title": book.get("title")}
        for market in book["markets"]:
            for outcome in _outcomes(market):
                yield {**names, "market": market["key"], **outcome}
    for row in fixture.get("props", []):
        book = row["bookmaker"]
        names = {"bookmaker": book["key"], "bookmaker_title": book.get("title"), "market": row["stat"]}
        for outcome in row["outcomes"]:
            more = {"description": row["player"], "point": row.get("point"), "time": book.get("last_update")}
            yield {**names, **outcome, **more}


def to_rows(fixtures: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]]) -> List[Dict[str, Any]]:
    """One dictionary per fixture, book, market, line and outcome, with the keys of `COLUMNS`.

    A prop's player is in `description`, as in the markets of `odds.get_event`. A market without a recorded price has no row.
    """
    rows = []
    for fixture in [fixtures] if isinstance(fixtures, Mapping) else fixtures:
        shared = dict(zip(COLUMNS, (fixture.get(name) for name in _FIXTURE)))
        for quote in _quotes(fixture):
            size = quote.get("size") or {}
            quote = {**quote, "size_kind": size.get("kind"), "size_amount": size.get("amount")}
            rows.append({name: shared[name] if name in shared else quote.get(name) for name in COLUMNS})
    return rows


def _installed() -> str:
    for name in ("pandas", "polars"):
        if importlib.util.find_spec(name) is not None:
            return name
    raise ImportError("to_frame needs pandas or polars")


def _pandas(columns: Dict[str, List[Any]]) -> Any:
    pandas: Any = importlib.import_module("pandas")
    frame = pandas.DataFrame(columns)
    for name in ("commence_time", "time"):
        values = columns[name]
        unit = "s" if any(isinstance(value, int) for value in values) else None
        frame[name] = pandas.to_datetime(pandas.Series(values, dtype="object"), utc=True, unit=unit)
    for name in ("price", "point", "size_amount"):
        frame[name] = pandas.to_numeric(frame[name])
    return frame


def _polars(columns: Dict[str, List[Any]]) -> Any:
    polars: Any = importlib.import_module("polars")
    types = {name: polars.Utf8 for name in COLUMNS}
    types.update({name: polars.Float64 for name in ("price", "point", "size_amount")})
    for name in ("commence_time", "time"):
        values = columns[name]
        columns[name] = [_datetime(value) for value in values]
        types[name] = polars.Datetime("ms", "UTC")
    return polars.DataFrame(columns, schema=types, strict=False)


def _datetime(value: Union[str, int, None]) -> Optional[Any]:
    if value is None:
        return None
    if isinstance(value, str):
        return datetime.strptime(value, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
    return datetime.fromtimestamp(value, timezone.utc)


def to_frame(fixtures: Union[Mapping[str, Any], Sequence[Mapping[str, Any]]], library: Library = None) -> Any:
    """Turns fixtures into a data frame: one row per fixture, book, market, line and outcome.

    Args:
        fixtures: What a call of odds, props or history returned, or one fixture of it.
        library: `pandas` or `polars`. None takes the one that is installed, pandas first.

    Returns:
        A frame with the columns of `oddskeeper.COLUMNS`. Times are UTC. Raises ImportError if neither library is installed.
    """
    rows = to_rows(fixtures)
    columns = {name: [row[name] for row in rows] for name in COLUMNS}
    return _polars(columns) if (library or _installed()) == "polars" else _pandas(columns)
