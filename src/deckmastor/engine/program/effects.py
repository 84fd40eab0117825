"""Effects compiled to instructions: blocks, options, conditions, loops, and the picks of an act."""

from __future__ import annotations

from deckmastor.engine.duties import OpenFor
from deckmastor.engine.foresight import Decide
from deckmastor.engine.links import Await, Claim, Offer
from deckmastor.engine.mixing import Mix
from deckmastor.engine.norms import Verb
from deckmastor.engine.ops import (
    DONE,
    REPLACED,
    UNABLE,
    Ask,
    Branch,
    Choose,
    EachBegin,
    EachNext,
    Forget,
    Hold,
    Let,
    LetNumber,
    PickRandom,
    Settle,
    StepEnd,
    Times,
    Together,
    Unless,
    Witness,
)  # fmt: skip
from deckmastor.engine.program.conditions import condition
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.feasible import feasible
from deckmastor.engine.program.foresight import gather, split
from deckmastor.engine.program.links import (
    choosing_stage,
    hidden,
    offered,
    outermost,
    performing,
    staged,
    unclaimed,
    waves,
)
from deckmastor.engine.program.terms import (
    SECONDS,
    description,
    find,
    flat,
    place_term,
    sort_of,
    term,
)  # fmt: skip
from deckmastor.engine.ranking import Claiming
from deckmastor.engine.resolution import DECIDE
from deckmastor.engine.roles import Exposed, NameOf
from deckmastor.engine.state import NONE, THIS
from deckmastor.engine.values import (
    Eq,
    Expr,
    Find,
    Inside,
    Lit,
    Lits,
    Not,
    Or,
    Reg,
    RegSize,
    Union,
)  # fmt: skip
from deckmastor.language.ir import (
    Adopt,
    Block,
    Cmp,
    Did,
    Do,
    Each,
    Group,
    If,
    In,
    Instead,
    Is,
    Kind,
    May,
    Moment,
    Node,
    Norm,
    Of,
    Para,
    Pick,
    Qty,
    Rank,
    Ref,
    Repeat,
    Scope,
    Tally,
    Tree,
    When,
    leaves,
    replace,
    rewrite,
    substitute,
    walk,
)  # fmt: skip
from deckmastor.language.ir import Hold as HoldRule
from deckmastor.language.paraphrase import paraphrase
from deckmastor.language.paraphrase.telling import Unsayable

TURN_ORDER = ("order", "turn order")
SECRETLY = ("manner", "secretly")


def effect(ctx: Context, tree: Tree) -> None:
    """Write the instructions of an effect; each sentence or clause is a step of its own."""
    with ctx.telling(tree):
        told(ctx, tree)


def told(ctx: Context, tree: Tree) -> None:
    """Write the instructions of an effect by what it is."""
    match tree:
        case Do(roles=roles) if any(name in ("within", "before") for name, _ in roles):
            adopt(ctx, Norm("must", tree), None)  # there is time for it
        case Do():
            step(ctx, tree)
        case Block():
            block(ctx, tree)
        case Each():
            each(ctx, tree)
        case May():
            option(ctx, tree)
        case If():
            branch(ctx, tree)
        case Repeat():
            repeat(ctx, tree)
        case Adopt():
            adopt(ctx, tree.rule, tree.until)
        case When() | Norm() | Instead() | Scope() | HoldRule():
            adopt(ctx, tree, None)
        case _:
            raise Unsupported(f"a {type(tree).__name__} as an effect")


def step(ctx: Context, do: Do) -> None:
    """An act that is a step of its own, with a note of its outcome where anything asks for it."""
    if any(name in ("within", "before") for name, _ in do.roles):
        if do.label:
            raise Unsupported("what follows an act with a deadline that is no duty: say 'must'")
        adopt(ctx, Norm("must", do), None)
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
    """Write an act, without the end of its step."""
    from deckmastor.engine.program.acting import perform

    with ctx.telling(do):
        perform(ctx, do)


