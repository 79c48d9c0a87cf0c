"""Sequences and optionals in the simplifier: nodes on them stay as they were."""

import numpy as np
import pytest
from onnx_models import TensorProto, graph, helper, info, model, node, onnx, tensor
from test_onnx_simplify import operators, run_plain

from relay_lite.onnx import CheckError, _compare, simplify

X = info("x", [4, 3])


def sequence(name, dtype=TensorProto.FLOAT):
    """The description of a sequence of tensors of any shapes."""
    return helper.make_tensor_sequence_value_info(name, dtype, None)


def test_nodes_stay():
    source = model([node("Add", "a a", "b"), node("SplitToSequence", "x two", "parts"),
                    node("SequenceAt", "parts one", "part"), node("Add", "part b", "y"),
                    node("SequenceLength", "parts", "n")],
                   [X], [info("y", [2, 3]), info("n", [], "int64")],
                   [tensor("a", [1, 2, 3]), tensor("two", 2, "int64"), tensor("one", 1, "int64")])
    result = simplify(source, check=2)
    onnx.checker.check_model(result, full_check=True)
    assert operators(result) == ["SplitToSequence", "SequenceAt", "Add", "SequenceLength"]
    x = np.arange(12, dtype="float32").reshape(4, 3)
    for found, expected in zip(run_plain(result, {"x": x}), run_plain(source, {"x": x}), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_inputs_and_outputs():
    """Sequences are inputs and outputs between tensors, in the order of the model."""
    source = model([node("Identity", "s", "t"), node("SequenceInsert", "t x", "u"), node("Add", "x one", "y")],
                   [X, sequence("s"), info("z", [2])], [sequence("u"), "y", info("w", [2])], [tensor("one", [1])])
    source.graph.node.append(node("Neg", "z", "w"))
    result = simplify(source)
    onnx.checker.check_model(result, full_check=True)
    assert [value.name for value in result.graph.input] == ["x", "s", "z"]
    assert [value.name for value in result.graph.output] == ["u", "y", "w"]
    assert result.graph.input[1] == source.graph.input[1]
    assert result.graph.output[0] == source.graph.output[0]
    feeds = {"x": np.ones((4, 3), "float32"), "s": [np.zeros((4, 3), "float32")], "z": np.ones(2, "float32")}
    for found, expected in zip(run_plain(result, feeds), run_plain(source, feeds), strict=True):
        for pair in zip(found, expected, strict=True):
            np.testing.assert_array_equal(*pair)
    with pytest.raises(CheckError, match="the input 's' is no tensor: the model cannot be checked"):
        simplify(source, check=1)


@pytest.mark.parametrize("kind", ["If", "Loop"])
def test_graphs_with_sequences(kind):
    """A node whose graphs have sequences stays whole."""
    build = [node("SequenceConstruct", "x x", "s")]
    if kind == "If":
        branches = {name: graph([node("SequenceConstruct", "x" + " x" * i, f"s{i}")], [], [sequence(f"s{i}")])
                    for i, name in enumerate(("then_branch", "else_branch"))}
        nodes, extra = [node("If", "c", "t", **branches)], [info("c", [], "bool")]
    else:
        body = graph([node("Identity", "going", "again"), node("SequenceInsert", "before x", "after")],
                     [info("i", [], "int64"), info("going", [], "bool"), sequence("before")],
                     [info("again", [], "bool"), sequence("after")])
        nodes, extra = [*build, node("Loop", "n  s", "t", body=body)], [info("n", [], "int64")]
    source = model([*nodes, node("ConcatFromSequence", "t", "y", axis=0)], [X, *extra], [info("y", [None, 3])])
    result = simplify(source)
    onnx.checker.check_model(result, full_check=True)
    assert operators(result) == operators(source)
    feeds = {"x": np.ones((4, 3), "float32"), extra[0].name: np.array(True if kind == "If" else 3)}
    np.testing.assert_array_equal(run_plain(result, feeds)[0], run_plain(source, feeds)[0])


def test_the_check_compares_elements():
    one, two = np.ones(2, "float32"), np.ones(3, "float32")
    _compare("output", [one, two], [one, two])
    with pytest.raises(CheckError, match="output is another sequence"):
        _compare("output", [one], [one, two])
    with pytest.raises(CheckError, match="output, element 1 differs by 1"):
        _compare("output", [one, 2 * two], [one, two])
