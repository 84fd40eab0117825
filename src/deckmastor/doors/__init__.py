"""The doors: what comes from outside is looked at here before anything else reads it.

Texts, names, numbers, times, files, packed data and signatures. Each function gives back what it
was given, in the form that is kept, or raises `Unfit` or the error of the caller. What it accepts
can be written to JSON and to a save. This is the lowest layer: it knows no rule and no match.
"""

from deckmastor.doors.files import (
    PRIVATE,
    Missing,
    TooLarge,
    added,
    appended,
    called,
    path,
    read,
    read_text,
    removed,
    replaced,
    unpacked,
)
from deckmastor.doors.keys import SIGNATURE, home, key, key_name, sign, signed
from deckmastor.doors.names import alike, name
from deckmastor.doors.numbers import (
    EARLIEST,
    LATEST,
    clock,
    digits,
    number,
    whole,
)
from deckmastor.doors.texts import LONGEST, Unfit, binary, cleaned, shown, text

__all__ = [
    "EARLIEST", "LATEST", "LONGEST", "PRIVATE", "SIGNATURE", "Missing", "TooLarge", "Unfit",
    "added", "alike", "appended", "binary", "called", "cleaned", "clock", "digits", "home", "key",
    "key_name", "name", "number", "path", "read", "read_text", "removed", "replaced", "shown",
    "sign", "signed", "text", "unpacked", "whole",
]  # fmt: skip
