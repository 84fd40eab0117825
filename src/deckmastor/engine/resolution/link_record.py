"""The record of a link: its stages, what was claimed in it, and who chooses when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.ids import block_of
from deckmastor.engine.state.state import Record, State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine


LINK: Final = "link"  # the span that counts links
PARKED: Final = 1  # set in the record of a link: frames of effects that wait
CLAIMED: Final = 2  # set: things that were chosen in it
COME: Final = 3  # label: the stage it has reached; of an edge, the stage that is waited for
SEATED: Final = 4  # set: seats in the order in which they choose
DECIDE: Final = 1  # the stages of a link
MUST: Final = 2
MAY: Final = 3
REPLACE: Final = 4
PERFORM: Final = 5
WAVE: Final = 8  # stages of one wave of what is performed


def in_link(m: Machine, s: State) -> bool:
    """True if a link is under way, so that triggers wait for its end."""
    link = m.rules.link_block
    agenda = s.agenda
    for at in range(0, len(agenda), 2):
        if block_of(agenda[at]) == link:
            return True
    return False


def the_link(s: State, block: int) -> Record | None:
    """The record of the innermost link under way; `block` is the block of links."""
    agenda = s.agenda
    for at in range(len(agenda) - 2, -1, -2):
        if block_of(agenda[at]) == block:
            return s.recs[agenda[at + 1]]
    return None


def reached(link: Record) -> int:
    """The stage that a link has reached."""
    return max(link.regs[COME], 0)
