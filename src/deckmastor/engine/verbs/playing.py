"""The verb `play`: a card is announced, lands in its place, resolves and is put away.

While it is announced, the card lies in limbo (LIMBO_PLACE), and players may react. A card that
left limbo meanwhile was cancelled: `PlayLand` skips the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_amounts import count
from deckmastor.engine.expressions.compile_picks import somewhere, things
from deckmastor.engine.expressions.compile_terms import place_term, sort_of
from deckmastor.engine.expressions.things import LiesOn
from deckmastor.engine.expressions.truths import Located
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.knowledge.visibility import PLAIN
from deckmastor.engine.machine.control import (
    Announced,
    EachBegin,
    EachNext,
    Forget,
    Let,
    Settle,
    Unless,
)
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Choose
from deckmastor.engine.permission.compile_guards import pay_costs
from deckmastor.engine.permission.compile_permits import choice_of
from deckmastor.engine.permission.costs import Afford
from deckmastor.engine.permission.norms import freed
from deckmastor.engine.permission.permits import Allowed, Destinations, Fitting, Permitted
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.resolution.settings import AFTER_REACTIONS, ANNOUNCING, BEFORE_PLACE, said_of
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import JUMP, NEXT, Op
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import ASIDE_PLACE, LIMBO_PLACE
from deckmastor.engine.state.aims import aim_key, forget_aims
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.compile_patterns import contains
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire, move
from deckmastor.engine.verbs.definitions import check_source
from deckmastor.engine.verbs.doing import label_of, role
from deckmastor.engine.verbs.moving import facing
from deckmastor.engine.verbs.primitives import PLAY
from deckmastor.engine.verbs.resolving import Over, resolving
from deckmastor.engine.verbs.targeting import NAMED, TakeAim
from deckmastor.language.ir import Do, In, Of, Pick, Ref, Tree, walk


class PlayBegin(Act):
    """Announce a card: it moves to limbo, and players may react."""

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.lies = PLAIN

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        origin = s.where[card]
        s.column(m.rules.player_of)[card] = agent
        move(m, s, agent, card, LIMBO_PLACE, NONE, self.lies)
        fire(m, s, PLAY, agent, card, self.to.ev(s, r) if self.to is not None else NONE, origin)
        return self.done(r, True)


class PlayLand(Act):
    """Put a played card into its place; skip the rest of the act if it was cancelled."""

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None) -> None:
        super().__init__(agent, obj, NONE)
        self.to = to
        self.lies = PLAIN
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0 or s.where[card] != LIMBO_PLACE:
            forget_aims(s, card)
            m.target = self.target
            return JUMP
        if self.to is not None:
            to = self.to.ev(s, r)
            if to >= 0:
                move(m, s, self.agent.ev(s, r), card, to, NONE, self.lies)
        return NEXT


class HasPlace(Expr):
    """True if a card has a place to be played to; of one with targets, these decide it later."""

    def __init__(self, rules: Ruleset, card: Expr, places: Destinations) -> None:
        self.rules = rules
        self.card = card
        self.places = places

    def ev(self, s: State, r: Record) -> int:
        card = self.card.ev(s, r)
        if card >= 0 and s.species[card] in self.rules.aims:
            return 1
        return 1 if self.places.many(s, r) else 0


class ForgetAims(Op):
    """Delete the targets of a card that was not played after all."""

    def __init__(self, obj: Expr) -> None:
        self.obj = obj

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card >= 0 and s.where[card] >= 0 and m.rules.unplayed[s.zname[s.where[card]]]:
            forget_aims(s, card)
        return NEXT


class PutAway(Act):
    """Put a played card that is still in limbo into the discard pile, or aside if there is none."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card >= 0 and s.where[card] == LIMBO_PLACE:
            agent = self.agent.ev(s, r)
            place = m.rules.discard_of(agent)
            move(m, s, agent, card, place if place >= 0 else ASIDE_PLACE)
        return NEXT


