"""The verb `bring`: the cards of the deck that a player brings enter the game, and are theirs.

The decks of a match lie in the column `#decks` of its first State: for each seat how many cards
there are, then the species of each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.expressions.base import Expr, Reg
from deckmastor.engine.expressions.compile_picks import somewhere
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.norms import forbidding
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import VERBS
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import barred_move, bring_in, change, fire, make_all
from deckmastor.engine.verbs.doing import label_of, role
from deckmastor.engine.verbs.primitives import BRING
from deckmastor.language.ir import Do, Kind, Pick

if TYPE_CHECKING:
    from deckmastor.engine.rules.ruleset import Ruleset


class Bring(Act):
    """Make the cards of a player's deck in a place, in the order of the list; the player owns them.

    A card that a rule forbids to bring, or to enter the place, is not brought.
    """

    def __init__(self, agent: Expr, place: Expr, label: Slot) -> None:
        super().__init__(agent, agent, label)
        self.place = place

    def run(self, m: Machine, s: State, r: Record) -> int:
        rules = m.rules
        agent = self.agent.ev(s, r)
        place = self.place.ev(s, r)
        listed = deck_of(rules, s, agent) if place >= 0 else []
        brought = False
        first = make_all(m, s, listed)
        for thing in range(first, first + len(listed)):
            change(m, s, rules.owned, thing, agent)
            if forbidding(rules.verb_rules[BRING], s, agent, thing, place, NONE, 1, 0):
                continue
            if barred_move(m, s, agent, thing, place):
                continue
            bring_in(m, s, agent, thing, place)
            fire(m, s, BRING, agent, thing, place)
            brought = True
        return self.done(r, brought)


def deck_of(rules: Ruleset, s: State, seat: Seat) -> list[int]:
    """The species of the cards in the deck that a seat brings, in the order of its list."""
    column = s.cols[rules.decks]
    at = 0
    for other in range(rules.seats):
        if at >= len(column):
            break
        end = at + 1 + column[at]
        if other == seat:
            return column[at + 1 : end]
        at = end
    return []


def bring_all(m: Machine, s: State) -> None:
    """Let every seat bring its deck at once, whatever else happens before the game."""
    for block in m.rules.blocks:
        for op in block.ops:
            if isinstance(op, Bring):
                for seat in range(m.rules.seats):
                    record = Record([UNBOUND] * block.slots)
                    if isinstance(op.agent, Reg):
                        record.regs[op.agent.slot] = seat
                    op.run(m, s, record)


def compile_bring(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `bring`: a deck into a place."""
    match do.obj:
        case Pick(how="a", n=1, kind=Kind(noun="deck", where=())):
            pass
        case _:
            raise Unsupported("bringing anything but a deck: say 'brings a deck into …'")
    rules = ctx.rules
    if do.verb in rules.replaced | rules.preceded or rules.costed(do.verb):
        raise Unsupported("bringing cards at a price, or with something before or instead of it")
    place = somewhere(ctx, role(do, "into", "to", "onto"), who)
    ctx.emit(Bring(who, place, label_of(ctx, do)))


VERBS["bring"] = compile_bring
