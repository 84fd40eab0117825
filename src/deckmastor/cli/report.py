"""`check`: every fault of a rulebook."""

from __future__ import annotations

from deckmastor.cli.screen import count, fault_data, near, say, say_fault, say_json
from deckmastor.cli.shelf import find


def check(name: str, warnings: bool, as_json: bool) -> int:
    """Show the faults of a rulebook in the order of their places; 1 if there is an error."""
    from deckmastor.language.book import load

    path = find(name)
    book = load(path)
    errors = [fault for fault in book.faults if fault.severity == "error"]
    others = len(book.faults) - len(errors)
    shown = sorted(book.faults if warnings else errors)
    if as_json:
        say_json(
            {
                "rulebook": near(path.as_posix()),
                "paragraphs": len(book.entries),
                "errors": len(errors),
                "warnings": others,
                "faults": [fault_data(fault) for fault in shown],
            }
        )
        return 1 if errors else 0
    for fault in shown:
        say_fault(fault)
        say()
    hidden = "" if warnings or not others else " (not shown)"
    counts = [count(len(book.entries), "paragraph") + " read", count(len(errors), "error")]
    summary = ", ".join([*counts, count(others, "warning") + hidden])
    say(f"{near(path.as_posix())}: {summary}.", "error" if errors else "good")
    return 1 if errors else 0
