"""The house: packages without circles, doors, and a table of modules that is true."""

from __future__ import annotations

import ast
import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "deckmastor"
ENGINE = "deckmastor.engine"
DOORS = {ENGINE, f"{ENGINE}.inside", f"{ENGINE}.builds", f"{ENGINE}.natives.api"}
LARGEST = 20  # modules in a circle of imports, if those for types alone count
REGISTERS = re.compile(r"^(TERMS|CONDITIONS|EFFECTS|ACTS|RULES|VERBS)\[", re.MULTILINE)


def modules() -> dict[str, Path]:
    """Every module of the package, by name."""
    found: dict[str, Path] = {}
    for path in SOURCE.rglob("*.py"):
        if "compiled" not in path.parts:
            parts = ["deckmastor", *path.relative_to(SOURCE).with_suffix("").parts]
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imports(name: str, *, types: bool) -> set[str]:
    """The modules that one imports, also within functions; those for types alone if asked."""
    tree = ast.parse(MODULES[name].read_text("utf-8"))
    only_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found: set[str] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and (types or id(node) not in only_types)
        ):
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found.add(full if full in MODULES else node.module)
    return found & MODULES.keys()


def circles(*, types: bool) -> list[set[str]]:
    """Sets of modules of the engine that reach each other by imports."""
    inside = [name for name in MODULES if name.startswith(ENGINE)]
    steps = {name: imports(name, types=types) for name in inside}

    def reached(start: str) -> set[str]:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            for name in steps.get(waiting.pop(), set()) - found:
                found.add(name)
                waiting.append(name)
        return found

    reach = {name: reached(name) for name in inside}
    return [{other for other in reach[name] if name in reach.get(other, ())} for name in inside]


def test_no_modules_of_the_engine_import_each_other_when_they_run() -> None:
    assert [sorted(circle) for circle in circles(types=False) if circle] == []


def test_modules_that_need_each_other_for_types_are_few() -> None:
    assert max(len(circle) for circle in circles(types=True)) <= LARGEST


def test_code_outside_enters_the_engine_by_its_doors() -> None:
    outside = [name for name in MODULES if not name.startswith(ENGINE)]
    entered = {
        found
        for name in outside
        for found in imports(name, types=True)
        if found.startswith(ENGINE)
    }  # fmt: skip

    assert entered <= DOORS


def test_every_compiler_that_registers_itself_is_imported_with_the_others() -> None:
    registering = {
        name
        for name, path in MODULES.items()
        if name.startswith(ENGINE) and REGISTERS.search(path.read_text("utf-8"))
    }

    assert registering
    assert registering <= imports(f"{ENGINE}.rules.compilers", types=False)


def test_every_module_of_the_engine_says_what_it_is_about() -> None:
    bare = [
        name
        for name, path in MODULES.items()
        if name.startswith(ENGINE) and not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]

    assert bare == []


def test_the_table_of_modules_is_made_from_their_docstrings() -> None:
    spec = importlib.util.spec_from_file_location("modules", ROOT / "tools" / "modules.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)

    assert tool.page() == tool.PAGE.read_text("utf-8")


@pytest.mark.parametrize("suffix", ["h", "c", "cpp"])
def test_no_file_in_c_is_ours(suffix: str) -> None:
    written = [path for path in SOURCE.rglob(f"*.{suffix}") if "compiled" not in path.parts]

    assert written == []
