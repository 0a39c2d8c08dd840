from dataclasses import replace

import cv2
import numpy as np
import pytest
from rendering.cards import COLORS, SHAPES, Deck, draw_face, draw_symbols, random_deck
from rendering.clutter import KINDS, draw_clutter

from setvision.cards import Card, Color, Fill, Shape


def rng(seed=0):
    return np.random.default_rng(seed)


def decks(count, **changes):
    found = []
    for seed in range(count):
        deck = random_deck(rng(seed))
        found.append(replace(deck, age=0.0, grain=0.0, shadow=0.0, frame=None, **changes))
    return found


def card(shape="oval", count=1, fill="solid", color="red"):
    return Card(Color(color), Shape(shape), count, Fill(fill))


def ink_share(deck, shape, fill):
    size = (240, round(240 / deck.aspect))
    return float(draw_symbols(deck, shape, fill, [0.0], rng(), size).mean())


def test_the_same_seed_draws_the_same_card_and_another_seed_another_one():
    def draw(seed):
        r = rng(seed)
        return draw_face(random_deck(r), card("squiggle", 3, "striped"), r, 160)

    assert np.array_equal(draw(5), draw(5))
    assert draw(5).shape != draw(6).shape or not np.array_equal(draw(5), draw(6))


@pytest.mark.parametrize("long_side", [24, 61, 240, 500])
def test_a_face_is_a_lying_card_with_colors_and_round_corners(long_side):
    deck = replace(random_deck(rng()), corner=0.06, aspect=1.5)
    face = draw_face(deck, card(count=2), rng(), long_side)
    assert face.shape == (round(long_side / 1.5), long_side, 4)
    assert face.dtype == np.float32
    assert face.min() >= 0
    assert face.max() <= 1
    alpha = face[..., 3]
    assert max(alpha[0, 0], alpha[0, -1], alpha[-1, 0], alpha[-1, -1]) < 0.7
    assert alpha[alpha.shape[0] // 2, alpha.shape[1] // 2] == 1


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_solid_card_shows_as_many_separate_symbols_as_it_counts(shape, count):
    for deck in decks(12):
        face = draw_face(deck, card(shape, count), rng(), 240)
        far = np.abs(face[..., :3] - np.array(deck.paper)).max(axis=2) > 0.2
        labels, _, stats, _ = cv2.connectedComponentsWithStats(np.uint8(far))
        areas = stats[1:labels, cv2.CC_STAT_AREA]
        assert (areas > 0.4 * areas.max()).sum() == count == len(areas)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_textured_fill_lies_between_open_and_solid(shape):
    for deck in decks(25):
        opened, textured, solid = (ink_share(deck, shape, f) for f in ("open", "striped", "solid"))
        assert opened < textured < 0.97 * solid


def test_symbols_stay_inside_the_card():
    for deck in decks(25):
        for shape in SHAPES:
            pitch = deck.pitch[shape]
            size = (240, round(240 / deck.aspect))
            ink = draw_symbols(deck, shape, "solid", [-pitch, 0.0, pitch], rng(), size)
            edge = max(ink[0].max(), ink[-1].max(), ink[:, 0].max(), ink[:, -1].max())
            assert edge == 0


def hue(ink):
    return cv2.cvtColor(np.float32([[ink]]), cv2.COLOR_BGR2HSV)[0, 0, 0]


def test_inks_keep_apart_in_every_deck():
    for seed in range(200):
        red, green, purple = (hue(random_deck(rng(seed)).inks[c]) for c in COLORS)
        assert red > 325 or red < 20
        assert 85 < green < 195
        assert 230 < purple < 320
        assert (red - purple) % 360 > 25


def test_every_edition_is_drawn_about_as_often_as_it_should_be():
    drawn = [random_deck(rng(seed)).edition for seed in range(300)]
    assert 0.56 < drawn.count("standard") / 300 < 0.76
    assert 0.16 < drawn.count("european") / 300 < 0.32
    assert 0.04 < drawn.count("app") / 300 < 0.17


def test_a_european_deck_has_speckles_and_rectangles():
    deck: Deck = next(d for d in decks(40) if d.edition == "european")
    assert deck.fill == "speckles"
    box = np.prod(np.ptp(deck.outlines["diamond"], axis=0))
    assert cv2.contourArea(deck.outlines["diamond"]) == pytest.approx(box, rel=0.01)


@pytest.mark.parametrize("kind", KINDS)
def test_clutter_of_every_kind_is_a_picture_with_alpha(kind):
    picture, drawn = draw_clutter(rng(3), kind)
    again, _ = draw_clutter(rng(3), kind)
    assert drawn == kind
    assert picture.dtype == np.float32
    assert picture.ndim == 3
    assert picture.shape[2] == 4
    assert np.array_equal(picture, again)
    assert picture.min() >= 0
    assert picture.max() <= 1.0001
    assert picture[..., 3].max() > 0.7


def test_clutter_is_drawn_by_weight_when_no_kind_is_asked_for():
    kinds = [draw_clutter(rng(seed))[1] for seed in range(40)]
    assert len(set(kinds)) > 8


def test_fine_stripes_are_a_tint_of_their_mean_ink():
    fine = replace(decks(1)[0], fill="stripes", slant=0.0, tint=0.0, duty=0.25, double=False)
    shares = []
    for period in (0.005, 0.01, 0.04):
        deck = replace(fine, period=period)
        filled = ink_share(deck, "diamond", "striped") - ink_share(deck, "diamond", "open")
        shares.append(filled)
    assert shares == pytest.approx([shares[2]] * 3, rel=0.15)


def test_a_share_of_the_decks_is_filled_finely_and_else_alike():
    for seed in range(12):
        usual, fine = random_deck(rng(seed)), random_deck(rng(seed), fine=1.0)
        assert usual.inks == fine.inks
        if usual.fill == "stripes":
            assert fine.period < 0.0125 <= usual.period
        elif usual.fill == "speckles":
            assert fine.speckle == usual.speckle
