"""Files of ONNX models: mapped weights, external data, and what is wrong with them."""

import os
import resource

import numpy as np
import pytest
from onnx_models import graph, info, model, node, onnx, run, tensor

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError, wire

X = info("x", ["n", 300])
WEIGHTS = np.arange(300 * 4, dtype="float32").reshape(300, 4)


def make_dense():
    return model([node("Constant", "", "b", value=tensor("", np.full(4, 0.5))),
                  node("MatMul", "x w", "y"), node("Add", "y b", "z")], [X], ["z"], [tensor("w", WEIGHTS)])


def check(path):
    result = run(from_onnx(path)[0], np.ones((1, 300), "float32"))[0]
    np.testing.assert_allclose(result, WEIGHTS.sum(0)[None] + 0.5)


# Files that are right


def test_weights_stay_in_the_file(tmp_path):
    path = tmp_path / "net.onnx"
    onnx.save(make_dense(), path)
    data = path.read_bytes()
    small = wire.strip_weights(data)
    assert len(small) < len(data) - WEIGHTS.nbytes + 200
    stored = onnx.ModelProto.FromString(small).graph.initializer[0]
    facts = {entry.key: entry.value for entry in stored.external_data}
    begin, size = int(facts["offset"]), int(facts["length"])
    assert data[begin:begin + size] == WEIGHTS.tobytes()
    check(path)
    check(str(path))


def test_weights_of_products_are_not_copied(tmp_path):
    """A product takes its weight as it is, and Gemm a transposed one: no pass makes another."""
    path = tmp_path / "net.onnx"
    # 16 MiB each.
    weights = [np.random.default_rng(i).standard_normal((2048, 2048), "float32") for i in range(2)]
    onnx.save(model([node("MatMul", "x v", "y"), node("Gemm", "y w", "z", transB=1)],
                    [info("x", [1, 2048])], ["z"], [tensor("v", weights[0]), tensor("w", weights[1])]),
              path)

    def measure():
        with open("/proc/self/status") as file:
            return int(next(line for line in file if line.startswith("RssAnon")).split()[1])

    before = measure()
    mod, _ = from_onnx(path)
    product = mod["main"].body.args[0]
    assert mod["main"].body.op.name == "nn.dense" and product.op.name == "nn.matmul"
    with tvm.transform.PassContext(opt_level=3):
        optimized, _ = relay.optimize(mod)
    assert measure() - before < 8 << 10
    result = run(optimized, np.ones((1, 2048), "float32"))[0]
    np.testing.assert_allclose(result, np.ones((1, 2048)) @ weights[0] @ weights[1].T, rtol=1e-2, atol=1)


def test_external_data(tmp_path):
    os.mkdir(tmp_path / "data")
    path = tmp_path / "net.onnx"
    onnx.save(make_dense(), path, save_as_external_data=True, location="data/weights.bin",
              size_threshold=0)
    check(path)


def test_large_tensors_of_nodes(tmp_path):
    path = tmp_path / "net.onnx"
    body = graph([node("Constant", "", "k", value=tensor("", WEIGHTS)), node("MatMul", "x k", "y")], [],
                 [info("y")])
    onnx.save(model([node("If", "c", "z", then_branch=body, else_branch=body)],
                    [X, info("c", [], "bool")], ["z"]), path)
    assert len(wire.strip_weights(path.read_bytes())) < 2000
    result = run(from_onnx(path)[0], np.ones((1, 300), "float32"), np.array(True))[0]
    np.testing.assert_allclose(result, WEIGHTS.sum(0)[None])


def test_renamed_models_have_their_weights(tmp_path):
    onnx.save(make_dense(), tmp_path / "net.onnx")
    from_onnx(tmp_path / "net.onnx", export_node_renamed_model_path=tmp_path / "named.onnx")
    check(tmp_path / "named.onnx")


# A matrix of 2.5 GB, in a file that takes no place on disk.
ROWS = 10_000_000


def write_number(value):
    """A number as protobuf writes it."""
    digits = bytearray()
    while value > 127:
        digits.append(value & 127 | 128)
        value >>= 7
    return bytes([*digits, value])


def write_large_model(path, where):
    """A model that looks up rows of the matrix; its data are in its own file, or in another."""
    proto = model([node("Gather", "w i", "y")], [info("i", [1], "int64")], ["y"])
    size = ROWS * 256
    weights = onnx.TensorProto(name="w", data_type=onnx.TensorProto.FLOAT, dims=[ROWS, 64])
    head = b""
    if where == "external":
        weights.data_location = onnx.TensorProto.EXTERNAL
        for key, value in {"location": "w.bin", "offset": "0", "length": str(size)}.items():
            weights.external_data.add(key=key, value=value)
        proto.graph.initializer.append(weights)
        path.write_bytes(proto.SerializeToString())
    else:
        body = proto.graph.SerializeToString()
        proto.ClearField("graph")
        tensor_head = weights.SerializeToString() + b"\x4a" + write_number(size)
        body += b"\x2a" + write_number(len(tensor_head) + size) + tensor_head
        head = proto.SerializeToString() + b"\x3a" + write_number(len(body) + size) + body
    with open(path if head else path.parent / "w.bin", "wb") as file:
        # Equal data of two models would be compared to be shared.
        file.write(head + np.full(64, len(where), "float32").tobytes())
        file.seek(len(head) + size - 256)
        file.write(np.arange(64, dtype="float32").tobytes())


