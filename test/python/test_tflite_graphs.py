"""TFLite models with several graphs, variables, packed weights, boxes and states."""

import numpy as np
import pytest
from tflite_models import Writer, check, floats, interpret, model, run

from relay_lite import relay
from relay_lite.relay.frontend import from_tflite

INDEX = np.array(0, "int32")


def build_loop(rounds):
    """A loop that doubles x until a counter reaches `rounds`."""
    writer = Writer()
    main, condition, body = writer.graph("main"), writer.graph("condition"), writer.graph("body")
    main.outputs = main.op("WHILE", [main.constant(INDEX), main.input("x", (2,))],
                           [((), "int32"), ((2,), "float32")], "WhileOptions", cond_subgraph_index=1,
                           body_subgraph_index=2)
    i, _ = condition.input("i", (), "int32"), condition.input("x", (2,))
    condition.outputs = [condition.op("LESS", [i, condition.constant(np.array(rounds, "int32"))],
                                      ((), "bool"), "LessOptions")]
    i, x = body.input("i", (), "int32"), body.input("x", (2,))
    body.outputs = [body.op("ADD", [i, body.constant(np.array(1, "int32"))], ((), "int32"), "AddOptions"),
                    body.op("ADD", [x, x], ((2,), "float32"), "AddOptions")]
    return writer.finish()


def test_while():
    check(build_loop(5), floats(2))
    check(build_loop(0), floats(2))


@pytest.mark.parametrize("flag", [True, False])
def test_if(flag):
    writer = Writer()
    main, then, other = (writer.graph(name) for name in ("main", "then", "else"))
    main.outputs = [main.op("IF", [main.input("c", (), "bool"), main.input("x", (2,))],
                            ((2,), "float32"), "IfOptions", then_subgraph_index=1,
                            else_subgraph_index=2)]
    then.outputs = [then.op("NEG", [then.input("x", (2,))], ((2,), "float32"), "NegOptions")]
    other.outputs = [other.op("TANH", [other.input("x", (2,))], ((2,), "float32"))]
    check(writer.finish(), np.array(flag), floats(2))


def build_counter():
    """A model that adds x to a variable, which begins with 5."""
    writer = Writer()
    main, start = writer.graph("main"), writer.graph("start")
    handle = ((), "resource")
    names = {"container": "", "shared_name": "total"}
    once = main.op("CALL_ONCE", [], [], "CallOnceOptions", init_subgraph_index=1)
    assert once == []
    variable = main.op("VAR_HANDLE", [], handle, "VarHandleOptions", **names)
    value = main.op("READ_VARIABLE", [variable], ((2,), "float32"), "ReadVariableOptions")
    total = main.op("ADD", [value, main.input("x", (2,))], ((2,), "float32"), "AddOptions")
    main.op("ASSIGN_VARIABLE", [variable, total], [], "AssignVariableOptions")
    main.outputs = [main.op("NEG", [total], ((2,), "float32"), "NegOptions")]
    variable = start.op("VAR_HANDLE", [], handle, "VarHandleOptions", **names)
    start.op("ASSIGN_VARIABLE", [variable, start.constant(np.full(2, 5, "float32"))], [],
             "AssignVariableOptions")
    return writer.finish()


def test_variables_are_inputs_and_results():
    data, x = build_counter(), floats(2)
    mod, params = from_tflite(data)
    main = mod["main"]
    assert [param.name_hint for param in main.params] == ["x", "total"]
    assert [str(name) for name in main.attrs["output_tensor_names"]] == ["neg4", "total"]
    np.testing.assert_array_equal(params["total"].numpy(), [5, 5])
    result, total = run(mod, params, x)
    np.testing.assert_allclose(result, interpret(data, x)[0], rtol=1e-6)
    np.testing.assert_allclose(total, 5 + x, rtol=1e-6)
    again, _ = run(mod, {"total": total}, x)
    np.testing.assert_allclose(again, -(5 + 2 * x), rtol=1e-6)


def test_variable_in_a_loop():
    writer = Writer()
    main, condition, body = writer.graph("main"), writer.graph("condition"), writer.graph("body")
    handle, names = ((), "resource"), {"container": "", "shared_name": "v"}
    variable = main.op("VAR_HANDLE", [], handle, "VarHandleOptions", **names)
    main.op("ASSIGN_VARIABLE", [variable, main.input("x", (2,))], [], "AssignVariableOptions")
    main.op("WHILE", [main.constant(INDEX), variable], [((), "int32"), handle], "WhileOptions",
            cond_subgraph_index=1, body_subgraph_index=2)
    main.outputs = [main.op("READ_VARIABLE", [variable], ((2,), "float32"), "ReadVariableOptions")]
    i, _ = condition.input("i", (), "int32"), condition.input("v", (), "resource")
    condition.outputs = [condition.op("LESS", [i, condition.constant(np.array(3, "int32"))],
                                      ((), "bool"), "LessOptions")]
    i, v = body.input("i", (), "int32"), body.input("v", (), "resource")
    value = body.op("READ_VARIABLE", [v], ((2,), "float32"), "ReadVariableOptions")
    body.op("ASSIGN_VARIABLE", [v, body.op("ADD", [value, value], ((2,), "float32"), "AddOptions")], [],
            "AssignVariableOptions")
    body.outputs = [body.op("ADD", [i, body.constant(np.array(1, "int32"))], ((), "int32"),
                            "AddOptions"), v]
    x = floats(2)
    mod, params = from_tflite(writer.finish())
    assert [param.name_hint for param in mod["main"].params][:1] == ["x"] and "v" not in params
    result, last = run(mod, params, x)
    np.testing.assert_allclose(result, 8 * x, rtol=1e-6)
    np.testing.assert_array_equal(last, result)


