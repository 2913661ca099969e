"""What a stream does after failures, and when it is closed."""

import asyncio
import importlib.util
import threading
import unittest
from unittest import mock

from oddskeeper import Oddskeeper, OddskeeperError

from .fault_server import KEY, NBA, FaultServer

HAS_HTTPX = importlib.util.find_spec("httpx") is not None
SNAPSHOT = b'event: snapshot\nid: 1\ndata: {"sport":"basketball_nba","fixtures":[]}\n\n'
RESET = b'event: reset\nid: none\ndata: {"reason":"too_old"}\n\n'
HEARTBEAT = b'event: heartbeat\nid: 2\ndata: {"as_of":"2026-11-22T18:00:00Z","cursor":"2"}\n\n'


class Failures(unittest.TestCase):
    def setUp(self):
        client = Oddskeeper(api_key=KEY, base_url="http://127.0.0.1:9", max_retries=2)
        self.follower = client.odds.stream(sports=[NBA])._follower

    def receive(self, text):
        self.follower.stream_call()
        self.follower.opened({"content-type": "text/event-stream"})
        list(self.follower.feed(text))

    def use_clock(self):
        """Stops the clock. The returned function lets seconds pass."""
        now = [1000.0]
        patched = mock.patch("time.monotonic", lambda: now[0])
        patched.start()
        self.addCleanup(patched.stop)

        def let_pass(seconds):
            now[0] += seconds

        return let_pass

    def fail_with(self, *codes):
        return [self.follower.failed(OddskeeperError(code, "a failure of the test")) for code in codes]

    def assert_ends_with(self, code):
        with self.assertRaises(OddskeeperError) as caught:
            self.fail_with(code)
        self.assertEqual(caught.exception.code, code)

    def test_a_stream_without_any_event_ends_after_its_retries(self):
        self.fail_with("CONNECTION_ERROR", "INVALID_RESPONSE")
        self.assert_ends_with("CONNECTION_ERROR")

    def test_a_stream_that_was_open_outlives_an_outage_with_fewer_unreadable_responses_than_retries(self):
        self.receive(SNAPSHOT)
        self.fail_with(*["CONNECTION_ERROR"] * 20, "INVALID_RESPONSE", "INVALID_RESPONSE", "TIMEOUT")
        self.assert_ends_with("INVALID_RESPONSE")

    def test_an_event_with_a_cursor_starts_the_count_of_unreadable_responses_anew(self):
        for _ in range(3):
            self.receive(SNAPSHOT)
            self.fail_with("INVALID_RESPONSE", "INVALID_RESPONSE")

    def test_a_stream_whose_proxy_holds_back_even_the_headers_polls_and_counts_failures_anew(self):
        self.fail_with("TIMEOUT", "TIMEOUT")
        self.assertTrue(self.follower.polling)
        self.fail_with("CONNECTION_ERROR", "CONNECTION_ERROR")
        self.assert_ends_with("CONNECTION_ERROR")

    def test_connections_that_break_early_are_opened_less_and_less_often_also_after_the_service_has_stated_a_wait(
        self,
    ):
        self.use_clock()
        waits = []
        for _ in range(8):
            self.receive(b"retry: 100\n" + SNAPSHOT)
            waits += self.fail_with("CONNECTION_ERROR")
        self.assertLessEqual(waits[0], 0.1)
        # Jitter takes at most half of 32 times the wait.
        self.assertGreaterEqual(min(waits[5:]), 1.6)

    def test_failures_count_until_a_board_is_complete_up_to_a_cursor_whatever_ids_other_events_have(self):
        let_pass = self.use_clock()
        waits = []
        for _ in range(8):
            self.receive(RESET + HEARTBEAT + SNAPSHOT.replace(b"id: 1\n", b""))
            # The connection lives long enough not to count as short.
            let_pass(15)
            waits += self.fail_with("CONNECTION_ERROR")
        # Jitter takes at most half of 30 seconds.
        self.assertGreaterEqual(min(waits[5:]), 15.0)

    def test_attempts_that_fail_at_once_keep_openings_rare_however_long_ago_a_stream_opened(self):
        let_pass = self.use_clock()
        for _ in range(6):
            self.receive(SNAPSHOT)
            self.fail_with("CONNECTION_ERROR")
        let_pass(3600)
        self.follower.stream_call()
        self.fail_with("CONNECTION_ERROR")
        self.receive(SNAPSHOT)
        self.assertGreaterEqual(self.fail_with("CONNECTION_ERROR")[0], 15.0)

    def test_a_connection_that_ends_early_counts_also_if_the_service_says_when_to_come_back(self):
        self.use_clock()
        for _ in range(6):
            self.receive(SNAPSHOT)
            self.follower.failed(
                OddskeeperError("SPEED_LIMIT", "slow down", status=429, retry_after_seconds=0.0)
            )
        self.receive(SNAPSHOT)
        self.assertGreaterEqual(self.fail_with("CONNECTION_ERROR")[0], 15.0)

    def test_a_wait_that_the_service_states_before_an_error_is_kept(self):
        self.receive(SNAPSHOT)
        with self.assertRaises(OddskeeperError) as caught:
            self.receive(b'retry: 120000\nevent: error\ndata: {"code":"UNAVAILABLE"}\n\n')
        self.assertGreaterEqual(self.follower.failed(caught.exception), 60.0)

    def test_a_wait_that_the_service_asks_for_is_not_cut_to_the_clients_own_longest_wait(self):
        self.receive(b"retry: 120000\n" + SNAPSHOT)
        # The jitter takes at most half.
        self.assertGreaterEqual(self.fail_with("CONNECTION_ERROR")[0], 60.0)


class Parameters(unittest.TestCase):
    def test_sports_may_be_a_list_or_a_text_with_commas(self):
        client = Oddskeeper(api_key=KEY, base_url="http://127.0.0.1:9")
        for sports in (["a", "b"], "a,b"):
            call = client.odds.stream(sports=sports)._follower.stream_call()
            self.assertEqual(call.target, "/v1/odds/stream?sports=a,b")


class Closing(unittest.TestCase):
    def setUp(self):
        self.server = FaultServer()
        self.addCleanup(self.server.stop)

    def test_closing_a_stream_from_another_thread_ends_the_loop_over_it(self):
        client = Oddskeeper(api_key=KEY, base_url=self.server.scenario("stream_half_open").base_url)
        with client.odds.stream(sports=[NBA]) as boards:
            next(iter(boards))
            closer = threading.Timer(0.1, boards.close)
            closer.start()
            self.assertEqual(list(boards), [])
            closer.join()
        client.close()

    @unittest.skipUnless(HAS_HTTPX, "skipped: httpx is not installed")
    def test_an_async_stream_has_closed_its_connection_when_close_returns(self):
        from oddskeeper.aio import AsyncOddskeeper

        responses = []

        async def follow():
            async with AsyncOddskeeper(api_key=KEY, base_url=self.server.scenario("ok").base_url) as client:
                open_response = client._transport.open

                async def remember(call):
                    responses.append(await open_response(call))
                    return responses[-1]

                client._transport.open = remember
                async with client.odds.stream(sports=[NBA]) as boards:
                    await boards.__anext__()
                return [one.is_closed for one in responses]

        self.assertEqual(asyncio.run(follow()), [True])


if __name__ == "__main__":
    unittest.main()
