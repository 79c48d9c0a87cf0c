"""Rewrites of imported detectors."""

import numpy as np
import pytest
from torch_check import torch

from relay_lite import IRModule, relay
from relay_lite.error import ArgumentError
from relay_lite.relay.frontend import pytorch_utils

# A process that runs other tests cannot read the classes of warnings of PyTorch.
pytestmark = pytest.mark.filterwarnings("ignore")

_LIBRARY = None


def batched_nms(boxes: torch.Tensor, scores: torch.Tensor, idxs: torch.Tensor):
    """The boxes that torchvision's function keeps."""
    if boxes.numel() == 0:
        return torch.empty((0,), dtype=torch.int64)
    offsets = idxs.to(boxes) * (boxes.max() + torch.tensor(1).to(boxes))
    return torch.ops.torchvision.nms(boxes + offsets[:, None], scores, 0.5)


def first_of_batched_nms(boxes: torch.Tensor, scores: torch.Tensor, idxs: torch.Tensor):
    """The first of these boxes."""
    return batched_nms(boxes, scores, idxs)[:3]


@pytest.fixture
def boxes():
    """Boxes, scores and classes."""
    generator = np.random.default_rng(0)
    corners = generator.random((20, 2), "float32")
    return (np.concatenate([corners, corners + np.float32(0.5)], 1),
            generator.random(20, "float32"), generator.integers(0, 3, 20))


def import_nms():
    """The module of the first boxes, of any number of boxes."""
    global _LIBRARY
    if _LIBRARY is None:
        if not hasattr(torch.ops.torchvision, "nms"):
            _LIBRARY = torch.library.Library("torchvision", "DEF")
            _LIBRARY.define("nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")
    sizes = (relay.Any(),)
    return relay.frontend.from_pytorch(torch.jit.script(first_of_batched_nms), [
        ("boxes", ((relay.Any(), 4), "float32")), ("scores", (sizes, "float32")),
        ("idxs", (sizes, "int64"))])[0]


def keep(boxes, scores, classes, most):
    """The boxes that stay."""
    found = []
    for i in np.argsort(-scores):
        def overlap(k, i=i):
            low, high = np.maximum(boxes[i, :2], boxes[k, :2]), np.minimum(boxes[i, 2:], boxes[k, 2:])
            both = np.prod(np.maximum(high - low, 0))
            return both / (0.5 - both)

        if all(classes[k] != classes[i] or overlap(k) <= 0.5 for k in found):
            found.append(i)
    return found[:most]


def find_suppressions(mod):
    """The calls of non_max_suppression."""
    found = []
    relay.analysis.post_order_visit(mod["main"], lambda expr: found.append(expr) if isinstance(
        expr, relay.Call) and getattr(expr.op, "name", "") == "vision.non_max_suppression" else None)
    return found


def run(mod, *arrays):
    return relay.create_executor("vm", mod=mod).evaluate()(*arrays).numpy()


def test_classes_in_suppressions(boxes):
    mod = import_nms()
    expected = keep(*boxes, 3)
    assert run(mod, *boxes).tolist() == expected
    assert pytorch_utils.rewrite_nms_to_batched_nms(mod) is mod
    call, = find_suppressions(mod)
    assert call.attrs.id_index == 0 and not call.attrs.force_suppress
    assert run(mod, *boxes).tolist() == expected


@pytest.mark.parametrize("with_classes", [False, True])
def test_limits_of_suppressions(boxes, with_classes):
    mod = import_nms()
    if with_classes:
        mod = pytorch_utils.rewrite_nms_to_batched_nms(mod)
    mod = pytorch_utils.rewrite_batched_nms_with_max_out_size(mod)
    call, = find_suppressions(mod)
    assert int(call.args[3].data.numpy()) == 3
    assert run(mod, *boxes).tolist() == keep(*boxes, 3)
    empty = [np.zeros((0, *array.shape[1:]), array.dtype) for array in boxes]
    assert run(mod, *empty).tolist() == []


def test_other_programs_stay():
    x = relay.var("x", shape=(4, 4))
    mod = IRModule.from_expr(relay.Function([x], relay.add(x, x)))
    text = mod.astext()
    for rewrite in (pytorch_utils.rewrite_nms_to_batched_nms,
                    pytorch_utils.rewrite_batched_nms_with_max_out_size):
        assert rewrite(mod).astext() == text


def make_scatter(counts):
    """The scattering of regions as TVM's importer writes it."""
    total = sum(counts)
    levels = relay.var("levels", shape=(total,), dtype="int64")
    parts = [relay.var(f"part{i}", shape=(count, 2, 3, 3)) for i, count in enumerate(counts)]
    result = relay.zeros((total, 2, 3, 3), "float32")
    for i, (count, part) in enumerate(zip(counts, parts)):
        places = relay.split(relay.argwhere(relay.equal(levels, relay.const(i, "int64"))), 1, axis=1)
        index = relay.reshape(relay.squeeze(places[0], [1]), (-1, 1, 1, 1))
        for axis, size in ((1, 2), (2, 3), (3, 3)):
            index = relay.repeat(index, size, axis)
        result = relay.scatter_elements(result, index, part, axis=0)
    return relay.Function([levels, *parts], relay.reshape(result, (0, -1, 1, 1)))


def test_selection_of_regions():
    mod = IRModule.from_expr(make_scatter([2, 3]))
    levels = np.array([1, 0, 1, 1, 0])
    parts = [np.random.default_rng(i).random((count, 2, 3, 3), "float32")
             for i, count in enumerate([2, 3])]
    expected = np.zeros((5, 2, 3, 3), "float32")
    for i, part in enumerate(parts):
        expected[levels == i] = part
    pytorch_utils.rewrite_scatter_to_gather(mod, 2)
    assert "scatter" not in mod.astext() and "argsort" in mod.astext()
    np.testing.assert_array_equal(run(mod, levels, *parts), expected.reshape(5, -1, 1, 1))


def test_versions():
    assert pytorch_utils.is_version_greater_than("1.4.0")
    assert pytorch_utils.is_version_greater_than("1.9.12")
    assert not pytorch_utils.is_version_greater_than("1000.0")
    assert not pytorch_utils.is_version_greater_than(torch.__version__)
    with pytest.raises(ArgumentError, match="expected a version such as"):
        pytorch_utils.is_version_greater_than("new")


def test_names_of_attributes():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.factor = torch.nn.Parameter(torch.ones(1))

        def forward(self, x):
            return x * self.factor

    graph = torch.jit.script(Net()).graph
    assert pytorch_utils.getattr_attr_name(graph.findNode("prim::GetAttr")) == "factor"
    with pytest.raises(ArgumentError, match="expected a node with one attribute, but got 0"):
        pytorch_utils.getattr_attr_name(graph.findNode("aten::mul"))
