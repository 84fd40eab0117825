"""Entering a match: one thread at a time, and what an exception left half done is undone first.

A public method of a match is a *door*. Whoever goes through it stands in a line, and the first one
is in. Another thread waits for its turn. So an answer that comes too late finds its decision closed
and is refused, as it would be without threads. What a door does may go through other doors. Only
who comes back in the midst of an answer, as a signal handler can, gets `Occupied`: to wait would
last for ever.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from types import FrameType
from typing import TYPE_CHECKING, Concatenate, Final, Generic, ParamSpec, TypeVar, overload

from deckmastor.record.errors import Occupied

if TYPE_CHECKING:
    from deckmastor.match import Match

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

NAP: Final = 0.0002  # seconds between two looks at the line
MIDWAY = "This match is in the midst of an answer: ask it when the answer is done."


def door(method: Callable[Concatenate[Match, P], T]) -> Callable[Concatenate[Match, P], T]:
    """A method that one thread at a time can be in.

    Joining the line and leaving it are one call each, so that no interrupt comes between.
    """

    @wraps(method)
    def entered(match: Match, /, *args: P.args, **kwargs: P.kwargs) -> T:
        here = sys._getframe()
        line = match.inside
        try:
            line.append(here)
            if line[0] is not here:
                _wait(match, here)
            elif match.halfway is not None:
                match.recover()  # an exception came while another one was being undone
            return method(match, *args, **kwargs)
        finally:
            if here in line:  # unless an exception came before it could join
                line.remove(here)

    return entered


class once(Generic[S, T]):
    """A property of a decision that is looked up once: `functools.cached_property` without a lock.

    Up to Python 3.11 that one has a lock for all instances. Whoever held it would wait for a match,
    while somebody in that match waited for the lock.
    """

    def __init__(self, look: Callable[[S], T]) -> None:
        self.look = look
        self.name = look.__name__
        self.__doc__ = look.__doc__

    @overload
    def __get__(self, thing: None, kind: type[S]) -> once[S, T]: ...

    @overload
    def __get__(self, thing: S, kind: type[S]) -> T: ...

    def __get__(self, thing: S | None, kind: type[S]) -> T | once[S, T]:
        if thing is None:
            return self
        found = thing.__dict__[self.name] = self.look(thing)
        return found


def _wait(match: Match, here: FrameType) -> None:
    """Wait for one's turn, unless whoever is in has called."""
    line = match.inside
    while (first := line[0]) is not here:
        if _calls(first, here):
            if match.halfway is not None:
                raise Occupied(MIDWAY)
            return
        if _finished(first):
            with suppress(ValueError):  # another thread has found it too
                line.remove(first)
        else:
            time.sleep(NAP)
    if match.halfway is not None:
        match.recover()


def _calls(outer: FrameType, inner: FrameType) -> bool:
    """Whether one frame has called another, directly or not."""
    frame = inner.f_back
    while frame is not None and frame is not outer:
        frame = frame.f_back
    return frame is not None


def _finished(frame: FrameType) -> bool:
    """Whether a frame runs no more: an exception came before it could say that it leaves."""
    try:
        frame.clear()
    except RuntimeError:  # it is executing
        return False
    return True
