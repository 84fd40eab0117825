"""Names of players: printable, in one form, and no two that a reader could take for each other."""

from __future__ import annotations

import unicodedata

from deckmastor.doors.texts import Error, Unfit, text

BLANK = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # printed, and not seen

# Letters that look like a Latin one, by what they look like; capitals first, as they lose their
# looks when they are made small.
_CAPITALS = {
    "A": "ΑАᎪ", "B": "ΒВᏴ", "C": "СᏟ", "E": "ΕЕᎬ", "H": "ΗНᎻ", "I": "ΙІӀ", "J": "ЈᎫ", "K": "ΚКᏦ",
    "M": "ΜМᎷ", "N": "Ν", "O": "ΟОՕ", "P": "ΡРᏢ", "S": "ЅՏ", "T": "ΤТᎢ", "X": "ΧХ", "Y": "ΥҮ",
    "Z": "ΖᏃ", "D": "Ꭰ", "G": "ԌᏀ", "L": "Ꮮ", "V": "ѴᏙ", "W": "ԜᎳ", "Q": "Ԛ",
}  # fmt: skip
_SMALL = {
    "a": "αаɑ", "b": "Ь", "c": "сϲᴄ", "d": "ԁ", "e": "еҽ", "f": "ք", "g": "ɡց", "h": "һհ",
    "j": "јϳ", "k": "κкᴋ", "l": "ӏ|1Iiіιıɩ", "m": "мᴍ", "n": "ոռ", "o": "οоօᴏ0σ",
    "p": "рρ", "q": "ԛգ", "r": "гᴦ", "s": "ѕꜱ", "t": "тᴛ", "u": "υսᴜ", "v": "νѵᴠ", "w": "ԝѡᴡ",
    "x": "хχ", "y": "уγүʏ", "z": "ᴢ",
}  # fmt: skip
_LATIN = {ord(c): latin for latin, others in {**_CAPITALS, **_SMALL}.items() for c in others}
_PAIRS = (("rn", "m"),)  # two letters that look like one


def name(told: object, what: str, error: Error = Unfit, most: int = 60) -> str:
    """A name in the form that is kept."""
    kept = text(told, what, error, most=10_000)
    if not kept.strip():
        raise error(f"{what} cannot be empty.")
    if len(kept) > most or not kept.isprintable():
        raise error(f"{what} has at most {most} letters that can be printed.")
    if kept != kept.strip() or "  " in kept:
        raise error(f"{what} has no blanks around it, and one between words: {kept.split()[0]!r}.")
    if any(c in BLANK for c in kept):
        raise error(f"{what} has a sign in it that nobody can see.")
    return kept


def alike(told: str) -> str:
    """What a name looks like: names that a reader could take for each other have the same.

    Capital letters, forms of a letter, and letters of other scripts that look Latin do not count.
    """
    looks = unicodedata.normalize("NFKC", told).translate(_LATIN)
    looks = unicodedata.normalize("NFKC", looks.casefold()).translate(_LATIN)
    looks = " ".join(looks.split())
    for pair, single in _PAIRS:
        looks = looks.replace(pair, single)
    return looks
