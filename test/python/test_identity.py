"""Which nodes stay the same objects when passes run, and which must not."""

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def nodes(expr):
    found = []
    relay.analysis.post_order_visit(expr, found.append)
    return found


def typed(expr):
    return relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def make_partly_simple():
    """A function with one part that SimplifyExpr changes, and one that it leaves alone."""
    x = relay.var("x", shape=(4, 4))
    y = relay.var("y", shape=(4, 4))
    kept = relay.nn.relu(relay.add(x, relay.const(np.arange(16, dtype="float32").reshape(4, 4))))
    changed = relay.reshape(relay.reshape(y, (16,)), (2, 8))
    return relay.Function([x, y], relay.Tuple([kept, changed, relay.TupleGetItem(
        relay.Tuple([kept, kept]), 1)]))


def test_what_a_pass_leaves_alone():
    before = typed(make_partly_simple())
    main = before["main"]
    after = relay.transform.SimplifyExpr()(before)["main"]
    assert not after.same_as(main)
    assert [a is b for a, b in zip(after.params, main.params)] == [True, True]
    relu, reshape = after.body.fields[0], after.body.fields[1]
    assert relu is main.body.fields[0]
    assert relu.args[0].args[1] is main.body.fields[0].args[0].args[1]
    assert reshape is not main.body.fields[1] and reshape.args[0] is main.params[1]


def test_variables_without_inference_before():
    """The parameters are the same even where the pass that gives them types makes all else anew."""
    function = make_partly_simple()
    after = relay.transform.SimplifyExpr()(tvm.IRModule.from_expr(function))["main"]
    assert [a is b for a, b in zip(after.params, function.params)] == [True, True]
    assert after.params[0].checked_type == relay.TensorType((4, 4))


def test_free_variables():
    x = relay.var("x", shape=(3, 4))
    body = relay.transpose(relay.transpose(x, [1, 0]), [1, 0])
    simple = relay.transform.SimplifyExpr()(body)
    assert list(relay.analysis.free_vars(simple)) == [x]
    expected = relay.transform.InferType()(relay.add(x, x))
    assert tvm.ir.structural_equal(relay.transform.FastMath()(relay.add(x, x)), expected)
    other = relay.var("x", shape=(3, 4))
    assert not tvm.ir.structural_equal(relay.transform.InferType()(relay.add(other, other)),
                                       expected)


def test_functions_of_a_module():
    x, y = relay.var("x", shape=(4,)), relay.var("y", shape=(2, 2))
    mod = tvm.IRModule()
    mod["same"] = relay.Function([x], relay.tanh(x))
    mod["other"] = relay.Function([y], relay.reshape(relay.reshape(y, (4,)), (1, 4)))
    mod = relay.transform.InferType()(mod)
    assert mod["same"].body.op.name == "tanh"
    after = relay.transform.SimplifyExpr()(mod)
    assert after["same"] is mod["same"] and after["other"] is not mod["other"]
    again = relay.transform.SimplifyExpr()(after)
    assert again["same"] is mod["same"] and again["other"] is after["other"]
    # Also where nobody has looked at the module in between.
    unseen = relay.transform.SimplifyExpr()(relay.transform.SimplifyExpr()(mod))
    assert unseen["same"] is mod["same"]


def test_lets_branches_and_literals():
    x = relay.var("x", shape=(2, 8))
    c = relay.var("c", shape=(), dtype="bool")
    a = relay.var("a")
    p = relay.var("p", shape=(2, 8))
    f = relay.var("f")
    branch = relay.If(c, relay.Call(f, [a]), relay.negative(a))
    changed = relay.reshape(relay.reshape(x, (16,)), (4, 4))
    body = relay.Let(a, relay.exp(x), relay.Let(
        f, relay.Function([p], relay.multiply(p, a)), relay.Tuple([branch, changed])))
    mod = typed(relay.Function([x, c], body))
    before = mod["main"].body
    after = relay.transform.SimplifyExpr()(mod)["main"].body
    assert after is not before
    assert after.var is before.var and after.value is before.value
    inner, inner_before = after.body, before.body
    assert inner.var is inner_before.var and inner.value is inner_before.value
    assert inner.body.fields[0] is inner_before.body.fields[0]
    assert inner.body.fields[1] is not inner_before.body.fields[1]


def test_changed_variables_are_others():
    """A name, type or attribute that a pass changes is that of a new node."""
    x = relay.var("x", shape=(2, 3, 4, 4))
    w = relay.var("w", shape=(5, 3, 1, 1))
    mod = typed(relay.Function([x, w], relay.nn.conv2d(x, w)))
    half = relay.transform.ToMixedPrecision()(mod)["main"]
    assert half.params[0] is mod["main"].params[0]
    laid_out = relay.transform.ConvertLayout({"nn.conv2d": ["NHWC", "default"]})(mod)["main"]
    convs = [n for n in nodes(laid_out) if isinstance(n, relay.Call) and n.op.name == "nn.conv2d"]
    assert convs[0].attrs.data_layout == "NHWC"
    assert mod["main"].body.attrs.data_layout == "NCHW"


