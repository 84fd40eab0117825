"""Time as a State knows it: seconds of UTC that arrive as ticks, and their calendar."""

from __future__ import annotations

from deckmastor.engine.state import CLOCK, Record, State
from deckmastor.engine.values import Expr

DAY = 86400
WEEK = 7 * DAY
MONDAY = 4 * DAY  # 1 January 1970 was a Thursday; the first Monday came four days later


def start_of(span: str, now: int) -> int:
    """The first instant of the calendar span that an instant falls into."""
    if span == "week":
        return (now - MONDAY) // WEEK * WEEK + MONDAY
    if span in ("month", "year"):
        return _civil_start(now, span)
    length = {"minute": 60, "hour": 3600, "day": DAY}[span]
    return now // length * length


def _civil_start(now: int, span: str) -> int:
    year, month, _ = civil(now // DAY)
    return days(year, month if span == "month" else 1, 1) * DAY


def civil(day: int) -> tuple[int, int, int]:
    """Year, month and day of a day counted from 1970, in the Gregorian calendar."""
    z = day + 719468
    era = z // 146097
    doe = z - era * 146097
    yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
    doy = doe - (365 * yoe + yoe // 4 - yoe // 100)
    mp = (5 * doy + 2) // 153
    month = mp + 3 if mp < 10 else mp - 9
    return (yoe + era * 400 + (1 if month <= 2 else 0), month, doy - (153 * mp + 2) // 5 + 1)


def days(year: int, month: int, day: int) -> int:
    """The day counted from 1970 of a date in the Gregorian calendar."""
    y = year - (1 if month <= 2 else 0)
    era = y // 400
    yoe = y - era * 400
    doy = (153 * (month - 3 if month > 2 else month + 9) + 2) // 5 + day - 1
    doe = yoe * 365 + yoe // 4 - yoe // 100 + doy
    return era * 146097 + doe - 719468


class Since(Expr):
    """How many seconds have passed since a calendar span began."""

    __slots__ = ("span",)

    def __init__(self, span: str) -> None:
        self.span = span

    def ev(self, s: State, r: Record) -> int:
        now = s.v[CLOCK]
        return now - start_of(self.span, now)
