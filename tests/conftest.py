"""For all tests: what earlier ones have loaded does not slow down those that measure."""

from __future__ import annotations

import gc

import pytest


@pytest.fixture(autouse=True, scope="module")
def _nothing_old_to_collect() -> None:
    """Rulebooks stay loaded for the whole run; the collector need not walk through them again."""
    gc.collect()
    gc.freeze()
