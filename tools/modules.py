"""Writes the table of the engine's modules into ARCHITECTURE.md, from their docstrings.

python tools/modules.py           show what would change; exit 1 if anything would
python tools/modules.py --write   write it
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ROOT / "src" / "deckmastor" / "engine"
PAGE = ROOT / "ARCHITECTURE.md"
BEGIN = "<!-- modules: made by tools/modules.py -->"
END = "<!-- end of modules -->"


def summary(path: Path) -> str:
    """The first line of a module's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").partition("\n")[0]


def table() -> str:
    """A heading for each package of the engine, and a row for each of its modules."""
    parts = [
        "| module | is about |\n|---|---|\n"
        + "".join(
            f"| `{path.name}` | {summary(path)} |\n"
            for path in sorted(ENGINE.glob("*.py"))
            if path.name != "__init__.py"
        )
    ]
    for package in sorted(ENGINE.glob("*/__init__.py")):
        folder = package.parent
        rows = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py"]
        parts.append(
            f"**`{folder.name}/`** {summary(package)}\n\n| module | is about |\n|---|---|\n"
            + "".join(f"| `{path.name}` | {summary(path)} |\n" for path in rows)
        )
    return "\n".join(parts)


def page() -> str:
    """ARCHITECTURE.md with the table as it is now."""
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n\n{table()}\n{END}{tail}"


def main(arguments: list[str]) -> int:
    """Compare or write."""
    new = page()
    if "--write" in arguments:
        PAGE.write_text(new, "utf-8")
        return 0
    if new == PAGE.read_text("utf-8"):
        return 0
    print("The table of modules in ARCHITECTURE.md differs: python tools/modules.py --write")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
