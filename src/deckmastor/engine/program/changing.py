"""Primitive verbs that change things and places: move, set, become, create, shuffle, show."""

from __future__ import annotations

from deckmastor.engine import acts
from deckmastor.engine.contests import Joining
from deckmastor.engine.mixing import Mix
from deckmastor.engine.natives import call
from deckmastor.engine.offices import Appoint, office
from deckmastor.engine.ops import Arrange, Choose, Forget
from deckmastor.engine.ops_acts import (
    ABOVE,
    BELOW,
    BOTTOM,
    TOP,
    Assign,
    AssignTo,
    BagChange,
    Become,
    Create,
    Emerge,
    Move,
    Remove,
    Show,
    Shuffle,
    Swap,
)
from deckmastor.engine.ops_guard import Guard
from deckmastor.engine.ops_spans import Reverse
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.events import is_game, time_like
from deckmastor.engine.program.foresight import unchanging
from deckmastor.engine.program.guarding import chosen, doer, emit, guarded, label_of, loop, role
from deckmastor.engine.program.picking import parts_in, pick, somewhere, stocked, things
from deckmastor.engine.program.registry import VERBS, term
from deckmastor.engine.program.spanning import begin
from deckmastor.engine.program.terms import place_term, sort_of
from deckmastor.engine.roles import AsTheyLie
from deckmastor.engine.state import NONE, THIS
from deckmastor.engine.values import Expr, Find, Inside, Lit, Lits, Located, PlaceOf, Reg
from deckmastor.engine.visibility import FACE_DOWN, FACE_UP, PLAIN
from deckmastor.engine.window import Placeable, Welcoming
from deckmastor.language.ir import (
    Calc,
    Do,
    Group,
    In,
    Kind,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    replace,
)


def native(ctx: Context, do: Do, name: str, who: Expr) -> None:
    """A procedure that comes with the engine."""
    if name == "swap":
        swap(ctx, do, who)
        return
    call(ctx, do, name, who)


def move(ctx: Context, do: Do, who: Expr) -> None:
    """Put something somewhere."""
    assert do.obj is not None
    name, told = next(
        ((n, t) for n, t in do.roles if n not in ("from", "manner", "order", "within", "before")),
        ("", None),
    )
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(do.obj, Group):
        do = replace(do, obj=parts_in(do.obj, origin))
    elif origin is not None and isinstance(do.obj, Pick):
        if (
            isinstance(origin, Of)
            and isinstance(origin.owner, Pick)
            and not ctx.knows(origin.owner.label)
        ):
            inside = In(Ref(do.obj.kind.var), origin, "in")
            pick(ctx, stocked(ctx, origin.owner, do.obj.kind, inside), who)
            origin = replace(origin, owner=Ref(origin.owner.label))
        elif isinstance(origin, Pick) and origin.how == "a" and not ctx.knows(origin.label):
            inside = In(Ref(do.obj.kind.var), origin, "in")
            pick(ctx, stocked(ctx, origin, do.obj.kind, inside), who)
            origin = Ref(origin.label)
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    found = chosen(ctx, do, who, within)
    if origin is not None and isinstance(do.obj, Ref) and not ctx.deep and not is_game(origin):
        found = still_there(ctx, found, origin)
    end = {"on the bottom of": BOTTOM, "above": ABOVE, "below": BELOW}.get(name, TOP)
    assert told is not None or name
    mark = ctx.here()
    to = term(ctx, told) if end in (ABOVE, BELOW) else somewhere(ctx, told, who)
    if "enter" in ctx.rules.contested:
        received(ctx, do, found, to, mark)
    order = role(do, "order")
    if order == "random":
        mixed = ctx.spare()
        ctx.emit(Mix(found, mixed))
        found = Reg(mixed)
    elif order == "any":
        arranged = ctx.spare()
        ctx.emit(Arrange(who, found, arranged))
        found = Reg(arranged)
    elif order == "same":
        found = AsTheyLie(found, end in (BOTTOM, ABOVE))
    if end in (TOP, BOTTOM) and ctx.rules.contested & {"move", "enter", "leave"}:
        slot = ctx.spare()
        loop(ctx, found, slot, lambda: contested_move(ctx, do, who, Reg(slot), to, end))
    else:
        ctx.emit(moving(ctx, do, who, found, to, end))


