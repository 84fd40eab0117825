"""Accept how the games are played now: writes tests/engine/traces.txt and shows what changed."""

from __future__ import annotations

from test_builds import GOLDEN, SOURCE, told, traces


def main() -> None:
    known = GOLDEN.read_text("utf-8").splitlines() if GOLDEN.exists() else []
    now = told(traces(**SOURCE))
    for line in now:
        if line not in known:
            print(f"changed: {line.partition(chr(9))[0]}")
    GOLDEN.write_text("".join(f"{line}\n" for line in now), "utf-8")


if __name__ == "__main__":
    main()
