"""The intermediate representation: 32 immutable nodes that say what a paragraph means.

One clause shape (`Do`) serves effects, event patterns, norms and history; the node around it gives
the mood. Integers and strings are leaves. Equality and hashing ignore where a node was written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, TypeVar

FORMAT = 1
RANGES = ("to", "and more", "and less")  # the calculations that are ranges: `1 to 20`


class Span(NamedTuple):
    """Where a node was written: a file, a position in it, and the words of its sentence."""

    file: str
    line: int
    column: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Node:
    """A part of a sentence's meaning; `within` are all nodes of it, once `walk` has found them."""

    at: Span | None = field(default=None, compare=False, repr=False, kw_only=True)
    within: tuple[Node, ...] | None = field(default=None, compare=False, repr=False, init=False)


Tree = Node | int | str | None
Trees = tuple[Tree, ...]
Roles = tuple[tuple[str, Tree], ...]


# ---- terms: what a noun phrase names --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ref(Node):
    """A label, or one of you, this, at_turn, game, result, act, or a parameter such as X."""

    name: str


@dataclass(frozen=True, slots=True)
class Kind(Node):
    """A description: a noun and conditions over its own variable `var`."""

    noun: str
    where: Trees = ()
    var: str = ""


@dataclass(frozen=True, slots=True)
class Pick(Node):
    """A quantified noun phrase; `how` is the determiner, `label` names what it binds.

    how: a any some each all upto anynum atleast over random top bottom next previous first last
    the only new no; nth: the n-th of all (the third round).
    """

    how: str
    n: Tree
    kind: Kind
    label: str = ""
    time: str = "run"


@dataclass(frozen=True, slots=True)
class Of(Node):
    """Possession: a zone, property, counter or role of an owner; without an owner, the game's."""

    owner: Tree
    name: str


@dataclass(frozen=True, slots=True)
class Group(Node):
    """Several things joined by `and` or `or`."""

    op: str
    items: Trees


@dataclass(frozen=True, slots=True)
class Qty(Node):
    """An amount of a counter or of time."""

    n: Tree
    unit: str


@dataclass(frozen=True, slots=True)
class Calc(Node):
    """Arithmetic over amounts."""

    op: str
    args: Trees


@dataclass(frozen=True, slots=True)
class Tally(Node):
    """A count, sum, number of distinct values, most or fewest over a description."""

    op: str
    what: Tree
    prop: str = ""


# ---- conditions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Is(Node):
    """Somebody has a status, is of a kind, or has a member of a set-valued property."""

    who: Tree
    word: Tree
    family: str = ""


@dataclass(frozen=True, slots=True)
class Cmp(Node):
    """Two terms compared: = != < <= > >=, contains, shares, member; + and - add to a value;
    most, fewest, earliest and latest compare with all others of the kind (`b` is None)."""

    a: Tree
    op: str
    b: Tree


@dataclass(frozen=True, slots=True)
class In(Node):
    """A place and a relation to it: in, on, below, above, of, or a declared relation."""

    who: Tree
    place: Tree
    rel: str = "in"


@dataclass(frozen=True, slots=True)
class Did(Node):
    """A question to the history of events; window `now` asks what is going on."""

    do: Tree
    window: Tree = "ever"
    nth: str = ""


@dataclass(frozen=True, slots=True)
class Can(Node):
    """Whether an act is legal or feasible."""

    do: Tree


@dataclass(frozen=True, slots=True)
class Done(Node):
    """The outcome of an earlier step: done, or able."""

    step: str
    how: str = "done"


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """Conditions joined by and, or, not."""

    op: str
    parts: Trees


# ---- effects --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Do(Node):
    """The clause: who does what to what, with roles such as to, from, onto."""

    verb: str
    agent: Tree = None
    obj: Tree = None
    roles: Roles = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Block(Node):
    """Steps: next (sentence after sentence), then, both (one step), one (a branch is chosen)."""

    mode: str
    parts: Trees


@dataclass(frozen=True, slots=True)
class Each(Node):
    """The body for every member of a set, in one step."""

    pick: Tree
    body: Tree


@dataclass(frozen=True, slots=True)
class May(Node):
    """An option that somebody may take."""

    who: Tree
    effect: Tree


@dataclass(frozen=True, slots=True)
class If(Node):
    """A condition inside an effect."""

    cond: Tree
    then: Tree
    orelse: Tree = None


@dataclass(frozen=True, slots=True)
class Repeat(Node):
    """An effect done until a condition holds, or a number of times."""

    effect: Tree
    until: Tree = None
    times: Tree = None


@dataclass(frozen=True, slots=True)
class Adopt(Node):
    """An effect that puts a rule into force, closed over the labels bound so far."""

    rule: Tree
    until: Tree = None


# ---- moments and rules ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moment(Node):
    """An edge of a span (beginning, end, during, before, next, first …), or a time that passes."""

    edge: str
    span: Tree
    without: Tree = None


