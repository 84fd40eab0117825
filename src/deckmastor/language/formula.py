"""Formulas: arithmetic that reads badly as prose, such as `20 + 5 * half up(phase number)`.

A formula becomes `Calc`, `Cmp` and `Tally` nodes over numbers and declared names. It cannot act,
choose or loop.
"""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

from deckmastor.language.ir import Calc, Cmp, Of, Ref, Tally, Tree

Names = Callable[[str], Tree]
"""What a declared name of one or several words stands for, or None."""

DEEPEST = 64
DIGITS = 18
NAME_WORDS = 8

FUNCTIONS: dict[str, tuple[int, int]] = {
    "min": (2, DEEPEST),
    "max": (2, DEEPEST),
    "half up": (1, 1),
    "half down": (1, 1),
    "floor": (1, 1),
    "ceil": (1, 1),
    "abs": (1, 1),
    "count": (1, 1),
    "sum": (1, 1),
    "dice": (2, 2),
}
"""Each function with the least and the greatest number of its arguments."""

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2}
_NEG = 3
_ATOM = 4
_INSTEAD = dict(zip("×·÷\u2212\u2013≤≥≠", ("*", "*", "/", "-", "-", "<=", ">=", "!="), strict=True))

_TOKEN = re.compile(
    r"(?P<number>[0-9]+)|(?P<word>[^\W\d_][\w'’]*)|(?P<sign>[!<>]=|[-+*/=<>(),])|(?P<other>\S)"
)

_VALUES: dict[str, Callable[..., Fraction]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "half up": lambda a: Fraction(math.ceil(a / 2)),
    "half down": lambda a: Fraction(math.floor(a / 2)),
    "floor": lambda a: Fraction(math.floor(a)),
    "ceil": lambda a: Fraction(math.ceil(a)),
    "abs": abs,
    "min": min,
    "max": max,
}


class FormulaError(Exception):
    """A formula that cannot be read, with the part of it that is wrong."""

    def __init__(self, message: str, offset: int, length: int) -> None:
        super().__init__(message, offset, length)
        self.message = message
        self.offset = offset
        self.length = length

    def __str__(self) -> str:
        return self.message


def parse_formula(text: str, names: Names, known: Iterable[str] = ()) -> Tree:
    """What the formula says; `known` are names to suggest when one is misspelt."""
    return _Parser(text, names, known).formula()


class _Token(NamedTuple):
    kind: str
    text: str
    first: int

    @property
    def end(self) -> int:
        return self.first + len(self.text)


class _Part(NamedTuple):
    """A part of the formula: its tree, how deep it is, and its value if that is constant."""

    tree: Tree
    depth: int = 1
    value: Fraction | None = None


