"""Export to ONNX: what came in leaves, and what a script wrote, checked by onnxruntime."""

import numpy as np
import pytest
from onnx_check import floats
from onnx_models import info, model, node, onnx, tensor
from onnxruntime_check import run as run_onnx

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.frontend import from_onnx, to_onnx
from relay_lite.relay.frontend.onnx import ExportError, exporter


def check_expr(params, body, *arrays, opset=None, operators=None, tolerance=1e-5):
    """Compare a function with its model; return the model."""
    mod = tvm.IRModule.from_expr(relay.Function(params, body))
    proto = to_onnx(mod, {}, "net", opset=opset)
    onnx.checker.check_model(proto, full_check=True)
    expected = relay.create_executor(mod=mod).evaluate()(*arrays)
    expected = [expected] if hasattr(expected, "numpy") else list(expected)
    found = run_onnx(proto, *arrays)
    assert len(found) == len(expected)
    for array, wanted in zip(found, expected):
        assert array.dtype == wanted.numpy().dtype
        np.testing.assert_allclose(array, wanted.numpy(), rtol=tolerance, atol=tolerance)
    if operators is not None:
        assert [entry.op_type for entry in proto.graph.node] == operators.split()
    return proto


def var(name, *shape, dtype="float32"):
    return relay.var(name, shape=shape, dtype=dtype)


def test_names_stay():
    source = model([node("Relu", "x", "y"), node("Add", "y y", "z", name="twice")],
                   [info("x", ["batch", 3])], [info("z", ["batch", 3]), info("y", ["batch", 3])])
    source.producer_name, source.producer_version = "maker", "7"
    mod, params = from_onnx(source)
    text = relay.parse(mod.astext())
    for again in (mod, text, tvm.ir.load_json(tvm.ir.save_json(mod)),
                  relay.transform.FoldConstant()(mod)):
        proto = to_onnx(again, params, "net")
        assert [value.name for value in proto.graph.input] == ["x"]
        assert [value.name for value in proto.graph.output] == ["z", "y"]
        # The spans of a text are its lines.
        assert [entry.name for entry in proto.graph.node][-1] == ("Add" if again is text else "twice")
        assert [value.type.tensor_type.shape.dim[0].dim_param for value in
                (*proto.graph.input, *proto.graph.output)] == ["batch"] * 3
        assert proto.opset_import[0].version == 17
        assert (proto.producer_name, proto.producer_version) == ("maker", "7")
        np.testing.assert_array_equal(run_onnx(proto, -np.ones((2, 3), "float32"))[0], np.zeros((2, 3)))


def test_parameters_are_shared():
    x, w = var("x", 2, 3), np.ones((4, 3), "float32")
    first = relay.nn.dense(x, relay.const(w))
    body = relay.add(first, relay.nn.dense(x, relay.const(w.copy())))
    proto = check_expr([x], body, floats(2, 3))
    assert len(proto.graph.initializer) == 1
    params = [x, var("w", 4, 3)]
    proto = to_onnx(tvm.IRModule.from_expr(relay.Function(params, relay.nn.dense(*params))),
                    {"w": w}, "net")
    assert [value.name for value in proto.graph.input] == ["x"] and len(proto.graph.initializer) == 1


def test_results_that_are_inputs_or_constants():
    x = var("x", 2)
    y = relay.nn.relu(x)
    check_expr([x], relay.Tuple([x, relay.const(np.ones(2, "float32")), y, y]), floats(2),
               operators="Relu Identity Identity Identity")
    check_expr([x], x, floats(2), operators="Identity")


def test_names_that_collide():
    """Inputs that have the names of constants, nodes and outputs, and models that give one name twice."""
    names = ["constant", "Tanh_0", "output", "Tanh"]
    params = [var(name, 2) for name in names]
    body = relay.tanh(relay.tanh(params[0]))
    for param in params[1:]:
        body = relay.add(body, relay.add(param, relay.const(floats(2))))
    proto = check_expr(params, body, *(floats(2, seed=i) for i in range(4)))
    assert [value.name for value in proto.graph.input] == names
    source = model([node("Relu", "x", "y", name="n"), node("Tanh", "y", "z", name="n")], [info("x", [2])], ["z"])
    mod, params = from_onnx(source)
    proto = to_onnx(mod, params, "net")
    assert [(entry.op_type, entry.name) for entry in proto.graph.node] == [("Relu", "n"), ("Tanh", "n_1")]
    facts = {**mod["main"].attrs["onnx"], "outputs": ["x"]}
    mod["main"] = mod["main"].with_attr("onnx", facts)
    assert [value.name for value in to_onnx(mod, params, "net").graph.output] == ["x_1"]


