"""No silent word: every word with a meaning of its own is found again in what was understood."""

from __future__ import annotations

import re
from typing import Any

from deckmastor.language.ir import leaves
from deckmastor.language.shapes import MARK
from deckmastor.language.syntax.parse import Parse
from deckmastor.language.tokens import FUNCTION_WORDS, number

# words that are found again under another name
_AS = {
    "become": {"set", "become"}, "increase": {"set"}, "decrease": {"set"},
    "player": {"at_turn"}, "turn": {"at_turn"}, "card": {"this"}, "action": {"act"},
    "pass": {"elapsed"}, "choose": {"one"}, "take": {"act"}, "number": {"count"},
    "effect": {"take effect", "without effect"},
}  # fmt: skip


def dropped(p: Parse, rules: Any) -> int | None:
    """The first content word of the sentence that left no trace in the rules, or None."""
    trace = _trace(rules)
    i = 0
    while i < len(p.tokens):
        readings = p.readings.at(i)
        if readings:
            end = max(end for _, end in readings)
            as_written = " ".join(p.low[i:end])
            referring = i > 0 and p.low[i - 1] in ("that", "those")
            said = as_written in trace or referring or p.low[i] in FUNCTION_WORDS
            if not said and not any(
                _found(reading.lemma, trace) or _said_by_name(p, i, reading.lemma, trace)
                for reading, _ in readings
            ):
                return i
            i = end
            continue
        value = number(p.tokens[i].text)
        if value is not None and str(value) not in trace and str(-value) not in trace:
            return i
        i += 1
    return None


def _found(lemma: str, trace: set[str]) -> bool:
    if lemma in trace or any(name in trace for name in _AS.get(lemma, ())):
        return True
    return any(word in trace for word in (f"{lemma} phase", f"next {lemma}", f"this {lemma}"))


def _said_by_name(p: Parse, i: int, lemma: str, trace: set[str]) -> bool:
    """`the Judge office`, `the Iron element`: the noun repeats what the name is."""
    if p.lexicon.is_kind(lemma, "modifier"):
        return "modifier" in trace
    before = p.tokens[i - 1].text if i else ""
    return p.lexicon.names.get(before) == lemma


def _trace(rules: Any) -> set[str]:
    """Every name and number in the rules; a label stands for its noun."""
    found: set[str] = set()
    for leaf in leaves(rules):
        text = str(leaf)
        found.add(text)
        if MARK in text:
            found.add(text.partition(MARK)[0])
        elif " " in text:
            found.update(re.split(r"[ _]", text))
            found.add(text.partition(" ")[2])
    return found
