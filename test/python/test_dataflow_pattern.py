"""Dataflow patterns: their nodes, matching, rewriting, partitioning, and MergeComposite."""

import re
import time
from pathlib import Path

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.dataflow_pattern import *  # noqa: F403
from relay_lite.relay import dataflow_pattern, transform
from relay_lite.relay.dataflow_pattern import (CallPattern, DFPattern, DFPatternCallback,
                                               FunctionPattern, TuplePattern, WildcardPattern,
                                               dominates, has_attr, has_dtype, has_shape, has_type,
                                               is_constant, is_expr, is_if, is_let, is_op, is_tuple,
                                               is_tuple_get_item, is_var, rewrite, wildcard)


def conv_relu():
    return is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), wildcard()))


X, W, B = relay.var("x"), relay.var("w"), relay.var("b")


# Operators that only TVM has

OTHER_OPERATORS = re.findall(
    r'^TVM_OPERATOR\("(.*)"\)$',
    Path(__file__, "../../../lib/Frontend/AST/TVMOperators.def").resolve().read_text(), re.M)


def test_operators_that_only_tvm_has():
    """Patterns may name them, and match nothing; there is no operator of the name."""
    assert {"contrib.ethosu.conv2d", "scatter", "vision.nms"} <= set(OTHER_OPERATORS)
    assert OTHER_OPERATORS == sorted(set(OTHER_OPERATORS) - set(tvm.ir.Op.list_op_names()))
    program = relay.nn.relu(X + W)
    for name in OTHER_OPERATORS:
        assert not is_op(name)(None).match(program)
        assert (is_op(name)(wildcard()) | is_op("nn.relu")(wildcard())).match(program)
        op = relay.op.get(name)
        assert op == relay.op.get(name) and op.name == name
        assert op.get_attr("TOpPattern") is None and op.num_inputs == -1
        assert op.attrs_type_key == ""
        with pytest.raises(tvm.TVMError, match=f"unknown operator '{name}'"):
            relay.transform.InferType()(tvm.IRModule.from_expr(relay.Call(op, [X])))


def test_attributes_of_operators_that_only_tvm_has():
    """Tables of external compilers may have them."""
    @tvm.ir.register_op_attr("contrib.ethosu.conv2d", "target.test_patterns")
    def check(expr):
        return True

    assert relay.op.get("contrib.ethosu.conv2d").get_attr("target.test_patterns") is check


def test_operators_that_scripts_register():
    """A script may register an operator that only TVM has; a pattern from before matches it."""
    pattern = is_op("contrib.ethosu.pooling")(wildcard())
    relay.op.op.register("contrib.ethosu.pooling")
    op = relay.op.get("contrib.ethosu.pooling")
    assert pattern.match(relay.Call(op, [X]))


# Nodes


def test_nodes_keep_identity():
    part = wildcard()
    call = is_op("nn.relu")(part)
    assert call.args[0] is part and call.args[0] == part
    assert {call.args[0]: 1}[part] == 1
    assert isinstance(call, DFPattern) and isinstance(call, CallPattern)
    assert wildcard()(None).args is None
    assert is_tuple(None).fields is None
    assert FunctionPattern(None, part).params is None
    assert is_tuple_get_item(part).index == -1
    assert len(is_tuple([part, part])) == 2 and is_tuple([part])[0] is part
    with pytest.raises(IndexError, match="out of range"):
        is_tuple([part])[1]
    with pytest.raises(TypeError, match="astype cannot be used on TuplePattern"):
        is_tuple([part]).astype("int8")


