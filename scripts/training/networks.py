"""The three networks: finder (frame to card proposals), refiner (corners), reader (features)."""

import torch
from torch import Tensor, nn
from torch.nn import functional


def conv(inputs: int, outputs: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    """Convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions with a shortcut."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Map (n, channels, h, w) to the same."""
        return functional.relu(x + self.second(self.first(x)))


class Finder(nn.Module):
    """Answer at stride 8, by a feature pyramid: is this the core of a card, and which quad.

    Input (n, 3, H, W) 0..1 BGR, H and W multiples of 64. Output (n, 11, H/8, W/8): core logit;
    center offset (2, cells); log half-axes (2, of cells); doubled-angle direction of the long and
    of the short axis (4); perspective (2), see `training.targets`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 12, 2), conv(12, 24, 2), conv(24, 24))
        self.c3 = nn.Sequential(conv(24, 40, 2), Residual(40))
        self.c4 = nn.Sequential(conv(40, 56, 2), Residual(56))
        self.c5 = nn.Sequential(conv(56, 56, 2), Residual(56))
        self.c6 = conv(56, 56, 2)
        self.l6 = nn.Conv2d(56, 48, 1)
        self.l5 = nn.Conv2d(56, 48, 1)
        self.l4 = nn.Conv2d(56, 48, 1)
        self.l3 = nn.Conv2d(40, 48, 1)
        self.p5 = conv(48, 48)
        self.p4 = conv(48, 48)
        self.head = nn.Sequential(conv(48, 48), conv(48, 48), nn.Conv2d(48, 11, 1))

    def forward(self, x: Tensor) -> Tensor:
        """Predict from the frame, see the class."""
        c3 = self.c3(self.stem(x))
        c4 = self.c4(c3)
        c5 = self.c5(c4)
        top = self.l6(self.c6(c5))
        p5 = self.p5(self.l5(c5) + functional.interpolate(top, scale_factor=2.0, mode="nearest"))
        p4 = self.p4(self.l4(c4) + functional.interpolate(p5, scale_factor=2.0, mode="nearest"))
        p3 = self.l3(c3) + functional.interpolate(p4, scale_factor=2.0, mode="nearest")
        out: Tensor = self.head(p3)
        return out


class Refiner(nn.Module):
    """Where the corners of the card in a loosely cut crop really are.

    Input (n, 3, 64, 96) 0..1 BGR; output (n, 8): corner offsets in units of the proposed quad's
    width and height.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2), conv(16, 32, 2), conv(32, 32), conv(32, 48, 2), Residual(48),
            conv(48, 12, kernel=1),
        )  # fmt: skip
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(12 * 8 * 12, 64), nn.ReLU(inplace=True), nn.Linear(64, 8)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Predict from crops, see the class."""
        out: Tensor = self.head(self.body(x))
        return out


class Reader(nn.Module):
    """Color, shape, count and fill of a card, is it one, and is all of it to be seen.

    Input (n, 3, 80, 128) 0..1 BGR; output (n, 15) logits: color 3, shape 3, count 3, fill 3,
    card 1, whole 1, European edition 1; and (n, 192) features for judging how familiar the
    crop looks.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 16, 2), conv(16, 32, 2), Residual(32), conv(32, 64, 2), Residual(64),
            Residual(64), conv(64, 96, 2),
        )  # fmt: skip
        self.head = nn.Linear(192, 15)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Predict from crops, see the class."""
        maps = self.body(x)
        features = torch.cat([maps.mean((2, 3)), maps.amax((2, 3))], 1)
        return self.head(features), features
