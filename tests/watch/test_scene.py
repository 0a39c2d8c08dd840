"""What one frame shows of the scene: hands, told from cards that came or went."""

import cv2
import numpy as np
import pytest

from setvision.watch.motion import Mask
from setvision.watch.scene import Scene, View
from tests.watch.tables import sample, with_hand

SIZE = (180, 320)


def card(x: float, y: float) -> np.ndarray:
    return np.float32([[x, y], [x + 30, y], [x + 30, y + 44], [x, y + 44]])


GRID = np.stack([card(60 + 36 * k, 10 + 52 * row) for row in range(3) for k in range(4)])


def view(foreign: Mask) -> View:
    nothing = np.zeros(SIZE, bool)
    return View(np.eye(3), 1.0, False, nothing, foreign, False, 1.0, 1.0, False)


def filled(*shapes: np.ndarray) -> Mask:
    mask = np.zeros(SIZE, np.uint8)
    for shape in shapes:
        cv2.fillConvexPoly(mask, np.int32(shape), 1)
    return mask > 0


@pytest.fixture
def arm():
    return np.float32([[110, 180], [140, 180], [140, 80], [110, 80]])


def test_a_hand_over_cards_that_lie_close_is_seen_on_them_too(arm):
    shown = view(filled(arm))
    hands = shown.hands(shown.inside(GRID, 1.25))
    assert shown.share(hands, GRID[5]) == pytest.approx(0.33, abs=0.02)
    assert shown.share(hands, GRID[9]) == pytest.approx(0.55, abs=0.02)
    assert shown.share(hands, GRID[0]) == 0


def test_cards_that_came_or_went_are_no_hand():
    shown = view(filled(GRID[0], GRID[6]))
    assert not shown.hands(shown.inside(GRID, 1.25)).any()


def test_a_hand_elsewhere_makes_no_card_a_hand(arm):
    shown = view(filled(GRID[0], arm + np.float32([130, 0])))
    hands = shown.hands(shown.inside(GRID, 1.25))
    assert hands.any()
    assert shown.share(hands, GRID[0]) == 0


def test_an_empty_scene_has_no_hands():
    shown = view(np.zeros(SIZE, bool))
    assert not shown.hands(np.zeros(SIZE, bool)).any()
    assert shown.hand_at(GRID[0], np.zeros(SIZE, bool)) == 0


def test_a_hand_is_foreign_and_moves_and_the_table_is_still_when_it_rests():
    scene, table = Scene(), sample()
    for k in range(10):
        before = scene.see(table, k / 30)
    assert not before.foreign.any()
    assert before.quiet_s == pytest.approx(0.3)
    came = scene.see(with_hand(table, 600), 10 / 30)
    assert came.is_moving
    assert came.quiet_s == 0
    for k in range(11, 40):
        rests = scene.see(with_hand(table, 600), k / 30)
    assert not rests.is_moving
    assert rests.quiet_s > 0.7
    assert rests.foreign[-10:, 145:155].all()
    assert rests.hands(np.zeros(rests.foreign.shape, bool))[-10:, 145:155].all()
