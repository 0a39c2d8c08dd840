"""From readings with their truth to a correction."""

import numpy as np
import pytest

from setvision.teach.fit import fit, grouped
from tests.teach.made import NETWORK, cards_of


@pytest.fixture
def odd():
    return cards_of(np.random.default_rng(1), 60, is_odd=True)


@pytest.fixture
def deck(odd):
    readings, values = odd
    return fit(readings, values, np.arange(60) // 12, NETWORK)


def test_features_that_need_no_correction_keep_their_probabilities(deck):
    others, _ = cards_of(np.random.default_rng(2), 20, is_odd=True)
    assert not deck.weights[:, :, 1:].any()
    assert deck.correct(others).probs[:, 1:] == pytest.approx(others.probs[:, 1:], abs=1e-5)


def test_a_deck_that_is_read_well_is_left_as_it_is():
    readings, values = cards_of(np.random.default_rng(3), 36, is_odd=False)
    deck = fit(readings, values, np.arange(36) // 12, NETWORK)
    assert not deck.weights.any()


def test_few_cards_are_believed_less_than_many():
    rng = np.random.default_rng(4)
    many, values = cards_of(rng, 120, is_odd=True)
    others, true = cards_of(rng, 100, is_odd=True)
    beliefs = []
    for photos in (3, 10):
        few = np.arange(12 * photos)
        deck = fit(many.take(few), values[few], few // 12, NETWORK)
        probs = deck.correct(others).probs[:, 0]
        beliefs.append(probs[np.arange(100), true[:, 0]].mean())
    assert 0.5 < beliefs[0] < beliefs[1] < 1


def test_a_feature_is_left_as_it_is_unless_all_its_values_were_shown(odd):
    readings, values = odd
    shown = np.flatnonzero(values[:, 0] != 1)
    deck = fit(readings.take(shown), values[shown], shown // 12, NETWORK)
    assert not deck.weights.any()


def test_the_same_cards_teach_the_same(odd, deck):
    readings, values = odd
    again = fit(readings, values, np.arange(60) // 12, NETWORK)
    assert again.to_bytes() == deck.to_bytes()


def test_a_photo_a_group_or_several_where_there_are_many():
    assert grouped(np.array([7, 7, 3, 9])).tolist() == [1, 1, 0, 2]
    groups = grouped(np.arange(20))
    assert np.bincount(groups).tolist() == [3, 3, 3, 3, 2, 2, 2, 2]
