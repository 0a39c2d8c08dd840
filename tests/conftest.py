"""What all tests share."""

import hypothesis
import pytest

# Times mean nothing on a busy machine, and the same examples each time make a failure repeatable.
# For a longer search: pytest --hypothesis-profile=search
hypothesis.settings.register_profile("usual", max_examples=60, deadline=None, derandomize=True)
hypothesis.settings.register_profile("search", max_examples=5000, deadline=None)
hypothesis.settings.load_profile("usual")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs speak English in tests, whatever the machine speaks."""
    monkeypatch.setenv("LANGUAGE", "en")
