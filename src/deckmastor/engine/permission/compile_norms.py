"""Compile norms: permissions, duties, prohibitions, restrictions, prices and bounds."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Add
from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_descriptions import description, find
from deckmastor.engine.expressions.compile_history import happened
from deckmastor.engine.expressions.compile_picks import ANEW, DEFINITE, pick
from deckmastor.engine.expressions.compile_terms import place_term, sort_of
from deckmastor.engine.expressions.history import Happened, Total
from deckmastor.engine.expressions.things import LiesOn
from deckmastor.engine.expressions.truths import And, Le, Lt
from deckmastor.engine.facts.compile_facts import barred, limited
from deckmastor.engine.facts.in_force import UNRANKED, OnCards, Standing
from deckmastor.engine.ids import NONE
from deckmastor.engine.law.compile_law import any_rule
from deckmastor.engine.law.proposals import ChooseWay
from deckmastor.engine.machine.control import LetNumber, Settle
from deckmastor.engine.machine.questions import Choose
from deckmastor.engine.permission.compile_breaches import compile_grounds
from deckmastor.engine.permission.compile_permits import aim, first_act, forbiddable, permits
from deckmastor.engine.permission.feasible import (
    DEEPEST,
    MAKING,
    becomes_player,
    demands,
    feasible,
    new_object,
    voting_ways,
)
from deckmastor.engine.permission.norms import OUT_OF_TURN, Only, freed
from deckmastor.engine.permission.norms import Norm as Law
from deckmastor.engine.permission.offers import AT_THROWS, Offer
from deckmastor.engine.permission.permits import Fitting, Permitted, Proxy, Unforbidden
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.resolution.compile_effects import objected
from deckmastor.engine.resolution.settings import ANNOUNCING, BEFORE_PLACE, said_of
from deckmastor.engine.rules.around import YOU_WORD, held, postponed, rebound, sharing
from deckmastor.engine.rules.context import Context, RuleScope
from deckmastor.engine.rules.program import UNABLE, Block
from deckmastor.engine.rules.registry import condition, effect, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.rules.wording import HOLDER
from deckmastor.engine.state.layout import OVER, PHASES, ROUNDS, THIS, TURNS
from deckmastor.engine.time.compile_times import deadline_of, due_by, per, untimed
from deckmastor.engine.triggers.compile_moments import during, within
from deckmastor.engine.triggers.compile_patterns import (
    TO_ROLES,
    contains,
    destination,
    exact,
    matcher,
    pattern,
    sourced,
)
from deckmastor.engine.triggers.patterns import UNKNOWN, Pattern
from deckmastor.engine.verbs.definitions import check_forbidden, moved_so
from deckmastor.engine.verbs.primitives import MOVE
from deckmastor.engine.verbs.rolling import rerolled
from deckmastor.language.ir import Block as Joined
from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
    Done,
    Each,
    Group,
    If,
    In,
    Is,
    Kind,
    Logic,
    Moment,
    Node,
    Norm,
    Of,
    Para,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    mentions,
    replace,
    rewrite,
    substitute,
    walk,
)
from deckmastor.language.paraphrase import Style, tell
from deckmastor.language.whereabouts import THIS_CARD

SPANS = {"turn": TURNS, "phase": PHASES, "round": ROUNDS, "game": OVER}
LIMITS = {">": ">=", "<": "<="}  # the bound is reached: one more would break it
DENIED = {"<=": ">", ">=": "<"}  # the comparison that a bound with `must` forbids


def norm(ctx: Context, tree: Norm, around: RuleScope) -> None:
    """Compile a norm: a permission, duty, prohibition, restriction, price or bound.

    A norm over `A or B` is a norm over each part. Its limit counts the parts together.
    """
    parts = alternatives(tree.do)
    if not parts:
        bound(ctx, tree, around)
        return
    group: list[Offer] = []
    for part in parts:
        check_targets(ctx, part, tree.cond)
        one(ctx, replace(tree, do=part), around, group, parts)
    for later in group[1:]:
        later.undone = None  # what follows the unused sentence runs once
    for found in group:
        if len(group) > 1:
            found.group = [other.number for other in group]


def check_targets(ctx: Context, do: Do, cond: Tree) -> None:
    """Refuse a norm about playing a card that asks for targets which are announced later."""
    if do.verb != "play" or not isinstance(do.obj, Pick):
        return
    if said_of(ctx.schema, ANNOUNCING) == BEFORE_PLACE:
        return
    card = (Ref(do.obj.label), Ref(do.obj.kind.var))
    for node in (*walk(do), *walk(cond)):
        match node:
            case Did(do=Do(verb="target", agent=who), window="now") if who in card:
                raise Unsupported(
                    "a rule on playing a card that asks for its targets, which are announced "
                    "later: say 'The announce timing is \"before the place\".'"
                )


def alternatives(told: Tree) -> list[Do]:
    """The acts that a norm is about: one, or the parts of `A or B`; none for a state."""
    if isinstance(told, Do):
        return [told]
    if isinstance(told, Joined) and told.mode == "one":
        if any(isinstance(part, Joined) for part in told.parts):
            raise Unsupported("a permission of several steps")
        return [part for part in sharing(list(told.parts)) if isinstance(part, Do)]
    if isinstance(told, Logic) and all(isinstance(part, Do) for part in told.parts):
        return [part for part in sharing(list(told.parts)) if isinstance(part, Do)]
    return []


def bound(ctx: Context, tree: Norm, around: RuleScope) -> None:
    """Compile a bound on a state: `The hand limit cannot be less than 3.`"""
    told = tree.do
    if isinstance(told, Logic) and told.op == ("and" if tree.mode == "must" else "or"):
        for part in told.parts:
            bound(ctx, replace(tree, do=part), around)
        return
    if tree.mode == "must" and isinstance(told, Cmp) and told.op in DENIED:
        told = replace(told, op=DENIED[told.op])
    elif tree.mode == "must" and isinstance(told, Each) and isinstance(told.body, Cmp):
        told = replace(told, body=replace(told.body, op=DENIED.get(told.body.op, "")))
    elif tree.mode != "cannot":
        raise Unsupported("a bound that is no prohibition")
    tree = replace(tree, mode="cannot")
    if isinstance(told, Each) and isinstance(told.pick, Pick):
        crowded(ctx, told, tree, around)
    elif isinstance(told, Is):
        barred(ctx, told, tree.cond, around.conds)
    elif isinstance(told, Cmp):
        limited(ctx, told, tree.cond, around.conds)
    else:
        raise Unsupported("a bound of this sort")


def crowded(ctx: Context, told: Each, tree: Norm, around: RuleScope) -> None:
    """Compile `A bed cannot contain more than 3 flowers`: no further one can enter or leave."""
    pick, body = told.pick, told.body
    assert isinstance(pick, Pick)
    if not (isinstance(body, Cmp) and body.op in LIMITS and isinstance(body.a, Tally)):
        raise Unsupported("a bound of this sort")
    kind = body.a.what
    if not isinstance(kind, Kind):
        raise Unsupported("a bound of this sort")
    whose = Ref(pick.label)
    inside = [p for p in kind.where if isinstance(p, In) and p.place == whose]
    own = [p for p in kind.where if isinstance(p, In) and holds(p.place, whose)]
    if len(inside) != 1 or len(own) > 1:
        raise Unsupported("a bound of this sort")
    var = kind.var + "*"
    said = (*inside, *own)
    rest = tuple(substitute(p, kind.var, Ref(var)) for p in kind.where if p not in said)
    full = replace(body, op=LIMITS[body.op])
    cond = full if tree.cond is None else Logic("and", (full, tree.cond))
    moved = Pick("any", 1, Kind(kind.noun, rest, var), var)
    verb = "enter" if body.op == ">" else "leave"
    if own:
        do = Do(verb, moved, replace(own[0].place, owner=pick))  # type: ignore[type-var]
    elif inside[0].rel in ("in", "on"):
        do = Do(verb, moved, pick)
    elif body.op == "<":
        raise Unsupported("a bound of this sort")
    elif kind.noun in ctx.schema.attrs and inside[0].rel == "of":
        do = Do("gain", pick, moved)
    else:
        raise Unsupported("a bound of this sort")
    one(ctx, replace(tree, do=do, cond=cond), around, [])


def holds(place: Tree, whose: Tree) -> bool:
    """True if a place belongs to a certain owner."""
    return isinstance(place, Of) and place.owner == whose


def one(
    ctx: Context, tree: Norm, around: RuleScope, group: list[Offer], parts: list[Do] | None = None
) -> None:
    """Compile a norm about one act; `parts` are all acts that its limit counts together."""
    do = tree.do
    assert isinstance(do, Do)
    parts = parts or [do]
    ctx.judged = do
    if tree.mode not in ("may", "must") or do.agent is None:
        tree = by_whoever_plays(ctx, tree)
        do = tree.do
        assert isinstance(do, Do)
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    if tree.mode == "only":
        only(ctx, tree, around, parts)
        return
    if tree.mode == "cost":
        price(ctx, tree, around)
        return
    if tree.mode in ("may", "must") and ctx.judged.agent is not None:
        offer(ctx, tree, around, group)
        return
    unless, cond = required(tree.cond)
    do, cond = asked_of_owners(do, cond)
    made = Law(tree.mode, ctx.standing, pattern(ctx, counted(do) if around.per else single(do)))
    if tree.mode == "cannot":
        exact(ctx, do, made.pattern)
    made.scopes = list(around.conds)
    made.unless = unless
    made.duties = duties(ctx, made.unless)
    conds = [during(ctx, cond)] if cond is not None else []
    if around.per:
        conds.append(limit_reached(ctx, do, around.per, made.pattern, parts))
    if around.times is not None:
        if not around.over:
            raise Unsupported("how often something cannot be done: say 'more than … per …'")
        most, span = around.times
        conds.append(Le(term(ctx, most), done_so_far(ctx, parts, span, True)))
    if conds:
        made.cond = conds[0] if len(conds) == 1 else And(conds)
    if tree.mode == "cannot" and do.verb == "begin" and do.obj == Ref("game") and cond is not None:
        made.ground = compile_grounds(ctx, cond)
    if tree.mode == "cannot" and not around.per and several_told(do):
        raise Unsupported("a number of things in a prohibition")
    if tree.mode == "cannot":
        check_forbidden(ctx, do)
        verb_rules.cannot.append(made)
        moved = moved_so(ctx.defs, do)
        if moved is not None:
            one(ctx, replace(tree, do=moved), around, group)
        return
    if tree.mode == "must":
        raise Unsupported("a duty of nobody")
    told = next((t for n, t in do.roles if n in ("onto", "into", "to")), None)
    if told is not None and (made.pattern.to is None or not made.pattern.to.upon):
        made.place = places_of(ctx, told)
        ctx.rules.placed = ctx.rules.placed or do.verb == "play"
    verb_rules.what.append(made)


def asked_of_owners(do: Do, cond: Tree) -> tuple[Do, Tree]:
    """Move a condition about whose property an act speaks of into the description of the owner.

    `onto the upper heap of a heap if that heap is high`: of several heaps with this upper heap,
    one must be high.
    """
    if cond is None:
        return do, cond
    told = [("", do.obj), *do.roles]
    for at, (name, tree) in enumerate(told):
        if isinstance(tree, Of) and isinstance(tree.owner, Pick) and tree.owner.how == "any":
            pick = tree.owner
            if not mentions(cond, pick.label):
                continue
            kind = replace(pick.kind, where=(*pick.kind.where, cond))
            told[at] = (name, replace(tree, owner=replace(pick, kind=kind)))
            return replace(do, obj=told[0][1], roles=tuple(told[1:])), None
    return do, cond


def by_whoever_plays(ctx: Context, tree: Norm) -> Norm:
    """A norm about playing a card, in which its player is the one who would play it.

    So is `you` in the text of that card, if that means its player.
    """
    do = tree.do
    assert isinstance(do, Do)
    card = Ref(do.obj.label) if isinstance(do.obj, Pick) else do.obj
    if do.verb != "play" or not isinstance(card, Ref):
        return tree
    mine: list[Tree] = [Of(card, "player")]
    if isinstance(do.obj, Pick):
        mine.append(Of(Ref(do.obj.kind.var), "player"))
    elif spoken_to_player(ctx, card):
        mine.append(Ref("you"))
    if not any(part in mine for part in walk(tree)):
        return tree
    who: Tree = do.agent
    if who is None or who in mine:
        label = f"player{ctx.spare()}"
        who = Pick("any", 1, Kind("thing", (), label), label)
    named = Ref(who.label) if isinstance(who, Pick) else who

    def part(node: Tree) -> Tree:
        if node in mine:
            return named
        return rewrite(node, part) if isinstance(node, Node) else node

    told = part(replace(tree, do=replace(do, agent=None)))
    assert isinstance(told, Norm)
    assert isinstance(told.do, Do)
    return replace(told, do=replace(told.do, agent=who))


def spoken_to_player(ctx: Context, card: Ref) -> bool:
    """True if a card is the bearer of the text, and `you` in that text means its player."""
    standing = ctx.standing
    if ctx.slots.get(card.name, NONE) != THIS or not isinstance(standing, OnCards):
        return False
    bearers = [standing.species] if standing.species != NONE else ctx.schema.of_kind("card")
    return all(ctx.rules.you_means(species) == "player" for species in bearers)


def several_told(do: Do) -> bool:
    """True if the object of an act is a fixed number of things, more than one."""
    return isinstance(do.obj, Pick) and isinstance(do.obj.n, int) and do.obj.n > 1


def required(cond: Tree) -> tuple[frozenset[str], Tree]:
    """The exemptions of a norm (`unless a card requires this act`) and the rest of `cond`."""
    match cond:
        case Logic(op="not", parts=(Did(do=Do(verb="require", agent=who, obj=Ref(name="act"))),)):
            told = who.items if isinstance(who, Group) else (who,)
            return (frozenset(p.kind.noun for p in told if isinstance(p, Pick)), None)
        case Logic(op="and", parts=parts):
            for n, part in enumerate(parts):
                found, rest = required(part)
                if found and rest is None:
                    left = parts[:n] + parts[n + 1 :]
                    return (found, left[0] if len(left) == 1 else Logic("and", left))
    return (frozenset(), cond)


def required_only(cond: Tree) -> tuple[bool, Tree]:
    """True if a permission is for acts that a rule requires, and the rest of its condition."""
    unless, rest = required(Logic("not", (cond,)) if isinstance(cond, Did) else cond)
    if unless and isinstance(cond, Did):
        return (True, rest)
    if isinstance(cond, Logic) and cond.op == "and":
        for n, part in enumerate(cond.parts):
            if required_only(part) == (True, None):
                left = cond.parts[:n] + cond.parts[n + 1 :]
                return (True, left[0] if len(left) == 1 else Logic("and", left))
    return (False, cond)


def held_by(ctx: Context, tree: Tree) -> int:
    """The scalar of the holder of an office that a term names, else NONE."""
    if isinstance(tree, Ref) and tree.name in ctx.schema.offices:
        return ctx.schema.attrs[tree.name].at
    return NONE


def duties(ctx: Context, unless: frozenset[str]) -> list[Offer]:
    """The duties of the rules, if they may require what a norm forbids."""
    return ctx.rules.duties if unless & {"rule", "duty"} else []


def places_of(ctx: Context, told: Tree) -> Expr:
    """All places that a role of a norm can be."""
    if (
        isinstance(told, Pick)
        and sort_of(ctx, told) == "place"
        and told.kind.noun in ctx.schema.attrs
    ):
        return find(ctx, told.kind)
    return place_term(ctx, told)


def single(do: Do) -> Do:
    """The act on one thing instead of `more than n`: that is a limit, not a description."""
    if isinstance(do.obj, Pick) and do.obj.how == "over":
        return replace(do, obj=replace(do.obj, how="any", n=1))
    return do


def counted(do: Do) -> Do:
    """The act on one thing or counter instead of `more than n`."""
    if isinstance(do.obj, Qty) and isinstance(do.obj.n, Calc) and do.obj.n.op == "more than":
        return replace(do, obj=replace(do.obj, n=1))
    return single(do)


def done_so_far(ctx: Context, parts: list[Do], span: str, same: bool) -> Expr:
    """How often the acts of a norm were done in a span, by this doer or (`same`) to this thing."""
    found = [happened(ctx, Did(rebound(part, same), Moment("this", span))) for part in parts]
    return found[0] if len(found) == 1 else Add(found)


def limit_reached(ctx: Context, do: Do, span: str, shape: Pattern, parts: list[Do]) -> Expr:
    """The condition that somebody has done an act as many times as the limit per span allows.

    For counters: that this act would exceed the limit.
    """
    if isinstance(do.obj, Qty) and isinstance(do.obj.n, Calc) and do.obj.n.op == "more than":
        done = happened(ctx, Did(rebound(counted(do)), Moment("this", span)))
        assert isinstance(done, Happened)
        total = Total(done.index, done.pattern, done.window)
        shape.amount = ctx.spare()
        return Lt(term(ctx, do.obj.n.args[0]), Add([total, Reg(shape.amount)]))
    if not (isinstance(do.obj, Pick) and do.obj.how == "over"):
        raise Unsupported("a limit without a number")
    most = term(ctx, do.obj.n)
    return Le(most, done_so_far(ctx, [counted(part) for part in parts], span, False))


def only(ctx: Context, tree: Norm, around: RuleScope, parts: list[Do]) -> None:
    """Compile a restriction: `Only X can …`, `… only if …`, `… only during …`."""
    do = tree.do
    assert isinstance(do, Do)
    focus = tree.focus
    shape = pattern(ctx, do, focus)
    made = Only(ctx.standing, shape, focus)
    made.scopes = list(around.conds)
    made.unless, cond = required(tree.cond)
    made.duties = duties(ctx, made.unless)
    if cond is not None and focus not in ("if", "time"):
        made.scopes.append(condition(ctx, cond))
    if focus == "agent":
        made.focus = matcher(ctx, do.agent)
        made.sourced = sourced(ctx, do)
    elif focus == "obj":
        made.focus = matcher(ctx, do.obj)
    elif focus == "from" or focus in TO_ROLES:
        told = next(t for n, t in do.roles if n == focus)
        made.focus = destination(ctx, focus, told)
    elif focus in ("if", "time"):
        made.cond = during(ctx, tree.cond)
        if isinstance(tree.cond, Moment) and is_turn(tree.cond.span):
            made.unless |= {OUT_OF_TURN}
        if do.agent is not None and shape.agent is None:
            shape.agent = matcher(ctx, do.agent)
    elif focus == "limit" and around.times is not None:
        most, span = around.times
        made.cond = Lt(done_so_far(ctx, parts, span, True), term(ctx, most))
    else:
        raise Unsupported(f"'only' about {focus}")
    ctx.rules.verb_rules[ctx.rules.verb(do.verb)].only.append(made)


def is_turn(span: Tree) -> bool:
    """True if a time is somebody's turn."""
    return isinstance(span, Of) and span.name == "turn"


