"""The formats as the programs that they were made for read them."""

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from setvision.label.classes import Classes, box_names, face_name, names
from setvision.label.formats import FORMATS, Layout
from setvision.label.geometry import box_of
from setvision.label.records import Labelled
from tests.label.photos import two_photos

COCO_FILE = "annotations/instances_default.json"

FIRST, EMPTY = two_photos()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the two photos in images/."""
    for record in two_photos():
        path = tmp_path / "images" / record.image
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (record.width, record.height), "white").save(path)
    return tmp_path


def write(name: str, folder: Path, classes: Classes = Classes.FACES) -> Path:
    for file in FORMATS[name].files(two_photos(), Layout(classes, folder)):
        path = folder / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(file.chunks), "utf-8")
    return folder


def boxes(record: Labelled) -> np.ndarray:
    return np.array([box_of(card.quad, record.width, record.height) for card in record.cards])


def classes_of(record: Labelled) -> list[str]:
    return [face_name(card.card) for card in record.cards if card.card]


@pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")  # its own
def test_coco_by_pycocotools(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    coco = pytest.importorskip("pycocotools.coco").COCO(write("coco", folder) / COCO_FILE)
    capsys.readouterr()  # it prints how long it took
    assert [image["file_name"] for image in coco.loadImgs(coco.getImgIds())] == [
        FIRST.image,
        EMPTY.image,
    ]
    annotations = coco.loadAnns(coco.getAnnIds(imgIds=[1]))
    found = [
        category["name"] for row in annotations for category in coco.loadCats(row["category_id"])
    ]
    assert found == classes_of(FIRST)
    for row, (left, top, right, bottom) in zip(annotations, boxes(FIRST), strict=True):
        assert row["bbox"] == pytest.approx([left, top, right - left, bottom - top])
        mask = coco.annToMask(row)  # of the part within the photo
        assert mask.shape == (FIRST.height, FIRST.width)
        assert mask.sum() == pytest.approx(row["area"], rel=0.03, abs=2)
    assert coco.getAnnIds(imgIds=[2]) == []


def test_coco_results_can_be_scored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pycocotools")
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    whole = write("coco", folder) / COCO_FILE
    content = json.loads(whole.read_text())
    truth = COCO(whole)
    results = truth.loadRes(content["annotations"])
    scored = COCOeval(truth, results, "bbox")
    scored.evaluate()
    scored.accumulate()
    scored.summarize()
    capsys.readouterr()
    assert scored.stats[0] == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["coco", "yolo", "yolo-obb", "voc"])
def test_by_supervision(name: str, folder: Path) -> None:
    data = pytest.importorskip("supervision").DetectionDataset
    write(name, folder)
    if name == "coco":
        found = data.from_coco(str(folder / "images"), str(folder / COCO_FILE))
    elif name == "voc":
        # It looks into one folder only.
        images, labels = folder / "images" / "holiday", folder / "Annotations" / "holiday"
        found = data.from_pascal_voc(str(images), str(labels))
    else:
        found = data.from_yolo(
            str(folder / "images" / "holiday"),
            str(folder / "labels" / "holiday"),
            str(folder / "data.yaml"),
            is_obb=name == "yolo-obb",
        )
    by_name = {Path(path).name: detections for path, _image, detections in found}
    detections = by_name[Path(FIRST.image).name]
    assert [found.classes[k] for k in detections.class_id] == classes_of(FIRST)
    # VOC knows whole pixels only.
    np.testing.assert_allclose(detections.xyxy[:3], boxes(FIRST)[:3], atol=1.01)
    if name == "coco":
        assert len(by_name[EMPTY.image]) == 0


@pytest.mark.parametrize("name", ["yolo", "yolo-obb"])
@pytest.mark.parametrize("classes", list(Classes))
def test_yolo_stays_within_the_photo(name: str, classes: Classes, folder: Path) -> None:
    """Ultralytics leaves out photos with a label outside 0..1."""
    write(name, folder, classes)
    lines = (folder / "labels" / "holiday" / "first table.txt").read_text().splitlines()
    rows = [list(map(float, line.split())) for line in lines]
    assert len(rows) == (16 if classes is Classes.FEATURES else 4)
    for number, *values in rows:
        assert 0 <= number < len(box_names(classes))
        assert len(values) == (4 if name == "yolo" else 8)
        assert all(0 <= value <= 1 for value in values)
    assert (folder / "labels" / "empty.txt").read_text() == ""  # a photo without cards


def test_yolo_classes(folder: Path) -> None:
    yaml = pytest.importorskip("yaml")
    write("yolo", folder)
    data = yaml.safe_load((folder / "data.yaml").read_text())
    assert list(data["names"].items()) == list(enumerate(names(Classes.FACES)))
    write("yolo", folder, Classes.FEATURES)
    data = yaml.safe_load((folder / "data.yaml").read_text())
    assert data["names"][0] == "red"
    assert data["names"][6] == "one"


def test_voc_is_what_its_development_kit_wants(folder: Path) -> None:
    root = ET.parse(
        write("voc", folder, Classes.FEATURES) / "Annotations/holiday/first table.xml"
    ).getroot()
    assert root.findtext("filename") == "first table.jpg"
    assert root.findtext("size/width") == str(FIRST.width)
    first, second, _third, cut = root.iterfind("object")
    box = {key.tag: int(str(key.text)) for key in first.find("bndbox") or []}
    # The first pixel is number 1, and the card reaches from the middle of pixel 41 to that of 191.
    assert box == {"xmin": 42, "ymin": 42, "xmax": 190, "ymax": 140}
    assert [row.findtext("difficult") for row in (first, second)] == ["0", "1"]
    assert [row.findtext("truncated") for row in (first, cut)] == ["0", "1"]
    values = {row.findtext("name"): row.findtext("value") for row in first.iter("attribute")}
    assert (values["color"], values["count"], values["confidence"]) == ("red", "1", "0.9995")


def test_labelme_finds_the_photo(folder: Path) -> None:
    file = FORMATS["labelme"].of_one
    assert file is not None
    record = two_photos()[0]
    placed = Labelled(
        record.image,
        record.width,
        record.height,
        record.cards,
        path=str(folder / "images" / record.image),
    )
    made = file(placed, Layout(Classes.FACES, folder / "out" / "labelme"))
    content = json.loads("".join(made.chunks))
    assert made.name == "holiday/first table.json"
    assert content["imagePath"] == "../../../images/holiday/first table.jpg"
    # What labelme's own reader looks up in a file and in a shape.
    assert {"imagePath", "imageData", "shapes", "imageHeight", "imageWidth"} <= content.keys()
    for shape in content["shapes"]:
        assert {"label", "points", "shape_type", "flags", "group_id", "description"} <= shape.keys()
        assert shape["shape_type"] == "polygon"
        assert len(shape["points"]) == 4


def test_cvat_defines_what_it_uses(folder: Path) -> None:
    root = ET.parse(write("cvat", folder, Classes.FEATURES) / "annotations.xml").getroot()
    assert root.findtext("version") == "1.1"
    label = root.find("meta/task/labels/label")
    assert label is not None
    defined = {
        row.findtext("name"): str(row.findtext("values")).split("\n")
        for row in label.iter("attribute")
    }
    for polygon in root.iter("polygon"):
        assert polygon.attrib["label"] == label.findtext("name") == "card"
        assert re.fullmatch(r"(\d+\.\d\d,\d+\.\d\d;?){4}", polygon.attrib["points"])
        for attribute in polygon:
            values = defined[attribute.attrib["name"]]
            assert attribute.text in values or attribute.attrib["name"] not in ("color", "fill")
    assert [image.attrib["id"] for image in root.iter("image")] == ["0", "1"]


def test_label_studio_fits_its_own_interface(folder: Path) -> None:
    """Each part of a prediction has a control and an object of the interface."""
    write("label-studio", folder, Classes.FEATURES)
    config = ET.parse(folder / "config.xml").getroot()
    controls = {
        element.attrib["name"]: {choice.attrib["value"] for choice in element}
        for element in config
        if "toName" in element.attrib
    }
    for task in json.loads((folder / "tasks.json").read_text()):
        assert task["data"]["image"].startswith("/data/local-files/?d=")
        for part in task["predictions"][0]["result"]:
            chosen = part["value"].get("choices") or part["value"]["polygonlabels"]
            assert set(chosen) <= controls[part["from_name"]]
            assert part["to_name"] == "image"
            if part["type"] == "polygonlabels":
                width = part["value"]["points"][1][0] - part["value"]["points"][0][0]
                assert (
                    width == pytest.approx(100 * 150 / FIRST.width, abs=1e-3)
                    or part["id"] == "card4"
                )
