"""Operators that scripts register, and attributes that they give to operators."""

import itertools
import warnings

import numpy as np
import pytest
from threads import run_threads

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.op import op as registry
from relay_lite.relay.testing.temp_op_attr import TempOpAttr

_NUMBERS = itertools.count()
MATRIX = relay.TensorType((10, 10), "float32")


def make_op(relation="Identity", function=None, num_inputs=1, stateful=False):
    """A new operator: names are registered for the whole process."""
    name = f"test.custom{next(_NUMBERS)}"
    registry.register(name, "An operator of a test.")
    op = registry.get(name)
    op.set_num_inputs(num_inputs)
    for i in range(num_inputs):
        op.add_argument(f"data_{i}", "Tensor", "The input tensor.")
    op.add_type_rel(relation, function)
    op.set_support_level(1)
    registry.register_pattern(name, registry.OpPattern.ELEMWISE)
    registry.register_stateful(name, stateful)
    return op


def call(op, *args, **attrs):
    return relay.Call(op, args, tvm.ir.make_node("DictAttrs", **attrs) if attrs else None)


def infer(*args, params=None):
    body = args[0]
    params = relay.analysis.free_vars(body)
    return relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function(params, body)))


def test_what_is_known_of_an_operator():
    op = make_op(num_inputs=2)
    assert (op.num_inputs, op.support_level, op.description) == (2, 1, "An operator of a test.")
    assert [argument.name for argument in op.arguments] == ["data_0", "data_1"]
    assert op.get_attr("TOpPattern") == registry.OpPattern.ELEMWISE
    assert op.get_attr("TOpIsStateful") is False
    assert op.get_attr("TNonComputational") is None
    op.set_attrs_type_key("DictAttrs")
    assert op.attrs_type_key == "DictAttrs"
    assert registry.get(op.name) is op and op.name in tvm.ir.Op.list_op_names()


def test_relations_that_raise_on_several_threads():
    """Each thread gets what its own relation has raised."""
    def relate(types, attrs):
        raise LookupError(attrs["number"])

    op = make_op("test.raise", relate)

    def work(number):
        x = relay.var("x", MATRIX)
        for _ in range(50):
            with pytest.raises(LookupError) as caught:
                infer(call(op, x, number=number))
            found.append(caught.value.args[0] == number)

    found = []
    run_threads(work, 4)
    assert found == [True] * 200


@pytest.mark.parametrize("relation, function", [
    ("Identity", None), ("test.identity", lambda types, attrs: types[0]),
    ("test.new", lambda types, attrs: relay.TensorType(types[0].shape, types[0].dtype))])
def test_relations(relation, function):
    op = make_op(relation, function)
    x = relay.var("x", MATRIX)
    builder = relay.ScopeBuilder()
    first = builder.let("t1", call(op, x))
    builder.ret(builder.let("t2", relay.add(first, x)))
    f = relay.Function([x], builder.get())
    assert relay.transform.InferTypeLocal(f) == relay.FuncType([MATRIX], MATRIX)


def test_relations_by_name():
    x, y = relay.var("x", shape=(10, 4)), relay.var("y", shape=(5, 10, 1))
    result = infer(call(make_op("Broadcast", num_inputs=2), x, y))["main"].checked_type.ret_type
    assert result == relay.TensorType((5, 10, 4), "float32")
    result = infer(call(make_op("BroadcastComp", num_inputs=2), x, y))["main"].checked_type.ret_type
    assert result == relay.TensorType((5, 10, 4), "bool")


def test_relations_see_types_and_attributes():
    seen = []

    def relation(types, attrs):
        seen.append((list(types), attrs))
        return relay.TupleType([types[1]] * (attrs["times"] if attrs else 1))

    op = make_op("test.times", relation, num_inputs=2)
    x, y = relay.var("x", shape=(2,)), relay.var("y", "int32")
    assert infer(call(op, x, y))["main"].checked_type.ret_type == relay.TupleType(
        [relay.scalar_type("int32")])
    assert seen[0] == ([relay.TensorType((2,), "float32"), relay.scalar_type("int32")], None)
    mod = infer(call(op, x, y, times=3))
    assert len(mod["main"].checked_type.ret_type.fields) == 3
    assert mod["main"].body.attrs["times"] == 3


