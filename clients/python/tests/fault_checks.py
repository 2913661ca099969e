"""What each scenario of the fault table expects of a request. The functions raise AssertionError if it is not so."""

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

from oddskeeper import OddskeeperError

from .fault_server import KEY, NBA, NHL

ODDS = f"/v1/sports/{NBA}/odds"
checks = {}


def check(*keys, **options):
    """Registers a function as the check of these scenarios."""

    def register(function):
        for key in keys:
            checks[key] = (function, options)
        return function

    return register


def equal(actual, expected, what=""):
    assert actual == expected, f"{what}: {actual!r} is not {expected!r}"


def succeeds(run, requests, **options):
    with run.client(**options) as client:
        equal(client.odds.list(sport=NBA), run.scenario.board(sports=[NBA]), "the odds")
    equal(len(run.scenario.seen(ODDS)), requests, "requests")


def fails(run, requests, call=None, **options):
    with run.client(**options) as client:
        try:
            (call or (lambda one: one.odds.list(sport=NBA)))(client)
        except OddskeeperError as error:
            codes = run.row["code"] if isinstance(run.row["code"], list) else [run.row["code"]]
            assert error.code in codes, f"{error.code} is not one of {codes}"
            if "status" in run.row:
                equal(error.status, run.row["status"], "status")
            assert KEY not in str(error) and "<" not in str(error), str(error)
            seen = run.scenario.seen()
            if requests is not None:
                equal(len(seen), requests, "requests")
            return error
    raise AssertionError("no error was raised")


def limit_attempts(client, *seconds):
    """Sets the timeouts of the first attempts. Returns a list of all attempts, with those that a busy machine never delivers."""
    transport, calls = getattr(client, "_inner", client)._transport, []
    send = transport.send

    def send_in_time(call, etag):
        calls.append(call)
        timeout = seconds[len(calls) - 1] if len(calls) <= len(seconds) else call.timeout
        return send(dataclasses.replace(call, timeout=timeout), etag)

    transport.send = send_in_time
    return calls


def waits(run):
    """The milliseconds between the requests, by the server's clock. It can differ from the client's by one."""
    times = [one["at_ms"] for one in run.scenario.seen(ODDS)]
    return [later - earlier for earlier, later in zip(times, times[1:])]


@check("ok")
def ok(run):
    with run.client(access_token="session") as client:
        board = run.scenario.board(sports=[NBA])
        fixture = board[0]["id"]
        first = client.with_response().odds.list(sport=NBA, markets=["h2h", "spreads"])
        again = client.odds.with_response().list(sport=NBA, markets=["h2h", "spreads"])
        equal([first.data, first.not_modified, first.usage.requests_last], [board, False, 1])
        equal([again.data, again.not_modified, again.usage.requests_last], [board, True, 0])
        equal(first.cursor, run.scenario.world()["cursor"], "cursor")
        assert first.request_id != again.request_id and first.usage.speed_limit_per_second == 10
        again.data[0]["home_team"] = "changed by the caller"
        equal(client.odds.list(sport=NBA, markets=["h2h", "spreads"]), board, "the cached odds")
        equal([sport["key"] for sport in client.sports.list()], [NBA, NHL])
        equal(client.events.list(sport=NBA)[0]["id"], fixture)
        equal(client.odds.get_event(sport=NBA, id=fixture)["id"], fixture)
        props = client.props.list(sport=NBA, markets="h2h")
        equal({row["point"] for one in props for row in one["props"]}, {21.5})
        equal(client.props.get_event(sport=NBA, id=fixture, markets="player_points")["id"], fixture)
        equal(client.history.get_odds(sport=NBA, id=fixture)["archive_from"], "2026-09-01T00:00:00Z")
        equal(client.history.get_openers(sport=NBA, id=fixture)["id"], fixture)
        equal(client.history.get_closing(sport=NBA, id=fixture)["id"], fixture)
        equal(client.account.get_usage()["plan"], "growth")
        equal(len(client.bookmakers.list()) > 0 and len(client.markets.list()) > 0, True)
        equal([client.keys.list()[0]["label"] for _ in range(2)], ["production"] * 2)
        equal(client.keys.create(label="new")["key"], "<API_KEY>")
        equal(client.keys.revoke(key_id="4f1c6f0e-3f5b-4d53-9a43-1f6f0c4a7f10"), None)
        equal(client.odds.list_changes(sports=[NBA])["reset"], False)
    seen = run.scenario.seen()
    of_keys = [one for one in seen if "account/keys" in one["path"]]
    equal({(one["key"], one["if_none_match"]) for one in of_keys}, {(None, None)}, "key and tag")
    assert {one["query"].get("markets") for one in seen if one["path"] == ODDS} == {"h2h,spreads"}
    assert len({one["connection"] for one in seen if one["method"] == "GET"}) <= 2, "connections are kept"


