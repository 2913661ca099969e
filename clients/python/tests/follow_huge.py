"""Follows a stream that has one huge event, until 20 changes after it. Prints by how much the process grew."""

import asyncio
import json
import resource
import sys

from oddskeeper import Oddskeeper

kind, base_url = sys.argv[1:3]
options = {"api_key": "ok_test_key", "base_url": base_url, "max_response_bytes": 8 * 1024 * 1024}
SPORTS = ["basketball_nba", "icehockey_nhl"]


def version_of(board):
    return int(board.cursor.split(".")[1])


def follow_sync():
    with Oddskeeper(**options) as client, client.odds.stream(sports=SPORTS) as boards:
        return next(version_of(board) for board in boards if version_of(board) >= 20)


async def follow_async():
    from oddskeeper.aio import AsyncOddskeeper

    async with AsyncOddskeeper(**options) as client, client.odds.stream(sports=SPORTS) as boards:
        async for board in boards:
            if version_of(board) >= 20:
                return version_of(board)


if kind == "async":
    import oddskeeper.aio  # noqa: F401  so that its memory does not count as growth

before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
version = follow_sync() if kind == "sync" else asyncio.run(follow_async())
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"version": version, "grown_mb": (after - before) // 1024}))