def test_passes_keep_calls():
    op = make_op()
    x = relay.var("x", MATRIX)
    y = relay.add(call(op, x, base=2), call(op, x, base=2))
    mod = relay.transform.ToANormalForm()(infer(y))
    assert f"{op.name}(%x, base=2)" in mod.astext()
    tvm.ir.assert_structural_equal(relay.parse(mod.astext()), mod)
    tvm.ir.assert_structural_equal(tvm.ir.load_json(tvm.ir.save_json(mod)), mod)
    with tvm.transform.PassContext(opt_level=3):
        merged = relay.transform.EliminateCommonSubexpr()(infer(y))["main"].body
    assert merged.args[0].same_as(merged.args[1])
    assert "relay.custom" in mod.mlir()


def test_stateful_operators_stay():
    x = relay.var("x", MATRIX)
    for stateful, count in ((False, 0), (True, 1)):
        op = make_op(stateful=stateful)
        body = relay.Let(relay.var("unused", MATRIX), call(op, x), x)
        mod = relay.transform.DeadCodeElimination()(infer(body))
        assert mod.astext().count(op.name) == count


def test_constants_of_operators_are_not_folded():
    op = make_op()
    mod = infer(call(op, relay.const(np.ones((2,), "float32"))))
    assert op.name in relay.transform.FoldConstant()(mod).astext()


def test_evaluation_is_an_error():
    op = make_op()
    x = relay.var("x", shape=(2,))
    with pytest.raises(tvm.TVMError, match=f"operator '{op.name}' has no kernel"):
        relay.create_executor().evaluate(relay.Function([x], call(op, x)))(np.ones(2, "float32"))


def test_many_functions():
    # The threads that verify them must not wait for the interpreter's lock, which the thread that
    # waits for them has.
    op = make_op("test.same", lambda types, attrs: types[0])
    mod = tvm.IRModule()
    for i in range(64):
        x = relay.var("x", shape=(2, 5))
        mod[f"f{i}"] = relay.Function([x], relay.nn.relu(call(op, relay.nn.relu(x))))
    for run in (relay.transform.InferType(), relay.transform.SimplifyExpr(),
                relay.transform.FoldConstant()):
        mod = run(mod)
    assert mod["f63"].ret_type == relay.TensorType((2, 5), "float32")


def test_exceptions_of_relations_keep_their_type():
    def relation(types, attrs):
        assert len(types) == 2, "not two types"

    op = make_op("test.raises", relation)
    x = relay.var("x", MATRIX)
    for run in (relay.transform.InferTypeLocal, infer):
        with pytest.raises(AssertionError, match="not two types"):
            run(relay.Function([x], call(op, x)))
    # It is gone then.
    with pytest.raises(tvm.error.DiagnosticError, match="unknown operator 'test.none'"):
        relay.parse('#[version = "0.0.5"]\ndef @main(%x: int32) { test.none(%x) }')


def test_relations_that_do_not_end():
    """A relation that asks for itself, and one that an interrupt ends."""
    def recur(types, attrs):
        return infer(call(op, relay.var("x", types[0])))["main"].ret_type

    def interrupt(types, attrs):
        raise KeyboardInterrupt

    for relation, error in ((recur, RecursionError), (interrupt, KeyboardInterrupt)):
        op = make_op("test.endless", relation)
        with pytest.raises(error):
            infer(call(op, relay.var("x", MATRIX)))
        # The next inference is not disturbed.
        assert infer(relay.exp(relay.var("x", MATRIX)))["main"].ret_type == MATRIX


