"""What was in the key picture and is gone is told from what has come."""

import numpy as np

from setvision.watch.ghosts import ghosts_among

RNG = np.random.default_rng(3)
TABLE = (120 + RNG.normal(0, 2, (90, 160, 3))).astype(np.uint8)


def with_hand(x: int) -> np.ndarray:
    picture = TABLE.copy()
    picture[20:70, x : x + 40] = (40, 60, 130)
    return picture


ALL_STILL = np.ones((90, 160), bool)
NO_CARDS = np.zeros((90, 160), bool)


def differs(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.abs(one.astype(int) - other).max(2) > 15


def test_a_hand_that_left_is_a_ghost():
    key, now = with_hand(30), TABLE
    ghosts = ghosts_among(differs(key, now), ALL_STILL, NO_CARDS, key, now)
    assert ghosts[25:65, 35:65].all()
    assert not ghosts[:, 90:].any()


def test_a_hand_that_came_is_none():
    key, now = TABLE, with_hand(30)
    assert not ghosts_among(differs(key, now), ALL_STILL, NO_CARDS, key, now).any()


def test_of_two_only_the_one_that_left():
    key, now = with_hand(10), with_hand(100)
    ghosts = ghosts_among(differs(key, now), ALL_STILL, NO_CARDS, key, now)
    assert ghosts[25:65, 15:45].all()
    assert not ghosts[:, 90:].any()


def test_nothing_differs():
    assert not ghosts_among(np.zeros((90, 160), bool), ALL_STILL, NO_CARDS, TABLE, TABLE).any()


def test_specks_say_nothing():
    speck = np.zeros((90, 160), bool)
    speck[5:8, 5:8] = True
    key = TABLE.copy()
    key[5:8, 5:8] = 255
    assert not ghosts_among(speck, ALL_STILL, NO_CARDS, key, TABLE).any()


def test_what_moves_is_no_ghost():
    key, now = with_hand(30), TABLE
    still = ALL_STILL.copy()
    still[20:70, 60:] = False
    assert not ghosts_among(differs(key, now), still, NO_CARDS, key, now).any()


def test_a_hand_that_hides_a_pattern_is_none():
    cloth = TABLE.copy()
    cloth[:, np.arange(160) % 12 < 5] = 60
    hand = cloth.copy()
    hand[20:70, 30:100] = (20, 20, 40)
    hand[24:66, 34:96] = cloth[24:66, 34:96]
    hand[27:63, 37:93] = TABLE[27:63, 37:93]  # the palm is as light as the cloth
    assert not ghosts_among(differs(cloth, hand), ALL_STILL, NO_CARDS, cloth, hand).any()


def test_a_hand_between_cards_is_none_though_it_hides_their_edges():
    cards = NO_CARDS.copy()
    cards[10:80, 16:44] = cards[10:80, 56:84] = True
    key = TABLE // 4
    key[14:76, 20:40] = key[14:76, 60:80] = 230
    now = key.copy()
    now[5:90, 30:70] = (20, 40, 60)
    assert not ghosts_among(differs(key, now), ALL_STILL, cards, key, now).any()
