"""The kinds of pictures that OpenCV reads badly or not at all, decoded by Pillow.

Imported by ``load`` when such a picture comes, for the import alone takes longer than a photo.
"""

import io
import warnings
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
    if image.mode.startswith("I") or image.mode == "F":
        grey = _eight_bits(np.asarray(image))
        return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), np.uint8)
    if image.has_transparency_data:
        rgba = np.asarray(image.convert("RGBA"))
        return _over_white(rgba)
    rgb = np.asarray(image.convert("RGB"))
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


def _over_white(rgba: NDArray[np.uint8]) -> NDArray[np.uint8]:
    bgr = np.asarray(cv2.cvtColor(rgba, cv2.COLOR_RGBA2BGR), np.uint8)
    alpha = rgba[..., 3:]
    if alpha.min() == 255:
        return bgr
    # In 16 bits: color * alpha + 255 * (255 - alpha), rounded, then divided by 255.
    mixed = bgr.astype(np.uint16) * alpha + 255 * (255 - alpha.astype(np.uint16))
    return np.asarray((mixed + 127) // 255, np.uint8)


def _eight_bits(grey: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Bring 16-bit, 32-bit or floating grey to 0..255."""
    values = np.nan_to_num(grey.astype(np.float32), nan=0.0)
    if grey.dtype.kind == "f":
        top = 1.0 if values.max() <= 1 else 255.0
    else:
        top = 65535.0 if grey.dtype.itemsize == 2 or values.max() > 255 else 255.0
    return np.asarray(np.clip(values * (255.0 / top) + 0.5, 0, 255), np.uint8)