def test_lets_tuples_and_functions():
    x, y, z = var("x", 2), relay.var("y"), var("z", 2)
    body = relay.Let(y, relay.exp(x), relay.add(y, relay.Call(relay.Function([z], relay.tanh(z)), [y])))
    check_expr([x], body, floats(2), operators="Exp Tanh Add")
    double = relay.GlobalVar("double")
    mod = tvm.IRModule({double: relay.Function([z], relay.add(z, z))})
    mod["main"] = relay.Function([x], double(double(x)))
    proto = to_onnx(mod, None, "net")
    assert [entry.op_type for entry in proto.graph.node] == ["Add", "Add"]


def test_branches():
    x, c = var("x", 3), var("c", dtype="bool")
    shared = relay.exp(x)
    inner = relay.If(c, relay.add(shared, x), shared)
    body = relay.add(relay.If(c, relay.tanh(shared), relay.negative(inner)), shared)
    for value in (True, False):
        proto = check_expr([x, c], body, floats(3), np.array(value))
    # The value that branches share is computed once, before them.
    assert [entry.op_type for entry in proto.graph.node] == ["Exp", "If", "Add"]


def test_many_branches_in_a_row():
    x, c = var("x", 3), var("c", dtype="bool")
    body = x
    for _ in range(40):
        body = relay.If(c, relay.add(body, x), relay.tanh(body))
    proto = check_expr([x, c], body, floats(3), np.array(True))
    assert len(proto.graph.node) == 40


def test_loops():
    i, total = var("i", dtype="int32"), var("total", 2)
    x = var("x", 2)
    loop = relay.loops.while_loop(lambda i, total: relay.less(i, relay.const(5)), [i, total],
                                  lambda i, total: [i + relay.const(1), relay.add(total, x)])
    body = relay.TupleGetItem(loop(relay.const(0), relay.zeros_like(x)), 1)
    proto = check_expr([x], body, floats(2))
    assert "Loop" in [entry.op_type for entry in proto.graph.node]


def test_elements():
    x, y = var("x", 2, 3), var("y", 2, 3)
    values = np.array([[-2.5, -0.5, 0.5], [1.5, 2.4, -7.0]], "float32")
    others = np.array([[2, -3, 4], [-1, 2, 3]], "float32")
    for name in ("round", "trunc", "isfinite", "rsqrt", "log2", "fast_exp", "erf", "sign"):
        check_expr([x], getattr(relay, name)(relay.abs(x) if name in ("rsqrt", "log2") else x), values)
    for name in ("floor_divide", "floor_mod", "mod", "trunc_divide", "power", "maximum", "not_equal",
                 "greater_equal"):
        arrays = (np.abs(values), others) if name == "power" else (values, others)
        check_expr([x, y], getattr(relay, name)(x, y), *arrays)
    i, j = var("i", 4, dtype="int32"), var("j", 4, dtype="int32")
    for name in ("floor_divide", "floor_mod", "mod", "divide", "add", "less_equal"):
        check_expr([i, j], getattr(relay, name)(i, j), np.array([7, -7, 7, -7], "int32"),
                   np.array([2, 2, -2, -2], "int32"))
    check_expr([i], relay.clip(i, -1.5, 2.5), np.array([7, -7, 2, -1], "int32"))
    b = var("b", 2, dtype="bool")
    check_expr([b], relay.where(b, relay.logical_not(b), b), np.array([True, False]))


@pytest.mark.parametrize("opset", [9, 11, 13, 17, 18])
def test_versions(opset):
    x = var("x", 2, 3, 4)
    body = relay.sum(relay.squeeze(relay.expand_dims(x, 1), [1]), [2], True)
    body = relay.concatenate(relay.split(relay.nn.pad(body, [[0, 0], [1, 1], [0, 0]], 2.0), [2], 1).astuple(), 1)
    body = relay.nn.softmax(relay.clip(body, -1.0, 1.0), 1)
    body = relay.mean(relay.strided_slice(body, [1], [3], axes=[1]), [0])
    proto = check_expr([x], body, floats(2, 3, 4), opset=opset)
    assert proto.opset_import[0].version == opset


