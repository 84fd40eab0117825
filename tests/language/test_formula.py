"""A formula means what arithmetic says, and is refused where it says nothing."""

from __future__ import annotations

import random
import time

import pytest

from deckmastor.language.formula import FormulaError, parse_formula, print_formula
from deckmastor.language.ir import Calc, Cmp, Kind, Of, Pick, Ref, Tally

DECLARED = {
    "phase": Of(None, "phase"),
    "phase number": Of(None, "phase number"),
    "hand limit": Of(None, "hand limit"),
    "cards": Of(None, "cards"),
    "beads": Of(None, "beads"),
    "mid-game bonus": Of(None, "mid-game bonus"),
    "level 2 bonus": Of(None, "level 2 bonus"),
    "X": Ref("X"),
}
PHASE, NUMBER = DECLARED["phase"], DECLARED["phase number"]
BEADS, X = DECLARED["beads"], DECLARED["X"]


def read(text):
    return parse_formula(text, DECLARED.get, DECLARED)


def refusal(text):
    with pytest.raises(FormulaError) as caught:
        read(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("7", 7),
        ("007", 7),
        ("beads", BEADS),
        ("  phase   number ", NUMBER),
        ("1 + 2 * 3", Calc("+", (1, Calc("*", (2, 3))))),
        ("(1 + 2) * 3", Calc("*", (Calc("+", (1, 2)), 3))),
        ("8 - 4 - 2", Calc("-", (Calc("-", (8, 4)), 2))),
        ("8 - (4 - 2)", Calc("-", (8, Calc("-", (4, 2))))),
        ("8 / 4 * 2", Calc("*", (Calc("/", (8, 4)), 2))),
        ("-X * 2", Calc("*", (Calc("neg", (X,)), 2))),
        ("2 - -X", Calc("-", (2, Calc("neg", (X,))))),
        ("-(X + 1)", Calc("neg", (Calc("+", (X, 1)),))),
        ("half up(X)", Calc("half up", (X,))),
        ("half down (X)", Calc("half down", (X,))),
        ("min(1, X, beads)", Calc("min", (1, X, BEADS))),
        ("max(1, 2 + X)", Calc("max", (1, Calc("+", (2, X))))),
        (
            "floor(X / 2) + ceil(X / 2)",
            Calc("+", tuple(Calc(f, (Calc("/", (X, 2)),)) for f in ("floor", "ceil"))),
        ),
        ("abs(-X)", Calc("abs", (Calc("neg", (X,)),))),
        ("dice(2, 6)", Calc("dice", (2, 6))),
        ("count(cards)", Tally("count", Of(None, "cards"))),
        ("sum(beads)", Tally("sum", BEADS)),
        ("X >= 3", Cmp(X, ">=", 3)),
        ("X + 1 != beads", Cmp(Calc("+", (X, 1)), "!=", BEADS)),
    ],
)
def test_a_formula_is_read(text, tree):
    assert read(text) == tree


def test_the_welcome_gift_of_the_lamp_hall():
    half = Calc("half up", (NUMBER,))

    assert read("20 + 5 * half up(phase number)") == Calc("+", (20, Calc("*", (5, half))))


@pytest.mark.parametrize("op", ["=", "!=", "<", "<=", ">", ">="])
def test_every_comparison(op):
    assert read(f"X{op}1") == Cmp(X, op, 1)


def test_the_longest_name_wins():
    assert read("phase number - phase") == Calc("-", (NUMBER, PHASE))


def test_a_name_may_hold_numbers_and_hyphens():
    assert read("level 2 bonus - 1") == Calc("-", (Of(None, "level 2 bonus"), 1))
    assert read("mid-game bonus-1") == Calc("-", (Of(None, "mid-game bonus"), 1))
    assert read("beads-cards") == Calc("-", (BEADS, Of(None, "cards")))


