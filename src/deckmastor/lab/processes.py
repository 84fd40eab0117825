"""Other processes: how many are worth having, which build they run, what they do not hear."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from deckmastor.engine.builds import SWITCH


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def deaf() -> Iterator[None]:
    """Processes begun here hear no interrupt: it is for the one that shares out the work."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


@contextmanager
def on_source() -> Iterator[None]:
    """Processes begun here run the source of the engine, not what is compiled."""
    usual = os.environ.get(SWITCH)
    os.environ[SWITCH] = "1"
    try:
        yield
    finally:
        if usual is None:
            del os.environ[SWITCH]
        else:
            os.environ[SWITCH] = usual
