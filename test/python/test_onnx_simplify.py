"""The simplifier: cases in which others grow models, change results or stop."""

import numpy as np
import pytest
from onnx_models import graph, info, model, node, onnx, tensor
from onnxruntime_check import onnxruntime

import relay_lite as tvm
import relay_lite.onnx as simplifier
from relay_lite.onnx import CheckError, Report, simplify

X = info("x", [2, 3])


def operators(proto):
    return [entry.op_type for entry in proto.graph.node]


def run_plain(proto, feeds):
    """The results of onnxruntime without its own optimizations."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(proto.SerializeToString(), options)
    return session.run(None, feeds)


def check(source, expected, **options):
    """Simplify a model, compare operators, size and results; return the result and the report."""
    report = Report()
    result = simplify(source, report=report, check=1, **options)
    onnx.checker.check_model(result, full_check=True)
    assert operators(result) == expected.split()
    # Outputs get their types.
    assert result.ByteSize() <= source.ByteSize() * 1.01 + 100 + options.get("grow", 0)
    assert [value.name for value in result.graph.output] == [value.name for value in source.graph.output]
    return result, report


def values(dtype="float32", *shape):
    return (np.arange(np.prod(shape)).reshape(shape) % 7).astype(dtype)


def test_constants_are_folded():
    source = model([node("Add", "a b", "c"), node("Mul", "c c", "d"), node("Identity", "x", "i"),
                    node("Dropout", "i", "j"), node("Add", "j d", "y")], [X], ["y"],
                   [tensor("a", values("float32", 2, 3)), tensor("b", values("float32", 3))])
    result, report = check(source, "Add")
    assert (sum(report.before.nodes.values()), sum(report.after.nodes.values())) == (5, 1)
    assert "nodes" in str(report) and report.after.bytes < report.before.bytes
    x = np.ones((2, 3), "float32")
    np.testing.assert_array_equal(run_plain(result, {"x": x})[0], run_plain(source, {"x": x})[0])


def test_large_values_are_not_written():
    shape = tensor("s", [2048, 2048], "int64")
    source = model([node("ConstantOfShape", "s", "a"), node("Expand", "one s", "b"),
                    node("Tile", "row n", "c"), node("Add", "a b", "d"), node("Add", "d c", "e"),
                    node("Gather", "e zero", "f", axis=0), node("Add", "x f", "y")],
                   [info("x", [2048])], ["y"],
                   [shape, tensor("one", [1]), tensor("row", np.ones((1, 2048))),
                    tensor("n", [2048, 1], "int64"), tensor("zero", 0, "int64")])
    report = Report()
    result = simplify(source, report=report)
    # The value that the model needs is small: nothing of 16 MB is left.
    assert operators(result) == ["Add"] and result.ByteSize() < 20000
    whole = model([node("ConstantOfShape", "s", "a"), node("Add", "x a", "y")], [info("x", [2048])], ["y"],
                  [shape])
    result, report = simplify(whole, report=report), report
    assert operators(result) == ["ConstantOfShape", "Add"] and result.ByteSize() < 1000
    assert report.left["full", "the model would grow"] == 1
    assert operators(simplify(whole, grow=1 << 24)) == ["Add"]


def test_a_small_file_of_large_values():
    """Others write 201 MB."""
    sizes = [4096, 4096]
    source = model([node("ConstantOfShape", "s", "a"), node("Expand", "row s", "b"), node("Tile", "row n", "c"),
                    node("Sum", "x a b c", "y")], [info("x", [4096])], ["y"],
                   [tensor("s", sizes, "int64"), tensor("row", values("float32", 1, 4096)),
                    tensor("n", [4096, 1], "int64")])
    for optimize in (False, True):
        result = simplify(source, optimize=optimize)
        assert operators(result) == ["ConstantOfShape", "Expand", "Tile", "Sum"]
        assert result.ByteSize() <= source.ByteSize() * 1.01 + 100


def test_wrong_ranks_of_outputs():
    """A model says that its output is a matrix, but has three dimensions, which stay."""
    source = model([node("Shape", "x", "s"), node("Concat", "one s", "t", axis=0), node("Reshape", "x t", "y")],
                   [info("x", ["batch", 3])], [info("y", [1, "length"])], [tensor("one", [1], "int64")])
    x = values("float32", 2, 3)
    for optimize in (False, True):
        with pytest.warns(UserWarning, match="but the model says"):
            result = simplify(source, optimize=optimize)
        onnx.checker.check_model(result, full_check=True)
        np.testing.assert_array_equal(run_plain(result, {"x": x})[0], x[None])


def test_shared_weights_stay_shared():
    source = model([node("MatMul", "x w", "p"), node("Transpose", "w", "t", perm=[1, 0]),
                    node("MatMul", "p t", "y")], [X], ["y"], [tensor("w", values("float32", 3, 300))])
    result, report = check(source, "MatMul Transpose MatMul")
    assert len(result.graph.initializer) == 1
    # A weight of which only the transpose is used is transposed.
    alone = model([node("Transpose", "w", "t", perm=[1, 0]), node("MatMul", "x t", "y")], [X], ["y"],
                  [tensor("w", values("float32", 300, 3))])
    check(alone, "MatMul")


def test_weights_are_not_touched():
    source = model([node("MatMul", "x w", "y"), node("Gemm", "y v b", "z", transB=1)], [X], ["z"],
                   [tensor("w", values("float32", 3, 40)), tensor("v", values("float32", 50, 40)),
                    tensor("b", values("float32", 50))])
    result, _ = check(source, "MatMul Gemm")
    kept = {tuple(entry.dims): onnx.numpy_helper.to_array(entry) for entry in result.graph.initializer}
    np.testing.assert_array_equal(kept[3, 40], values("float32", 3, 40))
    np.testing.assert_array_equal(kept[50, 40], values("float32", 50, 40))


def test_random_numbers_stay():
    source = model([node("RandomNormal", "", "r", shape=[2, 3]), node("Add", "x r", "y")], [X], ["y"])
    for optimize in (False, True):
        assert operators(simplify(source, optimize=optimize)) == ["RandomNormal", "Add"]
    two = model([node("RandomNormal", "", "r", shape=[2, 3]), node("RandomNormal", "", "s", shape=[2, 3]),
                 node("Add", "r s", "y")], [], ["y"])
    assert operators(simplify(two, optimize=True)) == ["RandomNormal", "RandomNormal", "Add"]


@pytest.mark.parametrize("optimize", [False, True])
def test_seeds_stay(optimize):
    source = model([node("RandomUniform", "", "r", shape=[2, 3], seed=1.5),
                    node("RandomNormalLike", "r", "s", seed=2.0), node("Bernoulli", "p", "b", seed=3.0),
                    node("Sum", "r s b", "n"), node("Add", "x n", "y")], [X], ["y"],
                   [tensor("p", np.full((2, 3), 0.5))])
    result, _ = check(source, "RandomUniform RandomNormalLike Bernoulli Sum Add", optimize=optimize)
    seeds = [entry.f for entry in [attribute for part in result.graph.node for attribute in part.attribute]
             if entry.name == "seed"]
    assert seeds == [1.5, 2.0, 3.0]


@pytest.mark.parametrize("domain", ["acme", ""])
def test_unknown_operators(domain):
    source = model([node("Whirl", "x", "v", domain=domain), node("Add", "a a", "b"), node("Add", "v b", "y")],
                   [X], ["y"], [tensor("a", [1, 2, 3])], domains=[domain] if domain else [],
                   value_info=[info("v", [2, 3])])
    assert operators(simplify(source)) == ["Whirl", "Add"]


def test_quantized_weights_stay_quantized():
    source = model([node("DequantizeLinear", "q s z", "w"), node("MatMul", "x w", "y")], [X], ["y"],
                   [onnx.numpy_helper.from_array(values("int8", 3, 200), "q"), tensor("s", 0.5),
                    onnx.numpy_helper.from_array(np.array(1, "int8"), "z")])
    result, report = check(source, "DequantizeLinear MatMul")
    assert any(entry.data_type == onnx.TensorProto.INT8 for entry in result.graph.initializer)


def test_outputs_without_a_shape():
    source = model([node("Add", "a a", "b"), node("Add", "x b", "y")], [X],
                   [onnx.helper.make_empty_tensor_value_info("y")], [tensor("a", [1, 2, 3])])
    check(source, "Add")


def test_division_by_zero_stays():
    source = model([node("Div", "a z", "q"), node("Add", "i q", "y")], [info("i", [2], "int64")],
                   [info("y", [2], "int64")], [tensor("a", [1, 2], "int64"), tensor("z", [0, 1], "int64")])
    report = Report()
    assert operators(simplify(source, report=report)) == ["Div", "Add"]
    assert report.left["divide", "it has no defined value"] == 1


def test_nested_branches_that_use_outer_values():
    inner = graph([node("If", "c", "i", then_branch=graph([node("Add", "h w", "t")], [], [info("t")]),
                        else_branch=graph([node("Mul", "h o", "e")], [], [info("e")]))], [], [info("i")])
    source = model([node("Relu", "x", "h"), node("Add", "w w", "o"),
                    node("If", "c", "y", then_branch=inner,
                         else_branch=graph([node("Neg", "h", "n")], [], [info("n")]))],
                   [X, info("c", [], "bool")], ["y"], [tensor("w", [1, 2, 3])])
    result, _ = check(source, "Relu If")
    x = -np.ones((2, 3), "float32")
    for value in (True, False):
        feeds = {"x": x, "c": np.array(value)}
        np.testing.assert_array_equal(run_plain(result, feeds)[0], run_plain(source, feeds)[0])


def make_loop(*names):
    """A node whose rounds read a value around it; `names` are those of its scan output."""
    body = graph([node("Add", "c w", "s"), node("Mul", "s t", "d"), node("Identity", "d", "e"),
                  node("Identity", "go", "on")],
                 [info("i", [], "int64"), info("go", [], "bool"), info("c", [2, 3])],
                 [info("on", [], "bool"), info("d", [2, 3]), *(info("e", [2, 3]) for _ in names)],
                 [tensor("t", [2.0])])
    return node("Loop", "n  h", " ".join(["y", *names]), body=body, name="rounds")


def test_loops_stay_whole():
    source = model([node("Relu", "x", "h"), node("Add", "v v", "w"), make_loop("z")],
                   [X, info("n", [], "int64")], ["y", "z"], [tensor("v", [1, 2, 3])])
    for optimize in (False, True):
        result, _ = check(source, "Relu Loop", optimize=optimize)
        assert result.graph.node[1].name == "rounds"
        assert [value.name for value in result.graph.node[1].attribute[0].g.input] == ["i", "go", "c"]
    body = graph([node("Add", "state a", "next"), node("Mul", "next w", "out")],
                 [info("state", [3]), info("a", [3])], [info("next", [3]), info("out", [3])])
    scan = model([node("Scan", "zero x", "last rows", body=body, num_scan_inputs=1), node("Neg", "rows", "y")],
                 [X], ["y"], [tensor("zero", [0.0, 0, 0]), tensor("w", [1.0, 2, 3])])
    check(scan, "Scan Neg")


def test_loops_in_branches():
    source = model([node("Add", "v v", "w"), node("Relu", "x", "h"),
                    node("If", "c", "y", then_branch=graph([make_loop()], [], [info("y", [2, 3])]),
                         else_branch=graph([node("Neg", "h", "k")], [], [info("k", [2, 3])]))],
                   [X, info("c", [], "bool"), info("n", [], "int64")], ["y"], [tensor("v", [1, 2, 3])])
    source.graph.node[2].attribute[0].g.node[0].output[0] = "looped"
    source.graph.node[2].attribute[0].g.output[0].name = "looped"
    result, report = check(source, "Relu If")
    assert report.after.nodes["Loop"] == 1


def test_recurrent_layers_of_any_length_stay_whole():
    weights = [tensor("w", values("float32", 1, 12, 3) / 10), tensor("r", values("float32", 1, 12, 3) / 10)]
    source = model([node("LSTM", "x w r", "y h", hidden_size=3), node("Relu", "h", "z")],
                   [info("x", ["length", 1, 3])], ["y", "z"], weights)
    result, _ = check(source, "LSTM Relu")
    assert result.ByteSize() <= source.ByteSize() + 60


@pytest.mark.parametrize("optimize", [False, True])
def test_nodes_that_end_in_what_does_nothing(optimize):
    """The last call of a node may do nothing. The node stays whole."""
    source = model([node("Resize", "x  s", "y", mode="linear"), node("Reshape", "y n", "z")],
                   [info("x", [1, 1, 2, 4])], ["z"], [tensor("s", [1, 1, 1.5, 0.75]), tensor("n", [1, 1, 3, 3], "int64")],
                   opset=18)
    check(source, "Resize", optimize=optimize)
    source = model([node("MatMul", "x v", "y")], [info("x", [3]), info("v", [3])], ["y"])
    check(source, "MatMul", optimize=optimize)


def test_names_and_texts_stay():
    source = model([node("Shape", "x", "s"), node("Reshape", "x s", "r"), node("Relu", "r", "y", name="last")],
                   [info("x", ["batch", "length"])], [info("y", ["batch", "length"])])
    source.doc_string, source.graph.doc_string = "about", "the graph"
    source.metadata_props.add(key="maker", value="me")
    result, _ = check(source, "Reshape Relu")
    assert result.graph.node[-1].name == "last" and result.graph.name == "graph"
    assert [dimension.dim_param for dimension in result.graph.output[0].type.tensor_type.shape.dim] == \
        ["batch", "length"]
    assert (result.doc_string, result.graph.doc_string, result.metadata_props[0].value) == \
        ("about", "the graph", "me")


def test_equal_nodes():
    source = model([node("Relu", "x", "a"), node("Relu", "x", "b"), node("Add", "a b", "y")], [X], ["y"])
    check(source, "Relu Relu Add")
    check(source, "Relu Add", optimize=True)


def test_normalisations_become_weights():
    source = model([node("Conv", "x w", "c"), node("BatchNormalization", "c s b m v", "n"), node("Relu", "n", "y")],
                   [info("x", [1, 3, 5, 5])], ["y"],
                   [tensor("w", values("float32", 4, 3, 3, 3)), tensor("s", [1, 2, 3, 4]), tensor("b", [4, 3, 2, 1]),
                    tensor("m", [0, 1, 2, 3]), tensor("v", [1, 2, 1, 2])])
    check(source, "Conv BatchNormalization Relu")
    check(source, "Conv Relu", optimize=True)


def channels(*nodes, weight="w"):
    """A model with a convolution, and what scales and shifts its channels."""
    initializers = [tensor("w", values("float32", 4, 3, 3, 3)), tensor("v", values("float32", 3, 4, 3, 3)),
                    tensor("one", np.float32(3)), tensor("c", values("float32", 4) + 1),
                    tensor("cs", values("float32", 1, 4, 1, 1) + 2), tensor("row", values("float32", 5) + 1)]
    first = node("Conv", "x w c", "a") if weight == "w" else node("ConvTranspose", "x v", "a")
    return model([first, *nodes], [info("x", [1, 3, 7, 7])], ["y"], initializers)


def test_scaled_channels_become_weights():
    chain = [node("Mul", "a cs", "d"), node("Add", "one d", "e"), node("Div", "e cs", "f"), node("Sub", "f cs", "y")]
    check(channels(*chain), "Conv Mul Add Div Sub")
    check(channels(*chain), "Conv", optimize=True)
    norm = node("BatchNormalization", "d c c c c", "y")
    check(channels(chain[0], norm, weight="v"), "ConvTranspose", optimize=True)
    # Elements of a row have factors of their own, and the sum takes the product, too.
    check(channels(node("Mul", "a row", "y")), "Conv Mul", optimize=True)
    check(channels(node("Mul", "a cs", "d"), node("Add", "d a", "y")), "Conv Mul Add", optimize=True)
    # A channel that is divided by 0 has no weight.
    zero = channels(node("Div", "a z", "y"))
    zero.graph.initializer.append(tensor("z", np.float32(0)))
    assert operators(simplify(zero, optimize=True)) == ["Conv", "Div"]


def test_products_and_biases_are_put_together():
    source = model([node("MatMul", "x w", "p"), node("Add", "b p", "y")], [X], ["y"],
                   [tensor("w", values("float32", 3, 4)), tensor("b", values("float32", 4))])
    check(source, "MatMul Add")
    check(source, "Gemm", optimize=True)
    twice = model([node("MatMul", "x w", "p"), node("Add", "b p", "q"), node("Mul", "p q", "y")], [X], ["y"],
                  list(source.graph.initializer))
    check(twice, "MatMul Add Mul", optimize=True)


def test_factors_become_one():
    nodes = [node("Mul", "x a", "p"), node("Mul", "b p", "y")]
    for a, b, expected in ((2.0, 0.25, "Mul"), (-3.0, 7.0, "Mul"), (1e-30, 1e-20, "Mul Mul"),
                           (1e30, 1e20, "Mul Mul"), (0.0, 2.0, "Mul Mul")):
        source = model(nodes, [X], ["y"], [tensor("a", a), tensor("b", [b])])
        check(source, expected, optimize=True)
        assert operators(simplify(source)) == ["Mul", "Mul"]
    source = model(nodes, [X], ["y", "p"], [tensor("a", 2.0), tensor("b", [4.0])])
    check(source, "Mul Mul", optimize=True)
    # One factor may be that of each column.
    source = model(nodes, [X], ["y"], [tensor("a", 2.0), tensor("b", [1, 2, 3])])
    check(source, "Mul Mul", optimize=True)


def test_small_values_are_written_on_request():
    """All together are no more than a part of the model."""
    source = model([node("ConstantOfShape", "s", "c"), node("MatMul", "x w", "p"), node("Add", "p c", "y")],
                   [X], ["y"], [tensor("w", values("float32", 3, 9000)), tensor("s", [2, 9000], "int64")])
    check(source, "MatMul ConstantOfShape Add", optimize=True)
    small = model([node("ConstantOfShape", "t", "c"), node("MatMul", "x w", "p"), node("Reshape", "p r", "q"),
                   node("Add", "q c", "y")], [X], ["y"],
                  [tensor("w", values("float32", 3, 9600)), tensor("t", [1, 64], "int64"),
                   tensor("r", [300, 64], "int64")])
    check(small, "MatMul Reshape ConstantOfShape Add")
    check(small, "MatMul Reshape Add", optimize=True)


def test_moved_elements_are_put_together():
    source = model([node("Reshape", "x s", "a"), node("Unsqueeze", "a i", "b"), node("Concat", "b b", "c", axis=0),
                    node("Concat", "c b", "y", axis=0)], [X], ["y"],
                   [tensor("s", [3, 2], "int64"), tensor("i", [0], "int64")])
    check(source, "Reshape Unsqueeze Concat Concat")
    check(source, "Reshape Concat", optimize=True)


SLICES = [tensor(name, [value], "int64") for name, value in (
    ("n0", 0), ("n1", 1), ("n2", 2), ("n3", 3), ("end", 2**63 - 1))]


def test_slices_are_put_together():
    source = model([node("Slice", "x n1 end n2 n2", "a"), node("Slice", "a n0 n2 n3", "b"),
                    node("Slice", "b n1 end n2", "y")], [info("x", [1, 3, 9, 6])], ["y"], SLICES)
    assert operators(simplify(source, check=1)) == ["Slice"] * 3
    # Two ranges of one dimension stay two.
    assert operators(simplify(source, check=1, optimize=True)) == ["Slice"] * 2


def test_pixels_of_blocks_become_channels():
    def blocks(order, height=6):
        nodes = [part for i, j in order for part in (
            node("Slice", f"x n{i} end n2 n2", f"a{i}{j}"), node("Slice", f"a{i}{j} n{j} end n3 n2", f"b{i}{j}"))]
        join = node("Concat", " ".join(f"b{i}{j}" for i, j in order), "y", axis=1)
        return model([*nodes, join], [info("x", [1, 3, height, 4])], ["y"], SLICES)

    check(blocks([(0, 0), (0, 1), (1, 0), (1, 1)]), "SpaceToDepth", optimize=True)
    check(blocks([(0, 0), (1, 0), (0, 1), (1, 1)]), "SpaceToDepth Gather", optimize=True)
    check(blocks([(0, 0), (1, 0), (0, 1)]), "Slice Slice Slice Concat", optimize=True)
    # A half of a block at the end.
    with pytest.raises(tvm.TVMError):
        simplify(blocks([(0, 0), (1, 0), (0, 1), (1, 1)], height=7), optimize=True)


def test_files(tmp_path):
    source = model([node("MatMul", "x w", "y")], [X], ["y"], [tensor("w", values("float32", 3, 1000))])
    onnx.save(source, tmp_path / "net.onnx")
    told = simplify(tmp_path / "net.onnx", tmp_path / "folded.onnx")
    assert told.graph.initializer[0].data_location == onnx.TensorProto.EXTERNAL
    folded = onnx.load(tmp_path / "folded.onnx")
    onnx.checker.check_model(folded, full_check=True)
    x = np.ones((2, 3), "float32")
    np.testing.assert_array_equal(run_plain(folded, {"x": x})[0], run_plain(source, {"x": x})[0])
    # A model may take the place of the one that it is made of.
    simplify(tmp_path / "net.onnx", tmp_path / "net.onnx")
    assert onnx.load(tmp_path / "net.onnx") == folded


def test_the_check_finds_differences(monkeypatch):
    source = model([node("Add", "a a", "b"), node("Add", "x b", "y")], [X], ["y"], [tensor("a", [1, 2, 3])])
    fold = simplifier.common.fold_small

    def fold_wrongly(expr, *limits):
        found = fold(expr, *limits)
        return found if found is expr else tvm.relay.const(found.data.numpy() + 1)

    monkeypatch.setattr(simplifier.common, "fold_small", fold_wrongly)
    with pytest.raises(CheckError, match="input 0: output 'y' differs by"):
        simplify(source, check=1)


def test_bad_arguments(tmp_path):
    source = model([node("Relu", "x", "y")], [X], ["y"])
    for name in ("grow", "check"):
        with pytest.raises(TypeError, match=f"expected a number of at least 0 as {name}"):
            simplify(source, **{name: -1})
    source.opset_import[0].version = 999
    with pytest.raises(tvm.TVMError, match="the version 999 of ONNX's operators is not known"):
        simplify(source)
    (tmp_path / "text.onnx").write_text("nothing")
    with pytest.raises(tvm.TVMError, match="text.onnx is not an ONNX model"):
        simplify(tmp_path / "text.onnx", tmp_path / "out.onnx")
    assert [path.name for path in tmp_path.iterdir()] == ["text.onnx"]