@pytest.mark.parametrize("declared", [None, relay.TensorType((1,))])
def test_relations_that_grow_in_a_loop(declared):
    op = make_op("test.grow", lambda types, attrs: relay.TensorType([types[0].shape[0] + 1]))
    i, state, loop = relay.var("i", "int32"), relay.var("state", declared), relay.var("loop")
    body = relay.If(relay.less(i, relay.const(3)), relay.Call(loop, [i + relay.const(1), call(op, state)]), state)
    start = relay.Call(loop, [relay.const(0), relay.var("x", shape=(1,))])
    with pytest.raises(tvm.error.DiagnosticError, match="expected .* but got"):
        infer(relay.Let(loop, relay.Function([i, state], body), start))


@pytest.mark.parametrize("relation, function, args, message", [
    ("test.none", lambda types, attrs: None, ["float32"], "gives no type for these arguments"),
    ("test.number", lambda types, attrs: 3, ["float32"], "gives no type for these arguments"),
    ("Identity", None, ["float32", "float32"], "takes 1 argument, but got 2"),
    ("Identity", None, [relay.TupleType([])] * 2, "takes 1 argument, but got 2")])
def test_errors_of_inference(relation, function, args, message):
    op = make_op(relation, function)
    with pytest.raises(tvm.error.DiagnosticError, match=message):
        infer(call(op, *[relay.var("x", type) for type in args]))


@pytest.mark.parametrize("relation, args, message", [
    ("Identity", ["float32", "int32"], "expected operands of one type"),
    ("Identity", [], "expected at least one operand"),
    ("Broadcast", ["float32"], "expected 2 operands, but got 1"),
    ("Broadcast", [relay.TupleType([]), "int32"], "expected a tensor, but got"),
    ("Broadcast", ["float32", "int32"], "expected operands of one element type")])
def test_errors_of_relations(relation, args, message):
    op = make_op(relation, num_inputs=-1)
    with pytest.raises(tvm.error.DiagnosticError, match=message):
        infer(call(op, *[relay.var("x", type) for type in args]))


def test_operators_without_a_relation():
    name = f"test.custom{next(_NUMBERS)}"
    registry.register(name)
    assert registry.get(name).num_inputs == -1 and registry.get(name).support_level == 10
    with pytest.raises(tvm.error.DiagnosticError, match="has no relation that infers its type"):
        infer(call(registry.get(name), relay.var("x", "float32")))


def test_names_are_registered_once():
    name = make_op().name
    for taken in (name, "add"):
        with pytest.raises(tvm.TVMError, match=f"Operator {taken} is registered before"):
            registry.register(taken)


def test_errors_of_registration():
    op = make_op()
    with pytest.raises(tvm.TVMError, match="no type_relation registered under Foo"):
        op.add_type_rel("Foo")
    with pytest.raises(tvm.TVMError, match="expected DictAttrs"):
        op.set_attrs_type_key("relay.attrs.Conv2DAttrs")
    with pytest.raises(tvm.TVMError, match="the attribute FTVMAny of operators is not part"):
        op.set_attr("FTVMAny", lambda: 0)


#===----------------------------------------------------------------------===#
# Attributes of operators
#===----------------------------------------------------------------------===#


def test_attributes_of_operators():
    add = relay.op.get("add")
    name = f"test.attr{next(_NUMBERS)}"
    assert not add.has_attr(name)
    with pytest.raises(tvm.TVMError, match="is not registered"):
        add.get_attr(name)
    add.set_attr(name, 5)
    assert add.has_attr(name) and add.get_attr(name) == 5
    assert relay.op.get("subtract").get_attr(name) is None
    with pytest.raises(tvm.TVMError, match="already registered with same plevel=10"):
        add.set_attr(name, 6)
    add.set_attr(name, [1, 2], 11)
    add.set_attr(name, 8, 5)
    assert list(add.get_attr(name)) == [1, 2]
    add.reset_attr(name)
    assert add.get_attr(name) is None
    add.reset_attr("test.never")
    with pytest.raises(tvm.TVMError, match="cannot be None"):
        add.set_attr(name, None)
    with pytest.raises(tvm.TVMError, match="expected the name of an attribute"):
        add.get_attr(3)