@pytest.mark.parametrize("make, text", [
    (lambda: wildcard(), "*"),
    (lambda: is_op("add"), "Op(add)"),
    (lambda: is_var("x"), "VarPattern(x)"),
    (lambda: is_constant(), "ConstantPattern()"),
    (lambda: wildcard() + is_constant(),
     "(id 0): CallPatternNode(Op(add), [*, ConstantPattern()])"),
    (lambda: is_tuple([wildcard()]), "(id 0): TuplePattern([*])"),
    (lambda: is_tuple_get_item(wildcard(), 2), "(id 0): TupleGetItemPatternNode(*, 2)"),
    (lambda: is_if(is_var("c"), wildcard(), wildcard()),
     "(id 0): IfPattern(VarPattern(c), *, *)"),
    (lambda: is_let(is_var(), wildcard(), wildcard()), "(id 0): LetPatternNode(VarPattern(), *, *)"),
    (lambda: FunctionPattern([is_var()], wildcard()),
     "(id 0): FunctionPatternNode([VarPattern()], *)"),
    (lambda: is_var() | is_constant(), "(id 0): AltPattern(VarPattern() | ConstantPattern())"),
    (lambda: has_dtype("float16"), "(id 0): DataTypePattern(* has dtype float16)"),
    (lambda: has_shape([1, 2]), "(id 0): ShapePattern(* has shape [1, 2])"),
    (lambda: has_type(relay.TensorType((1,), "int8")),
     "(id 0): TypePattern(* has type Tensor[(1), int8])"),
    (lambda: has_attr({"axis": 1}), '(id 0): AttrPattern(* has attributes {"axis": 1})'),
    (lambda: dominates(wildcard(), is_var(), is_constant()),
     "(id 0): DominatorPattern(*, VarPattern(), ConstantPattern())"),
])
def test_text(make, text):
    assert str(make()) == repr(make()) == make().astext() == text


def test_text_of_shared_nodes():
    part = wildcard()
    assert str(part + part) == "(id 0): CallPatternNode(Op(add), [*, (invoke pattern id 2)])"


@pytest.mark.parametrize("make, error, message", [
    (lambda: CallPattern(wildcard(), 5), TypeError, "expected a list of patterns, but got 5"),
    (lambda: wildcard()(5), TypeError, "expected a list of patterns, but element 0 is 5"),
    (lambda: CallPattern(1, []), TypeError, "expected a pattern, but got 1"),
    (lambda: CallPattern(None, []), TypeError, "expected a pattern, but got None"),
    (lambda: is_var(5), TypeError, "expected a string, but got 5"),
    (lambda: is_expr("x"), TypeError, "expected an expression, but got 'x'"),
    (lambda: wildcard() | 3, TypeError, "expected a pattern, but got 3"),
    (lambda: wildcard() + 3, TypeError, "expected a list of patterns, but element 1 is 3"),
    (lambda: is_op("nn.conv"), AttributeError, "Operator nn.conv is not registered"),
    (lambda: is_op("qnn.dequantise"), AttributeError,
     "Operator qnn.dequantise is not registered; did you mean qnn.dequantize?"),
    (lambda: has_dtype("floot32"), Exception, "floot32"),
    (lambda: has_type("float32"), TypeError, "expected a type, but got 'float32'"),
    (lambda: has_attr([1]), TypeError, "expected attributes or a dictionary"),
    (lambda: has_attr({1: 2}), TypeError, "the name of an attribute"),
    (lambda: is_tuple_get_item(wildcard(), "x"), TypeError, "expected an integer"),
    (lambda: wildcard().match(5), TypeError, "expected an expression, but got 5"),
    (lambda: dataflow_pattern.match(5, X), TypeError, "expected a pattern, but got 5"),
    (lambda: wildcard().partition(X, check=5), TypeError, "expected a function as check"),
    (lambda: wildcard().partition(X, attrs=5), TypeError, "expected attributes or a dictionary"),
    (lambda: wildcard().redirect_to(5), TypeError, "expected a pattern, but got 5"),
    (lambda: rewrite([5], X), TypeError, "expected a DFPatternCallback, but got 5"),
    (lambda: rewrite(DFPatternCallback(), X), TypeError,
     "expected a pattern as the pattern of DFPatternCallback, but got None"),
])
def test_wrong_arguments(make, error, message):
    with pytest.raises(error, match=message):
        make()


# Matching


def test_alternatives_are_not_retried():
    # Once the left side matches, the right one is not tried: as in TVM.
    inner = wildcard()
    pattern = is_op("nn.relu")(inner | is_constant()) + inner
    assert pattern.match(relay.nn.relu(X) + X)
    assert not pattern.match(relay.nn.relu(X) + W)


def test_repeated_part_matches_one_node():
    part = wildcard()
    assert (part + part).match(X + X)
    assert not (part + part).match(X + W)
    # Constants are nodes, too.
    assert not (part + part).match(relay.const(1) + relay.const(1))


def test_attributes_include_defaults():
    call = relay.nn.conv2d(X, W, kernel_size=(3, 3))
    conv = is_op("nn.conv2d")(wildcard(), wildcard())
    assert conv.has_attr({"groups": 1, "data_layout": "NCHW", "kernel_size": [3, 3]}).match(call)
    assert not conv.has_attr({"groups": 2}).match(call)
    assert not conv.has_attr({"axis": 1}).match(call)
    assert not conv.has_attr({"groups": 1.0}).match(call)
    transposed = relay.nn.batch_matmul(X, W, transpose_b=True)
    for value in True, 1:
        assert is_op("nn.batch_matmul")(None).has_attr({"transpose_b": value}).match(transposed)
    assert not wildcard().has_attr({}).match(X)
    assert wildcard().has_attr({}).match(call)