def test_copies_are_nodes_of_their_own():
    """A body that is inlined twice is computed twice: effects and sharing stay."""
    r = relay.var("r", relay.RefType(relay.TensorType((), "float32")))
    old = relay.var("old")
    bump = relay.Function(
        [r], relay.Let(old, relay.RefRead(r), relay.RefWrite(r, old + relay.const(1.0))))
    mod = tvm.IRModule()
    mod["bump"] = bump.with_attr("Inline", 1)
    call = mod.get_global_var("bump")
    cell = relay.var("cell")
    u, v = relay.var("u"), relay.var("v")
    mod["main"] = relay.Function([], relay.Let(
        cell, relay.RefCreate(relay.const(0.0)), relay.Let(
            u, call(cell), relay.Let(v, call(cell), relay.RefRead(cell)))))
    mod = relay.transform.InferType()(mod)
    after = relay.transform.Inline()(mod)
    reads = [n for n in nodes(after["main"]) if isinstance(n, relay.RefRead)]
    assert len(reads) == 3 == len(set(map(id, reads)))
    result = relay.create_executor(mod=after).evaluate()()
    assert result.numpy() == 2.0


def test_type_parameters():
    a = relay.TypeVar("A")
    x = relay.Var("x", a)
    y = relay.var("y", shape=(2, 8))
    mod = tvm.IRModule()
    mod["id"] = relay.Function([x], x, a, [a])
    mod["main"] = relay.Function([y], relay.reshape(relay.reshape(
        relay.Call(mod.get_global_var("id"), [y]), (16,)), (4, 4)))
    mod = relay.transform.InferType()(mod)
    assert mod["id"].params[0] is x
    after = relay.transform.SimplifyExpr()(mod)
    assert after["id"] is mod["id"] and after["main"] is not mod["main"]
    assert after["id"].params[0] is x


def test_what_hooks_see():
    seen = []

    @tvm.instrument.pass_instrument
    class Look:
        def run_after_pass(self, mod, info):
            seen.append((info.name, mod["main"]))

    mod = typed(make_partly_simple())
    assert len(mod["main"].params) == 2
    with tvm.transform.PassContext(opt_level=4, instruments=[Look()]):
        result = tvm.transform.Sequential(
            [relay.transform.SimplifyExpr(), relay.transform.FastMath()])(mod)
    functions = [function for name, function in seen if name in ("SimplifyExpr", "FastMath")]
    assert len(functions) == 2
    assert functions[0] is functions[1] is result["main"]
    assert result["main"].body.fields[0] is mod["main"].body.fields[0]


def test_views_that_are_kept():
    """A module that a hook has seen is passed on when what it was made of is gone."""
    kept = []

    @tvm.instrument.pass_instrument
    class Keep:
        def run_after_pass(self, mod, info):
            kept.append((mod, mod["main"]))

    with tvm.transform.PassContext(opt_level=4, instruments=[Keep()]):
        relay.transform.SimplifyExpr()(typed(make_partly_simple()))
    for mod, main in kept:
        passes = [relay.transform.FastMath(), relay.transform.SimplifyExpr()]
        with tvm.transform.PassContext(opt_level=4):
            result = tvm.transform.Sequential(passes)(mod)
        assert result["main"].body.fields[0] is main.body.fields[0]


@pytest.mark.parametrize("config", [{}, {"testing.immutable_module": True}])
def test_hooks_that_look_change_nothing(config):
    """Numbers in locations are no change of a module that must not change."""

    @tvm.instrument.pass_instrument
    class Look:
        def run_before_pass(self, mod, info):
            assert mod["main"].body is not None

        def run_after_pass(self, mod, info):
            assert mod["main"].body is not None

    @tvm.transform.module_pass(opt_level=0)
    def look(mod, ctx):
        assert mod["main"].body is not None
        return mod

    mod = typed(make_partly_simple())
    with tvm.transform.PassContext(opt_level=3, instruments=[Look()], config=config):
        passes = [relay.transform.InferType(), look, relay.transform.FastMath(), look]
        assert tvm.ir.structural_equal(tvm.transform.Sequential(passes)(mod), mod)


def make_unseen():
    """A module that nobody has looked at."""
    return relay.parse(typed(make_partly_simple()).astext())


def test_passes_inside_of_passes():
    """A pass that Python runs on a view, or the text of it, takes no nodes from the run around."""
    seen = []

    @tvm.transform.module_pass(opt_level=0)
    def run_inside(mod, ctx):
        seen.append(mod["main"])
        assert relay.transform.FastMath()(mod)["main"] is mod["main"]
        assert "relay.nn.relu" in mod.mlir()
        return mod

    passes = [relay.transform.SimplifyExpr(), run_inside, relay.transform.FoldConstant()]
    with tvm.transform.PassContext(opt_level=4):
        result = tvm.transform.Sequential(passes)(make_unseen())
    assert result["main"].body.fields[0] is seen[0].body.fields[0]


