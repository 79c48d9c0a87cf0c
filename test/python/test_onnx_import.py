"""from_onnx: inputs and parameters, functions, control flow, custom operators."""

import numpy as np
import pytest
from onnx_models import graph, info, model, node, onnx, run, tensor

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError, OnnxOpConverter, converter, custom
from relay_lite.relay.frontend.onnx import registry

ANY = relay.Any()
X = info("x", ["n", 3])
DENSE = model([node("MatMul", "x w", "y"), node("Add", "y b", "z", name="sum")], [X], ["z"],
              [tensor("w", np.eye(3)), tensor("b", [1, 2, 3])])


# Inputs and parameters


def test_parameters_become_constants():
    mod, params = from_onnx(DENSE)
    assert params == {} and [param.name_hint for param in mod["main"].params] == ["x"]
    assert mod["main"].params[0].type_annotation == relay.TensorType((ANY, 3))
    assert mod["main"].ret_type == relay.TensorType((ANY, 3))
    np.testing.assert_array_equal(run(mod, np.ones((2, 3), "float32"))[0], [[2, 3, 4]] * 2)


def test_parameters_stay():
    mod, params = from_onnx(DENSE, freeze_params=False)
    assert [param.name_hint for param in mod["main"].params] == ["x", "w", "b"]
    np.testing.assert_array_equal(params["b"].numpy(), [1, 2, 3])
    result = relay.create_executor(mod=mod).evaluate()(np.ones((2, 3), "float32"), **params)
    np.testing.assert_array_equal(result.numpy(), [[2, 3, 4]] * 2)


def test_parameters_that_shapes_need_are_known():
    reshape = model([node("Reshape", "x s", "y"), node("Add", "y b", "z")], [X], ["z"],
                    [tensor("s", [-1, 1, 3], "int64"), tensor("b", [1])])
    mod, params = from_onnx(reshape, freeze_params=False)
    assert list(params) == ["b"]
    assert mod["main"].ret_type == relay.TensorType((ANY, 1, 3))


def test_initializers_that_are_inputs_too():
    old = model([node("Add", "x b", "y")], [X, info("b", [3])], ["y"], [tensor("b", [1, 2, 3])])
    mod, _ = from_onnx(old)
    assert [param.name_hint for param in mod["main"].params] == ["x"]


def test_shapes_of_the_caller():
    mod, _ = from_onnx(DENSE, shape={"x": (5, 3)})
    assert mod["main"].ret_type == relay.TensorType((5, 3))
    inner = model([node("NonZero", "x", "y"), node("Add", "y y", "z")], [X], [info("z", None, "int64")])
    mod, _ = from_onnx(inner, shape={"y": (2, 4)})
    assert mod["main"].ret_type == relay.TensorType((2, 4), "int64")
    with pytest.raises(ConversionError, match="input 'x' has 2 dimensions, but the shape given for it is"):
        from_onnx(DENSE, shape={"x": (5,)})
    with pytest.raises(TypeError, match="expected a dict of shapes by name"):
        from_onnx(DENSE, shape=(5, 3))
    with pytest.raises(TypeError, match="expected a shape for 'x', but got 5"):
        from_onnx(DENSE, shape={"x": 5})


def test_element_types_of_the_caller():
    relu = model([node("Relu", "x", "y")], [X], ["y"])
    assert from_onnx(relu, dtype={"x": "float16"})[0]["main"].ret_type.dtype == "float16"
    assert from_onnx(relu, dtype="float16")[0]["main"].ret_type.dtype == "float32"


def test_spans_and_names(tmp_path):
    path = tmp_path / "named.onnx"
    mod, _ = from_onnx(DENSE, export_node_renamed_model_path=path)
    assert mod["main"].body.span.source_name.name == "sum"
    assert mod["main"].body.args[0].span.source_name.name == "MatMul_0"
    assert [n.name for n in onnx.load(path).graph.node] == ["MatMul_0", "sum"]


def test_several_outputs():
    mod, _ = from_onnx(model([node("Relu", "x", "y"), node("Exp", "x", "z")], [X], ["y", "z", "x"]))
    assert [len(array) for array in run(mod, np.ones((2, 3), "float32"))] == [2, 2, 2]


# Nodes that merge


def list_operators(mod):
    """The operators that main calls."""
    found = []
    relay.analysis.post_order_visit(mod["main"], lambda expr: found.append(
        expr.op.name) if isinstance(expr, relay.Call) else None)
    return found


