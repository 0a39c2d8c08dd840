"""What light and lens do to a rendered table: lamps, shadows, glare, blur, noise, compression."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rendering.tables import Image, Rng, smooth_noise


@dataclass(frozen=True, slots=True)
class Hardships:
    """How often, 0..1, a photo is worse than people would keep it."""

    overexposed: float = 0.0
    """So much light that paper, and pale ink with it, is clipped to white."""
    dim: float = 0.0
    """So little light that noise and rounding show."""
    hazy: float = 0.0
    """A lens so dirty, or a screen so bright, that black is grey."""
    packed: float = 0.0
    """Stored as JPEG of so low a quality that colors run."""


USUAL = Hardships()
HARD = Hardships(overexposed=0.11, dim=0.05, hazy=0.08, packed=0.10)
"""So that a reader learns what it cannot know."""


def _happens(rng: Rng, chance: float) -> bool:
    """Draw whether something happens; what never does leaves the generator as it is."""
    return chance > 0 and rng.random() < chance


def _ramp(rng: Rng, height: int, width: int) -> Image:
    """Brightness falling off along one direction, 0..1."""
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    field = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))
    field -= field.min()
    return np.asarray(field / max(1e-6, float(field.max())), np.float32)


def _spot(rng: Rng, height: int, width: int, spread: float) -> Image:
    """One soft elliptical spot somewhere in or near the frame, 0..1."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    cx, cy = rng.uniform(-0.1, 1.1) * width, rng.uniform(-0.1, 1.1) * height
    sx, sy = np.array([width, height]) * spread * rng.uniform(0.6, 1.5, 2)
    return np.exp(-(((x - cx) / sx) ** 2 + ((y - cy) / sy) ** 2) / 2).astype(np.float32)


def _shadow_mask(rng: Rng, height: int, width: int) -> Image:
    """Mask of one cast shadow (1 in the shadow): half plane, blob of a person or dapples."""
    mask = np.zeros((height, width), np.float32)
    kind = rng.random()
    if kind < 0.5:
        center = rng.uniform(0.1, 0.9, 2) * [width, height]
        angle = rng.uniform(0, 2 * np.pi)
        along = np.array([np.cos(angle), np.sin(angle)]) * 3 * (height + width)
        across = np.array([-along[1], along[0]])
        corners = [center - along, center + along, center + along + across, center - along + across]
        cv2.fillPoly(mask, [np.array(corners).astype(np.int32)], 1.0)
    elif kind < 0.8:
        points = rng.uniform(-0.3, 1.3, 2) * [width, height] + rng.normal(0, 0.3, (7, 2)) * [
            width,
            height,
        ]
        cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 1.0)
    else:
        cell = rng.uniform(0.05, 0.3) * width
        mask = (smooth_noise(rng, height, width, cell, cell) > rng.uniform(-0.2, 0.4)).astype(
            np.float32
        )
    sigma = float(np.exp(rng.uniform(np.log(0.6), np.log(0.05 * width + 1))))
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32)


