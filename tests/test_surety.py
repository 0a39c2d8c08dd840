"""Confidence from beliefs."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setvision.surety import Surety

belief = st.floats(0.001, 0.999)


@given(belief, belief, belief)
def test_uncalibrated_it_is_the_belief_in_the_reading(reading, card, whole):
    assert Surety().of(reading, card, whole) == pytest.approx(reading)


@given(belief, belief, belief, st.floats(0, 0.5))
def test_more_belief_is_never_less_sure(reading, card, whole, more):
    surety = Surety(bias=-1.0, reading=0.8, card=0.3, whole=0.2)
    base = surety.of(reading, card, whole)
    assert surety.of(min(1, reading + more), card, whole) >= base
    assert surety.of(reading, min(1, card + more), whole) >= base
    assert surety.of(reading, card, min(1, whole + more)) >= base


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_the_ends_are_probabilities(value):
    assert 0 <= Surety(2.0, 3.0, 3.0, 3.0).of(value, value, value) <= 1


def test_reading_it_from_a_file():
    text = json.dumps({"bias": 0.5, "reading": 1.5, "card": 0.25, "whole": 0})
    assert Surety.from_json(text) == Surety(0.5, 1.5, 0.25, 0.0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1]",
        '{"bias": 1}',
        '{"bias": "much"}',
        '{"bias": NaN, "reading": 1, "card": 1, "whole": 1}',
        f'{{"bias": 1{"0" * 400}, "reading": 1, "card": 1, "whole": 1}}',
    ],
)
def test_what_is_no_calibration(text):
    with pytest.raises(ValueError, match=r".+"):
        Surety.from_json(text)


def test_a_doubtful_reading_is_no_surer_for_being_clearly_a_card():
    surety = Surety(bias=-2.0, reading=1.0, card=0.3, whole=0.3)
    assert surety.of(0.96, 1.0, 1.0) == pytest.approx(0.96)
    assert surety.of(0.98, 1.0, 1.0) > 0.999
    assert surety.of(0.96, 0.5, 0.5) < 0.96