def block(ctx: Context, tree: Block) -> None:
    """Steps one after the other, in one step, or a choice between them."""
    if tree.mode == "one":
        one(ctx, tree)
    elif tree.mode == "both":
        both(ctx, tree)
    elif tree.mode == "then":
        jumps: list[Unless] = []
        for part in tree.parts[:-1]:
            jump = Unless(witnessed(ctx, part))
            ctx.emit(jump)
            jumps.append(jump)
        effect(ctx, tree.parts[-1])
        for jump in jumps:
            jump.target = ctx.here()
    else:
        for part in tree.parts:
            effect(ctx, part)


def both(ctx: Context, tree: Block) -> None:
    """Several acts in one step."""
    starts: list[int] = []
    outer = outermost(ctx)
    ctx.inside += 1
    if not ctx.rules.choices_first:
        ctx.emit(Hold(1))
    for part in tree.parts:
        starts.append(ctx.here())
        effect(ctx, part)
    ctx.inside -= 1
    if outer:
        waves(ctx, starts, tree.parts, tree)
    else:
        if ctx.rules.choices_first:
            gather(ctx, starts, tree)
        ctx.emit(Hold(-1))
    ctx.emit(StepEnd())


def witnessed(ctx: Context, tree: Tree) -> Expr:
    """Write an effect; the expression says whether any act of it was done."""
    slot = ctx.spare()
    ctx.emit(LetNumber(slot, Lit(0)))
    ctx.witnesses.append(slot)
    effect(ctx, tree)
    ctx.witnesses.pop()
    return Eq(Reg(slot), Lit(1))


def performed(ctx: Context, label: str) -> Expr:
    """Whether an act was done, or something else in its place."""
    slot = Reg(ctx.slot(label))
    return Or([Eq(slot, Lit(DONE)), Eq(slot, Lit(REPLACED))])


def one(ctx: Context, tree: Block) -> None:
    """One of several ways."""
    who = agent_of(ctx, tree)
    slot = ctx.spare()
    if outermost(ctx):
        ctx.emit(Await(choosing_stage(ctx)))
    optional = ctx.optional
    ctx.emit(Forget([slot]))
    ways: list[Expr | None] = [feasible(ctx, part) for part in tree.parts]
    pick = Branch(who, slot, ways)
    chooser = next((n.agent for n in walk(tree) if isinstance(n, Do) and n.agent is not None), None)
    pick.texts = [wording(ctx, part, chooser) for part in tree.parts]
    ctx.emit(pick)
    ends = []
    for part in tree.parts:
        pick.targets.append(ctx.here())
        ctx.optional = optional
        effect(ctx, part)
        ends.append(ctx.jump())
    for end in ends:
        end.target = ctx.here()


MARK = Do("replaced mark")  # that an act is replaced; it is not said


def wording(ctx: Context, tree: Tree, who: Tree) -> str:
    """An effect in words, for the one who is asked about it."""
    if isinstance(who, Ref):
        tree = substitute(tree, who.name, Ref("you"))
    if isinstance(tree, Block) and tree.parts[-1] == MARK:
        tree = tree.parts[0] if len(tree.parts) == 2 else replace(tree, parts=tree.parts[:-1])
    try:
        return paraphrase(Para((tree,), "card"), ctx.schema.lexicon).rstrip(".")
    except Unsayable:
        return ""


def agent_of(ctx: Context, tree: Tree) -> Expr:
    """Who does the first act of an effect."""
    for node in walk(tree):
        if isinstance(node, Do) and node.agent is not None:
            return term(ctx, node.agent)
    return Lit(NONE)


