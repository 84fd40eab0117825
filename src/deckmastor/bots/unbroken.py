"""An interrupt that waits: the compiled engine must not be stopped in the middle of its work.

A key that interrupts raises an exception wherever the program is. Compiled arithmetic takes any
exception for a lack of memory, and ends the process.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from deckmastor.engine import COMPILED


@contextmanager
def unbroken() -> Iterator[None]:
    """What is done here is done to its end; an interrupt that came meanwhile is raised then."""
    usual = signal.getsignal(signal.SIGINT)
    alone = threading.current_thread() is threading.main_thread()
    if not COMPILED or not alone or usual in (None, signal.SIG_IGN, signal.SIG_DFL):
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if heard:
        raise KeyboardInterrupt