FREE = ("choose", "enter", "leave", "pass", "resolve", "roll", "take effect", "target")


def price(ctx: Context, tree: Norm, around: RuleScope) -> None:
    """Compile the price of an act."""
    do = tree.do
    assert isinstance(do, Do)
    if do.verb in FREE:
        raise Unsupported(
            f"a price of '{do.verb}': nothing is charged for it; price what comes of it"
        )
    made = Law("cost", ctx.standing, pattern(ctx, do))
    made.scopes = list(around.conds)
    made.cond = condition(ctx, tree.cond) if tree.cond is not None else None
    paid = apart(ctx, tree.then, do.obj)
    made.able = feasible(ctx, paid, full=True)
    made.demands = demands(ctx, paid)
    made.block = held(ctx, lambda: effect(ctx, paid))
    ctx.rules.verb_rules[ctx.rules.verb(do.verb)].costs.append(made)


def apart(ctx: Context, tree: Tree, thing: Tree) -> Tree:
    """The price with the condition that the thing it is paid for cannot be part of the payment."""
    told = Ref(thing.label) if isinstance(thing, Pick) else thing
    if not isinstance(told, Ref):
        return tree

    def part(node: Tree) -> Tree:
        if isinstance(node, Do) and isinstance(node.obj, Pick) and node.obj.how != "top":
            if sort_of(ctx, node.obj) == "card":
                kind = node.obj.kind
                other = Cmp(Ref(kind.var), "!=", told)
                kind = replace(kind, where=(*kind.where, other))
                return replace(node, obj=replace(node.obj, kind=kind))
        return rewrite(node, part) if isinstance(node, Node) else node

    return part(tree)


