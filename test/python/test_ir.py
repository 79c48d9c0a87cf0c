"""Expressions, types, modules: what TVM's own tests of IR nodes, equality and modules check."""

import copy
import pickle

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def test_var():
    x = relay.var("x", shape=(1, 3))
    assert isinstance(x, relay.Expr) and x.name_hint == "x" and x.vid.name_hint == "x"
    assert x.type_annotation == relay.TensorType((1, 3), "float32")
    assert relay.var("y").type_annotation is None
    assert relay.var("y", "int64").type_annotation == relay.scalar_type("int64")
    with pytest.raises(ValueError, match="either type_annotation or shape"):
        relay.var("y", "int64", shape=(1,))
    # Identity is that of the node; the name is a hint.
    assert x != relay.var("x", shape=(1, 3)) and x == x and hash(x) == hash(x)
    assert repr(x) == "Var(x, ty=TensorType([1, 3], float32))"


def test_identity():
    x = relay.var("x")
    call = relay.Call(relay.op.get("add"), [x, x])
    assert call.args[0].same_as(x) and call.args[0] is call.args[1]
    assert call.op == relay.op.get("add") and call.op is relay.add(x, x).op
    assert {call.args[0]: 1}[x] == 1
    # Objects come back after their Python side was dropped.
    function = relay.Function([relay.var("p")], relay.const(1))
    del call
    assert function.params[0].same_as(function.params[0])


def test_const():
    assert relay.const(1).data.dtype == "int32"
    assert relay.const(1.0).data.dtype == "float32"
    assert relay.const(True).data.dtype == "bool"
    assert relay.const(1, dtype="int64").data.dtype == "int64"
    assert relay.const([1, 2]).data.dtype == "int32"
    assert relay.const(np.array([1, 2])).data.dtype == "int32"
    assert relay.const(np.array([1.0])).data.dtype == "float32"
    assert relay.const(np.array([1.0]), "float64").data.dtype == "float64"
    assert relay.const(np.float16(1)).data.dtype == "float16"
    np.testing.assert_array_equal(relay.const([[1, 2], [3, 4]]).data.numpy(), [[1, 2], [3, 4]])
    with pytest.raises(ValueError, match="scalar or NDArray"):
        relay.const("x")


def test_nodes():
    x, y = relay.var("x"), relay.var("y")
    tup = relay.Tuple([x, y])
    assert tup.fields[1] is y and len(tup) == 2 and tup[0] is x
    get = relay.TupleGetItem(tup, 1)
    assert get.tuple_value is tup and get.index == 1
    let = relay.Let(x, relay.const(1), x)
    assert let.var is x and let.body is x
    branch = relay.If(relay.const(True), x, y)
    assert branch.true_branch is x and branch.false_branch is y
    ref = relay.RefCreate(x)
    assert relay.RefRead(ref).ref is ref and relay.RefWrite(ref, y).value is y
    function = relay.Function([x], y, relay.scalar_type("float32"), [relay.TypeVar("a")])
    assert function.ret_type == relay.scalar_type("float32")
    assert function.type_params[0].name_hint == "a" and function.attrs is None
    function = function.with_attr("Primitive", 1).with_attr({"Composite": "dense"})
    assert function.attrs["Primitive"] == 1 and function.attrs.Composite == "dense"
    assert "Composite" not in function.without_attr("Composite").attrs
    assert relay.GlobalVar("f")(x).op.name_hint == "f"
    with pytest.raises(tvm.TVMError):
        relay.Tuple([1])
    with pytest.raises(ValueError, match="has not populated the checked_type"):
        x.checked_type


