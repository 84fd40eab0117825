"""Why a match cannot begin: each violated sentence, with the player and the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from deckmastor.engine import Ruleset, State
from deckmastor.engine.inside import Breach
from deckmastor.language.ir import Cmp, Hold, Para, Tree
from deckmastor.language.paraphrase import Style, tell
from deckmastor.record.errors import StartError, Violation
from deckmastor.record.naming import Names


def barred(found: Sequence[Breach], names: Names, s: State) -> StartError:
    """The error of a match that cannot begin, with all that it violates, each once."""
    told = violations(found, names, s)
    if len(told) == 1:
        message = f"The game cannot begin: {told[0]}"
    else:
        message = "\n- ".join(["The game cannot begin:", *map(str, told)])
    return StartError(message, told[0].because, told)


def violations(found: Sequence[Breach], names: Names, s: State) -> list[Violation]:
    """All that is violated, each once."""
    return list(dict.fromkeys(_violation(breach, names, s) for breach in found))


def _violation(breach: Breach, names: Names, s: State) -> Violation:
    because = names.rules.sentences[breach.sentence]
    player = ""
    for noun, thing in breach.subjects:
        player = player or _whose(names, s, noun, thing)
    reason = ", ".join(_counted(tree, n, breach, names, s) for tree, n in breach.amounts)
    others = [_called(names, s, noun, thing) for noun, thing in breach.subjects]
    unsaid = [name for name in others if name != player and name not in reason]
    told = [*unsaid, reason] if reason else unsaid
    return Violation(because, player, ": ".join(told), breach.gap)


def _is_place(names: Names, noun: str) -> bool:
    return names.rules.schema.noun_sort(noun) == "place"


def _called(names: Names, s: State, noun: str, thing: int) -> str:
    return names.where(s, thing) if _is_place(names, noun) else names.thing(s, thing)


def _whose(names: Names, s: State, noun: str, thing: int) -> str:
    """The player who is a thing, or who brought or has it; empty if there is none."""
    rules: Ruleset = names.rules
    owner = thing
    if _is_place(names, noun):
        owner = s.zowner[thing]
    elif thing >= rules.first_card:
        place = s.where[thing]
        owner = rules.owner_of(s, thing) if rules.owned >= 0 else s.zowner[place]
    return names.person(owner) if 0 <= owner < rules.seats else ""


def _counted(tree: Tree, n: int, breach: Breach, names: Names, s: State) -> str:
    """How much there is of something that is compared: `ann brought 5 cards`."""
    told = tell(Para((Hold(Cmp(tree, "=", n)),), "rule"), names.rules.schema.lexicon, Style())
    told = told.rstrip(".").replace("exactly ", "")
    for noun, thing in breach.subjects:
        named = _called(names, s, noun, thing)
        told = told.replace(f"That {noun}", named).replace(f"that {noun}", named)
    return told[:1].lower() + told[1:] if told[:4] in ("The ", "Ther") else told
