"""Nodes as TVM's scripts use them: identity of arrays, kinds of type parameters, copies with other
fields, types that are inferred in place."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def roundtrip(node):
    back = tvm.ir.load_json(tvm.ir.save_json(node))
    assert tvm.ir.structural_equal(back, node, map_free_vars=True)
    return back


def test_arrays_compare_by_memory():
    array = tvm.nd.array(np.arange(3, dtype="float32"))
    constant = relay.Constant(array)
    assert constant.data == array and hash(constant.data) == hash(array)
    assert array != tvm.nd.array(array.numpy())
    assert array != 3 and array != None  # noqa: E711
    assert tvm.ir.structural_equal(array, tvm.nd.array(array.numpy()))


def test_spans_without_a_source():
    assert relay.Span(None, 1, 2, 3, 4).source_name is None
    assert relay.Span(relay.SourceName("a"), 1, 1, 3, 3).source_name.name == "a"


def test_kinds_of_type_parameters():
    kind = relay.TypeKind
    types = {k: relay.TypeVar("t", k) for k in (kind.Type, kind.ShapeVar)}
    assert types[kind.ShapeVar].kind == kind.ShapeVar

    def function(var):
        return relay.FuncType([], var, [var])

    assert function(types[kind.Type]) == function(relay.TypeVar("other"))
    assert hash(function(types[kind.Type])) == hash(function(relay.TypeVar("other")))
    assert function(types[kind.Type]) != function(types[kind.ShapeVar])
    assert roundtrip(function(types[kind.ShapeVar])).type_params[0].kind == kind.ShapeVar
    with pytest.raises(tvm.error.DiagnosticError, match="attribute 'kind' is no kind of a type parameter"):
        tvm.ir.load_json(tvm.ir.save_json(function(types[kind.ShapeVar])).replace(
            '"kind": "1"', '"kind": "x"'))


def test_incomplete_types_are_themselves_alone():
    incomplete = relay.IncompleteType(relay.TypeKind.Type)
    assert incomplete == incomplete
    assert incomplete != relay.IncompleteType(relay.TypeKind.Type)


def test_annotation_to_be_inferred_is_none():
    for text in ("let %x: _ = (); ()", "let %x = (); ()"):
        assert relay.parse_expr(text).var.type_annotation is None
    function = relay.parse_expr("fn (%x: _) -> _ { %x }")
    assert function.params[0].type_annotation is None and function.ret_type is None
    assert isinstance(relay.parse_expr("fn (%x: (_, int32)) { %x }").params[0].type_annotation.fields[0],
                      relay.IncompleteType)


def test_constants_take_the_type_of_a_tensor_type():
    assert relay.const(1, relay.scalar_type("int8")).data.dtype == "int8"


def infer(expr):
    returned = relay.transform.InferTypeLocal(expr)
    assert returned == expr.checked_type
    return expr


def test_infer_type_local_sets_the_type():
    x = relay.var("x", shape=(10, 4))
    y = relay.var("y", shape=(5, 10, 1))
    assert infer(x + y).checked_type == relay.TensorType((5, 10, 4), "float32")
    f = relay.var("f")
    n = relay.var("n", "int32")
    scalar = relay.scalar_type("int32")
    assert infer(relay.Function([n, f], f(n), scalar)).checked_type == relay.FuncType(
        [scalar, relay.FuncType([scalar], scalar)], scalar)
    ref = relay.RefCreate(n)
    assert infer(ref).checked_type == relay.RefType(scalar)
    assert infer(relay.RefWrite(ref, n)).checked_type == relay.TupleType([])
    with pytest.raises(tvm.TVMError):
        relay.transform.InferTypeLocal(x + relay.var("z", shape=(3,)))


def test_let_polymorphism():
    a = relay.TypeVar("a")
    x = relay.Var("x", a)
    f = relay.Var("f")
    body = relay.Tuple([f(relay.const(1)), f(relay.Tuple([]))])
    expr = relay.Let(f, relay.Function([x], x, a, [a]), body)
    assert infer(expr).checked_type == relay.TupleType(
        [relay.scalar_type("int32"), relay.TupleType([])])


def test_type_args_of_operators():
    x = relay.var("x", shape=(10, 10))
    y = relay.var("y", shape=(1, 10))
    assert len((x + y).type_args) == 0
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(x + y))
    args = mod["main"].body.type_args
    assert [t.concrete_shape for t in args] == [(10, 10), (1, 10)]
    mod = relay.transform.InferType()(relay.fromtext("""#[version = "0.0.5"]