def offer(ctx: Context, tree: Norm, around: RuleScope, group: list[Offer]) -> None:
    """Compile an offer: an act that players may or must do of their own accord."""
    tree = named_by_object(ctx, tree)
    do = tree.do
    assert isinstance(do, Do)
    rules = ctx.rules
    made = Law(tree.mode, ctx.standing, pattern(ctx, replace(do, obj=None, roles=())))
    made.scopes = list(around.conds)
    whom = next((told for name, told in do.roles if name == "for"), None)
    if do.verb == "act" and whom is not None:
        needed, cond = required_only(tree.cond)
        if cond is not None:
            made.cond = during(ctx, cond)
        rules.proxies.append(Proxy(made, term(ctx, whom), held_by(ctx, whom), needed))
        return
    found = Offer(rules, made, rules.verb(do.verb))
    found.by = freed(do)
    if do.verb == "pass" and tree.mode == "may" and tree.then is None and around.times is None:
        rules.may_pass.append(found.head)
    found.duty = found.required = tree.mode == "must"
    if found.duty:
        rules.duties.append(found)
        found.by |= rules.hosts[ctx.sentence]
    found.anytime = around.anytime
    if isinstance(do.agent, Pick):
        found.agent = ctx.slot(do.agent.label)
        agent: Tree = Ref(do.agent.label)
        ctx.sorts[do.agent.label] = "player"
    elif isinstance(do.agent, Of) or held_by(ctx, do.agent) != NONE:
        # who is described so now, or acts for them: the one to whom it is offered
        found.office = held_by(ctx, do.agent)
        agent = Ref(f"doer{ctx.spare()}")
        found.agent = ctx.slot(agent.name)
        ctx.sorts[agent.name] = "player"
    else:
        found.agent = ctx.spare()
        agent = do.agent
    time, asked = objected(tree.cond)
    if tree.cond is not None and time is None:
        made.cond = during(ctx, tree.cond)
    made.span = TURNS
    if around.times is not None:
        made.times = term(ctx, around.times[0])
        made.span = counting(ctx, around.times[1])
    if found.duty:
        made.span = PHASES
    act = replace(untimed(do), agent=agent)
    due = deadline_of(do) if found.duty else None
    if isinstance(do.obj, Pick) and do.obj.how in ("any", "a", "over"):
        act = replace(act, obj=replace(do.obj, how="new" if makes(ctx, do) else "a"))
    act = replace(act, roles=tuple((n, picked(t)) for n, t in act.roles))
    block = rules.new_block(ctx.sentence)
    ctx.block = block
    block.slots = ctx.size
    before = set(ctx.slots) - own_labels(act)
    ctx.offering = found.by
    if new_object(ctx, act) is not None:
        ctx.backing = made.standing  # rows are judged where they are picked
    if of_throws(ctx, do):
        check_reroll(tree, around)
        found.phase = AT_THROWS
        rules.rerolls.append(found)
        assert act.agent is not None
        rerolled(ctx, act, term(ctx, act.agent))
    elif time is None:
        effect(ctx, act)
    else:
        announced(ctx, act, asked, time)
    outranking(block, found.verb, made.standing)
    ctx.offering, ctx.backing = None, UNRANKED
    after(ctx, tree, found)
    if due is not None:
        found.once = False
    ctx.emit(Settle())
    ctx.block = None
    found.block = block
    ctx.offering, ctx.backing = found.by, made.standing
    candidates(ctx, act, found, before)
    ctx.offering, ctx.backing = None, UNRANKED
    found.goal = next((op.found for op in block.ops if isinstance(op, Choose)
                       and isinstance(op.found, Fitting)), None)  # fmt: skip
    allowed_before(ctx, act, block)
    if found.found is None:
        found.text = spoken(ctx, do)
        found.made = new_object(ctx, act) is not None
        if isinstance(act.obj, Pick) and act.obj.how in ANEW:
            found.fresh = UNKNOWN
    if due is not None:
        due_by(ctx, due, found, None if group else found.undone)  # once for all offers that meet it
        found.undone = None  # it runs when the time is up, not when somebody passes
    key = same_act(ctx, tree, around) if time is None else ""
    found.twins = [one.head for one in rules.offers if key and one.key == key]
    found.key = key
    rules.twinned = rules.twinned or bool(found.twins)
    rules.offers.append(found)
    if comes_back(ctx, act):
        rules.returning.append(found)
    group.append(found)


