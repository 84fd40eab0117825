"""Compile what is said in words during a match: targets and questions.

A target is a description, such as `the top card of the deck`. A question is a condition, such as
`SeatA has 2 cards in their hand`; worked examples ask it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.compile_picks import DEFINITE
from deckmastor.engine.expressions.compile_terms import label_sort, place_term, sort_of
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.ids import Seat
from deckmastor.engine.knowledge.description import LONGEST, Described, Question, Unfit
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import condition, term
from deckmastor.engine.rules.ruleset import Ruleset, Unkept
from deckmastor.engine.rules.schema import CompilerFault, Unsupported
from deckmastor.engine.state.layout import LABELS
from deckmastor.language.ir import Do, If, Of, Para, Pick, Ref, Tree, leaves, replace, walk
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import UNDECLARED, read_paragraph
from deckmastor.language.whereabouts import THIS_CARD

SEAT = "Seat"
CHOSEN = ("a", "upto", "anynum", "random", "new", "atleast", "over")  # picks that leave a choice


def seat_name(seat: Seat) -> str:
    """The name of a seat in a description, whatever the player's name is: SeatA, SeatB …"""
    letters = ""
    while seat >= 0:
        letters = chr(ord("A") + seat % 26) + letters
        seat = seat // 26 - 1
    return SEAT + letters


def phrase(rules: Ruleset, text: str) -> Described | None:
    """A compiled description, memoized in the rules; None if it is unfit under these rules."""
    if text in rules.phrases:
        return rules.phrases[text]
    with rules.finishing:  # compiling may number words
        try:
            found = described(rules, text)
        except Unfit:
            found = None
    rules.phrases[text] = found
    return found


def described(rules: Ruleset, text: str) -> Described:
    """Compile a description; Unfit if it cannot be read, compiled or means no definite thing."""
    tree = _read(rules, text)
    _definite(tree, text)
    for leaf in leaves(tree):
        if (
            isinstance(leaf, str)
            and leaf[:1].isupper()
            and leaf not in rules.schema.word_ids
            and not _named(rules, leaf)
        ):
            raise Unfit(f"Nothing here is called '{leaf}'.")
    ctx = _seated(rules)
    ctx.since = ctx.spare()
    with _refusing(text, "looked for"):
        found, sort = _compiled(ctx, tree)
        named = _named_parts(ctx, tree)
    if sort not in ("player", "card", "place"):
        raise Unfit(f"'{text}' is no player, card or place.")
    told = Described(found, ctx.size, sort, tree.kind.noun if isinstance(tree, Pick) else "")
    told.own = any(node == THIS_CARD for node in walk(tree))
    told.named = named
    if ctx.awaits >= 0:
        told.since, told.kept = ctx.since, ctx.awaits
    return told


def _named_parts(ctx: Context, tree: Tree) -> list[tuple[str, Expr]]:
    """The parts of a description that name something themselves, compiled, behind their sorts.

    The card that the description is announced for, players, and what a part looks for among other
    things with the label of a part around it are not among them.
    """
    found: list[tuple[str, Expr]] = []
    outer = {node.kind.var for node in walk(tree) if isinstance(node, Pick)}
    for part in walk(tree):
        if part is tree or not isinstance(part, (Of, Pick, Ref)) or part == THIS_CARD:
            continue
        own = {node.kind.var for node in walk(part) if isinstance(node, Pick)}
        if any(isinstance(node, Ref) and node.name in outer - own for node in walk(part)):
            continue
        noun = part.kind.noun if isinstance(part, Pick) else ""
        sort = label_sort(ctx, noun) if noun else sort_of(ctx, part)
        if sort in ("card", "place"):
            named = ctx.rename(part, set(ctx.slots))
            thing = noun and sort == "card"
            found.append((sort, term(ctx, named) if thing else _compiled(ctx, named)[0]))
    return found


