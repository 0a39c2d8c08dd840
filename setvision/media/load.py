"""Pictures as people have them, read upright.

``load`` takes a path or the bytes of a file and returns a :class:`Photo`. Plain JPEG and PNG files
are decoded by OpenCV, JPEGs at a reduced size where that does; Pillow does the rest (CMYK,
transparency, WebP, TIFF, GIF, BMP, AVIF), pillow-heif the HEIC photos of phones. Whoever decodes,
nobody turns: :func:`turned` is the only place where an EXIF orientation is applied.

Color profiles are not applied: the readers are made for the colors as they are stored.
"""

import math
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import numpy as np
from numpy.typing import NDArray

from setvision.errors import ImageReadError
from setvision.media.headers import (
    MAX_SCANS,
    PNG_SIGNATURE,
    BrokenHeaderError,
    JpegHeader,
    jpeg_header,
    png_header,
)
from setvision.message import Message, Number, msg, shown
from setvision.opencv import cv2

__all__ = ["MAX_BYTES", "MAX_PIXELS", "Image", "Photo", "load", "shown", "turned"]

Image = NDArray[np.uint8]
"""A picture, uint8 (height, width, 3), blue-green-red."""

Name = str | Message
"""What a picture is called in errors: a path, or something to be translated."""

MAX_PIXELS: Final = 100_000_000
"""Pictures with more pixels are refused before they are decoded."""

MAX_BYTES: Final = 1 << 29
"""Files with more bytes are refused; 100 megapixels need far less."""

_KNOWN: Final = msg("JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP or GIF")
_REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """An upright picture, possibly smaller than its file has it."""

    image: Image
    """uint8 (h, w, 3), blue-green-red."""
    width: int
    """Width of the whole upright picture in pixels; ``image`` may be smaller."""
    height: int
    """Height of the whole upright picture in pixels."""

    @property
    def scale(self) -> tuple[float, float]:
        """How many pixels of the whole picture one of ``image`` covers, along x and y; >= 1."""
        height, width = self.image.shape[:2]
        return self.width / width, self.height / height

    def to_full(self, points: NDArray[np.floating]) -> NDArray[np.float32]:
        """Map points (..., 2), x and y in pixels of ``image``, to pixels of the whole picture.

        Pixel centers are at whole numbers in both.
        """
        full = (np.asarray(points, np.float64) + 0.5) * np.array(self.scale) - 0.5
        return np.asarray(full, np.float32)


def load(
    source: str | os.PathLike[str] | bytes, *, max_side: int | None = None, name: Name | None = None
) -> Photo:
    """Read a picture and return it upright.

    Parameters
    ----------
    source
        The path of a file, or the bytes of one.
    max_side
        When given, the picture may come back smaller: divided by 2, 4 or 8, as far as its long
        side stays at least ``max_side`` pixels. This saves most of the time and memory that a
        large JPEG takes.
    name
        What error messages call the picture; the path, when not given.

    Returns
    -------
    Photo
        Transparent parts are white, as on the page that such pictures are made for; of an
        animation it is the first frame; 16 bits a channel become 8.

    Raises
    ------
    ImageReadError
        When the file is missing, not a picture, cut short, damaged, or larger than 100
        megapixels. The message is one line that begins with the name.
    """
    if isinstance(source, bytes):
        name = name or msg("the picture")
        data = source
    else:
        name = name or shown(source)
        data = read_bytes(Path(source), name)
    if not data:
        raise _unreadable(name, msg("is empty (0 bytes); copy it again from where it came"))
    try:
        return _decode(data, max_side)
    except ImageReadError as error:
        raise _unreadable(name, error.message) from error.__cause__