def test_modules_share_a_program():
    """Who looks first makes the functions for all; a change is that of one module."""
    mod = make_unseen()
    copy, unchanged = mod.clone(), relay.transform.FastMath()(mod)
    main = copy["main"]
    assert mod["main"] is main and unchanged["main"] is main
    assert mod.get_global_var("main") is copy.get_global_var("main")
    x = relay.var("x", shape=(2,))
    copy["main"] = relay.Function([x], x)
    assert mod["main"] is main and unchanged["main"] is main and copy["main"].body is x


def test_results_that_outlive_a_run():
    """A view, and what passes make of it, stay when the run is over that they come from."""
    kept = []

    @tvm.transform.module_pass(opt_level=0)
    def keep(mod, ctx):
        kept.extend([mod, relay.transform.FastMath()(mod)])
        assert len(mod["main"].params) == 2
        return tvm.IRModule.from_expr(make_partly_simple())

    passes = [relay.transform.InferType(), keep]
    with tvm.transform.PassContext(opt_level=4):
        tvm.transform.Sequential(passes)(tvm.IRModule.from_expr(make_partly_simple()))
        view, unchanged = kept
        assert unchanged["main"] is view["main"]
        simple = relay.transform.SimplifyExpr()(unchanged)
    assert simple["main"].body.fields[0] is view["main"].body.fields[0]


def make_never_inferred():
    """A module as scripts build it: no types but those of the parameters."""
    mod = tvm.IRModule()
    callee = relay.GlobalVar("callee")
    p = relay.var("p", shape=(3, 5))
    mod[callee] = relay.Function([p], relay.exp(p)).with_attr("Inline", 1)
    other = relay.GlobalVar("other")
    q = relay.var("q", shape=(3, 5))
    mod[other] = relay.Function([q], relay.log(q))
    x = relay.var("x", shape=(3, 5))
    mod["main"] = relay.Function([x], relay.add(callee(x), other(x)))
    return mod, x, other


def test_module_passes_on_what_was_never_inferred():
    """Effects are known, so that calls are no bindings; types are not written down."""
    mod, x, other = make_never_inferred()
    after = relay.transform.Inline()(mod)
    expected = relay.Function([x], relay.add(relay.exp(x), relay.Call(other, [x])))
    assert tvm.ir.structural_equal(after["main"], expected)
    assert after["main"].ret_type is None and after["main"].params[0] is x
    assert after["other"] is mod["other"]
    assert x._checked_type_ is None


def test_function_passes_on_what_was_never_inferred():
    mod, x, other = make_never_inferred()
    after = relay.transform.SimplifyExpr()(mod)
    assert after["main"].ret_type == relay.TensorType((3, 5))
    assert mod["main"].ret_type is None and mod["main"].params[0] is after["main"].params[0]


def test_literals_that_were_never_inferred():
    mod, x, other = make_never_inferred()
    callee = mod.get_global_var("callee")
    mod[callee] = mod[callee].with_attr("Compiler", "other")
    after = relay.transform.Inline()(mod)
    literal = after["main"].body.args[0].op
    assert isinstance(literal, relay.Function) and literal.ret_type is None
    assert literal.attrs.Compiler == "other" and "callee" not in after


@pytest.mark.parametrize("hidden", [False, True])
def test_types_that_contradict_each_other(hidden):
    """A pass of MLIR finds what is wrong with a module that was never inferred."""
    mod, x, other = make_never_inferred()
    y = relay.var("y", shape=(4, 4))
    mod["wrong"] = relay.Function([x, y], relay.add(x, y))
    passes = [relay.transform.Inline(), relay.transform.RemoveUnusedFunctions()]
    with pytest.raises(tvm.error.DiagnosticError, match="add"):
        passes[hidden](mod)
    assert mod["wrong"].body.op.name == "add"


def test_passes_in_a_row_without_inference():
    mod, x, other = make_never_inferred()
    seen = []

    @tvm.instrument.pass_instrument
    class Look:
        def run_after_pass(self, mod, info):
            seen.append((info.name, mod["main"].ret_type is not None))

    with tvm.transform.PassContext(opt_level=3, instruments=[Look()]):
        tvm.transform.Sequential([relay.transform.Inline(), relay.transform.RemoveUnusedFunctions(),
                                  relay.transform.InferType(), relay.transform.Inline()])(mod)
    assert seen == [("InlineGlobals", False), ("RemoveUnusedFunctions", False), ("InferType", True),
                    ("InlineGlobals", True), ("sequential", True)]