@pytest.mark.parametrize("where", ["inside", "external"])
def test_files_of_more_than_2_gib(tmp_path, where):
    """Protobuf reads none of that size: the data are cut out before."""
    write_large_model(tmp_path / "net.onnx", where)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    mod, _ = from_onnx(tmp_path / "net.onnx")
    row = run(mod, np.array([ROWS - 1]))[0]
    np.testing.assert_array_equal(row, np.arange(64, dtype="float32")[None])
    # The data stay in the file, and few pages of it are read.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000


# Files that are wrong


def test_truncated_files(tmp_path):
    path = tmp_path / "net.onnx"
    data = make_dense().SerializeToString()
    for size in [*range(300), len(data) - 100, len(data) - 1]:
        path.write_bytes(data[:size])
        with pytest.raises(ConversionError, match=f"net.onnx is not an ONNX model|has no shape"):
            from_onnx(path)


@pytest.mark.parametrize("data, message", [
    (b"", "it is empty"), (b"PK\x03\x04" * 9, "net.onnx is not an ONNX model: "),
    (b"\x08\x07", "it has no graph"), (b"\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "more than 64 bits"),
    (b"\x3b\x00", "there is no kind 3 of fields, at byte 0"), (b"\x3a\x05\x00", "the file ends within a field"),
])
def test_files_that_are_no_models(tmp_path, data, message):
    (tmp_path / "net.onnx").write_bytes(data)
    with pytest.raises(ConversionError, match=message):
        from_onnx(tmp_path / "net.onnx")


def test_paths_that_are_no_files(tmp_path):
    with pytest.raises(ConversionError, match="cannot read .*none.onnx: No such file"):
        from_onnx(tmp_path / "none.onnx")
    with pytest.raises(ConversionError, match="cannot read .*: Is a directory"):
        from_onnx(tmp_path)
    with pytest.raises(TypeError, match="expected an onnx.ModelProto or a path, but got 5"):
        from_onnx(5)


def save_external(folder, **facts):
    """A model whose weights are external, with facts about their place."""
    path = folder / "net.onnx"
    proto = make_dense()
    (folder / "w.bin").write_bytes(WEIGHTS.tobytes())
    weights = proto.graph.initializer[0]
    weights.ClearField("raw_data")
    weights.data_location = onnx.TensorProto.EXTERNAL
    for key, value in {"location": "w.bin", **facts}.items():
        weights.external_data.add(key=key, value=value)
    path.write_bytes(proto.SerializeToString())
    return path


@pytest.mark.parametrize("facts, message", [
    ({"location": "../w.bin"}, "'../w.bin' is outside the folder of the model"),
    ({"location": "/etc/passwd"}, "'/etc/passwd' is outside the folder of the model"),
    ({"location": "link/w.bin"}, "'link/w.bin' is outside the folder of the model"),
    ({"location": ""}, "'' has no valid name"), ({"location": "a\0b"}, "has no valid name"),
    ({"location": "none.bin"}, "'none.bin' is not there"),
    ({"offset": "16"}, "has its data at bytes 16 to 4816 of a file of 4800 bytes"),
    ({"offset": "-4"}, "has its data at bytes -4 to 4796 of a file"),
    ({"offset": "x"}, "has an invalid place of external data"),
    ({"length": "12"}, "has a shape that takes 4800 bytes, but 12 bytes of external data"),
])
def test_wrong_external_data(tmp_path, facts, message):
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir(), inside.mkdir()
    (outside / "w.bin").write_bytes(WEIGHTS.tobytes())
    (tmp_path / "w.bin").write_bytes(WEIGHTS.tobytes())
    (inside / "link").symlink_to(outside)
    with pytest.raises(ConversionError, match="the tensor 'w'.*" + message):
        from_onnx(save_external(inside, **facts))


def test_a_file_that_has_shrunk(tmp_path):
    path = save_external(tmp_path)
    check(path)
    (tmp_path / "w.bin").write_bytes(WEIGHTS.tobytes()[:100])
    with pytest.raises(ConversionError, match="bytes 0 to 4800 of a file of 100 bytes"):
        from_onnx(path)


# Models that are wrong


def with_tensor(**fields):
    """A model with a wrong initializer."""
    proto = model([node("Add", "x w", "y")], [info("x", [3])], ["y"], [tensor("w", [1, 2, 3])])
    for name, value in fields.items():
        if isinstance(value, list):
            proto.graph.initializer[0].ClearField(name)
            getattr(proto.graph.initializer[0], name).extend(value)
        else:
            setattr(proto.graph.initializer[0], name, value)
    return proto


def make_cycle():
    return model([node("Relu", "b", "a", name="first"), node("Relu", "a", "b")], [X], ["b"])


def nest(depth):
    """If nests of a depth."""
    proto = model([], [X, info("c", [], "bool")], [info("y")])
    inner = proto.graph
    for _ in range(depth):
        outer = inner.node.add(op_type="If", input=["c"], output=["y"])
        for name in ("else_branch", "then_branch"):
            attribute = outer.attribute.add(name=name, type=onnx.AttributeProto.GRAPH)
            attribute.g.output.add(name="y")
        inner = attribute.g
    return proto


def with_attribute():
    return model([node("Concat", "x x", "y", axis="first")], [X], ["y"])


def with_shape(*sizes):
    return model([node("Reshape", "x s", "y")], [info("x", [2, 3])], ["y"], [tensor("s", sizes, "int64")])


@pytest.mark.parametrize("make, message", [
    (make_cycle, "Relu 'first': the input 'b' is not defined before the node"),
    (lambda: model([node("Relu", "q", "y")], [X], ["y"]), "Relu 'Relu_0': the input 'q' is not defined"),
    (lambda: model([node("Relu", "x", "y")], [X], ["z"]), "the output 'z' of the graph is not defined"),
    (lambda: model([node("Relu", "x", "y"), node("Exp", "x", "y")], [X], ["y"]),
     "Exp 'Exp_0': the value 'y' is defined twice"),
    (lambda: model([node("Relu", "x", "y")], [X, X], ["y"]), "input: the value 'x' is defined twice"),
    (lambda: model([node("Relu", "", "y")], [X], ["y"]), "Relu 'Relu_0': expected at least 1 inputs, but input 0"),
    (lambda: model([node("Relu", "x", "y")], [info("x")], ["y"]), "input 'x' has no shape"),
    (lambda: model([node("Relu", "x", "y")], [X], ["y"], opset=999), "the version 999 of ONNX's operators"),
    (lambda: model([node("Relu", "x", "y")], [X], ["y"], opset=0), "the version 0 of ONNX's operators"),
    (with_attribute, "Concat 'Concat_0': "),
    (lambda: model([node("Concat", "x x", "y")], [X], ["y"]), "Concat 'Concat_0': expected an attribute axis"),
    (lambda: model([node("MatMul", "x x", "y")], [info("x", [2, 3])], ["y"]), "MatMul 'MatMul_0': "),
    (lambda: with_shape(4, 4), "Reshape 'Reshape_0': "),
    (lambda: with_shape(1 << 62, 1 << 62), "Reshape 'Reshape_0': "),
    (lambda: with_tensor(dims=[1 << 40]), "the tensor 'w' has the shape .*, but there are 12"),
    (lambda: with_tensor(dims=[-3]), "the tensor 'w' has a negative size"),
    (lambda: with_tensor(raw_data=b"1234"), "which takes 12 bytes, but there are 4"),
    (lambda: with_tensor(data_type=99), "the tensor 'w' has the unknown element type 99"),
    (lambda: with_tensor(data_type=8), "the tensor 'w' has the element type string, which Relay has not"),
    (lambda: with_tensor(name=" "), "an initializer has no name"),
    (lambda: nest(10000), "graphs and functions are nested more than 50 deep"),
    (lambda: model([node("If", "c", "y", then_branch=graph([], [], []), else_branch=graph([], [], []))],
                   [X, info("c", [], "bool")], ["y"]), "If 'If_0': "),
])
def test_wrong_models(make, message):
    with pytest.raises(tvm.TVMError, match=message):
        from_onnx(make())


def test_names_that_relay_cannot_print():
    names = model([onnx.helper.make_node("Relu", ["in/put:0"], ["out put"]),
                   onnx.helper.make_node("Add", ["out put", "%1"], ["y\n"])],
                  [info("in/put:0", [2]), info("%1", [2])], ["y\n"])
    mod, _ = from_onnx(names)
    assert [param.name_hint for param in mod["main"].params] == ["in/put:0", "%1"]
    tvm.ir.assert_structural_equal(relay.parse(mod.astext()), mod)


def test_long_chains():
    nodes = [node("Relu", f"v{i}", f"v{i + 1}") for i in range(5000)]
    mod, _ = from_onnx(model(nodes, [info("v0", [2])], ["v5000"]))
    assert relay.analysis.list_op_freqs(mod) == {"nn.relu": 5000}
