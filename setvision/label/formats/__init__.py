"""The label formats, by the names that ``--format`` takes."""

from typing import Final

from setvision.label.formats.coco import COCO
from setvision.label.formats.cvat import CVAT
from setvision.label.formats.files import Format, Layout, TextFile
from setvision.label.formats.label_studio import LABEL_STUDIO
from setvision.label.formats.labelme import LABELME
from setvision.label.formats.lines import JSONL
from setvision.label.formats.rows import CSV
from setvision.label.formats.voc import VOC
from setvision.label.formats.yolo import YOLO, YOLO_OBB

__all__ = ["FORMATS", "Format", "Layout", "TextFile"]

FORMATS: Final[dict[str, Format]] = {
    form.name: form for form in (COCO, YOLO, YOLO_OBB, VOC, LABELME, CVAT, LABEL_STUDIO, CSV, JSONL)
}