def test_attributes_of_operators():
    assert is_op("add").has_attr({"TOpPattern": 1, "TOpIsStateful": False}).match(
        relay.op.get("add"))
    assert not is_op("add").has_attr({"NoSuch": 1}).match(relay.op.get("add"))
    relay.op.get("tanh").set_attr("target.test_patterns", True)
    assert wildcard().has_attr({"target.test_patterns": True})(wildcard()).match(relay.tanh(X))
    assert not wildcard().has_attr({"target.test_patterns": True})(wildcard()).match(relay.exp(X))


def test_types_are_inferred_once_for_all():
    x = relay.var("x", shape=(2, 3))
    body = x
    for _ in range(2000):
        body = relay.nn.relu(body)
    pattern = is_op("nn.relu")(wildcard()).has_shape([2, 3]).has_dtype("float32")
    started = time.monotonic()
    count = [0]

    class Count(DFPatternCallback):
        def __init__(self):
            super().__init__()
            self.pattern = pattern

        def callback(self, pre, post, node_map):
            count[0] += 1
            return post

    Count().rewrite(body)
    assert count[0] == 2000
    assert time.monotonic() - started < 60


def test_types_of_parts():
    x, y = relay.var("x", shape=(2, 3)), relay.var("y", shape=(3,), dtype="int32")
    let = relay.Let(relay.var("v"), x, relay.Tuple([x, y]))
    tuple_type = relay.TupleType([relay.TensorType((2, 3)), relay.TensorType((3,), "int32")])
    assert has_type(tuple_type).match(let)
    assert is_let(is_var(), has_shape([2, 3]), is_tuple([wildcard(), has_dtype("int32")])).match(let)
    assert not has_shape([2, 3]).match(let)
    branch = relay.If(relay.var("c", shape=(), dtype="bool"), x, x)
    assert is_if(has_dtype("bool"), wildcard(), wildcard()).has_shape([2, 3]).match(branch)


def test_types_that_cannot_be_inferred():
    x = relay.var("x", shape=(2, 3))
    with pytest.raises(tvm.error.DiagnosticError, match="nn.dense"):
        has_shape([2, 3]).match(relay.nn.dense(x, relay.var("w", shape=(4, 5))))


def test_recursive_function():
    f, n = relay.var("f"), relay.var("n")
    recursive = relay.Let(f, relay.Function([n], relay.If(n, f(n), n)), f(X))
    assert is_let(is_var("f"), FunctionPattern([is_var()], is_if(is_var(), wildcard(), wildcard())),
                  wildcard()(is_var("x"))).match(recursive)


def test_pattern_that_contains_itself():
    again = wildcard()
    chain = is_op("cast")(again | is_var())
    again.redirect_to(chain)
    assert again.pattern is chain
    assert chain.match(relay.cast(relay.cast(X, "int8"), "int32"))
    assert not chain.match(relay.cast(relay.nn.relu(X), "int8"))
    # The depth of the program is no limit.
    body = X
    for _ in range(50000):
        body = relay.cast(body, "float32")
    assert chain.match(body)


@pytest.mark.parametrize("make", [
    lambda w: w, lambda w: w | is_var(), lambda w: is_var() | w, lambda w: w.has_attr({"axis": 1}),
    lambda w: w.has_dtype("int8"), lambda w: dominates(is_var(), wildcard(), w)])
def test_pattern_that_matches_itself(make):
    again = wildcard()
    pattern = make(again)
    again.redirect_to(pattern)
    for use in pattern.match, pattern.partition, is_op("nn.relu")(pattern).match:
        with pytest.raises(tvm.TVMError, match="would have to match the same expression first"):
            use(relay.nn.relu(X))


def test_deep_pattern():
    pattern, body = is_var("x"), X
    for _ in range(20000):
        pattern, body = is_op("nn.relu")(pattern), relay.nn.relu(body)
    assert pattern.match(body)
    assert not pattern.match(relay.nn.relu(body))
    assert str(pattern).count("CallPatternNode") == 20000