def test_default_version():
    """Runtimes load the version; an operator may need a newer one."""
    x = var("x", 2, 3)
    for body, version in ((relay.tanh(x), 22), (relay.cumprod(relay.tanh(x), 1), 26)):
        mod = tvm.IRModule.from_expr(relay.Function([x], body))
        assert to_onnx(mod, None, "net").opset_import[0].version == version
    mod, params = from_onnx(model([node("Relu", "x", "y")], [info("x", [2])], ["y"], opset=9))
    assert to_onnx(mod, params, "net").opset_import[0].version == 9
    facts = {**mod["main"].attrs["onnx"], "opsets": {"ai.onnx": 999}}
    mod["main"] = mod["main"].with_attr("onnx", facts)
    with pytest.raises(ExportError, match="which the installed package onnx knows, but got 999"):
        to_onnx(mod, params, "net")


def test_layers():
    x, w = var("x", 1, 6, 8, 8), relay.const(floats(4, 3, 3, 3, seed=1))
    conv = relay.nn.conv2d(x, w, padding=(1, 2), strides=(2, 1), groups=2, channels=4, kernel_size=(3, 3))
    body = relay.nn.bias_add(conv, relay.const(floats(4)))
    body = relay.nn.max_pool2d(body, (2, 2), (2, 2))
    body = relay.nn.prelu(relay.nn.lrn(body), relay.const(floats(4, seed=2)))
    body = relay.nn.batch_norm(body, *[relay.const(np.abs(floats(4, seed=i))) for i in range(4)])[0]
    body = relay.nn.batch_flatten(relay.nn.global_avg_pool2d(body))
    body = relay.nn.dense(body, relay.const(floats(5, 4)))
    check_expr([x], relay.nn.log_softmax(body), floats(1, 6, 8, 8))


def test_other_layouts():
    x, w = var("x", 1, 8, 8, 3), relay.const(floats(3, 3, 3, 4, seed=1))
    body = relay.nn.conv2d(x, w, padding=(1, 1), channels=4, kernel_size=(3, 3), data_layout="NHWC",
                           kernel_layout="HWIO")
    body = relay.nn.bias_add(body, relay.const(floats(4)), axis=3)
    body = relay.nn.avg_pool2d(body, (3, 3), (2, 2), padding=(1, 1), layout="NHWC")
    body = relay.nn.instance_norm(body, *[relay.const(floats(4, seed=i)) for i in range(2)], axis=3)
    check_expr([x], body, floats(1, 8, 8, 3))


def test_norms():
    x = var("x", 2, 4, 3)
    scale, bias = (relay.const(floats(3, seed=i)) for i in range(2))
    check_expr([x], relay.nn.layer_norm(x, scale, bias), floats(2, 4, 3), operators="LayerNormalization")
    check_expr([x], relay.nn.layer_norm(x, scale, bias), floats(2, 4, 3), opset=13)
    four = [relay.const(floats(4, seed=i)) for i in range(2)]
    for opset in (18, 21):
        check_expr([x], relay.nn.group_norm(x, *four, 2), floats(2, 4, 3), opset=opset)
    check_expr([x], relay.nn.l2_normalize(x, 1e-5, [1]), floats(2, 4, 3))


def test_indices():
    x, i = var("x", 4, 5), var("i", 3, dtype="int32")
    places = np.array([-1, 3, 9], "int32")
    for mode in ("clip", "wrap"):
        check_expr([x, i], relay.take(x, i, 0, mode=mode), floats(4, 5), places)
    check_expr([x], relay.topk(x, 2, 1, "both").astuple(), floats(4, 5))
    check_expr([x], relay.argsort(x, 0, False), floats(4, 5))
    check_expr([x], relay.reverse(x, 1), floats(4, 5), operators="Slice")
    check_expr([x], relay.gather_nd(x, relay.const(np.array([[0, 1], [2, 3]]))), floats(4, 5))
    check_expr([x], relay.scatter_elements(x, relay.const(np.array([[1, 0]])),
                                           relay.const(floats(1, 2)), 0, "add"), floats(4, 5))
    check_expr([i], relay.one_hot(i, relay.const(2.0), relay.const(1.0), 4, 0, "float32"),
               np.array([1, 3, 0], "int32"))
    check_expr([x], relay.repeat(relay.cumsum(x, 1), 2, 1), floats(4, 5))
    check_expr([x], relay.strided_slice(x, [3, 0], [-5, 4], [-2, 2]), floats(4, 5))