def option(ctx: Context, tree: May) -> None:
    """Something that somebody may do."""
    slot = ctx.spare()
    ctx.emit(Forget([slot]))
    labels = [node.label for node in walk(tree.effect) if isinstance(node, Do) and node.label]
    label = ctx.slot(labels[0]) if labels else NONE
    tree, time = open_for(tree)
    if isinstance(tree.who, Pick) and tree.who.how not in ("each", "all", "any"):
        who = pick(ctx, tree.who, Lit(NONE))
    else:
        who = term(ctx, tree.who)
    paid = isinstance(tree.effect, Block) and tree.effect.mode == "then"
    possible = feasible(ctx, tree.effect, full=paid or bool(labels))
    able = unclaimed(ctx, tree.effect, possible)
    outer = outermost(ctx)
    ask = Offer(who, able, slot, label) if outer else Ask(who, able, slot, label)
    ask.text = wording(ctx, tree.effect, tree.who)
    if time is not None:
        ctx.emit(OpenFor(slot, term(ctx, time)))
    if outer:
        ctx.emit(Await(DECIDE))
    ctx.emit(ask)
    if able is not possible:
        ctx.emit(Claim([THIS]))
    start = ctx.here()
    ctx.optional = outer
    effect(ctx, tree.effect)
    ctx.optional = False
    if isinstance(ask, Offer):
        offered(ctx, ask, start)
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
    """An effect under a condition."""
    match tree.cond:
        case Did(do=Do(verb="consent", agent=Pick() as asked, obj=None), window="now"):
            consented(ctx, asked, tree)
            return
    time, told = objected(tree.cond)
    if time is not None:
        from deckmastor.engine.program.around import postponed

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
    """How long a condition waits (`if no player objects within 4 days`), and what it asks then."""
    found: list[Qty] = []

    def past(node: Tree) -> Tree:
        match node:
            case Did(window=Moment(edge="within", span=Qty() as span) as window):
                found.append(span)
                return replace(node, window=replace(window, edge="last"))
        return rewrite(node, past) if isinstance(node, Node) else node

    told = past(cond)
    return (found[0] if found else None, told)


def consented(ctx: Context, asked: Pick, tree: If) -> None:
    """An effect that others are asked to consent to, one after the other."""
    from deckmastor.engine.acts import CONSENT
    from deckmastor.engine.ops_acts import Told

    members, at, answer = ctx.spare(), ctx.spare(), ctx.spare()
    ctx.emit(EachBegin(description(ctx, replace(asked, label="")), members, at))
    label = ctx.slot(asked.label)
    start = EachNext(members, at, label)
    top = ctx.here()
    ctx.emit(start)
    ctx.emit(Forget([answer]))
    ask = Ask(Reg(label), None, answer, NONE)
    ask.text = wording(ctx, tree.then, None)
    ctx.emit(ask)
    ctx.emit(Told(CONSENT, Reg(label), None, None, NONE))
    ctx.jump().target = top
    start.target = ctx.here()
    effect(ctx, tree.then)
    end = ctx.jump()
    ask.target = ctx.here()
    if tree.orelse is not None:
        effect(ctx, tree.orelse)
    end.target = ctx.here()


# ---- loops ----------------------------------------------------------------------------------


def ending_rules(ctx: Context, pick: Pick, body: Tree) -> bool:
    """Write `end each rule adopted by a card`; False if something else is said."""
    match (pick.kind.where, body):
        case ((Did(do=Do(verb="adopt", agent=card)),), Do(verb="end", obj=Ref(name=label))):
            if label != pick.label:
                return False
            from deckmastor.engine.ops_spans import EndRules

            ctx.emit(EndRules(term(ctx, card) if isinstance(card, Ref) else None))
            ctx.emit(Settle())
            return True
    return False


