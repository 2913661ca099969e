"""Parts of the client that the table of faults cannot show one by one."""

import importlib.util
import os
import pickle
import random
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import typing
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

import oddskeeper.types
from oddskeeper import COLUMNS, Oddskeeper, OddskeeperError, to_frame, to_rows
from oddskeeper._cache import ConditionalCache
from oddskeeper._events import EventParser
from oddskeeper._exchange import build_target, read_retry_after
from oddskeeper._shared import call_of_path

from .fault_server import KEY, NBA, FaultServer

README = Path(__file__).resolve().parents[1] / "README.md"
HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_HTTPX = importlib.util.find_spec("httpx") is not None

FIXTURE = {
    "id": "f1",
    "sport_key": NBA,
    "commence_time": "2026-12-01T18:00:00Z",
    "home_team": "A",
    "away_team": "B",
}
MARKET = {
    "key": "spreads",
    "last_update": None,
    "outcomes": [
        {"name": "A", "price": -110, "point": -3.5, "size": {"kind": "contracts", "amount": 5}},
        {"name": "B", "price": 105, "point": 3.5},
    ],
}
ODDS = {
    **FIXTURE,
    "bookmakers": [{"key": "b1", "title": "B1", "last_update": None, "markets": [MARKET]}],
    "unmatched_bookmakers": [],
}
PROPS = {
    **FIXTURE,
    "props": [
        {
            "bookmaker": {"key": "b1", "title": "B1", "last_update": "2026-12-01T17:00:00Z"},
            "player": "P",
            "stat": "player_points",
            "point": 21.5,
            "outcomes": [{"name": "Over", "price": 1.9}],
        }
    ],
}
SERIES = {
    **FIXTURE,
    "bookmakers": [
        {
            "key": "b1",
            "title": "B1",
            "markets": [
                {
                    "key": "h2h",
                    "movement": "recorded",
                    "points": [
                        {"recorded_at": "2026-11-30T00:00:00Z", "outcomes": [{"name": "A", "price": 1.8}]},
                        {"recorded_at": "2026-11-30T01:00:00Z", "outcomes": [{"name": "A", "price": 1.7}]},
                    ],
                },
                {"key": "totals", "movement": "not_recorded", "points": []},
            ],
        }
    ],
}


