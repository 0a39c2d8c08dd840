"""YOLO labels as Ultralytics reads them: a text file a photo, a line a card.

Formats: https://docs.ultralytics.com/datasets/detect/ and https://docs.ultralytics.com/datasets/obb/.
A line of boxes is ``class x y width height``, center first, one of oriented boxes ``class x1 y1 x2
y2 x3 y3 x4 y4``; all in parts of the photo's width and height, within 0..1. The numbers of the
classes are listed in ``data.yaml``. A line cannot say how sure a label is.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from setvision.errors import LabelsError, MissingExtraError
from setvision.extras import installing
from setvision.label.classes import Classes, box_names, card_of, card_of_values, name_of
from setvision.label.formats.files import Format, Layout, TextFile
from setvision.label.formats.parse import Wrong, damaged
from setvision.label.geometry import Quad, box_of, centers, clipped, quad_of_box
from setvision.label.records import Labelled, LabelledCard
from setvision.message import msg

__all__ = ["YOLO", "YOLO_OBB"]

_DATA: Final = "data.yaml"

_SIDE: Final = 10_000
"""Width and height in pixels of photos that are read back: a line holds parts of them alone."""


def _of_all(records: Iterable[Labelled], layout: Layout) -> Iterator[TextFile]:
    lines = [
        "# The photos belong into images/, under the names that their labels have.\n",
        "path: .\ntrain: images\nval: images\nnames:\n",
        *(f"  {k}: '{name}'\n" for k, name in enumerate(box_names(layout.classes))),
    ]
    yield TextFile(_DATA, lines)


def _boxes(record: Labelled, layout: Layout) -> TextFile:
    lines = []
    for card in record.cards:
        left, top, right, bottom = box_of(card.quad, record.width, record.height)
        shape = (
            (left + right) / 2 / record.width,
            (top + bottom) / 2 / record.height,
            (right - left) / record.width,
            (bottom - top) / record.height,
        )
        lines += _lines(card, shape, layout.classes)
    return TextFile(f"labels/{record.file_stem}.txt", lines)


def _oriented(record: Labelled, layout: Layout) -> TextFile:
    lines = []
    for card in record.cards:
        shape = [
            value / side
            for point in clipped(card.quad, record.width, record.height)
            for value, side in zip(point, (record.width, record.height), strict=True)
        ]
        lines += _lines(card, shape, layout.classes)
    return TextFile(f"labels/{record.file_stem}.txt", lines)


def _lines(card: LabelledCard, shape: Sequence[float], classes: Classes) -> list[str]:
    numbers = " ".join(f"{value:.6f}" for value in shape)
    return [f"{number} {numbers}\n" for number in _classes(card, classes)]


def _classes(card: LabelledCard, classes: Classes) -> list[int]:
    if classes is not Classes.FEATURES:
        return [box_names(classes).index(name_of(card, classes))]
    if card.card is None:
        return []
    return [3 * feature + value for feature, value in enumerate(card.card.values)]


def _read(path: Path) -> Iterator[Labelled]:
    data = path / _DATA if path.is_dir() else path
    try:
        names = _names(data.read_text("utf-8"))
    except Wrong as error:
        raise damaged(data, error) from None
    folder = data.parent / "labels"
    files = sorted(folder.rglob("*.txt"))
    if not files:
        raise LabelsError(msg("{path}: there are no labels beside it in labels/", path=data))
    for file in files:
        try:
            cards = _cards(file.read_text("utf-8"), names)
        except Wrong as error:
            raise damaged(file, error) from None
        image = file.relative_to(folder).with_suffix("").as_posix()
        yield Labelled(image, _SIDE, _SIDE, cards)


def _names(text: str) -> dict[int, str]:
    try:
        import yaml
    except ImportError:
        raise MissingExtraError(
            msg(
                "reading YOLO labels needs one more package: {command}",
                command=installing("eval"),
            )
        ) from None
    try:
        names: Any = yaml.safe_load(text)["names"]
    except yaml.YAMLError as error:
        raise ValueError(error) from None
    rows = names.items() if isinstance(names, dict) else enumerate(names)
    return {int(number): str(name) for number, name in rows}


def _cards(text: str, names: dict[int, str]) -> tuple[LabelledCard, ...]:
    found: dict[Quad, set[str]] = {}
    cards: list[LabelledCard] = []
    values = set(box_names(Classes.FEATURES))
    for line in text.splitlines():
        if not line.strip():
            continue
        number, *rest = line.split()
        name, quad = names[int(number)], _quad([float(value) for value in rest])
        if name in values:  # one of the four classes of a card
            found.setdefault(quad, set()).add(name)
        else:
            cards.append(LabelledCard(len(cards) + 1, card_of(name), quad))
    for quad, of_card in found.items():
        cards.append(LabelledCard(len(cards) + 1, card_of_values(of_card), quad))
    return tuple(cards)


def _quad(shape: Sequence[float]) -> Quad:
    values = [value * _SIDE for value in shape]
    if len(values) == 8:
        return centers(zip(values[::2], values[1::2], strict=True))
    if len(values) != 4:
        raise ValueError(f"a line has {len(values) + 1} numbers, not 5 or 9")
    x, y, width, height = values
    return quad_of_box((x - width / 2, y - height / 2, x + width / 2, y + height / 2))


YOLO: Final = Format("yolo", _of_all, _boxes, _read)
YOLO_OBB: Final = Format("yolo-obb", _of_all, _oriented, _read)
