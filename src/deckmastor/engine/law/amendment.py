"""An adopted amendment, as a save stores it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Amendment:
    """An adopted text; the book and its amendments suffice to rebuild the rules.

    `places` is the number of places at that time, and `words` are the words that play had added.
    `since` is the time of its adoption, as the State counts what comes into force.
    """

    text: str
    by: str = ""
    places: int = 0
    words: tuple[str, ...] = ()
    since: int = 0
    sentences: tuple[int, ...] = field(default=(), compare=False)
    repealed: tuple[str, ...] = field(default=(), compare=False)  # rules, by id
    reworded: tuple[str, ...] = field(default=(), compare=False)
    adopted: tuple[str, ...] = field(default=(), compare=False)

    def to_data(self) -> list[object]:
        """The fields that a save stores."""
        return [self.text, self.by, self.places, list(self.words), self.since]

    @staticmethod
    def from_data(data: list[object]) -> Amendment:
        """The amendment that `to_data` wrote; ValueError or TypeError for other data."""
        text, by, places, words, since = data
        if not isinstance(places, int) or not isinstance(words, list) or type(since) is not int:
            raise TypeError("an amendment was expected")
        return Amendment(str(text), str(by), places, tuple(str(word) for word in words), since)
