"""Uses the service as three clients of The Odds API do, with the changes of the migration guide. Written from scratch after their requests and
their expectations: the official samples for Node.js and Python, and a Python SDK that turns every response into dataclasses.

Arguments: the name of a client, and `true` or `false` for the parameter `measured`.
"""

import json
import os
import sys
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, List, Optional
from urllib.parse import urlencode
from urllib.request import Request, urlopen

BASE_URL = os.environ["ODDSKEEPER_URL"] + "/v1/"
KEY = os.environ["ODDSKEEPER_KEY"]
SPORT = os.environ["SPORT"]


def get(path: str, parameters: Dict[str, str]):
    """The guide's changes: the base URL, the key in a header, and `measured` for clients that cannot take null."""
    query = urlencode({**parameters, "measured": sys.argv[2]})
    response = urlopen(Request(f"{BASE_URL}{path}?{query}", headers={"X-API-Key": KEY}))
    return json.load(response), response.headers


# The samples send the key in the query too, by the names of the two samples. The service ignores it there.
def run_sample(key_name: str, markets: str) -> None:
    sports, _ = get("sports", {key_name: "in-the-header"})
    print("sports", len(sports))
    options = {"regions": "us", "markets": markets, "oddsFormat": "decimal", "dateFormat": "iso"}
    events, headers = get(f"sports/{SPORT}/odds", {key_name: "in-the-header", **options})
    print("events", len(events), json.dumps(events)[:1])
    print("Remaining requests", int(headers["x-requests-remaining"]))
    print("Used requests", int(headers["x-requests-used"]))


@dataclass(frozen=True)
class Outcome:
    name: str
    price: float
    point: Optional[float] = None
    description: Optional[str] = None


@dataclass(frozen=True)
class Market:
    key: str
    outcomes: List[Outcome]
    last_update: datetime


@dataclass(frozen=True)
class Bookmaker:
    key: str
    title: str
    last_update: datetime
    markets: List[Market]


@dataclass(frozen=True)
class Event:
    id: str
    commence_time: datetime
    home_team: str
    away_team: str
    bookmakers: List[Bookmaker]


def parse_time(value: Any) -> datetime:
    # The SDK stops at anything that is not a text with a time.
    if not isinstance(value, str):
        raise ValueError(f"not a time: {value!r}")
    return datetime.fromisoformat(value.replace("Z", "+00:00"))


def parse_event(data: Dict[str, Any]) -> Event:
    bookmakers = [
        Bookmaker(
            key=book["key"],
            title=book["title"],
            last_update=parse_time(book["last_update"]),
            markets=[
                Market(
                    key=market["key"],
                    last_update=parse_time(market["last_update"]),
                    outcomes=[
                        Outcome(one["name"], one["price"], one.get("point"), one.get("description"))
                        for one in market["outcomes"]
                    ],
                )
                for market in book["markets"]
            ],
        )
        for book in data["bookmakers"]
    ]
    return Event(data["id"], parse_time(data["commence_time"]), data["home_team"], data["away_team"], bookmakers)


def run_sdk() -> None:
    options = {"apiKey": "in-the-header", "oddsFormat": "decimal", "dateFormat": "iso"}
    parameters = {**options, "regions": "us,uk", "markets": "h2h,spreads,totals"}
    events = [parse_event(one) for one in get(f"sports/{SPORT}/odds", parameters)[0]]
    print("events", len(events), "books", len({book.key for event in events for book in event.bookmakers}))
    listed, _ = get(f"sports/{SPORT}/events", {"apiKey": "in-the-header", "dateFormat": "iso"})
    # The first event may start between the two calls.
    assert {event.id for event in events[1:]} <= {event["id"] for event in listed}
    chosen = events[:2][-1]
    event = parse_event(get(f"sports/{SPORT}/events/{chosen.id}/odds", {**options, "markets": "h2h"})[0])
    assert (event.home_team, event.commence_time) == (chosen.home_team, chosen.commence_time)
    print("one event", len(event.bookmakers), "books")


if sys.argv[1] == "sdk-python":
    run_sdk()
else:
    run_sample(*{"samples-nodejs": ("apiKey", "h2h"), "samples-python": ("api_key", "h2h,spreads")}[sys.argv[1]])
