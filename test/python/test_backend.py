"""Executors and runtimes as values, and the arguments of functions that are evaluated."""

import pickle

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.backend import Executor, Runtime


def test_executors_are_values():
    executor = Executor("aot", {"link-params": True, "interface-api": "c"})
    assert executor.name == "aot" and isinstance(executor, Executor)
    assert not isinstance(executor, Runtime)
    assert Executor.list_registered() == ["aot", "graph"]
    assert Runtime.list_registered_options(Runtime("cpp")) == {"system-lib": "IntImm"}
    mod = tvm.IRModule.from_expr(relay.cast(relay.const(10, "int8"), "int32"))
    mod = relay.transform.InferType()(mod).with_attr("executor", executor)
    folded = relay.transform.FoldConstant()(mod)
    assert isinstance(folded["main"].body, relay.Constant)
    assert folded.get_attr("executor") == executor


def test_options_by_key():
    executor = Executor("aot", {"interface-api": "c", "workspace-byte-alignment": 8})
    for value in (executor, pickle.loads(pickle.dumps(executor))):
        assert value["interface-api"] == "c" and value["workspace-byte-alignment"] == 8
        # TVM's default.
        assert value["link-params"] is True
        assert "unpacked-api" not in value and "link-params" in value and "woof" not in value
        with pytest.raises(KeyError, match="unpacked-api"):
            value["unpacked-api"]
    assert Executor("graph")["link-params"] is False
    runtime = Runtime("crt", {"system-lib": True})
    assert str(runtime) == "crt" and runtime["system-lib"] is True
    assert "system-lib" not in Runtime("cpp")


@pytest.mark.parametrize("kind, name, options, message", [
    (Executor, "grahp", None, 'Executor "grahp" is not defined; those that are there: aot, graph'),
    (Executor, "graph", {"link-param": True},
     'Attribute "link-param" is not available on this Executor; those that are there: link-params'),
    (Executor, "vm", None, 'Executor "vm" is not defined; those that are there: aot, graph'),
    (Runtime, "aot", None, 'Runtime "aot" is not defined; those that are there: cpp, crt'),
    (Executor, "graph", {"unpacked-api": True},
     'Attribute "unpacked-api" is not available on this Executor; those that are there: link-params'),
    (Executor, "aot", {"interface-api": True},
     'Attribute "interface-api" should have type "runtime.String" but instead found "IntImm"'),
    (Runtime, "crt", {"system-lib": "yes"},
     'Attribute "system-lib" should have type "IntImm" but instead found "runtime.String"'),
    (Runtime, "crt", {"system-lib": None}, "but instead found \"NoneType\""),
])
def test_options_that_are_not_there(kind, name, options, message):
    with pytest.raises(tvm.TVMError, match=message):
        kind(name, options)


def test_other_objects_have_no_options():
    for look in (lambda n: n["a"], lambda n: "a" in n, list):
        with pytest.raises(TypeError, match="has no options: expected an Executor or a Runtime"):
            look(tvm.te.var("n"))


def make_twins():
    """A function of two parameters of one name."""
    a, b = relay.var("a", shape=(1,)), relay.var("a", shape=(1,))
    return a, b, relay.Function([a, b], relay.subtract(a, b))


def test_parameters_of_one_name():
    a, b, function = make_twins()
    bound = relay.bind(function, {b: relay.const([1.0])})
    assert list(bound.params) == [a]
    with pytest.raises(tvm.TVMError, match="Multiple args in the function have name a"):
        relay.build_module.bind_params_by_name(function, {"a": [1.0]})
    run = relay.create_executor(mod=tvm.IRModule.from_expr(function)).evaluate()
    five, three = np.array([5], "float32"), np.array([3], "float32")
    assert run(five, three).numpy() == [2]
    assert run(a=five, a1=three).numpy() == run(five, a1=three).numpy() == [2]
    with pytest.raises(ValueError, match="no argument for a1"):
        run(a=five)
    with pytest.raises(ValueError, match="the parameter a is given twice"):
        run(five, a=three)


