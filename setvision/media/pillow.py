"""The kinds of pictures that OpenCV reads badly or not at all, decoded by Pillow.

Imported by ``load`` when such a picture comes, for the import alone takes longer than a photo.
"""

import io
import warnings
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from setvision.errors import ImageReadError
from setvision.media.load import check_size
from setvision.message import msg
from setvision.opencv import cv2

__all__ = ["decode"]

# A closed list: Pillow knows formats that start other programs (EPS) or are no photos.
_FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "GIF", "BMP", "TIFF", "AVIF", "JPEG2000", "PPM")
_BEGINNINGS: Final = (
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"II+\0", "TIFF"),
    (b"MM\0+", "TIFF"),
    (b"GIF8", "GIF"),
)
"""Of files that may name no picture to Pillow because of what comes later."""

_HEIF_BRANDS: Final = frozenset(
    (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")
)
_AVIF_BRANDS: Final = frozenset((b"avif", b"avis"))
_STRIP_PIXELS: Final = 1 << 20


def decode(data: bytes) -> tuple[NDArray[np.uint8], int] | None:
    """Decode the first frame of a picture.

    Returns
    -------
    tuple or None
        The pixels as they are stored, uint8 (h, w, 3) blue-green-red over white, and the EXIF
        orientation (1..8) that is still to be applied; None when the data are no picture of a
        known kind.

    Raises
    ------
    ImageReadError
        When the data are such a picture, but a damaged or too large one. Without a name.
    """
    # Pillow warns about sizes that are allowed here and about details that do not matter.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            is_heif = _is_heif(data)
            image = _open_heif(data) if is_heif else _open(data)
            check_size(*image.size)
            image.load()
            # Decoding HEIC has turned the picture, whatever its EXIF block still says.
            orientation = 1 if is_heif else _orientation(image)
            return _to_bgr(image), orientation
        except UnidentifiedImageError:
            kind = next((kind for start, kind in _BEGINNINGS if data.startswith(start)), None)
            if kind is None:
                return None
            raise ImageReadError(
                msg(
                    "is damaged, cut short or a kind of {kind} that cannot be read; "
                    "copy it again, or save it as JPEG",
                    kind=kind,
                )
            ) from None
        except ImageReadError:
            raise
        except Image.DecompressionBombError:
            raise ImageReadError(
                msg("has more than the 100 megapixels that are read; make it smaller first")
            ) from None
        except MemoryError:
            raise ImageReadError(msg("needs more memory than there is")) from None
        except Exception as error:  # damaged files make Pillow's decoders raise nearly anything
            raise ImageReadError(
                msg("is damaged or cut short; copy it again from where it came")
            ) from error


def _is_heif(data: bytes) -> bool:
    if data[4:8] != b"ftyp":
        return False
    size = min(int.from_bytes(data[:4], "big"), 256)
    brands = {data[8:12], *(data[at : at + 4] for at in range(16, size - 3, 4))}
    return bool(brands & _HEIF_BRANDS) and not brands & _AVIF_BRANDS


def _open_heif(data: bytes) -> Image.Image:
    from pillow_heif import HeifImageFile

    image: Image.Image = HeifImageFile(io.BytesIO(data))  # type: ignore[no-untyped-call]
    return image


def _open(data: bytes) -> Image.Image:
    Image.preinit()
    Image.init()
    return Image.open(io.BytesIO(data), formats=[f for f in _FORMATS if f in Image.OPEN])


def _orientation(image: Image.Image) -> int:
    try:
        value = image.getexif().get(0x0112, 1)
    except Exception:  # a broken EXIF block must not cost the picture
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _to_bgr(image: Image.Image) -> NDArray[np.uint8]:
    """Return the pixels over white, made strip by strip: whole copies cost gigabytes."""
    bgr = np.empty((image.height, image.width, 3), np.uint8)
    strip_bgr = _converter(image)
    for top, strip in _strips(image):
        bgr[top : top + strip.height] = strip_bgr(strip)
    return bgr


def _strips(image: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    rows = max(1, _STRIP_PIXELS // image.width)
    for top in range(0, image.height, rows):
        yield top, image.crop((0, top, image.width, min(top + rows, image.height)))


def _converter(image: Image.Image) -> Callable[[Image.Image], NDArray[np.uint8]]:
    if image.mode.startswith("I") or image.mode == "F":
        top = _white(image)
        return lambda strip: _grey_bgr(strip, top)
    if image.has_transparency_data:
        return lambda strip: _over_white(np.asarray(strip.convert("RGBA")))
    return lambda strip: _swapped(np.asarray(strip.convert("RGB")))


def _swapped(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _over_white(rgba: NDArray[np.uint8]) -> NDArray[np.uint8]:
    red, green, blue, alpha = (np.asarray(plane, np.uint8) for plane in cv2.split(rgba))
    if alpha.min() < 255:
        blue, green, red = (_plane_over_white(plane, alpha) for plane in (blue, green, red))
    return np.asarray(cv2.merge((blue, green, red)), np.uint8)


def _plane_over_white(plane: NDArray[np.uint8], alpha: NDArray[np.uint8]) -> NDArray[np.uint8]:
    # In 16 bits: what is missing to white, times alpha, divided by 255 and rounded.
    missing = np.multiply(255 - plane, alpha, dtype=np.uint16)
    missing += 127
    missing //= 255
    return 255 - missing.astype(np.uint8)


def _white(image: Image.Image) -> float:
    """Return the value of white in 16-bit, 32-bit or floating grey."""
    grey = np.asarray(image.crop((0, 0, 1, 1)))
    if grey.dtype.kind != "f" and grey.dtype.itemsize == 2:
        return 65535.0
    largest = max(_values(strip).max() for _, strip in _strips(image))
    if grey.dtype.kind == "f":
        return 1.0 if largest <= 1 else 255.0
    return 65535.0 if largest > 255 else 255.0


def _values(grey: Image.Image) -> NDArray[np.float32]:
    return np.nan_to_num(np.asarray(grey).astype(np.float32), nan=0.0)


def _grey_bgr(strip: Image.Image, white: float) -> NDArray[np.uint8]:
    grey = np.clip(_values(strip) * (255.0 / white) + 0.5, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
