"""CollagePartition and estimators of costs."""

import math

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.collage import CostEstimator, CustomCostEstimator, MockCostEstimator
from relay_lite.relay.dataflow_pattern import is_constant, is_op, wildcard
from relay_lite.relay.op.contrib import register_pattern_table

SHAPE = (2, 3)
HOOK = "example_target_hook"


def make_table():
    return [("relu", is_op("nn.relu")(wildcard())), ("add", is_op("add")(wildcard(), wildcard()))]


@pytest.fixture(autouse=True)
def table(monkeypatch):
    """The table of patterns of the compiler."""
    entries = make_table()
    monkeypatch.setattr("relay_lite.relay.op.contrib.get_pattern_table",
                        lambda compiler: entries if compiler == HOOK else None)
    return entries


def make_config(*targets):
    targets = [tvm.target.Target(target) for target in targets or ("llvm", HOOK)]
    return tvm.target.make_compilation_config(tvm.transform.PassContext.current(), targets)


def partition(mod, estimator, tvm_max_depth=8, byoc_max_depth=8, targets=(), **config):
    config = {"relay.collage.tvm_max_depth": tvm_max_depth,
              "relay.collage.byoc_max_depth": byoc_max_depth, **config}
    with tvm.transform.PassContext(config=config):
        return relay.transform.CollagePartition(make_config(*targets), estimator)(mod)


def make_module(make):
    x = relay.var("x", shape=SHAPE)
    return tvm.IRModule.from_expr(relay.Function([x], make(x)))


def make_chain(x):
    return relay.abs(relay.nn.relu(x) + relay.nn.relu(relay.abs(x)))


def names(mod):
    return sorted(var.name_hint for var in mod.get_global_vars() if var.name_hint != "main")


def run(mod, value):
    return relay.create_executor("debug", mod).evaluate()(value).numpy()


def test_cheapest_target():
    mod = make_module(make_chain)
    assert names(partition(mod, MockCostEstimator({"llvm": 1, HOOK: 2}))) == []
    found = partition(mod, MockCostEstimator({"llvm": 2, HOOK: 1}), tvm_max_depth=1)
    assert names(found) == ["collage_example_target_hook_nn_relu_nn_relu_add"]
    function = found[names(found)[0]]
    assert function.attrs["Compiler"] == HOOK
    assert function.attrs["global_symbol"] == names(found)[0] and function.attrs["Primitive"] == 1
    composites = []

    def visit(node):
        if isinstance(node, relay.Function) and node.attrs and "Composite" in node.attrs.keys():
            composites.append(str(node.attrs["Composite"]))

    relay.analysis.post_order_visit(function, visit)
    assert sorted(composites) == ["add", "relu", "relu"]


def test_same_values():
    mod = make_module(make_chain)
    value = np.array([[-1, 2, -3], [4, -5, 6]], "float32")
    with pytest.warns(UserWarning, match="no external compiler"):
        result = run(partition(mod, MockCostEstimator({"llvm": 2, HOOK: 1})), value)
    np.testing.assert_array_equal(result, run(mod, value))


@pytest.mark.parametrize("style, expected", [
    ("NoFusion", ["_nn_relu", "_nn_relu_1"]), ("TVMFusion", ["_nn_relu_nn_relu"]),
    ("ArbitraryFusion", ["_nn_relu_nn_relu"])])
def test_fusion_style(style, expected):
    """Without fusion, the two candidates are joined when they have been chosen."""
    mod = make_module(lambda x: relay.nn.relu(relay.nn.relu(x)))
    found = partition(mod, MockCostEstimator({"llvm": 9, HOOK: 1}),
                      **{"relay.collage.byoc_fusion_style": [f"{HOOK}.{style}"]})
    expected = [""] if style == "NoFusion" else expected
    assert names(found) == ["collage_" + HOOK + name for name in expected]


def test_estimates_each_candidate_once():
    """Equal candidates are one; the parameters of `main` are no tuples."""
    seen = []

    def estimate(mod, target):
        seen.append((target.kind.name, tvm.ir.structural_hash(mod["main"])))
        assert all(isinstance(param.checked_type, relay.TensorType) for param in mod["main"].params)
        return 1.0

    x = relay.var("x", relay.TupleType([relay.TensorType(SHAPE), relay.TensorType(SHAPE)]))
    body = relay.concatenate(x, 0)
    for _ in range(3):
        body = relay.nn.softmax(body)
    mod = tvm.IRModule.from_expr(relay.Function([x], body))
    partition(mod, CustomCostEstimator(estimate), targets=["llvm"], tvm_max_depth=1)
    assert len(seen) == len(set(seen)) == 2


def test_registered_estimator():
    name = "test_collage.estimate"
    tvm.register_func(name, lambda mod, target: {"llvm": 3.0, HOOK: 1.0}[target.kind.name],
                      override=True)
    mod = make_module(relay.nn.relu)
    assert names(partition(mod, CustomCostEstimator(name))) == [f"collage_{HOOK}_nn_relu"]
    with pytest.raises(tvm.error.DiagnosticError, match="Cannot find global function test_collage.no"):
        partition(mod, CustomCostEstimator("test_collage.no"))


