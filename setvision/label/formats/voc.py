"""Pascal VOC: an XML file a photo.

Format: http://host.robots.ox.ac.uk/pascal/VOC/voc2012/htmldoc/. Pixels are counted from 1, so that
the last of a row is the width. What VOC lacks, the polygon and the attributes, is written as
Roboflow and CVAT do.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from setvision.errors import LabelsError
from setvision.label.classes import attributes_of, card_of, confidences_of, name_of, names, told_of
from setvision.label.formats.files import Format, Layout, TextFile
from setvision.label.formats.parse import Wrong, certainty, damaged, text_of, xml_of
from setvision.label.geometry import Quad, box_of, centers, clipped, is_cut, quad_of_box
from setvision.label.records import Labelled, LabelledCard
from setvision.message import msg

__all__ = ["VOC"]


def _of_all(records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
    # The list of a subset and that of the classes, without which some programs find no photos.
    photos = (f"{record.file_stem}\n" for record in records)
    yield TextFile("ImageSets/Main/default.txt", photos)
    labels = (f"{name}:::\n" for name in names(layout.classes))
    yield TextFile("labelmap.txt", ["# label:color_rgb:parts:actions\n", *labels])


def _of_one(record: Labelled, layout: Layout) -> TextFile:
    root = Element("annotation")
    name = PurePosixPath(record.image)
    _add(root, "folder", "" if str(name.parent) == "." else name.parent)
    _add(root, "filename", name.name)
    _add(SubElement(root, "source"), "database", layout.by or "setvision")
    size = SubElement(root, "size")
    for key, value in (("width", record.width), ("height", record.height), ("depth", 3)):
        _add(size, key, value)
    _add(root, "segmented", 0)
    for card in record.cards:
        _add_card(root, card, record, layout)
    indent(root, " ")
    text = tostring(root, encoding="unicode")
    return TextFile(f"Annotations/{record.file_stem}.xml", [text, "\n"])


def _add_card(root: Element, card: LabelledCard, record: Labelled, layout: Layout) -> None:
    width, height = record.width, record.height
    is_truncated = "hidden" in card.doubts or is_cut(card.quad, width, height)
    element = SubElement(root, "object")
    _add(element, "name", name_of(card, layout.classes))
    _add(element, "pose", "Unspecified")
    _add(element, "truncated", int(is_truncated))
    _add(element, "difficult", int(not card.is_sure))
    box = SubElement(element, "bndbox")
    left, top, right, bottom = box_of(card.quad, width, height)
    # Its last pixel belongs to the box, hence 1 is added to the first corner only.
    for key, value in (("xmin", left + 1), ("ymin", top + 1), ("xmax", right), ("ymax", bottom)):
        _add(box, key, round(value))
    polygon = SubElement(element, "polygon")
    for number, (x, y) in enumerate(clipped(card.quad, width, height), start=1):
        _add(polygon, f"x{number}", min(int(x) + 1, width))
        _add(polygon, f"y{number}", min(int(y) + 1, height))
    attributes = SubElement(element, "attributes")
    all_of_them: dict[str, object] = {
        **attributes_of(card, layout.classes),
        **confidences_of(card),
        "sure": str(card.is_sure).lower(),
        **told_of(card),
    }
    for key, content in all_of_them.items():
        attribute = SubElement(attributes, "attribute")
        _add(attribute, "name", key)
        _add(attribute, "value", content)


def _add(to: Element, name: str, text: object) -> None:
    SubElement(to, name).text = str(text)


def _read(path: Path) -> Iterator[Labelled]:
    files = sorted(path.rglob("*.xml")) if path.is_dir() else [path]
    if not files:
        raise LabelsError(msg("{path}: there are no XML files in it", path=path))
    for file in files:
        root = xml_of(file)
        try:
            folder = (root.findtext("folder") or "").strip()
            cards = [_card(row, number) for number, row in enumerate(root.iter("object"), start=1)]
            yield Labelled(
                image=(PurePosixPath(folder) / text_of(root, "filename")).as_posix(),
                width=int(text_of(root, "size/width")),
                height=int(text_of(root, "size/height")),
                cards=tuple(cards),
            )
        except Wrong as error:
            raise damaged(file, error) from None


def _card(row: Element, number: int) -> LabelledCard:
    attributes = {
        text_of(attribute, "name"): text_of(attribute, "value")
        for attribute in row.iterfind("attributes/attribute")
    }
    is_easy = (row.findtext("difficult") or "0").strip() != "1"
    return LabelledCard(
        id=number,
        card=card_of(text_of(row, "name"), attributes),
        quad=_quad(row),
        **certainty({"sure": is_easy, **attributes}),
    )


def _quad(row: Element) -> Quad:
    polygon = row.find("polygon")
    if polygon is not None and len(polygon) == 8:
        points = [
            (float(text_of(polygon, f"x{k}")), float(text_of(polygon, f"y{k}")))
            for k in range(1, 5)
        ]
        return centers((x - 0.5, y - 0.5) for x, y in points)
    left, top, right, bottom = (
        float(text_of(row, f"bndbox/{key}")) for key in ("xmin", "ymin", "xmax", "ymax")
    )
    return quad_of_box((left - 1, top - 1, right, bottom))


VOC: Final = Format("voc", _of_all, _of_one, _read)