def received(ctx: Context, do: Do, found: Expr, to: Expr, mark: int) -> None:
    """Let the choice of a place, written from `mark` on, offer only where the things may enter.

    Of what is moved, only that can be chosen which may enter one of them.
    """
    assert ctx.block is not None
    ops = ctx.block.ops
    goals = [op for op in ops[mark:] if isinstance(op, Choose)]
    if len(goals) != 1:
        return
    law = ctx.rules.laws[acts.ENTER]
    goal = goals[0]
    goal.found = places = Welcoming(law, goal.found, goal.slot, to, found)
    if isinstance(do.obj, Pick):
        for op in ops[:mark]:
            if isinstance(op, Choose) and op.slot == ctx.slots.get(do.obj.label):
                op.found = Placeable(op.found, op.slot, places)


def still_there(ctx: Context, found: Expr, origin: Tree) -> Expr:
    """Of things that were named, those that are where they are to be taken from."""
    slot = ctx.spare()
    return Find(found, slot, [Located(Reg(slot), place_term(ctx, origin))])


def moving(ctx: Context, do: Do, who: Expr, found: Expr, to: Expr, end: int) -> Move:
    """The instruction of a move, with how the things lie afterwards."""
    made = Move(who, found, to, end, label_of(ctx, do))
    made.lies = facing(ctx, do)
    made.mixed = role(do, "order") == "random"
    return made


def contested_move(ctx: Context, do: Do, who: Expr, thing: Expr, to: Expr, end: int) -> None:
    """A move that a rule about moving, entering or leaving may stand against."""
    laws = ctx.rules.laws
    label = label_of(ctx, do)
    guards: list[Guard] = []
    if "move" in ctx.rules.contested:
        guards.append(Guard(laws[acts.MOVE], who, thing, to, PlaceOf(thing), label))
    if "leave" in ctx.rules.contested:
        guards.append(Guard(laws[acts.LEAVE], thing, PlaceOf(thing), to, None, label))
    if "enter" in ctx.rules.contested:
        guards.append(Guard(laws[acts.ENTER], thing, to, None, PlaceOf(thing), label))
    for guard in guards:
        guard.moved = thing
        ctx.emit(guard)
    ctx.emit(moving(ctx, do, who, thing, to, end))
    for guard in guards:
        guard.target = ctx.here()


def facing(ctx: Context, do: Do) -> int:
    """How a card lies afterwards: face up or face down where an act says so."""
    for name, told in do.roles:
        if name == "manner" and told in ("face down", "face up"):
            ctx.rules.views.faced = True
            return FACE_DOWN if told == "face down" else FACE_UP
    return PLAIN


def assign(ctx: Context, do: Do, who: Expr) -> None:
    """Set a value or a property, or add to it."""
    obj = do.obj
    by = role(do, "by")
    told = by if by is not None else role(do, "to")
    if isinstance(obj, Ref) and obj.name in ctx.schema.offices:
        obj = Of(None, obj.name)
    if not isinstance(obj, Of):
        raise Unsupported("setting something that is no value or property")
    if obj.name == "holder" and isinstance(obj.owner, Ref) and obj.owner.name in ctx.schema.offices:
        obj = Of(None, obj.owner.name)
    if obj.name == "holder" and sort_of(ctx, obj.owner) == "office":
        nobody = isinstance(told, Pick) and told.how == "no"
        holder = Lit(NONE) if nobody else doer(ctx, told)
        ctx.emit(Appoint(holder, office(ctx, obj.owner), label_of(ctx, do)))
        return
    unchanging(ctx, obj.name, False, told)
    attr = ctx.schema.attrs.get(obj.name)
    if attr is None or attr.home not in ("scalar", "column"):
        raise Unsupported(f"setting '{obj.name}'")
    if isinstance(told, Pick) and told.how == "no":
        n: Expr = Lit(NONE)
    elif isinstance(told, Pick):
        n = pick(ctx, told, who)
    elif isinstance(told, Calc) and told.op == "dice":
        raise Unsupported("dice inside a value")
    else:
        n = term(ctx, told)
    word = ctx.schema.word(obj.name)
    table = ctx.rules.facts.get(obj.name)
    if by is not None and table is not None and not any(attr.table):
        table.adjusted = True
    owner = None
    if attr.home != "scalar":
        owner = doer(ctx, obj.owner)

    def write() -> None:
        if owner is None:
            ctx.emit(Assign(who, attr.at, word, n, by is not None, label_of(ctx, do)))
        else:
            ctx.emit(AssignTo(who, owner, attr, word, n, by is not None, label_of(ctx, do)))

    guarded(ctx, do, owner if owner is not None else who, Lit(word), write)


