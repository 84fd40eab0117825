"""Numbers that name things: their types, and how frames and options are packed into one int.

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