def each(ctx: Context, tree: Each) -> None:
    """A body for every member of a set, in one step."""
    pick = tree.pick
    if isinstance(pick, Group):
        for item in pick.items:
            each(ctx, Each(item, tree.body))
        return
    if isinstance(pick, Pick) and pick.kind.noun == "rule" and ending_rules(ctx, pick, tree.body):
        return
    if isinstance(pick, Pick) and pick.kind.noun in ctx.schema.contested_games:
        if isinstance(tree.body, Do) and tree.body.obj == Ref(pick.label):
            effect(ctx, replace(tree.body, obj=pick))  # there is one at a time
            return
    if isinstance(pick, Pick) and tree.body == Do("win", Ref(pick.label), Ref("game")):
        effect(ctx, replace(tree.body, agent=replace(pick, how="all")))  # all of them at once
        return
    if isinstance(pick, Pick):
        found = description(ctx, pick)
        label = ctx.slot(pick.label)
        ctx.slots.setdefault(pick.kind.var, label)
        ctx.sorts.setdefault(pick.label, sort_of(ctx, pick))
    else:
        found = term(ctx, pick)
        label = ctx.spare()
    if sort_of(ctx, pick) == "player":
        from deckmastor.engine.roles import InTurn

        found = Claiming(InTurn(found, ctx.schema.seats), ctx.rules)
    members, at = ctx.spare(), ctx.spare()
    before = set(ctx.slots)
    ctx.emit(EachBegin(found, members, at))
    window = reaction(ctx, tree, members, label)
    if window:
        return
    outer = outermost(ctx)
    gate = Await(performing(ctx, tree.body)) if outer else None
    if gate is not None:
        ctx.emit(gate)
    ctx.inside += 1
    mark = ctx.here()
    one_by_one = any(isinstance(n, Do) and TURN_ORDER in n.roles for n in walk(tree.body))
    together = Together(members, label, Choose(Lit(NONE), Lit(NONE), 0, None, None), ctx.spare())
    ctx.emit(together)
    ctx.emit(Hold(1))
    start = EachNext(members, at, label)
    top = ctx.here()
    ctx.emit(start)
    effect(ctx, tree.body)
    ctx.inside -= 1
    first = start
    assert ctx.block is not None
    if gate is not None and not one_by_one:
        first = split(ctx, start, top + 1, tree.body, [Await(gate.stage), Hold(1)])
        if first is not start:
            ctx.block.ops[mark + 1] = Hold(0)
            gate.stage = choosing_stage(ctx)
    elif ctx.rules.choices_first and not one_by_one:
        first = split(ctx, start, top + 1, tree.body)
    ctx.optional = ctx.optional and not outer
    top = ctx.block.ops.index(start)
    ctx.jump().target = top
    start.target = ctx.here()
    inner = {name: slot for name, slot in ctx.slots.items() if name not in before}
    first.owns = start.owns = sorted(set(inner.values()) - {label})
    ctx.emit(Hold(-1))
    ctx.emit(StepEnd())
    together.secret = any(isinstance(n, Do) and SECRETLY in n.roles for n in walk(tree.body))
    if one_by_one:
        ctx.block.ops[mark] = Hold(0)
    else:
        ask_together(ctx, mark, ctx.block.ops.index(first), together, first)


def ask_together(ctx: Context, mark: int, top: int, together: Together, start: EachNext) -> None:
    """Let the first choice of a body be asked of all at once; else leave the question out."""
    assert ctx.block is not None
    ops = ctx.block.ops
    for op in ops[top + 1 :]:
        if isinstance(op, (Forget, Let, LetNumber, Hold)):
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
    ops[mark] = Hold(0)


def _keep_answers(ops: list, top: int, slot: int) -> None:  # type: ignore[type-arg]
    """An answer given beforehand must not be forgotten when the body starts."""
    for op in ops[top + 1 :]:
        if isinstance(op, Forget) and slot in op.slots:
            op.slots.remove(slot)


def reaction(ctx: Context, tree: Each, members: int, label: int) -> bool:
    """`each other player may play …`: a window, first come first served."""
    body = tree.body
    if not (isinstance(body, May) and isinstance(body.effect, Do) and body.effect.verb == "play"):
        return False
    from deckmastor.engine.window import Members, Mixed, Respond

    slots = (ctx.spare(), ctx.spare())
    ctx.emit(Forget(list(slots)))
    respond = Respond(members, label, feasible(ctx, body.effect), slots)
    top = ctx.here()
    if mixes_reactions(ctx):
        unless = Unless(Mixed(ctx.rules))
        ctx.emit(unless)
        ctx.emit(Mix(Members(members), members))
        unless.target = ctx.here()
    ctx.emit(respond)
    before = set(ctx.slots)
    ctx.emit(Forget([]))
    forget = ctx.here() - 1
    effect(ctx, body.effect)
    assert ctx.block is not None
    ctx.block.ops[forget] = Forget(
        [slot for name, slot in ctx.slots.items() if name not in before and slot != label]
    )
    ctx.jump().target = top
    respond.target = ctx.here()
    return True


