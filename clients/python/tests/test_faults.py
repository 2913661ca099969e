"""Runs the table of faults against the sync and the async client."""

import importlib
import importlib.util
import json
import os
import traceback
import unittest
from concurrent.futures import ThreadPoolExecutor

from oddskeeper import Oddskeeper

from . import stream_checks  # noqa: F401  registers the checks of streams
from .blocking import Blocking
from .fault_checks import checks
from .fault_server import FAULTS, KEY, FaultServer

HAS_HTTPX = importlib.util.find_spec("httpx") is not None
if HAS_HTTPX:
    # Threads that import this at the same moment, as the tests below would, can get a half-initialized module.
    importlib.import_module("anyio._backends._asyncio")
TABLE = json.loads((FAULTS / "table.json").read_text("utf-8"))["scenarios"]


class Run:
    """One scenario for one client."""

    def __init__(self, server, row, kind):
        self.row = row
        self.kind = kind
        self.scenario = server.scenario(row["key"])
        self.has_pandas = importlib.util.find_spec("pandas") is not None

    def client(self, **options):
        options = {"api_key": KEY, "base_url": self.scenario.base_url, **options}
        if self.kind == "sync":
            return Oddskeeper(**options)
        from oddskeeper.aio import AsyncOddskeeper

        return Blocking(AsyncOddskeeper(**options))


def outcome_of(server, row, kind):
    function, options = checks[row["key"]]
    if kind not in options.get("kinds", (kind,)):
        return "not for " + kind
    try:
        function(Run(server, row, kind))
        return "ok"
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {os.path.basename(where.filename)}:{where.lineno}: {error}"[:2000]


class Faults(unittest.TestCase):
    maxDiff = None

    def run_table(self, kind):
        server = FaultServer()
        try:
            # Most scenarios wait for the client's own waits, so they run side by side.
            with ThreadPoolExecutor(16) as pool:
                outcomes = list(pool.map(lambda row: outcome_of(server, row, kind), TABLE))
        finally:
            server.stop()
        rows = [(row["key"], outcome) for row, outcome in zip(TABLE, outcomes)]
        path = os.environ.get("FAULT_RESULTS")
        if path:
            with open(path, "a", encoding="utf-8") as file:
                file.writelines(f"{kind:<6}{key:<36}{outcome}\n" for key, outcome in rows)
        self.assertEqual(
            [(key, outcome) for key, outcome in rows if outcome not in ("ok", f"not for {kind}")], []
        )

    def test_every_fault_of_the_table_has_a_check(self):
        self.assertEqual(sorted(row["key"] for row in TABLE), sorted(checks))

    def test_the_sync_client_is_right_in_every_fault_of_the_table(self):
        self.run_table("sync")

    @unittest.skipUnless(HAS_HTTPX, "httpx is not installed")
    def test_the_async_client_is_right_in_every_fault_of_the_table(self):
        self.run_table("async")


if __name__ == "__main__":
    unittest.main()