def test_types():
    tensor = relay.TensorType((1, relay.Any(), 3), "float32")
    assert [int(tensor.shape[i]) for i in (0, 2)] == [1, 3] and tensor.shape[0].value == 1
    assert isinstance(tensor.shape[1], relay.Any) and tensor.dtype == "float32"
    assert str(tensor) == "Tensor[(1, ?, 3), float32]"
    assert relay.TensorType((1, 3)) == relay.TensorType([1, 3], "float32")
    assert relay.TensorType((1, 3)) != relay.TensorType((1, 3), "int8")
    assert hash(relay.TensorType((1, 3))) == hash(relay.TensorType((1, 3)))
    tup = relay.TupleType([tensor, relay.scalar_type("bool")])
    assert tup.fields[0] == tensor
    var = relay.TypeVar("a")
    function = relay.FuncType([var, tensor], var, [var])
    assert function.arg_types[0] is var and function.ret_type is var
    # Type parameters are compared as definitions.
    other = relay.TypeVar("b")
    assert function == relay.FuncType([other, tensor], other, [other])
    assert var != other
    assert relay.RefType(tensor).value == tensor
    assert isinstance(relay.IncompleteType(), relay.Type)
    with pytest.raises(tvm.TVMError, match="unknown type"):
        relay.TensorType((1,), "nonsense")
    with pytest.raises(tvm.TVMError, match="expected an integer, a variable or Any"):
        relay.TensorType((1.5,))


def test_operators():
    x, y = relay.var("x"), relay.var("y")
    for expr, name in ((x + y, "add"), (x - y, "subtract"), (x * y, "multiply"),
                       (x / y, "divide"), (x < y, "less"), (x > y, "greater"),
                       (x <= y, "less_equal"), (x >= y, "greater_equal"), (-x, "negative")):
        assert expr.op.name == name and expr.args[0] is x
    assert x.astype("int8").attrs.dtype == "int8"
    for wrong in (lambda: x + 1, lambda: 1 + x, lambda: x - 1, lambda: 1 / x):
        with pytest.raises(TypeError, match="convert .* with `const` first"):
            wrong()
    with pytest.raises(TypeError, match="not supported"):
        x + "y"
    call = x(y)
    assert call.op is x and call.args[0] is y


def test_variables_are_bound_once():
    x = relay.var("x", shape=(2,))
    for body in (relay.Let(x, relay.tanh(x), x),
                 relay.If(relay.const(True), relay.Let(x, relay.const(1), x),
                          relay.Let(x, relay.const(2), x))):
        with pytest.raises(tvm.error.DiagnosticError, match="'%x' is bound more than once"):
            relay.transform.InferType()(tvm.IRModule({"main": relay.Function([x], body)}))


    # Also not twice as a parameter.
    for function in (relay.Function([x, x], x), relay.Function([x], relay.Function([x], x)(x)),
                     relay.Function([], relay.Tuple([relay.Function([x], x)] +
                                                    [relay.Function([x], x)]))):
        with pytest.raises(tvm.error.DiagnosticError, match="'%x' is bound more than once"):
            relay.transform.InferType()(tvm.IRModule({"main": function}))


def test_scopes():
    """A variable is visible in the body of what binds it and nowhere else."""
    x, y, p = relay.var("x", shape=(2,)), relay.var("y"), relay.var("p")
    cond = relay.var("cond", "bool")
    let = relay.Let(y, relay.nn.relu(x), y)
    span = relay.Span(relay.SourceName("scopes.py"), 3, 3, 5, 6)

    def infer(body):
        return relay.transform.InferType()(
            tvm.IRModule({"main": relay.Function([x, cond], body)}))["main"]

    for expr in (relay.Tuple([let, y], span), relay.Tuple([y, let], span),
                 relay.If(cond, let, y, span), relay.If(cond, y, let, span),
                 relay.If(relay.Let(y, cond, y), x, y, span),
                 relay.Tuple([relay.If(cond, let, x), relay.Function([p], y, span=span)]),
                 relay.Let(p, let, y, span), relay.Let(p, relay.Let(y, x, y), y, span),
                 relay.Tuple([relay.Let(y, x, x), relay.RefCreate(y, span)])):
        with pytest.raises(tvm.error.DiagnosticError) as info:
            infer(expr)
        assert str(info.value) == ("error: variable '%y' is used outside of its scope\n"
                                   " --> scopes.py:3:5")
    # A node that is there twice is computed once, also with the let around it.
    for field in let, relay.If(cond, let, let), relay.Let(p, let, p):
        assert len(infer(relay.Tuple([field, field])).ret_type.fields) == 2
    inner = relay.nn.relu(y)
    infer(relay.Tuple([relay.Let(y, x, inner), inner]))


