"""The calendar: days, weeks with their phases, months and years, in seconds of UTC."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE
from deckmastor.engine.state.layout import CLOCK, DAYS, MONTHS, PERIODS, WEEKS
from deckmastor.engine.state.state import Record, State

DAY: Final = 86400
WEEK: Final = 7 * DAY
MONDAY: Final = 4 * DAY  # 1 January 1970 was a Thursday; the first Monday came four days later
DAYS_OF_WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LENGTHS = {"minute": 60, "hour": 3600, "day": DAY, "week": WEEK}


class Calendar:
    """The spans of the calendar: weeks with their first day and phases, months, years."""

    def __init__(self) -> None:
        self.first = 0  # the first day of the week, from Monday
        self.phases: list[str] = []  # the phases of a week
        self.today: list[int] = [NONE] * 7  # the phase of each day, from Monday
        self.heard: set[str] = set()  # the spans whose edges some sentence waits for

    def start(self, span: str, now: int) -> int:
        """The first instant of the span that contains an instant."""
        if span == "phase":
            return self._phase(now, -1)
        if span == "week":
            offset = MONDAY + self.first * DAY
            return (now - offset) // WEEK * WEEK + offset
        return start_of(span, now)

    def after(self, span: str, now: int) -> int:
        """The first instant of the span after the one that contains an instant."""
        if span == "phase":
            return self._phase(now, 1)
        if span in ("month", "year"):
            year, month, _ = civil(now // DAY)
            if span == "year":
                return days(year + 1, 1, 1) * DAY
            return days(year + month // 12, month % 12 + 1, 1) * DAY
        return self.start(span, now) + LENGTHS[span]

    def phase(self, now: int) -> int:
        """The phase of the week at an instant, by index; NONE if it has none."""
        return self.today[(now - MONDAY) // DAY % 7]

    def _phase(self, now: int, way: int) -> int:
        mine = self.phase(now)
        day = now // DAY * DAY
        for _ in range(7):
            if self.phase(day + way * DAY) != mine:
                break
            day += way * DAY
        return day if way < 0 else day + DAY

    def set(self, s: State, now: int) -> None:
        """Set the clock to an instant, and the counts of days, weeks, months and phases."""
        v = s.v
        v[CLOCK] = now
        v[DAYS] = now // DAY
        v[WEEKS] = self.start("week", now) // DAY
        v[MONTHS] = start_of("month", now) // DAY
        v[PERIODS] = self.start("phase", now) // DAY if self.phases else 0


def start_of(span: str, now: int) -> int:
    """The first instant of the calendar span that contains an instant; weeks begin on Monday."""
    if span == "week":
        return (now - MONDAY) // WEEK * WEEK + MONDAY
    if span in ("month", "year"):
        return _civil_start(now, span)
    return now // LENGTHS[span] * LENGTHS[span]


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


class IsDay(Expr):
    """True if it is a certain day of the week, counted from Monday."""

    def __init__(self, day: int) -> None:
        self.day = day

    def ev(self, s: State, r: Record) -> int:
        return 1 if (s.v[CLOCK] - MONDAY) // DAY % 7 == self.day else 0


SECONDS = {
    "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "month": 2592000, "year": 31536000,
}  # fmt: skip
