"""Numbers that name things: their types, and how frames, options and ranges are coded as ints.

A State names nothing by reference. A card is a `Thing`, its place a `Place`, who acts a `Seat`.
Example: `s.where[thing]` is the `Place` of a `Thing`, or NONE.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Thing: TypeAlias = int  # a person, a card, or whatever else there is; persons come first
Seat: TypeAlias = int  # a player; also the number of that player as a Thing
Place: TypeAlias = int  # a hand, the deck
Species: TypeAlias = int  # a row of a table, of which things are copies
Word: TypeAlias = int  # a word of the book, from `Schema.word`
Slot: TypeAlias = int  # the index of a label in a record
NONE: Final = -1  # no thing, no place
UNBOUND: Final = -(1 << 60)  # a label without a value
BLANK: Final[Any] = UNBOUND  # the same as one object: storing it makes no int
NOTHING: Final = UNBOUND + 2  # no number: an empty cell; -1 is a number like any other
MANY: Final = UNBOUND + 1  # a label whose values are in `sets`
SHIFT: Final = 16  # in the head of a frame: the block is above this bit
LOW: Final = (1 << SHIFT) - 1  # and the instruction is below it
PASSING: Final = 0  # the option to pass
OBJECT_BITS: Final = 24  # of any other option: its object, counted from 1; the offer is above them
OBJECT: Final = (1 << OBJECT_BITS) - 1
AS_OBJECT: Final = -(1 << 40)  # a place as the object of an act is coded below this number


def as_object(place: Place) -> int:
    """The code of a place as the object of an act whose objects can be things too."""
    return AS_OBJECT - place


def told_object(value: int) -> int:
    """The object of an act as it is told: the number of a place in the stead of its code."""
    return AS_OBJECT - value if is_place_object(value) else value


def is_place_object(value: int) -> bool:
    """True if the object of an act is the code of a place."""
    return NOTHING < value <= AS_OBJECT


def frame(block: int, pc: int = 0) -> int:
    """The head of a frame: a block, and the index of its next instruction."""
    return block << SHIFT | pc


def block_of(head: int) -> int:
    """The block of a frame."""
    return head >> SHIFT


def pc_of(head: int) -> int:
    """The index of the next instruction of a frame."""
    return head & LOW


# ---- ranges of whole numbers, as members of sets ----------------------------------------------

RANGE: Final = 1 << 60  # a range is coded from here on, beyond all numbers, words and things
END_BITS: Final = 30  # for each end of a range
END: Final = 1 << (END_BITS - 1)  # is added to an end, so that it is not below 0
FAR: Final = END - 1  # as an end it stands for none: `1 and more`
ENDLESS: Final = 1 << 50  # an end that lies beyond all numbers


def range_of(least: int, most: int) -> int:
    """The code of a range; a range of one number is that number.

    An end beyond the bounds of a code lies at the bound; ENDLESS is no end.
    """
    if least == most:
        return least
    return RANGE | (_end(least) + END) << END_BITS | (_end(most) + END)


def _end(n: int) -> int:
    if n >= ENDLESS:
        return FAR
    if n <= -ENDLESS:
        return -FAR
    return max(1 - FAR, min(n, FAR - 1))


def least_of(n: int) -> int:
    """The least number of a member of a set: of a range its first, -ENDLESS if it has none."""
    if n < RANGE:
        return n
    end = ((n - RANGE) >> END_BITS) - END
    return -ENDLESS if end <= -FAR else end


def most_of(n: int) -> int:
    """The greatest number of a member of a set: of a range its last, ENDLESS if it has none."""
    if n < RANGE:
        return n
    end = ((n - RANGE) & ((1 << END_BITS) - 1)) - END
    return ENDLESS if end >= FAR else end


def range_text(n: int) -> str:
    """A member of a set of numbers as a table writes it: `7`, `1 to 20`, `1 and more`."""
    least, most = least_of(n), most_of(n)
    if least == most:
        return str(n)
    if most == ENDLESS:
        return f"{least} and more"
    return f"{most} and less" if least == -ENDLESS else f"{least} to {most}"