def of_throws(ctx: Context, do: Do) -> bool:
    """True if an act is to draw an outcome anew."""
    return do.verb == "reroll" and ctx.schema.rerolls


def check_reroll(tree: Norm, around: RuleScope) -> None:
    """Refuse an offer to reroll that could not be made at a throw as it is said."""
    assert isinstance(tree.do, Do)
    if tree.mode != "may":
        raise Unsupported("a reroll that somebody has to make. Say 'may reroll'")
    if objected(tree.cond)[0] is not None:
        raise Unsupported("a reroll that is announced: whoever may reroll is asked at once")
    if tree.then is not None and any(asks_for_omission(node) for node in walk(tree.then)):
        raise Unsupported("what follows if nobody rerolls")


def comes_back(ctx: Context, act: Do, deep: int = 0) -> bool:
    """True if whoever does an act becomes a player by it."""
    if becomes_player(act):
        return True
    definition = ctx.defs.get(act.verb)
    if definition is None or isinstance(definition.means, str) or deep > DEEPEST:
        return False
    acts = [node for node in walk(definition.means) if isinstance(node, Do)]
    return any(comes_back(ctx, one, deep + 1) for one in acts if one.agent == Ref("you"))


def named_by_object(ctx: Context, tree: Norm) -> Norm:
    """`The partner of a trade may accept that trade` as `a player may accept a trade if …`.

    The doer is described by the object, so each object is offered to the doer that it names.
    """
    do = tree.do
    assert isinstance(do, Do)
    if not isinstance(do.agent, Of):
        return tree
    owner, parts = do.agent.owner, (do.obj, *(told for _, told in do.roles))
    if isinstance(owner, Pick) and owner.how in ("any", "a", "the") and Ref(owner.label) in parts:
        name, told = owner.label, replace(owner, how="any")
        here = [told if part == Ref(name) else part for part in parts]
    elif isinstance(owner, Ref) and owner.name in own_labels(do):
        name, here = owner.name, list(parts)
    else:
        return tree
    label = f"doer{ctx.spare()}"
    mine = Cmp(Ref(label), "=", Of(Ref(name), do.agent.name))
    roles = tuple((said, part) for (said, _), part in zip(do.roles, here[1:], strict=True))
    agent = Pick("any", 1, Kind("player", (), label), label)
    cond = mine if tree.cond is None else Logic("and", (mine, tree.cond))
    return replace(tree, do=replace(do, agent=agent, obj=here[0], roles=roles), cond=cond)


