"""Glosses: what a paragraph leaves unsaid, said in a few words each.

A paraphrase says what was understood and reads back to the same meaning. A gloss stands beside it
and answers what a reader may take otherwise: when, how long, how often, whose, which of several,
each or some, at once or in order. `A player may rest.` has the gloss `as often as they like`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from deckmastor.language.ir import (
    Adopt,
    Block,
    Can,
    Cmp,
    Define,
    Did,
    Do,
    Each,
    Hold,
    If,
    In,
    Instead,
    Is,
    Kind,
    Logic,
    May,
    Moment,
    Node,
    Norm,
    Of,
    Para,
    Pick,
    Ref,
    Repeat,
    Scope,
    Tree,
    When,
    walk,
)
from deckmastor.language.morphology import plural
from deckmastor.language.whereabouts import THIS_CARD, Meanings, about_itself, named_places

CONDITIONS = (Is, Cmp, In, Did, Can, Logic, Each)
SOME = ("any", "a", "some")
EVERY = ("each", "all")
STANDING = {
    "card": "as long as this card is in play",
    "modifier": "as long as a card with this modifier is in play",
}
ANYWHERE = {"card": "wherever this card is", "modifier": "wherever a card with this modifier is"}
QUIET = ("hand", "deck", "discard pile")  # places where other texts do not count
ENOUGH = " is enough"
LENGTHY = ("play", "resolve")  # acts that have a beginning and an end
MAKING = frozenset({"begin", "create", "submit"})  # what they take does not exist before

AUTHOR = Of(Ref("this modifier"), "author")

Values = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a node stands: on what, and inside which rule."""

    host: str
    nouns: Mapping[str, str] = field(default_factory=dict)  # label -> its noun
    settled: frozenset[str] = frozenset()  # verbs whose object nobody chooses
    limited: bool = False  # whether a limit is told around it
    ends: bool = False  # whether a duration is told around it
    standing: bool = True  # whether it is a rule of its host, not part of an effect
    also: frozenset[str] = frozenset()  # quiet places of its card that the rule names
    itself: bool = False  # whether the rule is about its card
    own: frozenset[str] = frozenset()  # verbs that the book defines


def glosses(
    para: Para, values: Values | None = None, settled: frozenset[str] = frozenset(),
    means: Meanings | None = None,
) -> tuple[str, ...]:  # fmt: skip
    """What a paragraph leaves unsaid, in its order, each once.

    `values` are those of the game. `settled` are the verbs whose definition says which thing they
    take, such as `draw`: nobody chooses it. `means` are the definitions of the book.
    """
    place = _Place(para.host, _nouns(para), settled | MAKING, own=frozenset(means or {}))
    found = [
        told for rule in para.rules for told in _rule(rule, _where(rule, place, means or {}))
    ]  # fmt: skip
    if any(node == AUTHOR for node in walk(para)):
        found.append(
            "the author is whoever gave the modifier to this card; of a printed one nobody"
        )
    found += _values(para, values or {})
    return tuple(dict.fromkeys(found))


def _where(rule: Tree, place: _Place, means: Meanings) -> _Place:
    """The place with where its text counts, besides in play."""
    named = {name for name in named_places(rule, means) if name.endswith(QUIET)}
    return replace(place, also=frozenset(named), itself=about_itself(rule, (THIS_CARD,)))


def _counts(place: _Place) -> str:
    """Where the text of a card counts."""
    if place.itself:
        return ANYWHERE[place.host]
    also = [f" or in a {name}" for name in sorted(place.also)]
    return "".join([STANDING[place.host], *also])


def settled(rules: Iterable[Tree]) -> frozenset[str]:
    """The verbs that are defined so that nobody chooses their object."""
    defined = [rule for rule in rules if isinstance(rule, Define) and isinstance(rule.do, Do)]
    return frozenset(
        rule.do.verb
        for rule in defined
        if isinstance(rule.do, Do)
        and isinstance(rule.do.obj, Pick)
        and Ref(rule.do.obj.label) not in list(walk(rule.means))
    )


def _nouns(para: Para) -> dict[str, str]:
    found: dict[str, str] = {"you": "you", "at_turn": "the player at turn"}
    for node in walk(para):
        if isinstance(node, Pick):
            found[node.label] = node.kind.noun
            found.setdefault(node.kind.var, node.kind.noun)
        elif isinstance(node, Kind):
            found.setdefault(node.var, node.noun)
    return found


