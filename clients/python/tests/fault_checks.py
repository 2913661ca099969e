"""What each scenario of the fault table expects of a client. The functions raise AssertionError if it is not so."""

import json
import subprocess
import sys
from pathlib import Path

from oddskeeper import OddskeeperError

from .fault_server import KEY, NBA, NHL

ODDS = f"/v1/sports/{NBA}/odds"
STREAM = "/v1/odds/stream"
CHANGES = "/v1/odds/changes"
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
            equal(len(seen), requests, "requests")
            return error
    raise AssertionError("no error was raised")


def waits(run):
    """The milliseconds between the requests, by the server's clock."""
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
        changes = client.odds.get_changes(sports=[NBA]) if hasattr(client.odds, "get_changes") else None
        assert changes is None or changes["reset"] is False
    seen = run.scenario.seen()
    of_keys = [one for one in seen if "account/keys" in one["path"]]
    equal({(one["key"], one["if_none_match"]) for one in of_keys}, {(None, None)}, "key and tag")
    assert {one["query"].get("markets") for one in seen if one["path"] == ODDS} == {"h2h,spreads"}
    assert len({one["connection"] for one in seen if one["method"] == "GET"}) <= 2, "connections are kept"


@check("rate_limit_retry_after")
def rate_limit_retry_after(run):
    succeeds(run, 2)
    assert waits(run)[0] >= 1000, waits(run)


@check("rate_limit_no_retry_after")
def rate_limit_no_retry_after(run):
    succeeds(run, 3)
    # 0.5 s and 1 s, each at least halved by the jitter.
    assert waits(run)[0] >= 250 and waits(run)[1] >= 500, waits(run)


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
    succeeds(run, 2, timeout=3.0)


@check("slow_headers", "slow_body")
def slow(run):
    fails(run, 2, timeout=0.4, max_retries=1)


@check("post_500")
def post_500(run):
    fails(run, 1, lambda client: client.keys.create(label="new"), access_token="session")


@check("unknown_fields")
def unknown_fields(run):
    with run.client() as client:
        fixture = client.odds.list(sport=NBA)[0]
        equal([fixture["venue"], fixture["weather"]], [{"city": "Boston"}, None])
        equal(client.bookmakers.list()[0]["kind"], "syndicate")
        board = follow_until(run, client, lambda board, world: world["version"] >= 10)
        assert any("future_field" in one for one in board.fixtures), "unknown fields pass through"
    with run.client() as client, client.odds.stream(sports=[NBA, NHL]) as boards:
        seen = {}
        for event in boards.events():
            seen[event.name] = event.data
            if event.name == "heartbeat":
                break
        equal(
            [seen["odds_v9"], seen["not_json"], seen["weather"]], [{"anything": [1, 2]}, "{not json", "sunny"]
        )


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


def follow_until(run, client, is_done, each=None, **options):
    """Follows both sports. Compares each board with the server's board at the same cursor."""
    with client.odds.stream(sports=[NBA, NHL], **options) as boards:
        for board in boards:
            fixtures = [{key: one[key] for key in one if key != "future_field"} for one in board.fixtures]
            equal(fixtures, run.scenario.board(board.cursor), f"the board at {board.cursor}")
            if each:
                each(board)
            world = run.scenario.world()
            if is_done(board, world) and board.cursor == world["cursor"]:
                return board
    raise AssertionError("the stream ended")


def version_of(board):
    return int(board.cursor.split(".")[1])


@check("stream_cut_every_byte", "stream_random_cuts")
def stream_cut(run):
    run.scenario.reset(cuts=1000 if run.kind == "sync" else 200)
    resumed_from = []
    with run.client() as client:
        # The last connection stays open without a change, so the last board may come before it.
        for board in iterate_until_done(run, client):
            equal(list(board.fixtures), run.scenario.board(board.cursor), f"the board at {board.cursor}")
            resumed_from.append(version_of(board))
    equal(resumed_from, sorted(resumed_from), "the order of cursors")
    equal(resumed_from[-1], run.scenario.world()["version"], "the last version")
    opened = run.scenario.seen(STREAM)
    assert sum(one["last_event_id"] is not None for one in opened) > len(opened) // 2


