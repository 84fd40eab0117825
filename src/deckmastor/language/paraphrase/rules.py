"""Rules told: triggers, replacements, norms, facts, prefixes, definitions, orders."""

from __future__ import annotations

from deckmastor.language.ir import (
    Block,
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
    Is,
    Kind,
    Logic,
    Moment,
    Norm,
    Of,
    Pick,
    Rank,
    Ref,
    Repeat,
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
    amounts,
    clauses,
    conditions,
    declarations,
    effects,
    moments,
    nouns,
)  # fmt: skip
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle, settled, swap


def sentences(t: Telling, tree: Tree, adopted: bool = False) -> list[str]:
    """A rule as sentences, the first of which can take a prefix."""
    match tree:
        case Declare():
            return [declarations.sentence(t, tree)]
        case Define(do, means):
            return [_definition(t, do, means)]
        case When(event, effect, timing, once):
            with t.at(mood="event", any="a"):
                lead = moments.lead(t, event, timing, once)
            return _lead(lead, _inner(t, effect))
        case Instead():
            return _replacement(t, tree)
        case Norm():
            return _norm(t, tree)
        case Hold(fact, cond):
            return [_fact(t, fact, cond)]
        case Scope(kind, arg, rule):
            return _scope(t, kind, arg, rule, adopted)
        case Rank(of, keys):
            return [_order(t, of, keys)]
    return effects.sentences(t, tree)


def _lead(lead: str, told: list[str]) -> list[str]:
    return [f"{lead}, {told[0]}", *told[1:]]


def _inner(t: Telling, tree: Tree) -> list[str]:
    """An effect; a rule in its place is told as a rule."""
    if isinstance(tree, (Norm, Hold, Scope, Instead, Rank, When)):
        return sentences(t, tree, True)
    return effects.sentences(t, tree)


def until(t: Telling, end: Tree) -> str:
    """How long a rule holds."""
    return moments.until(t, end)


def _iff(t: Telling, cond: Tree) -> str:
    return f" {effects.iff(t, cond)}" if cond is not None else ""


# ---- prefixes -------------------------------------------------------------------------------


def _scope(t: Telling, kind: str, arg: Tree, rule: Tree, adopted: bool) -> list[str]:
    if kind == "limit" and isinstance(rule, Norm) and rule.focus == "limit":
        with t.at(mood="norm", any="a"):
            words = _ruled(t, rule.do, "may")
        return [f"{words} only {_prefix(t, kind, arg)}"]
    if kind == "per" and isinstance(arg, str):
        told = sentences(t, rule, adopted)
        return [f"{told[0]} per {arg}", *told[1:]]
    if kind in ("during", "while", "until") and _forward(arg, rule):
        if isinstance(rule, (Norm, Hold)) and rule.cond is None:
            told = sentences(t, _plain(rule), adopted)
            with t.at(mood="cond" if kind == "while" else "event", any="a"):
                told[0] = f"{told[0]} {_prefix(t, kind, arg)}"
            return told + (_inner(t, rule.then) if isinstance(rule, Norm) and rule.then else [])
        told = sentences(t, rule, adopted)
        with t.at(style=replace_pronouns(t)):
            return _lead(_prefix(t, kind, arg), told)
    with t.at(mood="cond" if kind == "while" else "event", any="a"):
        lead = _prefix(t, kind, arg)
    return _lead(lead, sentences(t, rule, adopted))


def _plain(rule: Norm | Hold) -> Norm | Hold:
    return replace(rule, then=None) if isinstance(rule, Norm) else rule


def replace_pronouns(t: Telling) -> object:
    """The style in which `On their turn, a player may …` can be said."""
    from dataclasses import replace as changed

    return changed(t.style, pronouns=True)


def _forward(arg: Tree, rule: Tree) -> bool:
    labels = {node.label for node in walk(rule) if isinstance(node, Pick)}
    return any(isinstance(node, Ref) and node.name in labels for node in walk(arg))


def _prefix(t: Telling, kind: str, arg: Tree) -> str:
    match kind, arg:
        case "until", _:
            return until(t, arg)
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


# ---- replacements ---------------------------------------------------------------------------


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
    told = _inner(t, effect)
    return _lead(lead, [f"{told[0]} instead", *told[1:]])


