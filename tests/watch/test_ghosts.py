"""What was in the key picture and is gone is told from what has come."""

import numpy as np

from setvision.watch.ghosts import ghosts_among

RNG = np.random.default_rng(3)
TABLE = (120 + RNG.normal(0, 2, (90, 160, 3))).astype(np.uint8)


def with_hand(x: int) -> np.ndarray:
    picture = TABLE.copy()
    picture[20:70, x : x + 40] = (40, 60, 130)
    return picture


def differs(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.abs(one.astype(int) - other).max(2) > 15


def test_a_hand_that_left_is_a_ghost():
    key, now = with_hand(30), TABLE
    ghosts = ghosts_among(differs(key, now), key, now)
    assert ghosts[25:65, 35:65].all()
    assert not ghosts[:, 90:].any()


def test_a_hand_that_came_is_none():
    key, now = TABLE, with_hand(30)
    assert not ghosts_among(differs(key, now), key, now).any()


def test_of_two_only_the_one_that_left():
    key, now = with_hand(10), with_hand(100)
    ghosts = ghosts_among(differs(key, now), key, now)
    assert ghosts[25:65, 15:45].all()
    assert not ghosts[:, 90:].any()


def test_nothing_differs():
    assert not ghosts_among(np.zeros((90, 160), bool), TABLE, TABLE).any()


def test_specks_say_nothing():
    speck = np.zeros((90, 160), bool)
    speck[5:8, 5:8] = True
    key = TABLE.copy()
    key[5:8, 5:8] = 255
    assert not ghosts_among(speck, key, TABLE).any()