def iterate_until_done(run, client):
    """Yields boards until a heartbeat of the last connection shows that nothing is left."""
    with client.odds.stream(sports=[NBA, NHL], heartbeat_timeout=5.0) as boards:
        steps = boards.steps()
        for event, board in steps:
            if board is not None:
                yield board
            if event is not None and event.name == "heartbeat" and event.id == boards.cursor:
                world = run.scenario.world()
                if world["done"] and world["cursor"] == event.id:
                    return


@check("stream_slow", "stream_other_notation")
def stream_notation(run):
    with run.client() as client:
        follow_until(run, client, lambda board, world: world["version"] >= 20)
    equal(len(run.scenario.seen(STREAM)), 1, "connections")


@check("stream_half_open", "stream_heartbeat_stops")
def stream_dead(run):
    with run.client() as client:
        follow_until(run, client, lambda board, world: world["version"] >= 20, heartbeat_timeout=1.0)
    opened = run.scenario.seen(STREAM)
    assert len(opened) >= 2 and opened[1]["last_event_id"] is not None, opened


@check(
    "stream_reset_too_old",
    "stream_reset_restarted",
    "stream_reset_slow",
    "stream_reset_shutdown",
    "stream_reset_unknown",
)
def stream_reset(run):
    reasons = []
    with run.client() as client:
        follow_until(
            run,
            client,
            lambda board, world: world["done"] and version_of(board) >= world["version"] and any(reasons),
            lambda board: reasons.append(board.reset),
        )
    expected = run.scenario.key.replace("stream_reset_", "").replace("unknown", "solar_flare")
    equal([reason for reason in reasons if reason], [expected], "reasons")
    if expected == "shutdown":
        equal([one["last_event_id"] is not None for one in run.scenario.seen(STREAM)], [False, True])


@check("stream_key_revoked", "stream_allowance_spent", "stream_allowance_spent_on_resume")
def stream_ends(run):
    boards = []
    on_resume = run.scenario.key.endswith("on_resume")

    def read(client):
        with client.odds.stream(sports=[NBA, NHL]) as stream:
            for board in stream:
                boards.append(board)

    error = fails(run, 2 if on_resume else 1, read)
    assert error.request_id and len(boards) >= 2, boards


@check("stream_huge_event")
def stream_huge_event(run):
    result = in_own_process(run, "follow_huge.py")
    assert result["grown_mb"] < 40 and result["version"] >= 20, result
    opened = run.scenario.seen(STREAM)
    assert len(opened) >= 2 and opened[1]["last_event_id"] is not None, opened


@check("stream_plan_required", "stream_not_found")
def stream_falls_back(run):
    sources = []
    with run.client() as client:
        follow_until(
            run,
            client,
            lambda board, world: len(sources) >= 5,
            lambda board: sources.append(board.source),
            poll_every=0.01,
        )
    equal(set(sources), {"changes"})
    assert run.scenario.seen(CHANGES)[1]["query"]["since"]
    run.scenario.reset()
    with run.client() as client, client.odds.stream(sports=[NBA], falls_back=False) as boards:
        try:
            next(iter(boards))
            raise AssertionError("no error was raised")
        except OddskeeperError as error:
            equal(error.code, {"stream_not_found": "NOT_FOUND"}.get(run.scenario.key, "PLAN_REQUIRED"))


@check("stream_too_many", "stream_500_once")
def stream_opens_later(run):
    with run.client() as client:
        follow_until(run, client, lambda board, world: world["version"] >= 20)
    opened = run.scenario.seen(STREAM)
    equal(len(opened), 2, "connections")
    if run.scenario.key == "stream_too_many":
        assert opened[1]["at_ms"] - opened[0]["at_ms"] >= 1000