def test_unsupported_candidates():
    """Infinite costs are for candidates that a target does not support."""
    mod = make_module(relay.nn.relu)
    only_llvm = CustomCostEstimator(lambda mod, target: math.inf if target.kind.name == HOOK else 9)
    assert names(partition(mod, only_llvm)) == []
    with pytest.raises(tvm.error.DiagnosticError, match="no target supports this operator here"):
        partition(mod, CustomCostEstimator(lambda mod, target: math.inf))


def test_measured_costs():
    """A compiler that is not registered supports nothing."""
    mod = make_module(relay.nn.relu)
    assert names(partition(mod, CostEstimator())) == []
    assert names(partition(mod, None)) == []


def test_registered_compiler():
    def compile_function(function):
        return lambda x: np.maximum(x.numpy(), 0)

    tvm.register_func("relay.ext.collage_test", compile_function, override=True)
    register_pattern_table("collage_test", make_table)
    mod = make_module(relay.nn.relu)
    seconds = CostEstimator().estimate(mod, tvm.target.Target("collage_test"))
    assert 0 < seconds < 10
    assert CostEstimator().estimate(mod, tvm.target.Target("cuda")) == math.inf


def test_check_of_matches(table):
    shapes = []

    def check(expr):
        shapes.append(tuple(expr.checked_type.concrete_shape))
        return False

    table[:] = [("relu", is_op("nn.relu")(wildcard()), check)]
    assert names(partition(make_module(relay.nn.relu), MockCostEstimator({"llvm": 2, HOOK: 1}))) == []
    assert shapes == [SHAPE]

    def fail(expr):
        raise KeyError("no such shape")

    table[:] = [("relu", is_op("nn.relu")(wildcard()), fail)]
    with pytest.raises(KeyError, match="no such shape"):
        partition(make_module(relay.nn.relu), MockCostEstimator({"llvm": 2, HOOK: 1}))


def test_constants(table):
    """A constant that a pattern names is inside."""
    table[:] = [("scale", is_op("multiply")(wildcard(), is_constant()))]
    mod = make_module(lambda x: x * relay.const(np.ones(SHAPE, "float32")))
    found = partition(mod, MockCostEstimator({"llvm": 2, HOOK: 1}))
    assert len(found[names(found)[0]].params) == 1


def test_limit_of_estimates():
    mod = make_module(make_chain)
    with pytest.raises(tvm.error.DiagnosticError, match="At most 1 non-trivial distinct candidates"):
        partition(mod, MockCostEstimator({"llvm": 1, HOOK: 2}, max_estimates=1))
    with pytest.raises(tvm.error.DiagnosticError, match="there is no cost for the target"):
        partition(mod, MockCostEstimator({"llvm": 1}))


@pytest.mark.parametrize("result", [None, math.nan, -1.0, -math.inf, "1", [1]])
def test_wrong_costs(result):
    mod = make_module(relay.nn.relu)
    with pytest.raises(tvm.error.DiagnosticError) as caught:
        partition(mod, CustomCostEstimator(lambda mod, target: result))
    text = str(caught.value)
    wrong = "expected the cost estimator to return a number of at least 0 for the target 'llvm', but got "
    assert wrong + repr(result) in text
    assert text.count("error:") == 1


def test_estimator_that_raises():
    def fail(mod, target):
        raise ValueError("out of order")

    with pytest.raises(tvm.error.DiagnosticError) as caught:
        partition(make_module(relay.nn.relu), CustomCostEstimator(fail))
    assert "the cost estimator has failed for the target 'llvm': ValueError: out of order" \
        in str(caught.value)
    assert isinstance(caught.value.__cause__, ValueError)


def test_estimator_that_is_interrupted():
    def interrupt(mod, target):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        partition(make_module(relay.nn.relu), CustomCostEstimator(interrupt))


@pytest.mark.parametrize("make, error, text", [
    (lambda: relay.transform.CollagePartition(3), TypeError, "a CompilationConfig as config"),
    (lambda: relay.transform.CollagePartition(make_config(), 3), TypeError,
     "a CostEstimator as cost_estimator"),
    (lambda: CustomCostEstimator(3), TypeError, "a function or its name"),
    (lambda: relay.transform.CollagePartition(make_config("llvm", "ccompiler")), tvm.error.TVMError,
     "no table of patterns is registered for the external compiler ccompiler"),
    (lambda: relay.collage.arg_for(3, tvm.cpu()), TypeError, "the type of a tensor"),
])
def test_wrong_arguments(make, error, text):
    with pytest.raises(error, match=text):
        make()


def test_depths_of_zero():
    with pytest.raises(tvm.error.DiagnosticError, match="depths of candidates of at least 1, but got 0"):
        partition(make_module(relay.nn.relu), MockCostEstimator({"llvm": 1, HOOK: 1}), tvm_max_depth=0)