def become(ctx: Context, do: Do, who: Expr) -> None:
    """Become something: a status, a member of a family, the holder of an office."""
    obj = do.obj
    schema = ctx.schema
    if isinstance(obj, Of) and obj.name == "holder" and sort_of(ctx, obj.owner) == "office":
        ctx.emit(Appoint(who, office(ctx, obj.owner), label_of(ctx, do)))
        return
    if isinstance(obj, Of) and obj.name == "holder" and isinstance(obj.owner, Ref):
        obj = obj.owner
    if isinstance(obj, Ref) and obj.name in schema.offices:
        ctx.emit(Become(who, schema.attrs[obj.name], who, schema.word(obj.name), label_of(ctx, do)))
        return
    if isinstance(obj, (int, Tally, Qty)) or (isinstance(obj, Calc) and obj.op != "with"):
        raise Unsupported("becoming a number")
    name = obj if isinstance(obj, str) else obj.name if isinstance(obj, Ref) else ""
    if isinstance(obj, (Kind, Pick)):
        kind = obj if isinstance(obj, Kind) else obj.kind
        name = kind.noun
        for part in kind.where:
            match part:
                case In(place=Ref(name=contest), rel="of") if ctx.knows(f"#{contest}"):
                    who = Joining(who, ctx.slot(f"#{contest}"))
    family = role(do, "family")
    if isinstance(family, str) and family in schema.attrs:
        attr = schema.attrs[family]
        if attr.home in ("bag", "printed bag"):
            ctx.emit(BagChange(who, attr, Lit(schema.word(name)), False, label_of(ctx, do)))
            return
        word = schema.word(name)
        ctx.emit(Become(who, attr, Lit(word), word, label_of(ctx, do)))
        return
    if name in ("face up", "face down"):
        ctx.rules.views.faced = True
        lies = Lit(FACE_DOWN if name == "face down" else FACE_UP)
        attr = schema.attrs["#face down"]
        ctx.emit(Become(who, attr, lies, schema.word(name), label_of(ctx, do)))
        return
    status = schema.lexicon.statuses.get(name)
    if status is not None and status.family in schema.attrs:
        word = schema.word(name)
        ctx.emit(Become(who, schema.attrs[status.family], Lit(word), word, label_of(ctx, do)))
        return
    if name == "player":
        gone = schema.attrs["#gone"]
        ctx.emit(Become(who, gone, Lit(0), schema.word(name), label_of(ctx, do)))
        return
    found = schema.attrs.get(name)
    if found is not None and status is not None and status.of == "game":
        ctx.emit(Become(who, found, Lit(1), schema.word(name), label_of(ctx, do)))
        return
    if found is None or found.home != "column":
        raise Unsupported(f"becoming '{name}'")
    ctx.emit(Become(who, found, Lit(1), schema.word(name), label_of(ctx, do)))


def office_named(ctx: Context, tree: Ref) -> bool:
    """Whether a term is an office by its name, or the one whose text this is."""
    return tree.name in ctx.schema.offices or tree.name == "this office"


def resign(ctx: Context, do: Do, who: Expr, tree: Ref) -> None:
    """Lose an office."""
    if tree.name == "this office":
        ctx.emit(Appoint(Lit(NONE), Reg(THIS), label_of(ctx, do)))
    else:
        attr = ctx.schema.attrs[tree.name]
        word = ctx.schema.word(tree.name)
        ctx.emit(Assign(who, attr.at, word, Lit(NONE), False, label_of(ctx, do)))


def create(ctx: Context, do: Do, who: Expr) -> None:
    """Make something new, or a copy."""
    obj = do.obj
    if isinstance(obj, Ref):
        told = role(do, "in", "to", "into", "onto")
        place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
        ctx.emit(Emerge(who, term(ctx, obj), place, label_of(ctx, do)))
        return
    if not isinstance(obj, Pick):
        raise Unsupported("creating something that is already there")
    if obj.kind.noun in ctx.schema.contests:
        ctx.sorts[obj.label] = obj.kind.noun
        begin(ctx, do, who)
        return
    told = role(do, "in", "to", "into", "onto")
    copy: Expr | None = None
    species = NONE
    if obj.kind.noun == "copy":
        part = next((p for p in obj.kind.where if isinstance(p, In) and p.rel == "of"), None)
        if part is None:
            raise Unsupported("a copy of nothing")
        copy = pick(ctx, part.place, who) if isinstance(part.place, Pick) else term(ctx, part.place)
    else:
        species = ctx.schema.species_ids.get(obj.kind.noun, NONE)
        if species == NONE:
            made = pick(ctx, replace(obj, how="new"), who)
            place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
            ctx.emit(Emerge(who, made, place, label_of(ctx, do)))
            return
    place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
    n = term(ctx, obj.n)
    slot = ctx.slot(obj.label)
    ctx.sorts[obj.label] = "card"
    ctx.emit(Create(who, species, copy, place, n, slot, label_of(ctx, do)))


