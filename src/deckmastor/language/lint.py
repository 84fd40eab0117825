"""Warnings about rulebooks that read well but may not say what was meant, and cycles of facts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Protocol

from deckmastor.language.faults import Fault
from deckmastor.language.ir import (
    FIELDS,
    Block,
    Cmp,
    Declare,
    Define,
    Did,
    Do,
    Each,
    Hold,
    If,
    Instead,
    Is,
    Kind,
    Logic,
    May,
    Node,
    Norm,
    Of,
    Para,
    Pick,
    Qty,
    Scope,
    Tally,
    Tree,
    Trees,
    When,
    leaves,
    mentions,
    remade,
    walk,
)  # fmt: skip
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.rulebook import Paragraph
from deckmastor.language.tokens import sentences, tokenize

MOVES = ("move", "return")  # verbs that put something into a place
DESTINATIONS = ("to", "into")  # roles in which only a place can stand
WORDS = 25
NESTED = 2


class Read(Protocol):
    """A paragraph with its meaning."""

    @property
    def paragraph(self) -> Paragraph: ...

    @property
    def para(self) -> Para | None: ...


def warnings(
    entries: Iterable[Read], lexicon: Lexicon, base: Lexicon, cells: Trees = ()
) -> list[Fault]:
    """Everything worth a second look; `cells` is what tables say besides texts."""
    entries = list(entries)
    found: list[Fault] = []
    for entry in entries:
        found += _long(entry.paragraph)
        if entry.para is not None:
            found += _nested(entry.paragraph, entry.para)
            found += _three_of_a_kind(entry.paragraph, entry.para)
    found += _unused(entries, lexicon, base, cells)
    found += _defeated(entries)
    found += _done_once(entries)
    found += _never_done(entries, lexicon, base)
    found += _never_so(entries, lexicon, base, cells)
    found += _settled(entries)
    found += _without_seat(entries, lexicon)
    found += _left_out(entries)
    return found


def _warn(paragraph: Paragraph, start: int, code: str, message: str, hint: str = "") -> Fault:
    line, column = paragraph.place(start)
    return Fault(
        paragraph.file, line, column, message, paragraph.text, start, 0, hint, "warning", code
    )


def _long(paragraph: Paragraph) -> list[Fault]:
    found: list[Fault] = []
    for sentence in sentences(paragraph.text):
        words = sum(token.text[0].isalnum() for token in tokenize(sentence))
        if words > WORDS:
            found.append(
                _warn(paragraph, sentence.start, "long-sentence",
                      f"This sentence has {words} words; at most {WORDS} read well.",
                      "Split it into two.")
            )  # fmt: skip
    return found


def _depth(tree: Any) -> int:
    """How deep descriptions stand in descriptions."""
    if isinstance(tree, Kind):
        told = [c for c in tree.where if isinstance(c, (Did, Cmp, Logic))]
        return max((_depth(c) for c in tree.where), default=0) + bool(told)
    if isinstance(tree, Node):
        return max((_depth(getattr(tree, name)) for name in FIELDS[type(tree)]), default=0)
    if isinstance(tree, tuple):
        return max((_depth(item) for item in tree), default=0)
    return 0


def _nested(paragraph: Paragraph, para: Para) -> list[Fault]:
    if _depth(para) <= NESTED:
        return []
    hint = "Name the inner thing in a sentence or a status of its own."
    return [_warn(paragraph, 0, "nested", "Descriptions stand three deep in each other.", hint)]


def _three_of_a_kind(paragraph: Paragraph, para: Para) -> list[Fault]:
    for rule in para.rules:
        nouns = Counter(
            node.kind.noun for node in walk(rule)
            if isinstance(node, Pick) and node.how in ("a", "any") and node.n == 1
        )  # fmt: skip
        for noun, n in nouns.items():
            if n >= 3:
                message = f"{n} single {noun}s are spoken of; a reader may confuse them."
                return [_warn(paragraph, 0, "three-of-a-kind", message)]
    return []


def _unused(entries: list[Read], lexicon: Lexicon, base: Lexicon, cells: Trees) -> list[Fault]:
    """Words that are declared and then never used."""
    uses = Counter(str(leaf) for leaf in leaves(cells))
    for entry in entries:
        uses.update(str(leaf) for leaf in leaves(entry.para))
    found: list[Fault] = []
    for word, sentence in lexicon.implicit.items():
        home = next((e.paragraph for e in entries if sentence in e.paragraph.text), None)
        if home is not None and uses[word] < 2 and word not in base.attrs:
            start = home.text.find(sentence)
            message = f"'{word}' is said here and nowhere else."
            hint = "If it is misspelt, mend it; if it is new, another sentence should use it."
            found.append(_warn(home, start, "unused-word", message, hint))
    return found


def _plain(rule: Tree) -> Tree:
    return _plain(rule.rule) if isinstance(rule, Scope) and rule.kind == "anytime" else rule


def _defeated(entries: list[Read]) -> list[Fault]:
    """Permissions that an unconditional prohibition always defeats."""
    rules = [(e, _plain(rule)) for e in entries if e.para for rule in e.para.rules]
    cannot = [
        rule.do for _, rule in rules
        if isinstance(rule, Norm) and rule.mode == "cannot" and rule.cond is None
    ]  # fmt: skip
    return [
        _warn(entry.paragraph, 0, "defeated", "A 'cannot' without a condition always defeats this.")
        for entry, rule in rules
        if isinstance(rule, Norm) and rule.mode == "may" and rule.do in cannot
    ]


def _done_once(entries: list[Read]) -> list[Fault]:
    """Effects that open a rule: they are done once, when the rule comes into force."""
    effects = (Do, Block, Each, May)
    return [
        _warn(
            entry.paragraph, 0, "done-once",
            "This is done once, when the rule comes into force.",
            "To do it again and again, say when: 'When …', 'At …', 'In the … phase'.",
        )
        for entry in entries
        if entry.para is not None and entry.paragraph.host == "rule"
        and any(isinstance(rule, effects) for rule in entry.para.rules)
    ]  # fmt: skip


def _verbs(tree: Any) -> set[str]:
    return {node.verb for node in walk(tree) if isinstance(node, Do)}


def _never_done(entries: list[Read], lexicon: Lexicon, base: Lexicon) -> list[Fault]:
    """Triggers that wait for an act which nothing in the book ever does or allows."""
    done: set[str] = set(base.verbs)
    waiting: list[tuple[Read, str]] = []
    for entry in entries:
        for rule in entry.para.rules if entry.para else ():
            for node in walk(rule):
                match node:
                    case When(event, effect, _, _):
                        waiting += [(entry, verb) for verb in _verbs(event)]
                        done |= _verbs(effect)
                    case Norm(mode, do, _, _, then) if mode in ("may", "must", "cost"):
                        done |= _verbs(do) | _verbs(then)
                    case Define(_, means):
                        done |= _verbs(means)
            if not isinstance(rule, (When, Norm, Hold, Define)):
                done |= _verbs(rule)
    return [
        _warn(entry.paragraph, 0, "never-done", f"Nothing in the book ever does '{verb}'.")
        for entry, verb in waiting
        if verb in lexicon.verbs and verb not in done
    ]


def _never_so(entries: list[Read], lexicon: Lexicon, base: Lexicon, cells: Trees) -> list[Fault]:
    """Statuses that sentences ask for and nothing in the book ever gives."""
    given = Counter(str(leaf) for leaf in leaves(cells))
    where: dict[str, Paragraph] = {}
    for entry in entries:
        told = [rule for rule in (entry.para.rules if entry.para else ()) if not _declares(rule)]
        given.update(str(leaf) for rule in told for leaf in leaves(rule))
        for word in _asked(tuple(told)):
            given[word] -= 1
            where.setdefault(word, entry.paragraph)
    return [
        _warn(
            paragraph, max(paragraph.text.find(word), 0), "never-so",
            f"Nothing in the book ever makes anything {word}.",
            f"Say what does: '… becomes {word}', '… is {word} if …'.",
        )
        for word, paragraph in where.items()
        if not given[word] and _made_by_acts(word, lexicon, base)
    ]  # fmt: skip


def _declares(rule: Tree) -> bool:
    return isinstance(rule, Declare)


def _asked(tree: Any) -> list[str]:
    """The words that nothing is made by where they stand, each as often as it stands so.

    Conditions and descriptions ask for them, events wait for them, prohibitions and negated facts
    deny them.
    """
    match tree:
        case tuple():
            return [word for part in tree for word in _asked(part)]
        case Hold(fact, cond):
            return _denied(fact) + _asked(cond)
        case When(event, effect) | Instead(event, effect):
            cond = tree.cond if isinstance(tree, Instead) else None
            return _words(event) + _asked(effect) + _asked(cond)
        case Norm(mode="cannot", do=do, cond=cond, then=then):
            return _words(do) + _asked(cond) + _asked(then)
        case Did():
            return _words(tree)
        case Node():
            mine = [tree.word] if isinstance(tree, Is) and isinstance(tree.word, str) else []
            return mine + [w for name in FIELDS[type(tree)] for w in _asked(getattr(tree, name))]
    return []


def _denied(fact: Tree) -> list[str]:
    """The words of a fact that it does not give to anything."""
    match fact:
        case Is(who=who):
            return _asked(who)
        case Logic(op="not"):
            return _words(fact)
        case Logic(parts=parts) | Block(parts=parts):
            return [word for part in parts for word in _denied(part)]
        case Each(pick=pick, body=body):
            return _asked(pick) + _denied(body)
    return _asked(fact)


def _words(tree: Any) -> list[str]:
    """All words in a tree."""
    return [str(leaf) for leaf in leaves(tree)]


def _made_by_acts(word: str, lexicon: Lexicon, base: Lexicon) -> bool:
    """True if a word is a status of this book that only its sentences can give."""
    status = lexicon.statuses.get(word)
    if status is None or word in base.statuses or word in lexicon.kinds or status.params:
        return False
    return not status.family


def _without_seat(entries: list[Read], lexicon: Lexicon) -> list[Fault]:
    """The first sentence about all players that leaves out a named one, who holds no seat."""
    for name, kind in lexicon.names.items():
        if not lexicon.is_kind(kind, "player"):
            continue
        for entry in entries:
            if name not in entry.paragraph.text and _all_players(entry.para):
                return [
                    _warn(
                        entry.paragraph, 0, "no-seat",
                        f"{name} holds no seat, so 'each player' does not mean {name}.",
                        f"Where {name} is meant too, say 'each player and the {name}'.",
                    )
                ]  # fmt: skip
    return []


def _all_players(para: Para | None) -> bool:
    """True if a paragraph speaks of each player or of all players."""
    return any(
        isinstance(node, Pick) and node.how in ("each", "all") and node.kind.noun == "player"
        for node in walk(para)
    )


ALWAYS = {(">=", 0): "always", (">", -1): "always", ("<", 0): "never", ("<=", -1): "never"}


def _settled(entries: list[Read]) -> list[Fault]:
    """Conditions whose answer is always the same: a number of things is at least 0."""
    return [
        _warn(
            entry.paragraph, 0, "always-so",
            f"This is {ALWAYS[node.op, node.b]} so: a number of things is never less than 0.",
            "Mend the number, or leave the condition out.",
        )
        for entry in entries
        for node in walk(entry.para)
        if isinstance(node, Cmp) and isinstance(node.a, Tally) and node.a.op == "count"
        and isinstance(node.b, int) and (node.op, node.b) in ALWAYS
    ]  # fmt: skip


def _left_out(entries: list[Read]) -> list[Fault]:
    """Rules in which what follows `then` stands alone, and is left out if nothing came before."""
    return [
        _warn(
            entry.paragraph, 0, "left-out",
            "What follows 'then' is left out if nothing was done before it.",
            "If it is to happen anyway, say it in a sentence of its own.",
        )
        for entry in entries
        if entry.para is not None and entry.para.host == "rule"
        for node in _unoffered(entry.para)
        if isinstance(node, Block) and node.mode == "then" and _stands_alone(node)
    ]  # fmt: skip


def _unoffered(para: Para) -> list[Node]:
    """The nodes of a paragraph, apart from what is offered as a whole: `may pay, then draw`."""
    nodes = list(walk(para))
    offered = [node.effect for node in nodes if isinstance(node, May)]
    return [node for node in nodes if not any(node is one for one in offered)]


def _stands_alone(block: Block) -> bool:
    """True if the first part of a block may come to nothing, and the others do not speak of it."""
    first, *others = block.parts
    labels = {node.label for node in walk(first) if isinstance(node, Pick)}
    known = any(mentions(part, label) for part in others for label in labels if label)
    return not known and any(map(_may_fail, walk(first)))


def _may_fail(node: Node) -> bool:
    """True if an act can come to nothing: what it takes is not there, or too few counters are."""
    match node:
        case May() | If():
            return True
        case Do(verb="lose" | "pay", obj=Qty()):
            return True
        case Do(verb=verb, obj=Pick(how=how)):
            return verb not in ("choose", "target", "create") and how != "all"
    return False


# ---- cycles ---------------------------------------------------------------------------------


def cycles(entries: Iterable[Read]) -> list[Fault]:
    """Facts that depend on their own opposite: such a book has no stable reading."""
    needs: dict[str, set[tuple[str, bool]]] = defaultdict(set)
    where: dict[str, Paragraph] = {}
    for entry in entries:
        for head, read in _facts(entry.para):
            where.setdefault(head, entry.paragraph)
            needs[head] |= read
    found: list[Fault] = []
    for head, paragraph in where.items():
        if _denies_itself(head, needs):
            message = f"Whether something is '{head}' depends on its not being '{head}'."
            line, column = paragraph.place(0)
            found.append(
                Fault(paragraph.file, line, column, message, paragraph.text, 0, 0,
                      "Say it with another status, or in another order.", "error", "cycle")
            )  # fmt: skip
    return found


def _facts(para: Para | None) -> list[tuple[str, set[tuple[str, bool]]]]:
    """What a paragraph makes something be, and on what that depends; looked at once."""
    if para is None:
        return []
    found: list[tuple[str, set[tuple[str, bool]]]] = remade(
        para, "facts",
        lambda: [
            (str(node.fact.word), set(_reads(node.cond, False)))
            for rule in para.rules
            for node in walk(rule)
            if isinstance(node, Hold) and isinstance(node.fact, Is)
        ],
    )  # fmt: skip
    return found


def unplaced(entries: Iterable[Read], lexicon: Lexicon) -> list[Fault]:
    """Moves to something that nothing shows to be a place: they could never be done."""
    found: list[Fault] = []
    for entry in entries:
        for name in _destinations(entry.para):
            attr = lexicon.attrs.get(name)
            if attr is not None and attr.sort == "" and not attr.many:
                found.append(_no_place(entry.paragraph, name))
    return found


def _destinations(para: Para | None) -> list[str]:
    """The nouns of where a paragraph moves something to; looked at once."""
    if para is None:
        return []
    found: list[str] = remade(
        para, "destinations",
        lambda: [
            _destination(told)
            for node in walk(para)
            if isinstance(node, Do) and node.verb in MOVES
            for role, told in node.roles
            if role in DESTINATIONS
        ],
    )  # fmt: skip
    return found


def _destination(told: Tree) -> str:
    """The noun of where something is moved to."""
    if isinstance(told, Of):
        return told.name
    return told.kind.noun if isinstance(told, Pick) else ""


def _no_place(paragraph: Paragraph, name: str) -> Fault:
    start = max(paragraph.text.find(name), 0)
    line, column = paragraph.place(start)
    article = "An" if name[:1] in "aeiou" else "A"
    return Fault(
        paragraph.file, line, column, f"Nothing says that a '{name}' is a place to move things to.",
        paragraph.text, start, len(name), f"Declare it: '{article} {name} is a place.'", "error",
        "no-place",
    )  # fmt: skip


def circles(entries: Iterable[Read]) -> list[Fault]:
    """Verbs that are defined by themselves."""
    uses: dict[str, set[str]] = {}
    where: dict[str, Paragraph] = {}
    for entry in entries:
        for rule in entry.para.rules if entry.para else ():
            if isinstance(rule, Define) and isinstance(rule.do, Do):
                uses[rule.do.verb] = _verbs(rule.means)
                where[rule.do.verb] = entry.paragraph
    return [_circle(where[verb], verb) for verb in uses if verb in _reached(verb, uses)]


def twice(entries: Iterable[Read]) -> list[Fault]:
    """Verbs with more than one definition: only the last one would count."""
    first: dict[str, Paragraph] = {}
    found: list[Fault] = []
    for entry in entries:
        for rule in entry.para.rules if entry.para else ():
            if isinstance(rule, Define) and isinstance(rule.do, Do):
                if rule.do.verb in first:
                    found.append(_twice(entry.paragraph, first[rule.do.verb], rule.do.verb))
                first.setdefault(rule.do.verb, entry.paragraph)
    return found


def _twice(paragraph: Paragraph, first: Paragraph, verb: str) -> Fault:
    line, column = paragraph.place(0)
    where = f"{first.file}:{first.place(0)[0]}"
    message = f"'{verb}' is defined twice, first in {where}: '{first.text}'"
    hint = "Define it once, for all that it is done to, or define another verb."
    return Fault(
        paragraph.file, line, column, message, paragraph.text, 0, 0, hint, "error", "defined-twice"
    )


def _reached(verb: str, uses: dict[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    todo = list(uses[verb])
    while todo:
        step = todo.pop()
        if step not in seen:
            seen.add(step)
            todo += uses.get(step, ())
    return seen


def _circle(paragraph: Paragraph, verb: str) -> Fault:
    line, column = paragraph.place(0)
    message = f"'{verb}' is defined by itself."
    hint = "Say it in other verbs; in the end, in those that every rulebook has."
    return Fault(
        paragraph.file, line, column, message, paragraph.text, 0, 0, hint, "error", "circle"
    )


def _reads(tree: Any, negated: bool) -> Iterable[tuple[str, bool]]:
    if isinstance(tree, Logic) and tree.op == "not":
        yield from (pair for part in tree.parts for pair in _reads(part, not negated))
    elif isinstance(tree, Is):
        yield str(tree.word), negated
        yield from _reads(tree.who, negated)
    elif isinstance(tree, Cmp) and tree.op in ("=", "<", "<="):
        yield from (pair for side in (tree.a, tree.b) for pair in _reads(side, True))
    elif isinstance(tree, Node):
        for name in FIELDS[type(tree)]:
            yield from _reads(getattr(tree, name), negated)
    elif isinstance(tree, tuple):
        for item in tree:
            yield from _reads(item, negated)


def _denies_itself(head: str, needs: dict[str, set[tuple[str, bool]]]) -> bool:
    """Whether a way leads from a fact back to it through a `not`."""
    seen: set[tuple[str, bool]] = set()
    todo = [(word, denied) for word, denied in needs.get(head, ())]
    while todo:
        word, denied = todo.pop()
        if word == head and denied:
            return True
        if (word, denied) in seen:
            continue
        seen.add((word, denied))
        todo += [(other, denied or more) for other, more in needs.get(word, ())]
    return False
