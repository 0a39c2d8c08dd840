"""The pictures that are made of a labelled photo: overlay, cut-out cards, and for the review."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from setvision.errors import OutputError
from setvision.label.classes import CARD, Classes, attributes_of, name_of
from setvision.label.geometry import Quad
from setvision.label.records import Labelled, LabelledCard, to_dict, to_line
from setvision.label.store import Store
from setvision.media.draw import overlay
from setvision.media.load import Photo
from setvision.media.report import table_from_dict
from setvision.message import msg
from setvision.opencv import cv2
from setvision.vision.rectify import Pyramid, rectify
from setvision.vision.types import Image
from setvision.words import words_for

__all__ = [
    "Products",
    "clear",
    "crop_names",
    "key_of",
    "make",
    "names_of",
    "review_card",
    "review_photo",
]

_VERSION: Final = 1  # of what the pictures look like: to be raised when that changes
_REVIEW_SIDE: Final = 800
_REVIEW_CARD: Final = (192, 120)
_MARGIN: Final = 0.08
_QUALITY: Final = 92
_LONGEST: Final = 1024
_FOLDERS: Final = ("overlay", "crops", "review/photos", "review/cards")


@dataclass(frozen=True, slots=True)
class Products:
    """Which pictures are made."""

    overlay: bool = False
    """Annotated pictures."""
    crops: bool = False
    """Cut-out cards in folders of their classes."""
    classes: Classes = Classes.FACES
    min_confidence: float = 0.0
    """Less probable cards are not cut out."""
    lang: str = "en"
    """The language of what is written in pictures."""

    def is_wanted(self, record: Labelled) -> bool:
        """Tell whether there are pictures to be made of a photo."""
        return self.overlay or (self.crops and bool(record.cards)) or record.is_doubtful


def key_of(record: Labelled, products: Products) -> str:
    """Return a text that is another whenever the pictures of a photo may be others.

    Its first part, up to a hyphen, is of what is known of the photo, its second of the wishes.
    """
    line = to_line(replace(record, path="")).encode("utf-8", "backslashreplace")
    parts = line, f"{_VERSION} {products!r}".encode()
    return "-".join(hashlib.sha256(part).hexdigest()[:16] for part in parts)


def names_of(record: Labelled, products: Products) -> Iterator[str]:
    """Yield the names of the pictures of a photo, below the folder of the job."""
    if products.overlay:
        yield f"overlay/{record.file_stem}.jpg"
    if products.crops:
        for card in record.at_least(products.min_confidence).cards:
            yield from crop_names(record, card, products.classes)
    if record.is_doubtful:
        yield review_photo(record)
        yield from (review_card(record, card) for card in record.cards if not card.is_sure)


def crop_names(record: Labelled, card: LabelledCard, classes: Classes) -> Iterator[str]:
    """Yield where a cut-out card goes: one folder for its class, or one for each feature."""
    name = f"{record.file_stem}_{card.id}.jpg"
    features = attributes_of(card, classes)
    if features:
        yield from (f"crops/{feature}/{value}/{name}" for feature, value in features.items())
    else:
        yield f"crops/{name_of(card, classes) or CARD}/{name}"


def review_photo(record: Labelled) -> str:
    """Return the name of the annotated picture of a doubtful photo."""
    return f"review/photos/{record.file_stem}.jpg"


def review_card(record: Labelled, card: LabelledCard) -> str:
    """Return the name of the picture of a doubtful card."""
    return f"review/cards/{record.file_stem}_{card.id}.jpg"


def make(record: Labelled, photo: Photo, products: Products) -> Iterator[tuple[str, bytes]]:
    """Yield the pictures of a photo: name below the folder of the job, and content.

    Raises
    ------
    OutputError
        When one cannot be encoded.
    """
    if not products.is_wanted(record):
        return
    if products.overlay or record.is_doubtful:
        words = words_for(products.lang)
        drawn = overlay(photo.image, table_from_dict(to_dict(record)), words)
        if products.overlay:
            yield f"overlay/{record.file_stem}.jpg", _jpeg(drawn)
        if record.is_doubtful:
            scale = min(1.0, _REVIEW_SIDE / max(drawn.shape[:2]))
            small = cv2.resize(drawn, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            yield review_photo(record), _jpeg(small, 82)
    pyramid = Pyramid(photo.image)
    for card in record.cards:
        if not card.is_sure:
            crop = _cut(pyramid, _in_image(card.quad, photo), _REVIEW_CARD)
            yield review_card(record, card), _jpeg(crop, 82)
    if products.crops:
        for card in record.at_least(products.min_confidence).cards:
            quad = _in_image(card.quad, photo)
            data = _jpeg(_cut(pyramid, quad, _own_size(quad)))
            yield from ((name, data) for name in crop_names(record, card, products.classes))


def clear(record: Labelled, products: Products, store: Store, *, is_everything: bool) -> None:
    """Take away pictures that were made of a photo earlier and are not what they should be now.

    With ``is_everything`` also those that nobody asked for this time: of what is now known of the
    photo they tell nothing.
    """
    kept = set(names_of(record, products))
    asked = {"overlay": products.overlay, "crops": products.crops}
    for part in _FOLDERS:
        if not (is_everything or asked.get(part, True)):
            continue
        for depth in ("*/", "*/*/") if part == "crops" else ("",):
            for name in list(store.matching(f"{part}/{depth}{_escaped(record.file_stem)}*.jpg")):
                rest = name.rsplit(record.file_stem, 1)[-1]
                if name not in kept and re.fullmatch(r"(_\d+)?\.jpg", rest):
                    store.remove(name)


def _escaped(stem: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", stem)


def _in_image(quad: Quad, photo: Photo) -> NDArray[np.float32]:
    """Return corners in pixels of the picture that was decoded."""
    points = (np.asarray(quad, np.float64) + 0.5) / np.array(photo.scale) - 0.5
    return np.asarray(points, np.float32)


def _own_size(quad: NDArray[np.float32]) -> tuple[int, int]:
    """Return the width and height of a card in its picture, so that nothing is lost or made up."""
    sides = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1) * (1 + 2 * _MARGIN)
    width, height = max(sides[0], sides[2]), max(sides[1], sides[3])
    shrunk = min(1.0, _LONGEST / max(width, height, 1))
    return max(8, round(float(width * shrunk))), max(8, round(float(height * shrunk)))


def _cut(pyramid: Pyramid, quad: NDArray[np.float32], size: tuple[int, int]) -> Image:
    crop = rectify(pyramid, quad[None], size, _MARGIN)[0]
    return np.asarray(crop, np.uint8)


def _jpeg(image: Image, quality: int = _QUALITY) -> bytes:
    is_done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not is_done:
        raise OutputError(msg("a picture could not be encoded"))
    return bytes(data)
