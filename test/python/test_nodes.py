"""Nodes as TVM's scripts use them: identity of arrays, kinds of type parameters, copies with other
fields, types that are inferred in place."""

import pickle
import re

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


def positions(span):
    return span.line, span.end_line, span.column, span.end_column


def test_spans_have_ends():
    span = relay.Span(relay.SourceName("file"), 1, 2, 3, 4)
    assert positions(span) == (1, 2, 3, 4) and span == span and span.same_as(span)
    assert span != relay.Span(relay.SourceName("file"), 1, 2, 3, 5)
    back = tvm.ir.load_json(tvm.ir.save_json(span))
    assert back == span and positions(back) == (1, 2, 3, 4)
    x = relay.var("x", shape=(2,))
    body = relay.Call(relay.op.get("exp"), [x], None, None, span)
    mod = relay.transform.FoldConstant()(tvm.IRModule.from_expr(relay.Function([x], body)))
    assert mod["main"].body.span == span


def test_spans_at_no_line():
    x = relay.var("x", shape=(2,))
    span = relay.Span(relay.SourceName("Add0"), 0, 0, 0, 0)
    call = relay.Call(relay.op.get("exp"), [x], None, None, span)
    assert call.span == span
    assert "/* span=Add0:0:0 */" in call.astext()
    tvm.ir.assert_structural_equal(relay.parse_expr(call.astext()), call, map_free_vars=True)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], call)))
    assert "/* ty=Tensor[(2), float32] span=Add0:0:0 */" in mod.astext()


def test_spans_that_could_end_a_comment():
    x = relay.var("x", shape=(2,))
    for name in ("a*/b", "a/*b", "dir/*.relay", "a*/b\n1"):
        call = relay.Call(relay.op.get("exp"), [x], None, None,
                          relay.Span(relay.SourceName(name), 1, 1, 1, 1))
        tvm.ir.assert_structural_equal(relay.parse_expr(call.astext()), call, map_free_vars=True)


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


def test_kinds_of_incomplete_types():
    kind = relay.TypeKind
    assert relay.IncompleteType(kind.ShapeVar).kind == kind.ShapeVar
    assert relay.IncompleteType().kind == kind.Type
    assert tvm.ir.load_json(tvm.ir.save_json(relay.IncompleteType(kind.ShapeVar))).kind == 1


#===----------------------------------------------------------------------===#
# Relations of types, types of algebraic data
#===----------------------------------------------------------------------===#

T1, T2, T3 = (relay.TensorType(range(1, n), "float32") for n in (3, 4, 5))


def make_attrs(padding=(3, 4)):
    return tvm.ir.make_node("attrs.TestAttrs", name="attr", padding=padding)


def relate(name, args, num_inputs=1, attrs=None):
    return relay.TypeRelation(tvm.ir.EnvFunc.get(f"tvm.relay.type_relation.{name}"), args,
                              num_inputs, attrs)


def test_functions_by_name():
    name = "tvm.relay.type_relation.Broadcast"
    function = tvm.ir.EnvFunc.get(name)
    assert function.name == name and repr(function) == f"EnvFunc({name})"
    assert tvm.ir.load_json(tvm.ir.save_json(function)).name == name
    assert isinstance(function, tvm.ir.EnvFunc)
    with pytest.raises(tvm.TVMError, match="relations of types are C[+][+] here"):
        function([], 1, None, None)
    tvm.register_func("test.env_func", lambda x: x + 1, override=True)
    assert tvm.ir.EnvFunc.get("test.env_func")(2) == 3
    with pytest.raises(tvm.TVMError, match="Cannot find global function 'test.missing'"):
        tvm.ir.EnvFunc.get("test.missing")