def test_span_without_source():
    x = relay.Var("x", relay.TensorType((2,)), relay.Span(None, 3, 3, 4, 4))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], relay.tanh(x))))
    assert mod["main"].params[0].span.line == 3
    with pytest.raises(tvm.error.DiagnosticError, match="<unknown>:3:4"):
        relay.transform.InferType()(tvm.IRModule.from_expr(
            relay.Function([], relay.Tuple([relay.Call(relay.op.get("add"), [x, x], None, None,
                                                       x.span)]))))


def test_path_of_the_difference():
    def make(op=relay.tanh, shape=(2, 3), axis=-1, number=1.0, index=0):
        x = relay.var("x", shape=shape)
        pair = relay.Tuple([op(x), relay.nn.softmax(x, axis)])
        branch = relay.If(relay.const(True), relay.TupleGetItem(pair, index), x)
        return relay.Function([x], branch + relay.const(number))

    for changed, path in (
            ({"op": relay.exp}, ".body.args[0].true_branch.tuple_value.fields[0].op"),
            ({"shape": (2, 4)}, ".params[0].type_annotation.shape[1].value"),
            ({"axis": 0}, ".body.args[0].true_branch.tuple_value.fields[1].attrs.axis"),
            ({"number": 2.0}, ".body.args[1].data"),
            ({"index": 1}, ".body.args[0].true_branch.index")):
        with pytest.raises(ValueError) as error:
            tvm.ir.assert_structural_equal(make(), make(**changed))
        assert f"caused by lhs at <root>{path}:\n" in str(error.value)
        with pytest.raises(ValueError) as error:
            tvm.ir.assert_structural_equal(tvm.IRModule.from_expr(make()),
                                           tvm.IRModule.from_expr(make(**changed)))
        assert f'at <root>.functions[I.GlobalVar("main")]{path}:\n' in str(error.value)


def test_paths_to_differences_of_types_and_modules():
    def tensor(*shape, dtype="float32"):
        return relay.TensorType(shape, dtype)

    def function(result):
        return relay.FuncType([tensor(1), relay.TupleType([tensor(2), result])], relay.RefType(result))

    x, y = relay.var("x", tensor(1)), relay.Var("y", function(tensor(2)))
    for lhs, rhs, path in (
            (tensor(1, 2), tensor(1, 3), ".shape[1].value"), (tensor(1), tensor(1, 2), ".shape"),
            (tensor(1), tensor(relay.Any()), ".shape[0]"), (tensor(1), tensor(1, dtype="int8"), ".dtype"),
            (function(tensor(1)), function(tensor(2)), ".arg_types[1].fields[1].shape[0].value"),
            (relay.FuncType([], tensor(1)), relay.FuncType([], tensor(2)), ".ret_type.shape[0].value"),
            (relay.RefType(tensor(1)), relay.RefType(tensor()), ".value.shape"),
            (relay.TupleType([]), relay.TupleType([tensor(1)]), ".fields"), (tensor(1), relay.TupleType([]), ""),
            (relay.Function([x], x, tensor(1)), relay.Function([x], x, tensor(2)), ".ret_type.shape[0].value"),
            (relay.Function([y], x), relay.Function([relay.Var("y", function(tensor(3)))], x),
             ".params[0].type_annotation.arg_types[1].fields[1].shape[0].value"),
            (tvm.IRModule({"f": relay.Function([], relay.const(1))}), tvm.IRModule(), '.functions[I.GlobalVar("f")]')):
        for left, right in ((lhs, rhs), (rhs, lhs)):
            with pytest.raises(ValueError) as error:
                tvm.ir.assert_structural_equal(left, right)
            assert f"caused by lhs at <root>{path}:\n" in str(error.value)


