"""Settings of resolution: when a book has choices made and steps taken."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import condition
from deckmastor.engine.rules.schema import ENGINE_VALUES, WORD, Schema, Unsupported
from deckmastor.language.ir import Cmp, Of, Tree

TIMING = "choice timing"
BEFORE = "before the step"
BEFORE_LINK = "before the link"
ANNOUNCING = "announce timing"
AFTER_REACTIONS = "after the reactions"
BEFORE_PLACE = "before the place"
WITH_TARGETS = "when played with targets"
WORDING = "target wording"
DESCRIPTIONS = "things or descriptions"
CHECKING = "check timing"
AFTER_ACTS = "after the act"
DESERTION = "desertion"
GOES_ON = "the game goes on"


def said_of(schema: Schema, value: str) -> str:
    """The text that a book gives to a setting once and for all."""
    found = schema.initial.get(schema.attrs[value].at, NONE)
    return schema.stated.get(value, schema.words[found - WORD] if found >= WORD else "")


def unchanging(ctx: Context, name: str, always: bool, told: Tree) -> None:
    """Refuse a setting that changes in play: the compilers have used it already.

    A text that the setting cannot have is refused as well.
    """
    if name in (TIMING, ANNOUNCING, CHECKING, WORDING, DESERTION) and not always:
        article = "an" if name[0] in "aeiou" else "a"
        raise Unsupported(f"{article} {name} that changes; only a whole rule can set it")
    if isinstance(told, str) and told not in ENGINE_VALUES.get(name, (told,)):
        raise Unsupported(unknown_text(name))


def unknown_text(name: str) -> str:
    """The complaint about a text that a setting cannot have, with those it can."""
    texts = " or ".join(f"'{text}'" for text in ENGINE_VALUES[name])
    return f"a {name} other than {texts}"


SECRECY, SECRET = "choice secrecy", "secret"
THEN_TIMING, SAME_LINK = "then timing", "same link"
AND_TIMING, BLIND = "and timing", "blind"


def says(ctx: Context, name: str, text: str) -> Expr:
    """A condition: a setting has a text now."""
    return condition(ctx, Cmp(Of(None, name), "=", text))