def test_relations():
    relation = relate("Broadcast", [T1, T2], 1, make_attrs())
    assert isinstance(relation, relay.TypeConstraint) and isinstance(relation, relay.Type)
    assert relation.func.name == "tvm.relay.type_relation.Broadcast"
    assert list(relation.args) == [T1, T2] and relation.num_inputs == 1
    assert relation.attrs == make_attrs() and relate("Identity", [T1]).attrs is None
    assert relation == relate("Broadcast", [T1, T2], 1, make_attrs())
    for other in (relate("Identity", [T1, T2], 1, make_attrs()),
                  relate("Broadcast", [T2, T1], 1, make_attrs()),
                  relate("Broadcast", [T2, T3], 1, make_attrs()),
                  relate("Broadcast", [T1, T2], 1, make_attrs((3, 4, 4))),
                  relate("Broadcast", [T1, T2], 1), relate("Broadcast", [T1, T2], 2, make_attrs()),
                  relate("Broadcast", [T1], 1, make_attrs())):
        assert relation != other
    assert roundtrip(relation) == relation
    assert hash(relation) == hash(relate("Broadcast", [T1, T2], 1, make_attrs()))


def test_constraints_of_function_types():
    var, other, shape, other_shape = (
        relay.TypeVar(name, kind) for name, kind in
        (("v1", relay.TypeKind.Type), ("v2", relay.TypeKind.Type),
         ("v3", relay.TypeKind.ShapeVar), ("v3", relay.TypeKind.ShapeVar)))

    def function(params, result, type_params, relations):
        return relay.FuncType(tvm.runtime.convert(params), result, type_params, relations)

    relation = relate("Broadcast", [var, shape])
    other_relation = relate("Broadcast", [other, other_shape])
    identity = relate("Identity", [var, shape])
    type = function([T1, T2], var, [var, shape], [relation])
    assert type.type_constraints[0] is relation
    assert type == function([T1, T2], other, [other, other_shape], [other_relation])
    assert roundtrip(type) == type
    for different in (function([T1], var, [var, shape], [relation]),
                      function([T2, T1], var, [var, shape], [relation]),
                      function([T1, T2], var, [var, shape], []),
                      function([T1, T2], other, [var, other, shape], [relation]),
                      function([T1, T2], var, [var, other, shape, other_shape],
                               [relation, other_relation]),
                      function([T1, T2], var, [var, shape], [identity]),
                      function([T1, T2], var, [var, shape], [relation, identity])):
        assert type != different


def test_types_of_algebraic_data():
    names = [relay.GlobalTypeVar(name) for name in ("h1", "h2")]
    assert names[0].name_hint == "h1" and names[0].kind == relay.TypeKind.AdtHandle
    assert names[0] == names[0] and names[0] != relay.GlobalTypeVar("h1")
    type = relay.TypeCall(names[0], [T1, T2, T3])
    assert type.func is names[0] and list(type.args) == [T1, T2, T3]
    assert type == names[0](T1, T2, T3) and str(names[0](T1)) == "h1[Tensor[(1, 2), float32]]"
    for args in ([names[1], T1, T2, T3], [names[0], T1, T2], [names[0], T3, T2, T1],
                 [names[0], T1, T2, T3, T1]):
        assert type != relay.TypeCall(args[0], args[1:])
    assert roundtrip(type).func.name_hint == "h1"


@pytest.mark.parametrize("type, message", [
    (relay.GlobalTypeVar("List")(T1), "algebraic data types are not supported"),
    (relay.TupleType([relay.GlobalTypeVar("List")]), "algebraic data types are not supported"),
    (relate("Identity", [T1]), "a relation between types is not the type of a value"),
    (relay.FuncType([T1], T1, [], [relate("Identity", [T1])]),
     "constraints of types are not supported")])
def test_types_that_programs_cannot_have(type, message):
    x = relay.Var("x", type)
    with pytest.raises(tvm.error.DiagnosticError, match=message):
        relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], x)))


