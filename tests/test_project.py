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
    ROOT / "examples" / "README.md",
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
            case ast.Call(
                func=ast.Attribute(attr="import_module"), args=[ast.Constant(value=str(name))]
            ):
                yield name


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


def dependencies(*extras: str) -> list[str]:
    """The names in pyproject.toml: of all that run time needs, or of some extras."""
    project = pyproject()["project"]
    groups = [project["optional-dependencies"][extra] for extra in extras]
    found = [
        re.match(r"[\w-]+", one)[0]
        for group in groups or [project["dependencies"]]
        for one in group
    ]
    return [name for name in found if name != "deckmastor"]


RUN = dependencies()
OPTIONAL = dependencies("peers", "bench")
DEV = dependencies("dev")
IMPORTED = {"open_spiel": "pyspiel"}  # packages that are imported by another name
COMMANDS = {  # tools that are not imported: what calls them in the Makefile, or in tools/
    "import-linter": "/lint-imports",
    "mypy": "/mypy",
    "pytest": "/pytest",
    "pytest-xdist": "pytest -q -n",
    "ruff": "/ruff",
}


def test_every_extra_is_looked_at():
    assert set(pyproject()["project"]["optional-dependencies"]) == {"peers", "bench", "dev"}


@pytest.mark.parametrize("name", [*RUN, *OPTIONAL, *DEV])
def test_every_dependency_has_its_reason(name):
    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")

    assert f"| **{name}** |" in reasons


@pytest.mark.parametrize("name", [*RUN, *OPTIONAL])
def test_every_dependency_is_imported(name):
    wanted = IMPORTED.get(name, name.replace("-", "_"))
    found = [path for path in modules() for found in imports(path) if top(found) == wanted]

    assert found, f"nothing in src imports {wanted}"


@pytest.mark.parametrize("name", DEV)
def test_every_tool_is_used(name):
    code = [*(ROOT / "tests").rglob("*.py"), ROOT / "setup.py"]
    imported = {top(found) for path in code for found in imports(path)}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")

    assert name.replace("-", "_") in imported or COMMANDS[name] in makefile


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
        pytest.param("doors", set(), id="doors"),
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
