"""What the tests of teaching share."""

import pytest

from setvision.pipeline import Reader


@pytest.fixture(scope="package")
def reader() -> Reader:
    return Reader()
