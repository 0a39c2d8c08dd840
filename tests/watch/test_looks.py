"""Whether a place still looks as it did, in another light, or bare."""

import cv2
import numpy as np
import pytest

from setvision.pipeline import Reader
from setvision.vision.rectify import Pyramid
from setvision.watch.looks import alike, looks_at
from tests.watch.tables import sample, without


@pytest.fixture(scope="module")
def table():
    return sample()


@pytest.fixture(scope="module")
def quads(table):
    return Reader().see(table).quads


def test_a_card_looks_like_itself_in_other_light_and_out_of_focus(table, quads):
    looks = looks_at(Pyramid(table), quads)
    other = cv2.GaussianBlur(cv2.convertScaleAbs(table, alpha=0.7), (0, 0), 1.2)
    again = looks_at(Pyramid(np.asarray(other, np.uint8)), quads)
    assert min(alike(a, b) for a, b in zip(looks, again, strict=True)) > 0.7


def test_a_bare_place_does_not_look_like_the_card_that_lay_there(table, quads):
    looks = looks_at(Pyramid(table), quads)
    bare = looks_at(Pyramid(without(table, quads)), quads)
    assert max(alike(a, b) for a, b in zip(looks, bare, strict=True)) < 0.6


def test_noise_on_a_plain_place_looks_like_nothing():
    rng = np.random.default_rng(0)
    quad = np.float32([[[20, 20], [100, 20], [100, 70], [20, 70]]])
    one, two = (
        looks_at(Pyramid(rng.integers(88, 94, (90, 120, 3), np.uint8)), quad)[0] for _ in range(2)
    )
    assert abs(alike(one, two)) < 0.3
