"""The verbs `choose` and `target`: targets are announced, kept, and used when a card resolves.

A `target` sentence of a card is compiled twice. The first block (`Context.aiming`) runs as the
card is played; it announces the target and keeps it in `State.bags`. The text takes it from there.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit, Reg, Several
from deckmastor.engine.expressions.compile_descriptions import description, find
from deckmastor.engine.expressions.compile_picks import DEFINITE, as_thing, pick, things
from deckmastor.engine.expressions.compile_terms import label_sort, sort_of
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot
from deckmastor.engine.knowledge.compile_described import phrase
from deckmastor.engine.knowledge.description import TOLD, Described
from deckmastor.engine.machine.control import LetNumber, TwoWays
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import ENOUGH, Branch, Choose, chooser
from deckmastor.engine.permission.permits import Destinations, Unforbidden, UnforbiddenPlaces
from deckmastor.engine.resolution.settings import DESCRIPTIONS, WORDING, said_of
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.program import AGAIN, CALL, JUMP, NEXT, ONE, WAIT, Op
from deckmastor.engine.rules.registry import VERBS
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.aims import aim_key, forget_aims
from deckmastor.engine.state.layout import THIS, YOU
from deckmastor.engine.state.state import BAGS, Record, State
from deckmastor.engine.state.workspace import Trial
from deckmastor.engine.verbs.acts import Act, TellOnly
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.doing import chosen, label_of, role
from deckmastor.engine.verbs.kept_targets import kept_sort
from deckmastor.engine.verbs.primitives import CHOOSE, FAIL, PLAY, TARGET
from deckmastor.language.ir import Do, Group, In, Pick, Ref, Tree, replace


class TakeAim(Act):
    """Call the block that chooses and announces the targets of a card as it is played."""

    def __init__(self, agent: Expr, obj: Expr) -> None:
        super().__init__(agent, obj, NONE)

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        block = m.rules.aims.get(s.species[card], NONE) if card >= 0 else NONE
        if block == NONE:
            return NEXT
        forget_aims(s, card)
        m.block = m.blocks[block]
        regs = [UNBOUND] * m.block.slots
        regs[THIS] = card
        regs[YOU] = self.agent.ev(s, r)
        s.column(m.rules.player_of)[card] = regs[YOU]
        m.record = Record(regs)
        return CALL


class KeepAim(Op):
    """Keep an announced target until the text of the card is performed."""

    def __init__(self, found: Expr, number: int) -> None:
        self.found = found
        self.number = number

    def run(self, m: Machine, s: State, r: Record) -> int:
        kept = list(self.found.many(s, r))
        s.bags[aim_key(r.regs[THIS], self.number)] = kept
        s.stale |= BAGS
        if kept and kept[0] <= TOLD:
            told = phrase_of(m, s, kept[0])
            kept += [told.now(s) if told is not None else 0]
        s.dirty |= m.rules.column_bits[m.rules.player_of]
        return NEXT


class Placeable(Several):
    """Those of some targets with which a card has a place to be played to."""

    def __init__(self, found: Expr, number: int, sort: str, rules: Ruleset) -> None:
        self.found = found
        self.number = number
        self.sort = sort
        self.read = rules.target_sorts  # the sorts of targets that rules ask for
        self.goals = Destinations(rules.verb_rules[PLAY], Reg(YOU), Reg(THIS), False)

    def many(self, s: State, r: Record) -> list[int]:
        fitting: list[int] = []
        targets = self.found.many(s, r)
        if self.sort not in self.read:  # one stands for all
            return targets if targets and self.fits(s, r, targets[0]) else []
        work = s.work
        if work.trial is not None:  # another target is tried meanwhile
            return [target for target in targets if self.fits(s, r, target)]
        trials: list[Trial] = []
        for target in targets:
            trial = alike(s, trials, target)
            if trial is None:
                trial = work.trial = Trial(target)
                try:
                    trial.fits = self.fits(s, r, target)
                finally:
                    work.trial = None
                if 0 <= target < len(s.species):
                    trials.append(trial)
            if trial.fits:
                fitting.append(target)
        return fitting

    def fits(self, s: State, r: Record, target: int) -> bool:
        """True if the card has a place with a target."""
        key = aim_key(r.regs[THIS], self.number)
        s.bags[key] = [target]
        s.stale |= BAGS
        fits = self.goals.any(s, r)
        del s.bags[key]
        s.stale |= BAGS
        return fits


def alike(s: State, trials: list[Trial], target: int) -> Trial | None:
    """The trial of a target that rules cannot tell from another one, or None."""
    if not 0 <= target < len(s.species):
        return None
    place, species = s.where[target], s.species[target]
    for trial in trials:
        if trial.itself or (trial.lies and s.where[trial.target] != place):
            continue
        for kinds in trial.kinds:
            if (species in kinds) != (s.species[trial.target] in kinds):
                break
        else:
            return trial
    return None


def limit_to_places(ctx: Context) -> None:
    """Limit the last announced target to those with which the card has a place."""
    assert ctx.block is not None
    for op in reversed(ctx.block.ops):
        if isinstance(op, Choose):
            number = len(ctx.aimed) - 1
            op.found = Placeable(op.found, number, ctx.aim_sorts[number], ctx.rules)
            return


class KeepTime(Op):
    """Keep how many events had happened when a target was announced that is yet to come."""

    def __init__(self, number: int, events: int) -> None:
        self.number = number
        self.events = events  # the index in `State.past` of the events that it waits for

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.bags[aim_key(r.regs[THIS], self.number)] = [len(s.past[self.events])]
        s.stale |= BAGS
        return NEXT


def phrase_of(m: Machine, s: State, answer: int) -> Described | None:
    """The description that announced a target, by the number of its text."""

    return phrase(m.rules, s.texts[TOLD - answer])


class Announce(Choose):
    """The choice of an announced target: a thing, or a description in the player's own words."""

    def __init__(self, choice: Choose, wanted: str, noun: str) -> None:
        super().__init__(choice.who, choice.found, choice.slot, choice.least, choice.most)
        self.sort = choice.sort
        self.text = choice.text
        self.wanted = wanted  # the sort of the target: player, card or place
        self.noun = noun

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] != UNBOUND:
            return NEXT
        r.sets[self.slot] = []
        m.asked = [chooser(s, self.who.ev(s, r))]
        m.way = ONE
        return WAIT

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return self.found.many(s, r) or [ENOUGH]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        if option != ENOUGH and option <= TOLD and m.observer is not None:
            m.observer.event(TARGET, who, option, NONE, NONE, 1, m.sentence, r.regs[THIS])
        r.bind(self.slot, [] if option == ENOUGH else [option])
        return NEXT


