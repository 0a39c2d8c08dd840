"""A camera that is knocked against is told from one that is held in a hand."""

import numpy as np
import pytest

from setvision.watch.nudge import Nudges

SIZE = (1000, 600)
STEP_S = 0.1


def shifted(x: float) -> np.ndarray:
    return np.array([[1, 0, x], [0, 1, 0], [0, 0, 1.0]])


def told(places, *, still_s: float = 1.0) -> list[int]:
    """At which of the places, one each tenth of a second, a nudge is told."""
    nudges = Nudges()
    return [k for k, x in enumerate(places) if nudges.see(shifted(x), still_s, SIZE, STEP_S * k)]


def test_a_camera_that_stands_is_not_nudged():
    assert told([0.0] * 50) == []


def test_a_knock_is_told_once():
    assert len(told([0.0] * 20 + [10.0, 22.0] + [25.0] * 20)) == 1


def test_it_is_told_when_the_picture_has_come_to_rest():
    nudges = Nudges()
    for k in range(20):
        assert not nudges.see(shifted(0.0), 1.0, SIZE, STEP_S * k)
    assert not nudges.see(shifted(25.0), 0.0, SIZE, 2.0)
    assert not nudges.see(shifted(25.0), 0.1, SIZE, 2.1)
    assert nudges.see(shifted(25.0), 0.3, SIZE, 2.3)
    assert not nudges.see(shifted(25.0), 0.4, SIZE, 2.4)


def test_a_knock_after_which_the_camera_looks_where_it_did_is_none():
    nudges = Nudges()
    for k in range(20):
        nudges.see(shifted(0.0), 1.0, SIZE, STEP_S * k)
    assert not nudges.see(shifted(25.0), 0.0, SIZE, 2.0)
    assert not nudges.see(shifted(0.0), 0.3, SIZE, 2.3)


@pytest.mark.parametrize("width", [1.0, 3.0, 6.0])
def test_the_sway_of_a_hand_is_none(width):
    assert told([width * np.sin(0.25 * k) for k in range(200)]) == []


def test_a_new_key_picture_is_no_nudge():
    nudges = Nudges()
    for k in range(20):
        nudges.see(shifted(3.0), 1.0, SIZE, STEP_S * k)
    nudges.move(shifted(3.0))
    assert not nudges.see(np.eye(3), 1.0, SIZE, 2.0)