def mixes_reactions(ctx: Context) -> bool:
    """Whether a book says anywhere that the order of reactions is random."""
    paragraphs = [entry.para for entry in ctx.schema.entries if entry.para is not None]
    return any(
        isinstance(node, Rank) and node.of == "reactions" and "random" in node.keys
        for para in paragraphs
        for node in walk(para)
    )


def repeat(ctx: Context, tree: Repeat) -> None:
    """Again and again, until something holds or nothing more can be done; or a number of times."""
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
    """The end of a repetition; `until you have 3 cards` also ends where there are more."""
    until = tree.until
    if isinstance(until, Cmp) and until.op == "=":
        way = trend(ctx, tree.effect, named_places(until.a), 0)
        until = replace(until, op={1: ">=", -1: "<="}.get(way, "="))
    return condition(ctx, until)


def named_places(tree: Tree) -> set[str]:
    """The names of places and counters that a term speaks of."""
    names = {node.name for node in walk(tree) if isinstance(node, Of)}
    return names | {node.noun for node in walk(tree) if isinstance(node, Kind)} - {"card"}


def trend(ctx: Context, tree: Tree, names: set[str], deep: int) -> int:
    """Whether an effect brings something to a place or counter (1), takes from it (-1), or not."""
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


# ---- picks ----------------------------------------------------------------------------------


def pick(
    ctx: Context, tree: Pick, who: Expr, within: tuple[Tree, ...] = (), law: Verb | None = None
) -> Expr:
    """Write the pick of a quantified noun phrase; what it stands for is then under its label.

    With a `law`, only what that verb is not forbidden for can be picked.
    """
    if ctx.knows(tree.label) and tree.label in ctx.sorts and tree.how in ("the", "that"):
        return Reg(ctx.slots[tree.label])
    kind = tree.kind
    if within:
        kind = Kind(kind.noun, (*kind.where, *within), kind.var, at=kind.at)
    unlike = any(map(is_unlike, kind.where))
    if unlike:
        kind = replace(kind, where=tuple(part for part in kind.where if not is_unlike(part)))
    tree = replace(tree, kind=kind)
    inner_picks(ctx, kind, who)
    how = tree.how
    slot = ctx.slot(tree.label)
    for part in flat(kind.where):
        if isinstance(part, In) and part.rel == "among" and isinstance(part.place, Ref):
            ctx.parts.setdefault(part.place.name, []).append(slot)
    ctx.slots.setdefault(kind.var, slot)
    if how in ("top", "bottom", "next", "previous", "first", "last"):
        found = description(ctx, replace(tree, label=""))
        ctx.sorts[tree.label] = sort_of(ctx, tree)
        ctx.emit(Let(slot, found))
        return Reg(slot)
    scratch = ctx.spare()
    kept = dict(ctx.slots)
    ctx.slots[kind.var] = scratch
    found = find(ctx, kind)
    ctx.slots[kind.var] = kept.get(kind.var, slot)
    ctx.slots[tree.label] = slot
    ctx.sorts[tree.label] = sort_of(ctx, tree)
    if how in ("all", "each", "the", "some"):
        if how == "the" and any(is_now(part, "play") for part in flat(kind.where)):
            found = Exposed(found)
        ctx.emit(Let(slot, found))
        return Reg(slot)
    n = term(ctx, tree.n)
    late = ctx.rules.linkwise and hidden(ctx, kind)
    if law is not None and how != "new":
        from deckmastor.engine.window import Unforbidden

        found = Unforbidden(law, who, found)
    if how == "random":
        draw = PickRandom(found, slot, n)
        draw.late = ctx.rules.linkwise
        ctx.emit(draw)
    elif how in ("a", "any"):
        choose(ctx, tree, Choose(who, found, slot, n, n), unlike, late)
    elif how == "upto":
        choose(ctx, tree, Choose(who, found, slot, None, n), unlike, late)
    elif how == "anynum":
        choose(ctx, tree, Choose(who, found, slot, None, None), unlike, late)
    elif how in ("atleast", "over"):
        choose(ctx, tree, Choose(who, found, slot, n, None), unlike, late)
    elif how == "new":
        anew(ctx, kind, who, slot, n)
    else:
        raise Unsupported(f"picking '{how}'")
    return Reg(slot)


