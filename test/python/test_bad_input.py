"""Bad input is one clear exception, of the type that TVM or Python raises for it."""

import gc
import pickle
import re

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import _ext, relay
from relay_lite.error import ArgumentError

X = relay.var("x", shape=(2, 3))
SCALAR = relay.TensorType(())


def make_module():
    return tvm.IRModule.from_expr(relay.Function([X], X + relay.const(1.0)))


def infer(expr):
    return relay.transform.InferType()(tvm.IRModule.from_expr(expr))


@pytest.mark.parametrize("call, kind, message", [
    # Nodes.
    (lambda: relay.Tuple([X, 1]), ArgumentError,
     "expected a list of expressions as fields of a tuple, but element 1 is 1"),
    (lambda: relay.Tuple(X), ArgumentError, "fields of a tuple, but got Var(x"),
    (lambda: relay.Call(relay.op.get("add"), [X, None]), ArgumentError,
     "expected a list of expressions as arguments of a call, but element 1 is None"),
    (lambda: relay.Call(relay.op.get("add"), "ab"), ArgumentError, "arguments of a call, but got 'ab'"),
    (lambda: relay.Function([1], X), ArgumentError,
     "expected a list of variables as parameters of a function, but element 0 is 1"),
    (lambda: relay.Function(X, X), ArgumentError, "parameters of a function, but got Var(x"),
    (lambda: relay.GlobalVar("f")(X, 1), RuntimeError,
     "Do not know how to handle GlobalVar.__call__ for types"),
    (lambda: "s" - X, TypeError, "type <class 'str'> not supported"),
    (lambda: X + "s", TypeError, "type <class 'str'> not supported"),
    (lambda: 1.5 / X, TypeError, 'convert "1.5" with `const` first'),
    (lambda: relay.var("\ud800"), ArgumentError, "expected a name, but got '\\ud800'"),
    (lambda: relay.Tuple([X]).astype("int8"), TypeError, "astype cannot be used on tuple"),
    (lambda: relay.Call(relay.op.get("add"), [X, X], 3), ArgumentError,
     "expected attributes or a dictionary, but got 3"),
    (lambda: relay.Tuple([X], span=3), ArgumentError, "expected a Span, but got 3"),
    (lambda: relay.TensorType((-2,)), tvm.TVMError, "expected a dimension of at least 0, but got -2"),
    (lambda: relay.analysis.free_type_vars(1), ArgumentError, "expected an expression or a type, but got 1"),
    (lambda: relay.bind(X, 1), ArgumentError,
     "expected a dictionary of variables to expressions, but got 1"),
    (lambda: relay.bind(X, {1: X}), tvm.TVMError, "expected a dictionary of variables to expressions"),
    # Operators.
    (lambda: _ext.make_call(X, (), ()), tvm.TVMError, "expected an operator"),
    (lambda: relay.nn.pad(X, 3), ArgumentError,
     "nn.pad: expected a list of lists of integers as attribute 'pad_width', but got 3"),
    (lambda: relay.op.get(op_name="ad"), AttributeError, "did you mean add"),
    (lambda: relay.add(X, 1), ArgumentError, "add: expected an expression as argument 2, but got 1"),
    (lambda: relay.nn.softmax(X, axis="a"), ArgumentError,
     "nn.softmax: expected an integer as attribute 'axis', but got 'a'"),
    (lambda: relay.sum(X, axis=0, keepdims=np.array([True, False])), ArgumentError,
     "sum: expected a boolean as attribute 'keepdims', but got array([ True, False])"),
    (lambda: relay.cast(X, "\ud800"), ArgumentError,
     "expected a string as the name of an element type, but got '\\ud800'"),
    (lambda: relay.var("x", dtype="\ud800", shape=()), ArgumentError,
     "expected a string as the name of an element type, but got '\\ud800'"),
    (lambda: relay.nn.conv2d(X, X, data_layout="\ud800"), ArgumentError,
     "expected a string as the value of an attribute, but got '\\ud800'"),
    (lambda: relay.nn.softmax(X).attrs.nothing, AttributeError, "has no attribute nothing"),
    (lambda: relay.nn.softmax(X).attrs["nothing"], AttributeError, "has no attribute nothing"),
    (lambda: infer(relay.nn.pad(X, ((1, 1), (2, 2)), pad_mode="foo")), tvm.error.DiagnosticError,
     'error: nn.pad(%x, 0): expected pad_mode to be one of "constant", "edge", "reflect", but got "foo"'),
    # Attributes.
    (lambda: relay.Function([X], X).with_attr({1: 2}), ArgumentError,
     "expected a string as the name of an attribute, but got 1"),
    (lambda: relay.Function([X], X).with_attr("a", object()), ArgumentError,
     "expected a value of an attribute, but got <object"),
    (lambda: make_module().with_attr("a", object()), ArgumentError,
     "expected a value of an attribute, but got <object"),
    (lambda: relay.Function([X], X).with_attr("a", 1).attrs["b"], KeyError, "b"),
    # Modules.
    (lambda: tvm.IRModule([X]), ArgumentError, "expected a dictionary of functions, but got ["),
    (lambda: tvm.IRModule({1: X}), ArgumentError, "expected a GlobalVar or a name, but got 1"),
    (lambda: tvm.IRModule({relay.GlobalVar("a"): X, relay.GlobalVar("a"): X}), tvm.TVMError,
     "Duplicate global function name I.GlobalVar(\"a\")"),
    (lambda: make_module().update(1), ArgumentError, "expected an IRModule or a dictionary, but got 1"),
    (lambda: make_module()["nothing"], ValueError, 'Cannot find global function "nothing"'),
    # Passes.
    (lambda: relay.transform.FuseOps("a"), ArgumentError,
     "expected an integer as fuse_opt_level, but got 'a'"),
    (lambda: relay.transform.FuseOps(2**40), ValueError,
     "expected fuse_opt_level to fit 32 bits, but got 1099511627776"),
    (lambda: tvm.transform.PassContext(2**40), ArgumentError,
     "expected an integer in range, but got 1099511627776"),
    (lambda: relay.TupleGetItem(X, 2**70), ArgumentError, "expected an integer in range, but got "),
    (lambda: relay.transform.FuseOps(-2), ValueError, "fuse_opt_level to be at least -1, but got -2"),
    (lambda: relay.transform.CombineParallelDense(1.5), ArgumentError,
     "expected an integer as min_num_branches, but got 1.5"),
    (lambda: relay.transform.CombineParallelConv2D(-1), ValueError, "to be at least 0, but got -1"),
    (lambda: relay.transform.DeadCodeElimination("a"), ArgumentError,
     "expected a boolean as inline_once, but got 'a'"),
    (lambda: relay.transform.RemoveUnusedFunctions("main"), ArgumentError,
     "expected a list of strings as entry_functions, but got 'main'"),
    (lambda: relay.transform.ConvertLayout(None), ArgumentError,
     "expected a dictionary of operators to layouts as desired_layouts, but got None"),
    (lambda: relay.transform.ConvertLayout({"nn.conv2d": "NCHW"}), ArgumentError,
     "expected a list of strings as the layouts of nn.conv2d, but got 'NCHW'"),
    (lambda: relay.transform.ToMixedPrecision(16), ArgumentError,
     "expected a string as mixed_precision_type, but got 16"),
    (lambda: tvm.transform.PassContext(config={1: 1}), ArgumentError,
     "expected a string as a key of config, but got 1"),
    (lambda: tvm.transform.PassContext(config={"relay.FuseOps.max_depth": 1j}), AttributeError,
     "expected a value of config relay.FuseOps.max_depth, but got 1j"),
    (lambda: tvm.transform.PassContext(config={"relay.FuseOps.max_depth": 1 << 63}), OverflowError,
     "config relay.FuseOps.max_depth has an integer of more than 64 bits"),
    (lambda: tvm.transform.PassContext(required_pass=[3]), ArgumentError,
     "required_pass is expected to be a list of names, but has 3"),
    (lambda: tvm.transform.PassContext(trace=3), ArgumentError, "expected a function as trace, but got 3"),
    (lambda: _ext.get_pass("Nothing"), tvm.TVMError, "Cannot use Nothing to create the pass: unknown pass"),
    # Values.
    (lambda: relay.save_param_dict(1), ArgumentError, "expected a dictionary of arrays by name, but got 1"),
    (lambda: relay.load_param_dict(1), ArgumentError, "expected the bytes of a parameter file, but got 1"),
    (lambda: _ext.array(np.ones(2), "float32"), ValueError,
     "expected elements as large as those of float32, but got float64"),
    (lambda: tvm.nd.array([1.0])._assign(np.ones(1, "int8")), ValueError,
     "expected elements of float64, but got int8"),
    (lambda: relay.save_param_dict({1: tvm.nd.array([1])}), ArgumentError,
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


def test_argument_errors():
    """A TVMError of TVM is one here, and a TypeError, as in Python."""
    assert issubclass(ArgumentError, tvm.TVMError) and issubclass(ArgumentError, TypeError)
    with pytest.raises(ArgumentError) as caught:
        relay.parse_expr(["long"] * 1000)
    assert len(str(caught.value)) < 300 and str(caught.value).endswith("...")


@pytest.mark.parametrize("call", [
    lambda bad: relay.analysis.free_vars(bad), lambda bad: relay.analysis.bound_vars(bad),
    lambda bad: relay.analysis.all_vars(bad), lambda bad: relay.analysis.free_type_vars(bad),
    lambda bad: relay.analysis.bound_type_vars(bad), lambda bad: relay.analysis.all_type_vars(bad),
    lambda bad: relay.analysis.well_formed(bad), lambda bad: relay.analysis.check_constant(bad),
    lambda bad: relay.analysis.check_basic_block_normal_form(bad), lambda bad: relay.analysis.all_dtypes(bad),
    lambda bad: relay.analysis.list_op_freqs(bad), lambda bad: relay.analysis.detect_feature(bad),
    lambda bad: relay.analysis.CallGraph(bad), lambda bad: relay.analysis.check_kind(bad),
    lambda bad: relay.analysis.get_total_mac_number(bad), lambda bad: relay.analysis.extract_intermdeiate_expr(bad, 0),
    lambda bad: relay.analysis.extract_fused_functions(bad), lambda bad: relay.analysis.get_calibration_data(bad, {}),
    lambda bad: relay.analysis.post_order_visit(bad, print), lambda bad: relay.bind(bad, {}),
    lambda bad: relay.bind(X, bad), lambda bad: relay.build_module.bind_params_by_name(bad, {}),
    lambda bad: tvm.IRModule.from_expr(bad), lambda bad: relay.transform.FoldConstant()(bad),
    lambda bad: make_module().get_global_var(bad), lambda bad: make_module().update(bad),
    lambda bad: make_module().with_attrs(bad), lambda bad: make_module().with_attr(bad, 1),
    lambda bad: make_module()[bad], lambda bad: relay.parse(bad), lambda bad: relay.parse("", bad),
    lambda bad: relay.parse_expr(bad), lambda bad: relay.fromtext(bad), lambda bad: relay.op.get(bad),
    lambda bad: relay.save_param_dict(bad), lambda bad: relay.load_param_dict(bad),
    lambda bad: tvm.transform.PassInfo(1, bad or 3), lambda bad: tvm.transform.PassContext(required_pass=[bad]),
    lambda bad: tvm.transform.PassContext(instruments=[bad]), lambda bad: tvm.transform.Sequential([bad]),
    lambda bad: tvm.transform.PrintIR(bad), lambda bad: relay.create_executor(mod=make_module()).evaluate(bad or 3),
    lambda bad: relay.transform.ToMixedPrecision(bad), lambda bad: relay.transform.EliminateCommonSubexpr(bad or 3),
])
@pytest.mark.parametrize("bad", [3, None])
def test_what_is_no_argument(call, bad):
    with pytest.raises(ArgumentError, match="expected|must be"):
        call(bad)


@pytest.mark.parametrize("call, message", [
    (lambda: relay.nn.softmax(X, axis=None), "nn.softmax: expected an integer as attribute 'axis', but got None"),
    (lambda: relay.nn.conv2d(X, X, groups=None), "expected an integer as attribute 'groups'"),
    (lambda: relay.nn.bias_add(X, X, axis=None), "expected an integer as attribute 'axis'"),
    (lambda: relay.nn.leaky_relu(X, alpha=None), "expected a number as attribute 'alpha'"),
    (lambda: relay.nn.max_pool2d(X, (2, 2), ceil_mode=None), "expected a boolean as attribute 'ceil_mode'"),
    (lambda: relay.nn.global_avg_pool2d(X, None), "expected a string as attribute 'layout'"),
    (lambda: relay.split(X, 2, None), "expected an integer as attribute 'axis'"),
    (lambda: relay.gather_nd(X, X, batch_dims=None), "expected an integer as attribute 'batch_dims'"),
])
def test_none_is_no_number(call, message):
    with pytest.raises(ArgumentError, match=message):
        call()


def evaluate(params, body, *args):
    return relay.create_executor(mod=tvm.IRModule.from_expr(relay.Function(params, body))).evaluate()(*args)


@pytest.mark.parametrize("call, kind, message", [
    (lambda: evaluate([relay.var("p", relay.TupleType([SCALAR, SCALAR]))], relay.const(1), (1.0,)), ArgumentError,
     "argument 1: expected a tuple of 2 values, but got 1"),
    (lambda: evaluate([relay.var("f", relay.FuncType([SCALAR], SCALAR))], relay.const(1), 1.0), ArgumentError,
     "argument 1: values of type fn (float32) -> float32 cannot be given from Python"),
    (lambda: evaluate([], relay.RefCreate(relay.const(1))), tvm.TVMError,
     "functions and references have no value in Python"),
])
def test_errors_of_evaluation(call, kind, message):
    with pytest.raises(kind, match=re.escape(message)) as caught:
        call()
    assert type(caught.value) is kind


@pytest.mark.parametrize("call, message", [
    (lambda: relay.Var(None), "expected a name"),
    (lambda: relay.GlobalVar(None), "expected a string"),
    (lambda: relay.Call(None, [X]), "expected an expression"),
    (lambda: relay.Call(relay.op.get("add"), None), "expected a list of expressions as arguments of a call"),
    (lambda: relay.Function(None, X), "expected a list of variables as parameters of a function"),
    (lambda: relay.Function([X], None), "expected an expression"),
    (lambda: relay.Let(None, X, X), "expected a variable"),
    (lambda: relay.Let(X, None, X), "expected an expression"),
    (lambda: relay.If(X, X, None), "expected an expression"),
    (lambda: relay.Tuple(None), "expected a list of expressions as fields of a tuple"),
    (lambda: relay.TupleGetItem(None, 0), "expected an expression"),
    (lambda: relay.TupleGetItem(X, None), "expected an integer"),
    (lambda: relay.RefWrite(X, None), "expected an expression"),
    (lambda: relay.TensorType(None), "expected a list of dimensions"),
    (lambda: relay.TensorType((1,), None), "expected the name of an element type"),
    (lambda: relay.TupleType(None), "expected a list of types"),
    (lambda: relay.FuncType(None, relay.TupleType([])), "expected a list of types"),
    (lambda: relay.FuncType([], None), "expected a type"),
    (lambda: relay.TypeVar(None), "expected a string"),
])
def test_none_is_no_part_of_a_node(call, message):
    with pytest.raises(ArgumentError, match=f"{message}, but got None"):
        call()


def nest(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


def test_deep_configs():
    with pytest.raises(tvm.TVMError, match="the value of config relay.FuseOps.max_depth nests more than 32 deep"):
        tvm.transform.PassContext(config={"relay.FuseOps.max_depth": nest(100000)})


class Interrupted:
    """A number that cannot be converted: somebody ends the program meanwhile."""

    def __index__(self):
        raise KeyboardInterrupt

    __float__ = __index__


def test_objects_that_do_not_tell_their_class():
    class Broken:
        @property
        def __class__(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tvm.transform.PassContext(instruments=[Broken()])


@pytest.mark.parametrize("call", [
    lambda number: relay.TensorType((number,)), lambda number: relay.nn.softmax(X, axis=number),
    lambda number: relay.nn.leaky_relu(X, alpha=number),
    lambda number: relay.Function([X], X).with_attr("a", number)])
def test_conversions_are_interrupted(call):
    with pytest.raises(KeyboardInterrupt):
        call(Interrupted())


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
    assert var.name_hint == "main" and str(function).startswith("fn (%x: Tensor[(2, 3), float32]")
    assert body.checked_type == relay.TensorType((2, 3))
    assert run(np.ones((2, 3), "float32")).numpy().sum() == 12
    for nothing in (None, "main"):
        with pytest.raises(TypeError, match="expected an IRModule, but got"):
            relay.transform.InferType()(nothing)


if __name__ == "__main__":
    tvm.testing.main()


@pytest.mark.parametrize("make, message", [
    (lambda: relay.nn.conv2d(X, relay.var("w", shape=(4, 3))),
     'nn.conv2d(%x, %w): expected data of rank 4 for layout "NCHW", but got Tensor[(2, 3), float32]'),
    (lambda: relay.add(relay.nn.relu(X), relay.const(np.ones((7,), "float32"))),
     "add(nn.relu(...), meta[relay.Constant]): the operands do not broadcast: "),
    (lambda: relay.concatenate([X, relay.const(1)], 0), "concatenate((%x, 1)): "),
    (lambda: relay.Function([relay.var("y", shape=(2,))], X)(X),
     "fn (...)(%x): expected Tensor[(2), float32] as argument 0, but got Tensor[(2, 3), float32]"),
    (lambda: relay.If(relay.const(True), X, relay.const(1)),
     "expected branches of the same type, but got Tensor[(2, 3), float32] and int32"),
])
def test_type_errors_in_terms_of_relay(make, message):
    expr = make()
    function = relay.Function(relay.analysis.free_vars(expr), expr)
    with pytest.raises(tvm.error.DiagnosticError, match=re.escape("error: " + message)):
        infer(function)
    # The same after a module of MLIR is there.
    mod = tvm.IRModule.from_expr(function)
    with pytest.raises(tvm.error.DiagnosticError, match=re.escape("error: " + message)):
        relay.transform.FoldConstant()(mod)
