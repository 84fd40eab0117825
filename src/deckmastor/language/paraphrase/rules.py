"""Rules told: triggers, replacements, facts, prefixes, definitions, orders."""

from __future__ import annotations

import dataclasses

from deckmastor.language.ir import (
    Cmp,
    Declare,
    Define,
    Did,
    Do,
    Group,
    Hold,
    If,
    In,
    Instead,
    Kind,
    Logic,
    Moment,
    Norm,
    Pick,
    Rank,
    Ref,
    Scope,
    Tally,
    Tree,
    When,
    replace,
    show,
    walk,
)  # fmt: skip
from deckmastor.language.mentions import Mention
from deckmastor.language.paraphrase import (
    clauses,
    conditions,
    counts,
    declarations,
    effects,
    events,
    kinds,
    moments,
    norms,
    nouns,
    possessions,
)  # fmt: skip
from deckmastor.language.paraphrase.telling import Telling, Unsayable


def sentences(t: Telling, tree: Tree) -> list[str]:
    """A rule as sentences, the first of which can take a prefix."""
    match tree:
        case Declare():
            return [declarations.sentence(t, tree)]
        case Define(do, means):
            return [_definition(t, do, means)]
        case When(event, effect, timing, once):
            with t.at(mood="event", any="a"):
                lead = moments.lead(t, event, timing, once)
            return _lead(lead, inner(t, effect))
        case Instead():
            return _replacement(t, tree)
        case Norm():
            return norms.sentences(t, tree)
        case Hold(fact, cond):
            return [_fact(t, fact, cond)]
        case Scope(kind, arg, rule):
            return _scope(t, kind, arg, rule)
        case Rank(of, keys):
            return [_order(t, of, keys)]
    return effects.sentences(t, tree)


def _lead(lead: str, told: list[str]) -> list[str]:
    return [f"{lead}, {told[0]}", *told[1:]]


def inner(t: Telling, tree: Tree) -> list[str]:
    """An effect; a rule in its place is told as a rule."""
    if isinstance(tree, (Norm, Hold, Scope, Instead, Rank, When)):
        return sentences(t, tree)
    return effects.sentences(t, tree)


def iff(t: Telling, cond: Tree) -> str:
    """The condition behind a norm or a fact, if it has one."""
    return f" {effects.iff(t, cond)}" if cond is not None else ""


def _scope(t: Telling, kind: str, arg: Tree, rule: Tree) -> list[str]:
    if kind == "limit" and isinstance(rule, Norm) and rule.focus == "limit":
        with t.at(mood="norm", any="a"):
            words = norms.ruled(t, rule.do, "may")
        return [f"{words} only {_prefix(t, kind, arg)}"]
    if isinstance(arg, Group) and arg.op == "over" and isinstance(rule, Norm):
        told = sentences(t, replace(rule, cond=None))
        often = f"more than {_often(arg.items[0])} per {arg.items[1]}"
        return [f"{told[0]} {often}{iff(t, rule.cond)}", *told[1:]]
    if kind == "per" and isinstance(arg, str):
        told = sentences(t, rule)
        return [f"{told[0]} per {arg}", *told[1:]]
    if kind in ("during", "while", "until") and (_forward(arg, rule) or _event_time(arg)):
        return _behind(t, kind, arg, rule)
    with t.at(mood="cond" if kind == "while" else "event", any="a"):
        lead = _prefix(t, kind, arg)
    return _lead(lead, sentences(t, rule))


def _behind(t: Telling, kind: str, arg: Tree, rule: Tree) -> list[str]:
    """A rule with what limits it behind it, since that refers to the rule."""
    if not isinstance(rule, (Norm, Hold)) or rule.cond is not None:
        told = sentences(t, rule)
        with t.at(style=dataclasses.replace(t.style, pronouns=True)):
            return _lead(_prefix(t, kind, arg), told)
    then = rule.then if isinstance(rule, Norm) else None
    told = sentences(t, replace(rule, then=None) if isinstance(rule, Norm) else rule)
    with t.at(mood="cond" if kind == "while" else "event", any="a"):
        told[0] = f"{told[0]} {_prefix(t, kind, arg)}"
    return told + (inner(t, then) if then is not None else [])


def _forward(arg: Tree, rule: Tree) -> bool:
    """Whether a prefix refers into the rule that it stands before: `On their turn, a player …`."""
    labels = {node.label for node in walk(rule) if isinstance(node, Pick)}
    return any(isinstance(node, Ref) and node.name in labels for node in walk(arg))


def _event_time(arg: Tree) -> bool:
    """Whether a time is told by what comes before or after it: that would open a trigger."""
    return isinstance(arg, Moment) and arg.edge in ("before", "after")