def anew(ctx: Context, kind: Kind, who: Expr, slot: int, n: Expr) -> None:
    """Write the making of something new; of several sorts that fit, one is chosen."""
    from deckmastor.engine.ops_acts import MakeNew

    schema = ctx.schema
    of_class = next(
        (p.place for p in flat(kind.where) if isinstance(p, In) and p.rel == "of"), None
    )
    if of_class is not None and schema.class_things:
        ctx.emit(MakeNew(slot, n, [], term(ctx, of_class)))
        return
    fitting = sorted(schema.of_kind(kind.noun))
    rows = [number for number in fitting if schema.species[number].row]
    named = [n for n in rows if all(_printed_so(ctx, n, part) for part in flat(kind.where))]
    if schema.species_ids.get(kind.noun, NONE) in fitting and not kind.where:
        named = [schema.species_ids[kind.noun]]
    if not named and not rows:
        named = fitting[:1]
    if not named:
        raise Unsupported(f"a new {kind.noun}")
    if len(named) == 1:
        ctx.emit(MakeNew(slot, n, named, None))
        return
    chosen = ctx.spare()
    ctx.emit(Forget([chosen]))
    pick_one = Choose(who, Lits([schema.word(schema.species[i].name) for i in named]), chosen,
                      Lit(1), Lit(1))  # fmt: skip
    pick_one.sort = "word"
    ctx.emit(pick_one)
    ctx.emit(MakeNew(slot, n, named, Reg(chosen)))


def _printed_so(ctx: Context, number: int, part: Tree) -> bool:
    """Whether a species is by its row what a description says, as far as its name goes."""
    if isinstance(part, Cmp) and isinstance(part.a, Of) and part.a.name == "name":
        return ctx.schema.species[number].name == part.b
    return True


def is_now(part: Tree, verb: str) -> bool:
    """Whether a description asks for what something is being done to now."""
    return (
        isinstance(part, Did)
        and part.window == "now"
        and isinstance(part.do, Do)
        and part.do.verb == verb
    )


def is_unlike(part: Tree) -> bool:
    """Whether a description asks for things no two of which are alike."""
    return isinstance(part, Is) and part.word == "different" and part.family == "each other"


def choose(ctx: Context, tree: Pick, op: Choose, unlike: bool, late: bool) -> None:
    """Write a choice, with what its options are; a late one is made when its act is performed."""
    op.late = late
    if unlike:
        op.distinct = NameOf(ctx.rules.names, Reg(op.slot))
    sort = sort_of(ctx, tree)
    op.sort = sort if sort in ("place", "number", "word") else "thing"
    if sort == "place" and tree.kind.noun not in ctx.schema.attrs:
        op.sort = "thing"
    ctx.emit(op)


def inner_picks(ctx: Context, kind: Kind, who: Expr) -> None:
    """Picks inside a description are made first: `a card in a player's hand`."""
    for part in flat(kind.where):
        for node in walk(part):
            if isinstance(node, Pick) and node.how in ("a", "random") and not ctx.knows(node.label):
                mentioned = set(leaves(part))
                if node.label in mentioned or isinstance(part, In):
                    pick(ctx, stocked(ctx, node, kind, part), who)


def stocked(ctx: Context, holder: Pick, kind: Kind, part: Tree) -> Pick:
    """Somebody or some place, of those only where there is something that fits a description."""
    if not (isinstance(part, In) and part.rel in ("in", "on", "of")):
        return holder
    place = part.place
    if isinstance(place, Of) and place.owner is holder:
        place = replace(place, owner=Ref(holder.kind.var))
    elif place is holder:
        place = Ref(holder.kind.var)
    else:
        return holder
    others = tuple(
        other
        for other in flat(kind.where)
        if other is not part and not any(isinstance(node, Pick) for node in walk(other))
    )
    there = Kind(kind.noun, (In(part.who, place, "in"), *others), kind.var)
    there = ctx.rename(there, {*ctx.slots, holder.kind.var})  # type: ignore[assignment]
    some = Cmp(Tally("count", there, ""), ">=", 1)
    return replace(holder, kind=replace(holder.kind, where=(*holder.kind.where, some)))


