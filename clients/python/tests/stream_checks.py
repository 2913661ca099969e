"""What each scenario of the fault table expects of a stream. The functions raise AssertionError if it is not so."""

import re

from oddskeeper import OddskeeperError

from .fault_checks import check, equal, fails, in_own_process
from .fault_server import NBA, NHL

STREAM = "/v1/odds/stream"
CHANGES = "/v1/odds/changes"


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
    run.scenario.reset(cuts=1000)
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
        follow_until(run, client, lambda board, world: world["version"] >= 20, heartbeat_timeout=5.0)
    opened = run.scenario.seen(STREAM)
    assert len(opened) >= 2 and opened[1]["last_event_id"] is not None, opened


@check(
    "stream_reset_too_old",
    "stream_reset_restarted",
    "stream_reset_slow",
    "stream_reset_shutdown",
    "stream_reset_unknown",
    "stream_reset_cut",
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
    equal([reason for reason in reasons if reason], [run.row["reason"]], "reasons")
    cursors = [one["last_event_id"] for one in run.scenario.seen(STREAM)]
    if run.scenario.key == "stream_reset_shutdown":
        assert len(cursors) == 2 and re.search(r"\.\d+$", cursors[1]), cursors
    if run.scenario.key == "stream_reset_cut":
        equal(cursors, [None, None], "cursors")


@check("stream_wrong_shape")
def stream_wrong_shape(run):
    with run.client() as client:
        follow_until(run, client, lambda board, world: world["version"] >= 50)
    cursors = [one["last_event_id"] for one in run.scenario.seen(STREAM)]
    assert len(cursors) == 6 and None not in cursors[1:], cursors


@check("stream_late_book")
def stream_late_book(run):
    with run.client() as client, client.odds.stream(sports=[NBA, NHL]) as boards:
        for event, board in boards.steps():
            if event.name == "heartbeat":
                equal([event.id, board and board.late], [boards.cursor, ["northline"]])
                return


@check("stream_not_found_on_resume")
def stream_not_found_on_resume(run):
    with run.client() as client:
        follow_until(run, client, lambda board, world: world["version"] >= 20)
    seen = run.scenario.seen()
    equal([one["path"] for one in seen], [STREAM] * 4, "paths")
    assert all(one["last_event_id"] for one in seen[1:]), seen


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