class ToldThing(TellOnly):
    """Fire the event that a thing is targeted, unless the target is only described yet."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        return self.done(r, True) if self.obj.ev(s, r) <= TOLD else super().run(m, s, r)


class Aimed(TwoWays):
    """Bind the announced target; if it is gone or not allowed now, the card fails."""

    def __init__(self, slot: Slot, number: int, allowed: Expr) -> None:
        super().__init__()
        self.slot = slot
        self.number = number
        self.allowed = allowed
        self.optional = False  # whether nothing can be announced: `Target up to 1 player`

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = r.regs[THIS]
        aimed = s.bags.pop(aim_key(card, self.number), None)
        s.stale |= BAGS
        if aimed is None:
            return NEXT  # nothing was announced: the player chooses now
        allowed = self.allowed.many(s, r)
        if aimed and aimed[0] <= TOLD:
            told, you = phrase_of(m, s, aimed[0]), r.regs[YOU]
            seats = m.rules.seats
            aimed = told.fits(s, seats, card, you, aimed[1]) if told is not None else []
            if len(aimed) == 1 and aimed[0] in allowed:
                fire(m, s, TARGET, you, aimed[0])
            else:
                aimed = []
        if (aimed or self.optional) and all(thing in allowed for thing in aimed):
            r.bind(self.slot, aimed)
            m.target = self.targets[1]
        else:
            fire(m, s, FAIL, card, NONE)
            m.target = self.targets[0]
        return JUMP


NAMED: Final = 15  # the number under which choices named in advance are kept


def name(s: State, r: Record, number: int, chosen: list[int]) -> None:
    """Append a choice to those that were named for the same card."""
    s.bags.setdefault(aim_key(r.regs[THIS], NAMED), []).extend([number, len(chosen), *chosen])


class NameChoice(Choose):
    """A choice that is made as a card is played, and named then."""

    def __init__(self, choice: Choose, number: int) -> None:
        super().__init__(choice.who, choice.found, choice.slot, choice.least, choice.most)
        for field in attributes(choice):
            if hasattr(self, field):
                setattr(self, field, getattr(choice, field))
        self.number = number  # the number of the choice in the text

    def run(self, m: Machine, s: State, r: Record) -> int:
        if Choose.run(self, m, s, r) == WAIT:
            return AGAIN
        name(s, r, self.number, r.many(self.slot))
        return NEXT


class NameBranch(Branch):
    """A branch that is picked as a card is played, and named then."""

    def __init__(self, branch: Branch, number: int) -> None:
        super().__init__(branch.who, branch.slot, branch.able)
        self.targets = branch.targets.copy()
        self.texts = branch.texts
        self.number = number

    def run(self, m: Machine, s: State, r: Record) -> int:
        signal = Branch.run(self, m, s, r)
        if signal == JUMP:
            name(s, r, self.number, [r.regs[self.slot]])
        return signal


class Sought(Aimed):
    """Bind a described target to what fits the description now; if nothing does, the card fails."""

    def __init__(self, slot: Slot, number: int, allowed: Expr, since: int = NONE) -> None:
        super().__init__(slot, number, allowed)
        self.since = since  # the label of the time of announcing, if it waits for events

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.since != NONE:
            kept = s.bags.pop(aim_key(r.regs[THIS], self.number), None)
            s.stale |= BAGS
            r.regs[self.since] = kept[0] if kept else 1 << 30
        found = self.allowed.many(s, r)
        if found:
            r.bind(self.slot, found)
            m.target = self.targets[1]
        else:
            fire(m, s, FAIL, r.regs[THIS], NONE)
            m.target = self.targets[0]
        return JUMP


def compile_choose(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `choose`; the choice is an event if a rule asks for it, and if it is of a name.

    A name that was chosen shows nowhere else.
    """
    origin = role(do, "from")
    obj = as_thing(ctx, do.obj)
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(obj, Pick):
        if sort_of(ctx, obj) == "number":
            raise Unsupported("choosing a number from something")
        within = (In(Ref(obj.kind.var), origin, "in"),)
    if isinstance(obj, Pick) and sort_of(ctx, obj) == "place":
        found = pick(ctx, obj, who)
    elif isinstance(obj, Group) and obj.op == "or" and all(isinstance(i, str) for i in obj.items):
        raise Unsupported("choosing between words")
    else:
        found = things(ctx, obj, who, within)
    if isinstance(obj, Pick):
        ctx.chosen.add(obj.label)
    named = isinstance(obj, Pick) and obj.kind.noun == "name"
    if named or ctx.rules.tells("choose"):
        ctx.emit(TellOnly(CHOOSE, who, found, None, label_of(ctx, do)))
    elif do.label:
        ctx.emit(LetNumber(ctx.slot(do.label), Lit(1)))