@pytest.mark.parametrize("nodes, operators", [
    # The nodes take all slices: one split of x.
    ([node("Reshape", "x s", "v"), node("Unsqueeze", "v one", "u"),
      node("Transpose", "u", "t", perm=[3, 0, 2, 1, 4]), node("Squeeze", "t three", "p"),
      node("Gather", "p zero", "q", axis=0), node("Gather", "p last", "r", axis=0), node("Sub", "q r", "y")],
     "split reshape reshape subtract"),
    ([node("Reshape", "x s", "v"), node("Gather", "v zero", "q", axis=2), node("Gather", "v zero", "r", axis=2),
      node("Sub", "q r", "y")], "reshape take take subtract"),
    ([node("Reshape", "x s", "v"), node("Reshape", "v rows", "y")], "reshape"),
    ([node("Reshape", "x s", "v"), node("Reshape", "v copied", "y")], ""),
    # Reshapes come behind what acts on elements or rows.
    ([node("Reshape", "x tall", "v"), node("MatMul", "v w", "m"), node("Add", "b m", "c"), node("Mul", "c k", "d"),
      node("Softmax", "d", "e", axis=-1), node("Reshape", "e wide", "y")],
     "nn.matmul add multiply nn.softmax reshape"),
    ([node("Reshape", "x tall", "v"), node("Softmax", "v", "y", axis=1)], "reshape nn.softmax"),
    ([node("Reshape", "x rows", "v"), node("Add", "v column", "y")], "reshape add"),
    # Broadcasting adds dimensions in front.
    ([node("Reshape", "x long", "v"), node("Reshape", "x long", "u"), node("Sub", "cube v", "q"),
      node("Mul", "u q", "y")], "subtract multiply"),
    ([node("Reshape", "x long", "v"), node("Mul", "v v", "y")], "reshape multiply"),
    ([node("Reshape", "x long", "v"), node("Sub", "v matrix", "y")], "reshape subtract"),
    ([node("Transpose", "x", "q", perm=[1, 0]), node("Transpose", "q", "r", perm=[1, 0]), node("Mul", "r r", "y")],
     "multiply"),
])
def test_nodes_merge(nodes, operators):
    from onnx.reference import ReferenceEvaluator

    source = model(nodes, [info("x", [4, 6])], ["y"], [
        tensor("s", [4, 1, 2, 3], "int64"), tensor("rows", [3, -1], "int64"), tensor("copied", [0, -1], "int64"),
        tensor("tall", [4, 1, 6], "int64"), tensor("wide", [2, 2, 5], "int64"), tensor("one", [1], "int64"),
        tensor("three", [3], "int64"), tensor("zero", 0, "int64"), tensor("last", -1, "int64"),
        tensor("w", np.arange(30).reshape(6, 5) / 30), tensor("b", [1, 2, 3, 4, 5]), tensor("k", [0.5]),
        tensor("column", np.ones((3, 1))), tensor("long", [1, 4, 6], "int64"),
        tensor("cube", np.ones((2, 4, 6))), tensor("matrix", np.ones((4, 6)))])
    mod, _ = from_onnx(source)
    assert sorted(list_operators(mod)) == sorted(operators.split())
    x = np.random.default_rng(0).random((4, 6), "float32")
    wanted, = ReferenceEvaluator(source).run(None, {"x": x})
    np.testing.assert_allclose(run(mod, x)[0], wanted, rtol=1e-5)
    again = relay.frontend.to_onnx(mod)
    np.testing.assert_allclose(ReferenceEvaluator(again).run(None, {"x": x})[0], wanted, rtol=1e-5)
    assert len(again.graph.node) <= max(len(nodes), 1)


# Functions


TWICE = onnx.helper.make_function(
    "acme", "Scale", ["a", "unused"], ["c"],
    [onnx.helper.make_node("Constant", [], ["f"]), node("Mul", "a f", "c")],
    [onnx.helper.make_opsetid("", 17)], ["by"])
TWICE.node[0].attribute.add(name="value_float", ref_attr_name="by", type=onnx.AttributeProto.FLOAT)


def test_functions_of_the_model():
    scaled = model([node("Scale", "x", "y", domain="acme", by=2.0),
                    node("Scale", "y", "z", domain="acme", by=5.0)], [X], ["z"], domains=["acme"],
                   functions=[TWICE])
    np.testing.assert_array_equal(run(from_onnx(scaled)[0], np.ones((1, 3), "float32"))[0], [[10] * 3])


def test_functions_that_call_themselves():
    endless = onnx.helper.make_function("acme", "F", ["a"], ["b"], [node("F", "a", "b", domain="acme")],
                                        [onnx.helper.make_opsetid("acme", 1)])
    with pytest.raises(ConversionError, match="the function F calls itself"):
        from_onnx(model([node("F", "x", "y", domain="acme")], [X], ["y"], domains=["acme"],
                        functions=[endless]))


