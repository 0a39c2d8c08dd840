"""Files are made anew beside the person at work."""

import threading
from collections.abc import Collection

import pytest

from setvision.errors import OutputError
from setvision.label.rewriting import Rewriter


def test_what_is_left_is_written_at_the_end() -> None:
    done: list[set[str]] = []
    begun, go_on = threading.Event(), threading.Event()

    def slow(hashes: Collection[str]) -> None:
        begun.set()
        go_on.wait(30)
        done.append(set(hashes))

    rewriter = Rewriter(slow)
    rewriter.wake(["a"])
    begun.wait(30)
    rewriter.wake(["b"])
    rewriter.wake(["c"])
    assert rewriter.is_busy
    go_on.set()
    rewriter.close()
    assert not rewriter.is_busy
    assert done == [{"a"}, {"b", "c"}]


def test_nothing_to_do() -> None:
    rewriter = Rewriter(lambda hashes: pytest.fail("nothing was changed"))
    rewriter.close()


def test_what_could_not_be_written_is_told_and_tried_again() -> None:
    tried: list[set[str]] = []
    failed = threading.Event()

    def full(hashes: Collection[str]) -> None:
        tried.append(set(hashes))
        failed.set()
        if len(tried) == 1:
            raise OutputError("the disk is full")

    rewriter = Rewriter(full)
    rewriter.wake(["a"])
    failed.wait(30)
    rewriter.close()
    assert tried == [{"a"}, {"a"}]
    assert rewriter.trouble is None


@pytest.mark.parametrize("error", [OutputError("the disk is full"), ValueError("full")])
def test_at_the_end_trouble_is_raised(error: Exception) -> None:
    def full(hashes: Collection[str]) -> None:
        raise error

    rewriter = Rewriter(full)
    rewriter.wake(["a"])
    with pytest.raises(OutputError, match="full"):
        rewriter.close()