@dataclass(frozen=True, slots=True)
class When(Node):
    """A trigger: an event or an edge of a state, and what then happens."""

    event: Tree
    effect: Tree
    timing: str = "after"
    once: bool = False


@dataclass(frozen=True, slots=True)
class Norm(Node):
    """What may, cannot, must, only may, or costs; `focus` is the slot that `only` restricts:
    agent, obj, a role, or if, time, limit. `then` is what follows: a price, or what comes of it."""

    mode: str
    do: Tree
    cond: Tree = None
    focus: str = ""
    then: Tree = None


@dataclass(frozen=True, slots=True)
class Instead(Node):
    """A replacement: what happens in place of an event."""

    event: Tree
    effect: Tree
    once: bool = False
    cond: Tree = None


@dataclass(frozen=True, slots=True)
class Hold(Node):
    """A continuous fact or value."""

    fact: Tree
    cond: Tree = None


@dataclass(frozen=True, slots=True)
class Define(Node):
    """What a verb means: an effect, or the name of a native."""

    do: Tree
    means: Tree


@dataclass(frozen=True, slots=True)
class Declare(Node):
    """Vocabulary that a rulebook brings: `what` is declared of `of`, with these names."""

    what: str
    of: Tree
    names: Trees


@dataclass(frozen=True, slots=True)
class Scope(Node):
    """When or how a rule applies: during, while, until, limit, per, despite, anytime."""

    kind: str
    arg: Tree
    rule: Tree


@dataclass(frozen=True, slots=True)
class Rank(Node):
    """A declared order: of precedence, triggers, replacements, claims, winners, turns."""

    of: str
    keys: Trees


@dataclass(frozen=True, slots=True)
class Para(Node):
    """A paragraph with its host (rule, card, modifier) and the parameters of a parametric word."""

    rules: Trees
    host: str = "rule"
    params: tuple[str, ...] = ()
    digest: str = field(default="", compare=False, repr=False, init=False)  # once it is known


NOTES = ("at", "digest", "within")  # fields that mean nothing
NODES: dict[str, type[Node]] = {cls.__name__: cls for cls in Node.__subclasses__()}
FIELDS: dict[type[Node], tuple[str, ...]] = {
    cls: tuple(f.name for f in fields(cls) if f.name not in NOTES) for cls in NODES.values()
}
_DEFAULTS: dict[type[Node], dict[str, Any]] = {
    cls: {f.name: f.default for f in fields(cls) if f.name not in NOTES} for cls in NODES.values()
}

MOST_REMADE = 20_000
_REMADE: dict[tuple[int, object], tuple[object, Any]] = {}  # with it: no number comes twice

T = TypeVar("T", bound=Node)


# ---- walking --------------------------------------------------------------------------------


def rewrite(tree: Any, change: Callable[[Any], Any]) -> Any:
    """The same node with `change` applied to each child; the very node if nothing changed."""
    if not isinstance(tree, Node):
        return _each(tree, change)
    cls = type(tree)
    values = []
    same = True
    for name in FIELDS[cls]:
        value = getattr(tree, name)
        if isinstance(value, (Node, tuple)):
            told = _each(value, change)
            same = same and told is value
            value = told
        values.append(value)
    return tree if same else cls(*values, at=tree.at)


def _each(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, Node):
        return change(value)
    if not isinstance(value, tuple):
        return value
    new = []
    same = True
    for item in value:
        told = _each(item, change) if isinstance(item, (Node, tuple)) else item
        same = same and told is item
        new.append(told)
    return value if same else tuple(new)


def substitute(tree: Any, old: str, new: Tree) -> Any:
    """The tree with every `Ref(old)` replaced by `new`."""
    if isinstance(tree, Ref):
        return new if tree.name == old else tree
    if isinstance(tree, Node):
        key: object = (old, id(new))  # what is made contains `new`, or does not depend on it
        if isinstance(new, (Ref, int, str)):
            key = (old, new, new.at if isinstance(new, Ref) else None)
        return remade(tree, key, lambda: rewrite(tree, lambda part: _put(part, old, new)))
    return _put(tree, old, new)


def _put(tree: Any, old: str, new: Tree) -> Any:
    if isinstance(tree, Ref):
        return new if tree.name == old else tree
    if isinstance(tree, (Node, tuple)):
        return rewrite(tree, lambda child: _put(child, old, new))
    return tree


def remade(tree: object, how: object, make: Callable[[], Any]) -> Any:
    """What is made of a part of a book, the same each time: they are used again and again."""
    key = (id(tree), how)
    found = _REMADE.get(key)
    if found is None:
        if len(_REMADE) > MOST_REMADE:
            _REMADE.clear()
        found = _REMADE[key] = (tree, make())
    return found[1]


