"""Effects told: clauses with their subjects, options, branches, repetition."""

from __future__ import annotations

from dataclasses import dataclass

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
    Kind,
    Logic,
    May,
    Norm,
    Pick,
    Ref,
    Repeat,
    Tally,
    Tree,
    mentions,
    replace,
    show,
)  # fmt: skip
from deckmastor.language.paraphrase import amounts, clauses, conditions, moments, nouns, rules
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle, swap

_JOINS = {"both": " and ", "one": " or ", "then": ", then "}


@dataclass
class Run:
    """Clauses in a row: whose doing they are told as, and in which form of the verb."""

    who: Tree = None
    form: str = "base"
    started: bool = False


def sentences(t: Telling, tree: Tree) -> list[str]:
    """An effect as sentences; what is put before it goes before the first."""
    with t.at(mood="effect", any="a"):
        return _sentences(t, tree)


def _sentences(t: Telling, tree: Tree) -> list[str]:
    match tree:
        case Block("next", parts) if parts:
            return [words for part in parts for words in _sentences(t, part)]
        case If(cond, then, orelse):
            return _if(t, cond, then, orelse)
        case Adopt(rule, None):
            return rules.sentences(t, rule)
        case Adopt(rule, end):
            with t.at(mood="event"):
                lead = moments.until(t, end)
            return _lead(lead, rules.sentences(t, rule))
        case May(who, Block("next", (first, *more))):
            head = _sentences(t, May(who, first))
            return head + [words for part in more for words in _sentences(t, part)]
        case Each(pick, Block("next", (first, *more))):
            head = _sentences(t, Each(pick, first))
            return head + [words for part in more for words in _sentences(t, part)]
        case Each(Pick() as pick, Adopt(Norm(_, Do(_, agent)) as norm, None)) if agent == Ref(
            pick.label
        ):
            return rules.sentences(t, swap(norm, agent, pick, True))
        case Each(Pick() as pick, If(cond, then, None)) if leads(then, Ref(pick.label)):
            words = spoken(t, Each(pick, then), Run())
            return [f"{words} {iff(t, cond)}"]
        case Each(Pick() as pick, body) if _needs_if(t, pick, body):
            return _hoisted(t, pick, body)
        case Block("then" | "both" as mode, (*first, Block("next", (second, *more)))):
            head = _sentences(t, Block(mode, (*first, second)))
            return head + [words for part in more for words in _sentences(t, part)]
    return [spoken(t, tree, Run())]


def _lead(lead: str, told: list[str]) -> list[str]:
    return [f"{lead}, {told[0]}", *told[1:]]


def _if(t: Telling, cond: Tree, then: Tree, orelse: Tree) -> list[str]:
    if orelse is None and (t.style.trailing or iff(t.copy(), cond).startswith("unless")):
        told = _sentences(t, then)
        told[0] = f"{told[0]} {iff(t, cond)}"
    else:
        lead = iff(t, cond)
        told = _lead(lead, _sentences(t, then))
    if orelse is not None:
        told += _lead("otherwise", _sentences(t, orelse))
    return told


def iff(t: Telling, cond: Tree) -> str:
    """A condition with `if`, or with `unless` where only that can be said."""
    with t.at(mood="cond", any="a"):
        if not (isinstance(cond, Logic) and cond.op == "not"):
            return f"if {conditions.condition(t, cond)}"
        if not _reads_unless(cond.parts[0]) and _can_deny(t, cond):
            return f"if {conditions.condition(t, cond)}"
        return f"unless {conditions.condition(t, cond.parts[0])}"


def _can_deny(t: Telling, cond: Tree) -> bool:
    try:
        conditions.condition(t.copy(), cond)
    except Unsayable:
        return False
    return True


def _reads_unless(inner: Tree) -> bool:
    """Whether the denial of a condition is better told by `unless`: a count, a choice of doers."""
    match inner:
        case Cmp(Tally("count"), _, int()):
            return True
        case Did(Do(_, Group("or", _))):
            return True
    return False


def spoken(t: Telling, tree: Tree, run: Run) -> str:
    """An effect that fits into one sentence."""
    match tree:
        case Do():
            return _clause(t, tree, run)
        case Block("one", parts) if len(parts) > 2 and not run.started:
            branches = [spoken(t, part, Run()) for part in parts]
            return f"choose one: {', '.join(branches[:-1])}, or {branches[-1]}"
        case Block("one", parts) if parts and not _plain(parts):
            return ", or ".join(spoken(t, part, run) for part in parts)
        case Block(mode, parts) if mode in _JOINS and parts:
            return _joined(mode, [spoken(t, part, run) for part in parts])
        case May(who, effect):
            return _option(t, who, effect, run)
        case Each(Pick() as pick, body):
            return _each(t, pick, body, run)
        case Repeat():
            return _again(t, tree, run)
        case If(cond, then, None):
            words = spoken(t, then, run)
            return f"{words} {iff(t, cond)}"
    raise Unsayable(show(tree))


def _joined(mode: str, parts: list[str]) -> str:
    words = parts[0]
    for part in parts[1:]:
        pause = "," * (words.endswith(("rounded up", "rounded down")) and mode == "both")
        words += f"{pause}{_JOINS[mode]}{part}"
    return words


