"""Starts the fault server, and asks it what it has seen."""

import json
import os
import subprocess
import urllib.parse
import urllib.request
from pathlib import Path

FAULTS = Path(__file__).resolve().parents[2] / "faults"
KEY = "ok_test_secret0000000000000000000000"
NBA, NHL = "basketball_nba", "icehockey_nhl"


class FaultServer:
    """One server process. It ends with its standard input, so it cannot outlive the tests."""

    def __init__(self):
        self._process = subprocess.Popen(
            ["node", str(FAULTS / "server.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "FAULTS_EXIT_WITH_STDIN": "1"},
        )
        self.url = json.loads(self._process.stdout.readline())["url"]

    def scenario(self, key):
        return Scenario(self.url, key)

    def stop(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


class Scenario:
    """One scenario of the server, and the control requests about it."""

    def __init__(self, url, key):
        self.key = key
        self.base_url = f"{url}/{key}"

    def _control(self, path, method="GET", **query):
        text = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None})
        request = urllib.request.Request(f"{self.base_url}/{path}?{text}", method=method)
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    def reset(self, **options):
        self._control("reset", "POST", **options)

    def seen(self, path=None):
        return [one for one in self._control("seen") if path is None or one["path"] == path]

    def world(self):
        return self._control("world")

    def board(self, cursor=None, sports=(NBA, NHL), **query):
        return self._control("board", cursor=cursor, sports=",".join(sports), **query)
