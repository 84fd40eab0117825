"""Compile patterns of acts, for triggers, norms, replacements and queries of history.

`When a player draws a card` becomes a `Pattern` with the verb, a `Matcher` for the agent and a
`Matcher` for the object. Each matcher tests its slot and binds a label.
"""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Lits, Reg
from deckmastor.engine.expressions.compile_number_sets import no_event
from deckmastor.engine.expressions.compile_terms import noun_sort, place_term, sort_of
from deckmastor.engine.expressions.compile_tests import checks, flat, kind_test
from deckmastor.engine.expressions.history import (
    EVER,
    THIS_EFFECT,
    THIS_PHASE,
    THIS_ROUND,
    THIS_TURN,
    Done,
    Happened,
    Window,
)
from deckmastor.engine.expressions.places import PlaceNamed
from deckmastor.engine.expressions.things import Union
from deckmastor.engine.expressions.truths import Eq, Le, Meets, Not, Outstanding
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.time.calendar import SECONDS
from deckmastor.engine.time.spells import Ageing, NewSpan, Since, SinceBefore
from deckmastor.engine.triggers.patterns import Matcher, OwnerFits, Pattern
from deckmastor.engine.turns.compile_contests import any_game, contest_of
from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
    Group,
    In,
    Kind,
    Moment,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    mentions,
    replace,
)

TO_ROLES = (
    "to", "into", "onto", "in", "on the top of", "on the bottom of", "above", "below", "on", "for",
    "against", "with", "as",
)  # fmt: skip
ENDS = ("first", "last")
SILENT_ROLES = ("manner", "order", "within", "before", "family", "channel", "replace", "by")


def of_its_bearer(ctx: Context, do: Do) -> Do:
    """`Your mood becomes cross` as `you become cross`: the bearer of a family becomes a member."""
    match do:
        case Do(verb="become", agent=Of(owner=owner, name=name), obj=str() as word):
            status = ctx.schema.lexicon.statuses.get(word)
            if owner is not None and status is not None and status.family == name:
                return replace(do, agent=owner)
    return do


def pattern(ctx: Context, do: Do, skip: str = "") -> Pattern:
    """The pattern of an act; a slot named by `skip` is left open."""
    no_event(ctx, do)
    do = of_its_bearer(ctx, do)
    if do.verb == "take effect" and do.obj is None:
        do = replace(do, agent=None, obj=do.agent)
    if do.verb == "target" and sort_of(ctx, do.obj) == "place":
        do = replace(do, obj=None, roles=(*do.roles, ("to", do.obj)))
    if do.verb == "bring" and ctx.schema.brings and sort_of(ctx, do.obj) == "place":
        raise Unsupported("a rule about bringing a deck: say it of a card, 'brings a card'")
    if do.verb == "swap":
        do = swapped(ctx, do)
    do = from_where_it_lies(do)
    if do.verb in ("exist", "remain"):
        raise Unsupported(f"'{do.verb}' is no event: say where, 'there is a … in …'")
    if do.verb == "resolve" and do.obj is None and sort_of(ctx, do.agent) == "player":
        raise Unsupported("a player resolves nothing here: say 'a card resolves'")
    for told in (do.agent, do.obj, *(told for _, told in do.roles)):
        if isinstance(told, Pick) and told.how == "all":
            raise Unsupported(f"all {told.kind.noun}s in an act that is waited or asked for")
    found = Pattern(ctx.rules.verb(do.verb))
    if isinstance(do.obj, Pick) and isinstance(do.agent, Pick) and skip != "obj":
        if mentions(do.agent, do.obj.label) and not ctx.knows(do.obj.label):
            found.obj = objects(ctx, do, found)  # it describes the agent, so it comes first
    if do.agent is not None and skip != "agent" and not is_game(do.agent):
        found.agent = matcher(ctx, do.agent)
        found.sourced = sourced(ctx, do)
    with ctx.acting(do.agent):
        complete(ctx, do, skip, found)
    who = do.agent
    found.led = isinstance(who, Pick) and any(
        mentions(do.obj, n) for n in (who.label, who.kind.var)
    )
    return found


