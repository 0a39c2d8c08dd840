"""What a JPEG or PNG file says about its picture before any pixel is decoded.

Both formats are walked here, not by a library, for three reasons: the size is known before memory
is spent, a file that was cut short is noticed (some versions of OpenCV fill the rest with grey and
say nothing), and the EXIF turn is in our own hands, so it is applied exactly once.
"""

import re
import struct
import zlib
from typing import Final, NamedTuple

from setvision.message import Message, msg

__all__ = [
    "MAX_SCANS",
    "BrokenHeaderError",
    "JpegHeader",
    "PngHeader",
    "jpeg_header",
    "png_header",
]

PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"

MAX_SCANS: Final = 64
"""More than any camera or program makes: 10 are usual, and the most thorough take some 20."""

_SOI: Final = 0xD8
_EOI: Final = 0xD9
_SOS: Final = 0xDA
_APP1: Final = 0xE1
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PROGRESSIVE: Final = frozenset({0xC2, 0xCA})
_ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})  # markers without a length
_BETWEEN_SCANS: Final = re.compile(rb"\xff[\xc4\xcc\xd9-\xdd\xe0-\xef\xfe]")
"""The markers that libjpeg goes on from; it passes over all others in the data, or gives up."""
_MAX_SEGMENTS: Final = 20_000
"""More than any picture needs, where a file has room for millions of empty ones."""
_FILL: Final = re.compile(rb"\xff+")
_EXIF: Final = b"Exif\0\0"
_ORIENTATION: Final = 0x0112