def test_weights_of_16_bits():
    weight = floats(3, 4).astype("float16")

    def build(graph):
        wide = graph.op("DEQUANTIZE", [graph.constant(weight, "w")], ((3, 4), "float32"),
                        "DequantizeOptions")
        return graph.op("FULLY_CONNECTED", [graph.input("x", (2, 4)), wide, -1], ((2, 3), "float32"),
                        "FullyConnectedOptions")

    mod = check(model(build), floats(2, 4, seed=1))
    assert mod["main"].params[1].type_annotation.dtype == "float16"


DENSE = np.array([[0, 1, 0, 0], [0, 0, 0, 0], [2, 0, 3, 0], [0, 0, 0, 4]], "float32")


@pytest.mark.parametrize("sparsity, values", [
    (([0, 1], [], [4, ([0, 1, 1, 3, 4], [1, 0, 2, 3])]), [1, 2, 3, 4]),
    (([1, 0], [], [4, ([0, 1, 2, 3, 4], [2, 0, 2, 3])]), [2, 1, 3, 4]),
    (([0, 1, 2, 3], [0, 1], [2, ([0, 1, 3], [0, 0, 1]), 2, 2]), [0, 1, 0, 0, 2, 0, 0, 0, 3, 0, 0, 4])])
def test_sparse_weights(sparsity, values):
    def build(graph):
        sparse = graph.tensor("w", (4, 4), "float32", np.array(values, "float32"), sparsity=sparsity)
        dense = graph.op("DENSIFY", [sparse], ((4, 4), "float32"), "DensifyOptions")
        return graph.op("ADD", [graph.input("x", (4, 4)), dense], ((4, 4), "float32"), "AddOptions")

    mod, params = from_tflite(model(build))
    np.testing.assert_array_equal(run(mod, params, np.zeros((4, 4), "float32"))[0], DENSE)


@pytest.mark.parametrize("version, size", [(4, 3), (5, 3), (5, 8)])
def test_non_max_suppression(version, size):
    corners = np.array([[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11],
                        [0, 10.1, 1, 11.1], [0, 100, 1, 101]], "float32")
    scores = np.array([0.9, 0.75, 0.6, 0.95, 0.5, 0.3], "float32")

    def build(graph):
        numbers = [np.array(size, "int32"), np.array(0.5, "float32"), np.array(0.4, "float32"),
                   np.array(0, "float32")][:version - 1]
        outputs = [((size,), "int32"), ((size,), "float32"), ((), "int32")]
        inputs = [graph.input("boxes", (6, 4)), graph.input("scores", (6,))]
        return graph.op(f"NON_MAX_SUPPRESSION_V{version}",
                        inputs + [graph.constant(number) for number in numbers],
                        outputs if version == 5 else outputs[::2],
                        f"NonMaxSuppressionV{version}Options")

    check(model(build), corners, scores)


def make_options(**values):
    """A FlexBuffer with a map."""
    from flatbuffers import flexbuffers

    return bytes(flexbuffers.Dumps(values))


