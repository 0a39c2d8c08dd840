"""Every kind of picture is read upright, in the right colors, or refused in one line."""

import io
import os
import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from setvision.errors import ImageReadError
from setvision.media import pillow
from setvision.media.headers import MAX_SCANS, BrokenHeaderError, jpeg_header
from setvision.media.load import MAX_PIXELS, Photo, load, shown, turned

ORIENTATION = 0x0112

Picture = np.ndarray[Any, np.dtype[np.uint8]]


def upright() -> Picture:
    """A picture (120, 200, 3), RGB, whose corners and sides all differ, in flat blocks."""
    image = np.full((120, 200, 3), 230, np.uint8)
    image[:40, :80] = (200, 30, 40)
    image[:40, 80:] = (30, 160, 60)
    image[80:, :40] = (110, 40, 150)
    image[40:80, 160:] = (20, 20, 20)
    return image


# How a camera that was held in each of the eight ways stores the upright picture.
STORED = {
    1: lambda image: image,
    2: lambda image: image[:, ::-1],
    3: lambda image: image[::-1, ::-1],
    4: lambda image: image[::-1],
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: image.transpose(1, 0, 2)[::-1],
    7: lambda image: image[::-1, ::-1].transpose(1, 0, 2),
    8: lambda image: image.transpose(1, 0, 2)[:, ::-1],
}