def test_dynamic_shapes():
    x = relay.var("x", shape=(relay.Any(), 3))
    body = relay.reshape(relay.broadcast_to(relay.sum(x, [0]), relay.shape_of(x, "int64")), (-1,))
    body = relay.Tuple([body, relay.zeros_like(x), relay.argwhere(x), relay.reshape_like(body, x)])
    check_expr([x], body, floats(4, 3))


def test_images():
    x = var("x", 1, 2, 4, 4)
    for method in ("linear", "nearest_neighbor"):
        check_expr([x], relay.image.resize2d(x, (7, 9), None, "NCHW", method, "half_pixel",
                                             "round_prefer_floor"), floats(1, 2, 4, 4))
    check_expr([x], relay.nn.upsampling(x, 2, 2), floats(1, 2, 4, 4))
    check_expr([x], relay.nn.depth_to_space(relay.nn.space_to_depth(x, 2), 2), floats(1, 2, 4, 4))


def test_files(tmp_path):
    x = var("x", 2, 600)
    weights = [relay.const(floats(600, 600, seed=i)) for i in range(2)]
    body = relay.nn.dense(relay.nn.dense(x, weights[0]), weights[1])
    mod = tvm.IRModule.from_expr(relay.Function([x], body))
    whole, parts = tmp_path / "whole.onnx", tmp_path / "parts.onnx"
    told = to_onnx(mod, None, "net", whole)
    assert told.graph.initializer[0].data_location == onnx.TensorProto.EXTERNAL
    to_onnx(mod, None, "net", parts, external=1 << 20)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts.onnx", "parts.onnx.data", "whole.onnx"]
    assert parts.stat().st_size < 4096
    expected = run_onnx(to_onnx(mod, None, "net"), floats(2, 600))[0]
    for path in (whole, parts):
        onnx.checker.check_model(str(path), full_check=True)
        np.testing.assert_array_equal(run_onnx(onnx.load(path), floats(2, 600))[0], expected)
        again, _ = from_onnx(path)
        assert again["main"].ret_type == relay.TensorType((2, 600))


def test_models_of_more_than_2_gb(tmp_path, monkeypatch):
    """The limit of protobuf, and a smaller one in its place."""
    from relay_lite.relay.frontend.onnx import writer

    # An array of 2.4 GB that takes no memory.
    large = np.broadcast_to(np.float32(0), (600_000_000,))
    with pytest.raises(ExportError, match="2400000000 bytes: a model of more than 2 GB has to be written to a file"):
        writer.add_initializers(onnx.ModelProto(), {"w": large})
    monkeypatch.setattr(writer, "_MOST_BYTES", 1 << 20)
    x = var("x", 2, 600)
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.nn.dense(x, relay.const(floats(600, 600)))))
    with pytest.raises(ExportError, match="has to be written to a file"):
        to_onnx(mod, None, "net")
    to_onnx(mod, None, "net", tmp_path / "net.onnx")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.onnx", "net.onnx.data"]
    found = run_onnx(onnx.load(tmp_path / "net.onnx"), floats(2, 600))[0]
    np.testing.assert_allclose(found, floats(2, 600) @ floats(600, 600).T, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("seed", [{}, {"seed": 2.0}])
@pytest.mark.parametrize("op_type, inputs, attributes, expected", [
    ("RandomNormal", "", {"shape": [2, 3]}, "RandomNormal"),
    ("RandomUniform", "", {"shape": [200, 300], "low": 1.0}, "RandomUniform"),
    ("RandomNormal", "", {"shape": []}, "RandomNormal"),
    ("RandomNormalLike", "x", {}, "RandomNormal"),
    ("RandomUniformLike", "x", {"dtype": 11}, "RandomUniform"),
    ("Bernoulli", "x", {}, "Bernoulli"),
    ("Multinomial", "x", {"sample_size": 3}, "Multinomial")])
def test_random_nodes_stay(op_type, inputs, attributes, expected, seed):
    source = model([node(op_type, inputs, "r", **attributes, **seed), node("Neg", "r", "s"), node("Add", "s s", "y"),
                    node("Relu", "x", "z")], [info("x", [2, 3])], ["z"])
    source.graph.output.append(onnx.ValueInfoProto(name="y"))
    mod, params = from_onnx(source)
    proto = to_onnx(mod, params, "net")
    onnx.checker.check_model(proto, full_check=True)
    assert sorted(entry.op_type for entry in proto.graph.node) == sorted([expected, "Neg", "Add", "Relu"])
    found = next(entry for entry in proto.graph.node if entry.op_type == expected)
    assert [entry.f for entry in found.attribute if entry.name == "seed"] == list(seed.values())
    assert len(run_onnx(proto, np.full((2, 3), 0.5, "float32"))) == 2


def test_types_and_control_flow_at_once(tmp_path):
    x, f = var("x", 2), relay.var("f")
    read = relay.RefRead(relay.RefCreate(x))
    n = relay.var("n", shape=(), dtype="int32")
    again = relay.If(relay.less(n, relay.const(3)), relay.add(relay.Call(f, [relay.add(n, relay.const(1))]), n), n)
    calls = relay.Let(f, relay.Function([n], again, relay.TensorType((), "int32")), relay.Call(f, [relay.const(0)]))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.Tuple([read, calls, relay.unique(x)[0]])))
    with pytest.raises(ExportError) as caught:
        to_onnx(mod, None, "net", tmp_path / "net.onnx")
    for problem in ("ONNX has no RefRead", "a call of a function that is no loop", "unique: there is no exporter"):
        assert problem in str(caught.value)
    assert not list(tmp_path.iterdir())