def _values(para: Para, values: Values) -> Iterator[str]:
    """The values of the game that a paragraph speaks of and does not set."""
    told = {rule.fact.a for rule in para.rules if isinstance(rule, Hold)
            and isinstance(rule.fact, Cmp)}  # fmt: skip
    for node in walk(para):
        spoken = isinstance(node, Of) and node.owner is None and node not in told
        if spoken and isinstance(node, Of) and node.name in values:
            yield f"the {node.name} is {values[node.name]} now"


# ---- rules ----------------------------------------------------------------------------------


def _rule(rule: Tree, place: _Place) -> Iterator[str]:
    """The glosses of a rule."""
    match rule:
        case Scope(kind="limit" | "per", arg=arg, rule=inner):
            yield _limit(place)
            yield from _tree(arg, place)
            yield from _rule(inner, replace(place, limited=True))
        case Scope(kind="until", rule=inner):
            yield from _rule(inner, replace(place, ends=True))
        case Scope(arg=arg, rule=inner):
            yield from _tree(arg, place)
            yield from _rule(inner, place)
        case When() | Instead() | Norm() | Hold():
            if place.standing and place.host in STANDING and not place.ends:
                yield _counts(place)
            yield from _standing(rule, place)
        case Define():
            yield from _tree(rule.means, replace(place, standing=False))
        case Node():
            yield from _tree(rule, replace(place, standing=False))


def _limit(place: _Place) -> str:
    copies = " and each copy of this card" if place.host != "rule" else ""
    return f"the limit counts for each player{copies}"


def _standing(rule: When | Instead | Norm | Hold, place: _Place) -> Iterator[str]:
    inside = replace(place, standing=False, ends=False, limited=False)
    match rule:
        case When(event=event, effect=effect):
            yield from _moment(rule, place)
            if not _is_act(event) and not isinstance(event, Moment):
                told = _tree(event, inside)
                yield from (gloss for gloss in told if not gloss.endswith(ENOUGH))
            yield from _tree(effect, inside)
        case Instead(effect=effect, cond=cond, once=once):
            yield "once" if once else "each time, before it happens"
            yield from _tree(cond, inside)
            yield from _tree(effect, inside)
        case Norm(mode="may", do=do, cond=cond, then=then):
            agent = _agent(do)
            if isinstance(do, Do) and do.verb == "reroll" and "reroll" not in place.own:
                yield "asked when chance has brought them something, before anything reads it"
                yield "once for each outcome"
            elif not place.limited and agent is not None:
                yield "as often as they like"
            yield from _joined(do, place)
            yield from _tree(cond, inside)
            yield from _tree(then, inside)
        case Norm(mode="cannot", do=do, cond=cond):
            if isinstance(do, Do) and do.agent is None:
                yield "whatever would cause it"
            yield from _tree(cond, inside)
        case Norm(do=do, cond=cond, then=then):
            yield from _joined(do, place)
            yield from _tree(cond, inside)
            yield from _tree(then, inside)
        case Hold(fact=fact, cond=cond):
            if cond is not None:
                yield "true exactly as long as the condition holds"
            yield from _tree(cond, inside)
            yield from _tree(fact, inside) if isinstance(fact, Each) else ()


def _moment(rule: When, place: _Place) -> Iterator[str]:
    """When a trigger acts, and how often."""
    event = rule.event
    if rule.once:
        yield "once, then no more"
    elif isinstance(event, Moment):
        if event.edge in ("beginning", "end"):
            yield from _every(event.span)
    elif _is_act(event):
        yield "each time, ahead of it" if rule.timing == "before" else "each time it happens"
    elif isinstance(event, CONDITIONS):
        yield "at the moment when this becomes true"
        subject = next((node for node in walk(event) if isinstance(node, Pick)), None)
        if subject is not None and subject.how in SOME:
            yield f"once for each {subject.kind.noun} of which it becomes true"


def _every(span: Tree) -> Iterator[str]:
    """How often a span begins or ends."""
    match span:
        case Pick(how="each" | "any", kind=Kind(noun=noun)) | Ref(name=noun) | Of(None, noun):
            yield f"in every {noun}" if noun != "game" else "once"
        case Of(Pick(how="any" | "each"), noun):
            yield f"in every {noun}"