def test_relation_without_function():
    relation = relay.TypeRelation(None, [T1, T2], 1, None)
    assert relation.func is None and str(relation) == "(" + ", ".join(map(str, (T1, T2))) + ")"
    again = relay.TypeRelation(None, [T1, T2], 1, None)
    assert tvm.ir.structural_equal(relation, again)
    assert tvm.ir.structural_hash(relation) == tvm.ir.structural_hash(again)
    assert not tvm.ir.structural_equal(relation, relate("Identity", [T1, T2]))
    loaded = tvm.ir.load_json(tvm.ir.save_json(relation))
    assert loaded.func is None and len(loaded.args) == 2
    assert relay.analysis.check_kind(relation) == relay.TypeKind.Constraint


def test_bad_relations_in_json():
    text = tvm.ir.save_json(relate("Identity", [T1]))
    with pytest.raises(tvm.error.DiagnosticError, match="expected attribute 'func' to refer to "
                                                        "a function, but node"):
        tvm.ir.load_json(text.replace('"EnvFunc"', '"runtime.String"'))
    text = re.sub('"func": "[0-9]+"', '"func": "0"', tvm.ir.save_json(relay.GlobalTypeVar("List")(T1)))
    with pytest.raises(tvm.error.DiagnosticError, match="attribute 'func' is null"):
        tvm.ir.load_json(text)


#===----------------------------------------------------------------------===#
# Maps as attributes
#===----------------------------------------------------------------------===#


def with_map(make):
    x = relay.var("x", shape=(2,))
    return relay.Function([x], x).with_attr("dict", make(x))


MAPS = [lambda x: {"a": 1, "b": "c"}, lambda x: {}, lambda x: {"n": {"m": [1, 2.5, None]}},
        lambda x: {"k": relay.const([1.0, 2.0])}, lambda x: {x: 1}, lambda x: {x.vid: 1},
        lambda x: {x: relay.const(np.ones((5, 2), "float32"))}]


@pytest.mark.parametrize("make", MAPS)
def test_maps_as_attributes(make):
    function, same = with_map(make), with_map(make)
    assert isinstance(function.attrs["dict"], tvm.ir.Map)
    assert tvm.ir.structural_equal(function, same)
    assert tvm.ir.structural_hash(function) == tvm.ir.structural_hash(same)
    other = with_map(lambda x: {"a": 1, "b": "d"})
    assert not tvm.ir.structural_equal(function, other)
    assert tvm.ir.structural_hash(function) != tvm.ir.structural_hash(other)
    assert "dict=" in str(function)
    back = tvm.ir.load_json(tvm.ir.save_json(function))
    assert tvm.ir.structural_equal(back, function)
    assert len(back.attrs["dict"]) == len(function.attrs["dict"])


def test_nan_attributes():
    x = relay.var("x", shape=(2,))
    nan = float("nan")

    def make(value):
        call = relay.clip(x, value, 1.0)
        # Also what is not an expression.
        return [call, call.attrs, relay.Function([x], call).with_attr("a", [value]), value,
                tvm.tir.FloatImm("float32", value), {"a": [value]}, tvm.nd.array(np.array([value])),
                relay.const(value)]

    for same, again, other in zip(make(nan), make(-nan + 0.0), make(0.0)):
        if not isinstance(same, (tvm.nd.NDArray, relay.Constant)):
            assert tvm.ir.structural_equal(same, again)
            assert tvm.ir.structural_hash(same) == tvm.ir.structural_hash(again)
        assert not tvm.ir.structural_equal(same, other)
        assert not tvm.ir.structural_equal(other, same)
    # Constants are compared bit by bit.
    for same, again in zip(make(nan)[-2:], make(nan)[-2:]):
        assert tvm.ir.structural_equal(same, again)
        assert tvm.ir.structural_hash(same) == tvm.ir.structural_hash(again)


