"""Photos altered, read and scored."""

import json
from pathlib import Path

import numpy as np
import pytest
import stress

from setvision.cards import Card, Color, Edition, Fill, Shape
from setvision.message import plain
from setvision.opencv import cv2
from setvision.table import SeenCard, Table, Verdict

SAMPLES = Path(__file__).parents[2] / "sample_images"

RED = Card(Color.RED, Shape.OVAL, 1, Fill.SOLID)
GREEN = Card(Color.GREEN, Shape.OVAL, 1, Fill.SOLID)
PURPLE = Card(Color.PURPLE, Shape.OVAL, 1, Fill.SOLID)


def square(x):
    return np.array([[x, 0], [x + 10, 0], [x + 10, 10], [x, 10]], np.float32)


def seen(card, x, sure=True):
    probs = np.full((4, 3), 1 / 3, np.float32)
    return SeenCard(1, card, square(x), 0.9, sure, probs, ())


def table(*cards, verdict=Verdict.SETS):
    return Table(cards, 100, 50, (), verdict, (), plain(""), Edition.STANDARD, None)


def label(*cards, ignored=()):
    placed = tuple((card, square(20 * k)) for k, card in enumerate(cards))
    return stress.Label(Path("photo.jpg"), placed, tuple(square(x) for x in ignored))


def scored(truth, read):
    score = stress.Score()
    score.add(truth, read)
    return score


def test_what_is_read_right_counts_once_for_each_labelled_card():
    score = scored(label(RED, GREEN), table(seen(RED, 1), seen(GREEN, 21, sure=False)))
    assert (score.right, score.sure, score.sure_wrong, score.false) == (2, 1, 0, 0)
    twice = scored(label(RED), table(seen(RED, 1), seen(RED, 2, sure=False)))
    assert (twice.right, twice.false) == (1, 1)


def test_what_is_sure_and_wrong_is_told():
    score = scored(label(RED), table(seen(GREEN, 0), seen(PURPLE, 60)))
    assert (score.right, score.sure_wrong, score.false) == (0, 2, 1)
    assert score.mistakes == [
        "photo.jpg: one red solid oval read as one green solid oval",
        "photo.jpg: no card read as one purple solid oval",
    ]


def test_doubtful_mistakes_are_not_sure_ones():
    score = scored(label(RED), table(seen(GREEN, 0, sure=False)))
    assert (score.sure_wrong, score.mistakes) == (0, [])


def test_what_lies_where_it_should_be_ignored_counts_for_nothing():
    score = scored(label(RED, ignored=[60]), table(seen(RED, 0), seen(GREEN, 60)))
    assert (score.right, score.false, score.sure, score.sure_wrong) == (1, 0, 1, 0)


def test_no_set_is_wrong_where_the_labels_hold_one():
    wrong = scored(label(RED, GREEN, PURPLE), table(verdict=Verdict.NONE))
    assert (wrong.none, wrong.none_wrong) == (1, 1)
    right = scored(label(RED, GREEN), table(verdict=Verdict.NONE))
    assert (right.none, right.none_wrong) == (1, 0)
    assert scored(label(RED), table(verdict=Verdict.UNSURE)).unsure == 1


def test_scores_add_up():
    total = scored(label(RED), table(seen(GREEN, 0)))
    total += scored(label(RED), table(seen(RED, 0)))
    assert (total.right, total.sure, total.sure_wrong, len(total.mistakes)) == (1, 2, 1, 1)


@pytest.mark.parametrize("name", stress.ALTERATIONS)
def test_an_alteration_changes_the_picture_alone_and_always_alike(name):
    rng = np.random.default_rng(2)
    image = cv2.resize(rng.integers(60, 250, (60, 80, 3), dtype=np.uint8), (1600, 1200))
    before = image.copy()
    once, again = (stress.ALTERATIONS[name](image) for _ in range(2))
    assert np.array_equal(image, before)
    assert np.array_equal(once, again)
    assert once.dtype == np.uint8
    assert once.shape == image.shape or max(once.shape) == int(name.split()[0])
    assert (name == "as it is") == np.array_equal(once, image)


def test_gains_clip_at_white():
    grey = np.full((1, 1, 3), 200, np.uint8)
    assert stress.ALTERATIONS["overexposed 1.3"](grey).tolist() == [[[255, 255, 255]]]
    assert stress.lit(0.5, 1, 1.2)(grey).tolist() == [[[100, 200, 240]]]


def folder_with(tmp_path, names):
    (tmp_path / "labels").mkdir()
    for name in names:
        (tmp_path / f"{name}.jpg").write_bytes((SAMPLES / "table-11.jpg").read_bytes())
        truth = (SAMPLES / "table-11.json").read_text()
        (tmp_path / "labels" / f"{name}.json").write_text(truth)
    return tmp_path


def run(monkeypatch, *arguments):
    monkeypatch.setattr("sys.argv", ["stress.py", *map(str, arguments)])
    return stress.main()


def test_a_folder_is_read_under_each_alteration_asked_for(tmp_path, monkeypatch, capsys):
    folder = folder_with(tmp_path, ["a", "b"])
    assert run(monkeypatch, folder, "--only", "as it is", "640 pixels") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == ["2", "photos,", "10", "cards"]
    assert [line[:3] for line in lines[2:4]] == [["as", "it", "is"], ["640", "pixels", "10"]]
    assert lines[2][3] == "10"
    assert lines[4][:2] == ["together", "20"]


def test_nothing_is_left_out_unnoticed(tmp_path, monkeypatch, capsys):
    folder = folder_with(tmp_path, ["a", "b"])
    (folder / "labels" / "a.json").unlink()
    (folder / "b.jpg").unlink()
    assert run(monkeypatch, folder) == 1
    assert capsys.readouterr().err.strip().endswith("a label without a photo: a, b")


def test_a_broken_label_or_photo_is_named(tmp_path, monkeypatch, capsys):
    folder = folder_with(tmp_path, ["a"])
    label_file = folder / "labels" / "a.json"
    whole = label_file.read_text()
    label_file.write_text(json.dumps({"cards": [{"quad": []}]}))
    assert run(monkeypatch, folder) == 1
    assert "a.json cannot be understood" in capsys.readouterr().err
    label_file.write_text(whole)
    (folder / "a.jpg").write_bytes(b"no picture")
    assert run(monkeypatch, folder) == 1
    assert "a.jpg" in capsys.readouterr().err
