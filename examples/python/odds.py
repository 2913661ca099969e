"""Prints the best prices of a sport, repeats the request with If-None-Match, and lists the opening prices of past fixtures. See ../README.md."""

import json
import os
import sys
import time
from datetime import datetime, timedelta, timezone
from urllib.error import HTTPError
from urllib.request import Request, urlopen

BASE_URL = os.environ.get("ODDSKEEPER_URL", "http://localhost:3000")
KEY = os.environ.get("ODDSKEEPER_KEY", "")
SPORT = sys.argv[1] if len(sys.argv) > 1 else "basketball_nba"
MAX_ATTEMPTS = 5

etags = {}


def get(path):
    """Requests a path. Returns None if the response has not changed since the last request."""
    for attempt in range(1, MAX_ATTEMPTS + 1):
        headers = {"X-API-Key": KEY}
        if path in etags:
            headers["If-None-Match"] = etags[path]
        try:
            with urlopen(Request(BASE_URL + path, headers=headers)) as response:
                if "ETag" in response.headers:
                    etags[path] = response.headers["ETag"]
                return json.load(response)
        except HTTPError as error:
            if error.code == 304:
                return None
            # Responses with 429 or 503 may state how many seconds to wait.
            retry_after_seconds = error.headers.get("Retry-After")
            if retry_after_seconds is None or attempt == MAX_ATTEMPTS:
                body = json.load(error)["error"]
                raise SystemExit(f"{error.code} {body['code']}: {body['message']}")
            time.sleep(float(retry_after_seconds))


odds_path = f"/v1/sports/{SPORT}/odds?markets=h2h&oddsFormat=decimal"
for fixture in get(odds_path) or []:
    for team in (fixture["home_team"], fixture["away_team"]):
        offers = [
            (outcome["price"], book["title"])
            for book in fixture["bookmakers"]
            for market in book["markets"]
            for outcome in market["outcomes"]
            if outcome["name"] == team
        ]
        if offers:
            price, book = max(offers)
            print(f"{team}: {price} at {book}")

update = get(odds_path)
print("not modified, not charged" if update is None else f"{len(update)} fixtures after an update")

# History is requested per fixture: list the fixtures of a time window first, then request the history of each.
now = datetime.now(timezone.utc)
start, end = ((now - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ") for days in (2, 0))
past = get(f"/v1/sports/{SPORT}/events?commenceTimeFrom={start}&commenceTimeTo={end}") or []
for fixture in past[:3]:
    path = f"/v1/historical/sports/{SPORT}/events/{fixture['id']}/openers?markets=h2h&oddsFormat=decimal"
    for book in (get(path) or {}).get("bookmakers", []):
        for market in book["markets"]:
            if market["recorded_at"]:
                prices = ", ".join(f"{outcome['name']} {outcome['price']}" for outcome in market["outcomes"])
                game = f"{fixture['away_team']} at {fixture['home_team']}"
                print(f"{game}, {book['title']} opened {market['recorded_at']}: {prices}")
