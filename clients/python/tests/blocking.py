"""Gives the async client the face of the sync client, so that both take the same tests."""

import asyncio
import inspect


class Blocking:
    """Wraps an object of `oddskeeper.aio`: what is awaited there returns at once here."""

    def __init__(self, inner, loop=None):
        self._inner = inner
        self._owns_loop = loop is None
        self._loop = loop or asyncio.new_event_loop()

    def _wrap(self, value):
        if inspect.isawaitable(value):
            return self._loop.run_until_complete(value)
        if inspect.isasyncgen(value):
            return _iterate(self._loop, value)
        if type(value).__module__.startswith("oddskeeper.aio"):
            return Blocking(value, self._loop)
        return value

    def __getattr__(self, name):
        value = getattr(self._inner, name)
        if not callable(value):
            return self._wrap(value)
        return lambda *args, **kwargs: self._wrap(value(*args, **kwargs))

    def __enter__(self):
        return self

    def __del__(self):
        # A test that fails leaves its loop behind.
        if self._owns_loop:
            self._loop.close()

    def __exit__(self, *_error):
        self._loop.run_until_complete(self._inner.close())
        if self._owns_loop:
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.close()

    def __iter__(self):
        return _iterate(self._loop, self._inner)


def _iterate(loop, items):
    iterator = items.__aiter__()
    while True:
        try:
            yield loop.run_until_complete(iterator.__anext__())
        except StopAsyncIteration:
            return
