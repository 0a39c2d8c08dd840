"""CVAT for images 1.1: one XML file with a polygon a card.

Format: https://docs.cvat.ai/docs/manual/advanced/formats/format-cvat/. Pixels are counted from
edges; CVAT shows photos turned as EXIF says. A photo's id is its place in the file.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from setvision.cards import Color, Feature, Fill, Shape
from setvision.label.classes import (
    Classes,
    attributes_of,
    card_of,
    confidences_of,
    name_of,
    names,
    told_of,
)
from setvision.label.formats.files import Format, Layout, TextFile
from setvision.label.formats.parse import Wrong, certainty, damaged, xml_of
from setvision.label.geometry import Quad, centers, edges, quad_of_box
from setvision.label.records import Labelled, LabelledCard

__all__ = ["CVAT"]

_FILE: Final = "annotations.xml"

_VALUES: Final = {
    "color": tuple(map(str, Color)),
    "shape": tuple(map(str, Shape)),
    "count": ("1", "2", "3"),
    "fill": tuple(map(str, Fill)),
}


def _of_all(records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
    yield TextFile(_FILE, _text(records, layout))


def _text(records: Iterable[Labelled], layout: Layout) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n'
    yield _string(_meta(layout.classes))
    for number, record in enumerate(records):
        yield _string(_image(number, record, layout.classes))
    yield "</annotations>\n"


def _meta(classes: Classes) -> Element:
    meta = Element("meta")
    labels = SubElement(SubElement(meta, "task"), "labels")
    has_features = classes is Classes.FEATURES
    for name in names(classes):
        label = SubElement(labels, "label")
        SubElement(label, "name").text = name
        attributes = SubElement(label, "attributes")
        for key, values in _VALUES.items() if has_features else ():
            _attribute(attributes, key, "select", values)
        _attribute(attributes, "sure", "checkbox", ("true", "false"))
        for key in ("confidence", *(f"confidence_{feature}" for feature in Feature)):
            _attribute(attributes, key, "text", ("1.0",))
        for key in ("by", "when", "read"):
            _attribute(attributes, key, "text", ("",))
    return meta


def _attribute(to: Element, name: str, kind: str, values: tuple[str, ...]) -> None:
    attribute = SubElement(to, "attribute")
    for key, text in (
        ("name", name),
        ("mutable", "False"),
        ("input_type", kind),
        ("default_value", values[0]),
        ("values", "\n".join(values)),
    ):
        SubElement(attribute, key).text = text


def _image(number: int, record: Labelled, classes: Classes) -> Element:
    image = Element(
        "image",
        id=str(number),
        name=record.image,
        width=str(record.width),
        height=str(record.height),
    )
    for card in record.cards:
        polygon = SubElement(
            image,
            "polygon",
            label=name_of(card, classes),
            source="manual" if card.told else "auto",
            occluded=str(int("hidden" in card.doubts)),
            points=";".join(f"{x:.2f},{y:.2f}" for x, y in edges(card.quad)),
            z_order="0",
        )
        attributes: dict[str, object] = {
            **attributes_of(card, classes),
            "sure": str(card.is_sure).lower(),
            **confidences_of(card),
            **told_of(card),
        }
        for key, value in attributes.items():
            SubElement(polygon, "attribute", name=key).text = str(value)
    return image


def _string(element: Element) -> str:
    indent(element, " ")
    return tostring(element, encoding="unicode") + "\n"


def _read(path: Path) -> Iterator[Labelled]:
    path = path / _FILE if path.is_dir() else path
    root = xml_of(path)
    try:
        for image in root.iter("image"):
            shapes = [row for row in image if row.tag in ("polygon", "box")]
            yield Labelled(
                image=image.attrib["name"],
                width=int(image.attrib["width"]),
                height=int(image.attrib["height"]),
                cards=tuple(_card(row, number) for number, row in enumerate(shapes, start=1)),
            )
    except Wrong as error:
        raise damaged(path, error) from None


def _card(row: Element, number: int) -> LabelledCard:
    attributes: dict[str, Any] = {
        attribute.attrib["name"]: (attribute.text or "").strip()
        for attribute in row.iterfind("attribute")
    }
    return LabelledCard(
        id=number,
        card=card_of(row.attrib["label"], attributes),
        quad=_quad(row),
        **certainty(attributes),
    )


def _quad(row: Element) -> Quad:
    if row.tag == "box":
        left, top, right, bottom = (float(row.attrib[key]) for key in ("xtl", "ytl", "xbr", "ybr"))
        return quad_of_box((left, top, right, bottom))
    return centers([float(v) for v in pair.split(",")] for pair in row.attrib["points"].split(";"))


CVAT: Final = Format("cvat", _of_all, None, _read)
