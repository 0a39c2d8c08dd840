"""What teaching gains, measured on photos that were left out."""

from dataclasses import replace

import numpy as np
import pytest

from setvision.cards import DECK
from setvision.errors import UsageError
from setvision.teach.gain import Figures, Gain, figures, teach
from tests.teach.odd import lessons


@pytest.fixture(scope="module")
def odd(reader):
    return lessons(range(6), reader)


@pytest.fixture(scope="module")
def learnt(odd, reader):
    return teach(odd[:4], reader)


def test_the_odd_deck_is_read_wrong_at_first(odd, reader):
    found = figures(odd, reader, None)
    assert found.cards == 72
    assert found.right == found.right_by_feature[0] == 0
    assert min(found.right_by_feature[1:]) >= 71
    assert found.sure == found.sure_wrong > 36


def test_a_few_photos_teach_to_read_others(odd, reader, learnt):
    taught, _ = learnt
    found = figures(odd[4:], reader, taught)
    assert found.cards == 24
    assert found.right >= 23
    assert found.sure_wrong == 0


def test_the_gain_is_that_on_photos_left_out(odd, reader, learnt):
    _, gain = learnt
    assert gain.photos == 4
    assert gain.before == figures(odd[:4], reader, None)
    assert gain.after.cards == 48
    assert gain.after.right >= 46
    assert gain.after.sure_wrong == 0
    assert gain.is_worth_it


def test_the_reader_itself_stays_as_it_was(odd, reader, learnt):
    assert figures(odd, reader, None).right == 0


def test_nothing_is_gained_with_a_deck_that_is_read_well(reader):
    _, gain = teach(lessons(range(10, 14), reader, is_odd=False), reader)
    assert gain.before.right == gain.before.cards > 40
    assert not gain.is_worth_it


def test_labels_that_mean_nothing_gain_nothing(odd, reader):
    rng = np.random.default_rng(1)
    nonsense = [
        replace(each, cards=tuple(DECK[int(k)] for k in rng.permutation(81)[: len(each.cards)]))
        for each in odd[:4]
    ]
    _, gain = teach(nonsense, reader)
    assert not gain.is_worth_it


def test_a_feature_of_which_a_value_was_never_shown_is_left_as_it_is(odd, reader):
    def without_green(each):
        kept = [k for k, card in enumerate(each.cards) if card.color != "green"]
        return replace(each, rows=each.rows[kept], cards=tuple(each.cards[k] for k in kept))

    taught, _ = teach([without_green(each) for each in odd[:4]], reader)
    assert not taught.weights[:, :, 0].any()


def test_photos_without_a_known_card_do_not_count(odd, reader):
    empty = replace(odd[0], rows=odd[0].rows[:0], cards=())
    with pytest.raises(UsageError, match=r"only 2 photos have labels of cards .* 3 are needed"):
        teach([odd[0], odd[1], empty], reader)


def test_a_few_cards_are_too_few(odd, reader):
    few = [replace(each, rows=each.rows[:7], cards=each.cards[:7]) for each in odd[:3]]
    with pytest.raises(UsageError, match="labels of 21 cards; 24 are needed"):
        teach(few, reader)


def of_hundred(*, right: int, sure: int, sure_wrong: int) -> Figures:
    return Figures(100, right, (right, 100, 100, 100), sure, sure_wrong)


BEFORE = {"right": 90, "sure": 80, "sure_wrong": 2}


@pytest.mark.parametrize(
    ("after", "is_harmful", "is_worth_it"),
    [
        ({"right": 95}, False, True),
        ({"sure": 85}, False, True),
        ({"sure": 78, "sure_wrong": 0}, False, True),
        ({"right": 98, "sure": 75}, False, True),
        ({"right": 92, "sure": 70, "sure_wrong": 0}, False, True),
        ({"right": 92, "sure": 70}, False, False),  # more is lost than gained
        ({}, False, False),
        ({"right": 91}, False, False),  # may be chance
        ({"right": 89, "sure": 85}, True, False),
        ({"right": 99, "sure_wrong": 3}, True, False),
    ],
)
def test_what_is_worth_it(after, is_harmful, is_worth_it):
    gain = Gain(5, of_hundred(**BEFORE), of_hundred(**{**BEFORE, **after}))
    assert gain.is_harmful == is_harmful
    assert gain.is_worth_it == is_worth_it
