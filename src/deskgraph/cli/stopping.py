"""Ctrl-C and SIGTERM as an event, so that what is open is closed in order."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def on_signal(stop: Callable[[], None]) -> Iterator[None]:
    """While inside, call `stop` for each signal to end, instead of what the signal would do."""
    loop = asyncio.get_running_loop()
    before = {each: signal.getsignal(each) for each in _SIGNALS}
    for each in _SIGNALS:
        loop.add_signal_handler(each, stop)
    try:
        yield
    finally:
        for each in _SIGNALS:
            loop.remove_signal_handler(each)
            signal.signal(each, before[each])


@contextmanager
def stopping() -> Iterator[asyncio.Event]:
    """An event that is set by the first signal to end."""
    stopped = asyncio.Event()
    with on_signal(stopped.set):
        yield stopped