def test_numbers_of_parameters_are_those_of_the_text():
    parameters = [relay.var(name, shape=(1,)) for name in ("a", "a", "a1", "a")]
    function = relay.Function(parameters, relay.Tuple(parameters))
    names = ["a", "a1", "a11", "a2"]
    assert "".join(f"%{name}: Tensor[(1), float32], " for name in names)[:-2] in str(function)
    values = {name: np.array([i], "float32") for i, name in enumerate(names)}
    run = relay.create_executor().evaluate(function)
    assert [float(value.numpy()[0]) for value in run(**values)] == [0, 1, 2, 3]


def test_free_variables_get_values():
    x = relay.var("x", shape=(2,))
    y = relay.var("y", shape=(2,))
    executor = relay.create_executor()
    assert executor.evaluate(x - y, {x: np.ones(2, "float32"),
                                     y: relay.const([3.0, 4.0])}).numpy().tolist() == [-2, -3]
    with pytest.raises(ValueError, match="the free variables %y"):
        executor.evaluate(x - y, binds={x: np.ones(2, "float32")})


def test_layers_of_a_module():
    x = relay.var("x", shape=(2, 2))
    y = relay.nn.dense(relay.nn.relu(relay.nn.dense(x, x)), x)
    mod = tvm.IRModule.from_expr(y + relay.nn.dense(x, x))
    for expr in (mod, mod["main"], mod["main"].body):
        assert relay.analysis.count_layers(expr, ["nn.dense"]) == 2
        assert relay.analysis.count_layers(expr, valid_ops=["nn.dense", "nn.relu"]) == 3
    with pytest.raises(AttributeError, match="nn.dens is not registered; did you mean nn.dense"):
        relay.analysis.count_layers(mod, ["nn.dens"])


@pytest.mark.parametrize("transform, name, expected", [
    ("to_c_function_style", "TVMGen_woof_Woof", "TVMGenWoofWoof"),
    ("to_c_function_style", "TVM_Woof2_moo", "TVMWoofMoo"),
    ("to_c_variable_style", "TVM_woof_Woof", "tvm_woof_woof"),
    ("to_c_constant_style", "TVM_woof_Woof", "TVM_WOOF_WOOF"),
    ("prefix_name", ["woof", "Moo"], "TVM_woof_Moo"),
    ("prefix_generated_name", "Woof", "TVMGen_Woof"),
    ("sanitize_name", "a+b:c1", "a_b_c1"),
])
def test_names_in_code(transform, name, expected):
    assert getattr(relay.backend.name_transforms, transform)(name) == expected


@pytest.mark.parametrize("transform, name, message", [
    ("to_c_function_style", "Cake_Bakery", "Function not TVM prefixed"),
    ("to_c_variable_style", "", "Variable name is empty"),
    ("to_c_constant_style", "Cake", "Constant not TVM prefixed"),
    ("prefix_name", "", "Name is empty"), ("prefix_name", [], "Name segments empty"),
    ("prefix_generated_name", ["a", ""], "Name segment is empty"),
    ("sanitize_name", "", "Name is empty"),
])
def test_wrong_names_in_code(transform, name, message):
    with pytest.raises(tvm.TVMError, match=message):
        getattr(relay.backend.name_transforms, transform)(name)


def test_loops():
    from relay_lite.relay.loops import while_loop

    i, total, step = relay.var("i", "int32"), relay.var("total", "int32"), relay.var("step", "int32")
    loop = while_loop(lambda i, total: i < relay.const(10), [i, total],
                      lambda i, total: [i + relay.const(1), total + i * step])
    last = relay.TupleGetItem(loop(relay.const(0), relay.const(0)), 1)
    mod = tvm.IRModule.from_expr(relay.Function([step], last))
    for kind in ("debug", "vm"):
        assert relay.create_executor(kind, mod).evaluate()(2).numpy() == 90
    # The values may have no names.
    loop = while_loop(lambda x: x < relay.const(8), [relay.const(1)], lambda x: [x + x])
    result = relay.create_executor().evaluate(loop(relay.const(3)))
    assert result[0].numpy() == 12


