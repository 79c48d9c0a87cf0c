"""The arguments of relay.transform's functions: callables, layouts, levels; and the nodes that stay the same."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def run(expr, *passes):
    mod = tvm.IRModule.from_expr(expr)
    for element in (relay.transform.InferType(), *passes):
        mod = element(mod)
    return mod["main"]


def make_repeated():
    x = relay.var("x", shape=(1, 16))
    first = relay.nn.relu(x)
    left = relay.add(first, relay.const(1.0)) + relay.add(first, relay.const(1.0))
    return relay.Function([x], relay.tanh(left) * relay.tanh(left))


def count(function, name):
    found = []
    relay.analysis.post_order_visit(
        function, lambda e: found.append(e) if isinstance(e, relay.Call) and e.op.name == name
        else None)
    return len(found)


def test_fskip():
    function = make_repeated()
    assert count(function, "add") == 3 and count(function, "tanh") == 2
    merged = run(function, relay.transform.EliminateCommonSubexpr())
    assert count(merged, "add") == 2 and count(merged, "tanh") == 1
    seen = []

    def fskip(expr):
        seen.append(expr)
        return isinstance(expr, relay.Call) and expr.op.name == "add"

    kept = run(function, relay.transform.EliminateCommonSubexpr(fskip))
    assert count(kept, "add") == 3 and count(kept, "tanh") == 1
    assert {e.op.name for e in seen} == {"nn.relu", "add", "tanh", "multiply"}
    # It is asked about the nodes of one function, with types.
    sum_ = next(e for e in seen if e.op.name == "tanh").args[0]
    assert any(e is sum_ for e in seen) and sum_.checked_type == relay.TensorType((1, 16))


def test_fskip_under_contexts():
    names = []

    @tvm.instrument.pass_instrument
    class Names:
        def run_before_pass(self, mod, info):
            names.append((info.name, info.opt_level, list(info.required)))

    element = relay.transform.EliminateCommonSubexpr(lambda expr: True)
    assert element.info.name == "EliminateCommonSubexpr" and element.info.opt_level == 3
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(make_repeated()))
    with tvm.transform.PassContext(opt_level=3, instruments=[Names()]):
        after = tvm.transform.Sequential([element])(mod)
    assert [name for name, *_ in names] == ["sequential", "InferType", "EliminateCommonSubexpr",
                                            "InferType"]
    tvm.ir.assert_structural_equal(after, mod)
    names.clear()
    with tvm.transform.PassContext(opt_level=2, instruments=[Names()]):
        tvm.transform.Sequential([element])(mod)
    assert [name for name, *_ in names] == ["sequential"]


def test_fskip_raises():
    def fskip(expr):
        raise KeyError("wrong")

    with pytest.raises(KeyError, match="wrong"):
        run(make_repeated(), relay.transform.EliminateCommonSubexpr(fskip))


def make_convolutions():
    x = relay.var("x", shape=(1, 8, 8, 4))
    y = x
    for i in range(2):
        weight = relay.const(np.ones((3, 3, 4, 4), "float32"))
        y = relay.nn.conv2d(y, weight, channels=4, kernel_size=(3, 3), padding=(1, 1),
                            data_layout="NHWC", kernel_layout="HWIO")
    return relay.Function([x], y)


def get_layouts(function):
    found = []
    relay.analysis.post_order_visit(
        function, lambda e: found.append(str(e.attrs.data_layout))
        if isinstance(e, relay.Call) and e.op.name == "nn.conv2d" else None)
    return found


def test_folding_again():
    """A value that was too large stays so, also after Python has looked at the module, and in text."""
    expr = relay.tile(relay.tile(relay.const([1.0, 2.0]), (3,)), (2,))
    with tvm.transform.PassContext(config={"relay.FoldConstant.max_growth": 24}):
        once = relay.transform.FoldConstant()(tvm.IRModule.from_expr(expr))
        assert once["main"].body.op.name == "tile"
        assert once.astext().count("tile(") == 2
        twice = relay.transform.FoldConstant()(once)
        read = relay.transform.FoldConstant()(relay.parse(once.astext()))
    assert tvm.ir.structural_equal(once, twice) and tvm.ir.structural_equal(once, read)


def test_layout_config():
    element = relay.transform.ConvertLayout({"nn.conv2d": ["NCHW", "default"]})
    function = make_convolutions()
    assert get_layouts(run(function, element)) == ["NCHW", "NCHW"]
    # It counts when the pass runs, not when it is made.
    with relay.transform.LayoutConfig(skip_layers=[0]) as outer:
        assert get_layouts(run(function, element)) == ["NHWC", "NCHW"]
        with relay.transform.LayoutConfig(skip_layers=[1]):
            assert get_layouts(run(function, element)) == ["NCHW", "NHWC"]
        assert relay.transform.LayoutConfig.current is outer
        with tvm.transform.PassContext(opt_level=3):
            after = tvm.transform.Sequential([element])(tvm.IRModule.from_expr(function))
        assert get_layouts(after["main"]) == ["NHWC", "NCHW"]
    assert relay.transform.LayoutConfig.current is None
    assert get_layouts(run(function, element)) == ["NCHW", "NCHW"]
    assert element.info.name == "ConvertLayout"


def test_wrong_layout():
    element = relay.transform.ConvertLayout({"nn.conv2d": ["wrong!", "default"]})
    with pytest.raises(tvm.error.DiagnosticError, match="desired layouts of nn.conv2d"):
        run(make_convolutions(), element)


def test_functions_that_do_not_change_stay():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.const(1.0) + relay.const(2.0) + x))
    y = relay.var("y", shape=(2,))
    mod["same"] = relay.Function([y], relay.tanh(y))
    mod = relay.transform.InferType()(mod)
    again = relay.transform.InferType()(mod)
    assert again["same"].same_as(mod["same"]) and again["main"].same_as(mod["main"])
    # One of the functions changes.
    after = relay.transform.FoldConstant()(mod)
    assert after["same"].same_as(mod["same"]) and not after["main"].same_as(mod["main"])
    assert after.get_global_var("same").same_as(mod.get_global_var("same"))
    nothing = relay.transform.FoldConstant()(after)
    assert nothing["main"].same_as(after["main"]) and nothing is not after
    # A pass in Python changes the other.

    @relay.transform.function_pass(opt_level=0)
    def change(func, mod, ctx):
        return relay.Function(func.params, relay.nn.relu(func.body)) \
            if isinstance(func.body, relay.Call) and func.body.op.name == "tanh" else func

    with tvm.transform.PassContext(opt_level=3):
        after = tvm.transform.Sequential([change, relay.transform.FoldConstant()])(nothing)
    assert after["main"].same_as(nothing["main"]) and after["same"].body.op.name == "nn.relu"


def test_a_function_whose_types_change_is_another():
    text = """#[version = "0.0.5"]