def _would(t: Telling, event: Tree) -> str:
    match event:
        case Do():
            return clauses.happening(t, event, "would")
        case Logic("or", parts):
            dos = [part for part in parts if isinstance(part, Do)]
            if len(dos) == len(parts) and clauses.shared(dos):
                return clauses.together(t, dos, "would")
        case Did(Do() as do, window, nth):
            words = [clauses.happening(t, do, "would"), moments.window(t, window)]
            words += ["for the first time"] * (nth == "first")
            return " ".join(word for word in words if word)
        case Cmp(
            Tally("count", Kind(noun, (*where, Did(Do() as do, "now")), var) as k), op, int() as n
        ):
            rest = Kind(noun, tuple(where), var)
            words = [conditions.count(op, n), nouns.kind(t, rest, n != 1), "would"]
            words.append(clauses.act(t, do, "base"))
            nouns.close_tally(t, k)
            return " ".join(words)
    raise Unsayable(show(event))


# ---- norms ----------------------------------------------------------------------------------


def _norm(t: Telling, norm: Norm) -> list[str]:
    with t.at(mood="norm", any=_universal(t, norm)):
        if norm.mode == "cost":
            first = _cost(t, norm)
        elif norm.mode == "only":
            first = _only(t, norm)
        else:
            first = _ruled(t, norm.do, norm.mode) + _iff(t, norm.cond)
    if norm.then is None or norm.mode == "cost":
        return [first]
    return [first, *_inner(t, norm.then)]


def _universal(t: Telling, norm: Norm) -> str:
    return "each" if norm.mode in ("may", "must") and t.style.each else "a"


def _modal(mode: str, active: bool) -> str:
    return "can" if mode in ("may", "only") and not active else "may" if mode == "only" else mode


def _ruled(t: Telling, do: Tree, mode: str, lead: str = "") -> str:
    """A subject, a modal, and what may, must or cannot be."""
    match do:
        case Do():
            return lead + _one(t, do, mode)
        case Repeat(Do() as inner, None, times):
            return f"{lead}{_one(t, inner, mode)} {_times(t, times)}"
        case Logic("or", parts) if all(isinstance(part, Do) for part in parts):
            return lead + _passives(t, [p for p in parts if isinstance(p, Do)], mode)
        case Block(join, parts):
            return lead + _acts(t, join, parts, mode)
    return lead + _state(t, do, mode)


def _times(t: Telling, times: Tree) -> str:
    words = {1: "once", 2: "twice"}
    if isinstance(times, int):
        return words.get(times, f"{times} times")
    return amounts.for_each(t, times) or f"{nouns.np(t, times)} times"


def _one(t: Telling, do: Do, mode: str) -> str:
    words, many = clauses.subject(t, do)
    with t.at(any="a"):
        active = do.agent is not None or clauses.is_change(do)
        told = replace(do, agent=handle(do.agent)) if do.agent is not None else (
            replace(do, obj=handle(do.obj))
        )  # fmt: skip
        return f"{words} {clauses.verb_phrase(t, told, many, _modal(mode, active))}"


def _passives(t: Telling, dos: list[Do], mode: str) -> str:
    if not clauses.shared(dos):
        raise Unsayable(show(tuple(dos)))
    words, many = clauses.subject(t, dos[0])
    with t.at(any="a"):
        modal = _modal(mode, dos[0].agent is not None)
        return f"{words} {clauses.verbs_together(t, dos, many, modal)}"


def _acts(t: Telling, join: str, parts: tuple[Tree, ...], mode: str) -> str:
    """`must play a card or draw a card`."""
    first = _doer(parts[0])
    words = nouns.np(t, first)
    own = handle(first)
    told: list[str] = []
    with t.at(any="a"):
        for part in _adverbs_last(parts):
            told.append(_plain_act(t, swap(part, first, own)))
    if join == "then":
        return f"{words} {mode} {', then '.join(told)}"
    return f"{words} {mode} {nouns.join(told, 'or' if join == 'one' else 'and')}"


def _adverbs_last(parts: tuple[Tree, ...]) -> list[Tree]:
    """`accept it or deny it within 7 days`: what all acts share is said once, at the end."""
    dos = [part for part in parts if isinstance(part, Do)]
    ends = [tuple(r for r in do.roles if r[0] in ("within", "before")) for do in dos]
    if len(dos) < len(parts) or not ends[-1] or any(end != ends[-1] for end in ends):
        return list(parts)
    plain = [replace(do, roles=tuple(r for r in do.roles if r not in ends[-1])) for do in dos]
    return [*plain[:-1], dos[-1]]