def swapped(ctx: Context, do: Do) -> Do:
    """`Swap their hand with another player` as `swap their hand with another player's hand`."""
    obj, other = do.obj, next((told for name, told in do.roles if name == "with"), None)
    if not isinstance(obj, Of):
        return do
    if sort_of(ctx, obj) != "place":
        raise Unsupported("a rule about swaps of values: say what happens when the value changes")
    if other is None or sort_of(ctx, other) != "player":
        return do
    return replace(do, roles=(("with", Of(other, obj.name)),))


def complete(ctx: Context, do: Do, skip: str, found: Pattern) -> None:
    """Add the matchers of the object and the roles of an act to its pattern."""
    if do.obj is not None and skip != "obj" and found.obj is None:
        found.obj = objects(ctx, do, found)
        if found.obj is not None and do.verb in ("enter", "leave"):
            found.obj.content = sort_of(ctx, do.obj) == "card"
    if do.verb == "vote":
        way = next((name for name, _ in do.roles if name in ("for", "against")), "")
        if way:
            found.obj = Matcher(NONE, [], Lit(ctx.schema.word(way)), None)
    for name, told in do.roles:
        if name == skip or name in SILENT_ROLES:
            continue
        if name == "from":
            if not (isinstance(told, Ref) and told.name == "game"):
                found.origin = matcher(ctx, told)
                found.origin.content = sort_of(ctx, told) == "card"
        elif do.verb == "set" and name == "to" and isinstance(told, (int, Calc, Of, Tally)):
            becomes(ctx, told, found)
        elif name in TO_ROLES:
            found.to = destination(ctx, name, told)


def becomes(ctx: Context, told: Tree, found: Pattern) -> None:
    """Let a pattern fit what a value becomes: a number, or one that is at most or at least it."""
    found.amount = ctx.spare()
    op, than = comparison(told)
    now, other = Reg(found.amount), term(ctx, than)
    tests: dict[str, Expr] = {
        "=": Eq(now, other), "<=": Le(now, other), ">=": Le(other, now),
        "<": Not(Le(other, now)), ">": Not(Le(now, other)),
    }  # fmt: skip
    found.conds.append(tests[op])


def comparison(told: Tree) -> tuple[str, Tree]:
    """The operator and the number of what a value becomes: `at most 0` is `<=` and 0."""
    if isinstance(told, Calc) and told.op in ("<", "<=", ">", ">="):
        return (told.op, told.args[0])
    return ("=", told)


ORDERED = (
    "move", "create", "remove", "shuffle", "reverse", "reveal", "show", "cancel", "end", "skip",
    "target",
)  # fmt: skip


def sourced(ctx: Context, do: Do) -> bool:
    """True if the agent is a card whose text orders the act: `destroyed by a spell`."""
    if sort_of(ctx, do.agent) != "card":
        return False
    if do.verb in ORDERED or (do.verb in ctx.defs and do.obj is not None):
        return True
    frame = ctx.schema.lexicon.verbs.get(do.verb)
    return frame is not None and frame.agent_sort == "player"


def from_where_it_lies(do: Do) -> Do:
    """`A card on a goal leaves that goal` as `a card leaves a goal`."""
    left = do.obj if do.verb == "leave" else next((t for n, t in do.roles if n == "from"), None)
    lying = do.agent if do.verb == "leave" else do.obj
    if not isinstance(lying, Pick):
        return do
    left, do = its_own(do, left, lying)
    if not isinstance(left, Ref):
        return do
    for part in lying.kind.where:
        match part:
            case In(Ref(var), Pick(label=label) as place, "on" | "in"):
                if var != lying.kind.var or label != left.name:
                    continue
                rest = tuple(other for other in lying.kind.where if other is not part)
                lying = replace(lying, kind=replace(lying.kind, where=rest))
                if do.verb == "leave":
                    return replace(do, agent=lying, obj=place)
                roles = tuple((n, place if n == "from" else told) for n, told in do.roles)
                return replace(do, obj=lying, roles=roles)
    return do


