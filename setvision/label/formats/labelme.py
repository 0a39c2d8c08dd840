"""Labelme: a JSON file a photo, which names the photo relative to itself.

Format: https://github.com/wkentaro/labelme, ``labelme/_label_file.py``. Pixels are counted from
edges. ``flags`` is what labelme shows as check marks, so the features are there, and the confidence
stands in ``description``; ``confidences`` and ``told`` are kept by labelme as they are.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, Final

from setvision.errors import LabelsError
from setvision.label.addresses import relative
from setvision.label.classes import attributes_of, card_of, confidences_of, name_of, told_of
from setvision.label.formats.files import Format, Layout, TextFile
from setvision.label.formats.parse import Wrong, certainty, damaged, json_of
from setvision.label.geometry import Quad, centers, edges, quad_of_box
from setvision.label.records import Labelled, LabelledCard
from setvision.message import msg

__all__ = ["LABELME", "is_labelme"]

_VERSION: Final = "5.4.1"  # whose fields are written; later ones read them


def _of_all(records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
    return iter(())


def _of_one(record: Labelled, layout: Layout) -> TextFile:
    name = f"{record.file_stem}.json"
    content: dict[str, Any] = {
        "version": _VERSION,
        "flags": {},
        "shapes": [_shape(card, layout) for card in record.cards],
        "imagePath": _path_from(layout, name, record),
        "imageData": None,
        "imageHeight": record.height,
        "imageWidth": record.width,
        "image": record.image,
    }
    return TextFile(name, [json.dumps(content, ensure_ascii=False, indent=1), "\n"])


def _path_from(layout: Layout, name: str, record: Labelled) -> str:
    if not record.path:
        return record.image
    return relative(record.path, f"{layout.folder}/{PurePosixPath(name).parent}")


def _shape(card: LabelledCard, layout: Layout) -> dict[str, Any]:
    attributes = attributes_of(card, layout.classes)
    return {
        "label": name_of(card, layout.classes),
        "points": [list(point) for point in edges(card.quad)],
        "group_id": None,
        "description": _description(card),
        "shape_type": "polygon",
        "flags": {f"{key}: {value}": True for key, value in attributes.items()},
        "mask": None,
        "confidences": {**confidences_of(card), "sure": card.is_sure},
        **({"told": told_of(card)} if card.told else {}),
    }


def _description(card: LabelledCard) -> str:
    if card.told is not None:
        return f"looked at by {card.told.by}"
    return f"{100 * card.confidence:.2f} %" + ("" if card.is_sure else ", not sure")


def is_labelme(content: object) -> bool:
    """Tell whether parsed JSON looks like a file of labelme."""
    return isinstance(content, dict) and "shapes" in content and "imagePath" in content


def _read(path: Path) -> Iterator[Labelled]:
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    if not files:
        raise LabelsError(msg("{path}: there are no JSON files in it", path=path))
    for file in files:
        content = json_of(file)
        try:
            cards = [_card(shape, k) for k, shape in enumerate(content["shapes"], start=1)]
            yield Labelled(
                image=str(content.get("image") or content["imagePath"]),
                width=int(content["imageWidth"]),
                height=int(content["imageHeight"]),
                cards=tuple(cards),
            )
        except Wrong as error:
            raise damaged(file, error) from None


def _card(shape: dict[str, Any], number: int) -> LabelledCard:
    marked = [key.split(": ", 1) for key, is_set in (shape.get("flags") or {}).items() if is_set]
    attributes = {pair[0]: pair[1] for pair in marked if len(pair) == 2}
    return LabelledCard(
        id=number,
        card=card_of(str(shape["label"]), attributes),
        quad=_quad(shape["points"]),
        **certainty(shape.get("confidences") or {}),
    )


def _quad(points: list[list[float]]) -> Quad:
    if len(points) == 2:  # a rectangle has two opposite corners
        (x0, y0), (x1, y1) = points
        return quad_of_box((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
    return centers(points)


LABELME: Final = Format("labelme", _of_all, _of_one, _read)
