"""Work divided among processes, of which some die."""

import functools
import os
import time
from pathlib import Path

import pytest

from setvision.label.pool import Lost, spread


def doubled(number: int) -> int:
    return 2 * number


def slow_if_even(number: int) -> int:
    time.sleep(0.05 if number % 2 == 0 else 0)
    return number


def deadly(number: int) -> int:
    if number == 5:
        os._exit(9)
    return number


def dies_once(folder: Path, number: int) -> int:
    """The first process that gets number 3 dies of it, the second doesn't."""
    if number == 3:
        try:
            (folder / "died").touch(exist_ok=False)
        except FileExistsError:
            return number
        os._exit(9)
    return number


def wrong(number: int) -> int:
    raise KeyError(number)


def threads_of(_: int) -> str:
    return os.environ["OMP_NUM_THREADS"]


def test_results_come_in_the_order_of_the_things() -> None:
    assert list(spread(slow_if_even, range(20), workers=2)) == list(range(20))


def test_nothing_is_no_work() -> None:
    assert list(spread(doubled, [], workers=2)) == []


def test_things_are_taken_as_results_are_wanted() -> None:
    """So memory stays the same however many there are."""
    taken: list[int] = []

    def noted(number: int) -> int:
        taken.append(number)
        return number

    results = spread(doubled, map(noted, range(1, 1001)), workers=1)
    assert next(results) == 2
    assert len(taken) <= 20
    results.close()


def test_what_kills_its_worker_is_lost_alone() -> None:
    results = list(spread(deadly, range(12), workers=2))
    assert results == [0, 1, 2, 3, 4, Lost(), 6, 7, 8, 9, 10, 11]


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    results = spread(functools.partial(dies_once, tmp_path), range(8), workers=2)
    assert list(results) == list(range(8))


def test_an_error_is_raised() -> None:
    with pytest.raises(KeyError, match="1"):
        list(spread(wrong, [1], workers=1))


def test_each_worker_has_one_thread() -> None:
    before = dict(os.environ)
    assert list(spread(threads_of, [1], workers=1)) == ["1"]
    assert dict(os.environ) == before
