"""Introspection: the attributes of an expression or instruction, the same in both builds."""

from __future__ import annotations

from inspect import signature
from typing import TypeVar

Thing = TypeVar("Thing")
_NAMES: dict[type, tuple[str, ...]] = {}
_JUMPING: dict[type, tuple[bool, bool]] = {}
_ASKED: dict[type, tuple[str, ...]] = {}  # the parameters of each constructor


def attributes(cls: type) -> tuple[str, ...]:
    """The names of the attributes of a class with slots, sorted, the same in both builds."""
    found = _NAMES.get(cls)
    if found is None:
        told: object = getattr(cls, "__mypyc_attrs__", None)  # a compiled class has no slots
        if not isinstance(told, tuple):
            told = [name for base in cls.__mro__ for name in getattr(base, "__slots__", ())]
        found = _NAMES[cls] = tuple(sorted({str(name) for name in told}))
    return found


def jumping(cls: type) -> tuple[bool, bool]:
    """Two truths about a class of instructions: it has a jump target, it has several."""
    found = _JUMPING.get(cls)
    if found is None:
        names = attributes(cls)
        found = _JUMPING[cls] = ("target" in names, "targets" in names)
    return found


def twin(thing: Thing) -> Thing:
    """A shallow copy; the parameters of its constructor must be named as its attributes are."""
    cls = type(thing)
    asked = _ASKED.get(cls)
    if asked is None:
        asked = _ASKED[cls] = tuple(signature(cls).parameters)
    made = cls(*[getattr(thing, name) for name in asked])
    for name in attributes(cls):
        setattr(made, name, getattr(thing, name))
    return made