class TakeUp(Op):
    """Bind a choice to what was named when the card was played, as far as it is still possible."""

    def __init__(self, slot: Slot, number: int, found: Expr | None, ways: int) -> None:
        self.slot = slot
        self.number = number
        self.found = found  # the present options; None for the choice of a branch
        self.ways = ways  # how many branches: an imagined card can have fewer

    def run(self, m: Machine, s: State, r: Record) -> int:
        key = aim_key(r.regs[THIS], NAMED)
        named = s.bags.get(key)
        if named and named[0] == self.number:
            end = 2 + named[1]
            chosen = named[2:end]
            if end < len(named):
                s.bags[key] = named[end:]
            else:
                del s.bags[key]
            if self.found is None:
                if chosen and 0 <= chosen[0] < self.ways:
                    r.regs[self.slot] = chosen[0]
            else:
                fit = self.found.many(s, r)
                r.bind(self.slot, [thing for thing in chosen if thing in fit])
        return NEXT


def compile_play(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `play`: choices, guard and prices, then announce, land, resolve and put away."""
    assert do.obj is not None
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    from_ = origin if origin is not None else Of(do.agent, ctx.rules.hand)
    if isinstance(do.obj, Pick) and do.obj.how not in ("top", "bottom"):
        check_source(ctx, do, do.obj, from_)
        within = (In(Ref(do.obj.kind.var), from_, "in"),)
    found = things(ctx, do.obj, who, within)
    narrow_cards(ctx, do, who)
    slot = ctx.spare()
    if single(do.obj):
        ctx.emit(Forget([slot]))
        ctx.emit(Let(slot, found))
        one_card(ctx, do, who, slot)
        return
    members, at = ctx.spare(), ctx.spare()
    ctx.emit(EachBegin(found, members, at))
    following = EachNext(members, at, slot)
    top = ctx.here()
    ctx.emit(following)
    if within and not any(isinstance(node, Pick) for node in walk(from_)):
        gone = Unless(Located(Reg(slot), place_term(ctx, from_)))
        gone.target = top
        ctx.emit(gone)
    one_card(ctx, do, who, slot)
    ctx.jump().target = top
    following.target = ctx.here()


def narrow_cards(ctx: Context, do: Do, who: Expr) -> None:
    """Limit the choice of a card to those that can be played: allowed, paid for, with a place."""
    choice = choice_of(ctx, do.obj.label) if isinstance(do.obj, Pick) else None
    if choice is None:
        return
    card = Reg(choice.slot)
    rules, verb_rules = ctx.rules, ctx.rules.verb_rules[PLAY]
    if "play" in rules.contested or rules.costed("play"):
        test = Allowed(verb_rules, who, card, Lit(NONE), False)
        test.by = freed(do) | ctx.causes()
        choice.found = Permitted(choice.found, choice.slot, test)
    first = said_of(ctx.schema, ANNOUNCING) == BEFORE_PLACE
    if first and rules.placed and role(do, "onto", "into", "to") is None:
        placed = HasPlace(rules, card, Destinations(verb_rules, who, card, False))
        choice.found = Permitted(choice.found, choice.slot, placed)


def single(tree: Tree) -> bool:
    """True if a term means one thing at most: cards are played one after the other."""
    if isinstance(tree, Pick):
        return tree.n == 1 and tree.how not in ("all", "each", "anynum", "atleast", "over", "some")
    return isinstance(tree, Ref) and tree.name.startswith("this")


def one_card(ctx: Context, do: Do, who: Expr, slot: Slot) -> None:
    """Compile the play of the card under a label."""
    one = Reg(slot)
    told = role(do, "onto", "into", "to")
    timing = said_of(ctx.schema, ANNOUNCING)
    late, first = timing == AFTER_REACTIONS, timing == BEFORE_PLACE
    if first:
        ctx.emit(TakeAim(who, one))
    to: Expr | None = None
    if isinstance(told, Ref) and sort_of(ctx, told) == "card":
        to = LiesOn(ctx.rules.content, term(ctx, told))
    elif told is not None:
        to = somewhere(ctx, told, who)
    elif not late:
        to = default_place(ctx, who, slot, False)
    nowhere: Unless | None = None
    if isinstance(told, Pick):
        fitting(ctx, told, who, one)
    if to is not None and (isinstance(told, Pick) or (first and told is None)):
        nowhere = Unless(count(to))
        ctx.emit(nowhere)
    label = label_of(ctx, do)

    def write() -> None:
        if not late and not first:
            ctx.emit(TakeAim(who, one))
        begin = PlayBegin(who, one, to, label)
        ctx.emit(begin)
        ctx.emit(Announced())
        place, stopped = to, None
        if late and told is None:
            stopped = PlayLand(who, one, None)
            ctx.emit(stopped)
            place = default_place(ctx, who, slot, True)
            pay_costs(ctx, do, who, one, NONE, place, late=True)
        land = PlayLand(who, one, place)
        begin.lies = land.lies = facing(ctx, do)
        ctx.emit(land)
        if late:
            ctx.emit(TakeAim(who, one))
        performed = ctx.rules.resolving and not ctx.rules.executing
        if role(do, "manner") != "without effect" and performed:
            ctx.emit(Settle())
            resolving(ctx, who, one, None, NONE)
            ctx.emit(Settle())  # what waits for its text comes before what waits for the play
        ctx.emit(Over(PLAY, who, one, place))
        ctx.emit(Settle())
        if place is None or not isinstance(place, Lit):
            ctx.emit(PutAway(who, one, NONE))
        land.target = ctx.here()
        if stopped is not None:
            stopped.target = land.target

    if "play" in ctx.rules.contested:
        guard = Guard(ctx.rules.verb_rules[PLAY], who, one, to, None, label)
        guard.by = freed(do)
        ctx.emit(guard)
        priced(ctx, do, who, one, to, write)
        guard.target = ctx.here()
    else:
        priced(ctx, do, who, one, to, write)
    if nowhere is not None:
        nowhere.target = ctx.here()
    if first:
        ctx.emit(ForgetAims(one))


def priced(
    ctx: Context, do: Do, who: Expr, card: Expr, to: Expr | None, write: Callable[[], None]
) -> None:
    """Compile a play with its prices; one onto a named goal is skipped if they cannot be paid."""
    label = label_of(ctx, do)
    afford: Afford | None = None
    if ctx.rules.costed("play") and to is not None and role(do, "onto", "into", "to") is not None:
        afford = Afford(ctx.rules.verb_rules[PLAY], who, card, label)
        afford.to = to
        ctx.emit(afford)
    pay_costs(ctx, do, who, card, label, to)
    write()
    if afford is not None:
        afford.target = ctx.here()


def fitting(ctx: Context, told: Pick, who: Expr, card: Expr) -> None:
    """Limit the choice of where a card is played to what the rules allow."""
    assert ctx.block is not None
    for op in reversed(ctx.block.ops):
        if isinstance(op, Choose) and op.slot == ctx.slots.get(told.label):
            content = NONE if op.sort == "place" else ctx.rules.content
            found = Fitting(ctx.rules.verb_rules[PLAY], who, card, op.found, content)
            found.upon = op.sort != "place" and not contains(ctx, told)
            op.found = found
            return


def default_place(ctx: Context, who: Expr, slot: Slot, announced: bool) -> Expr | None:
    """The place of a card that is played without a place: a choice among those the rules allow."""
    if not ctx.rules.placed:
        return None
    place = ctx.spare()
    ctx.emit(Forget([place]))
    found = Destinations(ctx.rules.verb_rules[PLAY], who, Reg(slot), announced)
    choice = Choose(who, found, place, Lit(1), Lit(1))
    choice.sort = "place"
    ctx.emit(choice)
    return Reg(place)


VERBS["play"] = compile_play
