"""Where the camera looks, whatever is held before it."""

import numpy as np
import pytest

from setvision.watch.camera import Camera, between_quads, mapped
from setvision.watch.motion import shrink
from tests.watch.tables import sample, shifted, with_hand


@pytest.fixture(scope="module")
def table():
    return sample()


@pytest.fixture
def camera(table):
    camera = Camera()
    camera.take_key(shrink(table))
    return camera


def middle(matrix: np.ndarray) -> np.ndarray:
    x, y, w = matrix @ [160, 90, 1]
    return np.array([x / w - 160, y / w - 90])


def test_a_camera_that_stands_still(camera, table):
    pose = camera.follow(shrink(table))
    assert not pose.is_lost
    assert np.array_equal(pose.matrix, np.eye(3))


@pytest.mark.parametrize(("dx", "dy"), [(3, -2), (12, 8), (-60, 30)])
def test_shifts_are_measured_to_a_part_of_a_pixel(camera, table, dx, dy):
    for step in (0.5, 1.0):
        pose = camera.follow(shrink(shifted(table, dx * step, dy * step)))
    assert not pose.is_lost
    np.testing.assert_allclose(middle(pose.matrix), [dx / 4, dy / 4], atol=0.15)


def test_a_hand_does_not_move_the_camera(camera, table):
    for x in range(1300, 500, -60):
        pose = camera.follow(shrink(with_hand(table, x)))
        assert np.abs(middle(pose.matrix)).max() < 0.3
        assert not pose.is_lost


def test_another_picture_is_not_found(camera):
    other = np.random.default_rng(0).integers(0, 255, (180, 320, 3), np.uint8)
    assert camera.follow(other).is_lost


def test_a_plain_picture_gives_nothing_to_follow():
    camera = Camera()
    plain = np.full((180, 320, 3), 90, np.uint8)
    camera.take_key(plain)
    assert np.array_equal(camera.follow(plain).matrix, np.eye(3))


def card(x: float, y: float) -> np.ndarray:
    return np.float32([[x, y], [x + 60, y], [x + 60, y + 40], [x, y + 40]])


def test_cards_that_are_known_again_tell_how_the_camera_moved():
    before = np.stack([card(0, 0), card(200, 0), card(0, 150), card(300, 200)])
    angle = 0.1
    turn = np.array([[np.cos(angle), -np.sin(angle), 30], [np.sin(angle), np.cos(angle), -8]])
    true = np.vstack([turn, [0, 0, 1]])
    after = mapped(before, true)
    after[3] += 70  # one of them was moved besides
    np.testing.assert_allclose(between_quads(before, after), true, atol=1e-3)


def test_cards_that_moved_each_for_itself_tell_nothing():
    before = np.stack([card(0, 0), card(200, 0), card(0, 150)])
    after = np.stack([card(50, 300), card(20, 10), card(400, 30)])
    assert between_quads(before, after) is None
    assert between_quads(before[:1], before[:1]) is None


def test_noise_on_a_plain_table_is_no_shift():
    random = np.random.default_rng(1)

    def frame() -> np.ndarray:
        return np.clip(random.normal(60, 6, (180, 320, 3)), 0, 255).astype(np.uint8)

    camera = Camera()
    camera.take_key(frame())
    for _ in range(20):
        pose = camera.follow(frame())
        assert not pose.is_lost
        assert np.abs(middle(pose.matrix)).max() < 0.3


def test_noise_on_a_plain_table_is_nothing_to_follow():
    rng = np.random.default_rng(5)

    def noisy(bare: np.ndarray) -> np.ndarray:
        return np.clip(bare + rng.normal(0, 4, bare.shape), 0, 255).astype(np.uint8)

    bare = np.full((180, 320, 3), 30, np.uint8)
    dealt = bare.copy()
    for x in range(20, 260, 60):
        dealt[20:80, x : x + 40] = dealt[100:160, x : x + 40] = 230
    camera = Camera()
    camera.take_key(noisy(bare))
    for picture in [bare] * 3 + [dealt] * 12:
        assert np.abs(middle(camera.follow(noisy(picture)).matrix)).max() < 0.3
