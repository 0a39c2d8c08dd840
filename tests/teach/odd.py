"""A few rendered tables of a deck whose red cards are printed green, and so on."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from rendering.decks import Deck, random_deck
from rendering.scenes import Scene, render_scene

from setvision.cards import DECK
from setvision.label.records import Labelled, from_line
from setvision.pipeline import Reader
from setvision.teach.lessons import Lesson, lesson

__all__ = ["is_in", "lessons", "record", "scene", "usual_deck", "write"]

NEXT = {"red": "green", "green": "purple", "purple": "red"}


@cache
def usual_deck() -> Deck:
    """A deck as most are."""
    seeds = (np.random.default_rng([1, k]) for k in range(100))
    return next(
        deck
        for deck in map(random_deck, seeds)
        if (deck.edition, deck.fill) == ("standard", "stripes")
    )


@cache
def scene(number: int, is_odd: bool = True) -> Scene:
    """A table with twelve cards, seen well."""
    deck = usual_deck()
    if is_odd:
        deck = replace(deck, inks={color: deck.inks[other] for color, other in NEXT.items()})
    rng = np.random.default_rng([number, 5])
    cards = [DECK[int(face)] for face in rng.permutation(81)[:12]]
    return render_scene(
        rng, 800, 600, deck=deck, cards=cards, layout="grid", fill=0.8, tilt_deg=10, light=0.3,
        camera=0.3, clutter=0,
    )  # fmt: skip


def record(number: int, is_odd: bool = True, **changes: object) -> Labelled:
    """What lies on a table."""
    return from_line(line(number, is_odd, **changes))


def line(number: int, is_odd: bool = True, **changes: object) -> dict[str, object]:
    cards = [
        {
            "quad": card.quad.tolist(),
            "color": card.card.color.value,
            "shape": card.card.shape.value,
            "count": card.card.count,
            "fill": card.card.fill.value,
        }
        for card in scene(number, is_odd).cards
    ]
    return {"image": f"{number}.png", "width": 800, "height": 600, "cards": cards, **changes}


def lessons(numbers: range, reader: Reader, is_odd: bool = True) -> list[Lesson]:
    """Those tables as they are read, with their truth."""
    return [lesson(record(k, is_odd), reader.see(scene(k, is_odd).image)) for k in numbers]


def write(numbers: range, folder: Path, is_odd: bool = True, **changes: object) -> Path:
    """Write photos, and their labels beside them; returns the file of the labels."""
    folder.mkdir(exist_ok=True)
    for number in numbers:
        cv2.imwrite(str(folder / f"{number}.png"), scene(number, is_odd).image)
    labels = folder / "labels.jsonl"
    labels.write_text(
        "".join(json.dumps(line(number, is_odd, **changes)) + "\n" for number in numbers)
    )
    return labels


def is_in(quad: object, point: object) -> bool:
    """Whether a point lies in a quad."""
    x, y = np.asarray(point, np.float64)
    return cv2.pointPolygonTest(np.asarray(quad, np.float32), (float(x), float(y)), False) >= 0