def @id[A](%x: A) -> A { %x }
def @main(%x: float32) -> float32 { @id(%x) }"""))
    tvm.ir.assert_structural_equal(mod["main"].body.type_args, [relay.scalar_type("float32")])


def test_virtual_devices_can_be_set():
    x = relay.var("x", shape=(3,))
    x.virtual_device_ = tvm.cpu()
    assert x.virtual_device_.device_type == 1
    f = relay.Function([x], x + relay.const(1.0))
    f.virtual_device_ = tvm.target.VirtualDevice(tvm.cpu(0))
    f.virtual_device_ = tvm.target.VirtualDevice(tvm.cpu(1))
    assert f.virtual_device_.virtual_device_id == 1
    folded = relay.testing.run_opt_pass(f, relay.transform.FoldConstant())
    assert folded.params[0].virtual_device_.device_type == 1
    assert folded.virtual_device_.virtual_device_id == 1
    plain = relay.Function([relay.var("x", shape=(3,))], relay.const(1.0))
    assert not tvm.ir.structural_equal(plain.params[0], x, map_free_vars=True)
    with pytest.raises(AttributeError, match="variables and functions"):
        relay.const(1).virtual_device_ = tvm.cpu()


def test_attributes_that_no_operator_has():
    attrs = tvm.ir.make_node("attrs.TestAttrs", name="call", padding=(3, 4))
    assert attrs.name == "call" and list(attrs.padding) == [3, 4]
    same = tvm.ir.make_node("attrs.TestAttrs", name="call", padding=(3, 4))
    other = tvm.ir.make_node("attrs.TestAttrs", name="call", padding=(3, 4, 4))
    assert tvm.ir.structural_equal(attrs, same) and not tvm.ir.structural_equal(attrs, other)
    f = relay.var("f")
    call = relay.Call(f, [relay.const(1)], attrs)
    assert tvm.ir.structural_equal(call, relay.Call(f, [relay.const(1)], same))
    assert not tvm.ir.structural_equal(call, relay.Call(f, [relay.const(1)], other))
    assert str(call).splitlines()[-1] == \
        '%f(1, name="call", padding=[3, 4], attrs_type_key="attrs.TestAttrs")'
    again = relay.parse_expr(call.astext())
    tvm.ir.assert_structural_equal(again, call, map_free_vars=True)
    assert again.attrs.name == "call"
    assert repr(again.attrs) == "attrs.TestAttrs(name='call', padding=[3, 4])"
    with pytest.raises(AttributeError, match="does not have field 'stride'"):
        tvm.ir.make_node("attrs.TestAttrs", name="call", stride=1)
    with pytest.raises(tvm.TVMError, match="required field 'name' is missing"):
        tvm.ir.make_node("attrs.TestAttrs")
    with pytest.raises(NotImplementedError, match="make_node of relay.Match"):
        tvm.ir.make_node("relay.Match")


def test_with_fields():
    x, y = relay.var("x", shape=(3,)), relay.var("y", shape=(3,))
    call = relay.nn.softmax(x, axis=0)
    assert relay.expr.CallWithFields(call) is call
    assert relay.expr.CallWithFields(call, None, [x]) is call
    changed = relay.expr.CallWithFields(call, None, [y])
    assert changed.args[0] is y and changed.attrs.axis == 0 and changed.op is call.op
    for make, expr, field, value in [
            (relay.expr.TupleWithFields, relay.Tuple([x]), "fields", [y]),
            (relay.expr.TupleGetItemWithFields, relay.TupleGetItem(x, 0), "index", 1),
            (relay.expr.LetWithFields, relay.Let(x, y, x), "body", y),
            (relay.expr.IfWithFields, relay.If(x, x, x), "true_branch", y),
            (relay.expr.RefCreateWithFields, relay.RefCreate(x), "value", y),
            (relay.expr.RefReadWithFields, relay.RefRead(x), "ref", y),
            (relay.expr.RefWriteWithFields, relay.RefWrite(x, x), "value", y),
            (relay.expr.ConstantWithFields, relay.const(1), "data", tvm.nd.array(2)),
            (relay.function.FunctionWithFields, relay.Function([x], x), "body", y)]:
        assert make(expr) is expr
        result = make(expr, **{field: value})
        assert type(result) is type(expr) and result is not expr
        got = getattr(result, field)
        assert (list(got) if field == "fields" else got) == value
    x.virtual_device_ = tvm.cpu()
    renamed = relay.expr.VarWithFields(x, relay.var("z").vid)
    assert renamed.name_hint == "z" and renamed.virtual_device_.device_type == 1
    assert renamed.type_annotation == x.type_annotation


def test_attributes_of_functions_by_dictionary():
    x = relay.var("x")
    f = relay.Function([x], x).with_attrs({"a": 1, "b": "two"})
    assert f.attrs.items() == [("a", 1), ("b", "two")]
    assert relay.Function([x], x).with_attrs(f.attrs).attrs["b"] == "two"


def test_executors_are_values():
    executor = relay.backend.Executor("aot", {"link-params": True, "interface-api": "c"})
    assert executor.name == "aot" and isinstance(executor, relay.backend.Executor)
    assert not isinstance(executor, relay.backend.Runtime)
    assert relay.backend.Executor.list_registered() == ["aot", "graph"]
    assert relay.backend.Runtime.list_registered_options("cpp") == {"system-lib": "IntImm"}
    mod = tvm.IRModule.from_expr(relay.cast(relay.const(10, "int8"), "int32"))
    mod = relay.transform.InferType()(mod).with_attr("executor", executor)
    folded = relay.transform.FoldConstant()(mod)
    assert isinstance(folded["main"].body, relay.Constant)
    assert folded.get_attr("executor") == executor
    for name, options, message in [("vm", None, '"vm" is not defined'),
                                   ("graph", {"unpacked-api": True}, 'Attribute "unpacked-api"')]:
        with pytest.raises(tvm.TVMError, match=message):
            relay.backend.Executor(name, options)


@pytest.mark.parametrize("make", [
    lambda x: relay.Call(relay.op.get("add"), [x, None]), lambda x: relay.Tuple([None]),
    lambda x: relay.Function([None], x), lambda x: relay.TupleType([None]),
    lambda x: relay.FuncType([None], relay.TensorType((1,)))])
def test_lists_hold_no_none(make):
    with pytest.raises(TypeError):
        make(relay.var("x"))


def test_values_that_are_no_attributes():
    for value in (np.ones(3), object()):
        with pytest.raises(tvm.TVMError, match="expected a value of an attribute, but got"):
            tvm.ir.save_json(value)
    assert tvm.ir.load_json(tvm.ir.save_json(np.float32(2))) == 2


def test_config_is_a_dictionary():
    with pytest.raises(TypeError, match="expected a dictionary as config, but got 1"):
        tvm.transform.PassContext(config=1)


def test_the_base_class_is_no_pass():
    with pytest.raises(TypeError, match="Pass alone is no pass: use a decorator"):
        tvm.transform.Pass()(tvm.IRModule())
    with pytest.raises(TypeError, match="passes must be a list of Pass objects"):
        tvm.transform.Sequential([tvm.transform.Pass()])