NUMBERS = {"some": ">=", "any": "=", "a": "=", "atleast": ">=", "over": ">"}


def its_own(do: Do, left: Tree, lying: Pick) -> tuple[Tree, Do]:
    """`A card leaves its goal` as `a card leaves a goal`; its goal is the place where it lies."""
    match left:
        case Pick(how="the", kind=Kind(noun=noun, where=where)) if where:
            last, rest = where[-1], where[:-1]
            if not (isinstance(last, In) and isinstance(last.who, Ref) and last.rel == "of"):
                return (left, do)
            if last.place != Ref(lying.label):
                return (left, do)
        case _:
            return (left, do)
    for part in lying.kind.where:
        match part:
            case In(Ref(var), Pick(kind=Kind(noun=said), label=label), "on" | "in"):
                if var == lying.kind.var and said == noun and not rest:
                    return (Ref(label), do)
    place = replace(left, how="any", kind=replace(left.kind, where=tuple(rest)))
    if do.verb == "leave":
        return (place, replace(do, obj=place))
    roles = tuple((n, place if n == "from" else told) for n, told in do.roles)
    return (place, replace(do, roles=roles))


def collective(event: Tree) -> tuple[Do, str, str, Tree] | None:
    """An event about several things at once: the act on one, their label, operator and number."""
    match event:
        case Do(obj=Pick(how=how, n=n, label=label) as obj) if how in NUMBERS:
            if how in ("any", "a") and n == 1:
                return None
            return (replace(event, obj=replace(obj, how="any", n=1)), label, NUMBERS[how], n)
        case Cmp(a=Tally(op="count", what=Kind(noun=noun, where=where, var=var)), op=op, b=many):
            last = where[-1] if where else None
            do = last.do if isinstance(last, Did) and last.window == "now" else None
            if not isinstance(do, Do) or do.verb == "win":
                return None  # what has been done is a state
            one = Pick("any", 1, Kind(noun, where[:-1], var), var)
            if do.obj == Ref(var):
                return (replace(do, obj=one), var, op, many)
            if do.agent == Ref(var):
                return (replace(do, agent=one), var, op, many)
    return None


def destination(ctx: Context, role: str, told: Tree) -> Matcher:
    """The matcher of a goal: a place, a person, or a thing that is a place itself."""
    found = matcher(ctx, told)
    found.content = role in ("onto", "into", "on") and sort_of(ctx, told) == "card"
    found.upon = found.content and role == "onto" and not contains(ctx, told)
    return found


def contains(ctx: Context, told: Tree) -> bool:
    """True if a term means things that are places themselves; cards then lie on them."""
    if not isinstance(told, (Pick, Ref, Of)):
        return False
    noun = told.kind.noun if isinstance(told, Pick) else told.name
    kind = ctx.schema.kinds_of_properties.get(noun, noun)
    return any(species in ctx.schema.containers for species in ctx.schema.of_kind(kind))


def is_game(tree: Tree) -> bool:
    """True if a term is the game itself."""
    return isinstance(tree, Ref) and tree.name == "game"