@pytest.mark.parametrize("regular", [False, True])
@pytest.mark.parametrize("scale", [None, 0.02])
def test_detection(regular, scale):
    """With a scale, the tensors are quantized, as detectors on integers have them."""
    random = np.random.RandomState(3)
    anchors = random.rand(12, 4).astype("float32")
    encoded = (random.randn(1, 12, 4) * 0.5).astype("float32")
    scores = random.rand(1, 12, 4).astype("float32")
    dtype, fields = ("float32", {}) if scale is None else \
        ("uint8", {"quantization": ([scale], [100])})
    if scale is not None:
        encoded, scores, anchors = (np.round(array / scale + 100).astype(dtype)
                                    for array in (encoded, scores, anchors))
    options = make_options(
        max_detections=5, max_classes_per_detection=1, detections_per_class=4, num_classes=3,
        use_regular_nms=regular, nms_score_threshold=0.3, nms_iou_threshold=0.4, y_scale=10.0,
        x_scale=10.0, h_scale=5.0, w_scale=5.0)

    def build(graph):
        return graph.op("TFLite_Detection_PostProcess",
                        [graph.input(name, (1, 12, 4), dtype, **fields)
                         for name in ("boxes", "scores")] + [graph.constant(anchors, **fields)],
                        [((1, 5, 4), "float32"), ((1, 5), "float32"), ((1, 5), "float32"),
                         ((1,), "float32")], custom_options=options)

    data = model(build)
    mod, params = from_tflite(data)
    results, expected = run(mod, params, encoded, scores), interpret(data, encoded, scores)
    count = int(expected[3][0])
    assert 0 < count and results[3][0] == count
    for result, wanted in zip(results[:3], expected):
        np.testing.assert_allclose(result[:, :count], wanted[:, :count], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("time_major", [False, True])
@pytest.mark.parametrize("has_projection", [False, True])
def test_lstm(time_major, has_projection):
    units, outputs = 4, 2 if has_projection else 4

    def build(graph):
        def weight(*shape):
            return graph.constant(floats(*shape, seed=len(graph.tensors)) * 0.3)

        inputs = [graph.input("x", (2, 3, 5))]
        inputs += [weight(units, 5) for _ in range(4)] + [weight(units, outputs) for _ in range(4)]
        inputs += [-1] * 3 + [weight(units) for _ in range(4)]
        inputs += [weight(outputs, units) if has_projection else -1, -1]
        batch = 3 if time_major else 2
        inputs += [graph.tensor("h", (batch, outputs), is_variable=True),
                   graph.tensor("c", (batch, units), is_variable=True)] + [-1] * 4
        return graph.op("UNIDIRECTIONAL_SEQUENCE_LSTM", inputs, ((2, 3, outputs), "float32"),
                        "UnidirectionalSequenceLSTMOptions", fused_activation_function=4,
                        time_major=time_major)

    check(model(build), floats(2, 3, 5))


def test_shapes_and_types_of_inputs():
    def build(graph):
        return graph.op("RELU", [graph.input("x", (1, 4))], ((1, 4), "float32"))

    mod, _ = from_tflite(model(build), shape_dict={"x": (3, 4)})
    assert mod["main"].ret_type == relay.TensorType((3, 4), "float32")
    mod, _ = from_tflite(model(build), shape_dict={"x": (None, 4)}, dtype_dict={"x": "float16"})
    assert mod["main"].ret_type == relay.TensorType((relay.Any(), 4), "float16")
    mod, _ = from_tflite(model(build), shape_dict={"x": ()})
    assert mod["main"].ret_type == relay.TensorType((), "float32")


def test_spans_and_names():
    def build(graph):
        return graph.op("ADD", [graph.input("x", (4,)), graph.constant(floats(4), "w")],
                        ((4,), "float32"), "AddOptions")

    mod, params = from_tflite(model(build))
    body = mod["main"].body
    assert body.span.source_name.name == "add2" and body.args[1].span.source_name.name == "w"
    assert [param.name_hint for param in mod["main"].params] == ["x", "_param_1"]
    assert list(params) == ["_param_1"]


def test_classes_of_scripts():
    from relay_lite.relay.frontend.tflite import OperatorConverter

    class Own(OperatorConverter):
        def __init__(self, model, subgraph, exp_tab):
            super().__init__(model, subgraph, exp_tab)
            self.allow_custom_ops = True
            self.convert_map["CUSTOM"] = self.convert_whirl
            self.convert_map["ADD"] = self.convert_add

        def convert_whirl(self, op):
            tensors = self.get_input_tensors(op)
            assert self.get_op_code_str(op) == "Whirl"
            return relay.multiply(self.get_tensor_expr(tensors[0]), relay.const(
                self.get_tensor_value(tensors[1])))

        def convert_add(self, op):
            x, y = (self.get_expr(tensor.tensor_idx) for tensor in self.get_input_tensors(op))
            return relay.subtract(x, y)

    def build(graph):
        x = graph.input("x", (2,))
        whirl = graph.op("Whirl", [x, graph.constant(np.array([2, 3], "float32"))], ((2,), "float32"))
        return graph.op("ADD", [graph.op("NEG", [whirl], ((2,), "float32"), "NegOptions"), x],
                        ((2,), "float32"), "AddOptions")

    x = floats(2)
    mod, params = from_tflite(model(build), op_converter=Own)
    np.testing.assert_allclose(run(mod, params, x)[0], -x * [2, 3] - x, rtol=1e-6)


def test_files_are_mapped(tmp_path):
    path = tmp_path / "net.tflite"
    weight = floats(256, 256)

    def build(graph):
        return graph.op("ADD", [graph.input("x", (256, 256)), graph.constant(weight)],
                        ((256, 256), "float32"), "AddOptions")

    path.write_bytes(model(build))
    mod, params = from_tflite(path)
    data = params["_param_1"].numpy()
    base = data
    while getattr(base, "base", None) is not None:
        base = base.base
    np.testing.assert_array_equal(data, weight)
    assert from_tflite(str(path))[0]["main"].params[1].name_hint == "_param_1"