def _is_act(event: Tree) -> bool:
    """True if an event is something that is done, not a state."""
    if isinstance(event, (Logic, Block)):
        return all(_is_act(part) for part in event.parts)
    return isinstance(event, Do)


def _agent(do: Tree) -> Tree:
    """Who does it, of an act or of the first of several."""
    if isinstance(do, Block):
        return _agent(do.parts[0])
    return do.agent if isinstance(do, Do) else None


def _joined(do: Tree, place: _Place) -> Iterator[str]:
    if isinstance(do, Block) and do.mode == "one":
        yield "any of these acts"


# ---- effects and conditions -----------------------------------------------------------------


def _tree(tree: Tree, place: _Place) -> Iterator[str]:
    """The glosses of an effect or a condition, from the outside in."""
    match tree:
        case Adopt(rule=rule, until=until):
            if until is None and not _once(rule):
                yield "from then on, for the rest of the game"
            if isinstance(until, Did) and isinstance(until.do, Do) and until.do.verb in LENGTHY:
                yield "it ends when the texts that wait for the end of that act have begun"
            yield from _rule(rule, replace(place, standing=False))
        case When() | Instead() | Norm() | Hold() | Scope():
            yield from _rule(tree, replace(place, standing=False))
        case May(who=who, effect=effect):
            yield f"{_named(who, place)} may decline"
            yield from _tree(effect, place)
        case Each(pick=Pick(how="each", kind=kind), body=body) if not isinstance(body, CONDITIONS):
            yield f"all {plural(kind.noun)} at once"
            yield from _tree(body, place)
        case Each(pick=Pick() as pick, body=body):
            yield from _quantifier(pick)
            yield from _tree(body, place)
        case Block(mode=mode, parts=parts):
            if mode == "then":
                yield "what follows 'then' only if the part before it was done"
            elif mode == "one":
                yield "one of these is chosen"
            for part in parts:
                yield from _tree(part, place)
        case Repeat(effect=effect, until=until):
            if until is not None:
                yield "again and again; it also ends when nothing more can be done"
            yield from _tree(effect, place)
            yield from _tree(until, place)
        case If(cond=cond, then=then, orelse=orelse):
            yield from _tree(cond, place)
            yield from _tree(then, place)
            yield from _tree(orelse, place)
        case Do(verb=verb, agent=agent, obj=obj, roles=roles):
            for told in (None if verb in place.settled else obj, *(role for _, role in roles)):
                yield from _chosen(told, agent, place)
        case Logic(parts=parts):
            for part in parts:
                yield from _tree(part, place)
        case Is() | Cmp() | In():
            for node in walk(tree):
                if isinstance(node, Pick):
                    yield from _quantifier(node)


def _once(rule: Tree) -> bool:
    """True if an adopted rule acts once, or tells its own end."""
    while isinstance(rule, Scope):
        if rule.kind == "until":
            return True
        rule = rule.rule
    return isinstance(rule, (When, Instead)) and (rule.once or isinstance(rule.event, Moment))


def _quantifier(pick: Pick) -> Iterator[str]:
    """Each or some, of a noun phrase in a condition."""
    noun = pick.kind.noun
    if pick.how in SOME and pick.n == 1:
        yield f"one {noun}{ENOUGH}"
    elif pick.how in EVERY:
        yield f"every {noun}, and also if there is none"


def _chosen(tree: Tree, agent: Tree, place: _Place) -> Iterator[str]:
    """Who chooses which of several things."""
    if not isinstance(tree, Pick):
        return
    noun = tree.kind.noun
    who = _named(agent, place)
    verb = "choose" if who in ("you", "they") else "chooses"
    match tree:
        case Pick(how="a", n=1):
            yield f"{who} {verb} which {noun}"
        case Pick(how="a" | "some"):
            yield f"{who} {verb} which {plural(noun)}; as many as there are, if there are fewer"
        case Pick(how="upto" | "anynum"):
            yield f"{who} {verb} which {plural(noun)}, and may choose none"
        case Pick(how="random"):
            yield f"chance picks the {noun}"


def _named(who: Tree, place: _Place) -> str:
    """Somebody in a few words."""
    match who:
        case Ref(name=name):
            noun = place.nouns.get(name, "")
            return noun if name in ("you", "at_turn") else f"that {noun}" if noun else "they"
        case Pick(kind=kind):
            return f"that {kind.noun}"
        case None if place.host != "rule":
            return "you"
    return "they"


__all__ = ["Values", "glosses", "settled"]
