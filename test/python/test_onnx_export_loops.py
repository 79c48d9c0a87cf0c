"""Loops that leave as one node Loop or Scan, checked by onnxruntime."""

import numpy as np
import pytest
from onnx_check import floats
from onnx_models import TensorProto, graph, helper, info, model, node, onnx, tensor
from onnxruntime_check import run as run_onnx

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.frontend import from_onnx, to_onnx


def go_around(source, *arrays, text=False):
    """The model after import and export. Its outputs are those of the source."""
    mod, params = from_onnx(source)
    if text:
        mod = relay.parse(mod.astext())
    proto = to_onnx(mod, params, "net")
    onnx.checker.check_model(proto, full_check=True)
    feeds = [array for array, value in zip(arrays, source.graph.input)
             if value.name in {known.name for known in proto.graph.input}]
    for found, expected in zip(run_onnx(proto, *feeds), run_onnx(source, *arrays), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-6)
    return proto


def operators(proto):
    return [entry.op_type for entry in proto.graph.node]


def body_operators(proto):
    return [entry.op_type for attribute in proto.graph.node[-1].attribute if attribute.name == "body"
            for entry in attribute.g.node]


def loop(nodes, outputs, count="n", going="c", carried="x", inner="total", initializers=(), scans=0):
    """A model of one Loop over a vector of two elements."""
    body = graph(nodes, [info("round", [], "int64"), info("going", [], "bool"), info(inner, [2])],
                 [info("again", [], "bool"), *(info(name) for name in outputs)], initializers)
    names = ["y", *(f"row{i}" for i in range(scans))]
    return model([node("Loop", f"{count} {going} {carried}", " ".join(names), body=body)],
                 [info("n", [], "int64"), info("c", [], "bool"), info("x", [2])], names)


COPY = node("Identity", "going", "again")


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("count, going", [("n", "c"), ("n", ""), ("", "c")])
def test_loop(count, going, text):
    if count:
        last = COPY
    else:
        last = node("Not", "going", "again")
    source = loop([last, node("Add", "total x", "next"), node("Cast", "round", "number", to=TensorProto.FLOAT),
                   node("Mul", "next number", "row")], ["next", "row"], count, going, scans=1)
    for rounds, start in ((0, True), (3, True), (3, False)):
        proto = go_around(source, np.array(rounds), np.array(start), floats(2), text=text)
    assert operators(proto) == ["Loop"]
    assert [bool(name) for name in proto.graph.node[0].input] == [bool(count), bool(going), True]
    assert len(proto.graph.node[0].output) == 2
    assert len(body_operators(proto)) == 4


def test_condition_of_values():
    source = loop([node("ReduceSum", "total", "sum", keepdims=0), node("Less", "sum limit", "again"),
                   node("Add", "total x", "next")], ["next"], initializers=[tensor("limit", 3.5)])
    for rounds in (1, 100):
        proto = go_around(source, np.array(rounds), np.array(True), np.array([0.5, 0.25], "float32"))
    assert operators(proto) == ["Loop"]
    assert sorted(body_operators(proto)) == ["Add", "Less", "ReduceSum"]


def test_rows_of_unknown_sizes():
    source = loop([COPY, node("Identity", "total", "next"), node("Greater", "total zero", "which"),
                   node("Compress", "total which", "row")], ["next", "row"], scans=1,
                  initializers=[tensor("zero", 0.0)])
    proto = go_around(source, np.array(3), np.array(True), np.array([1, -1], "float32"))
    assert operators(proto) == ["Loop"]
    assert "Concat" not in body_operators(proto)


def test_count_from_a_shape():
    """A count that follows from values around the loop is computed before it."""
    body = graph([node("Identity", "going", "again"), node("Gather", "x round", "part"),
                  node("Add", "total part", "next")],
                 [info("round", [], "int64"), info("going", [], "bool"), info("total", [])],
                 [info("again", [], "bool"), info("next", [])])
    source = model([node("Shape", "x", "shape"), node("Squeeze", "shape", "n"),
                    node("Loop", "n  zero", "y", body=body)], [info("x", ["size"])], ["y"],
                   [tensor("zero", 0.0)])
    proto = go_around(source, floats(5))
    assert operators(proto) == ["Shape", "Squeeze", "Loop"]


def test_results_that_are_rounds():
    """A loop whose user takes the number of the last round has a node for the test, too."""
    i, total, x = relay.var("i", shape=(), dtype="int64"), relay.var("total", shape=(2,)), relay.var("x", shape=(2,))
    loop_function = relay.loops.while_loop(
        lambda i, total: relay.less(i, relay.const(5, "int64")), [i, total],
        lambda i, total: [i + relay.const(1, "int64"), relay.add(total, x)])
    for field, expected in ((0, 5), (1, 5 * floats(2))):
        body = relay.TupleGetItem(loop_function(relay.const(0, "int64"), relay.zeros_like(x)), field)
        proto = to_onnx(tvm.IRModule.from_expr(relay.Function([x], body)), {}, "net")
        np.testing.assert_allclose(run_onnx(proto, floats(2))[0], expected, rtol=1e-6)
        assert operators(proto).count("Loop") == 1
        assert ("Less" in body_operators(proto)) == (field == 0)


# Scan