def test_structural_equal():
    def make(name="x", op=relay.tanh):
        x = relay.var(name, shape=(1, 3))
        return relay.Function([x], op(x) + relay.const(1.0))

    assert tvm.ir.structural_equal(make(), make("y"))
    assert tvm.ir.structural_hash(make()) == tvm.ir.structural_hash(make("y"))
    assert not tvm.ir.structural_equal(make(), make(op=relay.exp))
    with pytest.raises(ValueError, match=r"lhs at <root>\.body\.args\[0\]"):
        tvm.ir.assert_structural_equal(make(), make(op=relay.exp))
    x, y = relay.var("x"), relay.var("y")
    assert not tvm.ir.structural_equal(x, y) and tvm.ir.structural_equal(x, y, True)
    # Sharing counts.
    shared = relay.exp(x)
    assert not tvm.ir.structural_equal(relay.Tuple([shared, shared]),
                                       relay.Tuple([relay.exp(x), relay.exp(x)]))
    # Defaults are the same, written or not.
    z = relay.var("z", shape=(1, 3))
    assert tvm.ir.structural_equal(
        relay.nn.softmax(z), relay.Call(relay.op.get("nn.softmax"), [z], {"axis": -1}))
    assert not tvm.ir.structural_equal(relay.nn.softmax(z), relay.nn.softmax(z, axis=0))
    mod = tvm.IRModule.from_expr(make())
    assert tvm.ir.structural_equal(mod, tvm.IRModule.from_expr(make("y")))
    assert not tvm.ir.structural_equal(mod, mod.with_attr("a", 1))
    assert tvm.ir.structural_equal([make(), 1], [make(), 1])
    with pytest.raises(ValueError, match=r"<root>\[1\]"):
        tvm.ir.assert_structural_equal([1, 2], [1, 3])


def test_module():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(x + x)
    assert mod["main"].params[0] is x and "main" in mod
    gv = mod.get_global_var("main")
    assert mod[gv] is mod["main"] and mod.get_global_var("main") is gv
    other = relay.GlobalVar("other")
    mod[other] = relay.Function([], relay.const(1))
    assert [v.name_hint for v in mod.get_global_vars()] == ["main", "other"]
    assert mod.functions[other].body.data.numpy() == 1
    copied = mod.clone()
    copied.update({other: relay.Function([], relay.const(2))})
    assert mod["other"].body.data.numpy() == 1 and copied["other"].body.data.numpy() == 2
    assert mod.attrs is None and mod.with_attr("a", 1).attrs["a"] == 1
    assert mod.with_attr("a", 1).without_attr("a").attrs is None
    for wrong in (lambda: mod["none"], lambda: mod.get_global_var("none")):
        with pytest.raises(ValueError, match="Cannot find global .*candidates"):
            wrong()
    with pytest.raises(TypeError):
        mod["f"] = 3
    named = relay.Function([], relay.const(1)).with_attr("global_symbol", "named")
    assert "named" in tvm.IRModule.from_expr(named)
    functions = tvm.IRModule.from_expr(named).functions
    for missing in ("missing", relay.GlobalVar("missing")):
        with pytest.raises(KeyError, match="missing"):
            functions[missing]


def test_dictionaries_with_different_keys():
    assert not tvm.ir.structural_equal({"a": 1, 1: 2}, {"b": 1})
    with pytest.raises(ValueError, match=r"the keys \[1, 'a'\] against \['b'\]"):
        tvm.ir.assert_structural_equal({"a": 1, 1: 2}, {"b": 1})