def _prefix(t: Telling, kind: str, arg: Tree) -> str:
    match kind, arg:
        case "until", _:
            return moments.until(t, arg)
        case "while", _:
            return f"while {conditions.condition(t, arg)}"
        case "limit", Group("per", (n, str() as span)):
            return f"{_often(n)} per {span}"
        case "anytime", None:
            return "at any time"
        case "despite", None:
            return "despite any other rule"
        case "during", Moment():
            return moments.lead(t, arg, "after", False)
    raise Unsayable(show(Scope(kind, arg, None)))


def _often(n: Tree) -> str:
    told = n.name if isinstance(n, Ref) else n
    return {1: "once", 2: "twice"}.get(told, f"{told} times")  # type: ignore[arg-type]


def _replacement(t: Telling, tree: Instead) -> list[str]:
    with t.at(mood="event", any="a"):
        event = _would(t, tree.event)
    more = ""
    if tree.cond is not None:
        with t.at(mood="cond", any="a"):
            more = f" and {conditions.condition(t, tree.cond)}"
    lead = f"{'the next time' if tree.once else 'if'} {event}{more}"
    effect = tree.effect
    if isinstance(effect, If) and effect.orelse is None:
        cond = effects.iff(t, effect.cond)
        told = effects.sentences(t, effect.then)
        return _lead(lead, [f"{told[0]} instead {cond}", *told[1:]])
    told = inner(t, effect)
    return _lead(lead, [f"{told[0]} instead", *told[1:]])


def _would(t: Telling, event: Tree) -> str:
    match event:
        case Do():
            return events.happening(t, event, "would")
        case Logic("or", parts):
            dos = [part for part in parts if isinstance(part, Do)]
            if len(dos) == len(parts) and events.shared(dos):
                return events.together(t, dos, "would")
        case Did(Do() as do, window, nth):
            words = [events.happening(t, do, "would"), moments.window(t, window)]
            words += ["for the first time"] * (nth == "first")
            return " ".join(word for word in words if word)
        case Cmp(
            Tally("count", Kind(noun, (*where, Did(Do() as do, "now")), var) as k), op, int() as n
        ):
            rest = Kind(noun, tuple(where), var)
            words = [counts.count(op, n), kinds.kind(t, rest, n != 1), "would"]
            suffers = do.agent is None and do.obj == Ref(var)
            words.append(clauses.passive(t, do, "be") if suffers else clauses.act(t, do, "base"))
            kinds.close_tally(t, k)
            return " ".join(words)
    raise Unsayable(show(event))


def _fact(t: Telling, fact: Tree, cond: Tree) -> str:
    with t.at(mood="fact", any="each" if t.style.each else "a"):
        words = conditions.condition(t, fact)
    return words + iff(t, cond)


def _definition(t: Telling, do: Tree, means: Tree) -> str:
    with t.at(host="definition", mood="def", any="a"):
        if not isinstance(do, Do):
            raise Unsayable(show(do))
        head = clauses.act(t, do, "base")
        if isinstance(means, str):
            return f"to {head}, the engine runs `{means}`"
        told = effects.sentences(t, means)
        if len(told) != 1 or told[0].startswith(("if ", "when ")):
            told = [effects.spoken(t, means, effects.Run())]
        return f"to {head} is to {told[0]}"


def _order(t: Telling, of: str, keys: tuple[Tree, ...]) -> str:
    ranked = [
        node.name for node in walk(keys) if isinstance(node, Ref) and node.name.startswith("ranked")
    ]
    if ranked:
        noun = next((r.lemma for r in t.lexicon.readings_of(of) if r.cat == "kind"), "")
        sort = "player" if of in ("winners", "turns") else t.sort(noun)
        t.seen.add(Mention(Ref(ranked[0]), "ranked", sort, True))
    with t.at(mood="fact", any="a"):
        told = [_key(t, key, ranked[0] if ranked else "") for key in keys]
    return f"the order of {of} is {', then '.join(told)}"


def _key(t: Telling, key: Tree, ranked: str) -> str:
    match key:
        case str():
            return key
        case Group("over", items):
            return " over ".join(str(item) for item in items)
        case Cmp(Tally("time", Kind() as k), word, None):
            skip = int(bool(k.where) and k.where[0] == In(Ref(k.var), Ref(ranked), "of"))
            return f"the {word} {kinds.kind(t, k, False, False, skip)}"
        case Cmp(_, "most" | "fewest", None):
            return possessions.having(t, key, Ref(ranked))
    return nouns.np(t, key)
