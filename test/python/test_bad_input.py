"""What is wrong is one clear exception, of the type that TVM or Python raises for it."""

import gc
import pickle
import re

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

X = relay.var("x", shape=(2, 3))


def make_module():
    return tvm.IRModule.from_expr(relay.Function([X], X + relay.const(1.0)))


def infer(expr):
    return relay.transform.InferType()(tvm.IRModule.from_expr(expr))


@pytest.mark.parametrize("call, kind, message", [
    # Nodes.
    (lambda: relay.Tuple([X, 1]), tvm.TVMError,
     "expected a list of expressions as fields of a tuple, but element 1 is 1"),
    (lambda: relay.Tuple(X), tvm.TVMError, "fields of a tuple, but got Var(x"),
    (lambda: relay.Call(relay.op.get("add"), [X, None]), tvm.TVMError,
     "expected a list of expressions as arguments of a call, but element 1 is None"),
    (lambda: relay.Call(relay.op.get("add"), "ab"), tvm.TVMError, "arguments of a call, but got 'ab'"),
    (lambda: relay.Function([1], X), tvm.TVMError,
     "expected a list of variables as parameters of a function, but element 0 is 1"),
    (lambda: relay.Function(X, X), tvm.TVMError, "parameters of a function, but got Var(x"),
    (lambda: relay.GlobalVar("f")(X, 1), RuntimeError,
     "Do not know how to handle GlobalVar.__call__ for types"),
    (lambda: "s" - X, TypeError, "type <class 'str'> not supported"),
    (lambda: X + "s", TypeError, "type <class 'str'> not supported"),
    (lambda: 1.5 / X, TypeError, 'convert "1.5" with `const` first'),
    (lambda: relay.var("\ud800"), tvm.TVMError, "expected a name, but got '\\ud800'"),
    (lambda: relay.Tuple([X]).astype("int8"), TypeError, "astype cannot be used on tuple"),
    # Operators.
    (lambda: relay.op.get(op_name="ad"), AttributeError, "did you mean add"),
    (lambda: relay.add(X, 1), tvm.TVMError, "add: expected an expression as argument 2, but got 1"),
    (lambda: relay.nn.softmax(X, axis="a"), tvm.TVMError,
     "nn.softmax: expected an integer as attribute 'axis', but got 'a'"),
    (lambda: relay.nn.conv2d(X, X, data_layout="\ud800"), TypeError,
     "expected a string as the value of an attribute, but got '\\ud800'"),
    (lambda: relay.nn.softmax(X).attrs.nothing, AttributeError, "has no attribute nothing"),
    (lambda: relay.nn.softmax(X).attrs["nothing"], AttributeError, "has no attribute nothing"),
    (lambda: infer(relay.nn.pad(X, ((1, 1), (2, 2)), pad_mode="foo")), tvm.error.DiagnosticError,
     'error: nn.pad: expected pad_mode to be one of "constant", "edge", "reflect", but got "foo"'),
    # Attributes.
    (lambda: relay.Function([X], X).with_attr({1: 2}), TypeError,
     "expected a string as the name of an attribute, but got 1"),
    (lambda: relay.Function([X], X).with_attr("a", object()), tvm.TVMError,
     "expected a value of an attribute, but got <object"),
    (lambda: make_module().with_attr("a", object()), tvm.TVMError,
     "expected a value of an attribute, but got <object"),
    (lambda: relay.Function([X], X).with_attr("a", 1).attrs["b"], KeyError, "b"),
    # Modules.
    (lambda: tvm.IRModule([X]), TypeError, "expected a dictionary of functions, but got ["),
    (lambda: tvm.IRModule({1: X}), TypeError, "expected a GlobalVar or a name, but got 1"),
    (lambda: make_module().update(1), TypeError, "expected an IRModule or a dictionary, but got 1"),
    (lambda: make_module()["nothing"], ValueError, 'Cannot find global function "nothing"'),
    # Passes.
    (lambda: relay.transform.FuseOps("a"), TypeError,
     "expected an integer as fuse_opt_level, but got 'a'"),
    (lambda: relay.transform.FuseOps(-2), ValueError, "fuse_opt_level to be at least -1, but got -2"),
    (lambda: relay.transform.CombineParallelDense(1.5), TypeError,
     "expected an integer as min_num_branches, but got 1.5"),
    (lambda: relay.transform.CombineParallelConv2D(-1), ValueError, "to be at least 0, but got -1"),
    (lambda: relay.transform.DeadCodeElimination("a"), TypeError,
     "expected a boolean as inline_once, but got 'a'"),
    (lambda: relay.transform.RemoveUnusedFunctions("main"), TypeError,
     "expected a list of strings as entry_functions, but got 'main'"),
    (lambda: relay.transform.ConvertLayout(None), TypeError,
     "expected a dictionary of operators to layouts as desired_layouts, but got None"),
    (lambda: relay.transform.ConvertLayout({"nn.conv2d": "NCHW"}), TypeError,
     "expected a list of strings as the layouts of nn.conv2d, but got 'NCHW'"),
    (lambda: relay.transform.ToMixedPrecision(16), TypeError,
     "expected a string as mixed_precision_type, but got 16"),
    (lambda: tvm.transform.PassContext(config={1: 1}), TypeError,
     "expected a string as a key of config, but got 1"),
    # Values.
    (lambda: relay.save_param_dict({1: tvm.nd.array([1])}), TypeError,
     "expected a string as the name of a parameter, but got 1"),
    (lambda: tvm.nd.array(None), TypeError, "expected an array of numbers or booleans"),
    (lambda: tvm.nd.array([1, 2]).copyfrom(np.ones(3)), ValueError,
     "array shape do not match the shape of NDArray (3,) vs (2,)"),
    (lambda: int(tvm.nd.array([1, 2])), TypeError, "can be converted to Python scalars"),
    (lambda: tvm.DataType("foo"), ValueError, "Do not know how to handle type foo"),
    (lambda: tvm.device("foo"), ValueError, "Unknown device type: foo"),
    (lambda: relay.optimize(1, "llvm"), ValueError, "mod must be tvm.IRModule, but is 1"),
])
def test_errors(call, kind, message):
    with pytest.raises(kind, match=re.escape(message)) as caught:
        call()
    assert type(caught.value) is kind