@pytest.mark.parametrize(
    ("text", "part", "message"),
    [
        ("", "", "The formula is empty."),
        ("   ", "   ", "The formula is empty."),
        (
            "2 + phaze number",
            "phaze number",
            "'phaze number' is no declared name. Did you mean 'phase number'?",
        ),
        (
            "2 + phase numbr * 3",
            "phase numbr",
            "'phase numbr' is no declared name. Did you mean 'phase number'?",
        ),
        ("zzz", "zzz", "'zzz' is no declared name."),
        (
            "1 + open(X)",
            "open",
            "A formula can call min, max, half up, half down, floor, ceil, abs, count, sum, dice; not 'open'.",
        ),
        (
            "half op(X)",
            "half op",
            "A formula can call min, max, half up, half down, floor, ceil, abs, count, sum, dice; not 'half op'. Did you mean 'half up'?",
        ),
        ("X / 0", "0", "This divides by zero."),
        ("X / (2 - 2)", "(2 - 2)", "This divides by zero."),
        ("X / half down(1)", "half down(1)", "This divides by zero."),
        ("(X + 1", "(", "This bracket is never closed."),
        ("min(X, 1", "(", "This bracket is never closed."),
        ("X + 1)", ")", "This bracket was never opened."),
        ("1234567890123456789", "1234567890123456789", "A number has at most 18 digits."),
        ("2 +", "+", "The formula ends where a number or a name should follow."),
        ("2 + * 3", "*", "Before '*' a number or a name is missing."),
        ("()", ")", "Before ')' a number or a name is missing."),
        ("= 3", "=", "Before '=' a number or a name is missing."),
        ("2 3", "3", "Before '3' a sign such as + is missing."),
        ("(1 2)", "2", "Before '2' a sign such as + is missing."),
        ("1 < X < 3", "<", "A formula compares once, outside all brackets."),
        ("(1 < X)", "<", "A formula compares once, outside all brackets."),
        ("min(X)", "min(X)", "'min' needs at least 2 amounts, not 1."),
        ("abs(1, 2)", "abs(1, 2)", "'abs' needs 1 amount, not 2."),
        ("dice(6)", "dice(6)", "'dice' needs 2 amounts, not 1."),
        ("abs()", "abs()", "'abs' needs 1 amount, not 0."),
        ("count(3)", "3", "'count' needs the name of what it goes over."),
        ("min + 1", "min", "'min' needs brackets: min(…)."),
        ("2 × 3", "×", "'×' cannot stand in a formula. Write *"),
        ("1.5", ".", "'.' cannot stand in a formula. Numbers in it are whole: write 3 / 2."),
        ("__import__", "_", "'_' cannot stand in a formula."),
    ],
)
def test_a_formula_is_refused_at_the_part_that_is_wrong(text, part, message):
    error = refusal(text)

    assert str(error) == message
    assert text[error.offset : error.offset + error.length] == part


def test_the_second_of_two_comparisons_is_marked():
    assert refusal("1 < X < 3").offset == 6


def test_numbers_of_eighteen_digits_are_read():
    assert read("9" * 18) == 10**18 - 1


@pytest.mark.parametrize("size", [65, 10_000])
@pytest.mark.parametrize(
    "build",
    [
        lambda n: "(" * n + "1" + ")" * n,
        lambda n: "(" * n,
        lambda n: "-" * n + "1",
        lambda n: "abs(" * n + "1" + ")" * n,
        lambda n: "min(1, " * n + "1" + ")" * n,
        lambda n: "1" + " + 1" * n,
        lambda n: "1" + " * (1" * n + ")" * n,
    ],
    ids=["brackets", "open", "minus", "calls", "second arguments", "sum", "right"],
)
def test_too_deep_a_formula_is_refused_at_once(build, size):
    text = build(size)
    start = time.process_time()

    assert refusal(text).message == "This formula is nested more than 64 deep."
    assert time.process_time() - start < 1  # a collection of garbage may fall into it


def test_sixty_levels_are_not_too_deep():
    assert read("(" * 60 + "1" + ")" * 60) == 1


@pytest.mark.parametrize(
    "text",
    [
        "a " * 100_000,
        "1 " * 100_000,
        ")" * 100_000,
        "9" * 100_000,
        "a-" * 100_000,
        "min " * 100_000 + "(",
    ],
    ids=["words", "numbers", "closing", "digits", "hyphens", "call"],
)
def test_a_very_long_formula_is_refused_soon_and_shortly(text):
    start = time.process_time()

    assert len(refusal(text).message) < 250
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("((1))+(2*3)", "1 + 2 * 3"),
        ("(1+2)*3", "(1 + 2) * 3"),
        ("(8-4)-2", "8 - 4 - 2"),
        ("8-(4-2)", "8 - (4 - 2)"),
        ("8-(4*2)", "8 - 4 * 2"),
        ("8/(4*2)", "8 / (4 * 2)"),
        ("-(X+1)", "-(X + 1)"),
        ("(-X)*2", "-X * 2"),
        ("-(X*2)", "-(X * 2)"),
        ("--X", "--X"),
        ("min((1+2),X)", "min(1 + 2, X)"),
        ("half  up((phase number))", "half up(phase number)"),
        ("count(cards)<=(X-1)", "count(cards) <= X - 1"),
    ],
)
def test_a_formula_is_printed_with_the_fewest_brackets(text, printed):
    assert print_formula(read(text)) == printed


def a_formula(rng, depth):
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([rng.randrange(1, 99), X, BEADS, NUMBER, Tally("count", BEADS)])
    op = rng.choice(["+", "-", "*", "/", "neg", "half up", "half down", "abs", "min", "dice"])
    arity = {"neg": 1, "half up": 1, "half down": 1, "abs": 1}.get(op, 2)
    return Calc(op, tuple(a_formula(rng, depth - 1) for _ in range(arity)))


def test_what_is_printed_reads_back():
    rng = random.Random(7)
    trees = [a_formula(rng, 5) for _ in range(500)]
    refusals = []
    for tree in trees:
        try:
            assert read(print_formula(tree)) == tree
        except FormulaError as error:
            refusals.append(error.message)

    assert set(refusals) <= {"This divides by zero."}
    assert len(refusals) < 50


def test_what_is_no_formula_is_not_printed():
    with pytest.raises(ValueError, match="a formula cannot say"):
        print_formula(Calc("+", (1, Pick("a", 1, Kind("card")))))
