"""Labels from a file or folder in any format that setvision knows, told by what is in it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from setvision.errors import LabelsError
from setvision.label.formats import FORMATS
from setvision.label.formats.label_studio import is_label_studio
from setvision.label.formats.labelme import is_labelme
from setvision.label.formats.parse import json_of, xml_of
from setvision.label.records import Labelled, from_line
from setvision.message import msg, shown

__all__ = ["read_labels"]

_OWN_FILES: Final = {
    "annotations/instances_default.json": "coco",
    "annotations.xml": "cvat",
    "data.yaml": "yolo",
    "tasks.json": "label-studio",
    "cards.csv": "csv",
    "labels.jsonl": "jsonl",
}
"""What a folder of a format holds, by which it is known."""


def read_labels(path: Path) -> list[Labelled]:
    """Read labels, or readings, whatever their format.

    Parameters
    ----------
    path
        A file of COCO, YOLO (``data.yaml``), Pascal VOC, labelme, CVAT, Label Studio, CSV, JSON
        lines as of ``setvision read --json``, or a JSON file with what such a line says. Or a
        folder of one of these: as ``setvision label`` writes it, with XML files of Pascal VOC, or
        with JSON files of single photos.

    Returns
    -------
    list of Labelled
        Photos in the order of their labels.

    Raises
    ------
    LabelsError
        When it can't be read, is damaged, or of no format that is known.
    """
    try:
        return list(_folder(path) if path.is_dir() else _file(path))
    except OSError as error:
        name = shown(error.filename or path)
        reason = error.strerror or error
        raise LabelsError(
            msg("{path} cannot be read: {reason}", path=name, reason=reason)
        ) from None


def _folder(path: Path) -> Iterator[Labelled]:
    for name, form in _OWN_FILES.items():
        if (path / name).is_file():
            return FORMATS[form].read(path)
    if any(path.rglob("*.xml")):
        return FORMATS["voc"].read(path)
    files = sorted(path.rglob("*.json"))
    if not files:
        raise _unknown(path)
    return (record for file in files for record in _json(file))


def _file(path: Path) -> Iterator[Labelled]:
    kinds: dict[str, Callable[[Path], Iterator[Labelled]]] = {
        ".csv": FORMATS["csv"].read,
        ".json": _json,
        ".jsonl": FORMATS["jsonl"].read,
        ".ndjson": FORMATS["jsonl"].read,
        ".xml": _xml,
        ".yaml": FORMATS["yolo"].read,
        ".yml": FORMATS["yolo"].read,
    }
    read = kinds.get(path.suffix.lower())
    if read is None and path.exists():
        raise _unknown(path)
    return (read or FORMATS["jsonl"].read)(path)


def _json(path: Path) -> Iterator[Labelled]:
    content: Any = json_of(path)
    if is_label_studio(content):
        return FORMATS["label-studio"].read(path)
    if is_labelme(content):
        return FORMATS["labelme"].read(path)
    if isinstance(content, dict) and "annotations" in content:
        return FORMATS["coco"].read(path)
    if isinstance(content, dict) and "cards" in content:
        return iter([from_line(content, shown(path))])
    raise _unknown(path)


def _xml(path: Path) -> Iterator[Labelled]:
    return FORMATS["voc" if xml_of(path).tag == "annotation" else "cvat"].read(path)


def _unknown(path: Path) -> LabelsError:
    return LabelsError(
        msg(
            "{path} holds no labels of a known format: COCO, YOLO, Pascal VOC, labelme, CVAT, "
            "Label Studio, CSV or JSON lines",
            path=shown(path),
        )
    )
