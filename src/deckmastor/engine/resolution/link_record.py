"""The record of a link: its stages, what was claimed in it, and who chooses when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.ids import block_of
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine


LINK: Final = "link"  # the word for all that runs together
PARKED: Final = 1  # of a link: effects that wait
CLAIMED: Final = 2  # what was chosen in it
COME: Final = 3  # how far it is, as the value of a label; that of an edge says what it waits for
SEATED: Final = 4  # the order in which players choose
DECIDE: Final = 1  # the stages of a link
MUST: Final = 2
MAY: Final = 3
REPLACE: Final = 4
PERFORM: Final = 5
WAVE: Final = 8  # stages of one wave of what is performed


def in_link(m: Machine, s: State) -> bool:
    """Whether an effect is under way whose steps all triggers wait for."""
    link = m.rules.link_block
    agenda = s.agenda
    for at in range(0, len(agenda), 2):
        if block_of(agenda[at]) == link:
            return True
    return False


def the_link(s: State, block: int) -> Record | None:
    """What is known of the link that is under way, `block` being that of links."""
    agenda = s.agenda
    for at in range(len(agenda) - 2, -1, -2):
        if block_of(agenda[at]) == block:
            return s.recs[agenda[at + 1]]
    return None


def reached(link: Record) -> int:
    """The stage to which a link has come."""
    return max(link.regs[COME], 0)