class _Parser:
    """Precedence climbing over the tokens, never deeper than `DEEPEST`."""

    def __init__(self, text: str, names: Names, known: Iterable[str]) -> None:
        self.text = text
        self.names = names
        self.known = known
        found = _TOKEN.finditer(text)
        self.tokens = [_Token(m.lastgroup or "", m[0], m.start()) for m in found]
        self.tokens.append(_Token("end", "", len(text.rstrip())))
        self.at = 0
        self.depth = 0

    @property
    def token(self) -> _Token:
        return self.tokens[self.at]

    def formula(self) -> Tree:
        """The whole text as one amount or one comparison."""
        if self.token.kind == "end":
            raise FormulaError("The formula is empty.", 0, len(self.text))
        tree = self._amount(1).tree
        if self.token.text in COMPARISONS:
            op = self._next().text
            tree = Cmp(tree, op, self._amount(1).tree)
        if self.token.kind != "end":
            raise self._unexpected()
        return tree

    def _amount(self, strength: int) -> _Part:
        """Operators of at least this strength, from the left."""
        left = self._factor()
        while (level := _STRENGTH.get(self.token.text, 0)) >= strength:
            op = self._next()
            start = self.token.first
            right = self._amount(level + 1)
            if op.text == "/" and right.value == 0:
                length = self.tokens[self.at - 1].end - start
                raise FormulaError("This divides by zero.", start, length)
            left = self._calc(op, op.text, (left, right))
        return left

    def _factor(self) -> _Part:
        """A number, a name, a call, something in brackets, or any of them with a minus."""
        token = self.token
        if token.kind == "number":
            return self._number()
        if token.kind == "word":
            return self._call() if self._is_call() else _Part(self._name())
        if token.text == "-":
            self._next()
            return self._calc(token, "neg", (self._inside(token, _NEG),))
        if token.text == "(":
            self._next()
            part = self._inside(token, 1)
            self._close(token)
            return part
        raise self._missing()

    def _inside(self, opener: _Token, strength: int) -> _Part:
        """An amount one level deeper."""
        if self.depth >= DEEPEST:
            raise _too_deep(opener)
        self.depth += 1
        part = self._amount(strength) if strength < _NEG else self._factor()
        self.depth -= 1
        return part

    def _close(self, opener: _Token) -> None:
        if self.token.text in COMPARISONS:
            message = "A formula compares once, outside all brackets."
            raise FormulaError(message, self.token.first, len(self.token.text))
        if self.token.kind == "end":
            raise FormulaError("This bracket is never closed.", opener.first, 1)
        if self.token.text != ")":
            raise self._unexpected()
        self._next()

    def _number(self) -> _Part:
        token = self._next()
        if len(token.text) > DIGITS:
            message = f"A number has at most {DIGITS} digits."
            raise FormulaError(message, token.first, len(token.text))
        return _Part(int(token.text), 1, Fraction(int(token.text)))

    # -- functions --

    def _run(self) -> int:
        """The index of the first token behind the words that stand here, at most a few."""
        end = self.at
        while self.tokens[end].kind == "word" and end - self.at <= NAME_WORDS:
            end += 1
        return end

    def _is_call(self) -> bool:
        return self.tokens[self._run()].text == "("

    def _call(self) -> _Part:
        end = self._run()
        function = _words(self.tokens[self.at : end])
        first = self.token
        if function not in FUNCTIONS:
            raise self._no_function(function, first, self.tokens[end - 1])
        self.at = end
        opener = self._next()
        if function in ("count", "sum"):
            return self._tally(function, opener)
        parts = self._arguments(opener)
        self._check_count(function, len(parts), first)
        return self._calc(first, function, parts)

    def _tally(self, function: str, opener: _Token) -> _Part:
        if self.token.kind != "word":
            message = f"'{function}' needs the name of what it goes over."
            raise FormulaError(message, self.token.first, len(self.token.text))
        what = self._name()
        self._close(opener)
        return _Part(Tally(function, what), 2)

    def _arguments(self, opener: _Token) -> tuple[_Part, ...]:
        if self.token.text == ")":
            self._next()
            return ()
        parts = [self._inside(opener, 1)]
        while self.token.text == ",":
            self._next()
            parts.append(self._inside(opener, 1))
        self._close(opener)
        return tuple(parts)

    def _check_count(self, function: str, count: int, first: _Token) -> None:
        least, most = FUNCTIONS[function]
        if least <= count <= most:
            return
        wanted = f"{least} amount{'s' * (least > 1)}"
        if most > least:
            wanted = f"at least {wanted}" if count < least else f"at most {most} amounts"
        length = self.tokens[self.at - 1].end - first.first
        raise FormulaError(f"'{function}' needs {wanted}, not {count}.", first.first, length)

    def _no_function(self, function: str, first: _Token, last: _Token) -> FormulaError:
        allowed = ", ".join(FUNCTIONS)
        message = f"A formula can call {allowed}; not '{_short(function)}'."
        message += _suggestion(function, FUNCTIONS)
        return FormulaError(message, first.first, last.end - first.first)

    def _calc(self, token: _Token, op: str, parts: tuple[_Part, ...]) -> _Part:
        depth = 1 + max(part.depth for part in parts)
        if depth > DEEPEST:
            raise _too_deep(token)
        constants = [part.value for part in parts if part.value is not None]
        value = None
        if op in _VALUES and len(constants) == len(parts):
            value = _VALUES[op](*constants)
        return _Part(Calc(op, tuple(part.tree for part in parts)), depth, value)

    # -- names --

    def _name(self) -> Tree:
        """The longest declared name that stands here, and nothing left over of its words."""
        ends = self._name_ends()
        for end in reversed(ends):
            tree = self.names(_spelling(self.text[self.token.first : self.tokens[end - 1].end]))
            if tree is not None:
                if self.tokens[end].kind in ("word", "number"):
                    break
                self.at = end
                return tree
        raise self._no_name(self.tokens[ends[-1] - 1].end)

    def _name_ends(self) -> list[int]:
        """Where a name that starts here could end: after words, numbers and hyphened words."""
        end, ends = self.at + 1, [self.at + 1]
        while len(ends) <= NAME_WORDS:
            token, before = self.tokens[end], self.tokens[end - 1]
            if token.text == "-" and self._is_hyphen(before, token, self.tokens[end + 1]):
                end += 2
            elif token.kind in ("word", "number"):
                end += 1
            else:
                break
            ends.append(end)
        return ends

    @staticmethod
    def _is_hyphen(before: _Token, hyphen: _Token, after: _Token) -> bool:
        glued = before.end == hyphen.first and hyphen.end == after.first
        return glued and before.kind == "word" and after.kind == "word"

    def _no_name(self, end: int) -> FormulaError:
        first = self.token.first
        name = _spelling(self.text[first:end])
        if name.lower() in FUNCTIONS:
            return FormulaError(f"'{name}' needs brackets: {name}(…).", first, end - first)
        message = f"'{_short(name)}' is no declared name.{_suggestion(name, self.known)}"
        return FormulaError(message, first, end - first)

    # -- errors --

    def _next(self) -> _Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def _unexpected(self) -> FormulaError:
        """A token stands where an operator or the end should."""
        token = self.token
        if token.text == ")":
            return FormulaError("This bracket was never opened.", token.first, 1)
        if token.text in COMPARISONS:
            message = "A formula compares once, outside all brackets."
            return FormulaError(message, token.first, len(token.text))
        return self._stray("Before {} a sign such as + is missing.")

    def _missing(self) -> FormulaError:
        """A token stands where a number or name should."""
        token = self.token
        if token.kind == "end":
            message = "The formula ends where a number or a name should follow."
            last = self.tokens[self.at - 1]
            return FormulaError(message, last.first, len(last.text))
        return self._stray("Before {} a number or a name is missing.")

    def _stray(self, message: str) -> FormulaError:
        token = self.token
        if token.kind == "other":
            message = "{} cannot stand in a formula."
            if token.text in _INSTEAD:
                message += f" Write {_INSTEAD[token.text]}"
            if token.text == ".":
                message += " Numbers in it are whole: write 3 / 2."
        return FormulaError(message.format(f"'{_short(token.text)}'"), token.first, len(token.text))