def test_bodies_of_the_standard(monkeypatch):
    """Operators without a converter are expanded as the standard says."""
    monkeypatch.setattr(registry, "_CONVERTERS", {
        key: value for key, value in registry._CONVERTERS.items() if key[1] not in ("Celu", "Softmax")})
    x = np.array([[-1, 0, 2]], "float32")
    for op_type, expected in (("Celu", np.where(x > 0, x, np.expm1(x))),
                              ("Softmax", np.exp(x) / np.exp(x).sum())):
        mod, _ = from_onnx(model([node(op_type, "x", "y")], [X], ["y"]))
        np.testing.assert_allclose(run(mod, x)[0], expected, rtol=1e-5)


# Control flow


def branch(name, op_type):
    return graph([node(op_type, "x", name)], [], [info(name)])


def test_branches():
    choice = model([node("If", "c", "y", then_branch=branch("a", "Relu"), else_branch=branch("b", "Neg"))],
                   [X, info("c", [], "bool")], ["y"])
    mod, _ = from_onnx(choice)
    x = np.array([[-1, 0, 2]], "float32")
    np.testing.assert_array_equal(run(mod, x, np.array(True))[0], [[0, 0, 2]])
    np.testing.assert_array_equal(run(mod, x, np.array(False))[0], [[1, 0, -2]])


def test_branches_of_other_sizes():
    double = graph([node("Concat", "x x", "d", axis=0)], [], [info("d")])
    choice = model([node("If", "c", "y", then_branch=branch("a", "Relu"), else_branch=double)],
                   [info("x", [1, 3]), info("c", [], "bool")], ["y"])
    mod, _ = from_onnx(choice)
    assert mod["main"].ret_type == relay.TensorType((ANY, 3))
    assert run(mod, np.ones((1, 3), "float32"), np.array(False))[0].shape == (2, 3)


def test_a_known_condition_picks_its_branch():
    flat = graph([node("Flatten", "x", "f", axis=0)], [], [info("f")])
    choice = model([node("Shape", "x", "s"), node("Size", "s", "r"), node("Equal", "r two", "c"),
                    node("If", "c", "y", then_branch=branch("a", "Relu"), else_branch=flat)], [X], ["y"],
                   [tensor("two", 2, "int64")])
    mod, _ = from_onnx(choice)
    assert mod["main"].body.op.name == "nn.relu"


def test_branches_of_other_ranks():
    mean = graph([node("ReduceMean", "x", "m", keepdims=0)], [], [info("m")])
    choice = model([node("If", "c", "y", then_branch=branch("a", "Relu"), else_branch=mean)],
                   [X, info("c", [], "bool")], ["y"])
    with pytest.raises(ConversionError, match="If 'If_0': result 0 has the type .* in then_branch, but "
                                              "float32 in else_branch"):
        from_onnx(choice)


def loop(**names):
    """A loop that doubles a vector that grows, and collects its sums."""
    body = graph([node("Concat", "v v", "grown", axis=0), node("ReduceSum", "v", "sum", keepdims=0),
                  node("Identity", "going", "on")],
                 [info("i", [], "int64"), info("going", [], "bool"), info("v", None)],
                 [info("on", [], "bool"), info("grown"), info("sum")])
    return model([node("Loop", "count  start", "last sums", body=body)],
                 [*([] if names.get("count") else [info("count", [], "int64")]), info("start", [1])],
                 ["last", "sums"], [tensor("count", names["count"], "int64")] if names.get("count") else [])


def test_loops():
    mod, _ = from_onnx(loop())
    assert mod["main"].ret_type == relay.TupleType([relay.TensorType((ANY,)), relay.TensorType((ANY,))])
    for count in (0, 1, 4):
        last, sums = run(mod, np.array(count, "int64"), np.ones(1, "float32"))
        assert last.shape == (2**count,)
        np.testing.assert_array_equal(sums, [2**i for i in range(count)])


def test_loops_unroll():
    mod, _ = from_onnx(loop(count=3), unroll=3)
    assert mod["main"].ret_type == relay.TupleType([relay.TensorType((8,)), relay.TensorType((3,))])
    np.testing.assert_array_equal(run(mod, np.ones(1, "float32"))[1], [1, 2, 4])
    assert from_onnx(loop(count=3), unroll=2)[0]["main"].ret_type.fields[0] == relay.TensorType((ANY,))


def test_scans():
    body = graph([node("Add", "total row", "next"), node("Mul", "next row", "product")],
                 [info("total", [2]), info("row", [2])], [info("next", [2]), info("product", [2])])
    scan = model([node("Scan", "start rows", "end products", body=body, num_scan_inputs=1,
                       scan_input_directions=[1], scan_output_axes=[1])],
                 [info("start", [2]), info("rows", ["n", 2])], ["end", "products"])
    rows = np.arange(6, dtype="float32").reshape(3, 2)
    end, products = run(from_onnx(scan)[0], np.zeros(2, "float32"), rows)
    np.testing.assert_array_equal(end, rows.sum(0))
    np.testing.assert_array_equal(products, (np.cumsum(rows[::-1], 0) * rows[::-1]).T)


