"""Operators of object detection from Python."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

ROWS = np.array([[[0, 0.8, 0, 0, 10, 10], [1, 0.9, 20, 20, 30, 30], [0, 0.7, 1, 1, 10, 10],
                  [-1, 0.6, 0, 0, 5, 5]]], "float32")


def run(result, **inputs):
    parameters = relay.analysis.free_vars(result)
    module = tvm.IRModule.from_expr(relay.Function(parameters, result))
    found = relay.create_executor("graph", mod=module).evaluate()(**inputs)
    return found.numpy() if hasattr(found, "numpy") else [field.numpy() for field in found]


def test_boxes_that_are_valid_and_not_suppressed():
    data = relay.var("data", shape=(1, 4, 6))
    counts, moved, sources = relay.vision.get_valid_counts(data, 0.5)
    result = relay.vision.non_max_suppression(moved, counts, sources, iou_threshold=0.5)
    indices, number = run(result.astuple(), data=ROWS)
    assert indices.tolist() == [[1, 0, -1, -1]]
    assert number.tolist() == [[2]]
    rows = relay.vision.non_max_suppression(moved, counts, sources, iou_threshold=0.5, return_indices=False)
    assert np.array_equal(run(rows, data=ROWS)[0, :3, 0], [1, 0, -1])


def test_boxes_of_all_classes():
    boxes, scores = relay.var("boxes", shape=(1, 4, 4)), relay.var("scores", shape=(1, 1, 4))
    result = relay.vision.all_class_non_max_suppression(boxes, scores, 2, 0.5, 0.1)
    assert len(result) == 2
    rows, number = run(result.astuple(), boxes=ROWS[..., 2:], scores=ROWS[:, None, :, 1])
    assert number.tolist() == [2]
    assert rows[:2].tolist() == [[0, 0, 1], [0, 0, 0]]
    assert len(relay.vision.all_class_non_max_suppression(boxes, scores, output_format="tensorflow")) == 3


@pytest.mark.parametrize("rank, kind, function", [
    (1, "avg", np.mean), (1, "max", np.max), (3, "avg", np.mean), (3, "max", np.max)])
def test_pooling_over_everything(rank, kind, function):
    shape = (2, 3, 4, 5, 6)[:2 + rank]
    x = np.random.RandomState(1).rand(*shape).astype("float32")
    pool = getattr(relay.nn, f"global_{kind}_pool{rank}d")
    axes = tuple(range(2, 2 + rank))
    found = run(pool(relay.var("x", shape=shape)), x=x)
    np.testing.assert_allclose(found, function(x, axis=axes, keepdims=True), rtol=1e-5)


def test_a_size_that_is_not_known():
    x, size = relay.var("x", shape=(1, 3, 4)), relay.var("size", shape=(1,), dtype="int64")
    with pytest.raises(NotImplementedError, match="image.resize1d: expected size and roi to be known"):
        relay.image.resize1d(x, size)
