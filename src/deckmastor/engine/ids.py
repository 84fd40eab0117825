"""Numbers that name things: their types, and how frames and options are packed into one int.

A State names nothing by reference. A card is a `Thing`, its place a `Place`, who acts a `Seat`.
Example: `s.where[thing]` is the `Place` of a `Thing`, or NONE.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Thing: TypeAlias = int  # a person, a card, or whatever else there is; persons come first
Seat: TypeAlias = int  # a player, as a thing
Place: TypeAlias = int  # where things lie: a hand, the deck
Species: TypeAlias = int  # what a thing is a copy of: a row of a table
Word: TypeAlias = int  # a word of the book, from `Schema.word`
Slot: TypeAlias = int  # where a record keeps the value of a label
NONE: Final = -1  # no thing, no place
UNBOUND: Final = -(1 << 60)  # a label without a value
MANY: Final = UNBOUND + 1  # a label whose values are in `sets`
SHIFT: Final = 16  # of the head of a frame: above are the bits of its block
LOW: Final = (1 << SHIFT) - 1  # and below those of the instruction
PASSING: Final = 0  # the option to do nothing (more)
OBJECT_BITS: Final = 24  # of any other option: the object of the act, counted from 1
OBJECT: Final = (1 << OBJECT_BITS) - 1


def frame(block: int, pc: int = 0) -> int:
    """The head of a frame: a block, and the instruction in it to go on with."""
    return block << SHIFT | pc


def block_of(head: int) -> int:
    """The block of a frame."""
    return head >> SHIFT


def pc_of(head: int) -> int:
    """The instruction of a frame, as an index into its block."""
    return head & LOW