def test_sums_in_all_orders():
    # Each sum that fails is tried in both orders.
    pattern, body = is_constant(), X
    for _ in range(40):
        pattern, body = pattern + wildcard(), body + body
    with pytest.raises(tvm.TVMError, match="more than 5004200 steps"):
        pattern.match(body)


def test_nested_diamonds_are_linear():
    body = conv = relay.nn.conv2d(X, W)
    for _ in range(200):
        body = relay.add(body, body)
    pattern = dominates(is_op("nn.conv2d")(wildcard(), wildcard()),
                        is_op("add")(wildcard(), wildcard()), is_op("nn.relu")(wildcard()))
    assert pattern.match(relay.nn.relu(body))
    assert not pattern.match(relay.nn.relu(body + conv * conv))


def test_leaves_on_the_path_of_a_dominator():
    """As in TVM 0.19, arguments that are variables or constants lead nowhere."""
    conv = is_op("nn.conv2d")(wildcard(), wildcard())
    path = is_op("nn.relu")(None) | is_op("nn.bias_add")(None)
    pattern = dominates(conv, path, is_op("reshape")(wildcard()))

    def make(bias):
        body = relay.nn.relu(relay.nn.bias_add(relay.nn.conv2d(X, W), bias))
        return relay.reshape(body, [-1])

    assert pattern.match(make(B)) and pattern.match(make(relay.const([1.0])))
    assert not pattern.match(make(relay.exp(B)))
    assert not pattern.match(relay.reshape(relay.nn.relu(X), [-1]))


# Rewriting


class Replace(DFPatternCallback):
    def __init__(self, pattern, function, **options):
        super().__init__(**options)
        self.pattern = pattern
        self.function = function

    def callback(self, pre, post, node_map):
        return self.function(pre, post, node_map)


def test_map_of_matches():
    data = wildcard()
    relu = is_op("nn.relu")(data)
    seen = []

    def look(pre, post, node_map):
        assert type(node_map).__name__ == "Map"
        seen.append((node_map[data][0], node_map[relu][0] is post, pre))
        return post

    expr = relay.nn.relu(relay.nn.relu(X))
    assert Replace(relu, look).rewrite(expr) is expr
    assert seen == [(X, True, expr.args[0]), (expr.args[0], True, expr)]


def test_operands_are_rewritten_before():
    double = Replace(is_op("nn.relu")(wildcard()), lambda pre, post, _: relay.exp(post.args[0]))
    out = double.rewrite(relay.nn.relu(relay.nn.relu(X)))
    assert tvm.ir.structural_equal(out, relay.exp(relay.exp(X)))


def test_types_of_what_is_rebuilt():
    x = relay.var("x", shape=(2,))
    shapes = []

    def look(pre, post, node_map):
        shapes.append(tuple(post.checked_type.shape))
        return relay.exp(post.args[0])

    out = Replace(is_op("nn.relu")(wildcard()), look, require_type=True).rewrite(
        relay.nn.relu(relay.nn.relu(x)))
    assert shapes == [(2,), (2,)]
    assert tvm.ir.structural_equal(out, relay.exp(relay.exp(x)))


def test_types_of_called_functions():
    x = relay.var("x", shape=(2,))
    mod = tvm.IRModule()
    mod["f"] = relay.Function([x], relay.exp(x))
    call = relay.nn.relu(mod.get_global_var("f")(x))
    types = []

    def look(pre, post, node_map):
        types.append(pre.args[0].checked_type)
        return post

    rewrite(Replace(is_op("nn.relu")(wildcard()), look, require_type=True), call, mod)
    assert types == [relay.TensorType((2,))]


