"""The converter of ensembles of decision trees."""

import numpy as np
import pytest
from onnx_check import compare, evaluate, floats, onnx
from onnx_models import info

from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError

helper, numpy_helper = onnx.helper, onnx.numpy_helper

# Two trees: x0 ? (x1 ? leaf 0 : leaf 1) : leaf 2, and x1 ? leaf 3 : leaf 4.
TREES = {
    "n_targets": 2, "tree_roots": [0, 2], "nodes_featureids": [0, 1, 1],
    "nodes_truenodeids": [1, 0, 3], "nodes_trueleafs": [0, 1, 1],
    "nodes_falsenodeids": [2, 1, 4], "nodes_falseleafs": [1, 1, 1],
    "leaf_targetids": [0, 1, 0, 0, 1]}
WEIGHTS = [1.0, 2.0, 3.0, 4.0, 5.0]


def make(modes=(0, 0, 0), splits=(0.5, -0.5, 0.25), **attributes):
    """A model of an ensemble."""
    tensors = {"nodes_modes": np.array(modes, "uint8"), "nodes_splits": np.array(splits, "float32"),
               "leaf_weights": np.array(WEIGHTS, "float32")}
    if "members" in attributes:
        tensors["membership_values"] = np.array(attributes.pop("members"), "float32")
    attributes = {"aggregate_function": 1, **TREES, **attributes}
    attributes.update((name, numpy_helper.from_array(value)) for name, value in tensors.items())
    node = helper.make_node("TreeEnsemble", ["x"], ["y"], name="here", domain="ai.onnx.ml", **attributes)
    graph = helper.make_graph([node], "graph", [info("x", ["n", 2])], [info("y", ["n", 2])])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21),
                                                   helper.make_opsetid("ai.onnx.ml", 5)])


def walk(data, compares, aggregate):
    """The results, tree by tree."""
    results = []
    for x0, x1 in data:
        first = (0 if compares[1](x1, -0.5) else 1) if compares[0](x0, 0.5) else 2
        second = 3 if compares[2](x1, 0.25) else 4
        found = [(TREES["leaf_targetids"][leaf], WEIGHTS[leaf]) for leaf in (first, second)]
        rows = [[weight for target, weight in found if target == i] for i in range(2)]
        results.append([aggregate(row) if row else 0 for row in rows])
    return np.array(results, "float32")


COMPARES = [np.less_equal, np.less, np.greater_equal, np.greater, np.equal, np.not_equal]


@pytest.mark.parametrize("mode", range(6))
def test_conditions(mode):
    data = np.concatenate([floats(20, 2), [[0.5, -0.5], [0.5, 0.25]]]).astype("float32")
    compare(evaluate(make([mode] * 3), data)[0], [walk(data, [COMPARES[mode]] * 3, sum)])


@pytest.mark.parametrize("function, aggregate", enumerate([lambda row: sum(row) / 2, sum, min, max]))
def test_aggregates(function, aggregate):
    data = floats(20, 2)
    compare(evaluate(make(aggregate_function=function), data)[0],
            [walk(data, [np.less_equal] * 3, aggregate)])


def test_missing_values():
    data = np.array([[np.nan, 0], [np.nan, np.nan]], "float32")
    tracked = make(nodes_missing_value_tracks_true=[1, 0, 1])
    compare(evaluate(tracked, data)[0], [np.array([[4, 2], [4, 2]], "float32")])
    compare(evaluate(make(), data)[0], [np.array([[3 + 4, 0], [3, 5]], "float32")])


def test_members():
    proto = make([6, 0, 6], members=[1, 2, np.nan, 3])
    data = np.array([[1, 3], [2, 0], [3, 3]], "float32")

    def is_member(value, split):
        return value in ((1, 2) if split == 0.5 else (3,))

    compare(evaluate(proto, data)[0], [walk(data, [is_member, np.less_equal, is_member], sum)])


@pytest.mark.parametrize("attributes, message", [
    ({"nodes_featureids": [0, 1]}, "the attributes of 2 nodes have different lengths"),
    ({"nodes_featureids": [0, 1, 2]}, "a node reads a column that the input of 2 columns has not"),
    ({"nodes_truenodeids": [1, 0, 9]}, "a node has a child that does not exist"),
    ({"nodes_truenodeids": [0, 0, 3]}, "the nodes of a tree form a cycle"),
    ({"modes": [6, 6, 6], "members": [1]}, "3 nodes ask for members, but there are 1 sets"),
    ({"aggregate_function": 7}, "expected aggregate_function 0 to 3, but found 7"),
    ({"post_transform": 5}, "expected post_transform 0 to 4, but found 5")])
def test_errors(attributes, message):
    with pytest.raises(ConversionError) as error:
        from_onnx(make(**attributes))
    assert message in str(error.value) and "TreeEnsemble 'here'" in str(error.value)
