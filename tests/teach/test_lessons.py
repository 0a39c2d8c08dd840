"""Which of the cards that were found in a photo are known by its label."""

from dataclasses import replace

import numpy as np

from setvision.cards import Card
from setvision.label.records import Labelled, LabelledCard
from setvision.pipeline import Seen
from setvision.teach.lessons import learnt, lesson
from setvision.vision.types import Readings
from tests.evaluate.records import quad_at


def readings(count: int) -> Readings:
    probs = np.full((count, 4, 3), 1 / 3, np.float32)
    ones = np.ones(count, np.float32)
    return Readings(
        probs, ones, ones, ones, np.arange(count, dtype=np.float32)[:, None], probs[:, 0]
    )


def seen(*lefts: float, scale: float = 1.0) -> Seen:
    """Cards that were found at these places, in a photo of 640 by 480 at scale 1."""
    quads = np.array([quad_at(x) for x in lefts], np.float32).reshape(-1, 4, 2)
    quads = (quads + 0.5) * scale - 0.5
    scores = np.ones(len(lefts), np.float32)
    width, height = int(640 * scale), int(480 * scale)
    return Seen(quads.astype(np.float32), readings(len(lefts)), scores, width, height, {})


def record(**cards: float) -> Labelled:
    """Cards by code, each with the place where it lies."""
    labels = tuple(
        LabelledCard(number, Card.parse(code[1:]), quad_at(x))
        for number, (code, x) in enumerate(cards.items(), start=1)
    )
    return Labelled("a.jpg", 640, 480, labels)


def known(each) -> dict[int, str]:
    return {int(row): card.code for row, card in zip(each.rows, each.cards, strict=True)}


def test_cards_are_known_by_where_they_lie():
    each = lesson(record(_2rto=100, _1gfw=300), seen(300, 500, 102))
    assert known(each) == {2: "2rto", 0: "1gfw"}
    assert each.missed == 0


def test_the_photo_may_be_smaller_than_the_label_says():
    assert known(lesson(record(_2rto=100), seen(300, 100, scale=0.25))) == {1: "2rto"}


def test_a_label_that_fits_no_card_is_missed():
    each = lesson(record(_2rto=100, _1gfw=200), seen(100))
    assert known(each) == {0: "2rto"}
    assert each.missed == 1


def test_a_label_that_does_not_tell_the_card_teaches_nothing():
    label = record(_2rto=100, _1gfw=300)
    label = replace(label, cards=(replace(label.cards[0], card=None), label.cards[1]))
    each = lesson(label, seen(100, 300))
    assert known(each) == {1: "1gfw"}
    assert each.missed == 0


def test_what_photos_teach_together():
    lessons = [
        lesson(record(_2rto=100), seen(300, 100)),
        lesson(record(), seen(100)),
        lesson(record(_1gfw=300, _3ped=100), seen(300, 100)),
    ]
    found, values, photos = learnt(lessons)
    assert found.features[:, 0].tolist() == [1, 0, 1]
    assert values.tolist() == [list(Card.parse(code).values) for code in ("2rto", "1gfw", "3ped")]
    assert photos.tolist() == [0, 2, 2]


def test_nothing_known_is_an_empty_lesson():
    assert lesson(record(), seen(100)).values.shape == (0, 4)
    assert lesson(record(_2rto=100), seen()).missed == 1
