"""Analyses of modules and expressions: call graphs, constructs, kinds of types, counts and parts."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.analysis import CallGraph, Feature, check_kind, detect_feature

CALLS = """
#[version = "0.0.5"]
def @leaf(%x: float32) -> float32 { negative(%x) }
def @loop(%x: float32) -> float32 { if (less(%x, 0f)) { @loop(%x) } else { @leaf(%x) } }
def @even(%x: float32) -> float32 { @odd(%x) }
def @odd(%x: float32) -> float32 { @even(%x) }
def @main(%x: float32) -> float32 { @loop(@leaf(@leaf(%x))) }
"""


def infer(expr):
    return relay.transform.InferType()(tvm.IRModule.from_expr(expr))["main"]


# Call graphs.


def test_call_graph():
    mod = relay.parse(CALLS)
    graph = CallGraph(mod)
    assert graph.module is mod
    # Several calls of one function count once.
    counts = {name: (graph.ref_count(name), graph.global_call_count(name), graph.is_recursive(name))
              for name in ("main", "loop", "leaf", "even", "odd")}
    assert counts == {"main": (0, 2, False), "loop": (2, 2, True), "leaf": (2, 0, False),
                      "even": (1, 1, False), "odd": (1, 1, False)}
    assert graph.ref_count(mod.get_global_var("leaf")) == 2
    assert graph.print_var("loop") == ("Call graph node: loop,  #refs = 2\n  call site: <loop> calls loop\n"
                                       "  call site: <loop> calls leaf\n\n")
    text = str(graph)
    assert text.count("Call graph node") == 5
    assert text.index("node: main") < text.index("node: loop") < text.index("node: leaf")


def test_call_graph_of_undefined_function():
    mod = tvm.IRModule()
    x = relay.var("x", shape=())
    mod["main"] = relay.Function([x], relay.GlobalVar("elsewhere")(x))
    graph = CallGraph(mod)
    assert graph.ref_count("elsewhere") == 1 and graph.global_call_count("elsewhere") == 0
    with pytest.raises(tvm.TVMError, match="GlobalVar foo not found in the call graph!"):
        graph.ref_count("foo")
    with pytest.raises(TypeError, match="expected a string or GlobalVar as var, but got 3"):
        graph.is_recursive(3)


def test_long_chain_of_calls():
    mod = tvm.IRModule()
    x = relay.var("x", shape=())
    for number in range(3000):
        mod[f"f{number}"] = relay.Function([x], relay.GlobalVar(f"f{number + 1}")(x))
    text = str(CallGraph(mod))
    assert text.index("node: f0,") < text.index("node: f1500,") < text.index("node: f2999,")


# Features.


def test_features():
    x = relay.var("x", shape=())
    f = relay.var("f")
    loop = relay.Let(f, relay.Function([x], relay.Call(f, [x])), relay.Call(f, [relay.const(1.0)]))
    assert detect_feature(loop) == {Feature.fVar, Feature.fFunction, Feature.fCall, Feature.fLet,
                                    Feature.fLetRec, Feature.fConstant}
    shared = relay.Tuple([x, relay.const(1)])
    assert Feature.fGraph in detect_feature(relay.Tuple([shared, shared]))
    assert Feature.fGraph not in detect_feature(relay.Tuple([x, x]))


def test_features_of_module_and_expression():
    mod = relay.parse('#[version = "0.0.5"]\ndef @main(%x: float32) { if (less(%x, 0f)) { %x } else { 1f } }')
    x = relay.var("x", shape=())
    both = {Feature.fVar, Feature.fFunction, Feature.fIf, Feature.fCall, Feature.fOp, Feature.fConstant,
            Feature.fRefCreate}
    assert detect_feature(mod, relay.RefCreate(x)) == detect_feature(relay.RefCreate(x), mod) == both
    assert detect_feature(mod) == detect_feature(None, mod) == both - {Feature.fRefCreate}


def test_features_of_primitive_function():
    x = relay.var("x", shape=())
    function = relay.Function([x], relay.exp(x)).with_attr("Primitive", 1)
    assert detect_feature(function) == {Feature.fFunction}


# Kinds.


def test_kinds():
    kinds = relay.TypeKind
    a, shape = relay.TypeVar("a"), relay.TypeVar("s", kinds.ShapeVar)
    tensor = relay.TensorType((2,))
    for t, kind in [(shape, kinds.ShapeVar), (relay.IncompleteType(), kinds.Type), (tensor, kinds.Type),
                    (relay.FuncType([a, tensor], relay.TupleType([relay.RefType(a)]), [a]), kinds.Type),
                    (relay.GlobalTypeVar("List"), kinds.AdtHandle)]:
        assert check_kind(t) is kind


def test_kinds_of_data_types():
    mod = relay.parse('#[version = "0.0.5"]\ntype List[A] { Cons(A, List[A]), Nil }\ndef @main() { () }')
    name = mod.get_global_type_var("List")
    assert check_kind(mod["List"], mod) is relay.TypeKind.TypeData
    assert check_kind(name(relay.TensorType(())), mod) is relay.TypeKind.Type
    with pytest.raises(tvm.TVMError, match="expected 1 arguments of List.*, but got 2"):
        check_kind(name(relay.TensorType(()), relay.TensorType(())), mod)
    with pytest.raises(tvm.TVMError, match="the type variable List of List.* is undefined"):
        check_kind(name(relay.TensorType(())))
    with pytest.raises(tvm.TVMError, match="the callee of .* is no global type variable, but"):
        check_kind(relay.TypeCall(relay.TypeVar("f", relay.TypeKind.AdtHandle), []), mod)


@pytest.mark.parametrize("make, message", [
    (lambda s: relay.TupleType([s]), "s is of the kind ShapeVar, but a field of .* has to be of the kind Type"),
    (lambda s: relay.RefType(s), "but the content of"),
    (lambda s: relay.FuncType([s], relay.TupleType([])), "but a parameter of"),
    (lambda s: relay.FuncType([], relay.TupleType([relay.RefType(s)])), "but the content of"),
    (lambda s: relay.FuncType([], s), "but the result of"),
    (lambda s: relay.TypeCall(relay.GlobalTypeVar("T"), [s]), "but an argument of"),
    (lambda s: relay.TypeCall(relay.GlobalTypeVar("T", relay.TypeKind.Type), []),
     "T is of the kind Type, but the function of"),
    (lambda s: relay.TypeData(relay.GlobalTypeVar("T"), [s], []), "but a type parameter of"),
])
def test_wrong_kinds(make, message):
    with pytest.raises(tvm.TVMError, match=message):
        check_kind(make(relay.TypeVar("s", relay.TypeKind.ShapeVar)))


# Multiply-accumulate operations.


@pytest.mark.parametrize("make, count", [
    (lambda: relay.nn.dense(relay.var("x", shape=(5, 7)), relay.var("w", shape=(3, 7))), 5 * 3 * 7),
    (lambda: relay.nn.batch_matmul(relay.var("x", shape=(2, 7, 5)), relay.var("w", shape=(2, 7, 3)),
                                   transpose_a=True, transpose_b=False), 2 * 5 * 3 * 7),
    (lambda: relay.nn.conv2d(relay.var("x", shape=(1, 8, 8, 4)), relay.var("w", shape=(3, 3, 4, 6)),
                             data_layout="NHWC", kernel_layout="HWIO"), 6 * 6 * 6 * 4 * 9),
    (lambda: relay.nn.conv2d(relay.var("x", shape=(1, 4, 8, 8)), relay.var("w", shape=(4, 1, 3, 3)),
                             groups=4), 4 * 6 * 6 * 9),
    (lambda: relay.nn.conv2d_transpose(relay.var("x", shape=(1, 4, 6, 6)), relay.var("w", shape=(4, 5, 3, 3)),
                                       channels=5, kernel_size=(3, 3)), 8 * 8 * 5 * 4 * 9),
    (lambda: relay.nn.relu(relay.var("x", shape=(5, 7))), 0),
])
def test_mac_number(make, count):
    assert relay.analysis.get_total_mac_number(infer(make())) == count


def test_mac_number_of_shared_call():
    product = relay.nn.dense(relay.var("x", shape=(5, 7)), relay.var("w", shape=(3, 7)))
    assert relay.analysis.get_total_mac_number(infer(relay.Tuple([product, product + product]))) == 105


def test_mac_number_of_unknown_sizes():
    product = relay.nn.dense(relay.var("x", shape=(relay.Any(), 7)), relay.var("w", shape=(3, 7)))
    with pytest.raises(tvm.TVMError, match=r"cannot count the operations of nn.dense: the shape \[\?, 3\]"):
        relay.analysis.get_total_mac_number(infer(product))
    with pytest.raises(ValueError, match="has not populated the checked_type"):
        relay.analysis.get_total_mac_number(product)


# Parts of modules.


def test_intermediate_expressions():
    mod = relay.parse("""