def announced(ctx: Context, act: Do, cond: Tree, time: Qty) -> None:
    """Compile an act that is announced now and done after a time, if a condition holds then.

    Its object is chosen when it is announced.
    """
    if isinstance(act.obj, Pick):
        assert act.agent is not None
        pick(ctx, act.obj, term(ctx, act.agent))
        act = replace(act, obj=Ref(act.obj.label))
    postponed(ctx, If(cond, act), time)


def makes(ctx: Context, do: Do) -> bool:
    """True if the object of an act does not exist before the act."""
    rule = do.verb == "adopt" and any_rule(do.obj) and sort_of(ctx, do.obj) == "rule"
    return rule or do.verb in MAKING


def allowed_before(ctx: Context, act: Do, block: Block) -> None:
    """Free the guard of an offered act from prohibitions: the offer has applied them already."""
    if act.obj is None or (isinstance(act.obj, Pick) and act.obj.n == 1):
        verb_rules = ctx.rules.verb_rules[ctx.rules.verb(act.verb)]
        for op in block.ops:
            if isinstance(op, Guard) and op.verb_rules is verb_rules:
                op.free = True
                return


def outranking(block: Block, verb: int, backing: Standing) -> None:
    """Let an offered act and its moves outrank prohibitions of lower tiers."""
    for op in block.ops:
        if isinstance(op, ChooseWay) or (
            isinstance(op, Guard) and op.verb_rules.number in (MOVE, verb)
        ):
            op.backing = backing