def test_all_problems_at_once(tmp_path):
    x = var("x", 2, 3)
    body = relay.Tuple([relay.nn.cross_entropy(x, x), relay.adv_index([x, relay.const(np.array([0]))]),
                        relay.cumprod(x, 1)])
    path = tmp_path / "net.onnx"
    with pytest.raises(ExportError, match="(?s)cannot be exported to ONNX:\n  nn.cross_entropy: there is no "
                                          "exporter\n  adv_index: there is no exporter\n  cumprod: cumprod "
                                          "needs opset 26 of ONNX, but the model has opset 17$"):
        to_onnx(tvm.IRModule.from_expr(relay.Function([x], body)), None, "net", path, opset=17)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("make, message", [
    (lambda x: relay.Function([x, var("x", 2)], x), "there are two parameters 'x'"),
    (lambda x: relay.Function([x], relay.RefRead(relay.RefCreate(x))), "ONNX has no RefRead"),
    (lambda x: relay.Function([x], relay.Tuple([])), "the function main has no results"),
    (lambda x: relay.Function([x, var("", 2)], x), "a parameter of the function main has no name"),
])
def test_other_errors(make, message):
    with pytest.raises(tvm.TVMError, match=message):
        to_onnx(tvm.IRModule.from_expr(make(var("x", 2))), None, "net")


def test_bad_arguments(tmp_path):
    mod = tvm.IRModule.from_expr(relay.Function([], relay.const(1.0)))
    with pytest.raises(ExportError, match="expected an opset of 7 to"):
        to_onnx(mod, None, "net", opset=3)
    with pytest.raises(TypeError, match="expected an integer as opset"):
        to_onnx(mod, None, "net", opset="new")
    with pytest.raises(TypeError, match="expected an IRModule"):
        to_onnx("net.relay")
    with pytest.raises(ExportError, match="no function main"):
        to_onnx(tvm.IRModule(), None, "net")
    with pytest.raises(TypeError, match="expected a dict of arrays by name as params"):
        to_onnx(mod, [1])
    for name in ("", None, 5):
        with pytest.raises(TypeError, match="expected a text as the name of the graph"):
            to_onnx(mod, None, name)
    for argument in ("external", "grow"):
        for value in (-1, "many"):
            with pytest.raises(TypeError, match=f"expected a number of at least 0 as {argument}"):
                to_onnx(mod, **{argument: value})
    with pytest.raises(ExportError, match="cannot write .*nowhere"):
        to_onnx(mod, None, "net", tmp_path / "nowhere/net.onnx")