def test_maps_of_variables():
    function = with_map(lambda x: {x: relay.const(np.arange(3))})
    back = tvm.ir.load_json(tvm.ir.save_json(function))
    (key, value), = back.attrs["dict"].items()
    assert key.same_as(back.params[0])
    np.testing.assert_array_equal(value.data.numpy(), np.arange(3))
    by_id = tvm.ir.load_json(tvm.ir.save_json(with_map(lambda x: {x.vid: 1})))
    assert list(by_id.attrs["dict"]) == [by_id.params[0].vid]
    y = relay.var("y", shape=(2,))
    assert not tvm.ir.structural_equal(with_map(lambda x: {x: 1}), with_map(lambda x: {y: 1}))
    assert not tvm.ir.structural_equal(with_map(lambda x: {x: 1}), with_map(lambda x: {x.vid: 1}))
    with pytest.raises(tvm.error.DiagnosticError, match="'dict' of a function cannot be a map"):
        relay.transform.InferType()(tvm.IRModule.from_expr(function))


@pytest.mark.parametrize("make", MAPS[:3])
def test_maps_go_through_passes_and_text(make):
    function = with_map(make)
    mod = relay.transform.ToANormalForm()(tvm.IRModule.from_expr(function))
    assert mod["main"].attrs["dict"] == function.attrs["dict"]
    tvm.ir.assert_structural_equal(relay.parse_expr(function.astext()), function)
    assert "meta[Map][0]" in function.astext()
    if make is MAPS[0]:
        assert 'dict={"a"=1, "b"="c"}' in str(function)
        tvm.ir.assert_structural_equal(relay.parse_expr(str(function)), function)


def test_constants_in_maps_go_through_text():
    function = with_map(MAPS[3])
    tvm.ir.assert_structural_equal(relay.parse_expr(function.astext()), function)


def test_maps_that_are_no_attributes():
    with pytest.raises(tvm.TVMError, match="expected a string or a variable as a key"):
        with_map(lambda x: {3: 1})
    with pytest.raises(tvm.TVMError, match="maps in attributes nest more than 8 deep"):
        deep = {}
        for _ in range(10):
            deep = {"a": deep}
        with_map(lambda x: deep)
    with pytest.raises(TypeError, match="expected a string as the name of an attribute, but got 3"):
        relay.Function([], relay.const(1), attrs={3: 1})


def test_maps_print_as_in_tvm():
    assert str(tvm.runtime.convert({"a": 1, "b": "c"})) == '{"a": 1, "b": "c"}'


#===----------------------------------------------------------------------===#
# Free variables, arguments of other types
#===----------------------------------------------------------------------===#


def test_hashes_of_free_variables():
    x, y = relay.Var("x"), relay.Var("y")
    one = relay.const(1)
    for left, right in ((x, y), (relay.Let(x, one, x), relay.Let(x, one, y)),
                        (relay.TupleGetItem(x, 1), relay.TupleGetItem(y, 1)),
                        (relay.Call(x, [one]), relay.Call(y, [one]))):
        assert not tvm.ir.structural_equal(left, right)
        assert tvm.ir.structural_hash(left) != tvm.ir.structural_hash(right)
        assert tvm.ir.structural_hash(left) == tvm.ir.structural_hash(left)
    assert tvm.ir.structural_hash(x, True) == tvm.ir.structural_hash(y, True)
    assert tvm.ir.structural_hash(relay.Let(x, one, x)) == tvm.ir.structural_hash(relay.Let(y, one, y))


X = relay.var("x", shape=(2,))