def test_registered_functions():
    name = f"test.attr{next(_NUMBERS)}"

    @tvm.ir.register_op_attr("multiply", name)
    def check(expr):
        return expr

    assert relay.op.get("multiply").get_attr(name) is check
    assert tvm.ir.register_op_attr("divide", name, 3) == 3
    with pytest.raises(AttributeError, match="is not registered"):
        tvm.ir.register_op_attr("test.nothing", name, 3)


def test_attributes_for_a_time():
    sqrt, name = relay.op.get("sqrt"), f"test.attr{next(_NUMBERS)}"
    with TempOpAttr("sqrt", name, 1):
        assert sqrt.get_attr(name) == 1
    assert sqrt.get_attr(name) is None
    sqrt.set_attr(name, 2, 15)
    with TempOpAttr("sqrt", name, 3):
        assert sqrt.get_attr(name) == 3
    assert sqrt.get_attr(name) == 2
    # The level is that of before, too.
    sqrt.set_attr(name, 4, 11)
    assert sqrt.get_attr(name) == 2
    with pytest.raises(tvm.TVMError, match="cannot be None"):
        with TempOpAttr("sqrt", name, None):
            pytest.fail("there is no such attribute")
    assert sqrt.get_attr(name) == 2
    with pytest.raises(ZeroDivisionError):
        with TempOpAttr("sqrt", name, 5):
            1 // 0
    assert sqrt.get_attr(name) == 2
    with pytest.raises(AttributeError, match="is not registered"):
        TempOpAttr("test.nothing", name, 1)


@pytest.mark.parametrize("attribute, register", [
    ("FTVMCompute", registry.register_compute), ("FTVMSchedule", registry.register_schedule),
    ("FTVMStrategy", registry.register_strategy), ("FPrimalGradient", registry.register_gradient),
    ("FTVMExternalCompiler", registry.register_external_compiler),
    ("FShapeFunc", lambda name, value: registry.register_shape_func(name, False, value))])
def test_attributes_without_effect(attribute, register, monkeypatch):
    """Those of TVM's compiler are kept, with one warning."""
    monkeypatch.setattr(tvm.ir.op, "_WARNED", set())
    first, second = make_op(), make_op()
    assert first.has_attr(attribute) and first.get_attr(attribute) is None
    value = lambda *args: pytest.fail("it is called")
    with pytest.warns(UserWarning, match=f"{attribute} of operators is kept, but has no effect"):
        register(first.name, value)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        register(second.name, value)
    assert first.get_attr(attribute) is value and second.get_attr(attribute) is value
    infer(call(first, call(second, relay.var("x", MATRIX))))


def test_what_operators_tell():
    add, concatenate = relay.op.get("add"), relay.op.get("concatenate")
    assert (add.num_inputs, add.support_level) == (2, 1)
    assert (concatenate.num_inputs, concatenate.support_level) == (1, 1)
    assert relay.op.get("nn.batch_norm").num_inputs == 5
    assert relay.op.get("zeros").num_inputs == 0
    assert relay.op.get("image.resize2d").support_level == 5
    assert "The sum of the operands" in add.description
    assert add.get_attr("TOpPattern") == relay.op.OpPattern.BROADCAST
    assert add.get_attr("TOpIsStateful") is False
    assert relay.op.get("nn.dropout").get_attr("TOpIsStateful") is True
    assert relay.op.get("reshape").get_attr("TReshapeOp") is True


@pytest.mark.parametrize("change", [
    lambda: registry.register_stateful("add", True, 11),
    lambda: tvm.ir.register_op_attr("nn.conv2d", "FInferStructInfo", lambda *args: None, 11)])
def test_what_passes_ask_for_cannot_be_changed(change):
    with pytest.raises(tvm.TVMError, match="of operators is not part of RelayLite"):
        change()