#[version = "0.0.5"]
def @main(%x: Tensor[(2, 4), float32]) {
  %0 = exp(%x);
  %1 = split(%0, indices_or_sections=2, axis=1);
  %2 = %1.0;
  negative(%2)
}
""")
    texts = [relay.analysis.extract_intermdeiate_expr(mod, number)["main"].astext(show_meta_data=False)
             for number in range(4)]
    for number, name in enumerate(("exp", "split", "%1.0", "negative")):
        assert name in texts[number]
        assert number == 3 or "negative" not in texts[number]
    for number in (-1, 4):
        with pytest.raises(tvm.TVMError, match=f"there is no expression {number}: main has 4 calls"):
            relay.analysis.extract_intermdeiate_expr(mod, number)


def test_fused_functions():
    x, y = relay.var("x", shape=(2,)), relay.var("y", shape=(2,))

    def chain(value):
        return relay.exp(relay.negative(value))

    # Two groups are equal, and the third one is a group of its own.
    expr = relay.annotation.stop_fusion(relay.Tuple([chain(x), chain(y)]))
    mod = tvm.IRModule.from_expr(relay.tanh(relay.TupleGetItem(expr, 0)) + relay.TupleGetItem(expr, 1))
    functions = relay.analysis.extract_fused_functions(mod)
    assert sorted(f.body.op.name for f in functions.values()) == ["add", "exp"]
    assert {var.name_hint for var in functions} == {str(tvm.ir.structural_hash(f)) for f in functions.values()}
    assert "Primitive" not in mod.astext()


# Calibration.

PARTS = """
#[version = "0.0.5"]
def @one(%a: Tensor[(2), float32], %b: Tensor[(2), float32], Compiler="mine") {
  (add(%a, %b), subtract(%a, %b))
}
def @two(%a: Tensor[(2), float32], Compiler="mine") { exp(%a) }
def @own(%a: Tensor[(2), float32]) { negative(%a) }
def @main(%x: Tensor[(2), float32], %y: Tensor[(2), float32]) {
  %0 = @one(%x, %y);
  @own(@two(%0.1))
}
"""


def test_calibration_data():
    mod = relay.parse(PARTS)
    x, y = np.array([1, 2], "float32"), np.array([3, 5], "float32")
    data = relay.analysis.get_calibration_data(mod, {"x": x, "y": y})
    one, two = mod.get_global_var("one"), mod.get_global_var("two")
    assert set(data) == {one, two}
    expected = {one: ([x, y], [x + y, x - y]), two: ([x - y], [np.exp(x - y)])}
    for var, (inputs, outputs) in expected.items():
        for key, arrays in (("inputs", inputs), ("outputs", outputs)):
            assert len(data[var][key]) == len(arrays)
            for found, array in zip(data[var][key], arrays):
                np.testing.assert_allclose(found.numpy(), array, rtol=1e-6)
    # The module keeps its compilers.
    assert mod.astext().count('Compiler="mine"') == 2


def test_calibration_without_compilers():
    mod = tvm.IRModule.from_expr(relay.exp(relay.var("x", shape=(2,))))
    assert relay.analysis.get_calibration_data(mod, {}) == {}


@pytest.mark.parametrize("old, new, message", [
    ("@own(@two", "@two(@two", "two is called twice: calibration needs one call of each function"),
    ("(add(%a, %b), subtract(%a, %b))", "((add(%a, %b),), subtract(%a, %b))",
     "cannot calibrate a function that gets a tuple, or returns one in another one"),
])
def test_calibration_errors(old, new, message):
    mod = relay.parse(PARTS.replace(old, new))
    with pytest.raises(tvm.TVMError, match=message):
        relay.analysis.get_calibration_data(mod, {"x": np.zeros(2, "float32"), "y": np.zeros(2, "float32")})