def read_bytes(path: Path, name: Name) -> bytes:
    """Return what a file holds, or raise an ImageReadError that says why that cannot be."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise _unreadable(name, msg("is a folder, not a picture"))
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            raise _unreadable(name, msg("is not a file"))
        with path.open("rb") as file:
            return read_stream(file, name)
    except FileNotFoundError:
        raise _unreadable(name, msg("there is no such file")) from None
    except PermissionError:
        raise _unreadable(name, msg("may not be read; check its permissions")) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise _unreadable(name, msg("cannot be read ({reason})", reason=reason)) from None


def read_stream(stream: IO[bytes], name: Name) -> bytes:
    """Return what a stream holds up to :data:`MAX_BYTES`; more raises an ImageReadError."""
    data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise _unreadable(
            name, msg("has more than {size} MB; make it smaller first", size=MAX_BYTES >> 20)
        )
    return data


def _unreadable(name: Name, problem: Message) -> ImageReadError:
    """Return the error that names a picture and what is wrong with it."""
    return ImageReadError(
        Message("{name}: {problem}", fields={"name": name, "problem": problem}), problem=problem
    )


def turned(image: Image, orientation: int) -> Image:
    """Return a picture as an EXIF orientation (1..8) wants it seen; anything else leaves it."""
    match orientation:
        case 2:
            return _bgr(cv2.flip(image, 1))
        case 3:
            return _bgr(cv2.rotate(image, cv2.ROTATE_180))
        case 4:
            return _bgr(cv2.flip(image, 0))
        case 5:
            return _bgr(cv2.transpose(image))
        case 6:
            return _bgr(cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE))
        case 7:
            return _bgr(cv2.rotate(cv2.transpose(image), cv2.ROTATE_180))
        case 8:
            return _bgr(cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE))
        case _:
            return image


def check_size(width: int, height: int) -> None:
    """Refuse a picture of more than :data:`MAX_PIXELS`, or of none, with an ImageReadError."""
    if width < 1 or height < 1:
        raise ImageReadError(msg("has no pixels"))
    if width * height > MAX_PIXELS:
        # Rounded up: 100.01 are not 100.
        size = Number(math.ceil(width * height / 100_000) / 10, 1)
        raise ImageReadError(
            msg(
                "has {size} megapixels ({width} x {height}), more than the {most} that are read; "
                "make it smaller first",
                size=size,
                width=width,
                height=height,
                most=MAX_PIXELS // 1_000_000,
            )
        )


def _decode(data: bytes, max_side: int | None) -> Photo:
    try:
        if data.startswith(b"\xff\xd8\xff"):
            return _decode_jpeg(data, max_side)
        if data.startswith(PNG_SIGNATURE):
            png = png_header(data)
            check_size(png.width, png.height)
            if png.plain:
                image = _opencv(data, 1)
                if image is not None:
                    return _photo(image, png.orientation, max_side)
    except BrokenHeaderError as error:
        raise ImageReadError(
            msg("is damaged: {reason}; copy it again from where it came", reason=error.message)
        ) from None
    return _with_pillow(data, max_side)


def _decode_jpeg(data: bytes, max_side: int | None) -> Photo:
    header = jpeg_header(data)
    _check_scans(header.scans)
    if header.height == 0:  # the height follows the first scan: only libjpeg finds it
        return _with_pillow(data, max_side)
    check_size(header.width, header.height)
    if header.components not in (1, 3):
        _check_end(header.has_end)
        return _with_pillow(data, max_side)
    factor = _factor(header.width, header.height, max_side)
    image = _opencv(data if header.has_end else data + b"\xff\xd9", factor)
    if image is None:  # a kind of JPEG that OpenCV lacks
        _check_end(header.has_end)
        return _with_pillow(data, max_side)
    _check_whole(data, header, factor, image)
    width, height = header.width, header.height
    if header.orientation >= 5:
        width, height = height, width
    return Photo(turned(image, header.orientation), width, height)


def _check_scans(scans: int) -> None:
    if scans > MAX_SCANS:
        raise ImageReadError(
            msg(
                "goes over its picture more than {most} times, which takes too long to read; "
                "save it as JPEG anew",
                most=MAX_SCANS,
            )
        )


def _check_end(has_end: bool) -> None:
    if not has_end:
        raise ImageReadError(msg("is cut short; copy it again from where it came"))


def _check_whole(data: bytes, header: JpegHeader, factor: int, image: Image) -> None:
    """Refuse a JPEG whose data end early, of which libjpeg makes a picture with a grey rest.

    Such a file has lost its end marker or shows libjpeg's grey in the last corner. A picture may
    also be grey there, so the proof is another decoding with some bytes added behind the data:
    a whole picture does not change, for nobody reads them.
    """
    if header.has_end and not np.all(image[-8:, -8:] == 128):
        return
    end = data.rfind(b"\xff\xd9") if header.has_end else len(data)
    more = _opencv(data[:end].rstrip(b"\xff") + b"\x35\x9a\x6c\x1b" * 64 + b"\xff\xd9", factor)
    if more is None:
        return _check_end(False)
    rows = np.flatnonzero((more != image).any(axis=(1, 2)))
    # A few missing rows at the end take nothing from the cards.
    if rows.size and rows[0] < 0.98 * len(image):
        share = 100 * int(rows[0]) // len(image)
        raise ImageReadError(
            msg(
                "is cut short ({share} % of the picture is there); "
                "copy it again from where it came",
                share=share,
            )
        )
    return None


def _opencv(data: bytes, factor: int) -> Image | None:
    """Decode with OpenCV, unturned, or return None when it cannot."""
    try:
        image = cv2.imdecode(
            np.frombuffer(data, np.uint8), _REDUCED[factor] | cv2.IMREAD_IGNORE_ORIENTATION
        )
    except cv2.error:
        return None
    return None if image is None else _bgr(image)


def _bgr(image: object) -> Image:
    # OpenCV's own type hints promise more element types than its functions return.
    return np.asarray(image, np.uint8)


def _factor(width: int, height: int, max_side: int | None) -> int:
    if max_side is None:
        return 1
    return next((f for f in (8, 4, 2) if max(width, height) // f >= max(max_side, 1)), 1)


def _with_pillow(data: bytes, max_side: int | None) -> Photo:
    # Most photos never need Pillow, and importing it takes longer than reading one.
    from setvision.media.pillow import decode

    decoded = decode(data)
    if decoded is None:
        raise ImageReadError(msg("is not a picture that setvision knows ({kinds})", kinds=_KNOWN))
    return _photo(*decoded, max_side)


def _photo(image: Image, orientation: int, max_side: int | None) -> Photo:
    image = turned(image, orientation)
    height, width = image.shape[:2]
    factor = _factor(width, height, max_side)
    if factor > 1:
        small = (max(1, width // factor), max(1, height // factor))
        image = _bgr(cv2.resize(image, small, interpolation=cv2.INTER_AREA))
    return Photo(image, width, height)