def _doer(part: Tree) -> Tree:
    match part:
        case Do(_, agent) if agent is not None:
            return agent
        case Repeat(effect):
            return _doer(effect)
        case Block(_, parts) if parts:
            return _doer(parts[0])
    raise Unsayable(show(part))


def _plain_act(t: Telling, part: Tree) -> str:
    match part:
        case Do():
            return clauses.act(t, part, "base")
        case Repeat(Do() as inner, None, times):
            return f"{clauses.act(t, inner, 'base')} {_times(t, times)}"
    raise Unsayable(show(part))


def _state(t: Telling, state: Tree, mode: str) -> str:
    """`cannot be less than 3`, `must have a pony`, `cannot contain more than 2 cards`."""
    if mode not in ("cannot", "must", "may"):
        raise Unsayable(show(state))
    with t.at(modal={"may": "can"}.get(mode, mode)):
        return conditions.condition(t, state)


def _only(t: Telling, norm: Norm) -> str:
    do, focus = norm.do, norm.focus
    match focus:
        case "agent" if isinstance(do, Logic):
            return _only_by(t, do, norm.cond)
        case "agent":
            return _ruled(t, do, "only", "only ") + _iff(t, norm.cond)
        case "obj" if isinstance(do, Do):
            words = nouns.np(t, do.obj)
            told = clauses.passive(t, replace(do, obj=handle(do.obj)), "can be")
            return f"only {words} {told}{_iff(t, norm.cond)}"
        case "obj":
            return _ruled(t, do, "only", "only ") + _iff(t, norm.cond)
        case "if":
            first = _ruled(t, do, "may")
            with t.at(mood="cond", any="a"):
                return f"{first} only if {conditions.condition(t, norm.cond)}"
        case "time":
            first = _ruled(t, do, "may")
            with t.at(mood="event", any="a"):
                return f"{first} only {_time(t, norm.cond)}"
    if isinstance(do, Do) and do.roles:
        *roles, last = do.roles
        first = _ruled(t, replace(do, roles=tuple(roles)), "may")
        with t.at(any="a", local=[[handle(do.agent), handle(do.obj)]]):
            return f"{first} only {clauses.role(t, *last)}{_iff(t, norm.cond)}"
    raise Unsayable(show(norm))


def _only_by(t: Telling, do: Logic, cond: Tree) -> str:
    """`Rules can be adopted or repealed only by proposals`."""
    dos = [part for part in do.parts if isinstance(part, Do)]
    if len(dos) != len(do.parts) or not clauses.shared(dos):
        raise Unsayable(show(do))
    by = nouns.np(t, dos[0].agent)
    acts = [replace(act, agent=None, obj=dos[0].obj) for act in dos]
    words, many = clauses.subject(t, acts[0])
    settled_acts = [replace(act, obj=handle(act.obj)) for act in acts]
    told = clauses.verbs_together(t, settled_acts, many, "can")
    return f"{words} {told} only by {by}{_iff(t, cond)}"


def _time(t: Telling, when: Tree) -> str:
    match when:
        case Moment("during"):
            return moments.during(t, when)
        case Moment():
            return moments.window(t, when)
    raise Unsayable(show(when))


def _cost(t: Telling, norm: Norm) -> str:
    do = norm.do
    if not isinstance(do, Do):
        raise Unsayable(show(norm))
    who = nouns.np(t, do.agent)
    with t.at(any="a"):
        head = clauses.act(t, replace(do, agent=handle(do.agent)), "base")
        with t.at(mood="effect"):
            match norm.then:
                case Block("both" | "one" as mode, parts):
                    price = nouns.join(
                        [_plain_act(t, part) for part in parts], "and" if mode == "both" else "or"
                    )
                case _:
                    price = _plain_act(t, norm.then)
    return f"to {head}, {who} must {price}{_iff(t, norm.cond)}"


# ---- facts ----------------------------------------------------------------------------------


def _fact(t: Telling, fact: Tree, cond: Tree) -> str:
    with t.at(mood="fact", any="each" if t.style.each else "a"):
        words = conditions.condition(t, fact)
    return words + _iff(t, cond)


# ---- definitions and orders -----------------------------------------------------------------


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
            return f"the {word} {nouns.kind(t, k, False, False, skip)}"
        case Cmp(_, "most" | "fewest", None):
            return conditions.having(t, key, Ref(ranked))
    return nouns.np(t, key)


__all__ = ["In", "Is", "Of", "sentences", "settled", "until"]
