"""Kept operators whose results have types that nobody knows, and what depends on them."""

import subprocess
import sys

import numpy as np
import pytest
from onnx_models import graph, info, model, node, onnx, run, tensor

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError, custom

X = info("x", [2, 3])
C = info("c", [], "bool")
UNKNOWN = node("Whirl", "x", "y", domain="acme", by=2)


def keep(nodes, outputs=("z",), inputs=(X,), initializers=(), **fields):
    """The module of a model with a node of which nobody knows the result."""
    proto = model(nodes, list(inputs), list(outputs), initializers, domains=["acme"], **fields)
    return from_onnx(proto, custom="keep")[0]


def count(mod):
    """How often there is each operator."""
    names = [expr.op.name for expr in tvm._ext.post_order(mod["main"])
             if isinstance(expr, relay.Call) and isinstance(expr.op, tvm.ir.Op)]
    return {name: names.count(name) for name in names}


@pytest.fixture(scope="module")
def whirl():
    """Operators on an unknown value and others, of which some are constant."""
    return keep([UNKNOWN, node("Relu", "y", "r"), node("Softmax", "r", "z", axis=0), node("Add", "k k", "s"),
                 node("Mul", "x s", "t")], ["z", "t"], initializers=[tensor("k", np.ones(3))])


def test_operators_on_unknown_values_are_kept(whirl):
    assert count(whirl) == {"onnx.acme.Whirl": 1, "onnx.Relu": 1, "onnx.Softmax": 1, "multiply": 1}
    softmax, product = whirl["main"].body.fields
    assert softmax.attrs["axis"] == 0 and list(softmax.attrs["onnx_results"]) == ["_"]
    assert softmax.attrs["onnx_version"] == 17
    # Types are incomplete, and the rest is folded.
    assert isinstance(softmax.checked_type, relay.IncompleteType)
    assert isinstance(whirl["main"].ret_type.fields[0], relay.IncompleteType)
    np.testing.assert_array_equal(product.args[1].data.numpy(), [2, 2, 2])


def test_round_trips(whirl):
    tvm.ir.assert_structural_equal(relay.parse(whirl.astext()), whirl)
    tvm.ir.assert_structural_equal(tvm.ir.load_json(tvm.ir.save_json(whirl)), whirl)
    tvm.ir.assert_structural_equal(relay.transform.InferType()(whirl), whirl)
    assert "!relay.opaque" in whirl.mlir()


def test_other_processes_read_them(whirl):
    program = ("import sys; from relay_lite import relay; mod = relay.parse(sys.stdin.read()); "
               "print(mod['main'].body.fields[0].op.name, mod['main'].ret_type)")
    result = subprocess.run([sys.executable, "-c", program], input=whirl.astext(), text=True, check=True,
                            capture_output=True, env={"PYTHONPATH": ":".join(sys.path)})
    assert result.stdout == f"onnx.Softmax {whirl['main'].ret_type}\n"


def test_passes(whirl):
    with tvm.transform.PassContext(opt_level=3):
        optimized, _ = relay.optimize(whirl)
    assert count(optimized) == count(whirl)
    for make in (relay.transform.ToANormalForm, relay.transform.ToGraphNormalForm,
                 relay.transform.ToMixedPrecision, relay.transform.FuseOps,
                 relay.transform.EliminateCommonSubexpr, relay.transform.SimplifyExpr):
        assert count(relay.transform.InferType()(make()(whirl))).keys() >= count(whirl).keys()
    with pytest.raises(tvm.TVMError, match="executors of graphs handle tensors only, but got the type _"):
        relay.build(whirl, "llvm")


def test_types_that_the_model_tells():
    """Behind them everything is as usual."""
    nodes = [UNKNOWN, node("Relu", "y", "r"), node("Exp", "r", "z")]
    mod = keep(nodes, value_info=[info("r", ["n", 3])])
    assert count(mod) == {"onnx.acme.Whirl": 1, "onnx.Relu": 1, "exp": 1}
    assert str(mod["main"].ret_type) == "Tensor[(?, 3), float32]"
    proto = model(nodes, [X], ["z"], domains=["acme"])
    mod, _ = from_onnx(proto, custom="keep", shape={"r": [4, None]}, dtype={"r": "int8"})
    assert str(mod["main"].ret_type) == "Tensor[(4, ?), int8]"
    # Relay has no strings.
    text = onnx.helper.make_tensor_value_info("r", onnx.TensorProto.STRING, [2])
    assert "onnx.Exp" in count(keep(nodes, value_info=[text]))


def test_several_results():
    split = node("Divide", "x", "y  q", domain="acme")
    mod = keep([split, node("Relu", "q", "z"), node("Identity", "y", "i")], ["z", "i"],
               value_info=[info("q", [5])])
    assert count(mod) == {"onnx.acme.Divide": 1, "nn.relu": 1, "onnx.Identity": 1}
    call = mod["main"].body.fields[0].args[0].tuple_value
    assert list(call.attrs["onnx_results"]) == ["_", "_", "float32[5]"]


