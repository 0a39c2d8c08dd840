"""Which labels teach, and where their photos are found."""

import json
from pathlib import Path

import pytest

from setvision.errors import UsageError
from setvision.teach.photos import labelled_photos

CARD = {
    "quad": [[10, 10], [70, 10], [70, 50], [10, 50]],
    "color": "red",
    "shape": "oval",
    "count": 2,
    "fill": "striped",
}
READ = {"sha256": "00" * 32, "bytes": 5, "model": "0.1.0+abc", "by": "setvision 0.1.0"}
CORRECTED = {**READ, "by": "Anna", "when": "2026-12-02T10:00:00Z"}
TOLD = {"by": "Anna", "when": "2026-12-02T10:00:00Z", "read": "2gto", "confidence": 0.6}


def label(image: str, *cards: dict[str, object], **more: object) -> dict[str, object]:
    return {"image": image, "width": 90, "height": 60, "cards": list(cards or [CARD]), **more}


def write(path: Path, *labels: dict[str, object]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in labels))
    return path


def photo(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"picture")
    return str(path)


def names(found) -> list[tuple[str, str]]:
    return [(record.image, path) for record, path in found.pairs]


def test_photos_lie_beside_their_labels(tmp_path):
    labels = write(tmp_path / "labels.jsonl", label("a.jpg"), label("deep/b.jpg"))
    a, b = photo(tmp_path / "a.jpg"), photo(tmp_path / "deep" / "b.jpg")
    assert names(labelled_photos(labels, [])) == [("a.jpg", a), ("deep/b.jpg", b)]


def test_photos_lie_beside_the_folder_of_the_labels(tmp_path):
    write(tmp_path / "labels" / "labels.jsonl", label("a.jpg"))
    a = photo(tmp_path / "a.jpg")
    assert names(labelled_photos(tmp_path / "labels", [])) == [("a.jpg", a)]


def test_labels_may_say_where_their_photos_lie(tmp_path):
    a = photo(tmp_path / "far" / "a.jpg")
    labels = write(tmp_path / "here" / "labels.jsonl", label("a.jpg", path=a))
    assert names(labelled_photos(labels, [])) == [("a.jpg", a)]


def test_photos_that_are_named_are_known_by_the_end_of_their_path(tmp_path):
    labels = write(tmp_path / "labels.jsonl", label("one/a.jpg"), label("two/a.jpg"))
    photos = [photo(tmp_path / "pool" / folder / "a.jpg") for folder in ("two", "one")]
    assert names(labelled_photos(labels, photos)) == [
        ("one/a.jpg", photos[1]),
        ("two/a.jpg", photos[0]),
    ]


def test_what_people_corrected_goes_before_what_was_read(tmp_path):
    a, b = photo(tmp_path / "a.jpg"), photo(tmp_path / "b.jpg")
    job = tmp_path / "labels"
    write(job / "labels.jsonl", label("a.jpg", **READ), label("b.jpg", **READ))
    write(job / "corrected.jsonl", label("b.jpg", path=b, **CORRECTED))
    assert names(labelled_photos(job, [])) == [("b.jpg", b)]
    assert names(labelled_photos(job, [a, b])) == [("b.jpg", b)]


def test_photos_that_nobody_looked_at_teach_nothing(tmp_path):
    a = photo(tmp_path / "a.jpg")
    labels = write(tmp_path / "l.jsonl", label("b.jpg", **READ), label("a.jpg", **CORRECTED))
    found = labelled_photos(labels, [])
    assert names(found) == [("a.jpg", a)]
    assert found.unseen == 1


def test_where_cards_name_who_looked_at_them_others_were_only_read(tmp_path):
    a = photo(tmp_path / "a.jpg")
    labels = write(tmp_path / "l.jsonl", label("a.jpg", {**CARD, "told": TOLD}), label("b.jpg"))
    found = labelled_photos(labels, [])
    assert names(found) == [("a.jpg", a)]
    assert found.unseen == 1


def test_photos_that_are_missing_are_told(tmp_path):
    labels = write(tmp_path / "labels.jsonl", label("a.jpg"), label("b.jpg"))
    photo(tmp_path / "a.jpg")
    assert labelled_photos(labels, []).lost == ("b.jpg",)


@pytest.mark.parametrize(
    ("labels", "photos", "problem"),
    [
        ([], [], "there are no labels in"),
        ([label("a.jpg", **READ)], [], "nobody has looked at the labels in .* 'setvision review'"),
        ([label("a.jpg")], [], "a.jpg is not where the labels say; name the photos"),
        ([label("a.jpg")], ["b.jpg"], "none of the photos that .* names was given"),
    ],
)
def test_without_any_photo_there_is_nothing_to_learn(tmp_path, labels, photos, problem):
    with pytest.raises(UsageError, match=problem):
        labelled_photos(write(tmp_path / "labels.jsonl", *labels), photos)