class Requests(unittest.TestCase):
    def test_a_path_is_encoded_and_lists_are_joined(self):
        target = build_target(
            "/v1/{sport}/{id}",
            {"sport": "a/b", "id": "é?"},
            {
                "markets": ["x", "y"],
                "t": datetime(2026, 1, 2, 3, 4, 5, tzinfo=timezone(timedelta(hours=2))),
                "n": None,
                "b": True,
            },
        )
        self.assertEqual(target, "/v1/a%2Fb/%C3%A9%3F?markets=x,y&t=2026-01-02T01%3A04%3A05Z&b=true")

    def test_values_that_would_ask_for_something_else_are_refused(self):
        for query in ({"markets": []}, {"markets": ["a,b"]}, {"t": datetime(2026, 1, 1)}):
            with self.assertRaises(ValueError):
                build_target("/v1", {}, query)
        for part in ("", ".", ".."):
            with self.assertRaises(ValueError):
                build_target("/v1/{id}", {"id": part}, {})

    def test_the_key_is_in_no_text_of_the_client_and_a_key_that_no_header_takes_is_refused(self):
        client = Oddskeeper(api_key=KEY, base_url="http://127.0.0.1:9")
        self.assertNotIn(KEY, repr(client) + repr(client._settings) + str(vars(client)))
        for key in ("ok_live_\r\nX: 1", "ok_live_é"):
            with self.assertRaises(ValueError) as caught:
                Oddskeeper(api_key=key)
            self.assertNotIn(key, str(caught.exception))

    def test_a_request_of_any_path_sends_its_query_and_its_body(self):
        call = call_of_path("put", "/v1/new", {"sports": ["a", "b"]}, None, {"label": "x", "note": None})
        self.assertEqual(
            (call.method, call.target, call.body),
            ("PUT", "/v1/new?sports=a,b", b'{"label": "x", "note": null}'),
        )
        self.assertIsNone(call_of_path("DELETE", "/v1/new", None, None, None).body)
        for method in ("GET", "HEAD"):
            with self.assertRaises(ValueError):
                call_of_path(method, "/v1/new", None, None, {"label": "x"})

    def test_an_address_with_a_user_a_query_or_another_scheme_is_refused(self):
        for url in ("https://user:pass@host", "https://host?x=1", "ftp://host", "host", "https://host:port"):
            with self.assertRaises(ValueError):
                Oddskeeper(api_key="k", base_url=url)

    def test_an_address_may_end_in_a_slash_or_in_v1(self):
        for end in ("", "/", "/v1", "/v1/"):
            client = Oddskeeper(api_key="k", base_url=f"https://host/odds{end}")
            self.assertEqual(client._settings.base_url.geturl(), "https://host/odds")

    def test_a_call_without_its_credential_fails_before_anything_is_sent(self):
        environment = {name: os.environ.pop(name) for name in ("ODDSKEEPER_KEY",) if name in os.environ}
        try:
            client = Oddskeeper(base_url="http://127.0.0.1:9")
            for call, code in ((client.sports.list, "MISSING_KEY"), (client.keys.list, "MISSING_SESSION")):
                with self.assertRaises(OddskeeperError) as caught:
                    call()
                self.assertEqual(caught.exception.code, code)
        finally:
            os.environ.update(environment)

    def test_a_closed_client_says_so(self):
        client = Oddskeeper(api_key="k", base_url="http://127.0.0.1:9")
        client.close()
        with self.assertRaises(OddskeeperError) as caught:
            client.sports.list()
        self.assertEqual(caught.exception.code, "ABORTED")

    def test_an_error_survives_pickling_with_all_its_fields(self):
        error = OddskeeperError(
            "SPEED_LIMIT", "slow down", status=429, request_id="r", retry_after_seconds=2.0
        )
        copy = pickle.loads(pickle.dumps(error))
        self.assertEqual(
            (copy.code, copy.status, copy.request_id, copy.retry_after_seconds, str(copy)),
            ("SPEED_LIMIT", 429, "r", 2.0, str(error)),
        )

    def test_a_client_that_nobody_closes_leaves_no_warning(self):
        server = FaultServer()
        code = "from oddskeeper import Oddskeeper\nfor _ in range(3):\n    client = Oddskeeper()\n    client.sports.list()"
        environment = {**os.environ, "ODDSKEEPER_KEY": KEY, "PYTHONPATH": str(README.parent / "src")}
        environment["ODDSKEEPER_URL"] = f"{server.url}/ok"
        command = [sys.executable, "-W", "always", "-c", code]
        finished = subprocess.run(command, env=environment, capture_output=True, text=True)
        server.stop()
        self.assertEqual((finished.returncode, finished.stdout, finished.stderr), (0, "", ""))

    def test_retry_after_is_read_as_seconds_and_as_a_date_by_the_servers_own_clock(self):
        self.assertEqual(read_retry_after({"retry-after": "3"}), 3.0)
        dates = {"date": "Wed, 25 Nov 2026 00:00:00 GMT", "retry-after": "Wed, 25 Nov 2026 00:00:07 GMT"}
        self.assertEqual(read_retry_after(dates), 7.0)
        for headers in ({}, {"retry-after": "soon"}, {"retry-after": dates["retry-after"]}):
            self.assertIsNone(read_retry_after(headers))