@pytest.mark.parametrize("function, error, message", [
    (lambda *_: None, TypeError, "expected an expression from the callback of Replace, but got None"),
    (lambda *_: "x", TypeError, "expected an expression from the callback of Replace, but got 'x'"),
    (lambda *_: 1 // 0, ZeroDivisionError, "division"),
    (lambda pre, post, _: relay.nn.relu(post.args[0] + X), tvm.TVMError,
     "Observed 100 rewrite passes, .* The callback of Replace still changes the expression"),
])
def test_wrong_callbacks(function, error, message):
    with pytest.raises(error, match=message):
        Replace(is_op("nn.relu")(wildcard()), function).rewrite(relay.exp(relay.nn.relu(X)))


def copy(expr):
    """A copy of an expression."""
    class Copy(relay.ExprMutator):
        def visit_call(self, call):
            return relay.Call(call.op, [self.visit(arg) for arg in call.args], call.attrs)

    return Copy().visit(expr)


@pytest.mark.parametrize("callback, length", [
    # Each match gives two.
    (lambda pre, post, _: relay.exp(post) + relay.nn.relu(post.args[0]), 3),
    # Each match copies all matches before it.
    (lambda pre, post, _: relay.exp(post.args[0]) + copy(post.args[0]), 40),
])
def test_callbacks_that_double_the_program(monkeypatch, callback, length):
    monkeypatch.setattr(relay.dataflow_pattern, "_MAX_NODES", 5000)
    body = X
    for _ in range(length):
        body = relay.nn.relu(body)
    with pytest.raises(tvm.TVMError, match="^the callback of Replace makes the expression grow to more than "
                       "5000 nodes; it is called again for what it returns as long as the pattern matches$"):
        Replace(is_op("nn.relu")(wildcard()), callback).rewrite(body)


def test_programs_may_grow(monkeypatch):
    """The bound depends on the size, and shared nodes count once."""
    monkeypatch.setattr(relay.dataflow_pattern, "_MAX_NODES", 10)
    body = X
    for _ in range(50):
        body = relay.nn.relu(body)
    out = Replace(is_op("nn.relu")(wildcard()),
                  lambda pre, post, _: relay.exp(post.args[0]) + relay.tanh(post.args[0])).rewrite(body)
    assert len(_nodes(out)) > 150
    # The text of this has 2^50 calls.
    out = Replace(is_op("nn.relu")(wildcard()), lambda pre, post, _: post.args[0] + post.args[0]) \
        .rewrite(body)
    assert len(_nodes(out)) == 52


def test_callbacks_against_each_other():
    there = Replace(is_op("nn.relu")(wildcard()), lambda pre, post, _: relay.exp(post.args[0]))

    class Back(Replace):
        pass

    back = Back(is_op("exp")(wildcard()), lambda pre, post, _: relay.tanh(post.args[0]))
    again = Replace(is_op("tanh")(wildcard()), lambda pre, post, _: relay.nn.relu(post.args[0]))
    out = rewrite([there, back], relay.nn.relu(X))
    assert tvm.ir.structural_equal(out, relay.tanh(X))
    # The last rewrite cancels the first ones, so nothing changes.
    out = rewrite([there, back, again], relay.nn.relu(X))
    assert tvm.ir.structural_equal(out, relay.nn.relu(X))


def test_rewrite_of_a_long_program():
    body = X
    for _ in range(100000):
        body = relay.nn.relu(body)
    out = Replace(is_op("nn.relu")(wildcard()), lambda pre, post, _: relay.exp(post.args[0])).rewrite(
        body)
    kinds = {node.op.name for node in _nodes(out) if isinstance(node, relay.Call)}
    assert kinds == {"exp"}


def _nodes(expr):
    nodes = []
    relay.analysis.post_order_visit(expr, nodes.append)
    return nodes


def test_redirection_while_rewriting():
    again = wildcard()
    again.redirect_to(is_op("exp")(wildcard()))

    def redirect(pre, post, node_map):
        again.redirect_to(wildcard())
        return post

    expr = relay.nn.relu(relay.exp(relay.nn.relu(relay.exp(X))))
    assert Replace(is_op("nn.relu")(again), redirect).rewrite(expr) is expr


# Partitioning


def test_partition_names_and_arguments():
    out = conv_relu().partition(relay.nn.relu(relay.nn.conv2d(X, W)), {"Composite": "c"})
    function = out.op
    assert function.attrs["PartitionedFromPattern"] == "nn.conv2d_nn.relu_"
    assert function.attrs["Composite"] == "c"
    assert [param.name_hint for param in function.params] == ["FunctionVar_0_0", "FunctionVar_0_1"]
    assert list(out.args) == [X, W]


@pytest.mark.parametrize("prepare", [transform.InferType(), tvm.transform.Sequential([])])
def test_checks_see_types_after_earlier_entries(prepare):
    """Also those of what an earlier entry has made, whether the module had types or not."""
    seen = []

    def check(call):
        composite = call.args[0]
        function = composite.op
        seen.append([node.checked_type for node in (
            call, composite, function, *function.params, function.body, function.body.args[0])])
        return True

    x = relay.var("x", shape=(2, 3))
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.tanh(relay.exp(relay.nn.relu(x)))))
    tensor = relay.TensorType((2, 3))
    out = transform.MergeComposite([
        ("first", is_op("exp")(is_op("nn.relu")(wildcard()))), ("second", is_op("tanh")(wildcard()), check),
    ])(prepare(mod))
    assert seen == [[tensor, tensor, relay.FuncType([tensor], tensor), tensor, tensor, tensor]]
    assert out["main"].body.op.attrs["Composite"] == "second"


