"""Take the weights of an exported network up again, to train on from them."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

__all__ = ["weights_of"]


def weights_of(path: Path, net: nn.Module, pictures: NDArray[np.uint8]) -> dict[str, Tensor]:
    """Return the state that makes a network of the same build compute what an ONNX file does.

    An exported network has its batch norms folded into the convolutions. They are put back such
    that they change nothing, with the mean and variance that they see on some pictures, so that
    training goes on without a jump.

    Parameters
    ----------
    path : Path
        What `training.export` wrote.
    net : nn.Module
        Of the same class; it is changed.
    pictures : ndarray
        (n, H, W, 3) uint8 BGR, typical of the training data.

    Returns
    -------
    dict
        A state dict of `net`.

    Raises
    ------
    ValueError
        If the file is of another build.
    """
    graph = onnx.load(path).graph
    values = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
    stored = [
        [values[name] for name in node.input[1:]]
        for node in graph.node
        if node.op_type in {"Conv", "Gemm"}
    ]
    pixels = torch.from_numpy(pictures.copy()).permute(0, 3, 1, 2).float() / 255
    layers = [layer for layer, _ in _run(net, pixels) if not isinstance(layer, nn.BatchNorm2d)]
    if [[layer.weight.shape, layer.weight.shape[:1]] for layer in layers] != [
        [value.shape for value in pair] for pair in stored
    ]:
        raise ValueError(f"{path} holds a network of another build")
    norm_of = dict(pairwise(net.modules()))
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, stored, strict=True):
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
            else:
                norm_of[layer].running_var.fill_(1 - norm_of[layer].eps)
                norm_of[layer].bias.copy_(bias)
        for layer, inputs in _run(net, pixels):
            if isinstance(layer, nn.BatchNorm2d):
                mean, variance = inputs.mean((0, 2, 3)), inputs.var((0, 2, 3))
                layer.running_mean.copy_(mean)
                layer.running_var.copy_(variance)
                layer.weight.copy_((variance + layer.eps).sqrt())
                layer.bias.add_(mean)
    return net.state_dict()


def _run(net: nn.Module, pixels: Tensor) -> list[tuple[nn.Module, Tensor]]:
    """List the layers with weights in the order of their use, each with what it is given."""
    used: list[tuple[nn.Module, Tensor]] = []
    hooks = [
        layer.register_forward_pre_hook(lambda layer, inputs: used.append((layer, inputs[0])))
        for layer in net.modules()
        if isinstance(layer, nn.Conv2d | nn.Linear | nn.BatchNorm2d)
    ]
    with torch.no_grad():
        net.eval()(pixels)
    for hook in hooks:
        hook.remove()
    return used