def test_references_as_arguments():
    from relay_lite.relay.backend.interpreter import ConstructorValue, RefValue

    reference = relay.var("r", type_annotation=relay.RefType(relay.TensorType((2,))))
    number, old = relay.var("n", "float32"), relay.var("old")
    body = relay.Let(old, relay.RefRead(reference), relay.Let(
        relay.var("unit"), relay.RefWrite(reference, old + number), old * relay.RefRead(reference)))
    run = relay.create_executor().evaluate(relay.Function([reference, number], body))
    for value in (np.array([1, 2], "float32"), tvm.nd.array(np.array([1, 2], "float32"))):
        assert run(RefValue(value), 3.0).numpy().tolist() == [4, 10]
    pair = relay.var("p", type_annotation=relay.TupleType([reference.type_annotation] * 2))
    total = relay.RefRead(relay.TupleGetItem(pair, 0)) + relay.RefRead(relay.TupleGetItem(pair, 1))
    value = RefValue(np.array([1, 2], "float32"))
    assert relay.create_executor().evaluate(relay.Function([pair], total))((value, value)).numpy().tolist() == [2, 4]
    with pytest.raises(ValueError, match="There is no constructor with the tag 0"):
        run(ConstructorValue(0, [], None), 3.0)


def make_sum():
    """A function of a float16 tensor and a pair with an int64 and a bool."""
    x = relay.var("x", shape=(2,), dtype="float16")
    pair = relay.var("pair", relay.TupleType([relay.TensorType((), "int64"), relay.TensorType((), "bool")]))
    number, flag = relay.TupleGetItem(pair, 0), relay.TupleGetItem(pair, 1)
    body = relay.where(flag, relay.cast(x, "int64") + number, number)
    return tvm.IRModule.from_expr(relay.Function([x, pair], body))


@pytest.mark.parametrize("kind", ["debug", "vm", "graph", "aot"])
def test_numbers_get_the_types_of_parameters(kind):
    run = relay.create_executor(kind, make_sum()).evaluate()
    result = run(np.array([1, 2], "float16"), (2**40, True))
    assert result.dtype == "int64" and result.numpy().tolist() == [2**40 + 1, 2**40 + 2]


def test_numbers_that_parameters_do_not_take():
    run = relay.create_executor(mod=make_sum()).evaluate()
    value = np.array([1, 2], "float16")
    for pair, place in (((2.5, True), "2.0: expected int64, but got float32"),
                        ((2, 1), "2.1: expected bool, but got int32"),
                        ((2,), "2: expected a tuple of 2 values, but got 1")):
        with pytest.raises(tvm.error.ArgumentError, match=place):
            run(value, pair)
    with pytest.raises(tvm.error.ArgumentError, match="expected Tensor.*float16.*, but got .*float64"):
        run(np.array([1.0, 2.0]), (2, True))
    # NumPy makes an object of a number beyond 64 bits.
    with pytest.raises(TypeError, match="array_like data of numbers or booleans, but got object"):
        run(value, (2**70, True))


@pytest.mark.parametrize("kind", ["graph", "aot"])
def test_arrays_get_the_types_of_parameters(kind):
    run = relay.create_executor(kind, make_sum()).evaluate()
    for value in np.array([1.0, 2.0]), np.array([1, 2]), [1, 2]:
        assert run(value, (np.float32(3), np.bool_(True))).numpy().tolist() == [4, 5]
    with pytest.raises(tvm.error.ArgumentError, match="expected Tensor.*float16.*, but got .*float64"):
        run(tvm.nd.array(np.array([1.0, 2.0])), (2, True))
    with pytest.raises(TypeError, match="array_like data of numbers or booleans, but got "):
        run(np.array(["a", "b"]), (2, True))