def test_module_attributes_are_not_shared():
    x = relay.var("x", shape=(2,))
    given = {"k": [1]}
    mod = tvm.IRModule.from_expr(relay.Function([x], x)).with_attr("a", given).with_attr("s", "text")
    given["k"].append(2)
    others = [copy.copy(mod), copy.deepcopy(mod), mod.clone(), relay.transform.InferType()(mod)]
    for change in (lambda attrs: attrs.__setitem__("b", 1), lambda attrs: attrs.__delitem__("a"),
                   lambda attrs: attrs.update(b=1), lambda attrs: attrs.pop("a")):
        with pytest.raises(TypeError, match="the attributes of a module cannot be changed: with_attr"):
            change(mod.attrs)
    mod.attrs["a"]["k"] = mod.get_attr("a")["k"] = 3
    for other in (mod, *others):
        assert str(other.attrs) == '{"a": {"k": [1]}, "s": "text"}'
        assert pickle.loads(pickle.dumps(other.attrs)) == other.attrs
    assert mod.attrs.a["k"][0] == 1 and mod.attrs.get_str("s") == mod.attrs.s == "text"
    with pytest.raises(AttributeError, match="the module has no attribute b; it has: a, s"):
        mod.attrs.b
    with pytest.raises(KeyError, match="b"):
        mod.attrs["b"]


def test_globals_survive_passes():
    mod = tvm.relay.parse("""#[version = "0.0.5"]
def @f(%x: Tensor[(2), float32]) -> Tensor[(2), float32] { add(%x, %x) }
def @main(%x: Tensor[(2), float32]) { @f(%x) }""")
    gv = mod.get_global_var("f")
    assert mod["main"].body.op is gv
    typed = relay.transform.FoldConstant()(relay.transform.InferType()(mod))
    assert typed.get_global_var("f") is gv and typed["main"].body.op is gv
    assert isinstance(gv.checked_type, relay.FuncType)


def test_pickle_and_copy():
    x = relay.var("x", shape=(2,))
    data = np.arange(2000, dtype="float32")
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.concatenate(
        [x, relay.const(data)], 0)))
    tvm.ir.assert_structural_equal(pickle.loads(pickle.dumps(mod)), mod)
    tvm.ir.assert_structural_equal(pickle.loads(pickle.dumps(mod["main"])), mod["main"])
    assert pickle.loads(pickle.dumps(relay.op.get("add"))) is relay.op.get("add")
    array = pickle.loads(pickle.dumps(tvm.nd.array(data)))
    np.testing.assert_array_equal(array.numpy(), data)
    other = copy.copy(mod)
    other["g"] = mod["main"]
    assert "g" not in mod


def test_pickles_keep_types_and_positions():
    mod = relay.parse("""#[version = "0.0.5"]
def @main(%x: Tensor[(2), float32]) {
  nn.relu(%x)
}""", "net.relay").with_attr("a", [1, "b"])
    back = pickle.loads(pickle.dumps(mod))
    assert back["main"].checked_type == mod["main"].checked_type
    assert back["main"].body.span == mod["main"].body.span
    assert list(back.attrs["a"]) == [1, "b"]
    assert copy.deepcopy(mod["main"].body).checked_type == relay.TensorType((2,))


@pytest.mark.parametrize("make", [
    lambda: relay.TensorType((1, relay.Any()), "int8"), lambda: relay.RefType(relay.TensorType(())),
    lambda: relay.FuncType([relay.TupleType([])], relay.TensorType((3,))),
    lambda: relay.Span(relay.SourceName("a"), 1, 1, 2, 2),
    lambda: relay.nn.conv2d(relay.var("x"), relay.var("w"), strides=2).attrs,
    lambda: relay.Function([], relay.const(1)).with_attr("a", 1).attrs])
def test_pickles_of_values(make):
    value = make()
    for back in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert type(back) is type(value) and back == value and str(back) == str(value)