def test_a_folder_in_place_of_a_file(tmp_path):
    """Neither of two files is written if one cannot be."""
    x = var("x", 600)
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.add(x, relay.const(floats(600)))))
    (tmp_path / "net.onnx").mkdir()
    (tmp_path / "net.onnx.data").write_text("old")
    with pytest.raises(ExportError, match="cannot write .*net.onnx: it is a folder"):
        to_onnx(mod, path=tmp_path / "net.onnx", external=1)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.onnx", "net.onnx.data"]
    assert (tmp_path / "net.onnx.data").read_text() == "old"


def test_outputs_that_are_inputs():
    source = model([node("Relu", "x", "y")], [info("x", [2]), info("z", [2])],
                   [info("x", [2]), info("y", [2]), info("w", [2])], [tensor("w", [1, 2])])
    proto = to_onnx(from_onnx(source)[0])
    onnx.checker.check_model(proto, full_check=True)
    assert [value.name for value in proto.graph.output] == ["x", "y", "w"]
    for found, expected in zip(run_onnx(proto, -floats(2), floats(2)), run_onnx(source, -floats(2), floats(2)),
                               strict=True):
        np.testing.assert_array_equal(found, expected)


def test_deep_programs():
    x = var("x", 2)
    body = x
    for _ in range(20000):
        body = relay.tanh(body)
    assert len(to_onnx(tvm.IRModule.from_expr(relay.Function([x], body)), None, "net").graph.node) == 20000


def test_deep_branches():
    x, c = var("x", 2), var("c", dtype="bool")
    body = x
    for _ in range(30):
        body = relay.If(c, relay.tanh(body), x)
    with pytest.raises(ExportError, match="branches and loops are nested more than 24 deep"):
        to_onnx(tvm.IRModule.from_expr(relay.Function([x, c], body)), None, "net")


def test_exporters_of_users(monkeypatch):
    from relay_lite.relay.frontend.onnx.exporters import registry

    monkeypatch.setattr(registry, "_EXPORTERS", dict(registry._EXPORTERS))
    monkeypatch.setattr(registry, "_MADE", dict(registry._MADE))

    @exporter("rsqrt", makes="Pow")
    def export_rsqrt(call):
        return call.emit("Pow", [call.input(0), call.number(-0.5, call.dtype())])

    x = var("x", 2)
    check_expr([x], relay.rsqrt(x), np.array([1, 4], "float32"), operators="Pow")
    with pytest.raises(tvm.TVMError, match="expected the names of operators"):
        exporter(1, makes="Relu")


def test_custom_operators():
    kept = model([node("Whirl", "x  x", "y q", domain="acme", by=1.5, t=tensor("t", [1, 2])),
                  node("Relu", "y", "z")], [info("x", [2])], ["z", info("q", [2], "int64")],
                 domains=["acme"], value_info=[info("y", [5])])
    proto = to_onnx(*from_onnx(kept, custom="keep"), "net")
    whirl = proto.graph.node[0]
    assert (whirl.op_type, whirl.domain, list(whirl.input)) == ("Whirl", "acme", ["x", "", "x"])
    assert {attribute.name: onnx.helper.get_attribute_value(attribute) for attribute in
            whirl.attribute}["by"] == 1.5
    assert {entry.domain: entry.version for entry in proto.opset_import}["acme"] == 1


# Nodes of models that were imported


def check_nodes(source, *arrays, pipeline=()):
    """Compare a model with what is exported of it after passes; return the operators."""
    mod, params = from_onnx(source)
    with tvm.transform.PassContext(opt_level=3):
        mod = tvm.transform.Sequential(list(pipeline))(mod)
    proto = to_onnx(mod, params, "net")
    onnx.checker.check_model(proto, full_check=True)
    for array, wanted in zip(run_onnx(proto, *arrays), run_onnx(source, *arrays)):
        np.testing.assert_allclose(array, wanted, rtol=1e-5, atol=1e-6)
    return [entry.op_type for entry in proto.graph.node]


