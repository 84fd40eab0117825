"""Numbers and amounts: `3`, `at least 2`, `the number of cards in your hand plus 1`, formulas."""

from __future__ import annotations

import re

from deckmastor.language.formula import FormulaError, parse_formula
from deckmastor.language.ir import Calc, Kind, Of, Pick, Qty, Ref, Tally, Tree
from deckmastor.language.syntax import kinds, nouns
from deckmastor.language.syntax.parse import Found, Parse, maybe, rule
from deckmastor.language.words import TIME_UNITS

AT = {"at least": ">=", "at most": "<=", "exactly": "=", "only": "="}
THAN = {"more than": ">", "fewer than": "<", "less than": "<"}
FURTHEST = 500_000_000  # no range ends further from 0
MATHS = {"plus": "+", "minus": "-", "times": "*"}
EXTREMES = {"highest": "most", "lowest": "fewest"}
Quantity = tuple[str, Tree]


@rule
def quantity(p: Parse, i: int) -> Found[Quantity]:
    """How many: `at least 3`, `more than the hand limit`, `no`, `3`."""
    for word, op in {**AT, **THAN}.items():
        j = p.lit(i, word)
        if j >= 0 and word != "less than":
            for n, k in p.num(j):
                yield (op, n), k
    j = p.lit(i, "no")
    if j >= 0:
        yield ("=", 0), j
    for n, k in p.num(i):
        yield ("=", n), k


@rule
def comparison(p: Parse, i: int) -> Found[Quantity]:
    """How an amount compares: `at least the hand limit`, `more than 3`, `equal to X`."""
    for word, op in {**AT, **THAN, "equal to": "="}.items():
        j = p.lit(i, word)
        if j >= 0 and word != "only":
            for n, k in amount(p, j):
                yield (op, n), k


@rule
def amount(p: Parse, i: int) -> Found[Tree]:
    """An amount, perhaps with arithmetic of one kind: `A plus B minus C`."""
    for first, j in simple_amount(p, i):
        yield from _arithmetic(p, first, j)


def _arithmetic(p: Parse, first: Tree, j: int) -> Found[Tree]:
    yield first, j
    for (word, second), k in p.seq(j, tuple(MATHS), simple_amount):
        yield from _arithmetic(p, Calc(MATHS[word], (first, second)), k)


@rule
def simple_amount(p: Parse, i: int) -> Found[Tree]:
    """An amount without arithmetic."""
    for n, j in p.num(i):
        yield n, j
        for unit, k in unit_of_amount(p, j):
            yield Qty(n, unit), k
    if re.fullmatch(r"\d+d\d+", p.low[i] if i < len(p.low) else ""):
        count, sides = p.low[i].split("d")
        yield from _dice(p, i + 1, int(count), int(sides))
    yield from formula(p, i)
    for (_, kind), j in p.seq(i, "the number of", kinds.plural_kind):
        yield Tally("count", kind), j
    for (_, term), j in p.seq(i, "the number of", nouns.np1):
        if isinstance(term, Pick) and term.how == "all" and p.low[i + 3] in nouns.POSSESSIVES:
            yield Tally("count", term.kind), j
        elif isinstance(term, Of) and p.attr(term.name).many:
            yield Tally("count", term), j
    for (n, word, _, other), j in p.seq(i, Parse.num, ("more", "less"), "than", simple_amount):
        yield Calc("+" if word == "more" else "-", (other, n)), j
    for (_, attr, _, kind), j in p.seq(
        i, "the number of different", kinds.attr, "among", kinds.set_of
    ):
        yield Tally("distinct", kind, attr), j
    for (_, unit, _, owner), j in p.seq(
        i, "the number of", unit_name, ("of", "in", "on"), nouns.np1
    ):
        yield Of(owner, unit), j
    for (word, attr, _, kind), j in p.seq(
        i, ("the total", "the highest", "the lowest"), kinds.attr, ("of", "among"), kinds.set_of
    ):
        op = "sum" if word == "the total" else EXTREMES[word[4:]]
        yield Tally(op, kind, attr), j
    for (word, attr, _, term), j in p.seq(
        i, ("the total", "the highest", "the lowest"), kinds.attr, "of", nouns.np1
    ):
        if attr in p.lexicon.numeric and kinds.is_one(term):
            yield Tally("sum" if word == "the total" else EXTREMES[word[4:]], Of(term, attr)), j
    for (_, n, end), j in p.seq(
        i, "half", simple_amount, maybe((", rounded up", ", rounded down"))
    ):
        if end:
            yield Calc("half up" if end.endswith("up") else "half down", (n,)), j
        else:
            p.fail(j, "', rounded up' or ', rounded down'")
    for (_, n), j in p.seq(i, "twice", simple_amount):
        yield Calc("*", (2, n)), j
    for (_, a, _, b), j in p.seq(i, "the difference between", simple_amount, "and", simple_amount):
        yield Calc("distance", (a, b)), j
    for _, j in p.any_of(i, ("that number", "that many")):
        yield Ref("?many"), j
    j = p.lit(i, "the result")
    if j >= 0:
        yield Ref("result"), j
    for term, j in nouns.np1(p, i):
        if is_amount(p, term):
            yield term, j
        elif isinstance(term, Of) and term.name in p.lexicon.numeric:
            p.fail(j, f"one number: the highest, lowest or total {term.name} of it")