def objects(ctx: Context, do: Do, found: Pattern) -> Matcher | None:
    """The matcher of the object: a thing, counters, a word, a place, a span of time."""
    obj = do.obj
    if isinstance(obj, Of) and obj.name == "voting period":
        found.agent = matcher(ctx, obj.owner)
        return Matcher(NONE, [], Lit(ctx.schema.word(obj.name)), None)
    if isinstance(obj, Of) and obj.name == "text":
        return matcher(ctx, obj.owner)
    if isinstance(obj, Of) and (isinstance(obj.owner, (str, Calc))):
        return Matcher(NONE, [], Lit(ctx.schema.literal(obj.owner)), None)  # a member of a set
    if isinstance(obj, Qty):
        if isinstance(obj.n, Calc) and obj.n.op in ("at least", "more than"):
            found.least = term(ctx, obj.n)
        if isinstance(obj.n, Ref) and obj.n.name != "all" and not ctx.knows(obj.n.name):
            found.amount = ctx.slot(obj.n.name)
            ctx.sorts[obj.n.name] = "number"
        return Matcher(NONE, [], Lit(ctx.schema.word(obj.unit)), None)
    if do.verb in ("win", "lose", "begin") and ctx.schema.contests and time_like(ctx, obj):
        return of_contest(ctx, obj, do.verb == "lose")
    if do.verb == "skip" and time_like(ctx, obj):
        return Matcher(NONE, [], left_out(ctx, obj), None)
    if do.verb in ("win", "lose", "take", "begin", "end") and time_like(ctx, obj):
        if isinstance(obj, Pick):
            ctx.sorts[obj.label] = "time"
        return Matcher(NONE, [], Lit(NONE), None) if do.verb == "lose" else None
    if do.verb == "set" and isinstance(obj, Of):
        if obj.owner is not None:
            found.agent = matcher(ctx, obj.owner)
        return Matcher(NONE, [], Lit(ctx.schema.word(obj.name)), None)
    if (
        isinstance(obj, Of)
        and sort_of(ctx, obj) == "place"
        and do.verb not in ("enter", "leave", "shuffle", "swap")
    ):
        if do.verb not in LOOKING and not of_a_place(ctx, do.verb):
            raise Unsupported(whole_place(do.verb, obj.name))
        return None
    assert obj is not None
    found_ = matcher(ctx, obj)
    lying = isinstance(obj, Pick) and noun_sort(ctx, obj.kind.noun) == "place"
    found_.coded = do.verb in ("shuffle", "swap") and all_places(ctx, obj)
    found_.inside = lying and do.verb in LOOKING
    return found_


LOOKING = ("reveal", "show", "look at")


def of_a_place(ctx: Context, verb: str) -> bool:
    """True if a verb that the book defines is done to a place."""
    definition = ctx.defs.get(verb)
    shape = definition.do if definition is not None else None
    return isinstance(shape, Do) and sort_of(ctx, shape.obj) == "place"


def whole_place(verb: str, name: str) -> str:
    """Why a whole place cannot be the object of an act that a rule waits for, forbids or prices."""
    return f"a rule about '{verb}' on a whole {name}: say it of a card in that {name}"


def all_places(ctx: Context, obj: Tree) -> bool:
    """True if an object is a place, or several places."""
    if isinstance(obj, Group):
        return all(all_places(ctx, item) for item in obj.items)
    return sort_of(ctx, obj) == "place"


def left_out(ctx: Context, obj: Tree) -> Expr:
    """The object of `skip`: the words of phases, or NONE for a turn."""
    name = span_name(obj)
    names = ctx.rules.phases if name == "phase" else [name.removesuffix(" phase")]
    if name.endswith("phase"):
        return Lits([ctx.schema.word(f"{name} phase") for name in names])
    if isinstance(obj, Pick):
        ctx.sorts[obj.label] = "time"
    return Lit(NONE)


def exact(ctx: Context, do: Do, shape: Pattern) -> None:
    """Make a pattern with a number of counters fit exactly that number."""
    if isinstance(do.obj, Qty) and isinstance(do.obj.n, int) and do.obj.n > 1:
        shape.amount = ctx.spare()
        shape.conds.append(Eq(Reg(shape.amount), Lit(do.obj.n)))