def test_partition_leaves_partitioned_functions():
    once = conv_relu().partition(relay.nn.relu(relay.nn.conv2d(X, W)))
    assert conv_relu().partition(once) is once


def test_partition_check_raises():
    with pytest.raises(ZeroDivisionError):
        conv_relu().partition(relay.nn.relu(relay.nn.conv2d(X, W)), check=lambda _: 1 // 0)


def test_partition_of_a_function():
    pattern = FunctionPattern(None, wildcard())
    function = relay.Function([X], relay.nn.relu(X))
    with pytest.warns(UserWarning, match="a function that is not called cannot be moved"):
        assert pattern.partition(function) is function


def test_leaf_patterns_change_nothing():
    for pattern in wildcard(), is_var("x"):
        assert pattern.partition(X) is X
        assert Replace(pattern, lambda *_: W).rewrite(X) is X


# MergeComposite


def make_module():
    x, w = relay.var("x", shape=(1, 3, 8, 8)), relay.var("w", shape=(4, 3, 3, 3))
    b = relay.var("b", shape=(4,))
    y = relay.nn.relu(relay.nn.bias_add(relay.nn.conv2d(x, w), b))
    y = relay.nn.relu(relay.nn.conv2d(y, relay.var("v", shape=(4, 4, 3, 3))))
    return tvm.IRModule.from_expr(y)


def test_merge_composite():
    conv = is_op("nn.conv2d")(wildcard(), wildcard())
    biased = is_op("nn.relu")(is_op("nn.bias_add")(conv, wildcard()))
    names = []

    def check(root):
        names.append(root.op.name)
        assert tuple(root.checked_type.shape) == (1, 4, 4, 4)
        return True

    merge = relay.transform.MergeComposite([("conv_bias_relu", biased),
                                            ("conv_relu", is_op("nn.relu")(conv), check)])
    assert merge.info.name == "MergeComposite" and merge.info.opt_level == 0
    assert list(merge.info.required) == []
    result = merge(make_module())["main"].body
    assert result.op.attrs["Composite"] == "conv_relu" and names == ["nn.relu"]
    assert result.args[0].op.attrs["Composite"] == "conv_bias_relu"
    assert len(result.args[0].args) == 3
    x = np.random.rand(1, 3, 8, 8).astype("float32")
    w, b, v = (np.random.rand(*s).astype("float32") for s in ((4, 3, 3, 3), (4,), (4, 4, 3, 3)))
    run = [relay.create_executor(mod=mod).evaluate()(x, w, b, v).numpy()
           for mod in (make_module(), merge(make_module()))]
    np.testing.assert_allclose(*run, rtol=1e-5)


def test_merge_composite_checks_exclude():
    merge = relay.transform.MergeComposite([("conv_relu", conv_relu(), lambda root: False)])
    assert tvm.ir.structural_equal(merge(make_module()), relay.transform.InferType()(make_module()))


@pytest.mark.parametrize("table, error, message", [
    ([5], TypeError, "a tuple of a name, a pattern and maybe a function"),
    ([("a",)], ValueError, "a name, a pattern and maybe a function .* got 1 elements"),
    ([(5, wildcard())], TypeError, "a string as the name of a pattern"),
    ([("a", 5)], TypeError, "a pattern as the pattern of a"),
    ([("a", wildcard(), 5)], TypeError, "a function as the check of a"),
])
def test_merge_composite_wrong_tables(table, error, message):
    with pytest.raises(error, match=message):
        relay.transform.MergeComposite(table)


def test_pattern_tables():
    from relay_lite.relay.op.contrib.register import get_pattern_table, register_pattern_table

    @register_pattern_table("test_compiler")
    def table():
        return [("conv_relu", conv_relu())]

    assert get_pattern_table("test_compiler")[0][0] == "conv_relu"
    assert relay.op.contrib.get_pattern_table("no_such_compiler") is None
    with pytest.raises(TypeError, match="a function that returns a table of patterns"):
        register_pattern_table("test_compiler", 5)
    with pytest.raises(TypeError, match="the name of a compiler"):
        register_pattern_table(5)
