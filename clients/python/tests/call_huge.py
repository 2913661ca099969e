"""Calls a scenario whose body is huge. Prints the error's code, and by how much the process grew."""

import asyncio
import json
import resource
import sys

from oddskeeper import Oddskeeper, OddskeeperError

kind, base_url = sys.argv[1:3]
options = {"api_key": "ok_test_key", "base_url": base_url, "max_response_bytes": 8 * 1024 * 1024}


def call_sync():
    with Oddskeeper(**options) as client:
        client.odds.list(sport="basketball_nba")


async def call_async():
    from oddskeeper.aio import AsyncOddskeeper

    async with AsyncOddskeeper(**options) as client:
        await client.odds.list(sport="basketball_nba")


if kind == "async":
    import oddskeeper.aio  # noqa: F401  so that its memory does not count as growth

before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    call_sync() if kind == "sync" else asyncio.run(call_async())
    code = None
except OddskeeperError as error:
    code = error.code
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"code": code, "grown_mb": (after - before) // 1024}))
