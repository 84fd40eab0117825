"""An adopted amendment, as a save stores it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Amendment:
    """An adopted text; the book and its amendments suffice to rebuild the rules.

    `places` is the number of places at that time, and `words` are the words that play had added.
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
        """The fields that a save stores."""
        return [self.text, self.by, self.places, list(self.words)]

    @staticmethod
    def from_data(data: list[object]) -> Amendment:
        """The amendment that `to_data` wrote; ValueError or TypeError for other data."""
        text, by, places, words = data
        if not isinstance(places, int) or not isinstance(words, list):
            raise TypeError("an amendment was expected")
        return Amendment(str(text), str(by), places, tuple(str(word) for word in words))
