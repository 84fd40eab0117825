"""An amendment that was adopted, as a save keeps it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Amendment:
    """A text that was adopted; from the book and its amendments the rules can be made again.

    `places` is how many places there were, and `words` are those that play had brought up.
    """

    text: str
    by: str = ""
    places: int = 0
    words: tuple[str, ...] = ()
    sentences: tuple[int, ...] = field(default=(), compare=False)
    repealed: tuple[str, ...] = field(default=(), compare=False)  # rules, by id
    reworded: tuple[str, ...] = field(default=(), compare=False)
    adopted: tuple[str, ...] = field(default=(), compare=False)

    def to_data(self) -> list[object]:
        """What a save keeps of it."""
        return [self.text, self.by, self.places, list(self.words)]

    @staticmethod
    def from_data(data: list[object]) -> Amendment:
        """The amendment that `to_data` wrote; ValueError or TypeError for anything else."""
        text, by, places, words = data
        if not isinstance(places, int) or not isinstance(words, list):
            raise TypeError("an amendment was expected")
        return Amendment(str(text), str(by), places, tuple(str(word) for word in words))