@pytest.mark.parametrize("make, message", [
    (lambda: relay.GlobalVar(3), "expected a string, but got 3"),
    (lambda: relay.GlobalVar("g", 3), "expected a type, but got 3"),
    (lambda: relay.Tuple(3), "fields of a tuple, but got 3"),
    (lambda: relay.Tuple([3]), "but element 0 is 3"),
    (lambda: relay.TupleGetItem(3, 0), "expected an expression, but got 3"),
    (lambda: relay.TupleGetItem(X, "a"), "expected an integer, but got 'a'"),
    (lambda: relay.Call(3, [X]), "expected an expression, but got 3"),
    (lambda: relay.Call(X, [3]), "but element 0 is 3"),
    (lambda: relay.Call(X, [X], None, [X]), "expected a list of types"),
    (lambda: relay.Let(relay.const(1), X, X), "expected a variable"),
    (lambda: relay.Let(X, 3, X), "expected an expression, but got 3"),
    (lambda: relay.If(3, X, X), "expected an expression, but got 3"),
    (lambda: relay.Function([3], X), "expected a list of variables"),
    (lambda: relay.Function([X], 3), "expected an expression, but got 3"),
    (lambda: relay.Function([X], X, 3), "expected a type, but got 3"),
    (lambda: relay.Function([X], X, T1, [T1]), "expected a list of TypeVars"),
    (lambda: relay.RefCreate(3), "expected an expression, but got 3"),
    (lambda: relay.RefRead(3), "expected an expression, but got 3"),
    (lambda: relay.RefWrite(X, 3), "expected an expression, but got 3"),
    (lambda: relay.TensorType((2,), 3), "expected the name of an element type, but got 3"),
    (lambda: relay.TensorType((2,), "flot"), "unknown type flot"),
    (lambda: relay.TupleType([X]), "expected a list of types"),
    (lambda: relay.FuncType([3], T1), "expected a list of types"),
    (lambda: relay.FuncType([T1], 3), "expected a type, but got 3"),
    (lambda: relay.FuncType([T1], T1, [T1]), "expected a list of TypeVars"),
    (lambda: relay.FuncType([T1], T1, [], [T1]), "expected a list of TypeConstraints"),
    (lambda: relay.RefType(3), "expected a type, but got 3"),
    (lambda: relay.TypeVar(3), "expected a string, but got 3"),
    (lambda: relay.TypeVar("a", "b"), "expected an integer, but got 'b'"),
    (lambda: relay.IncompleteType("a"), "expected an integer, but got 'a'"),
    (lambda: relay.GlobalTypeVar(3), "expected a string, but got 3"),
    (lambda: relay.TypeCall(3, []), "expected a type, but got 3"),
    (lambda: relay.TypeRelation(3, [], 1, None), "expected an EnvFunc, but got 3"),
    (lambda: relay.Span(3, 1, 1, 1, 1), "expected a SourceName, but got 3"),
    (lambda: relay.Span(None, "b", 1, 1, 1), "expected an integer, but got 'b'"),
    (lambda: relay.SourceName(3), "expected the name of a source, but got 3")])
def test_arguments_of_other_types(make, message):
    with pytest.raises(tvm.TVMError, match=message):
        make()


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


def identity(name="a"):
    var = relay.TypeVar(name)
    x = relay.Var("x", var)
    return relay.Function([x], x, var, [var])


def test_functions_with_type_parameters_as_values():
    b = relay.TypeVar("b")
    f, y = relay.Var("f", relay.FuncType([b], b)), relay.Var("y", b)
    apply = relay.Function([f, y], f(y), b, [b])
    assert infer(apply(identity(), relay.const(0, "int32"))).checked_type == \
        relay.scalar_type("int32")
    # The same one for two types, and as what is called.
    name = relay.Var("id")
    both = relay.Let(name, identity(), relay.Tuple([
        apply(name, relay.const(1.0)), apply(name, relay.const(True)), name(relay.Tuple([]))]))
    assert infer(both).checked_type == relay.TupleType(
        [relay.scalar_type("float32"), relay.scalar_type("bool"), relay.TupleType([])])


def test_functions_with_type_parameters_as_results():
    b = relay.TypeVar("b")
    type = relay.FuncType([b], b)
    assert infer(relay.Function([], identity(), type, [b])).checked_type == \
        relay.FuncType([], type, [b])
    assert infer(identity()).checked_type == relay.FuncType([b], b, [b])


def test_functions_with_type_parameters_in_branches():
    b = relay.TypeVar("b")
    choice = relay.FuncType([], relay.scalar_type("bool"))
    f, z = relay.Var("f", choice), relay.Var("z")
    other = relay.Function([z], z)
    for branches in ((identity(), other), (other, identity()), (identity(), identity("c"))):
        top = relay.Function([f], relay.If(f(), *branches), relay.FuncType([b], b), [b])
        assert infer(top).checked_type == relay.FuncType([choice], relay.FuncType([b], b), [b])


