"""Inks of one table compared."""

import numpy as np
import pytest

from setvision.cards import Card
from setvision.inks import odd_inks


def odd(*cards: tuple[str, float, float]) -> list[str]:
    """Codes of odd ones of cards, each with its ink and the belief in its color."""
    codes, ink, belief = zip(*cards, strict=True)
    values = np.array([Card.parse(code).values for code in codes])
    is_odd = odd_inks(np.float32(ink), values, np.float32(belief))
    return [code for code, one in zip(codes, is_odd, strict=True) if one]


def test_a_red_outline_that_takes_more_red_light_away_than_others_may_be_purple():
    assert odd(("3rew", 0.25, 0.99), ("3red", 0.17, 0.99), ("1reo", 0.15, 0.99)) == ["3rew"]


def test_a_purple_outline_that_takes_less_away_may_be_red():
    assert odd(("3pew", 0.25, 0.99), ("3ped", 0.33, 0.99), ("1peo", 0.31, 0.99)) == ["3pew"]


def test_small_differences_are_none():
    assert odd(("3rew", 0.20, 0.99), ("3red", 0.17, 0.99), ("1reo", 0.15, 0.99)) == []


@pytest.mark.parametrize(
    ("why", "other"),
    [
        ("another color", ("3ged", 0.05, 0.99)),
        ("another fill", ("3rfd", 0.05, 0.99)),
        ("hardly read", ("3red", 0.05, 0.8)),
    ],
)
def test_only_with_its_like_is_it_compared(why, other):
    assert odd(("3rew", 0.25, 0.99), other) == [], why


def test_what_is_read_beyond_doubt_is_not_doubted():
    assert odd(("3rew", 0.25, 0.9995), ("3red", 0.15, 0.99)) == []


def test_green_is_compared_with_nothing():
    assert odd(("3gew", 0.45, 0.9), ("3ged", 0.30, 0.99)) == []
