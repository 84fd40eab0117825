"""For all tests: which engine they run, and that old things do not slow down those that measure."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile

import pytest

from deckmastor.engine import BUILD, COMPILED
from deckmastor.record import reports

os.environ.setdefault(reports.SWITCH, "1")  # our errors are raised as they are


def pytest_configure(config: pytest.Config) -> None:
    """The key and the unfinished matches of the tests are not those of the user."""
    home = tempfile.mkdtemp(prefix="deckmastor-tests-")
    os.environ["DECKMASTOR_HOME"] = home
    config.add_cleanup(lambda: shutil.rmtree(home, ignore_errors=True))


def pytest_report_header() -> str:
    """Tell which engine is tested."""
    return f"engine: {BUILD}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave out what a compiled engine cannot show."""
    skip = pytest.mark.skip(reason="needs the source of the engine")
    for item in items:
        if COMPILED and item.get_closest_marker("source"):
            item.add_marker(skip)


@pytest.fixture(autouse=True, scope="module")
def _nothing_old_to_collect() -> None:
    """Rulebooks stay loaded for the whole run; the collector need not walk through them again."""
    gc.collect()
    gc.freeze()