def test_functions_with_type_parameters_of_another_type():
    x = relay.Var("x", relay.scalar_type("int32"))
    wrong = relay.Function([x], identity(), relay.FuncType([x.type_annotation],
                                                           relay.TupleType([])))
    with pytest.raises(tvm.error.DiagnosticError, match="expected"):
        infer(wrong)


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


@pytest.mark.parametrize("make", [
    lambda x: relay.Call(relay.op.get("add"), [x, None]), lambda x: relay.Tuple([None]),
    lambda x: relay.Function([None], x), lambda x: relay.TupleType([None]),
    lambda x: relay.FuncType([None], relay.TensorType((1,)))])
def test_lists_hold_no_none(make):
    with pytest.raises(tvm.TVMError, match="expected a list of"):
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


def test_integers_of_attributes_have_values():
    """They are IntImm, as in TVM, and integers of Python."""
    data, weight = relay.var("data", shape=(1, 3, 8, 8)), relay.var("weight", shape=(4, 3, 3, 3))
    attrs = relay.nn.conv2d(data, weight, padding=(1, 2), channels=4).attrs
    assert attrs.channels.value == 4 and attrs.channels.dtype == "int32" and isinstance(attrs.channels, int)
    assert [size.value for size in attrs.padding] == [1, 2, 1, 2] and attrs["strides"][0].value == 1
    assert attrs.get_int("groups") == attrs.groups == 1
    function = relay.Function([data], data).with_attr({"a": 2**40, "b": [3]})
    assert (function.attrs["a"].value, function.attrs["a"].dtype) == (2**40, "int64")
    assert function.attrs["b"][0].value == 3
    pickled = pickle.loads(pickle.dumps(attrs.channels))
    assert pickled == 4 and pickled.dtype == "int32"


def test_numbers():
    x = relay.var("x", shape=(2,))
    half = relay.Function([x], x).with_attr("a", tvm.tir.FloatImm("float32", 0.5)).attrs["a"]
    assert (half.value, half.dtype) == (0.5, "float32") and half == 0.5 == relay.nn.leaky_relu(x, half).attrs.alpha
    assert pickle.loads(pickle.dumps(half)).dtype == "float32"
    for value, dtype, given in ((1.5, "float32", None), (2, "int32", None), (2, "float64", "float64")):
        made = tvm.tir.const(value, given)
        assert (made.value, made.dtype) == (value, dtype)
    assert tvm.ir.make_node("FloatImm", dtype="float64", value=2.5).dtype == "float64"
    assert [number.value for number in tvm.runtime.convert([1, 2.5])] == [1, 2.5]
    with pytest.raises(TypeError):
        tvm.tir.IntImm("int32", 1.5)


def test_texts_of_objects():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.exp(x)))
    assert str(relay.analysis.free_vars(x)) == "[Var(x, ty=TensorType([2], float32))]"
    assert str(mod.get_global_vars()) == '[I.GlobalVar("main")]' == f"[{relay.GlobalVar('main')}]"
    assert str(tvm.ir.Array([1, "a"])) == '[1, "a"]'
    assert str(relay.op.get("add")) == repr(relay.op.get("add")) == "Op(add)"
    assert str(mod["main"].with_attr("a", [1, "b"]).attrs) == '{"a": [1, "b"]}'
    assert str(mod.functions).startswith('{I.GlobalVar("main"): fn (%x')
    assert repr(tvm.transform.PassInfo(1, "a")).startswith("The meta data of the pass - pass name: a")


def test_slices_of_arrays_are_lists():
    x, y = relay.var("x"), relay.var("y")
    params = relay.Function([x, y], x).params
    assert params[:1] + [y] == [x, y] and isinstance(params[:1], list)
