"""Budgets of evaluation: how much one request may compute, and what is raised beyond that.

An answer, a list of options or a view begins with full fuel (`Workspace.refill`). Loops over things
and computed facts spend it, and chains of facts and permissions have a limit of depth. So every
evaluation ends, whatever a text says, and ends alike in both builds.
"""

from __future__ import annotations

from typing import Final

WORTH: Final = 250_000  # things looked at and facts computed for one request
SLICE: Final = 30_000  # of it, for one property of one thing in a view
FLOOR: Final = 200  # for a property in a view whose budget is spent
DEEPEST: Final = 24  # facts and permissions that ask for one another
CITED: Final = 3  # sentences that a refusal names

MUCH: Final = "too much to work out"
DEEP: Final = "facts and permissions ask for one another without end, or too deep"


class Exhausted(Exception):
    """Raised when effects or an evaluation exceed their budget; `triggers` fired most often."""

    def __init__(self, why: str, triggers: list[int]) -> None:
        super().__init__(why)
        self.triggers = triggers
        self.sentences: list[int] = []  # those that were being evaluated, the innermost first


def blame(fault: BaseException, sentence: int) -> None:
    """Note which sentence was being evaluated when a budget was exceeded."""
    if isinstance(fault, Exhausted) and len(fault.sentences) < CITED:
        if sentence not in fault.sentences:
            fault.sentences.append(sentence)
