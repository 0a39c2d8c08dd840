"""Label Studio: tasks with predictions, or with annotations where a person corrected them.

Format: https://labelstud.io/guide/predictions. Corners are in percent of the photo, turned as EXIF
says, and within it. Photos are named for its local file storage, whose document root must be the
folder that all photos share; ``config.xml`` is the labelling interface that the tasks fit.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, unquote

from setvision.cards import Color, Fill, Shape
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
from setvision.label.geometry import centers, clipped
from setvision.label.records import Labelled, LabelledCard

__all__ = ["LABEL_STUDIO", "is_label_studio"]

_TASKS: Final = "tasks.json"
_CONFIG: Final = "config.xml"
_FROM: Final = "cards"
_TO: Final = "image"
_LOCAL: Final = "/data/local-files/?d="

_CHOICES: Final = {
    "color": tuple(map(str, Color)),
    "shape": tuple(map(str, Shape)),
    "count": ("1", "2", "3"),
    "fill": tuple(map(str, Fill)),
}


def _of_all(records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
    yield TextFile(_TASKS, _tasks(records, layout))
    yield TextFile(_CONFIG, [_config(layout.classes)])


def _config(classes: Classes) -> str:
    labels = "".join(f'  <Label value="{name}"/>\n' for name in names(classes))
    choices = "".join(
        f' <Choices name="{key}" toName="{_TO}" perRegion="true" required="true">\n'
        + "".join(f'  <Choice value="{value}"/>\n' for value in values)
        + " </Choices>\n"
        for key, values in (_CHOICES.items() if classes is Classes.FEATURES else ())
    )
    return (
        f'<View>\n <Image name="{_TO}" value="$image"/>\n'
        f' <PolygonLabels name="{_FROM}" toName="{_TO}">\n{labels} </PolygonLabels>\n'
        f"{choices}</View>\n"
    )


def _tasks(records: Iterable[Labelled], layout: Layout) -> Iterator[str]:
    yield "["
    for number, record in enumerate(records):
        yield (",\n" if number else "\n") + json.dumps(_task(record, layout), ensure_ascii=False)
    yield "\n]\n"


def _task(record: Labelled, layout: Layout) -> dict[str, Any]:
    result = [part for card in record.cards for part in _parts(card, record, layout.classes)]
    task = {
        "data": {"image": _LOCAL + quote(record.image)},
        "meta": {"width": record.width, "height": record.height},
    }
    if record.origin is not None and record.origin.when:  # a person said so
        return {**task, "annotations": [{"result": result}]}
    prediction = {
        "model_version": record.origin.model if record.origin else layout.by,
        "score": min((card.confidence for card in record.cards), default=0.0),
        "result": result,
    }
    return {**task, "predictions": [prediction]}


def _parts(card: LabelledCard, record: Labelled, classes: Classes) -> Iterator[dict[str, Any]]:
    region = {
        "id": f"card{card.id}",
        "to_name": _TO,
        "original_width": record.width,
        "original_height": record.height,
        "image_rotation": 0,
    }
    points = [
        [round(100 * x / record.width, 4), round(100 * y / record.height, 4)]
        for x, y in clipped(card.quad, record.width, record.height)
    ]
    yield {
        **region,
        "from_name": _FROM,
        "type": "polygonlabels",
        "value": {"points": points, "closed": True, "polygonlabels": [name_of(card, classes)]},
        "score": card.confidence,
        "meta": {"sure": card.is_sure, **confidences_of(card), **told_of(card)},
    }
    for key, value in attributes_of(card, classes).items():
        yield {
            **region,
            "from_name": key,
            "type": "choices",
            "value": {"points": points, "closed": True, "choices": [value]},
        }


def is_label_studio(content: object) -> bool:
    """Tell whether parsed JSON looks like tasks of Label Studio."""
    return isinstance(content, list) and all(
        isinstance(row, dict) and "data" in row for row in content
    )


def _read(path: Path) -> Iterator[Labelled]:
    path = path / _TASKS if path.is_dir() else path
    content = json_of(path)
    try:
        for task in content:
            yield _labelled(task)
    except Wrong as error:
        raise damaged(path, error) from None


def _labelled(task: dict[str, Any]) -> Labelled:
    """Make a record of a task; what a person said of it counts before a prediction."""
    said = (task.get("annotations") or task.get("predictions") or [{"result": []}])[0]["result"]
    meta = task.get("meta") or {}
    width = said[0]["original_width"] if said else meta["width"]
    height = said[0]["original_height"] if said else meta["height"]
    choices: dict[str, dict[str, str]] = {}
    for part in said:
        if part["type"] == "choices":
            choices.setdefault(part["id"], {})[part["from_name"]] = part["value"]["choices"][0]
    polygons = [part for part in said if part["type"] == "polygonlabels"]
    cards = [
        _card(part, choices.get(part["id"], {}), number)
        for number, part in enumerate(polygons, start=1)
    ]
    name = str(task["data"]["image"])
    name = unquote(name.split("?d=", 1)[1]) if "?d=" in name else name
    return Labelled(name, int(width), int(height), tuple(cards))


def _card(part: dict[str, Any], attributes: dict[str, str], number: int) -> LabelledCard:
    width, height = part["original_width"], part["original_height"]
    value = part["value"]
    return LabelledCard(
        id=number,
        card=card_of(str(value["polygonlabels"][0]), attributes),
        quad=centers((x * width / 100, y * height / 100) for x, y in value["points"]),
        **certainty(part.get("meta") or {}),
    )


LABEL_STUDIO: Final = Format("label-studio", _of_all, None, _read)