def of_contest(ctx: Context, obj: Tree, lost: bool) -> Matcher | None:
    """The matcher of what is won, lost or begun: the game, or a game within it."""
    told = contest_of(ctx, obj)
    if told is None:
        return None
    numbers, final = told
    if any_game(obj):
        games = [NONE, *(ctx.schema.word(kind) for kind in ctx.schema.contests)]
        return Matcher(NONE, [], Lits(games), None) if lost else None  # other things can be lost
    if final:
        return Matcher(NONE, [], Lit(NONE), None)
    words = Lits([ctx.schema.word(list(ctx.schema.contests)[n - 1]) for n in numbers])
    if not isinstance(obj, Pick):
        return Matcher(NONE, [], words, None)
    slot = ctx.slot(obj.kind.var or obj.label)
    ctx.slots.setdefault(obj.label, slot)
    ctx.sorts[obj.label] = ctx.sorts[obj.kind.var] = obj.kind.noun
    tests: list[Expr] = [Meets(Reg(slot), words)]
    tests += checks(ctx, obj.kind.noun, tuple(flat(obj.kind.where)), slot, True)
    return Matcher(slot, tests, None, None)


def time_like(ctx: Context, tree: Tree) -> bool:
    """True if a term is a span of time."""
    if isinstance(tree, Ref):
        return (
            tree.name in ("game", "turn", "phase", "round", "this game")
            or tree.name in ctx.schema.contested_games
            or ctx.sorts.get(tree.name) == "time"
        )
    if isinstance(tree, Pick):
        return noun_sort(ctx, tree.kind.noun) == "time"
    return isinstance(tree, Of) and (tree.name.endswith(("turn", "phase", "period")))


def matcher(ctx: Context, tree: Tree) -> Matcher:
    """The matcher of a slot of an act."""
    if isinstance(tree, str):
        return Matcher(NONE, [], Lit(ctx.schema.word(tree)), None)
    if isinstance(tree, Group):
        return Matcher(NONE, [], places(ctx, tree), None)
    if isinstance(tree, Pick) and not (ctx.knows(tree.label) and tree.label not in ctx.sorts):
        return described(ctx, tree)
    if sort_of(ctx, tree) == "place":
        match tree:
            case Of(owner=Pick(how="any" | "a") as owner, name=name) if not ctx.knows(owner.label):
                return owned_place(ctx, owner, name)
        return Matcher(NONE, [], place_term(ctx, tree), None)
    return Matcher(NONE, [], term(ctx, tree), None)


def owned_place(ctx: Context, owner: Pick, name: str) -> Matcher:
    """The matcher of a place of a described owner; binds the label of the owner."""
    whose = matcher(ctx, owner)
    slot = ctx.spare()
    number = ctx.schema.zone_number(name)
    return Matcher(slot, [PlaceNamed(Reg(slot), number), OwnerFits(Reg(slot), whose)], None, None)


def places(ctx: Context, tree: Group) -> Expr:
    """The union of several places or things."""
    parts: list[Expr] = []
    if len({sort_of(ctx, item) == "place" for item in tree.items}) > 1:
        raise Unsupported("places and things that are places in one list: use a sentence for each")
    for item in tree.items:
        if isinstance(item, str):
            parts.append(Lits([ctx.schema.word(item)]))
        elif sort_of(ctx, item) == "place":
            parts.append(place_term(ctx, item))
        else:
            parts.append(term(ctx, item))
    return Union(parts)