class BrokenHeaderError(Exception):
    """The file starts like its format but does not go on like it; the message says where."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class JpegHeader(NamedTuple):
    """The start of a JPEG file."""

    width: int
    """Stored width in pixels, before any turn."""
    height: int
    components: int
    """1 grey, 3 color, 4 CMYK."""
    orientation: int
    """EXIF orientation 1..8; 1 where the file has none."""
    has_end: bool
    """Whether the end marker of the first picture is there."""
    scans: int
    """How many times the file goes over its picture, at most one more than :data:`MAX_SCANS`."""


class PngHeader(NamedTuple):
    """The skeleton of a whole PNG file."""

    width: int
    """Stored width in pixels, before any turn."""
    height: int
    plain: bool
    """Neither transparent nor animated, so that nothing is lost by decoding to BGR."""
    orientation: int
    """EXIF orientation 1..8; 1 where the file has none."""


def jpeg_header(data: bytes) -> JpegHeader:
    """Walk a JPEG file up to its first scan, and over the others where it has more.

    Raises
    ------
    BrokenHeaderError
        When the segments end, or are not segments, before the scan begins.
    """
    frame: tuple[int, int, int] | None = None
    is_progressive = False
    orientation = 1
    at = _behind_fill(data, 2)
    for _ in range(_MAX_SEGMENTS):
        if at + 4 > len(data):
            raise BrokenHeaderError(msg("it ends before its picture begins"))
        if data[at] != 0xFF:
            raise BrokenHeaderError(msg("its segments are damaged"))
        marker = data[at + 1]
        if marker in _ALONE:
            at = _behind_fill(data, at + 2)
            continue
        if marker in (_SOI, _EOI):
            raise BrokenHeaderError(msg("its segments are damaged"))
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        body = data[at + 4 : at + 2 + length]
        if length < 2 or len(body) != length - 2:
            raise BrokenHeaderError(msg("it ends before its picture begins"))
        if marker == _SOS:
            break
        if marker in _FRAMES and frame is None:
            if len(body) < 6:
                raise BrokenHeaderError(msg("its segments are damaged"))
            _, height, width, components = struct.unpack(">BHHB", body[:6])
            frame = width, height, components
            is_progressive = marker in _PROGRESSIVE
        elif marker == _APP1 and orientation == 1 and body.startswith(_EXIF):
            orientation = exif_orientation(body[len(_EXIF) :])
        at = _behind_fill(data, at + 2 + length)
    else:
        raise BrokenHeaderError(msg("its segments are damaged"))
    if frame is None or not body:
        raise BrokenHeaderError(msg("its segments are damaged"))
    # One scan of all components is the whole picture, unless it is progressive.
    has_more = is_progressive or body[0] < frame[2]
    scans = _scans(data, at) if has_more else 1
    # Coded data never contains the two bytes of a marker, so where they are the picture has ended;
    # thumbnails have their ends before `at`. Looked for from the end, where they mostly are.
    has_end = data.rfind(bytes((0xFF, _EOI)), at) >= 0
    return JpegHeader(*frame, orientation, has_end, scans)


def _behind_fill(data: bytes, at: int) -> int:
    """Return where the marker is whose fill bytes may begin at ``at``."""
    found = _FILL.match(data, at)
    return found.end() - 1 if found else at


def _scans(data: bytes, at: int) -> int:
    """Count the scans from ``at`` to the end of the picture, but not far beyond what is allowed.

    A scan of a few bytes goes over the whole picture, so that a small file of many takes minutes.
    Other pictures of the same file are behind the end, thumbnails inside of segments.
    """
    scans = 0
    for _ in range(_MAX_SEGMENTS):
        found = _BETWEEN_SCANS.search(data, at)
        if found is None or found[0][1] == _EOI or scans > MAX_SCANS:
            return scans
        scans += found[0][1] == _SOS
        at = found.end()
        at += max(2, int.from_bytes(data[at : at + 2], "big"))
    return MAX_SCANS + 1


def png_header(data: bytes) -> PngHeader:
    """Walk all chunks of a PNG file and check their sums.

    Raises
    ------
    BrokenHeaderError
        When the file was cut short or a chunk that the picture needs is damaged.
    """
    view = memoryview(data)
    width = height = 0
    plain = True
    orientation = 1
    at = len(PNG_SIGNATURE)
    while True:
        if at + 12 > len(data):
            raise BrokenHeaderError(msg("it is cut short"))
        length = int.from_bytes(view[at : at + 4], "big")
        kind = bytes(view[at + 4 : at + 8])
        end = at + 12 + length
        if not kind.isalpha():
            raise BrokenHeaderError(msg("its chunks are damaged"))
        if end > len(data):
            raise BrokenHeaderError(msg("it is cut short"))
        is_needed = kind[0] < 0x60  # an upper case first letter
        if zlib.crc32(view[at + 4 : end - 4]) != int.from_bytes(view[end - 4 : end], "big"):
            if is_needed:
                raise BrokenHeaderError(msg("its data are damaged"))
            at = end
            continue
        body = view[at + 8 : end - 4]
        if kind == b"IHDR" and length == 13:
            width, height, _, color, _, _, _ = struct.unpack(">IIBBBBB", body)
            plain = color in (0, 2, 3)
        elif kind in (b"tRNS", b"acTL"):
            plain = False
        elif kind == b"eXIf":
            orientation = exif_orientation(bytes(body))
        elif kind == b"IEND":
            break
        at = end
    if not width or not height:
        raise BrokenHeaderError(msg("its chunks are damaged"))
    return PngHeader(width, height, plain, orientation)


def exif_orientation(tiff: bytes) -> int:
    """Return the orientation 1..8 of an EXIF block that begins with its TIFF header.

    A block that is broken, or holds a value that means nothing, is as good as none: 1.
    """
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return 1
    try:
        (start,) = struct.unpack_from(order + "I", tiff, 4)
        (entries,) = struct.unpack_from(order + "H", tiff, start)
        for entry in range(entries):
            tag, kind, count, value, long_value = struct.unpack_from(
                order + "HHIHxx", tiff, start + 2 + 12 * entry
            ) + struct.unpack_from(order + "I", tiff, start + 10 + 12 * entry)
            if tag == _ORIENTATION and count == 1 and kind in (3, 4):
                found = value if kind == 3 else long_value
                return int(found) if 1 <= found <= 8 else 1
    except struct.error:
        return 1
    return 1