@pytest.mark.parametrize("make", [
    lambda: relay.transform.RemoveUnusedFunctions(["nosuch"]),
    lambda: relay.transform.ToMixedPrecision("foo")])
def test_errors_of_passes_show_no_mlir(make):
    with pytest.raises(tvm.error.DiagnosticError) as caught:
        make()(make_module())
    assert str(caught.value).startswith("error: expected ")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("value", [
    tvm.transform.PassContext(), relay.transform.FoldConstant(),
    tvm.transform.Sequential([relay.transform.FoldConstant()])], ids=["context", "pass", "sequential"])
def test_what_belongs_to_the_process_is_not_pickled(value):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(TypeError, match="cannot pickle a .*: it belongs to this process"):
            pickle.dumps(value, protocol)


@pytest.mark.parametrize("value", [
    tvm.cpu(1), tvm.te.var("n"), relay.backend.Executor("aot", {"link-params": True}),
    tvm.target.VirtualDevice(tvm.cpu(), tvm.target.Target("llvm"), "global"),
    tvm.target.Target("cuda -arch=sm_50", "llvm -mcpu=x"), tvm.DataType("int8x4")], ids=str)
def test_values_are_pickled(value):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert again == value and str(again) == str(value)


def test_what_outlives_its_module():
    """Functions, types and programs of a module that is deleted stay; there is nothing to call then."""
    mod = make_module()
    typed = relay.transform.InferType()(mod)
    var, function, body = mod.get_global_var("main"), mod["main"], typed["main"].body
    run = relay.create_executor(mod=mod).evaluate()
    del mod, typed
    gc.collect()
    assert var.name_hint == "main" and str(function).startswith("fn (%x: Tensor[(2, 3), float32])")
    assert body.checked_type == relay.TensorType((2, 3))
    assert run(np.ones((2, 3), "float32")).numpy().sum() == 12
    for nothing in (None, "main"):
        with pytest.raises(TypeError, match="expected an IRModule, but got"):
            relay.transform.InferType()(nothing)


if __name__ == "__main__":
    tvm.testing.main()
