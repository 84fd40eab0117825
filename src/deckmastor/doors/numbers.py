"""Numbers from outside: whole, within what a save and a clock can hold."""

from __future__ import annotations

from deckmastor.doors.texts import Error, Unfit, shown

WIDEST = 1 << 256  # seeds are the widest numbers
EARLIEST = -(1 << 35)  # the year 881, in seconds of UTC
LATEST = 1 << 37  # the year 6325: months and deadlines can still be counted on
DIGITS = 18  # of a number that is typed


def whole(
    told: object, what: str, error: Error = Unfit, least: int = -WIDEST, most: int = WIDEST
) -> int:
    """A whole number within bounds; `what` is its name in a message, such as `The seed`."""
    if type(told) is not int:
        raise error(f"{what} is a whole number, not {shown(told)}.")
    if not least <= told <= most:
        raise error(f"{what} is out of range: {shown(told)}.")
    return told


def number(told: object, what: str, error: Error = Unfit) -> int:
    """A whole number of 64 bits."""
    return whole(told, what, error, -(1 << 63), (1 << 63) - 1)


def clock(told: object, what: str, error: Error = Unfit) -> int:
    """A time in seconds of UTC that a calendar reaches."""
    return whole(told, what, error, EARLIEST, LATEST)


def digits(told: str, otherwise: int = 0) -> int:
    """The number that a typed word is; another number if it is none, or has too many digits."""
    if not told.isdecimal() or not told.isascii():
        return otherwise
    short = told.lstrip("0") or "0"
    return int(short) if len(short) <= DIGITS else 10**DIGITS