def test_pickles_of_infos():
    info = pickle.loads(pickle.dumps(tvm.transform.PassInfo(2, "a", ["b"], True)))
    assert (info.opt_level, info.name, list(info.required), info.traceable) == (2, "a", ["b"], True)


@pytest.mark.parametrize("make", [relay.nn.relu, lambda e: relay.Function([], e)])
def test_pickles_of_any_depth(make):
    expr = relay.var("x", shape=(1,))
    for _ in range(50000):
        expr = make(expr)
    assert tvm.ir.structural_equal(pickle.loads(pickle.dumps(expr)), expr, map_free_vars=True)


def test_arrays():
    data = np.arange(6, dtype="float32").reshape(2, 3)
    array = tvm.nd.array(data)
    assert array.shape == (2, 3) and array.dtype == "float32" and array.device == tvm.cpu()
    data[:] = 0
    assert array.numpy().sum() == 15
    # The elements are seen without a copy, and cannot be written to that way.
    view = np.asarray(array)
    assert not view.flags.writeable and view.base is not None
    # A read-only array is not copied on the way in.
    frozen = np.arange(4.0)
    frozen.flags.writeable = False
    shared = np.asarray(tvm.nd.array(frozen))
    assert shared.__array_interface__["data"][0] == frozen.__array_interface__["data"][0]
    array[:] = np.ones((2, 3))
    assert array.numpy().sum() == 6 and view.sum() == 15
    np.testing.assert_array_equal(tvm.nd.empty((0, 2)).numpy(), np.zeros((0, 2)))
    np.testing.assert_array_equal(tvm.nd.array(np.arange(3, dtype=">i4")).numpy(), [0, 1, 2])
    with pytest.raises(TypeError, match="numbers or booleans"):
        tvm.nd.array(np.array(["x"]))


def test_params():
    params = {"a": tvm.nd.array(np.arange(3)), "b": tvm.nd.array(np.ones((2, 2), "float16"))}
    saved = relay.save_param_dict(params)
    assert isinstance(saved, bytearray)
    loaded = relay.load_param_dict(saved)
    assert set(loaded) == {"a", "b"} and loaded["a"].dtype == "int64"
    np.testing.assert_array_equal(loaded["b"].numpy(), np.ones((2, 2)))
    with pytest.raises(tvm.TVMError, match="expected a parameter file"):
        relay.load_param_dict(b"nothing")


def test_names_of_params():
    """Any text is one, and nothing else."""
    saved = bytes(relay.save_param_dict({"a\0b": tvm.nd.array([1]), "a\0c": tvm.nd.array([2])}))
    assert set(relay.load_param_dict(saved)) == {"a\0b", "a\0c"}
    with pytest.raises(tvm.TVMError, match=r"expected the names of parameters in UTF-8, but got 'a\\xffb'"):
        relay.load_param_dict(saved.replace(b"a\0b", b"a\xffb"))
    with pytest.raises(tvm.TVMError, match=r"parameter 'a\\xffb' occurs twice"):
        relay.load_param_dict(saved.replace(b"a\0b", b"a\xffb").replace(b"a\0c", b"a\xffb"))


def test_bind():
    x, y = relay.var("x", shape=(2,)), relay.var("y", shape=(2,))
    function = relay.Function([x, y], x + y)
    bound = relay.bind(function, {x: relay.const([1.0, 2.0])})
    assert [p.name_hint for p in bound.params] == ["y"]
    z = relay.var("z", shape=(2,))
    assert [p.name_hint for p in relay.bind(function, {x: z}).params] == ["y", "z"]
    by_name = relay.build_module.bind_params_by_name(function, {"y": np.ones(2, "float32")})
    assert isinstance(by_name.body.args[1], relay.Constant)


