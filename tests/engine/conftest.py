"""Failing comparisons of the shared cases are shown in full."""

import pytest

pytest.register_assert_rewrite("engine.bears")