def described(ctx: Context, tree: Pick) -> Matcher:
    """The matcher of a slot with a description: anything that fits it."""
    noun = tree.kind.noun
    slot = ctx.slot(tree.kind.var or tree.label)
    ctx.slots.setdefault(tree.label, slot)
    sort = noun_sort(ctx, noun)
    check_noun(noun, sort)
    ctx.sorts[tree.label] = ctx.sorts[tree.kind.var] = sort
    if tree.how in ("top", "bottom") or (tree.how in ENDS and sort in ("card", "player")):
        return Matcher(slot, [], term(ctx, replace(tree, label="")), None)
    if sort == "place":
        number = ctx.schema.zone_number(noun)
        found: list[Expr] = [PlaceNamed(Reg(slot), number)] if number != NONE else []
        return Matcher(slot, found + checks(ctx, noun, tree.kind.where, slot, True), None, None)
    species: frozenset[int] | None = None
    checked = checks(ctx, noun, tuple(flat(tree.kind.where)), slot)
    if any(isinstance(test, Outstanding) for test in checked):
        return Matcher(slot, [], term(ctx, tree.kind), None)  # compared with all others
    if sort in ("card", "player", "proposal", "rule"):
        species = reachable(ctx, noun)
        if noun == "thing":
            species = None
    if sort == "player" and kind_test(ctx, noun, slot) is None:
        persons = range(len(ctx.schema.persons) + 1)
        species = ctx.schema.of_kind(noun) if noun == "player" else frozenset(persons)
    found_ = Matcher(slot, checked, None, species)
    found_.open = noun in ("card", "thing", "rule") and not tree.kind.where
    found_.things = sort in ("card", "player") and noun != "thing"
    return found_


def reachable(ctx: Context, noun: str) -> frozenset[int] | None:
    """The species that a noun can name, or None if facts decide."""
    schema = ctx.schema
    if noun == "copy":
        return schema.of_kind("card")
    status = schema.lexicon.statuses.get(noun)
    if status is not None and status.family:
        attr = schema.attrs.get(status.family)
        if attr is not None and attr.home == "printed" and status.family not in ctx.rules.facts:
            word = schema.word(noun)
            return frozenset(i for i, told in enumerate(attr.table) if told == word)
        return schema.of_kind(status.of or "card")
    if noun in ctx.rules.facts or (noun in schema.participants and noun in schema.attrs):
        return None
    return schema.of_kind(noun)


def check_noun(noun: str, sort: str) -> None:
    """Refuse an event about something that no event is about."""
    if sort in ("event", "row") or noun == "effect":
        raise Unsupported(f"no event is about a single {noun}: say it of a card or a player")
    if noun == "counter":
        raise Unsupported("an event about any counter: name it, as in 'gains X points'")


def asked(ctx: Context, tree: Did, var: str) -> Expr | None:
    """The agents or objects of past acts, where `var` stands in the sentence; else None."""
    do = tree.do
    if not isinstance(do, Do):
        return None
    field = NONE
    if isinstance(do.obj, Ref) and do.obj.name == var:
        field = 1
    elif isinstance(do.agent, Ref) and do.agent.name == var:
        field = 0
    if field == NONE:
        return None
    slot = ctx.slot(var)
    ctx.bits |= ctx.rules.history_bit
    shape = remembered(ctx, do)
    span = window(ctx, tree.window, do.verb)
    kept = ctx.rules.remember(do.verb, lasts(span), span is THIS_EFFECT)
    return Done(kept, shape, span, field, slot)


def remembered(ctx: Context, do: Do) -> Pattern:
    """The pattern of a past act; history does not keep the card whose text ordered it."""
    taken = do.obj.kind if do.verb == "take" and isinstance(do.obj, Pick) else None
    if taken is not None and taken.noun == "turn" and not taken.where:
        raise Unsupported("turns that somebody took in their order, as a condition")
    shape = pattern(ctx, do)
    if shape.sourced:
        raise Unsupported("a card as the doer of something in the past")
    exact(ctx, do, shape)
    return shape


def lasts(span: Window) -> bool:
    """True if a window reaches beyond the present turn."""
    return span not in (THIS_TURN, THIS_PHASE, THIS_EFFECT)