def _too_deep(token: _Token) -> FormulaError:
    message = f"This formula is nested more than {DEEPEST} deep."
    return FormulaError(message, token.first, len(token.text))


def _words(tokens: Iterable[_Token]) -> str:
    return " ".join(token.text.lower() for token in tokens)


def _spelling(text: str) -> str:
    """The name as it is declared: one blank between its words."""
    return " ".join(text.split())


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"


def _suggestion(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, known, 1) if len(word) <= 80 else []
    return f" Did you mean '{close[0]}'?" if close else ""


# ---- printing -------------------------------------------------------------------------------


def print_formula(tree: Tree) -> str:
    """The formula with as few brackets as give the same tree when it is read again."""
    if isinstance(tree, Cmp) and tree.op in COMPARISONS:
        return f"{_print(tree.a, 1)} {tree.op} {_print(tree.b, 1)}"
    return _print(tree, 1)


def _print(tree: Tree, strength: int) -> str:
    text, own = _spell(tree)
    return text if own >= strength else f"({text})"


def _spell(tree: Tree) -> tuple[str, int]:
    """The text of an amount, and how strongly it holds together."""
    match tree:
        case int():
            return str(tree), _ATOM if tree >= 0 else _NEG
        case Of(owner=None, name=name) | Ref(name=name):
            return name, _ATOM
        case Tally(op="count" | "sum" as op, what=Of() | Ref() as what, prop=""):
            return f"{op}({_print(what, 1)})", _ATOM
        case Calc(op="neg", args=(arg,)):
            return f"-{_print(arg, _NEG)}", _NEG
        case Calc(op=op, args=(first, *rest)) if op in _STRENGTH:
            own = _STRENGTH[op]
            parts = [_print(first, own), *(_print(arg, own + 1) for arg in rest)]
            return f" {op} ".join(parts), own
        case Calc(op=op, args=args) if op in FUNCTIONS:
            return f"{op}({', '.join(_print(arg, 1) for arg in args)})", _ATOM
    raise ValueError(f"a formula cannot say {tree!r}")