def illuminate(
    rng: Rng, image: Image, strength: float = 1.0, hardships: Hardships = USUAL
) -> Image:
    """Light a reflectance picture as a room with lamps and windows would.

    Parameters
    ----------
    rng : numpy.random.Generator
    image : ndarray
        (H, W, 3) float32 BGR reflectance, 0..1.
    strength : float
        0 gives even daylight, 1 the whole variety, glare and hard shadows included.
    hardships : Hardships
        How often the light is far too strong or too weak, or the view hazy.

    Returns
    -------
    ndarray
        (H, W, 3) float32 BGR, about 0..1, highlights may exceed 1.
    """
    height, width = image.shape[:2]
    small_h, small_w = max(2, height // 4), max(2, width // 4)
    warmth = rng.normal(0, 0.22) * strength
    tint = rng.normal(0, 0.05) * strength
    gains = np.exp(np.array([-warmth / 2, tint, warmth / 2]))
    # A camera's automatic exposure keeps the brightest channel of a white card near white.
    exposure = rng.uniform(0.78, 1.12) if rng.random() < 0.7 else rng.uniform(0.42, 0.8)
    if _happens(rng, hardships.overexposed / 2):
        exposure = rng.uniform(1.2, 2.2)
    elif _happens(rng, hardships.dim):
        exposure = rng.uniform(0.12, 0.42)
    light = np.ones((small_h, small_w, 1), np.float32) * (gains / gains.max()).astype(np.float32)
    if rng.random() < 0.9 * strength:
        depth = rng.uniform(0.05, 0.55)
        light *= (1 - depth * _ramp(rng, small_h, small_w))[..., None]
    if rng.random() < 0.35 * strength:
        color = np.exp(np.array([-1, 0, 1]) * rng.normal(0, 0.15)).astype(np.float32)
        light *= 0.6 + rng.uniform(0.3, 0.8) * _spot(rng, small_h, small_w, 0.3)[..., None] * color
    light /= np.float32(0.5 * (light.mean() + light.max()))
    light = cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    for _ in range(int(rng.integers(1, 3)) if rng.random() < 0.38 * strength else 0):
        depth = rng.uniform(0.15, 0.62)
        blue = np.array([1, 1, 1], np.float32) + np.array([0.12, 0, -0.08]) * rng.uniform(-0.3, 1)
        shade = depth * _shadow_mask(rng, height, width)[..., None]
        light *= 1 - shade * (2 - blue).astype(np.float32)
    lit = image * light * np.float32(exposure)
    for _ in range(int(rng.integers(1, 4)) if rng.random() < 0.30 * strength else 0):
        spread = float(np.exp(rng.uniform(np.log(0.02), np.log(0.22))))
        spot = _spot(rng, small_h, small_w, spread)
        if rng.random() < 0.3:
            spot = np.clip((spot - 0.4) * 4, 0, 1)
        power = rng.uniform(0.1, 0.9)
        color = np.exp(np.array([-1, 0, 1]) * rng.normal(0, 0.12)).astype(np.float32)
        glare = cv2.resize(spot, (width, height), interpolation=cv2.INTER_LINEAR)
        lit += np.float32(power) * glare[..., None] * color * (0.6 + 0.4 * image)
    if rng.random() < 0.2 * strength:
        haze = np.float32(rng.uniform(0.02, 0.2))
        lit = lit * (1 - haze) + haze * np.float32(rng.uniform(0.5, 1))
    if _happens(rng, hardships.hazy):
        haze = np.float32(rng.uniform(0.2, 0.55))
        lit = lit * (1 - haze) + haze * np.float32(rng.uniform(0.6, 1))
    return np.asarray(lit, np.float32)


def sheen(rng: Rng, height: int, width: int, power: float) -> Image:
    """Return what the reflection of a lamp in one varnished card adds to its colors.

    It lies over ink and paper alike, so that solid symbols turn pale on paper that stays white;
    cards are bent and their varnish is uneven, so that it has a place of its own on each card and
    is mottled or streaked.

    Parameters
    ----------
    rng : numpy.random.Generator
    height, width : int
        Of the card in pixels.
    power : float
        The most that it adds, reflectance 0..1.

    Returns
    -------
    ndarray
        (height, width, 1) float32, at least 0.
    """
    spread = float(np.exp(rng.uniform(np.log(0.15), np.log(1.2))))
    field = _spot(rng, height, width, spread)
    grain = float(np.exp(rng.uniform(np.log(0.015), np.log(0.2)))) * width
    stretch = float(np.exp(rng.uniform(-1.8, 1.8)))
    cells = max(2.0, grain * stretch), max(2.0, grain / stretch)
    bumps = smooth_noise(rng, height, width, *cells)
    field *= 1 + np.float32(rng.uniform(0, 0.5)) * bumps
    return np.asarray(np.float32(power) * np.maximum(field, 0)[..., None], np.float32)


def _motion_kernel(rng: Rng, length: float) -> NDArray[np.float32]:
    size = int(length) * 2 + 3
    kernel = np.zeros((size, size), np.float32)
    angle = rng.uniform(0, np.pi)
    tip = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    middle = np.array([size // 2, size // 2])
    start, end = (middle - tip).round().astype(int), (middle + tip).round().astype(int)
    cv2.line(kernel, start.tolist(), end.tolist(), 1.0, 1, cv2.LINE_AA)
    return kernel / kernel.sum()


def expose(
    rng: Rng, image: Image, strength: float = 1.0, hardships: Hardships = USUAL
) -> NDArray[np.uint8]:
    """Take the photo: lens and motion blur, tone curve, saturation, noise, sharpening, JPEG.

    Parameters
    ----------
    rng : numpy.random.Generator
    image : ndarray
        (H, W, 3) float32 BGR light, about 0..1.
    strength : float
        0 gives a clean camera, 1 the whole variety from phones to old webcams.
    hardships : Hardships
        How often the camera makes the picture far too bright or packs it far too small.

    Returns
    -------
    ndarray
        (H, W, 3) uint8 BGR.
    """
    height, width = image.shape[:2]
    if rng.random() < 0.25 * strength:
        shrink = rng.uniform(0.45, 0.95)
        small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)
    blur = rng.random()
    if blur < 0.5 * strength:
        image = cv2.GaussianBlur(image, (0, 0), float(np.exp(rng.uniform(-1.2, 0.6))))
    elif blur < 0.62 * strength:
        image = cv2.filter2D(image, -1, _motion_kernel(rng, rng.uniform(1.5, 7)))
    if rng.random() < 0.5:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
        image = image * (1 - np.float32(rng.uniform(0, 0.3)) * (x * x + y * y) / 2)[..., None]
    gamma = np.float32(np.exp(rng.normal(0, 0.16 * strength)))
    image = np.clip(image, 0, 1) ** gamma
    if rng.random() < 0.5 * strength:
        contrast, pivot = rng.uniform(0.75, 1.25), rng.uniform(0.3, 0.7)
        image = (image - pivot) * np.float32(contrast) + pivot
    grey = image @ np.array([0.114, 0.587, 0.299], np.float32)
    saturation = np.float32(np.exp(rng.normal(0, 0.22 * strength)))
    image = grey[..., None] + (image - grey[..., None]) * saturation
    if rng.random() < 0.8 * strength:
        sigma = float(np.exp(rng.uniform(np.log(0.003), np.log(0.05))))
        noise = np.empty((height, width, 3), np.float32)
        cv2.setRNGSeed(int(rng.integers(1 << 31)))
        cv2.randn(noise, 0.0, sigma)
        if rng.random() < 0.5:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.8) * np.float32(2)
        image = image + noise
    if rng.random() < 0.35 * strength:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.8, 2))
        image = image + np.float32(rng.uniform(0.3, 1.4)) * (image - soft)
    # Half of the overexposed photos are clipped by the lamp before the tone curve, half after it.
    if _happens(rng, hardships.overexposed / 2):
        image = image * np.float32(rng.uniform(1.2, 2.0))
    photo = (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8)
    is_packed = _happens(rng, hardships.packed)
    if is_packed or rng.random() < 0.85:
        quality = int(rng.integers(8, 26) if is_packed else rng.integers(25, 96))
        ok, packed = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])
        assert ok
        photo = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(photo, np.uint8)