def spoken(ctx: Context, do: Do) -> str:
    """The act in words, as players read it: `draw a card`."""
    text = addressed(ctx, do)
    return text[:1].lower() + text[1:] if text.lower().startswith(do.verb) else do.verb


def addressed(ctx: Context, do: Do) -> str:
    """The act as a sentence to its doer, who is `you`."""
    act = do
    if do.agent != YOU_WORD:
        act = substitute(do, "you", HOLDER)  # the one whom the text speaks to is another
    do = act
    if isinstance(do.agent, Pick):
        act = substitute(substitute(do, do.agent.label, YOU_WORD), do.agent.kind.var, YOU_WORD)
    elif isinstance(do.agent, Ref):
        act = substitute(do, do.agent.name, YOU_WORD)
    roles = tuple((name, picked(told)) for name, told in act.roles)
    act = replace(act, agent=YOU_WORD, obj=picked(act.obj), roles=roles, label="")
    return tell(Para((act,), "card"), ctx.schema.lexicon, Style()).rstrip(".")


def same_act(ctx: Context, tree: Norm, around: RuleScope) -> str:
    """What tells apart the acts of offers: two with the same words are one option.

    Empty if an offer stays apart: it is limited, something follows it, or it speaks of something
    that happened.
    """
    do = tree.do
    assert isinstance(do, Do)
    if around.times is not None or not (tree.then is None or follows_omission(tree.then)):
        return ""
    own = {node.label for node in walk(do) if isinstance(node, Pick)}
    own |= {node.var for node in walk(do) if isinstance(node, Kind)}
    doer = {do.agent.name} if isinstance(do.agent, Ref) else set()
    told = {node.name for node in walk(untimed(do)) if isinstance(node, Ref)} - own - doer
    if any(ctx.knows(name) for name in told) or any(name.startswith("this") for name in told):
        return ""
    return addressed(ctx, untimed(do))


