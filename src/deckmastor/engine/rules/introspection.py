"""Introspection: the attributes of an expression or instruction, the same in both builds."""

from __future__ import annotations

from inspect import signature
from typing import TypeVar

Thing = TypeVar("Thing")
_NAMES: dict[type, tuple[str, ...]] = {}
_JUMPING: dict[type, tuple[bool, bool]] = {}
_ASKED: dict[type, tuple[str, ...]] = {}  # what is asked for to make one


def attributes(cls: type) -> tuple[str, ...]:
    """The names of the attributes of a class with slots, the same in every build."""
    found = _NAMES.get(cls)
    if found is None:
        told: object = getattr(cls, "__mypyc_attrs__", None)  # a compiled class has no slots
        if not isinstance(told, tuple):
            told = [name for base in cls.__mro__ for name in getattr(base, "__slots__", ())]
        found = _NAMES[cls] = tuple(sorted({str(name) for name in told}))
    return found


def jumping(cls: type) -> tuple[bool, bool]:
    """Whether instructions of a class have a target to jump to, and whether they have several."""
    found = _JUMPING.get(cls)
    if found is None:
        names = attributes(cls)
        found = _JUMPING[cls] = ("target" in names, "targets" in names)
    return found


def twin(thing: Thing) -> Thing:
    """An object with the same attributes; those that its class asks for have their own names."""
    cls = type(thing)
    asked = _ASKED.get(cls)
    if asked is None:
        asked = _ASKED[cls] = tuple(signature(cls).parameters)
    made = cls(*[getattr(thing, name) for name in asked])
    for name in attributes(cls):
        setattr(made, name, getattr(thing, name))
    return made