def @callee(%x: Tensor[(2), float32]) -> Tensor[(?), float32] { %x }
def @main(%x: Tensor[(2), float32]) { @callee(%x) }
"""
    mod = relay.parse(text)
    main = mod["main"]
    x = relay.var("x", shape=(2,))
    mod["callee"] = relay.Function([x], x)
    after = relay.transform.InferType()(mod)
    assert main.body.checked_type == relay.TensorType((relay.Any(),))
    if not after["main"].same_as(main):
        assert after["main"].body.checked_type == relay.TensorType((2,))
    else:
        assert after["main"].body.checked_type == main.body.checked_type


@pytest.mark.parametrize("name", ["no_fold", "relay.no_fold"])
@pytest.mark.parametrize("value, kept", [(1, 1), (True, 1), (None, 1), (2, 1), (0, 0), (False, 0)])
def test_no_fold(name, value, kept):
    function = relay.Function([], relay.const(1.0) + relay.const(2.0)).with_attr(name, value)
    for given in (tvm.IRModule.from_expr(function), tvm.IRModule.from_expr(relay.Function([], function))):
        folded = relay.transform.FoldConstant()(given)
        assert folded.astext().count("add(") == kept
        for again in (tvm.relay.parse(folded.astext()), tvm.ir.load_json(tvm.ir.save_json(folded)),
                      relay.transform.InferType()(given)):
            assert relay.transform.FoldConstant()(again).astext().count("add(") == kept


@pytest.mark.parametrize("name", ["no_fold", "relay.no_fold"])
@pytest.mark.parametrize("value", ["", "yes", 1.5, [], {}])
def test_no_fold_of_wrong_value(name, value):
    function = relay.Function([], relay.const(1.0)).with_attr(name, value)
    with pytest.raises(tvm.error.DiagnosticError, match="expected unit or an integer as the value of 'relay.no_fold'"):
        run(function, relay.transform.FoldConstant())


def test_no_fold_under_both_names():
    function = relay.Function([], relay.const(1.0) + relay.const(2.0)).with_attr("no_fold", 1)
    assert count(run(function.with_attr("relay.no_fold", 1), relay.transform.FoldConstant()), "add") == 1
    with pytest.raises(tvm.error.DiagnosticError, match="'relay.no_fold' of a function is 0 .* 'no_fold', which means"):
        run(function.with_attr("relay.no_fold", 0), relay.transform.FoldConstant())


def make_branches(shared, body=lambda branches: branches):
    """Branches that use an expression, both of them inside of what `body` makes."""
    condition = relay.var("condition", shape=(), dtype="bool")
    return body(relay.If(condition, relay.exp(shared), relay.add(shared, shared)))


def test_basic_block_normal_form_needs_no_types():
    x, y = relay.var("x"), relay.var("y")
    check = relay.analysis.check_basic_block_normal_form
    for expr in (relay.add(x, relay.add(x, x)), relay.Let(y, x, y), relay.Function([x], relay.RefCreate(x)),
                 relay.Let(y, relay.exp(x), make_branches(y)), relay.Function([y], make_branches(y)),
                 # The first use is outside of the branches.
                 relay.Tuple([relay.exp(y), make_branches(y)])):
        assert check(expr)


@pytest.mark.parametrize("expr, shared", [
    (make_branches(relay.var("x")), "%x"),
    (make_branches(relay.exp(relay.var("x")), lambda branches: relay.Function([], branches)), "exp[(]%x[)]"),
    (make_branches(relay.const(1.0)), "1f"),
    (make_branches(relay.var("x"), lambda branches: relay.Tuple([branches, relay.RefRead(branches)])), "%x"),
])
def test_basic_block_normal_form_refuses(expr, shared):
    with pytest.raises(tvm.TVMError, match=f"(?s)violates the basic block normal form .*{shared}"):
        relay.analysis.check_basic_block_normal_form(expr)


def test_basic_block_normal_form_of_deep_programs():
    expr = relay.var("x")
    for _ in range(20000):
        expr = relay.exp(expr)
    assert relay.analysis.check_basic_block_normal_form(expr)


def test_used_memory():
    x = relay.var("x", shape=(1, 4, 4, 2), dtype="int8")
    p = relay.var("p", shape=(1, 4, 4, 2), dtype="int8")
    pool = relay.Function([p], relay.nn.max_pool2d(p)).with_attr("Primitive", 1)
    function = run(relay.Function([x], relay.concatenate([pool(x), pool(x)], axis=0)),
                   relay.transform.ToANormalForm(), relay.transform.InferType(),
                   relay.transform._ffi_api.AnnotateUsedMemory())
    assert function.attrs["io_used_memory"] == 3 * 32
    literals = []
    relay.analysis.post_order_visit(
        function.body, lambda e: literals.append(e) if isinstance(e, relay.Function) else None)
    assert [list(literal.attrs["used_memory"]) for literal in literals] == [[2 * 32, 3 * 32]]


def test_used_memory_of_dynamic_shapes():
    x = relay.var("x", shape=(1, relay.Any()))
    p = relay.var("p", shape=(1, relay.Any()))
    primitive = relay.Function([p], p).with_attr("Primitive", 1)
    with pytest.raises(tvm.TVMError, match="does not support dynamic shapes"):
        run(relay.Function([x], primitive(x)), relay.transform.AnnotateUsedMemory())