def window(ctx: Context, tree: Tree, verb: str = "") -> Window:
    """The window of history that a query about acts of a verb covers."""
    if tree == "ever":
        return EVER
    match tree:
        case Moment(edge="since", span=Did(do=Do() as do)):
            return since(ctx, do, verb)
    if not isinstance(tree, Moment):
        raise Unsupported("this window of history")
    if tree.edge == "since" and isinstance(tree.span, Moment) and tree.span.edge == "beginning":
        return window(ctx, Moment("this", tree.span.span))
    span = span_name(tree.span)
    phased = bool(ctx.rules.calendar.phases)
    if tree.edge == "this" and phased and (span == "phase" or span.endswith(" phase")):
        return calendar(ctx, "phase")
    if tree.edge == "this":
        spans = {
            "turn": THIS_TURN,
            "phase": THIS_PHASE,
            "round": THIS_ROUND,
            "effect": THIS_EFFECT,
            "game": EVER,
        }
        if span in ctx.schema.lexicon.kinds and ctx.schema.lexicon.is_kind(span, "game"):
            span = "game"
        if span in ONGOING and ctx.schema.contests:
            return going_on(ctx, span)
        if span in spans:
            return spans[span]
        if span in SECONDS:
            return calendar(ctx, span)
    if tree.edge == "previous" and (span in SECONDS or (span == "phase" and phased)):
        return before(ctx, span)
    if tree.edge == "previous" and span in ("turn", "phase", "round"):
        base = {"turn": THIS_TURN, "phase": THIS_PHASE, "round": THIS_ROUND}[span]
        found = Window(base.field, base.now, 1)
        return gone_before(ctx, found, span) if ctx.schema.contests else found
    if tree.edge in ("last", "within") and isinstance(tree.span, Qty):
        found = Window(NONE, NONE)
        found.seconds = term(ctx, tree.span)
        ctx.bits |= ctx.rules.scalar_bit
        ctx.rules.wait_for(Ageing(ctx.rules.remember(verb), found.seconds))
        return found
    raise Unsupported(f"the window '{tree.edge} {span}' of history")


ONGOING = {"turn": (5, "#turn from"), "phase": (6, "#phase from"), "game": (5, "#contest from")}


def going_on(ctx: Context, span: str) -> Window:
    """The window of the present span in books with contests: it continues after a contest."""
    field, since = ONGOING[span]
    found = Window(field, ctx.schema.attrs[since].at)
    found.on = True
    return found


def gone_before(ctx: Context, found: Window, span: str) -> Window:
    """The window of the previous span of the same game, contests in between included."""
    attrs = ctx.schema.attrs
    if span == "round":
        found.within = attrs["#contest from"].at
        return found
    found = Window(found.field, attrs[f"#{span} before"].at)
    found.on, found.before = True, attrs[f"#{span} from"].at
    return found


def since(ctx: Context, do: Do, verb: str) -> Window:
    """The window since an act was last done; both acts must have the same verb."""
    if do.verb != verb:
        raise Unsupported(f"what was done since something else was done than '{verb}'")
    found = Window(NONE, NONE)
    found.last = Happened(ctx.rules.remember(verb), remembered(ctx, do), EVER)
    return found


def calendar(ctx: Context, span: str) -> Window:
    """The window of the present span of the calendar."""
    found = Window(NONE, NONE)
    found.seconds = Since(span, ctx.rules.calendar)
    ctx.bits |= ctx.rules.scalar_bit
    ctx.rules.wait_for(NewSpan(span, ctx.rules.calendar))
    return found


def before(ctx: Context, span: str) -> Window:
    """The window of the previous span of the calendar."""
    found = Window(NONE, NONE)
    found.seconds = SinceBefore(span, ctx.rules.calendar)
    found.until = Since(span, ctx.rules.calendar)
    ctx.bits |= ctx.rules.scalar_bit
    ctx.rules.wait_for(NewSpan(span, ctx.rules.calendar))
    return found


def span_name(tree: Tree) -> str:
    """The name of a span of time."""
    if isinstance(tree, str):
        return tree
    if isinstance(tree, Ref):
        return tree.name
    if isinstance(tree, Of):
        return tree.name
    if isinstance(tree, Pick):
        return tree.kind.noun
    if isinstance(tree, Qty):
        return tree.unit
    return ""