def compile_target(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `target`: chosen and announced as the card is played; rules may forbid targets."""
    if isinstance(do.obj, Group) and do.obj.op == "and":
        for item in do.obj.items:
            compile_target(ctx, replace(do, obj=item), who)
        return
    if isinstance(do.obj, Pick) and do.obj.how in DEFINITE:
        aim_at(ctx, do, do.obj, who)
        return
    do = replace(do, obj=as_thing(ctx, do.obj))
    number = len(ctx.aimed)
    if ctx.aiming:
        noun = do.obj.kind.noun if isinstance(do.obj, Pick) else ""
        ctx.aim_sorts.append(kept_sort(label_sort(ctx, noun)) if noun else "")
    aimed = Aimed(NONE, number, Lit(NONE))
    if isinstance(do.obj, Pick) and not ctx.aiming:
        again = ctx.rename(do.obj, set(ctx.slots))
        assert isinstance(again, Pick)
        aimed = Aimed(ctx.slot(do.obj.label), number, allowed(ctx, do, who, again))
        aimed.optional = do.obj.how in ("upto", "anynum")
        ctx.emit(aimed)
    ctx.aimed.append(aimed)
    found = targets(ctx, do, who)
    told = TellOnly
    if ctx.aiming and isinstance(do.obj, Pick) and describable(ctx, do.obj):
        told = ToldThing
    sort = sort_of(ctx, do.obj)
    if sort == "place" and told is TellOnly:
        ctx.emit(TellOnly(TARGET, who, Lit(NONE), found, label_of(ctx, do)))
    elif sort != "number":
        ctx.emit(told(TARGET, who, found, None, label_of(ctx, do)))
    if ctx.aiming:
        ctx.emit(KeepAim(found, number))
    aimed.targets[1] = ctx.here()


def targets(ctx: Context, do: Do, who: Expr) -> Expr:
    """The choice of a target; rules can forbid things and places, but no word and no number."""
    sort = sort_of(ctx, do.obj)
    if not isinstance(do.obj, Pick) or sort not in ("place", "word", "number"):
        return chosen(ctx, do, who, ())
    found = pick(ctx, do.obj, who)
    if sort == "place" and do.verb in ctx.rules.contested:
        assert ctx.block is not None
        for op in ctx.block.ops:
            if isinstance(op, Choose) and op.slot == ctx.slots.get(do.obj.label):
                op.found = unforbidden(ctx, do, who, op.found, True)
    return found


def describable(ctx: Context, obj: Pick) -> bool:
    """Allow a description as the answer to the choice of a target; True if the book allows it."""
    sort = sort_of(ctx, obj)
    if said_of(ctx.schema, WORDING) != DESCRIPTIONS or sort not in ("player", "card", "place"):
        return False
    assert ctx.block is not None
    ops = ctx.block.ops
    for at in range(len(ops) - 1, -1, -1):
        op = ops[at]
        if isinstance(op, Choose) and op.slot == ctx.slots.get(obj.label):
            if obj.how not in ("a", "any") or obj.n != 1 or op.distinct is not None:
                return False
            ops[at] = Announce(op, sort, obj.kind.noun)
            if ctx.rules.origins is not None:
                ctx.rules.origins.ops[ops[at]] = ctx.rules.origins.ops.pop(op)
            return True
    return False


def aim_at(ctx: Context, do: Do, obj: Pick, who: Expr) -> None:
    """Compile a target given by a description: announced so, and searched when the text begins."""
    ctx.since, ctx.awaits = ctx.spare(), NONE
    found = unforbidden(ctx, do, who, description(ctx, replace(obj, label="")))
    slot = ctx.slot(obj.label)
    ctx.sorts[obj.label] = sort_of(ctx, obj)
    since, ctx.since = ctx.since, NONE
    if ctx.aiming and ctx.awaits != NONE:
        ctx.emit(KeepTime(len(ctx.aimed), ctx.awaits))
    elif ctx.aiming:
        ctx.emit(TellOnly(TARGET, who, found, None, label_of(ctx, do)))
    if ctx.aiming:
        ctx.aimed.append(Aimed(NONE, len(ctx.aimed), Lit(NONE)))
        ctx.aim_sorts.append("")  # its description is in the text
        return
    sought = Sought(slot, len(ctx.aimed), found, since if ctx.awaits != NONE else NONE)
    ctx.aimed.append(sought)
    ctx.emit(sought)
    sought.targets[1] = ctx.here()


def allowed(ctx: Context, do: Do, who: Expr, tree: Pick) -> Expr:
    """The things that an act could be done to."""
    sort = sort_of(ctx, tree)
    if sort in ("word", "number"):
        return find(ctx, tree.kind)
    return unforbidden(ctx, do, who, find(ctx, tree.kind), sort == "place")


def unforbidden(ctx: Context, do: Do, who: Expr, found: Expr, places: bool = False) -> Expr:
    """Those of some things or places for which no rule forbids an act."""
    if do.verb not in ctx.rules.contested:
        return found
    sort = UnforbiddenPlaces if places else Unforbidden
    return sort(ctx.rules.verb_rules[ctx.rules.verb(do.verb)], who, found, ctx.causes())


VERBS["choose"] = compile_choose
VERBS["target"] = compile_target