class Cache(unittest.TestCase):
    def test_the_cache_never_holds_more_than_its_limit_and_forgets_the_oldest_first(self):
        cache = ConditionalCache(1000)
        chance = random.Random(1)
        for number in range(2000):
            cache.put(f"/{chance.randrange(40)}", '"e"', b"x" * chance.randrange(400))
            self.assertLessEqual(cache.size_bytes, 1000)
            cache.get(f"/{chance.randrange(40)}")
        held = {url: cache.get(url) for url in (f"/{n}" for n in range(40))}
        self.assertEqual(
            cache.size_bytes, sum(len(url) + 3 + len(entry[1]) for url, entry in held.items() if entry)
        )
        cache.put("/large", '"e"', b"x" * 2000)
        self.assertIsNone(cache.get("/large"))


class Events(unittest.TestCase):
    def test_events_are_the_same_wherever_the_bytes_are_cut(self):
        text = '\ufeff: hello\r\nid: 1\r\nevent: a\ndata: {"x":\ndata:"é"}\n\nretry: 250\rid: 2\rdata: [1]\r\r\nevent: empty\n\ndata: last'.encode()
        whole = EventParser(1000).feed(text)
        self.assertEqual(
            [(one.name, one.data, one.id) for one in whole], [("a", {"x": "é"}, "1"), ("message", [1], "2")]
        )
        for cut in range(len(text) + 1):
            parser = EventParser(1000)
            self.assertEqual(parser.feed(text[:cut]) + parser.feed(text[cut:]), whole, cut)
        parser = EventParser(1000)
        self.assertEqual([event for byte in text for event in parser.feed(bytes([byte]))], whole)
        self.assertEqual(parser.retry_seconds, 0.25)

    def test_comments_are_no_sign_of_life_and_a_line_without_end_is_refused(self):
        parser = EventParser(100)
        parser.feed(b": still here\n\n")
        self.assertEqual(parser.bytes_of_events, 0)
        with self.assertRaises(OddskeeperError) as caught:
            parser.feed(b"data: " + b"x" * 200)
        self.assertEqual(caught.exception.code, "RESPONSE_TOO_LARGE")


class Frames(unittest.TestCase):
    def test_odds_props_and_series_become_one_row_per_outcome(self):
        rows = to_rows([ODDS, PROPS, SERIES])
        self.assertEqual([set(row) for row in rows], [set(COLUMNS)] * 5)
        self.assertEqual(
            [(row["market"], row["name"], row["point"], row["price"], row["time"]) for row in rows],
            [
                ("spreads", "A", -3.5, -110, None),
                ("spreads", "B", 3.5, 105, None),
                ("player_points", "Over", 21.5, 1.9, "2026-12-01T17:00:00Z"),
                ("h2h", "A", None, 1.8, "2026-11-30T00:00:00Z"),
                ("h2h", "A", None, 1.7, "2026-11-30T01:00:00Z"),
            ],
        )
        self.assertEqual(
            (rows[0]["size_kind"], rows[0]["size_amount"], rows[2]["description"]), ("contracts", 5, "P")
        )

    @unittest.skipUnless(HAS_PANDAS, "skipped: pandas is not installed")
    def test_a_pandas_frame_has_utc_times_and_numbers_for_both_formats_of_times_and_for_nothing(self):
        for fixtures in ([ODDS, SERIES], [{**ODDS, "commence_time": 1796148000}], []):
            frame = to_frame(fixtures, "pandas")
            self.assertEqual(list(frame.columns), list(COLUMNS))
            self.assertEqual(str(frame["commence_time"].dtype), "datetime64[ns, UTC]")
            self.assertEqual(str(frame["time"].dtype), "datetime64[ns, UTC]")
        self.assertEqual(
            to_frame(ODDS, "pandas")["commence_time"][0].isoformat(), "2026-12-01T18:00:00+00:00"
        )


