"""Forks after a first call, while another thread uses the client. Parent and child then call at the same time."""

import json
import os
import sys
import threading

from oddskeeper import Oddskeeper

client = Oddskeeper(api_key="ok_test_key", base_url=sys.argv[2])
client.sports.list()
stream = client.odds.stream(sports=["basketball_nba"])
next(stream)
stop = threading.Event()


def keep_busy():
    # Holds the client's locks at random moments, as threads of real programs do when a process forks.
    while not stop.is_set():
        client.sports.list()


thread = threading.Thread(target=keep_busy)
thread.start()
reading, writing = os.pipe()
child = os.fork()
if child == 0:
    try:
        for _ in range(20):
            books = client.bookmakers.list()
            assert books[0]["title"] == "Northline", books
        try:
            next(stream)
            text = "the child read the parent's stream"
        except Exception as error:
            text = "ok" if getattr(error, "code", "") == "ABORTED" else repr(error)
        stream.close()
    except BaseException as error:
        text = repr(error)
    os.write(writing, text.encode())
    os._exit(0)
for _ in range(20):
    markets = client.markets.list()
    assert markets[0]["family"] == "h2h", markets
os.waitpid(child, 0)
next(stream)
stop.set()
thread.join()
stream.close()
print(json.dumps({"parent": "ok", "child": os.read(reading, 1000).decode()}))