def test_bind_refuses_what_is_bound_inside():
    x, y = relay.var("x", shape=(2,)), relay.var("y", shape=(2,))
    let = relay.Let(x, y, x + y)
    inner = relay.Function([x], x + x)
    for value in relay.const(1.0), relay.var("z", shape=(2,)):
        for expr in let, relay.Function([x], let):
            with pytest.raises(tvm.TVMError,
                               match="^Cannot bind an internal variable in let: %x$"):
                relay.bind(expr, {x: value})
        for expr in relay.Tuple([inner, x]), relay.Function([x], inner(x)):
            with pytest.raises(tvm.TVMError,
                               match="^Cannot bind an internal function parameter: %x$"):
                relay.bind(expr, {x: value})
    with pytest.raises(tvm.TVMError, match="Cannot bind an internal function parameter"):
        relay.build_module.bind_params_by_name(
            relay.Function([x], inner(x)), {"x": np.ones(2, "float32")})
    assert relay.bind(let, {y: relay.const(1.0)}).var is x


@pytest.mark.parametrize("value, dtype", [
    (0.5, "float32"), (2, "int32"), (True, "bool"), ([1, 2], "int32"), ([1.0, 2], "float32"),
    ([True, False], "bool"), ([np.float64(1)], "float32"), ([], "float32"), (np.float64(1), "float32"),
    (np.int64(1), "int32"), (np.float16(1), "float16"), (np.array(1.0), "float64"),
    (np.array([1]), "int64"), (np.array([1.0]), "float64"), (tvm.nd.array(np.array([1])), "int64"),
    (relay.const(1.0, "float64"), "float64")])
def test_types_of_bound_parameters(value, dtype):
    s = relay.var("s", shape=np.shape(value if isinstance(value, list) else 0), dtype=dtype)
    function = relay.Function([s], s)
    data = relay.build_module.bind_params_by_name(function, {"s": value}).body.data
    assert data.dtype == dtype and (data.shape == np.shape(value) or not np.shape(value))
    if s.type_annotation.concrete_shape == data.shape:
        mod = tvm.IRModule.from_expr(function)
        assert relay.optimize(mod, "llvm", params={"s": value})[0]["main"].body.data.dtype == dtype
        assert relay.create_executor(mod=mod, params={"s": value}).evaluate()().dtype == dtype
        assert relay.create_executor(mod=mod).evaluate(function, params={"s": value})().dtype == dtype


def test_scope_builder():
    sb = relay.ScopeBuilder()
    cond, x = relay.var("cond", "bool"), relay.var("x", "int32")
    with sb.if_scope(cond):
        one = sb.let("one", relay.const(1))
        sb.ret(relay.add(x, one))
    with sb.else_scope():
        sb.ret(x)
    expected = """fn (%cond: bool, %x: int32) {
  if (%cond) { let %one = 1; add(%x, %one) } else { %x }
}"""
    tvm.ir.assert_structural_equal(relay.Function([cond, x], sb.get()),
                                   relay.parse_expr(expected))
    with pytest.raises(RuntimeError, match="no return value"):
        relay.ScopeBuilder().get()


def test_missing_names():
    for look in (lambda: tvm.topi, lambda: relay.quantize, lambda: tvm.te.placeholder,
                 lambda: relay.Match, lambda: relay.transform.PartialEvaluate,
                 lambda: tvm.contrib.cblas, lambda: relay.nn.no_such_operator):
        with pytest.raises(AttributeError, match="is not part of RelayLite"):
            look()


def test_deep_chain():
    x = relay.var("x", shape=(1,))
    expr = x
    for _ in range(1000000):
        expr = relay.Call(relay.op.get("negative"), [expr])
    other = relay.bind(expr, {x: relay.var("y", shape=(1,))})
    assert tvm.ir.structural_equal(expr, other, map_free_vars=True)
    assert len(relay.analysis.free_vars(expr)) == 1
    del expr, other


def get_address(array):
    return array.__array_interface__["data"][0]