def _clause(t: Telling, do: Do, run: Run) -> str:
    started, run.started = run.started, True
    if do.agent is None:
        own = do.obj is not None and handle(do.obj) == run.who and clauses.is_change(do)
        if own:
            return clauses.change(t, do, run.form == "base")
        run.who = None
        words, many = clauses.subject(t, do)
        settled = replace(do, obj=handle(do.obj))
        return f"{words} {clauses.verb_phrase(t, settled, many)}"
    who = handle(do.agent)
    if run.who is not None and who == run.who:
        return clauses.act(t, do, run.form)
    if not started and _commanded(t, who) and (do.verb != "become" or t.host == "definition"):
        run.who, run.form = who, "base"
        return clauses.act(t, do, "base")
    words, many = clauses.subject(t, do)
    run.who, run.form = who, "base" if many else "s"
    return f"{words} {clauses.act(t, replace(do, agent=who), run.form)}"


def _commanded(t: Telling, who: Tree) -> bool:
    """Whether a clause without a subject is this one's doing."""
    return who == Ref("game" if t.host == "rule" else "you")


def _option(t: Telling, who: Tree, effect: Tree, run: Run) -> str:
    own = handle(who)
    run.started = True
    lead = ""
    if run.who != own or run.form != "may":
        lead = f"{nouns.subject(t, who)[0]} "
    run.who, run.form = own, "base"
    if isinstance(effect, Do) and effect.agent is not None and handle(effect.agent) != own:
        other = clauses.subject(t, effect)[0]
        act = clauses.act(t, replace(effect, agent=handle(effect.agent)), "base")
        return f"{lead}may let {other} {act}"
    return f"{lead}may {spoken(t, effect, run)}"


def _each(t: Telling, pick: Pick, body: Tree, run: Run) -> str:
    own = Ref(pick.label)
    group = _group(pick)
    if not leads(body, own) and group is None:
        return spoken(t, swap(body, own, pick, True), run)
    words, many = nouns.subject(t, pick if group is None else group)
    inner = Run(own, "base" if many else "s", True)
    run.started, run.who = True, None
    if isinstance(body, May):
        return f"{words} may {spoken(t, body.effect, Run(own, 'base', True))}"
    said = f"{words} {spoken(t, body, inner)}"
    run.who, run.form = inner.who, inner.form
    return said


def _group(pick: Pick) -> Tree:
    """The things that `A and B` distributes over."""
    match pick.kind:
        case Kind("thing", (In(Ref(var), Group() as group, "of"),), own) if var == own:
            return group
    return None


def leads(body: Tree, own: Ref) -> bool:
    """Whether an effect begins with somebody's doing."""
    match body:
        case Do() if clauses.is_change(body):
            return body.obj == own
        case Do(_, agent):
            return agent == own
        case May(who):
            return who == own
        case Block(_, parts):
            return bool(parts) and leads(parts[0], own)
        case Repeat(effect):
            return leads(effect, own)
        case Each(_, inner):
            return leads(inner, own)
    return False


def _again(t: Telling, tree: Repeat, run: Run) -> str:
    effect = tree.effect
    if tree.until is not None:
        words = spoken(t, _one_by_one(effect), run)
        with t.at(mood="cond", any="a"):
            return f"{words} until {conditions.condition(t, tree.until)}"
    words = spoken(t, effect, run)
    match tree.times:
        case 1:
            return f"{words} once"
        case 2:
            return f"{words} twice"
        case int() as n:
            return f"{words} {n} times"
        case Ref(name) if t.is_param(name):
            return f"{words} {name} times"
    each = amounts.for_each(t, tree.times)
    if each is None:
        raise Unsayable(show(tree))
    return f"{words} {each}"


def _one_by_one(effect: Tree) -> Tree:
    """`discards cards until …`: the plural stands for one at a time."""
    match effect:
        case Do(_, _, Pick("a", 1) as pick):
            return replace(effect, obj=replace(pick, how="some"))
    return effect


def _plain(parts: tuple[Tree, ...]) -> bool:
    """Whether branches are plain acts of one doer, which `or` joins without a comma."""
    doers = [handle(part.agent) for part in parts if isinstance(part, Do)]
    return len(doers) == len(parts) and all(who == doers[0] for who in doers)


def _needs_if(t: Telling, pick: Pick, body: Tree) -> bool:
    """Whether `If a player …, that player …` says it better than `each player who …`."""
    if pick.how != "each" or pick.n != 1 or not pick.kind.where or _group(pick) is not None:
        return False
    if t.style.hoisted:
        return True
    own = Ref(pick.label)
    if isinstance(body, (If, Adopt)) or (isinstance(body, Block) and not leads(body, own)):
        return True
    return not leads(body, own) and not mentions(body, pick.label)


def _hoisted(t: Telling, pick: Pick, body: Tree) -> list[str]:
    *before, last = pick.kind.where
    kind = replace(pick.kind, where=tuple(before))
    return _if(t, Each(Pick("any", 1, kind, pick.label), last), body, None)
