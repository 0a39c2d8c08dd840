"""What the readers of label formats share: errors, and confidences written as text."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError, fromstring

from setvision.cards import Feature
from setvision.errors import LabelsError, SetVisionError
from setvision.message import msg

__all__ = ["Wrong", "certainty", "damaged", "json_of", "text_of", "xml_of"]

Wrong: Final = (ValueError, LookupError, TypeError, AttributeError, RecursionError, ParseError)
"""What goes wrong when a file is not what it seems; CardCodeError is among the ValueErrors."""


def damaged(path: Path | str, error: Exception) -> LabelsError:
    """Return the error that names a file and what is wrong in it."""
    if isinstance(error, SetVisionError):
        return LabelsError(msg("{path}: {reason}", path=path, reason=error.message))
    reason = " ".join(str(error).split())
    if isinstance(error, KeyError):
        return LabelsError(msg("{path}: it has no {key}", path=path, key=reason))
    return LabelsError(msg("{path}: {reason}", path=path, reason=reason))


def json_of(path: Path) -> Any:
    """Return what a JSON file holds, or raise a LabelsError that names it."""
    try:
        return json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise damaged(path, error) from None


def xml_of(path: Path) -> Element:
    """Return the root of an XML file, or raise a LabelsError that names it.

    Files that define entities are refused: some of them grow without bounds.
    """
    content = path.read_bytes()
    if b"<!ENTITY" in content:
        raise damaged(path, ValueError("XML entities are not read"))
    try:
        return fromstring(content)
    except (ParseError, ValueError) as error:
        raise damaged(path, error) from None


def text_of(element: Element, name: str) -> str:
    """Return the text of a child of an XML element.

    Raises
    ------
    KeyError
        When there is no such child, or it is empty.
    """
    text = element.findtext(name)
    if text is None or not text.strip():
        raise KeyError(name)
    return text.strip()


def certainty(attributes: Mapping[str, object]) -> dict[str, Any]:
    """Return the arguments of a LabelledCard about how sure it is, from attributes as texts."""
    color, shape, count, fill = (
        float(str(attributes.get(f"confidence_{f}", 1.0))) for f in Feature
    )
    return {
        "confidence": float(str(attributes.get("confidence", 1.0))),
        "is_sure": str(attributes.get("sure", "true")).lower() == "true",
        "features": (color, shape, count, fill),
    }