def layers():
    """A model of nodes that become several calls each."""
    return model([node("Conv", "x w b", "c", pads=[1, 1, 1, 1]), node("Gelu", "c", "g"),
                  node("Reshape", "g rows", "r"), node("LayerNormalization", "r s t", "l", epsilon=1e-3),
                  node("MatMul", "l v", "m"), node("HardSwish", "m", "h"),
                  node("LSTM", "h lw lr", "o q", hidden_size=3), node("ReduceL2", "o axes", "y", keepdims=0)],
                 [info("x", [1, 2, 4, 4]), info("lw", [1, 12, 5]), info("lr", [1, 12, 3])], ["y", info("q", None)],
                 [tensor("w", floats(4, 2, 3, 3)), tensor("b", floats(4)),
                  tensor("rows", [2, 4, 8], "int64"), tensor("s", floats(8)), tensor("t", floats(8, seed=1)),
                  tensor("v", floats(8, 5)), tensor("axes", [1, 3], "int64")], opset=20)


def test_nodes_stay_whole():
    names = "Conv Gelu Reshape LayerNormalization MatMul HardSwish LSTM ReduceL2".split()
    arrays = floats(1, 2, 4, 4), floats(1, 12, 5), floats(1, 12, 3)
    found = check_nodes(layers(), *arrays)
    assert [name for name in found if name != "MatMul"] == [name for name in names if name != "MatMul"]
    assert len(found) == len(names)
    again = check_nodes(layers(), *arrays, pipeline=[relay.transform.FoldConstant(),
                                                 relay.transform.InferType()])
    assert again == found


def test_random_nodes_stay():
    """The numbers of a seed are constants here, which leave as the node."""
    source = model([node("RandomNormal", "", "r", shape=[200, 300], seed=1.0, mean=2.0),
                    node("Bernoulli", "x", "b", seed=3.0), node("Sum", "x r b", "y")],
                   [info("x", [200, 300])], ["y"])
    mod, params = from_onnx(source)
    for again in (mod, tvm.ir.load_json(tvm.ir.save_json(mod)), relay.transform.FoldConstant()(mod)):
        proto = to_onnx(again, params, "net")
        onnx.checker.check_model(proto, full_check=True)
        assert sorted(entry.op_type for entry in proto.graph.node) == ["Bernoulli", "RandomNormal", "Sum"]
        assert not proto.graph.initializer


def test_nodes_that_passes_change():
    """A node whose expressions are others leaves as these."""
    source = model([node("Softplus", "x", "y")], [info("x", [2, 3])], ["y"])
    assert check_nodes(source, floats(2, 3)) == ["Softplus"]
    mod, params = from_onnx(source)
    changed = relay.transform.FastMath()(mod)
    operators = [entry.op_type for entry in to_onnx(changed, params, "net").graph.node]
    assert "Softplus" not in operators and "Exp" in operators


def test_functions_of_models():
    body = [node("Mul", "a a", "s"), node("Add", "s a", "r")]
    function = onnx.helper.make_function("acme", "Curve", ["a"], ["r"], body,
                                         [onnx.helper.make_opsetid("", 17)])
    source = model([node("Curve", "x", "y", domain="acme"), node("Curve", "y", "z", domain="acme")],
                   [info("x", [2])], ["z"], domains=["acme"], functions=[function])
    assert check_nodes(source, floats(2)) == ["Curve", "Curve"]
    mod, params = from_onnx(source)
    assert [entry.name for entry in to_onnx(mod, params, "net").functions] == ["Curve"]


# Compositions of a script


def test_compositions():
    x, w = var("x", 1, 3, 5, 5), relay.const(floats(4, 3, 3, 3))
    conv = relay.nn.bias_add(relay.nn.conv2d(x, w, channels=4, kernel_size=(3, 3)), relay.const(floats(4)))
    check_expr([x], conv, floats(1, 3, 5, 5), operators="Conv")
    y = var("y", 2, 3)
    dense = relay.add(relay.nn.dense(y, relay.const(floats(4, 3))), relay.const(floats(4)))
    check_expr([y], dense, floats(2, 3), operators="Gemm")
    for cdf in (relay.erf(y * relay.const(0.5**0.5)), relay.erf(y / relay.const(2**0.5))):
        gelu = (y * relay.const(0.5)) * (relay.const(1.0) + cdf)
        check_expr([y], gelu, floats(2, 3), operators="Gelu", opset=20)
        check_expr([y], gelu, floats(2, 3), opset=17)
    other = (y * relay.const(0.5)) * (relay.const(1.0) + relay.erf(y * relay.const(0.7)))
    assert "Gelu" not in [entry.op_type for entry in check_expr([y], other, floats(2, 3), opset=20).graph.node]
