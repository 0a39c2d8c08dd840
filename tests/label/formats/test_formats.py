"""What every format must do: say the same after reading back what was written."""

from dataclasses import replace
from pathlib import Path

import pytest

from setvision.errors import LabelsError
from setvision.label.classes import Classes
from setvision.label.formats import FORMATS, Format, Layout
from setvision.label.records import Labelled
from tests.label.photos import far_apart, two_photos

NOT_READ = ("config.xml", "default.txt", "labelmap.txt")

EVERY = pytest.mark.parametrize("form", FORMATS.values(), ids=FORMATS)
EXACT = pytest.mark.parametrize("name", ["coco", "labelme", "cvat", "label-studio", "csv", "jsonl"])


def written(form: Format, folder: Path, classes: Classes = Classes.FACES) -> list[str]:
    names = []
    for file in form.files(two_photos(), Layout(classes, folder, "setvision test")):
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(file.chunks), "utf-8")
        names.append(file.name)
    return names


def read_back(form: Format, folder: Path) -> dict[str, Labelled]:
    return {Path(record.image).stem: record for record in form.read(folder)}


@EVERY
@pytest.mark.parametrize("classes", [Classes.FACES, Classes.FEATURES])
def test_the_faces_come_back(form: Format, classes: Classes, tmp_path: Path) -> None:
    written(form, tmp_path, classes)
    back = read_back(form, tmp_path)
    first, empty = two_photos()
    assert back.keys() == {"first table", "empty"}
    assert [card.card for card in back["first table"].cards] == [card.card for card in first.cards]
    assert back["empty"].cards == empty.cards


@EVERY
def test_one_class_tells_where_the_cards_are(form: Format, tmp_path: Path) -> None:
    written(form, tmp_path, Classes.CARD)
    back = read_back(form, tmp_path)["first table"]
    assert len(back.cards) == 4
    if form.name not in ("csv", "jsonl"):  # they have no classes
        assert {card.card for card in back.cards} == {None}


@EXACT
def test_corners_and_confidence_come_back(name: str, tmp_path: Path) -> None:
    written(FORMATS[name], tmp_path)
    first = two_photos()[0]
    back = read_back(FORMATS[name], tmp_path)["first table"]
    whole = 3 if name == "label-studio" else 4  # it has no room outside the photo
    quads = [card.quad for card in first.cards]
    assert [card.quad for card in back.cards][:whole] == quads[:whole]
    assert [card.confidence for card in back.cards] == [card.confidence for card in first.cards]
    assert [card.features for card in back.cards] == [card.features for card in first.cards]
    assert [card.is_sure for card in back.cards] == [True, False, True, False]
    assert (back.width, back.height) == (first.width, first.height)


@pytest.mark.parametrize("name", ["yolo", "yolo-obb", "voc"])
def test_boxes_come_back_within_a_pixel(name: str, tmp_path: Path) -> None:
    written(FORMATS[name], tmp_path)
    first = two_photos()[0]
    back = read_back(FORMATS[name], tmp_path)["first table"]
    whole = replace(first, cards=first.cards[:3])  # the last one is cut by the edge
    assert far_apart(whole, replace(back, cards=back.cards[:3])) * first.width <= 1


def test_nothing_is_lost_in_json_lines(tmp_path: Path) -> None:
    written(FORMATS["jsonl"], tmp_path)
    assert list(FORMATS["jsonl"].read(tmp_path)) == two_photos()


@EVERY
def test_the_same_records_make_the_same_files(form: Format, tmp_path: Path) -> None:
    assert written(form, tmp_path / "a") == written(form, tmp_path / "b")
    for path in (tmp_path / "a").rglob("*.*"):
        assert path.read_bytes() == (tmp_path / "b" / path.relative_to(tmp_path / "a")).read_bytes()


@EVERY
@pytest.mark.parametrize("content", [b"[1]", b"<a>", b'{"a": 1}', b"\xff\xfe\x00", b""])
def test_a_wrong_file_is_named(form: Format, content: bytes, tmp_path: Path) -> None:
    names = written(form, tmp_path)
    file = tmp_path / next(name for name in reversed(names) if Path(name).name not in NOT_READ)
    file.write_bytes(content)
    if form.name == "jsonl" and not content:
        assert list(form.read(tmp_path)) == []  # no lines are no photos
        return
    with pytest.raises(LabelsError, match=file.name) as caught:
        list(form.read(tmp_path))
    assert "\n" not in str(caught.value)


def test_xml_bombs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text('<!DOCTYPE a [<!ENTITY b "c">]><annotation>&b;</annotation>')
    with pytest.raises(LabelsError, match="entities"):
        list(FORMATS["voc"].read(tmp_path))
