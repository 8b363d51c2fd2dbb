"""The fusion network: a U-Net (Ronneberger et al. 2015) that works at half its input's size, and draws the last steps at all of it."""

import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper

INPUTS = 8  # red, green, blue (-0.5..0.5), look from afar, look from near, likelihood, deviations, row (0..1)
WIDTHS = (20, 32, 64, 96, 128)
MULTIPLE = 32  # both sides of the input are multiples of this


def layers(inputs, outputs, count=2):
    """Convolutions whose normalization (by batches of the first training) is part of their weights."""
    found = []
    for k in range(count):
        found += [nn.Conv2d(outputs if k else inputs, outputs, 3, padding=1), nn.ReLU(inplace=True)]
    return nn.Sequential(*found)


class Halved(nn.Module):
    """Four pixels as four channels: F.pixel_unshuffle(x, 2), as a convolution that any runtime knows."""

    def __init__(self):
        super().__init__()
        weights = torch.zeros(INPUTS * 4, INPUTS, 2, 2)
        for c in range(INPUTS):
            for k in range(4):
                weights[c * 4 + k, c, k // 2, k % 2] = 1
        self.register_buffer("weights", weights, persistent=False)

    def forward(self, x):
        return F.conv2d(x, self.weights, stride=2)


class Network(nn.Module):
    """[n, INPUTS, height, width] to logits of alpha, [n, 1, height, width]."""

    def __init__(self):
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.halved = Halved()
        self.inp = layers(INPUTS * 4, a)
        self.e1, self.e2, self.e3, self.e4 = layers(a, b), layers(b, c), layers(c, d), layers(d, e, 3)
        self.d3, self.d2, self.d1, self.d0 = layers(e + d, d), layers(d + c, c), layers(c + b, b), layers(b + a, a)
        self.out = nn.Conv2d(a, 4, 1)
        self.fine = nn.Sequential(
            nn.Conv2d(INPUTS + 1, 8, 3, padding=1), nn.ReLU(inplace=True),
            nn.Conv2d(8, 8, 3, padding=1), nn.ReLU(inplace=True),
            nn.Conv2d(8, 1, 3, padding=1),
        )

    def forward(self, x):
        a = self.inp(self.halved(x))
        b = self.e1(F.max_pool2d(a, 2))
        c = self.e2(F.max_pool2d(b, 2))
        d = self.e3(F.max_pool2d(c, 2))
        e = self.e4(F.max_pool2d(d, 2))
        d = self.d3(torch.cat([doubled(e), d], 1))
        c = self.d2(torch.cat([doubled(d), c], 1))
        b = self.d1(torch.cat([doubled(c), b], 1))
        a = self.d0(torch.cat([doubled(b), a], 1))
        logits = F.pixel_shuffle(self.out(a), 2)
        return logits + self.fine(torch.cat([x, torch.sigmoid(logits)], 1))


def doubled(x):
    return F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False)


def restore(network, path):
    """Takes the weights over from a network that `export` wrote: its convolutions are in the order of `forward`."""
    graph = onnx.load(path).graph
    values = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    values.update({node.output[0]: values[node.input[0]] for node in graph.node if node.op_type == "Cast"})
    found = [[values[name].astype("float32") for name in node.input[1:]]
             for node in graph.node if node.op_type == "Conv" and node.input[1] in values]
    order = [network.inp, network.e1, network.e2, network.e3, network.e4, network.d3, network.d2, network.d1, network.d0,
             network.out, network.fine]
    convolutions = [layer for block in order for layer in block.modules() if isinstance(layer, nn.Conv2d)]
    with torch.no_grad():
        for layer, (weight, bias) in zip(convolutions, found, strict=True):
            layer.weight.copy_(torch.from_numpy(weight))
            layer.bias.copy_(torch.from_numpy(bias))


def export(network, path):
    """Writes the network as ONNX, `input` to `alpha` (0..1), any size; weights in 16 bits."""
    network.eval()
    whole = nn.Sequential(network, nn.Sigmoid())
    example = torch.rand(1, INPUTS, 64, 96)
    axes = {2: "height", 3: "width"}
    torch.onnx.export(whole, example, path, opset_version=13, input_names=["input"], output_names=["alpha"],
                      dynamic_axes={"input": axes, "alpha": axes})
    model = onnx.load(path)
    for weights in list(model.graph.initializer):
        values = numpy_helper.to_array(weights)
        if values.dtype != "float32" or values.size < 500:
            continue
        half = weights.name + "_half"
        model.graph.initializer.remove(weights)
        model.graph.initializer.append(numpy_helper.from_array(values.astype("float16"), half))
        model.graph.node.insert(0, helper.make_node("Cast", [half], [weights.name], to=TensorProto.FLOAT))
    for node in model.graph.node:
        node.doc_string = ""
    onnx.checker.check_model(model)
    onnx.save(model, path)