class Samples(unittest.TestCase):
    @unittest.skipUnless(HAS_PANDAS and HAS_HTTPX, "skipped: pandas or httpx is not installed")
    def test_every_sample_of_the_readme_runs_as_written(self):
        samples = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.S)
        self.assertGreaterEqual(len(samples), 7)
        self.assertLessEqual(len([line for line in samples[0].splitlines() if line]), 5)
        server = FaultServer()
        # The samples run side by side. A stream would change the prices, until the sport has no fixture left.
        server.scenario("ok").reset(changes=0)
        environment = {**os.environ, "PYTHONPATH": str(README.parent / "src")}
        environment.setdefault("ODDSKEEPER_KEY", KEY)
        # A test of the service itself passes its address and runs the same samples there.
        environment.setdefault("ODDSKEEPER_URL", f"{server.url}/ok")
        started = [
            subprocess.Popen(
                [sys.executable, "-W", "error", "-c", sample],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for sample in samples
        ]
        outcomes = [(*one.communicate(), one.returncode) for one in started]
        server.stop()
        for sample, (out, error, code) in zip(samples, outcomes):
            self.assertEqual(code, 0, sample + error)
            # The fault server accepts every market, so the sample of errors prints nothing there.
            self.assertTrue(out or "except OddskeeperError" in sample, sample)


class Tunnel(unittest.TestCase):
    def test_a_proxy_of_the_environment_tunnels_https_and_never_sees_the_key(self):
        with tempfile.TemporaryDirectory() as folder:
            certificate, secret = f"{folder}/cert.pem", f"{folder}/key.pem"
            made = subprocess.run(
                [
                    "openssl",
                    "req",
                    "-x509",
                    "-newkey",
                    "rsa:2048",
                    "-nodes",
                    "-days",
                    "2",
                    "-subj",
                    "/CN=localhost",
                    "-addext",
                    "subjectAltName=DNS:localhost",
                    "-keyout",
                    secret,
                    "-out",
                    certificate,
                ],
                capture_output=True,
            )
            self.assertEqual(made.returncode, 0, made.stderr)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, secret)
            listener = socket.create_server(("127.0.0.1", 0))
            seen = {}

            def serve():
                # Proxy and service in one: the tunnel ends here.
                connection, _ = listener.accept()
                head = b""
                while b"\r\n\r\n" not in head:
                    head += connection.recv(1000)
                seen["proxy"] = head
                connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
                with context.wrap_socket(connection, server_side=True) as secure:
                    seen["service"] = secure.recv(10_000)
                    secure.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")

            thread = threading.Thread(target=serve)
            thread.start()
            address = f"http://user:pass@127.0.0.1:{listener.getsockname()[1]}"
            environment = {
                **os.environ,
                "HTTPS_PROXY": address,
                "SSL_CERT_FILE": certificate,
                "PYTHONPATH": str(README.parent / "src"),
                "NO_PROXY": "",
            }
            environment = {
                name: value
                for name, value in environment.items()
                if name.lower() not in ("https_proxy", "no_proxy") or name.isupper()
            }
            code = f"from oddskeeper import Oddskeeper\nprint(Oddskeeper(api_key={KEY!r}, base_url='https://localhost:8443').sports.list())"
            finished = subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True
            )
            thread.join()
            listener.close()
        self.assertEqual(finished.stdout, "[]\n", finished.stderr)
        self.assertTrue(seen["proxy"].startswith(b"CONNECT localhost:8443 HTTP/1.1\r\n"), seen["proxy"])
        self.assertNotIn(KEY.encode(), seen["proxy"])
        self.assertIn(b"X-API-Key: " + KEY.encode(), seen["service"])


class Types(unittest.TestCase):
    def test_the_shapes_of_events_are_one_for_each_event_of_a_stream(self):
        shapes = [typing.get_type_hints(types)["event"] for types in event_types()]
        names = [typing.get_args(shape)[0] for shape in shapes]
        self.assertEqual(
            names, ["open", "snapshot", "fixture", "checked", "gone", "heartbeat", "reset", "error"]
        )


def event_types():
    for reference in typing.get_args(oddskeeper.types.OddsStreamEvent):
        yield getattr(oddskeeper.types, reference.__forward_arg__)


if __name__ == "__main__":
    unittest.main()