def encoded(image: Picture | Image.Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    picture = image if isinstance(image, Image.Image) else Image.fromarray(image)
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def exif(orientation: int) -> Image.Exif:
    block = Image.Exif()
    block[ORIENTATION] = orientation
    return block


def rgb(photo: Photo) -> Picture:
    return photo.image[..., ::-1]


def is_like(photo: Photo, truth: Picture, tolerance: float) -> bool:
    """Whether the colors agree; lossy formats smear the edges, so the mean must be small."""
    image = rgb(photo)
    assert image.shape == truth.shape
    assert image.dtype == np.uint8
    assert (photo.height, photo.width) == truth.shape[:2]
    return bool(np.abs(image.astype(int) - truth).mean() <= tolerance)


class TestTurns:
    @pytest.mark.parametrize("orientation", STORED)
    @pytest.mark.parametrize(
        ("kind", "options", "tolerance"),
        [
            ("JPEG", {"quality": 95}, 3),
            ("JPEG", {"quality": 95, "progressive": True}, 3),
            ("PNG", {}, 0),
            ("WEBP", {"lossless": True}, 0),
            ("TIFF", {}, 0),
            ("TIFF", {"compression": "tiff_lzw"}, 0),
        ],
        ids=["jpeg", "progressive", "png", "webp", "tiff", "tiff-lzw"],
    )
    def test_each_turn_is_applied_once(
        self, orientation: int, kind: str, options: dict[str, Any], tolerance: float
    ) -> None:
        stored = np.ascontiguousarray(STORED[orientation](upright()))
        data = encoded(stored, kind, exif=exif(orientation), **options)
        assert is_like(load(data), upright(), tolerance)

    @pytest.mark.parametrize("orientation", STORED)
    def test_heic_is_turned_by_its_own_decoder_only(self, orientation: int) -> None:
        heif = pytest.importorskip("pillow_heif")
        heif.register_heif_opener()
        stored = np.ascontiguousarray(STORED[orientation](upright()))
        try:
            data = encoded(stored, "HEIF", exif=exif(orientation).tobytes(), quality=95)
        except (OSError, RuntimeError):
            pytest.skip("this pillow-heif cannot write")
        assert is_like(load(data), upright(), 4)

    def test_heic_is_not_turned_by_its_exif_block_alone(self) -> None:
        # In HEIC the container says how to turn; the EXIF value is only a record of it.
        heif = pytest.importorskip("pillow_heif")
        heif.register_heif_opener()
        try:  # given as an object, pillow-heif stores the block without turning the container
            data = encoded(upright(), "HEIF", exif=exif(6), quality=95)
        except (OSError, RuntimeError):
            pytest.skip("this pillow-heif cannot write")
        if b"irot" in data:
            pytest.skip("this pillow-heif turns the container")
        assert is_like(load(data), upright(), 4)

    @pytest.mark.parametrize("orientation", STORED)
    def test_avif(self, orientation: int) -> None:
        stored = np.ascontiguousarray(STORED[orientation](upright()))
        try:
            data = encoded(stored, "AVIF", exif=exif(orientation), quality=95)
        except (OSError, KeyError):
            pytest.skip("this Pillow cannot write AVIF")
        assert is_like(load(data), upright(), 4)

    @pytest.mark.parametrize("orientation", STORED)
    def test_cmyk_jpeg(self, orientation: int) -> None:
        stored = Image.fromarray(np.ascontiguousarray(STORED[orientation](upright())))
        data = encoded(stored.convert("CMYK"), "JPEG", exif=exif(orientation), quality=95)
        assert is_like(load(data), upright(), 4)

    @pytest.mark.parametrize("orientation", STORED)
    def test_reduced_jpeg(self, orientation: int) -> None:
        stored = np.ascontiguousarray(STORED[orientation](upright()))
        data = encoded(stored, "JPEG", exif=exif(orientation), quality=95)
        photo = load(data, max_side=100)
        assert photo.image.shape == (60, 100, 3)
        assert (photo.width, photo.height) == (200, 120)
        assert np.abs(rgb(photo).astype(int) - upright()[::2, ::2]).mean() < 4

    @pytest.mark.parametrize("orientation", [0, 9, 65535])
    def test_senseless_orientations_leave_the_picture(self, orientation: int) -> None:
        data = encoded(upright(), "JPEG", exif=exif(orientation), quality=95)
        assert is_like(load(data), upright(), 3)

    @pytest.mark.parametrize("order", ["<", ">"])
    def test_both_byte_orders(self, order: str) -> None:
        mark = {"<": b"II", ">": b"MM"}[order]
        tiff = mark + struct.pack(order + "HIHHHIHHI", 42, 8, 1, ORIENTATION, 3, 1, 6, 0, 0)
        stored = np.ascontiguousarray(STORED[6](upright()))
        data = encoded(stored, "JPEG", exif=b"Exif\0\0" + tiff, quality=95)
        assert is_like(load(data), upright(), 3)

    def test_turned_twice_by_opposite_turns_is_the_same(self) -> None:
        image = upright()
        for first, second in ((2, 2), (3, 3), (4, 4), (5, 5), (6, 8), (7, 7), (8, 6)):
            assert np.array_equal(turned(turned(image, first), second), image)


class TestKinds:
    @pytest.mark.parametrize(
        ("kind", "options"),
        [("BMP", {}), ("PNG", {}), ("TIFF", {}), ("PPM", {}), ("WEBP", {"lossless": True})],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_lossless_kinds(self, kind: str, options: dict[str, Any]) -> None:
        assert is_like(load(encoded(upright(), kind, **options)), upright(), 0)

    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "BMP", "WEBP", "GIF"])
    def test_grey(self, kind: str) -> None:
        grey = Image.fromarray(upright()).convert("L")
        truth = np.asarray(grey.convert("RGB"))
        assert is_like(load(encoded(grey, kind)), truth, 3)

    @pytest.mark.parametrize("kind", ["PNG", "TIFF"])
    def test_black_and_white(self, kind: str) -> None:
        bits = Image.fromarray(upright()).convert("1")
        assert is_like(load(encoded(bits, kind)), np.asarray(bits.convert("RGB")), 0)

    @pytest.mark.parametrize("kind", ["PNG", "GIF", "BMP", "TIFF"])
    def test_palette(self, kind: str) -> None:
        picture = Image.fromarray(upright()).quantize(16)
        assert is_like(load(encoded(picture, kind)), np.asarray(picture.convert("RGB")), 0)

    @pytest.mark.parametrize("kind", ["PNG", "TIFF"])
    def test_sixteen_bit_grey(self, kind: str) -> None:
        grey = np.asarray(Image.fromarray(upright()).convert("L"))
        data = encoded(Image.fromarray(grey.astype(np.uint16) * 257), kind)
        assert is_like(load(data), np.repeat(grey[..., None], 3, axis=2), 0.5)

    @pytest.mark.parametrize("channels", [3, 4])
    def test_sixteen_bit_color_png(self, channels: int) -> None:
        pixels = np.dstack([upright(), np.full((120, 200), 255, np.uint8)])[..., :channels]
        data = png16(pixels.astype(np.uint16) * 257)
        assert is_like(load(data), upright(), 0)

    def test_floating_tiff(self) -> None:
        grey = np.asarray(Image.fromarray(upright()).convert("L"))
        data = encoded(Image.fromarray(grey.astype(np.float32) / 255), "TIFF")
        assert is_like(load(data), np.repeat(grey[..., None], 3, axis=2), 0.5)

    @pytest.mark.parametrize("mode", ["CMYK", "YCbCr", "LAB"])
    def test_other_color_spaces_in_tiff(self, mode: str) -> None:
        if mode == "LAB":
            picture = Image.fromarray(np.zeros((4, 4, 3), np.uint8)).convert("RGB")
            picture = Image.merge("LAB", picture.split())
        else:
            picture = Image.fromarray(upright()).convert(mode)
        photo = load(encoded(picture, "TIFF"))
        assert photo.image.shape == (picture.height, picture.width, 3)

    def test_cmyk_jpeg_without_adobe_inversion(self) -> None:
        data = encoded(Image.fromarray(upright()).convert("CMYK"), "JPEG", quality=95)
        assert is_like(load(data), upright(), 4)

    def test_cmyk_jpeg_with_adobe_inversion(self) -> None:
        # Adobe stores the inks inverted and says so in a segment of its own.
        inks = np.asarray(Image.fromarray(upright()).convert("CMYK"))
        with_segment = encoded(Image.fromarray(inks, "CMYK"), "JPEG", quality=95)
        adobe = b"\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00"
        if b"Adobe" not in with_segment:
            inverted = encoded(Image.fromarray(255 - inks, "CMYK"), "JPEG", quality=95)
            with_segment = inverted[:2] + adobe + inverted[2:]
        assert is_like(load(with_segment), upright(), 4)

    def test_transparent_parts_are_white(self) -> None:
        alpha = np.full((120, 200), 255, np.uint8)
        alpha[:, 100:] = 0
        alpha[60:, 100:] = 128
        truth = upright()
        truth[:60, 100:] = 255
        truth[60:, 100:] = np.round(truth[60:, 100:] * (128 / 255) + 127)
        for kind, options in (("PNG", {}), ("WEBP", {"lossless": True, "exact": True})):
            data = encoded(np.dstack([upright(), alpha]), kind, **options)
            assert is_like(load(data), truth, 0.6)

    def test_every_color_with_every_transparency(self) -> None:
        color, alpha = np.meshgrid(np.arange(256), np.arange(256))
        pixels = np.dstack([color, color[::-1], 255 - color, alpha]).astype(np.uint8)
        over_white = pixels[..., :3] * (alpha / 255)[..., None] + (255 - alpha)[..., None]
        photo = load(encoded(pixels, "PNG"))
        assert np.array_equal(rgb(photo), np.round(over_white))

    def test_transparent_palette_and_grey(self) -> None:
        picture = Image.new("P", (4, 4), 0)
        picture.putpalette([10, 20, 30, 200, 0, 0])
        picture.putpixel((0, 0), 1)
        photo = load(encoded(picture, "PNG", transparency=0))
        assert rgb(photo)[0, 0].tolist() == [200, 0, 0]
        assert rgb(photo)[1, 1].tolist() == [255, 255, 255]
        grey = Image.new("LA", (2, 1), (90, 255))
        grey.putpixel((1, 0), (0, 0))
        assert load(encoded(grey, "PNG")).image[0].tolist() == [[90] * 3, [255] * 3]

    @pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG", "TIFF"])
    def test_first_frame_of_many(self, kind: str) -> None:
        frames = [Image.fromarray(upright()).quantize(8).convert("RGB")]
        frames += [Image.new("RGB", (200, 120), color) for color in ("black", "white")]
        options = {"lossless": True} if kind == "WEBP" else {}
        data = encoded(frames[0], kind, save_all=True, append_images=frames[1:], **options)
        assert is_like(load(data), np.asarray(frames[0]), 0)

    def test_mpo(self) -> None:
        picture = Image.fromarray(upright())
        other = Image.new("RGB", (200, 120), "black")
        data = encoded(picture, "MPO", save_all=True, append_images=[other], quality=95)
        assert is_like(load(data), upright(), 3)
        assert is_like(load(data[:-100]), upright(), 3)  # only the second picture is cut short

    def test_heic_with_transparency(self) -> None:
        heif = pytest.importorskip("pillow_heif")
        heif.register_heif_opener()
        alpha = np.full((120, 200), 255, np.uint8)
        alpha[:40] = 0
        try:
            data = encoded(np.dstack([upright(), alpha]), "HEIF", quality=95)
        except (OSError, RuntimeError):
            pytest.skip("this pillow-heif cannot write")
        truth = upright()
        truth[:40] = 255
        assert is_like(load(data), truth, 5)

    def test_thumbnail_inside_is_not_taken_for_the_end(self) -> None:
        thumbnail = encoded(upright()[::8, ::8], "JPEG")
        segment = b"Exif\0\0" + b"II*\0\x08\0\0\0\0\0\0\0\0\0" + thumbnail
        data = encoded(noise(), "JPEG", exif=segment, quality=90)
        assert is_like(load(data), noise(), 12)
        with pytest.raises(ImageReadError, match="cut short"):
            load(data[: len(data) // 2])

    def test_data_behind_the_end_do_not_matter(self) -> None:
        data = encoded(upright(), "JPEG", quality=95)
        assert is_like(load(data + b"MotionPhoto" * 50), upright(), 3)

    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP", "WEBP", "TIFF"])
    def test_one_pixel(self, kind: str) -> None:
        photo = load(encoded(Image.new("RGB", (1, 1), (255, 255, 255)), kind), max_side=1600)
        assert photo.image.tolist() == [[[255, 255, 255]]]

    def test_grey_corner_is_no_damage(self) -> None:
        # A JPEG that really ends in the grey that libjpeg fills lost parts with.
        image = np.full((64, 96, 3), 128, np.uint8)
        image[8:40, 8:40] = (250, 250, 250)
        assert is_like(load(encoded(image, "JPEG", quality=95)), image, 1)


class TestStrips:
    """Pictures for Pillow become BGR strip by strip; nobody must see where one ends."""

    @pytest.fixture(autouse=True)
    def narrow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pillow, "_STRIP_PIXELS", 7 * 200)  # 120 rows are no multiple of 7

    def test_color(self) -> None:
        assert is_like(load(encoded(upright(), "BMP")), upright(), 0)
        assert is_like(load(encoded(upright(), "WEBP", lossless=True)), upright(), 0)

    def test_transparency(self) -> None:
        alpha = np.full((120, 200), 255, np.uint8)
        alpha[100:] = 0
        truth = upright()
        truth[100:] = 255
        assert is_like(load(encoded(np.dstack([upright(), alpha]), "PNG")), truth, 0)

    def test_a_transparent_color_of_a_palette(self) -> None:
        picture = Image.fromarray(upright()).quantize(16)
        corner = picture.getpixel((0, 0))
        truth = upright()
        truth[:40, :80] = 255
        assert is_like(load(encoded(picture, "PNG", transparency=corner)), truth, 0)

    @pytest.mark.parametrize("white", [1, 255])
    def test_white_of_floating_grey_is_found_in_any_strip(self, white: int) -> None:
        grey = np.zeros((120, 200), np.float32)
        grey[60] = white / 2
        grey[-1] = white
        read = load(encoded(Image.fromarray(grey), "TIFF")).image[..., 0]
        assert [int(read[at, 0]) for at in (0, 60, -1)] == [0, 128, 255]

    def test_sixteen_bit_grey(self) -> None:
        grey = np.repeat(np.arange(120, dtype=np.uint16)[:, None] * 512, 200, axis=1)
        read = load(encoded(Image.fromarray(grey), "TIFF")).image[..., 0]
        assert np.array_equal(read, np.round(grey * (255 / 65535)))

    @pytest.mark.parametrize("kind", ["transparent", "floating"])
    def test_memory_is_that_of_few_pictures(self, kind: str) -> None:
        side = 1000
        mode, color = {"transparent": ("RGBA", (9, 9, 9, 9)), "floating": ("F", 0.5)}[kind]
        data = encoded(Image.new(mode, (side, side), color), {"F": "TIFF"}.get(mode, "PNG"))
        load(data)  # what is imported and made once does not count
        tracemalloc.start()
        try:
            load(data)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most < 3 * side * side * 1.5  # of Python and NumPy: the result, and strips


def with_more_scans(data: bytes, more: int) -> bytes:
    """Append the last scan of a progressive JPEG again and again."""
    last = data[data.rfind(b"\xff\xda") : -2]
    return data[:-2] + last * more + b"\xff\xd9"


class TestScans:
    """How often a JPEG goes over its picture, which costs time whatever its size."""

    def test_many_scans_of_a_small_file_are_refused(self) -> None:
        data = with_more_scans(encoded(noise(), "JPEG", progressive=True), MAX_SCANS)
        with pytest.raises(ImageReadError, match=r"^p\.jpg: goes over its picture more than 64"):
            load(data, name="p.jpg")

    def test_many_scans_of_inks_are_refused(self) -> None:
        inks = Image.fromarray(noise()).convert("CMYK")
        data = with_more_scans(encoded(inks, "JPEG", progressive=True), MAX_SCANS)
        with pytest.raises(ImageReadError, match="goes over its picture"):
            load(data)

    def test_more_scans_than_usual_are_read(self) -> None:
        data = encoded(noise(), "JPEG", progressive=True, quality=90)
        usual = jpeg_header(data).scans
        assert usual == 10
        many = with_more_scans(data, MAX_SCANS - usual)
        assert jpeg_header(many).scans == MAX_SCANS
        assert load(many).image.shape == (160, 240, 3)

    @pytest.mark.parametrize(
        "between",
        [
            b"\xff\xfe\x00\x04hi",  # a comment
            b"\xff\xff\xff",  # fill bytes
            b"\xff\xd0\xff\x01",  # markers without a length
            b"\xff\x02\xff\xff",  # a marker that libjpeg passes over, whatever length follows
        ],
        ids=["comment", "fill", "alone", "unknown"],
    )
    def test_what_lies_between_them_hides_no_scans(self, between: bytes) -> None:
        data = encoded(noise(), "JPEG", progressive=True)
        last = data[data.rfind(b"\xff\xda") : -2]
        crowded = data[:-2] + (between + last) * MAX_SCANS + b"\xff\xd9"
        assert jpeg_header(crowded).scans > MAX_SCANS

    def test_components_in_scans_of_their_own_are_counted(self) -> None:
        frame = b"\xff\xc0\x00\x11\x08\x00\x10\x00\x10\x03" + bytes(9)
        scan = b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + b"\x5a\xff\x00\x5a"
        assert jpeg_header(b"\xff\xd8" + frame + scan * 3 + b"\xff\xd9").scans == 3

    def test_scans_of_other_pictures_in_the_file_do_not_count(self) -> None:
        frames = [Image.fromarray(noise())] * 8
        options = {"progressive": True, "quality": 90}
        mpo = encoded(frames[0], "MPO", save_all=True, append_images=frames[1:], **options)
        assert mpo.count(b"\xff\xda") > MAX_SCANS
        assert is_like(load(mpo), noise(), 12)

    def test_scans_of_a_thumbnail_do_not_count(self) -> None:
        thumbnail = encoded(noise()[::4, ::4], "JPEG", progressive=True)
        segment = b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0" + thumbnail
        data = encoded(noise(), "JPEG", progressive=True, quality=90)
        segments = (b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment) * 8
        between = data[:-2] + segments + data[data.rfind(b"\xff\xda") :]
        assert is_like(load(between), noise(), 12)

    @pytest.mark.parametrize("many", [b"\xff\xfe\x00\x02", b"\xff\x01"], ids=["empty", "alone"])
    def test_millions_of_segments_are_not_walked(self, many: bytes) -> None:
        data = encoded(noise(), "JPEG", progressive=True)
        with pytest.raises(BrokenHeaderError):
            jpeg_header(data[:2] + many * 100_000 + data[2:])

    def test_fill_bytes_before_a_segment_do_not_matter(self) -> None:
        data = encoded(noise(), "JPEG", quality=90)
        assert is_like(load(data[:2] + b"\xff" * 100_000 + data[2:]), noise(), 12)


def noise() -> Picture:
    """A smooth random picture (160, 240, 3), so that its JPEG has something everywhere."""
    coarse = np.random.default_rng(5).integers(0, 255, (20, 30, 3), dtype=np.uint8)
    return np.asarray(Image.fromarray(coarse).resize((240, 160), Image.Resampling.BICUBIC))


def png16(pixels: np.ndarray[Any, np.dtype[np.uint16]]) -> bytes:
    """Write a color PNG with 16 bits a channel, which Pillow cannot."""
    height, width, channels = pixels.shape
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 16, {3: 2, 4: 6}[channels], 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )


class TestSizes:
    @pytest.mark.parametrize(
        ("max_side", "expected"),
        [
            (None, (240, 160)),
            (240, (240, 160)),
            (121, (240, 160)),
            (120, (120, 80)),
            (60, (60, 40)),
        ],
    )
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    def test_reduction_never_goes_below(
        self, kind: str, max_side: int | None, expected: tuple[int, int]
    ) -> None:
        photo = load(encoded(noise(), kind), max_side=max_side)
        assert photo.image.shape[1::-1] == expected
        assert (photo.width, photo.height) == (240, 160)

    def test_odd_sizes_map_back_within_a_pixel(self) -> None:
        image = np.asarray(Image.fromarray(noise()).resize((637, 479)))
        photo = load(encoded(image, "JPEG"), max_side=100)
        height, width = photo.image.shape[:2]
        assert (photo.width, photo.height) == (637, 479)
        corners = photo.to_full(np.array([[-0.5, -0.5], [width - 0.5, height - 0.5]]))
        assert np.allclose(corners, [[-0.5, -0.5], [636.5, 478.5]], atol=1e-3)
        assert corners.dtype == np.float32

    def test_more_than_the_limit_is_refused_before_decoding(self) -> None:
        side = int(MAX_PIXELS**0.5) + 50
        head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", b"nothing"), (b"IEND", b""))
        png = b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(b)) + k + b + struct.pack(">I", zlib.crc32(k + b))
            for k, b in chunks
        )
        with pytest.raises(ImageReadError, match=r"101\.1 megapixels \(10050 x 10050\)"):
            load(png)

    @pytest.mark.parametrize("kind", ["JPEG", "GIF", "BMP", "WEBP"])
    def test_other_bombs(self, kind: str) -> None:
        data = bytearray(encoded(Image.new("RGB", (100, 100)), kind))
        if kind == "JPEG":
            at = data.find(b"\xff\xc0") + 5
            data[at : at + 4] = struct.pack(">HH", 60000, 60000)
        elif kind == "GIF":
            data[6:10] = struct.pack("<HH", 60000, 60000)
        elif kind == "BMP":
            data[18:26] = struct.pack("<ii", 60000, 60000)
        else:
            at = data.find(b"\x9d\x01\x2a") + 3
            data[at : at + 4] = struct.pack("<HH", 16383, 16383)
        with pytest.raises(ImageReadError, match=r"megapixels|damaged"):
            load(bytes(data))

    def test_a_hundred_megapixels_are_read(self) -> None:
        big = Image.new("L", (12500, 8000), 200)
        photo = load(encoded(big, "JPEG"), max_side=1600)
        assert (photo.width, photo.height) == (12500, 8000)
        assert photo.image.shape == (2000, 3125, 3)