def things(
    ctx: Context, tree: Tree, who: Expr, within: tuple[Tree, ...] = (), law: Verb | None = None
) -> Expr:
    """What an act is done to: picked, mentioned, or all that lies in a place."""
    match tree:
        case Pick():
            if sort_of(ctx, tree) == "place":
                return Inside(pick(ctx, tree, who, ()))
            return pick(ctx, tree, who, within, law)
        case Group(op="or"):
            return either(ctx, tree, who, within)
        case Group():
            return Union([things(ctx, item, who, within, law) for item in tree.items])
        case Of():
            if sort_of(ctx, tree) == "place":
                return Inside(somewhere(ctx, tree, who))
            return term(ctx, tree)
        case Ref():
            if ctx.sorts.get(tree.name) == "place":
                return Inside(term(ctx, tree))
            return term(ctx, tree)
    return term(ctx, tree)


def parts_in(obj: Tree, place: Tree) -> Tree:
    """What an act is done to, of each part of a group only what lies in a place."""
    match obj:
        case Group():
            return replace(obj, items=tuple(parts_in(item, place) for item in obj.items))
        case Pick(how="all" | "each" | "a" | "upto" | "anynum" | "random", kind=kind):
            where = (*kind.where, In(Ref(kind.var), place, "in"))
            return replace(obj, kind=replace(kind, where=where))
    return obj


def either(ctx: Context, tree: Group, who: Expr, within: tuple[Tree, ...]) -> Expr:
    """One of what fits any of several descriptions."""
    parts: list[Expr] = []
    slot = ctx.spare()
    late = False
    for item in tree.items:
        if isinstance(item, Pick):
            kind = Kind(item.kind.noun, (*item.kind.where, *within), item.kind.var)
            late = late or (ctx.rules.linkwise and hidden(ctx, kind))
            parts.append(find(ctx, kind))
            ctx.slots[item.label] = slot
        else:
            parts.append(term(ctx, item))
    ctx.emit(Forget([slot]))
    pick_one = Choose(who, Union(parts), slot, Lit(1), Lit(1))
    pick_one.late = late
    ctx.emit(pick_one)
    return Reg(slot)


def somewhere(ctx: Context, tree: Tree, who: Expr) -> Expr:
    """A place that something is put into; picked if there is a choice."""
    if isinstance(tree, Pick):
        if sort_of(ctx, tree) == "place" and tree.kind.noun in ctx.schema.attrs:
            return pick(ctx, tree, who)
        picked = pick(ctx, tree, who)
        return place_of_thing(ctx, tree, picked)
    if isinstance(tree, Of):
        owner = tree.owner
        if isinstance(owner, Pick) and not ctx.knows(owner.label):
            pick(ctx, owner, who)
            tree = replace(tree, owner=Ref(owner.label))
        return place_term(ctx, tree)
    if isinstance(tree, Group):
        raise Unsupported("several places to put something into")
    return place_term(ctx, tree)


def place_of_thing(ctx: Context, tree: Pick, picked: Expr) -> Expr:
    """Where a card goes that is put onto a thing: on it if it is a place, else where it lies."""
    from deckmastor.engine.roles import ContentOf
    from deckmastor.engine.values import PlaceOf

    noun = tree.kind.noun
    if any(species in ctx.schema.containers for species in ctx.schema.of_kind(noun)):
        return ContentOf(ctx.rules.content, picked)
    return PlaceOf(picked)


def adopt(ctx: Context, rule: Tree, until: Tree) -> None:
    """Put a rule into force."""
    from deckmastor.engine.program.rules import adopted

    adopted(ctx, rule, until)


__all__ = ["Find", "Moment", "RegSize", "effect", "pick", "somewhere", "things"]
