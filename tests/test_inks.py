"""Inks of one table compared."""

import numpy as np
import pytest

from setvision.cards import Card
from setvision.inks import odd_inks, weighed_by_inks


def odd(*cards: tuple[str, float, float]) -> list[str]:
    """Codes of odd ones of cards, each with its ink and the belief in its color."""
    codes, ink, belief = zip(*cards, strict=True)
    values = np.array([Card.parse(code).values for code in codes])
    shares = np.float32([[0.4, 0.6 - red, red] for red in ink])
    is_odd = odd_inks(shares, values, np.float32(belief))
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


RED, GREEN, PURPLE = (0.40, 0.40, 0.20), (0.32, 0.26, 0.42), (0.33, 0.34, 0.33)
"""Inks of thin lines in dim light: shares of blue, green and red."""


def colors(*cards: tuple[str, tuple[float, float, float], tuple[float, float, float]]) -> list[str]:
    """Likeliest colors of cards, each with its fill, its ink and the beliefs in three colors."""
    probs = np.full((len(cards), 4, 3), 1 / 3, np.float32)
    for row, (fill, _, belief) in zip(probs, cards, strict=True):
        row[0] = belief
        row[3] = np.float32([0.01, 0.01, 0.01])
        row[3, "fte".index(fill)] = 0.98
    weighed = weighed_by_inks(probs, np.float32([ink for _, ink, _ in cards]))
    np.testing.assert_allclose(weighed.sum(2), 1, atol=1e-5)
    np.testing.assert_array_equal(weighed[:, 1:], probs[:, 1:])
    return ["rgp"[k] for k in weighed[:, 0].argmax(1)]


IS_RED, IS_GREEN, IS_PURPLE = (0.998, 0.001, 0.001), (0.001, 0.998, 0.001), (0.001, 0.001, 0.998)


def test_a_doubtful_color_is_that_of_the_clear_cards_with_the_same_ink():
    doubtful = ("e", PURPLE, (0.0, 0.8, 0.2))
    assert colors(doubtful) == ["g"]
    assert colors(doubtful, ("e", PURPLE, IS_PURPLE), ("e", GREEN, IS_GREEN)) == ["p", "p", "g"]


def test_where_no_card_shows_a_color_it_is_likely_when_the_ink_is_like_no_other():
    doubtful = ("e", PURPLE, (0.0, 0.8, 0.2))
    cards = (doubtful, ("e", GREEN, IS_GREEN), ("e", RED, IS_RED))
    assert colors(*cards)[0] == "g"
    assert colors(("e", PURPLE, (0.0, 0.6, 0.4)), *cards[1:])[0] == "p"


def test_other_fills_count_less():
    doubtful = ("e", (0.345, 0.325, 0.33), (0.0, 0.9, 0.1))
    near, far = ("f", PURPLE, IS_PURPLE), ("f", GREEN, IS_GREEN)
    assert colors(doubtful, near, far)[0] == "g"
    assert colors(doubtful, ("e", *near[1:]), ("e", *far[1:]))[0] == "p"


def test_clear_colors_stay_as_they_are():
    probs = np.zeros((2, 4, 3), np.float32)
    probs[:, :, 1] = 1
    assert weighed_by_inks(probs, np.float32([GREEN, RED])) is probs