def remove(ctx: Context, do: Do, who: Expr) -> None:
    """Take something out of the game."""
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(do.obj, Pick) and not time_like(ctx, origin):
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    found = chosen(ctx, do, who, within)
    slot = ctx.spare()
    one = Remove(who, Reg(slot), label_of(ctx, do))
    loop(
        ctx, found, slot,
        lambda: guarded(ctx, do, who, Reg(slot), lambda: emit(ctx, one)), do, who,
    )  # fmt: skip


def shuffle(ctx: Context, do: Do, who: Expr) -> None:
    """Shuffle a place or several, or something into a place."""
    told = role(do, "into")
    if isinstance(do.obj, Group) and told is None:
        for item in do.obj.items:
            shuffle(ctx, replace(do, obj=item), who)
        return
    into = somewhere(ctx, told, who) if told is not None else None
    place: Expr | None = None
    found: Expr | None = None
    if sort_of(ctx, do.obj) == "place" and not isinstance(do.obj, Group):
        place = somewhere(ctx, do.obj, who)
    else:
        found = things(ctx, do.obj, who)
    if into is not None and ctx.rules.contested & {"move", "enter", "leave"}:
        shuffle_in(ctx, do, who, place, found, into)
    else:
        ctx.emit(Shuffle(who, found, place, into, label_of(ctx, do)))


def shuffle_in(
    ctx: Context, do: Do, who: Expr, place: Expr | None, found: Expr | None, into: Expr
) -> None:
    """Shuffle things into a place where a rule may stand against the way of each of them."""
    label = label_of(ctx, do)
    guard = Guard(ctx.rules.laws[acts.SHUFFLE], who, place, None, None, label)
    if "shuffle" in ctx.rules.contested:
        ctx.emit(guard)
    slot = ctx.spare()
    moved = found if found is not None else Inside(place) if place is not None else Lits([])
    loop(ctx, moved, slot, lambda: contested_move(ctx, do, who, Reg(slot), into, TOP))
    mixed = Shuffle(who, None, into, None, label)
    mixed.whence = place
    ctx.emit(mixed)
    guard.target = ctx.here()
    if "shuffle" in ctx.rules.contested:
        ctx.emit(Forget([]))  # what stands in the way stands before all of it


def reverse(ctx: Context, do: Do, who: Expr) -> None:
    """Turn an order round."""
    place = somewhere(ctx, do.obj, who) if sort_of(ctx, do.obj) == "place" else None
    if place is None and not (isinstance(do.obj, Of) and do.obj.name == "turn order"):
        raise Unsupported("reversing this")
    ctx.emit(Reverse(who, place, label_of(ctx, do)))


def reveal(ctx: Context, do: Do, who: Expr) -> None:
    """Show something to all, or to some."""
    told = role(do, "to")
    to = doer(ctx, told) if told is not None else None
    if isinstance(told, Pick) and told.how == "each":
        to = None
    ctx.emit(Show(who, things(ctx, do.obj, who), to, False, label_of(ctx, do)))


def look_at(ctx: Context, do: Do, who: Expr) -> None:
    """Show something to the one who looks."""
    ctx.emit(Show(who, things(ctx, do.obj, who), None, True, label_of(ctx, do)))


def swap(ctx: Context, do: Do, who: Expr) -> None:
    """Exchange two things, or what lies in two places."""
    other = role(do, "with")
    if sort_of(ctx, do.obj) == "place":
        ctx.emit(
            Swap(
                who,
                somewhere(ctx, do.obj, who),
                somewhere(ctx, other, who),
                True,
                label_of(ctx, do),
            )
        )
    else:
        a, b = things(ctx, do.obj, who), things(ctx, other, who)
        ctx.emit(Swap(who, a, b, False, label_of(ctx, do)))


VERBS["move"] = move
VERBS["set"] = assign
VERBS["increase"] = assign
VERBS["decrease"] = assign
VERBS["become"] = become
VERBS["create"] = create
VERBS["remove"] = remove
VERBS["shuffle"] = shuffle
VERBS["reverse"] = reverse
VERBS["reveal"] = reveal
VERBS["look at"] = look_at
