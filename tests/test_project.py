"""The project keeps its own promises: version, links, and what each package may import."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import deckmastor

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "deckmastor"
PAGES = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
GAME_WORDS = re.compile(
    r"\b(unicorns?|agora|gilded|exoptosis|hypertext|quartets?|vertebrae?|neighs?)\b", re.IGNORECASE
)
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def modules(package: str = "") -> list[Path]:
    """The Python files of a package; none where the package does not exist yet."""
    return sorted((SOURCE / package).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[str]:
    """The dotted names that a module imports; a relative import is one of our own."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=module, level=level):
                yield module if module and not level else "deckmastor"


def top(name: str) -> str:
    return name.partition(".")[0]


def relative_links(page: Path) -> Iterator[str]:
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if not re.match(r"[a-z]+:|#", target):
            yield target.partition("#")[0]


def pyproject() -> dict[str, dict[str, object]]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_version_is_the_one_in_pyproject():
    assert deckmastor.__version__ == pyproject()["project"]["version"]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_relative_link_leads_somewhere(page):
    missing = [link for link in relative_links(page) if not (page.parent / link).exists()]

    assert missing == []


def test_every_dependency_has_its_reason():
    project = pyproject()["project"]
    extras = project["optional-dependencies"].values()
    named = {
        re.match(r"[\w-]+", requirement)[0]
        for requirement in [*project["dependencies"], *(one for extra in extras for one in extra)]
    }
    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")

    assert [name for name in sorted(named - {"deckmastor"}) if f"**{name}**" not in reasons] == []


@pytest.mark.parametrize(
    "path", [*modules("language"), *modules("engine"), *modules("content")], ids=name_of
)
def test_language_and_engine_and_content_know_no_game(path):
    found = [
        f"{number}: {line.strip()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if GAME_WORDS.search(line)
    ]

    assert found == []


@pytest.mark.parametrize("path", modules(), ids=name_of)
def test_no_text_is_run_as_python(path):
    calls = [
        node.lineno
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"eval", "exec"}
    ]

    assert calls == []


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        pytest.param("language", set(), id="language"),
        pytest.param("content", set(), id="content"),
        pytest.param("natives", set(), id="natives"),
        pytest.param("engine", {"mypy_extensions"}, id="engine"),
        pytest.param("bots", {"mypy_extensions"}, id="bots"),
    ],
)
def test_the_core_imports_the_standard_library_only(package, allowed):
    known = sys.stdlib_module_names | {"deckmastor"} | allowed
    strangers = [
        f"{name_of(path)} imports {name}"
        for path in modules(package)
        for name in imports(path)
        if top(name) not in known
    ]

    assert strangers == []


def test_chance_and_the_clock_reach_the_engine_as_answers():
    strangers = [
        f"{name_of(path)} imports {name}"
        for path in [*modules("engine"), *modules("natives")]
        for name in imports(path)
        if top(name) in {"random", "secrets", "time"}
    ]

    assert strangers == []
