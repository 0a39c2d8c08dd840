"""Many layouts at once agree with one at a time."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from setvision.cards import DECK
from setvision.layouts import count_sets, sets_in
from setvision.rules import find_sets


@settings(max_examples=25)
@given(st.integers(0, 21), st.integers(0, 20), st.randoms(use_true_random=False))
def test_the_same_sets_in_the_same_order(size, number, rng: random.Random):
    layouts = [rng.sample(range(81), size) for _ in range(number)]
    expected = [
        (n, *trio)
        for n, layout in enumerate(layouts)
        for trio in find_sets([DECK[index] for index in layout])
    ]
    found = sets_in(np.array(layouts, int).reshape(number, size))
    assert [tuple(row) for row in found.tolist()] == expected


def test_more_layouts_than_are_looked_at_together():
    rng = np.random.default_rng(5)
    layouts = np.argsort(rng.random((9_000, 81)), axis=1)[:, :12]
    counts = count_sets(layouts)
    assert len(counts) == 9_000
    for n in (0, 4_095, 4_096, 8_999):
        assert counts[n] == len(find_sets([DECK[index] for index in layouts[n]]))
    assert counts.mean() == pytest.approx(220 / 79, abs=0.06)


def test_the_whole_deck():
    assert count_sets([range(81)]).tolist() == [1080]


@pytest.mark.parametrize(
    ("layouts", "message"),
    [
        ([1, 2, 3], r"shape \(n, k\), got \(3,\)"),
        ([[1, 2, 81]], "0 to 80"),
        ([[-1, 2, 3]], "0 to 80"),
        ([[1, 2, 1]], "each card once"),
        ([[1.0, 2.0, 3.0]], "integers, got float64"),
    ],
)
def test_what_is_no_layout(layouts, message):
    with pytest.raises(ValueError, match=message):
        sets_in(layouts)