@check("rate_limit_retry_after")
def rate_limit_retry_after(run):
    succeeds(run, 2)
    assert waits(run)[0] >= 999, waits(run)


@check("rate_limit_no_retry_after")
def rate_limit_no_retry_after(run):
    succeeds(run, 3)
    # 0.5 s and 1 s, each at least halved by the jitter.
    assert waits(run)[0] >= 249 and waits(run)[1] >= 499, waits(run)


@check("rate_limit_always")
def rate_limit_always(run):
    equal(fails(run, 3).retry_after_seconds, 0.0)


@check("rate_limit_long")
def rate_limit_long(run):
    equal(fails(run, 1).retry_after_seconds, 86400.0)


@check("error_500_always")
def error_500_always(run):
    equal(fails(run, 3).request_id, f"req_{run.scenario.key}_3")


@check("connection_dropped", "cut_body", "cut_body_silent", "broken_gzip", "bad_gateway_html")
def fails_after_retries(run):
    fails(run, 2, max_retries=1)


@check("allowance_spent", "unknown_code", "redirect_same_host")
def fails_at_once(run):
    fails(run, 1)


@check("plan_required")
def plan_required(run):
    error = fails(run, 1, lambda client: client.props.list(sport=NBA, markets=["player_points"]))
    equal([error.current_plan, error.required_plan], ["free", "growth"])
    assert error.docs_url and error.request_id


@check(
    "rate_limit_unknown_code",
    "error_500_once",
    "error_408_once",
    "error_503_once",
    "bad_gateway_html_once",
    "connection_dropped_once",
    "cut_body_once",
    "broken_gzip_once",
)
def succeeds_after_retry(run):
    succeeds(run, 2)


@check("slow_headers_once")
def slow_headers_once(run):
    with run.client(timeout=10.0) as client:
        limit_attempts(client, 0.4)
        equal(client.odds.list(sport=NBA), run.scenario.board(sports=[NBA]), "the odds")
    equal(len(run.scenario.seen(ODDS)), 2, "requests")


@check("slow_headers", "slow_body")
def slow(run):
    attempts = []

    def list_odds(client):
        attempts.append(limit_attempts(client, 0.4, 0.4))
        client.odds.list(sport=NBA)

    fails(run, None, list_odds, max_retries=1)
    equal(len(attempts[0]), 2, "attempts")


@check("post_500")
def post_500(run):
    fails(run, 1, lambda client: client.keys.create(label="new"), access_token="session")


@check("nulls")
def nulls(run):
    with run.client() as client:
        fixtures = client.odds.list(sport=NBA)
        equal({book["last_update"] for fixture in fixtures for book in fixture["bookmakers"]}, {None})
        if run.has_pandas:
            assert fixtures.to_frame("pandas")["time"].isna().all()


@check("clock_ahead", "clock_behind")
def clock_off(run):
    succeeds(run, 2)
    assert waits(run)[0] >= 900, waits(run)


@check("redirect_other_host")
def redirect_other_host(run):
    fails(run, 1)
    with run.client() as client, client.odds.stream(sports=[NBA]) as boards:
        try:
            next(iter(boards))
            raise AssertionError("no error was raised")
        except OddskeeperError as error:
            equal(error.code, "REDIRECT")
    assert not any(one["other_host"] for one in run.scenario.seen())


def in_own_process(run, script):
    """Runs a script of this folder in a new process, whose memory and threads nothing else uses."""
    path = Path(__file__).with_name(script)
    command = [sys.executable, str(path), run.kind, run.scenario.base_url]
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return json.loads(finished.stdout)


@check("huge_body", "huge_body_length", "huge_body_gzip")
def huge_body(run):
    result = in_own_process(run, "call_huge.py")
    equal(result["code"], "RESPONSE_TOO_LARGE")
    equal(len(run.scenario.seen()), 1, "requests")
    # The limit is 8 MB here. The rest is one more copy of it, and the interpreter's own growth.
    assert result["grown_mb"] < 40, result


@check("fork", kinds=("sync",))
def fork(run):
    result = in_own_process(run, "call_forked.py")
    equal(result, {"parent": "ok", "child": "ok"})
    of_parent = {one["connection"] for one in run.scenario.seen("/v1/markets")}
    of_child = {one["connection"] for one in run.scenario.seen("/v1/bookmakers")}
    assert of_parent and of_child and not of_parent & of_child, (of_parent, of_child)