def test_arrays_are_not_copied_where_nobody_writes():
    """By their addresses."""
    array = np.arange(65536, dtype="float32")
    array.flags.writeable = False
    constant = relay.const(array)
    assert get_address(np.asarray(constant.data)) == get_address(array)
    assert get_address(np.asarray(relay.Constant(constant.data).data)) == get_address(array)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(constant))
    assert get_address(np.asarray(mod["main"].body.data)) == get_address(array)
    loaded = relay.load_param_dict(relay.save_param_dict({"a": constant.data}))["a"]
    assert get_address(np.asarray(loaded)) == get_address(np.asarray(loaded))
    # A writable array is copied, also if it is writable through the base of a view.
    base = np.arange(4, dtype="float32")
    view = base[:]
    view.flags.writeable = False
    copied = relay.const(view)
    base[0] = 7
    assert copied.data.numpy()[0] == 0 and relay.const(base).data.numpy()[0] == 7
    with pytest.raises(ValueError, match="read-only"):
        np.asarray(copied.data)[0] = 1
    copy = copied.data.numpy()
    copy[0] = 1
    assert copied.data.numpy()[0] == 0 and float(tvm.nd.array(2.5)) == 2.5


class Foreign:
    """An object that exports elements which nobody can write to."""

    def __init__(self, array):
        self.array = array
        self.__array_interface__ = {**array.__array_interface__, "data": (get_address(array), True)}


def test_arrays_of_foreign_memory():
    """They are copied where somebody else may write to it."""
    memory = bytearray(np.arange(4, dtype="float32").tobytes())
    base = np.frombuffer(memory, "float32")
    for array in (np.frombuffer(memoryview(memory).toreadonly(), "float32"),
                  np.lib.stride_tricks.as_strided(base, writeable=False),
                  np.asarray(Foreign(base)), np.asarray(memoryview(base).toreadonly())):
        assert not array.flags.writeable
        constant = relay.const(array)
        base[0] = 7
        assert array[0] == 7 and constant.data.numpy()[0] == 0
        base[0] = 0


def test_arrays_of_foreign_memory_that_stays(tmp_path):
    values = np.arange(4, dtype="float32")
    values.tofile(tmp_path / "values")
    values.flags.writeable = False
    data = values.tobytes()
    for array in (np.frombuffer(data, "float32"), np.frombuffer(memoryview(data), "float32"),
                  np.asarray(memoryview(values)), np.asarray(tvm.nd.array(values))[1:],
                  np.memmap(tmp_path / "values", "float32", "r")):
        assert get_address(np.asarray(relay.const(array).data)) == get_address(array)
    private = np.memmap(tmp_path / "values", "float32", "c")
    private.flags.writeable = False
    assert get_address(np.asarray(relay.const(private).data)) != get_address(private)


if __name__ == "__main__":
    tvm.testing.main()


def test_spans_are_filled():
    from relay_lite.relay.frontend.common import set_span

    x = relay.var("x", shape=(4,))
    total = set_span(relay.add(x, x), "first")
    expr = relay.Tuple([relay.split(relay.tanh(total), 2)[0], relay.const(1.0)])
    filled = set_span(expr, "second")
    names = [part.span.source_name.name for part in (
        filled, filled.fields[0], filled.fields[0].tuple_value, filled.fields[0].tuple_value.args[0],
        filled.fields[1], filled.fields[0].tuple_value.args[0].args[0])]
    assert names == ["second"] * 5 + ["first"]


def test_spans_of_deep_expressions_are_filled():
    from relay_lite.relay.frontend.common import set_span

    expr = relay.var("x", shape=(4,))
    for _ in range(100_000):
        expr = relay.tanh(expr)
    filled = set_span(relay.Let(relay.var("y"), expr, expr), "all")
    assert filled.value.args[0].span.source_name.name == "all"
    assert filled.value is filled.body or filled.value == filled.body