def replace(node: T, **changes: Any) -> T:
    """The node with some fields changed, written at the same place."""
    cls = type(node)
    names = FIELDS[cls]
    return cls(*[changes[n] if n in changes else getattr(node, n) for n in names], at=node.at)


def walk(tree: Any) -> Iterator[Node]:
    """Every node of the tree, outermost first, in written order of fields."""
    known = tree.within if isinstance(tree, Node) else None
    if known is None:
        found: list[Node] = []
        _collect(tree, found)
        known = tuple(found)
        if isinstance(tree, Node):
            object.__setattr__(tree, "within", known)  # books are walked again and again
    return iter(known)


def _collect(tree: Any, found: list[Node]) -> None:
    if isinstance(tree, Node):
        if tree.within is not None:
            found += tree.within
            return
        found.append(tree)
        for name in FIELDS[type(tree)]:
            value = getattr(tree, name)
            if value and isinstance(value, (Node, tuple)):
                _collect(value, found)
    elif isinstance(tree, tuple):
        for item in tree:
            if isinstance(item, (Node, tuple)):
                _collect(item, found)


def leaves(tree: Any) -> Iterator[int | str]:
    """Every integer and string of the tree, node by node."""
    if not isinstance(tree, Node):
        yield from _loose(tree)
    for node in walk(tree):
        for name in FIELDS[type(node)]:
            value = getattr(node, name)
            if isinstance(value, str):
                yield value
            elif value is not None and not isinstance(value, Node):
                yield from _loose(value)


def _loose(value: Any) -> Iterator[int | str]:
    """The integers and strings that belong to no node of their own."""
    if isinstance(value, tuple):
        for item in value:
            yield from _loose(item)
    elif isinstance(value, (int, str)) and not isinstance(value, bool):
        yield value


def mentions(tree: Any, name: str) -> bool:
    """Whether the tree refers to the label `name`."""
    return any(isinstance(node, Ref) and node.name == name for node in walk(tree))


# ---- codec ----------------------------------------------------------------------------------


def to_data(tree: Any, spans: bool = False) -> Any:
    """JSON-ready data; defaults are left out, spans sit under `at` when asked for."""
    if isinstance(tree, Node):
        data: dict[str, Any] = {"_": type(tree).__name__}
        for name, default in _DEFAULTS[type(tree)].items():
            value = getattr(tree, name)
            if value != default or type(value) is not type(default):
                data[name] = to_data(value, spans)
        if spans and tree.at is not None:
            data["at"] = list(tree.at)
        return data
    if isinstance(tree, tuple):
        return [to_data(item, spans) for item in tree]
    return tree


def from_data(data: Any) -> Any:
    """The tree that `to_data` wrote."""
    if isinstance(data, dict):
        values = {key: from_data(value) for key, value in data.items() if key not in ("_", "at")}
        at = Span(*data["at"]) if "at" in data else None
        return NODES[data["_"]](**values, at=at)
    if isinstance(data, list):
        return tuple(from_data(item) for item in data)
    return data


def dumps(tree: Any, spans: bool = False) -> str:
    """The canonical JSON text: keys sorted, no blanks."""
    return json.dumps(
        to_data(tree, spans), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


def loads(text: str) -> Any:
    """The tree of a canonical JSON text."""
    return from_data(json.loads(text))


def digest(tree: Any) -> str:
    """A hash of the meaning alone, the same wherever and whenever it was read."""
    known = tree.digest if isinstance(tree, Para) else ""
    if not known:
        known = hashlib.sha256(f"{FORMAT}:{dumps(tree)}".encode()).hexdigest()
        if isinstance(tree, Para):
            object.__setattr__(tree, "digest", known)
    return known


def show(tree: Any) -> str:
    """A short spelling for people, in the order of the fields: `Do(draw, you, …)`."""
    if isinstance(tree, Node):
        names, defaults = FIELDS[type(tree)], _DEFAULTS[type(tree)]
        values = [getattr(tree, name) for name in names]
        while values and values[-1] == defaults[names[len(values) - 1]]:
            values.pop()
        return f"{type(tree).__name__}({', '.join(show(value) for value in values)})"
    if isinstance(tree, tuple):
        return f"[{', '.join(show(item) for item in tree)}]"
    if tree is None:
        return "-"
    return str(tree)


def is_number_or_range(tree: Tree) -> bool:
    """True if a tree is a number, or a range of numbers: a member of a set of numbers."""
    return isinstance(tree, int) or (isinstance(tree, Calc) and tree.op in RANGES)


def range_words(tree: Tree) -> str:
    """A member of a set of numbers as it is written: `7`, `1 to 20`, `1 and more`."""
    if isinstance(tree, Calc) and tree.op in RANGES:
        ends = [str(end) for end in tree.args]
        return " to ".join(ends) if tree.op == "to" else f"{ends[0]} {tree.op}"
    return str(tree)