def follows_omission(then: Tree) -> bool:
    """True if something follows only where an act is not done."""
    if not isinstance(then, If) or then.orelse is not None:
        return False
    asked = then.cond
    parts = asked.parts if isinstance(asked, Logic) and asked.op == "and" else (asked,)
    for part in parts:
        match part:
            case Logic(op="not", parts=(Done(),)):
                return True
    return False


def picked(told: Tree) -> Tree:
    """A pick of `any` in a role of an offer as a pick of `a`."""
    return replace(told, how="a") if isinstance(told, Pick) and told.how == "any" else told


def counting(ctx: Context, span: str) -> int:
    """The scalar that counts the spans of a limit."""
    found = per(ctx, span)
    if found != NONE:
        return found
    if within(ctx, span):
        return ctx.schema.attrs["#contests"].at
    if span not in SPANS and ctx.schema.lexicon.is_kind(span, "game"):
        return OVER
    if span not in SPANS:
        raise Unsupported(f"a limit per {span}")
    return SPANS[span]


def candidates(ctx: Context, act: Do, found: Offer, before: set[str]) -> None:
    """Set the candidates of an offer: the options of the first choice in its block.

    An act on `this card` has that card as its one candidate, so that two cards are two options.
    """
    obj = act.obj
    if obj is None:
        picks = [told for _, told in act.roles if isinstance(told, Pick)]
        obj = picks[0] if len(picks) == 1 else None
        found.aimed = obj is not None
        if act.verb == "vote":
            found.ways = voting_ways(ctx, act)
        found.aim = next((name for name, told in act.roles if told is obj), "")
    if isinstance(obj, Pick) and obj.n == 1 and obj.how == "a":
        for op in found.block.ops:
            if isinstance(op, Choose):
                if op.slot == ctx.slots.get(obj.label):
                    found.obj = op.slot
                    found.found = offered(ctx, act, op, before, found.norm.standing)
                    found.to = goal(ctx, act, obj.label)
                break
    if obj == THIS_CARD and isinstance(found.norm.standing, OnCards):
        found.itself = True
        found.obj = ctx.spare()
        found.found = term(ctx, obj)
        found.to = goal(ctx, act, "")
    if found.found is None or found.itself:
        found.able = feasible(ctx, act, known=before)