def question(rules: Ruleset, text: str) -> Question:
    """Compile a condition in which players are called SeatA, SeatB …; Unfit if it is none."""
    match _paragraph(rules, f"If {_said(text)}, end the game.", text, "condition"):
        case Para(rules=(If(cond=cond, then=Do(verb="end"), orelse=None),)):
            ctx = _seated(rules)
            with rules.finishing, _refusing(text, "asked"):  # compiling may number words
                return Question(condition(ctx, cond), ctx.size)
    raise Unfit(f"'{text}' says more than a condition.")


def amount(rules: Ruleset, tree: Tree) -> Question:
    """Compile an amount of a sentence that names nobody in particular: `goals in the record`."""
    with rules.finishing, _refusing(str(tree), "counted"):
        ctx = _seated(rules)
        return Question(term(ctx, tree), ctx.size)


def _seated(rules: Ruleset) -> Context:
    """A context in which the seats have names."""
    ctx = Context(rules, rules.defs, 0, Standing(0, 3))
    for seat in range(rules.schema.seats):
        ctx.slots[seat_name(seat)] = LABELS + seat
        ctx.sorts[seat_name(seat)] = "player"
    ctx.size = LABELS + rules.schema.seats
    return ctx


@contextmanager
def _refusing(text: str, done: str) -> Iterator[None]:
    """Raise Unfit for a text that cannot be compiled, CompilerFault for an error of ours."""
    try:
        yield
    except Unkept as why:
        raise Unfit(f"Nobody keeps in mind what was done so: '{why}'.") from why
    except Unsupported as why:
        raise Unfit(f"'{text}' cannot be {done}: {why}.") from why
    except Exception as fault:
        raise CompilerFault(text) from fault


def _said(text: str) -> str:
    """A text on one line, without its full stop."""
    return " ".join(text.split()).rstrip(".")


def _paragraph(rules: Ruleset, sentence: str, text: str, what: str) -> Para:
    """The paragraph of a sentence around a text; Unfit if it cannot be read."""
    if len(text) > LONGEST:
        raise Unfit(f"A {what} has at most {LONGEST} characters.")
    read = read_paragraph(sentence, _words(rules), "card")
    if read.para is None:
        assert read.problem is not None
        hint = "" if read.problem.hint == UNDECLARED else read.problem.hint
        why = f"{read.problem.message} {hint}".strip()
        raise Unfit(f"'{text}' is no {what}. {why}")
    return read.para


def _read(rules: Ruleset, text: str) -> Tree:
    """The noun phrase of a text; Unfit if the text is anything else."""
    match _paragraph(rules, f"Target {_said(text)}.", text, "description"):
        case Para(rules=(Do(verb="target", obj=obj, roles=()),)) if obj is not None:
            return obj
    raise Unfit(f"'{text}' says more than which one it is.")


def _words(rules: Ruleset) -> Lexicon:
    """The lexicon of the match, with the names of its seats added."""
    words = rules.spellings
    if words is None:
        words = rules.schema.lexicon.fork()
        for seat in range(rules.schema.seats):
            words.add_name(seat_name(seat), "player")
        rules.spellings = words  # published when complete: other threads may read it
    return words


def _named(rules: Ruleset, leaf: str) -> bool:
    """True if a word names a player or is a word of the book."""
    words = _words(rules)
    return leaf in words.names or leaf in words.statuses or leaf in words.kinds


def _definite(tree: Tree, text: str) -> None:
    """Raise Unfit for a description that leaves a choice or means several things."""
    one = isinstance(tree, (Ref, Of)) or (
        isinstance(tree, Pick) and tree.how in DEFINITE and tree.n == 1
    )
    free = [node for node in walk(tree) if isinstance(node, Pick) and node.how in CHOSEN]
    if not one or free:
        raise Unfit(f"'{text}' can fit several: say 'the', and what there is only one of.")


def _compiled(ctx: Context, tree: Tree) -> tuple[Expr, str]:
    sort = "player" if tree == Ref("you") else sort_of(ctx, tree)
    if isinstance(tree, Of) and sort == "number" and tree.name in ("owner", "holder", "player"):
        sort = "player"
    if isinstance(tree, Pick):
        tree = replace(tree, label="")
    return (place_term(ctx, tree) if sort == "place" else term(ctx, tree), sort)
