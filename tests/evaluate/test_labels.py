"""Labels are known by what is in them, whatever they are called."""

import json
from pathlib import Path

import pytest

from setvision.errors import LabelsError
from setvision.evaluate.labels import read_labels
from setvision.label.classes import Classes
from setvision.label.formats import FORMATS, Layout
from tests.label.photos import two_photos


def written(name: str, folder: Path) -> Path:
    for file in FORMATS[name].files(two_photos(), Layout(Classes.FACES, folder)):
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(file.chunks), "utf-8")
    return folder


@pytest.mark.parametrize("name", FORMATS)
def test_a_folder_of_each_format(name: str, tmp_path: Path) -> None:
    records = read_labels(written(name, tmp_path))
    assert sorted(len(record.cards) for record in records) == [0, 4]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("coco", "annotations/instances_default.json"),
        ("yolo", "data.yaml"),
        ("voc", "Annotations/holiday/first table.xml"),
        ("labelme", "holiday/first table.json"),
        ("cvat", "annotations.xml"),
        ("label-studio", "tasks.json"),
        ("csv", "cards.csv"),
        ("jsonl", "labels.jsonl"),
    ],
)
def test_a_file_of_each_format(name: str, file: str, tmp_path: Path) -> None:
    path = written(name, tmp_path / "in") / file
    if name != "yolo":  # its labels lie beside it
        path = path.rename(tmp_path / f"other name{path.suffix}")
    assert max(len(record.cards) for record in read_labels(path)) == 4


def test_a_json_file_for_each_photo(tmp_path: Path) -> None:
    quad = [[0, 0], [60, 0], [60, 40], [0, 40]]
    card = {"quad": quad, "number": 2, "color": "red", "fill": "open", "shape": "oval"}
    label = {
        "image": "a.jpg", "width": 640, "height": 480, "cards": [card],
        "conditions": ["dim"], "ignore": [quad],
    }  # fmt: skip
    (tmp_path / "a.json").write_text(json.dumps(label))
    (tmp_path / "b.json").write_text(json.dumps({**label, "image": "b.jpg", "cards": []}))
    first, second = read_labels(tmp_path)
    assert [str(card.card.code) for card in first.cards if card.card] == ["2reo"]
    assert (first.conditions, len(first.ignored)) == (("dim",), 1)
    assert (second.image, second.cards) == ("b.jpg", ())


def test_photos_that_could_not_be_read_have_no_reading(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text('{"schema": 1, "image": "a.jpg", "error": "is empty"}\n')
    assert read_labels(path) == []


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.json", '{"a": 1}', "no labels of a known format"),
        ("a.txt", "1 2 3", "no labels of a known format"),
        ("a.json", "{", r"a\.json"),
        ("a.csv", "x,y\n1,2\n", "image"),
        ("a.xml", "<annotation/>", r"a\.xml"),
        ("a.jsonl", '{"image": "a.jpg", "cards": []}\n', "width"),
    ],
)
def test_what_is_no_label(name: str, content: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(LabelsError, match=complaint) as caught:
        read_labels(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LabelsError, match="No such file"):
        read_labels(tmp_path / "none.json")
    with pytest.raises(LabelsError, match="no labels of a known format"):
        read_labels(tmp_path)