def branches():
    """An If whose branches read a value around them."""
    then = graph([node("Whirl", "x", "a", domain="acme"), node("Add", "a k", "b")], [], [info("b")])
    other = graph([node("Abs", "x", "d")], [], [info("d")])
    return node("If", "c", "y", then_branch=then, else_branch=other)


def test_branches_are_kept_as_a_whole():
    mod = keep([branches(), node("Relu", "y", "z")], inputs=[C, X], initializers=[tensor("k", [1.])])
    assert count(mod) == {"onnx.If": 1, "onnx.Relu": 1}
    call = mod["main"].body.args[0]
    assert list(call.attrs["onnx_captured"]) == ["x", "k"] and len(call.args) == 3
    then = custom.read_attribute(str(call.attrs["then_branch"])).g
    assert [part.op_type for part in then.node] == ["Whirl", "Add"]


@pytest.mark.parametrize("condition, kept", [(True, {"onnx.acme.Whirl": 1, "onnx.Add": 1, "onnx.Relu": 1}),
                                             (False, {"abs": 1, "nn.relu": 1})])
def test_branches_that_are_known(condition, kept):
    mod = keep([branches(), node("Relu", "y", "z")],
               initializers=[tensor("c", condition, "bool"), tensor("k", [1.])])
    assert count(mod) == kept


def test_loops_are_kept_as_a_whole():
    body = graph([node("Identity", "c", "d"), node("Whirl", "a", "b", domain="acme")],
                 [info("i", [], "int64"), C, info("a", [2, 3])], [info("d", [], "bool"), info("b")])
    mod = keep([node("Loop", "n  x", "z", body=body)], inputs=[X, info("n", [], "int64")])
    assert count(mod) == {"onnx.Loop": 1}
    call = mod["main"].body
    assert list(call.attrs["onnx_absent"]) == [1] and "onnx_captured" not in call.attrs.keys()


def test_functions_on_unknown_values():
    """Their nodes are kept one by one. Names in them are not those of the model."""
    function = onnx.helper.make_function("acme", "F", ["a"], ["x"], [node("Relu", "a", "x")],
                                         [onnx.helper.make_opsetid("", 17)])
    mod = keep([UNKNOWN, node("F", "y", "z", domain="acme")], functions=[function])
    assert count(mod) == {"onnx.acme.Whirl": 1, "onnx.Relu": 1}


def test_attributes_have_their_data(tmp_path):
    """The data of large tensors is in the file of the model."""
    data = np.arange(1000, dtype="float32")
    onnx.save(model([node("Whirl", "x", "z", domain="acme", t=tensor("t", data))], [X], ["z"],
                    domains=["acme"]), tmp_path / "net.onnx")
    mod, _ = from_onnx(tmp_path / "net.onnx", custom="keep")
    stored = custom.read_attribute(str(mod["main"].body.attrs["t"])).t
    np.testing.assert_array_equal(onnx.numpy_helper.to_array(stored), data)


def test_operators_of_relay_refuse_unknown_values(whirl):
    value = whirl["main"].body.fields[0]
    with pytest.raises(tvm.TVMError, match="must be ranked tensor, but got '!relay.opaque'|cannot take a value"):
        relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.relu(value)))
    both = relay.concatenate(relay.Tuple([value, whirl["main"].params[0]]), 0)
    with pytest.raises(tvm.TVMError, match="only 'relay.custom' takes opaque values"):
        relay.transform.InferType()(tvm.IRModule.from_expr(both))


def test_relations_of_users():
    """One that gives an incomplete type says that nobody knows it."""
    name = "test.nobody_knows"
    relay.op.op.register(name)
    op = tvm.ir.Op.get(name)
    op.add_type_rel("nobody", lambda types, attrs: relay.IncompleteType())
    x = relay.var("x", shape=(2,))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], relay.Call(op, [x]))))
    assert isinstance(mod["main"].ret_type, relay.IncompleteType)


@pytest.mark.parametrize("op_type, attributes, message", [
    ("A b\n\"c", {}, "the operator cannot be kept: Relay has no names as 'onnx.acme.A b"),
    ("Whirl", {"a b": 1}, "no attribute can have the name 'a b'"),
    ("Whirl", {"onnx_results": 1}, "no attribute can have the name 'onnx_results'"),
])
def test_names_that_texts_cannot_have(op_type, attributes, message):
    with pytest.raises(ConversionError, match=message):
        keep([node(op_type, "x", "z", domain="acme", name="here", **attributes)])


def test_executors_refuse_them(whirl):
    with pytest.raises(tvm.TVMError, match="onnx"):
        run(whirl, np.ones((2, 3), "float32"))