@rule
def span(p: Parse, i: int) -> Found[Tree]:
    """A range of whole numbers: `1 to 20`, `1 and more`, `-1 and less`."""
    for (least, _, most), j in p.seq(i, Parse.num, "to", Parse.num):
        ends = [end for end in (least, most) if isinstance(end, int) and abs(end) <= FURTHEST]
        if len(ends) == 2 and ends[0] < ends[1]:
            yield Calc("to", (least, most)), j
    for (end, word), j in p.seq(i, Parse.num, ("and more", "and less")):
        if isinstance(end, int) and abs(end) <= FURTHEST:
            yield Calc(word, (end,)), j


def _dice(p: Parse, i: int, count: int, sides: int) -> Found[Tree]:
    yield Calc("dice", (count, sides)), i
    if i < len(p.tokens) and re.fullmatch(r"\d+\+", p.tokens[i].text):
        yield Calc("dice", (count, sides, int(p.tokens[i].text[:-1]))), i + 1


@rule
def distance(p: Parse, i: int) -> Found[Tree]:
    """How far something may be off: `within 2 of …`, `within the prize of …`."""
    yield from p.num(i)
    for term, j in nouns.np1(p, i):
        if isinstance(term, Of) and term.owner is None and is_amount(p, term):
            yield term, j


def is_amount(p: Parse, term: Tree) -> bool:
    """Whether a noun phrase can stand for a number."""
    match term:
        case Of(_, name) if name in p.lexicon.numeric:
            return False  # several numbers are no amount: the highest, the lowest, their total are
        case Of(_, name):
            sort = p.lexicon.sort(name)
            return sort in ("number", "counter", "", "word", "text", "time", "order")
        case Qty():
            return True
        case Pick(_, _, Kind(noun)):
            return p.lexicon.sort(noun) == "number"
        case Ref(name):
            return name in ("result", "?many", "?that:number", "?it")
    return False


@rule
def formula(p: Parse, i: int) -> Found[Tree]:
    """A formula in backticks."""
    text = p.text(i)
    if not text.startswith("`="):
        return
    try:
        yield parse_formula(text[2:-1], lambda name: formula_name(p, name)), i + 1
    except FormulaError as error:
        p.memo.setdefault("faults", []).append((i, str(error)))


def formula_name(p: Parse, name: str) -> Tree | None:
    """What a name inside a formula stands for."""
    if name in p.params:
        return Ref(name)
    if name in ("result", "the result"):
        return Ref("result")
    for word, owner in nouns.POSSESSIVES.items():
        if name.startswith(f"{word} "):
            whole = formula_name(p, name[len(word) + 1 :])
            return Of(owner, whole.name) if isinstance(whole, Of) else None
    for reading in p.lexicon.readings_of(name):
        if reading.cat == "attr":
            whose = p.attr(reading.lemma).owner
            owned = whose is not None and not p.lexicon.is_kind(whose, "game")
            return Of(Ref("?whose") if owned else None, reading.lemma)
        if reading.cat == "unit":
            return Of(Ref("?whose"), reading.lemma)
        if reading.cat == "kind" and reading.form == "pl":
            return Kind(reading.lemma)
    return None


def unit_name(p: Parse, i: int) -> Found[str]:
    """A counter, in either number."""
    for reading, j in p.cat(i, "unit"):
        yield reading.lemma, j


def unit_of_amount(p: Parse, i: int) -> Found[str]:
    """A counter or a unit of time."""
    yield from unit_name(p, i)
    for reading, j in p.cat(i, "kind"):
        if reading.lemma in TIME_UNITS:
            yield reading.lemma, j