class TestRefusals:
    def test_message_is_one_line_with_the_path(self, tmp_path: Path) -> None:
        for name, data, words in (
            ("empty.jpg", b"", "is empty"),
            ("text.jpg", b"not a picture at all\n" * 20, "is not a picture"),
            ("half.png", encoded(noise(), "PNG")[:900], "cut short"),
            ("half.jpg", encoded(noise(), "JPEG")[:2000], "cut short"),
            ("head.jpg", encoded(noise(), "JPEG")[:30], "ends before"),
            ("half.webp", encoded(noise(), "WEBP")[:500], "damaged or cut short"),
            ("half.gif", encoded(noise(), "GIF")[:2000], "damaged or cut short"),
            ("head.gif", encoded(noise(), "GIF")[:100], "cut short or a kind of GIF"),
            ("half.tiff", b"II*\0\0\x20\0\0" + bytes(500), "cut short or a kind of TIFF"),
            ("zero.jpg", bytes(5000), "is not a picture"),
            (
                "script.eps",
                b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n",
                "is not a picture",
            ),
            ("page.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "is not a picture"),
        ):
            path = tmp_path / name
            path.write_bytes(data)
            with pytest.raises(ImageReadError) as caught:
                load(path)
            message = str(caught.value)
            assert message.startswith(f"{path}: "), message
            assert words in message
            assert "\n" not in message

    @pytest.mark.parametrize("share", [0.1, 0.3, 0.6, 0.9])
    @pytest.mark.parametrize("progressive", [False, True])
    @pytest.mark.parametrize("has_end", [False, True])
    def test_cut_jpeg_is_never_read_grey(
        self, share: float, progressive: bool, has_end: bool
    ) -> None:
        data = encoded(noise(), "JPEG", quality=90, progressive=progressive)
        cut = data[: int(share * len(data))] + (b"\xff\xd9" if has_end else b"")
        if progressive and has_end:
            pytest.skip("a coarse picture, yet one that is there everywhere")
        with pytest.raises(ImageReadError, match=r"cut short|ends before|damaged"):
            load(cut)

    def test_only_the_end_marker_is_missing(self) -> None:
        data = encoded(noise(), "JPEG", quality=90)
        whole = load(data)
        assert np.array_equal(load(data[:-2]).image, whole.image)
        assert np.array_equal(load(data[:-1]).image, whole.image)

    def test_share_of_a_cut_picture(self) -> None:
        data = encoded(noise(), "JPEG", quality=90)
        with pytest.raises(ImageReadError, match=r"\(\d\d % of the picture is there\)"):
            load(data[: int(0.6 * len(data))])

    def test_missing_folder_and_odd_paths(self, tmp_path: Path) -> None:
        with pytest.raises(ImageReadError, match="there is no such file"):
            load(tmp_path / "nowhere.jpg")
        with pytest.raises(ImageReadError, match="is a folder"):
            load(tmp_path)
        with pytest.raises(ImageReadError, match="cannot be read"):
            load("nul\0l.jpg")
        with pytest.raises(ImageReadError, match="is not a file"):
            load(os.devnull)
        (tmp_path / "file").write_bytes(b"x")
        with pytest.raises(ImageReadError, match="cannot be read"):
            load(tmp_path / "file" / "inside.jpg")

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be read")
    def test_permission(self, tmp_path: Path) -> None:
        path = tmp_path / "secret.jpg"
        path.write_bytes(b"x")
        path.chmod(0)
        with pytest.raises(ImageReadError, match="may not be read"):
            load(path)

    def test_name_in_messages(self) -> None:
        with pytest.raises(ImageReadError, match=r"^standard input: is empty"):
            load(b"", name="standard input")

    def test_names_keep_to_one_line(self) -> None:
        assert shown("a\nb\t\x1b[31m.jpg") == r"a\nb\t\x1b[31m.jpg"
        assert shown("Tisch für drei 图.jpg") == "Tisch für drei 图.jpg"
        assert shown("bad\udcff.jpg") == r"bad\udcff.jpg"


def picture_or_error(data: bytes) -> str:
    """What reading damaged data led to; anything but the one right error goes through."""
    try:
        photo = load(data, max_side=32)
    except ImageReadError as error:
        return str(error)
    assert photo.image.ndim == 3
    assert photo.image.dtype == np.uint8
    return "a picture"


class TestDamage:
    """Whatever happens to a file: a picture or an ImageReadError, never anything else."""

    @pytest.mark.parametrize(
        ("kind", "options"),
        [
            ("JPEG", {}),
            ("JPEG", {"progressive": True}),
            ("PNG", {}),
            ("WEBP", {}),
            ("GIF", {}),
            ("BMP", {}),
            ("TIFF", {"compression": "tiff_lzw"}),
            ("HEIF", {}),
            ("AVIF", {}),
        ],
        ids=lambda value: value if isinstance(value, str) else "-".join(value),
    )
    def test_mutations(self, kind: str, options: dict[str, Any]) -> None:
        if kind == "HEIF":
            pytest.importorskip("pillow_heif").register_heif_opener()
        small = noise()[:48, :64]
        try:
            data = encoded(small, kind, exif=exif(6), **options)
        except (OSError, KeyError, RuntimeError):
            pytest.skip(f"cannot write {kind} here")
        rng = np.random.default_rng(len(data))
        for _ in range(60):
            mutant = bytearray(data)
            # Mostly the head, where the structure is.
            limit = len(data) if rng.random() < 0.5 else min(len(data), 400)
            for _ in range(rng.integers(1, 6)):
                mutant[rng.integers(limit)] = rng.integers(256)
            if rng.random() < 0.3:
                del mutant[rng.integers(1, len(mutant)) :]
            outcome = picture_or_error(bytes(mutant))
            assert "\n" not in outcome

    def test_random_bytes_behind_known_beginnings(self) -> None:
        rng = np.random.default_rng(11)
        starts = (
            b"\xff\xd8\xff",
            b"\x89PNG\r\n\x1a\n",
            b"GIF89a",
            b"BM",
            b"II*\0",
            b"MM\0*",
            b"RIFF\x10\0\0\0WEBPVP8 ",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
            b"\0\0\0\x1cftypavif\0\0\0\0avifmif1",
            b"\0\0\0\x0cjP  \r\n\x87\n",
            b"P6 4 4 255\n",
            b"",
        )
        for start in starts:
            for length in (0, 1, 3, 40, 600):
                for _ in range(3):
                    assert "\n" not in picture_or_error(start + rng.bytes(length))
