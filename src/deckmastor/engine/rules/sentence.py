"""A sentence as players see it cited; never compiled, so that it can be copied and extended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or paragraph of the book that can be cited."""

    id: str
    text: str
    file: str = ""
    line: int = 0
    by: str = ""  # who brought it in, if it was not in the book from the beginning
