"""Compile effects: steps, options, conditions, loops, `each player`, reactions, repetition."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_descriptions import description
from deckmastor.engine.expressions.compile_picks import may_be_nobody, pick, settled
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.expressions.compile_tests import flat
from deckmastor.engine.expressions.people import InTurn
from deckmastor.engine.expressions.truths import And, Eq, Exists, Not, Or
from deckmastor.engine.facts.adopting import EndRules
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.control import (
    EachBegin,
    EachNext,
    Forget,
    Let,
    LetNumber,
    OpenStep,
    Rebind,
    Settle,
    StepEnd,
    Times,
    Unless,
    Witness,
)
from deckmastor.engine.machine.questions import Ask, Branch, Choose, Together
from deckmastor.engine.permission.feasible import feasible
from deckmastor.engine.permission.reactions import AskedAtRandom, Members, Respond
from deckmastor.engine.resolution.compile_ahead import look_ahead, looked_ahead
from deckmastor.engine.resolution.compile_early_choices import gather, split
from deckmastor.engine.resolution.compile_links import (
    choosing_stage,
    offered,
    outermost,
    performing,
    staged,
    then_ends,
    unclaimed,
    waves,
)
from deckmastor.engine.resolution.early_choices import Decide
from deckmastor.engine.resolution.link_record import DECIDE
from deckmastor.engine.resolution.links import AwaitStage, Claim, LinkOption
from deckmastor.engine.resolution.stated_orders import Claiming
from deckmastor.engine.rules.around import postponed
from deckmastor.engine.rules.context import Context, others
from deckmastor.engine.rules.program import DONE, REPLACED, UNABLE
from deckmastor.engine.rules.registry import EFFECTS, condition, effect, perform, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.rules.wording import Wording, unmarked
from deckmastor.engine.state.layout import THIS, YOU
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.engine.time.deadlines import OpenFor
from deckmastor.engine.turns.mixing import Mix
from deckmastor.engine.verbs.acts import TellOnly
from deckmastor.engine.verbs.definitions import each_in_source
from deckmastor.engine.verbs.numbers import each_member
from deckmastor.engine.verbs.primitives import CONSENT
from deckmastor.language.ir import (
    Block,
    Cmp,
    Did,
    Do,
    Each,
    Group,
    If,
    In,
    Kind,
    Logic,
    May,
    Moment,
    Node,
    Norm,
    Of,
    Pick,
    Qty,
    Rank,
    Ref,
    Repeat,
    Tree,
    mentions,
    replace,
    rewrite,
    walk,
)

TURN_ORDER = ("order", "turn order")
SECRETLY = ("manner", "secretly")


def step(ctx: Context, do: Do) -> None:
    """Compile an act as a step of its own, and note its outcome where a sentence asks for it."""
    if timed(do):
        if do.label:
            raise Unsupported("what follows an act with a deadline that is no duty: say 'must'")
        put_in_force(ctx, do)
        return
    if ctx.witnesses and not do.label:
        do = replace(do, label=f"act{ctx.spare()}'")
    start = ctx.here()
    outer = outermost(ctx)
    ctx.inside += 1
    if do.label:
        ctx.emit(LetNumber(ctx.slot(do.label), Lit(UNABLE)))
    act(ctx, do)
    for slot in ctx.witnesses:
        ctx.emit(Witness(slot, performed(ctx, do.label)))
    ctx.inside -= 1
    if outer:
        staged(ctx, start, do)
    ctx.emit(StepEnd())


def act(ctx: Context, do: Do) -> None:
    """Compile an act without the end of its step."""
    if ctx.rules.origins is None:
        perform(ctx, do)
        return
    with ctx.telling(do):
        perform(ctx, do)


def block(ctx: Context, tree: Block) -> None:
    """Compile a block: its parts in sequence, with `then`, in one step, or a choice of one."""
    if tree.mode == "one":
        one(ctx, tree)
    elif tree.mode == "both":
        both(ctx, tree)
    elif tree.mode == "then":
        jumps: list[Unless] = []
        outer, wave = outermost(ctx), 0
        for part in tree.parts[:-1]:
            start = ctx.here()
            done = witnessed(ctx, part)
            if outer:
                wave = then_ends(ctx, start, part, wave)
            jump = Unless(done)
            ctx.emit(jump)
            jumps.append(jump)
        effect(ctx, tree.parts[-1])
        for jump in jumps:
            jump.target = ctx.here()
    else:
        for part in tree.parts:
            effect(ctx, part)


def both(ctx: Context, tree: Block) -> None:
    """Compile several acts as one step."""
    ran = look_ahead(ctx, tree)
    foresees, ctx.foresees = ctx.foresees, True
    in_one_step(ctx, tree)
    ctx.foresees = foresees
    looked_ahead(ctx, ran)


def in_one_step(ctx: Context, tree: Block) -> None:
    """Compile the parts of a block, and the end of their step."""
    starts: list[int] = []
    outer = outermost(ctx)
    ctx.inside += 1
    if not ctx.rules.choices_first:
        ctx.emit(OpenStep(1))
    for part in tree.parts:
        starts.append(ctx.here())
        effect(ctx, part)
    ctx.inside -= 1
    if outer:
        waves(ctx, starts, tree.parts, tree)
    else:
        if ctx.rules.choices_first:
            gather(ctx, starts, tree)
        ctx.emit(OpenStep(-1))
    ctx.emit(StepEnd())


def witnessed(ctx: Context, tree: Tree) -> Expr:
    """Compile an effect; the returned condition is true if any act of it was done."""
    slot = ctx.spare()
    ctx.emit(LetNumber(slot, Lit(0)))
    ctx.witnesses.append(slot)
    effect(ctx, tree)
    ctx.witnesses.pop()
    return Eq(Reg(slot), Lit(1))


def performed(ctx: Context, label: str) -> Expr:
    """A condition: the act with a label was done, or replaced."""
    slot = Reg(ctx.slot(label))
    return Or([Eq(slot, Lit(DONE)), Eq(slot, Lit(REPLACED))])


def one(ctx: Context, tree: Block) -> None:
    """Compile a choice of one of several ways."""
    who = agent_of(ctx, tree)
    slot = ctx.spare()
    if outermost(ctx):
        ctx.emit(AwaitStage(choosing_stage(ctx)))
    optional = ctx.optional
    ctx.emit(Forget([slot]))
    ways: list[Expr | None] = [feasible(ctx, part) for part in tree.parts]
    pick = Branch(who, slot, ways)
    chooser = next((n.agent for n in walk(tree) if isinstance(n, Do) and n.agent is not None), None)
    pick.texts = [Wording(part, chooser, ctx.schema.lexicon) for part in tree.parts]
    ctx.emit(pick)
    ends = []
    for part in tree.parts:
        pick.targets.append(ctx.here())
        ctx.optional = optional
        effect(ctx, part)
        ends.append(ctx.jump())
    for end in ends:
        end.target = ctx.here()


def agent_of(ctx: Context, tree: Tree) -> Expr:
    """The doer of the first act of an effect."""
    for node in walk(tree):
        if isinstance(node, Do) and node.agent is not None:
            return term(ctx, node.agent)
    return Lit(NONE)


def option(ctx: Context, tree: May) -> None:
    """Compile something that somebody may do."""
    slot = ctx.spare()
    ctx.emit(Forget([slot]))
    labels = [node.label for node in walk(tree.effect) if isinstance(node, Do) and node.label]
    label = ctx.slot(labels[0]) if labels else NONE
    tree, time = open_for(tree)
    person = settled(ctx, tree.who, Lit(NONE))
    who = term(ctx, person)
    paid = isinstance(tree.effect, Block) and tree.effect.mode == "then"
    possible = feasible(ctx, unmarked(tree.effect), full=paid or bool(labels))
    if may_be_nobody(ctx, tree.who):
        possible = And([Exists(who), possible])
    able = unclaimed(ctx, tree.effect, possible)
    outer = outermost(ctx)
    linked = outer or (ctx.replacing and ctx.rules.linkwise)
    ask = LinkOption(who, able, slot, label) if linked else Ask(who, able, slot, label)
    ask.text = Wording(tree.effect, tree.who, ctx.schema.lexicon)
    if time is not None:
        ctx.emit(OpenFor(slot, term(ctx, time)))
    if outer:
        ctx.emit(AwaitStage(DECIDE))
    ctx.emit(ask)
    if able is not possible:
        ctx.emit(Claim([THIS]))
    start = ctx.here()
    ctx.optional = outer
    asker, ctx.asker = ctx.asker, who
    effect(ctx, tree.effect)
    ctx.asker = asker
    ctx.optional = False
    if isinstance(ask, LinkOption):
        offered(ctx, ask, start, tree.effect)
    ask.target = ctx.here()


def open_for(tree: May) -> tuple[May, Qty | None]:
    """An offer without its deadline (`may … within 24 hours`), and how long it is open."""
    do = tree.effect
    if isinstance(do, Do):
        for name, told in do.roles:
            if name == "within" and isinstance(told, Qty) and told.unit in SECONDS:
                rest = tuple(role for role in do.roles if role[0] != "within")
                return (replace(tree, effect=replace(do, roles=rest)), told)
    return (tree, None)


def branch(ctx: Context, tree: If) -> None:
    """Compile an effect under a condition."""
    asked, rest = consent(tree.cond)
    if asked is not None:
        consented(ctx, asked, rest, tree)
        return
    time, told = objected(tree.cond)
    if time is not None:
        postponed(ctx, replace(tree, cond=told), time)
        return
    cond = condition(ctx, tree.cond)
    if isinstance(cond, Lit):
        chosen = tree.then if cond.n else tree.orelse
        if chosen is not None:
            effect(ctx, chosen)
        return
    unless = Unless(cond)
    ctx.emit(unless)
    effect(ctx, tree.then)
    if tree.orelse is None:
        unless.target = ctx.here()
        return
    end = ctx.jump()
    unless.target = ctx.here()
    effect(ctx, tree.orelse)
    end.target = ctx.here()


def objected(cond: Tree) -> tuple[Qty | None, Tree]:
    """The time that a condition waits (`if no player objects within 4 days`), and its test then."""
    found: list[Qty] = []

    def past(node: Tree) -> Tree:
        match node:
            case Did(window=Moment(edge="within", span=Qty() as span) as window):
                found.append(span)
                return replace(node, window=replace(window, edge="last"))
        return rewrite(node, past) if isinstance(node, Node) else node

    told = past(cond)
    return (found[0] if found else None, told)


def consent(cond: Tree) -> tuple[Pick | None, Tree]:
    """Those whose consent a condition asks for, and what else it asks."""
    match cond:
        case Did(do=Do(verb="consent", agent=Pick() as asked, obj=None), window="now"):
            return (asked, None)
        case Logic(op="not", parts=(Logic(op="not", parts=(inner,)),)):
            return consent(inner)
        case Logic(op="and", parts=parts):
            for n, part in enumerate(parts):
                found, rest = consent(part)
                if found is not None and rest is None:
                    others = parts[:n] + parts[n + 1 :]
                    return (found, others[0] if len(others) == 1 else replace(cond, parts=others))
    return (None, cond)


def consented(ctx: Context, asked: Pick, rest: Tree, tree: If) -> None:
    """Compile an effect that needs the consent of others, who are asked one after the other.

    Nobody is asked if the rest of the condition does not hold.
    """
    unless = Unless(condition(ctx, rest)) if rest is not None else None
    if unless is not None:
        ctx.emit(unless)
    members, at, answer = ctx.spare(), ctx.spare(), ctx.spare()
    ctx.emit(EachBegin(description(ctx, replace(asked, label="")), members, at))
    label = ctx.slot(asked.label)
    start = EachNext(members, at, label)
    top = ctx.here()
    ctx.emit(start)
    ctx.emit(Forget([answer]))
    ask = Ask(Reg(label), None, answer, NONE)
    ask.text = Wording(tree.then, None, ctx.schema.lexicon)
    ctx.emit(ask)
    ctx.emit(TellOnly(CONSENT, Reg(label), None, None, NONE))
    ctx.jump().target = top
    start.target = ctx.here()
    effect(ctx, tree.then)
    end = ctx.jump()
    ask.target = ctx.here()
    if unless is not None:
        unless.target = ctx.here()
    if tree.orelse is not None:
        effect(ctx, tree.orelse)
    end.target = ctx.here()


def ending_rules(ctx: Context, pick: Pick, body: Tree) -> bool:
    """Compile `end each rule adopted by a card`; False if the effect is another."""
    match (pick.kind.where, body):
        case ((Did(do=Do(verb="adopt", agent=card)),), Do(verb="end", obj=Ref(name=label))):
            if label != pick.label:
                return False
            ctx.emit(EndRules(term(ctx, card) if isinstance(card, Ref) else None))
            ctx.emit(Settle())
            return True
    return False


def each(ctx: Context, tree: Each) -> None:
    """Compile a body for every member of a set, as one step."""
    ran = look_ahead(ctx, tree)
    foresees, ctx.foresees = ctx.foresees, True
    for_each(ctx, tree)
    ctx.foresees = foresees
    looked_ahead(ctx, ran)


def for_each(ctx: Context, tree: Each) -> None:
    """Compile the loop over the members of a set, and the end of its step."""
    pick = tree.pick
    if isinstance(pick, Group):
        for item in pick.items:
            for_each(ctx, Each(item, tree.body))
        return
    if isinstance(pick, Pick) and each_member(ctx, pick, tree.body):
        return
    if isinstance(pick, Pick) and pick.kind.noun == "rule" and ending_rules(ctx, pick, tree.body):
        return
    if isinstance(pick, Pick) and pick.kind.noun in ctx.schema.contested_games:
        if isinstance(tree.body, Do) and tree.body.obj == Ref(pick.label):
            effect(ctx, replace(tree.body, obj=pick))  # only one contest is open at a time
            return
    if isinstance(pick, Pick) and tree.body == Do("win", Ref(pick.label), Ref("game")):
        effect(ctx, replace(tree.body, agent=replace(pick, how="all")))  # all of them win at once
        return
    if isinstance(pick, Pick):
        if isinstance(tree.body, Do) and tree.body.obj == Ref(pick.label):
            pick = each_in_source(ctx, tree.body, pick)
        found = limited(ctx, pick) if pick.how in LIMITED else description(ctx, pick)
        ctx.others[pick.label] = others(pick)
        label = ctx.slot(pick.label)
        ctx.slots.setdefault(pick.kind.var, label)
        ctx.sorts.setdefault(pick.label, sort_of(ctx, pick))
    else:
        found = term(ctx, pick)
        label = ctx.spare()
    if sort_of(ctx, pick) == "player":
        found = Claiming(InTurn(found, ctx.schema.seats), ctx.rules)
        if isinstance(pick, Pick):
            ctx.members.add(pick.label)
    members, at = ctx.spare(), ctx.spare()
    before = set(ctx.slots)
    ctx.emit(EachBegin(found, members, at))
    for part in flat(pick.kind.where) if isinstance(pick, Pick) else ():
        if isinstance(part, In) and part.rel == "among" and isinstance(part.place, Ref):
            taken = ctx.spare()  # they are not among `the rest of them`
            ctx.emit(Rebind(taken, Members(members)))
            ctx.parts.setdefault(part.place.name, []).append(taken)
    window = reaction(ctx, tree, members, label)
    if window:
        return
    outer = outermost(ctx)
    gate = AwaitStage(performing(ctx, tree.body)) if outer else None
    if gate is not None:
        ctx.emit(gate)
    ctx.inside += 1
    mark = ctx.here()
    passing = passes_on(ctx, tree)
    body = in_one_act(tree.body) if passing else tree.body
    one_by_one = any(isinstance(n, Do) and TURN_ORDER in n.roles for n in walk(tree.body))
    secretly = any(isinstance(n, Do) and SECRETLY in n.roles for n in walk(tree.body))
    together = Together(members, label, Choose(Lit(NONE), Lit(NONE), 0, None, None), ctx.spare())
    ctx.emit(together)
    ctx.emit(OpenStep(1))
    start = EachNext(members, at, label)
    top = ctx.here()
    ctx.emit(start)
    effect(ctx, body)
    ctx.inside -= 1
    first = start
    assert ctx.block is not None
    if passing and not one_by_one:
        first = split(ctx, start, top + 1, body, whole=True)
    elif gate is not None and not one_by_one:
        first = split(ctx, start, top + 1, tree.body, [AwaitStage(gate.stage), OpenStep(1)])
        if first is not start:
            ctx.block.ops[mark + 1] = OpenStep(0)
            gate.stage = choosing_stage(ctx)
    elif (ctx.rules.choices_first or secretly) and not one_by_one:
        first = split(ctx, start, top + 1, tree.body)
    ctx.optional = ctx.optional and not outer
    top = ctx.block.ops.index(start)
    ctx.jump().target = top
    start.target = ctx.here()
    inner = {name: slot for name, slot in ctx.slots.items() if name not in before}
    first.owns = start.owns = sorted(set(inner.values()) - {label})
    ctx.emit(OpenStep(-1))
    ctx.emit(StepEnd())
    together.secret = secretly
    if one_by_one:
        ctx.block.ops[mark] = OpenStep(0)
    else:
        ask_together(ctx, mark, ctx.block.ops.index(first), together, first)


LIMITED = ("a", "random", "upto", "atleast", "anynum")  # `2 random players`: not each of them


def limited(ctx: Context, told: Pick) -> Expr:
    """Pick the members of a set that are limited in number: `2 cards in your hand become …`."""
    renamed = ctx.rename(told, set(ctx.slots))
    assert isinstance(renamed, Pick)
    assert ctx.block is not None
    start = ctx.here()
    found = pick(ctx, renamed, ctx.asker or Reg(YOU))
    for op in ctx.block.ops[start:]:
        if isinstance(op, Choose) and op.text is None:
            op.text = Wording(Do("choose", Ref("you"), told), Ref("you"), ctx.schema.lexicon)
    return found


def passes_on(ctx: Context, tree: Each) -> bool:
    """True if players hand things to each other: all of them do so at once."""
    if not isinstance(tree.pick, Pick) or sort_of(ctx, tree.pick) != "player":
        return False
    return any(
        (name == "to" and not isinstance(told, Of) and sort_of(ctx, told) == "player")
        or (isinstance(told, Of) and is_neighbour(ctx, told.owner))
        for act in walk(tree.body) if isinstance(act, Do) and act.agent == Ref(tree.pick.label)
        for name, told in act.roles
    )  # fmt: skip


def in_one_act(tree: Tree) -> Tree:
    """`Gives each card to …` as `gives all cards to …`, so that all of them are found ahead."""
    match tree:
        case Each(pick=Pick(label=label) as pick, body=Do(obj=Ref(name=name)) as act):
            if name == label and not any(mentions(told, label) for _, told in act.roles):
                return replace(act, obj=replace(pick, how="all"))
    return tree


def is_neighbour(ctx: Context, tree: Tree) -> bool:
    """True if a term is the next or the previous player."""
    return (
        isinstance(tree, Pick)
        and tree.how in ("next", "previous")
        and sort_of(ctx, tree) == "player"
    )


def ask_together(ctx: Context, mark: int, top: int, together: Together, start: EachNext) -> None:
    """Ask the first choice of a body of all members at once; drop `together` if there is none."""
    assert ctx.block is not None
    ops = ctx.block.ops
    for op in ops[top + 1 :]:
        if isinstance(op, (Forget, Let, LetNumber, OpenStep)):
            continue
        if isinstance(op, Decide):
            op = op.choice
        if isinstance(op, (Choose, Ask)) and not isinstance(op.who, Lit):
            together.choice = op
            start.kept[op.slot] = together.where
            if isinstance(op, Ask):
                _keep_answers(ops, top, op.slot)
            return
        break
    ops[mark] = OpenStep(0)


def _keep_answers(ops: list, top: int, slot: Slot) -> None:  # type: ignore[type-arg]
    """Keep answers that were given ahead: the body does not forget them when it starts."""
    for op in ops[top + 1 :]:
        if isinstance(op, Forget) and slot in op.slots:
            op.slots.remove(slot)


def reaction(ctx: Context, tree: Each, members: int, label: Slot) -> bool:
    """Compile `each other player may play …` as a window; False if the body is another."""
    body = tree.body
    if not (isinstance(body, May) and isinstance(body.effect, Do) and body.effect.verb == "play"):
        return False
    slots = (ctx.spare(), ctx.spare())
    ctx.emit(Forget(list(slots)))
    respond = Respond(members, label, feasible(ctx, body.effect), slots)
    if isinstance(body.effect.obj, Pick):
        respond.kinds = frozenset(ctx.schema.of_kind(body.effect.obj.kind.noun))
    top = ctx.here()
    if mixes_reactions(ctx):
        unless = Unless(AskedAtRandom(ctx.rules))
        ctx.emit(unless)
        ctx.emit(Mix(Members(members), members))
        unless.target = ctx.here()
    ctx.emit(respond)
    before = set(ctx.slots)
    ctx.emit(Forget([]))
    forget = ctx.here() - 1
    effect(ctx, body.effect)
    assert ctx.block is not None
    for op in ctx.block.ops[forget:]:
        if isinstance(op, Choose):
            op.betrays = True  # not to ask would tell that they hold one such card
            break
    ctx.block.ops[forget] = Forget(
        [slot for name, slot in ctx.slots.items() if name not in before and slot != label]
    )
    ctx.jump().target = top
    respond.target = ctx.here()
    return True


def mixes_reactions(ctx: Context) -> bool:
    """True if a book says anywhere that the order of reactions is random."""
    paragraphs = [entry.para for entry in ctx.schema.entries if entry.para is not None]
    return any(
        isinstance(node, Rank) and node.of == "reactions" and "random" in node.keys
        for para in paragraphs
        for node in walk(para)
    )


def repeat(ctx: Context, tree: Repeat) -> None:
    """Compile a loop: a number of times, or until a condition holds or nothing can be done."""
    before = set(ctx.slots)
    if tree.times is not None:
        most, at = ctx.spare(), ctx.spare()
        ctx.emit(LetNumber(most, term(ctx, tree.times)))
        ctx.emit(LetNumber(at, Lit(0)))
        times = Times(most, at)
        top = ctx.here()
        ctx.emit(times)
        effect(ctx, tree.effect)
        ctx.jump().target = top
        times.target = ctx.here()
        times.owns = sorted({s for n, s in ctx.slots.items() if n not in before})
        return
    top = ctx.here()
    stop = Unless(Not(reached(ctx, tree)))
    ctx.emit(stop)
    forget = Forget([])
    ctx.emit(forget)
    end = Unless(witnessed(ctx, tree.effect))
    ctx.emit(end)
    ctx.jump().target = top
    end.target = stop.target = ctx.here()
    forget.slots = sorted({s for n, s in ctx.slots.items() if n not in before})


def reached(ctx: Context, tree: Repeat) -> Expr:
    """The end condition of a loop; `until you have 3 cards` also ends beyond 3."""
    until = tree.until
    if isinstance(until, Cmp) and until.op == "=":
        way = trend(ctx, tree.effect, named_places(until.a), 0)
        until = replace(until, op={1: ">=", -1: "<="}.get(way, "="))
    return condition(ctx, until)


def named_places(tree: Tree) -> set[str]:
    """The names of places and counters in a term."""
    names = {node.name for node in walk(tree) if isinstance(node, Of)}
    return names | {node.noun for node in walk(tree) if isinstance(node, Kind)} - {"card"}


def trend(ctx: Context, tree: Tree, names: set[str], deep: int) -> int:
    """1 if an effect adds to a named place or counter, -1 if it takes from one, else 0."""
    for node in walk(tree):
        if not isinstance(node, Do):
            continue
        if node.verb in ctx.defs and deep < 12:
            way = trend(ctx, ctx.defs[node.verb].means, names, deep + 1)
            if way:
                return way
        if isinstance(node.obj, Qty) and node.obj.unit in names:
            return 1 if node.verb == "gain" else -1
        if node.verb == "move":
            for name, told in node.roles:
                if isinstance(told, Of) and told.name in names:
                    return -1 if name == "from" else 1
    return 0


def put_in_force(ctx: Context, do: Do) -> None:
    """Compile an act with a deadline as a duty that is adopted."""
    EFFECTS[Norm](ctx, Norm("must", do))


def timed(do: Do) -> bool:
    """True if an act has a deadline, so that it need not be done at once."""
    return any(name in ("within", "before") for name, _ in do.roles)


def stepped(ctx: Context, do: Do) -> None:
    """Compile an act: a step of its own, or a duty if it has a deadline."""
    if timed(do):
        put_in_force(ctx, do)
    else:
        step(ctx, do)


EFFECTS[Do] = stepped
EFFECTS[Block] = block
EFFECTS[Each] = each
EFFECTS[May] = option
EFFECTS[If] = branch
EFFECTS[Repeat] = repeat