def scan(inputs, opset=17, **attributes):
    """A model of a Scan that adds up slices of some inputs, and gives each sum."""
    names = [f"x{i}" for i in range(inputs)]
    body = graph([node("Sum", " ".join(["total", *(f"part{i}" for i in range(inputs))]), "next"),
                  node("Identity", "next", "row")],
                 [info("total", [2]), *(info(f"part{i}", [2]) for i in range(inputs))],
                 [info("next", [2]), info("row", [2])])
    sizes = [["steps", 2] if axis == 0 else [2, "steps"]
             for axis in attributes.get("scan_input_axes", [0] * inputs)]
    return model([node("Scan", " ".join(["start", *names]), "y rows", body=body, num_scan_inputs=inputs,
                       **attributes)],
                 [info("start", [2]), *map(info, names, sizes)], ["y", "rows"], opset=opset)


@pytest.mark.parametrize("text", [False, True])
@pytest.mark.parametrize("attributes", [
    {}, {"scan_input_directions": [1]}, {"scan_output_directions": [1]}, {"scan_input_axes": [1]},
    {"scan_input_axes": [1], "scan_input_directions": [1], "scan_output_directions": [1]}, {"opset": 9}])
def test_scan(attributes, text):
    source = scan(1, **attributes)
    shape = (2, 3) if "scan_input_axes" in attributes else (3, 2)
    proto = go_around(source, floats(2), floats(*shape), text=text)
    assert operators(proto) == ["Scan"]
    assert len(body_operators(proto)) == 2
    found = {attribute.name: helper.get_attribute_value(attribute) for attribute in
             proto.graph.node[0].attribute if attribute.name not in ("body", "num_scan_inputs")}
    assert found == {name: value for name, value in attributes.items() if name != "opset"}


def test_scan_of_two_inputs():
    proto = go_around(scan(2, scan_input_axes=[0, 1]), floats(2), floats(3, 2), floats(2, 3))
    assert operators(proto) == ["Scan"]
    # Texts do not tell that both come from one node: their sizes may differ.
    proto = go_around(scan(2), floats(2), floats(3, 2), floats(3, 2), text=True)
    assert operators(proto)[-1] == "Loop"


# Layers that become many calls


def recurrent(op_type, gates, steps, direction):
    """A model of one recurrent layer with constant weights."""
    random, count = np.random.RandomState(0), 1 + (direction == "bidirectional")
    weights = [tensor("w", random.rand(count, gates * 5, 3) - 0.5), tensor("r", random.rand(count, gates * 5, 5) - 0.5),
               tensor("b", random.rand(count, gates * 10) - 0.5)]
    return model([node(op_type, "x w r b", "y last", hidden_size=5, direction=direction)],
                 [info("x", [steps, 2, 3])], ["y", "last"], weights)


@pytest.mark.parametrize("direction", ["reverse", "bidirectional"])
@pytest.mark.parametrize("steps", [3, "steps"])
@pytest.mark.parametrize("op_type, gates", [("LSTM", 4), ("GRU", 3), ("RNN", 1)])
def test_recurrent_layers(op_type, gates, steps, direction):
    source = recurrent(op_type, gates, steps, direction)
    proto = go_around(source, floats(3, 2, 3))
    assert operators(proto) == [op_type]
    assert len(proto.graph.initializer) == 3
    mod, _ = from_onnx(source)
    for again in (tvm.ir.load_json(tvm.ir.save_json(mod)), relay.transform.InferType()(mod)):
        assert operators(to_onnx(again)) == [op_type]
    # The node does not stand for calls that a pass has changed.
    folded = to_onnx(relay.transform.FoldConstant()(mod))
    assert op_type not in operators(folded)
    for found, expected in zip(run_onnx(folded, floats(3, 2, 3)), run_onnx(source, floats(3, 2, 3)), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-6)


def test_weights_are_constants():
    """Weights that passes leave alone are no parameters, also where others use them."""
    source = recurrent("LSTM", 4, 3, "forward")
    source.graph.node.append(node("Transpose", "w", "turned"))
    source.graph.output.append(info("turned"))
    mod, params = from_onnx(source)
    assert [param.name_hint for param in mod["main"].params] == ["x"]
    assert params == {}
    assert isinstance(mod["main"].body.fields[2], relay.Constant)
    proto = to_onnx(mod)
    assert len(proto.graph.initializer) == 4
    assert operators(proto) == ["LSTM", "Identity"]


@pytest.mark.parametrize("source", [
    model([node("GridSample", "x grid", "y")], [info("x", [1, 2, 4, 4])], ["y"],
          [tensor("grid", np.linspace(-1, 1, 18).reshape(1, 3, 3, 2))]),
    model([node("NegativeLogLikelihoodLoss", "x target", "y", reduction="mean")], [info("x", [9, 4])], ["y"],
          [tensor("target", np.arange(9) % 4, "int64")]),
    model([node("QLinearMatMul", "x s z w s z s z", "y")], [info("x", [3, 4], "uint8")], [info("y", dtype="uint8")],
          [tensor("s", 0.5), tensor("z", 3, "uint8"), tensor("w", np.arange(12).reshape(4, 3), "uint8")])])
def test_weights_stay(source):
    proto = go_around(source, *(np.ones([size.dim_value for size in value.type.tensor_type.shape.dim],
                                        helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type))
                                for value in source.graph.input))
    assert operators(proto) == [source.graph.node[0].op_type]