def offered(ctx: Context, act: Do, choice: Choose, before: set[str], backing: Standing) -> Expr:
    """The options of a choice for an offer, which applies the prohibitions of its verb itself."""
    found = choice.found
    while isinstance(found, (Unforbidden, Permitted)):
        found = found.found
    if not isinstance(act.obj, Pick):
        return found  # the thing is in a role: `vote on a proposal`
    told = permits(ctx, act, act.obj.label, before & set(ctx.sorts))
    for one in told.implied:
        if one.verb_rules.number == MOVE:
            one.backing = backing
    test = told.test(own=False)
    return found if test is None else Permitted(found, choice.slot, test)


def goal(ctx: Context, act: Do, label: str) -> Expr | None:
    """Where an offered act puts its object or to whom, as far as that is not chosen."""
    told = next((t for n, t in act.roles if n in ("onto", "into", "to")), None)
    if told is not None and not isinstance(told, Pick) and sort_of(ctx, told) == "place":
        return place_term(ctx, told)
    if act.verb == "play" and told is not None and sort_of(ctx, told) == "card":
        return upon(ctx, told)
    if not forbiddable(ctx, act.verb):
        return None
    to = aim(ctx, act)
    means = first_act(ctx, act, label) if to is None and act.roles == () else None
    return aim(ctx, means) if means is not None else to


def upon(ctx: Context, told: Tree) -> Expr | None:
    """The place of a card that another is played onto; None if that card is chosen."""
    if isinstance(told, Pick) and (told.how not in DEFINITE or contains(ctx, told)):
        return None
    found = description(ctx, replace(told, label="")) if isinstance(told, Pick) else term(ctx, told)
    return LiesOn(ctx.rules.content, found)


def own_labels(act: Do) -> set[str]:
    """The labels of what an act picks itself."""
    return {told.label for told in (act.obj, *(t for _, t in act.roles)) if isinstance(told, Pick)}


def after(ctx: Context, tree: Norm, found: Offer) -> None:
    """Compile the consequences of an offer: when it is used, and when it is not."""
    if tree.then is None:
        return
    effect(ctx, tree.then)
    if any(asks_for_omission(node) for node in walk(tree.then)):
        label = next((n.step for n in walk(tree.then) if isinstance(n, Done)), "")
        if label:
            block = ctx.rules.new_block(ctx.sentence)
            kept = ctx.block
            ctx.block = block
            block.slots = ctx.size
            assert isinstance(tree.do, Do)
            unable = found.duty and deadline_of(tree.do) is None  # who can has to
            ctx.emit(LetNumber(ctx.slot(label), Lit(UNABLE if unable else 0)))
            effect(ctx, tree.then)
            ctx.emit(Settle())
            ctx.block = kept
            found.undone = block
            found.once = True


def asks_for_omission(node: Node) -> bool:
    """True if something follows from an act that was not done: `If they do not`, `Otherwise`."""
    if not isinstance(node, If) or not any(isinstance(part, Done) for part in walk(node.cond)):
        return False
    denied = any(isinstance(part, Logic) and part.op == "not" for part in walk(node.cond))
    return denied or node.orelse is not None
