"""Introspection: the attributes of an expression or instruction, the same in both builds."""

from __future__ import annotations

from inspect import signature
from typing import TypeVar

Thing = TypeVar("Thing")
_NAMES: dict[type, tuple[str, ...]] = {}  # of compiled classes
_JUMPS: dict[type, tuple[bool, bool]] = {}  # of compiled classes
_ASKED: dict[type, tuple[str, ...]] = {}  # the parameters of each constructor


def attributes(thing: object) -> tuple[str, ...]:
    """The names of the attributes of an object, sorted, the same in both builds."""
    cls = type(thing)
    found = _NAMES.get(cls)
    if found is None:
        told: object = getattr(cls, "__mypyc_attrs__", None)
        if not isinstance(told, tuple):  # of source: its slots, if it has any, and what was set
            slots = [name for base in cls.__mro__ for name in getattr(base, "__slots__", ())]
            return tuple(sorted({*slots, *getattr(thing, "__dict__", ())}))
        found = _NAMES[cls] = tuple(sorted({str(name) for name in told}))
    return found


def jumping(op: object) -> tuple[bool, bool]:
    """Two truths about an instruction: it has a jump target, it has several."""
    found = _JUMPS.get(type(op))
    if found is None:
        names = attributes(op)
        found = ("target" in names, "targets" in names)
        if type(op) in _NAMES:
            _JUMPS[type(op)] = found
    return found


def twin(thing: Thing) -> Thing:
    """A shallow copy; the parameters of its constructor must be named as its attributes are."""
    cls = type(thing)
    asked = _ASKED.get(cls)
    if asked is None:
        asked = _ASKED[cls] = tuple(signature(cls).parameters)
    made = cls(*[getattr(thing, name) for name in asked])
    for name in attributes(thing):
        setattr(made, name, getattr(thing, name))
    return made
