"""COCO JSON for object detection: boxes, and the four corners as a polygon.

Format: https://cocodataset.org/#format-data. Pixels are counted from edges. With the features as
classes, ``attributes`` holds them, as CVAT reads and writes it; confidences stand beside, and
who corrected a card, when, and what it had been read as.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

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
from setvision.label.formats.parse import Wrong, certainty, damaged, json_of
from setvision.label.geometry import (
    box_of,
    centers,
    edges,
    quad_of_box,
    visible_area,
)
from setvision.label.records import Labelled, LabelledCard

__all__ = ["COCO"]

_FILE: Final = "annotations/instances_default.json"  # where CVAT and others look for it


def _of_all(records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
    yield TextFile(_FILE, _text(records, layout))


def _text(records: Iterable[Labelled], layout: Layout) -> Iterator[str]:
    info = {"description": f"cards of the game SET, labelled by {layout.by or 'setvision'}"}
    yield f'{{"info": {_json(info)},\n"licenses": [],\n"categories": [\n'
    yield ",\n".join(_json(category) for category in _categories(layout.classes))
    yield '\n],\n"images": [\n'
    for number, record in enumerate(records, start=1):
        image = {
            "id": number,
            "file_name": record.image,
            "width": record.width,
            "height": record.height,
        }
        yield (",\n" if number > 1 else "") + _json(image)
    yield '\n],\n"annotations": [\n'
    count = 0
    for number, record in enumerate(records, start=1):
        for card in record.cards:
            count += 1
            text = _json(_annotation(count, number, card, record, layout.classes))
            yield (",\n" if count > 1 else "") + text
    yield "\n]}\n"


def _categories(classes: Classes) -> list[dict[str, Any]]:
    return [
        {"id": number, "name": name, "supercategory": "card"}
        for number, name in enumerate(names(classes), start=1)
    ]


def _annotation(
    number: int, image: int, card: LabelledCard, record: Labelled, classes: Classes
) -> dict[str, Any]:
    left, top, right, bottom = box_of(card.quad, record.width, record.height)
    attributes: dict[str, object] = {**attributes_of(card, classes), **confidences_of(card)}
    return {
        "id": number,
        "image_id": image,
        "category_id": names(classes).index(name_of(card, classes)) + 1,
        "bbox": [left, top, round(right - left, 3), round(bottom - top, 3)],
        "area": round(visible_area(card.quad, record.width, record.height), 1),
        "segmentation": [[value for point in edges(card.quad) for value in point]],
        "iscrowd": 0,
        "score": card.confidence,
        "attributes": {**attributes, "sure": card.is_sure, **told_of(card)},
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _read(path: Path) -> Iterator[Labelled]:
    path = path / _FILE if path.is_dir() else path
    content = json_of(path)
    try:
        categories = {row["id"]: str(row["name"]) for row in content["categories"]}
        cards: dict[Any, list[LabelledCard]] = {row["id"]: [] for row in content["images"]}
        for row in content["annotations"]:
            of_photo = cards[row["image_id"]]
            of_photo.append(_card(row, categories[row["category_id"]], len(of_photo) + 1))
        for row in content["images"]:
            yield Labelled(
                image=str(row["file_name"]),
                width=int(row["width"]),
                height=int(row["height"]),
                cards=tuple(cards[row["id"]]),
            )
    except Wrong as error:
        raise damaged(path, error) from None


def _card(row: dict[str, Any], category: str, number: int) -> LabelledCard:
    attributes = row.get("attributes") or {}
    polygon = row.get("segmentation")
    if isinstance(polygon, list) and len(polygon) == 1 and len(polygon[0]) == 8:
        quad = centers(zip(polygon[0][::2], polygon[0][1::2], strict=True))
    else:
        left, top, width, height = map(float, row["bbox"])
        quad = quad_of_box((left, top, left + width, top + height))
    score = {"confidence": row["score"]} if "score" in row else {}
    return LabelledCard(
        id=number,
        card=card_of(category, attributes),
        quad=quad,
        **certainty({**attributes, **score}),
    )


COCO: Final = Format("coco", _of_all, None, _read)
