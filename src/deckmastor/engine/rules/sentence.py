"""A sentence as it is cited to players; never compiled by mypyc, so that it can be copied."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or paragraph of the book that can be cited."""

    id: str
    text: str
    file: str = ""
    line: int = 0
    by: str = ""  # who introduced it by an amendment, if anybody
