"""Rendered tables and their truth."""

import cv2
import numpy as np
from rendering.light import Hardships
from rendering.scenes import render_scene

from setvision.cards import DECK


def test_the_same_seed_gives_the_same_photo():
    first, second = (render_scene(np.random.default_rng(4), 320, 240) for _ in range(2))
    np.testing.assert_array_equal(first.image, second.image)
    assert [placed.card for placed in first.cards] == [placed.card for placed in second.cards]


def test_the_truth_fits_the_picture():
    for seed in range(6):
        scene = render_scene(np.random.default_rng(seed), 400, 300)
        assert scene.image.shape == (300, 400, 3)
        assert scene.image.dtype == np.uint8
        assert scene.owner.max() < len(scene.cards)
        for index, placed in enumerate(scene.cards):
            assert 0 <= placed.visible <= 1
            assert cv2.contourArea(placed.quad, oriented=True) > 0, "clockwise on screen"
            if placed.visible > 0.9:
                x, y = placed.quad.mean(0).round().astype(int)
                assert scene.owner[y, x] == index


def test_the_cards_asked_for_lie_there():
    cards = [DECK[k] for k in (0, 40, 80)]
    scene = render_scene(
        np.random.default_rng(1), 400, 300, cards=cards, layout="grid", fill=0.8, tilt_deg=0,
        clutter=0,
    )  # fmt: skip
    assert [placed.card for placed in scene.cards] == cards
    assert min(placed.visible for placed in scene.cards) > 0.9


def test_on_every_kind_of_table():
    from rendering.tables import TABLE_TOPS

    for kind in TABLE_TOPS:
        scene = render_scene(np.random.default_rng(2), 200, 150, table=kind)
        assert scene.image.std() > 1, kind


def test_hardships_make_photos_worse_and_leave_the_others_as_they_are():
    def photo(**chances):
        rng = np.random.default_rng(3)
        return render_scene(rng, 320, 240, clutter=0, hardships=Hardships(**chances)).image

    usual = render_scene(np.random.default_rng(3), 320, 240, clutter=0).image
    np.testing.assert_array_equal(photo(), usual)
    assert photo(overexposed=2.0).mean() > usual.mean() + 20
    assert photo(dim=1.0).mean() < usual.mean() - 20
    assert np.percentile(photo(hazy=1.0), 1) > np.percentile(usual, 1) + 20
    assert not np.array_equal(photo(packed=1.0), usual)