# Sequences


def test_sequences():
    parts = model([node("SplitToSequence", "x", "s", axis=1), node("SequenceErase", "s p", "t"),
                   node("ConcatFromSequence", "t", "y", axis=1), node("SequenceLength", "t", "n")], [X],
                  ["y", info("n", [], "int64")], [tensor("p", -2, "int64")])
    y, n = run(from_onnx(parts)[0], np.array([[1, 2, 3]], "float32"))
    np.testing.assert_array_equal(y, [[1, 3]])
    assert n == 2


def test_a_place_that_is_not_known():
    place = model([node("SequenceConstruct", "x y", "s"), node("SequenceInsert", "s y p", "t"),
                   node("SequenceAt", "t q", "z")],
                  [info("x", [1]), info("y", [2]), info("p", [], "int64"), info("q", [], "int64")], ["z"])
    mod, _ = from_onnx(place)
    x, y = np.ones(1, "float32"), np.ones(2, "float32")
    for p in range(-2, 3):
        items = [x, y]
        items.insert(p, y)
        for q in range(-3, 3):
            assert run(mod, x, y, np.array(p), np.array(q))[0].shape == items[q].shape


# Converters of users and custom operators


def test_converters_of_users(monkeypatch):
    monkeypatch.setattr(registry, "_CONVERTERS", dict(registry._CONVERTERS))
    whirl = model([node("Whirl", "x", "y", domain="acme", by=3.0)], [X], ["y"], domains=["acme"])

    @converter("Whirl", domain="acme")
    def convert_whirl(node):
        return relay.multiply(node.input(0), relay.const(node.attribute("by"), "float32"))

    np.testing.assert_array_equal(run(from_onnx(whirl)[0], np.ones((1, 3), "float32"))[0], [[3] * 3])

    class Whirl(OnnxOpConverter):
        @classmethod
        def _impl_v1(cls, inputs, attr, params):
            return relay.negative(inputs[0])

    converter("Whirl", domain="acme")(Whirl.as_converter())
    np.testing.assert_array_equal(run(from_onnx(whirl)[0], np.ones((1, 3), "float32"))[0], [[-1] * 3])


def test_a_table_of_users(monkeypatch):
    """Scripts put their own table in the place of TVM's."""
    from relay_lite.relay.frontend import onnx as frontend

    ours = frontend._get_convert_map
    monkeypatch.setattr(frontend, "_get_convert_map", lambda opset: {
        **ours(opset), "Relu": lambda inputs, attr, params: relay.tanh(inputs[0])})
    mod, _ = from_onnx(model([node("Relu", "x", "y"), node("Exp", "y", "z")], [X], ["z"]))
    assert mod["main"].body.args[0].op.name == "tanh"
    assert ours(17)["LeakyRelu"]([relay.var("x", shape=(2,))], {"alpha": 0.5}, {}).op.name == "nn.leaky_relu"


def test_all_unknown_operators_are_named():
    unknown = model([node("Whirl", "x", "y", domain="acme"), node("Twirl", "y", "z", name="second"),
                     node("Twirl", "z", "u")], [X], ["u"], domains=["acme"])
    with pytest.raises(tvm.error.OpNotImplemented, match=r"The following operators are not supported for "
                                                         r"frontend ONNX: Twirl \(second, Twirl_0\), "
                                                         r"acme.Whirl \(Whirl_0\)"):
        from_onnx(unknown)


def test_unknown_operators_are_kept():
    kept = model([node("Whirl", "x  x", "y q", domain="acme", by=1.5, names=["a", "b"],
                       t=tensor("t", [1, 2]), sizes=[1, 2]), node("Relu", "y", "z")], [X],
                 ["z", info("q", [2], "int64")], domains=["acme"], value_info=[info("y", ["n", 5])])
    mod, _ = from_onnx(kept, custom="keep", shape={"y": (2, 5)})
    assert mod["main"].ret_type == relay.TupleType([relay.TensorType((2, 5)),
                                                    relay.TensorType((2,), "int64")])
    call = mod["main"].body.fields[1].tuple_value
    assert call.op.name == "onnx.acme.Whirl" and len(call.args) == 2
    assert call.attrs["by"] == 1.5 and list(call.attrs["sizes"]) == [1, 2]
    assert list(call.attrs["onnx_absent"]) == [1]
    stored = custom.read_attribute(str(call.attrs["t"]))
    np.testing.assert_array_equal(onnx.numpy_helper.to_array(stored.t), [1, 2])
    tvm.ir.assert_structural_equal(relay.parse(mod.astext()), mod)
    with pytest.raises(TypeError, match='expected "error" or "keep" as custom'):
        from_onnx(kept, custom="drop")
