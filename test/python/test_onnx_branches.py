"""Ifs whose branches do not both fit."""

import logging

import numpy as np
import pytest
from onnx_check import evaluate, make
from onnx_models import run

from relay_lite import relay
from relay_lite.relay.frontend.onnx import ConversionError

# x.squeeze(-1), as PyTorch exports it: a matrix if the last dimension has one element.
SQUEEZE = """
s = Shape(x)
last = Gather(s, two)
one = Constant<value = int64 {1}>()
c = Equal(last, one)
r = If(c) <then_branch = g () => (float[n, 3] t) { t = Squeeze(x, two_) },
           else_branch = h () => (float[n, 3, k] e) { e = Identity(x) }>
"""
CONSTANTS = "two = Constant<value = int64 {2}>() two_ = Constant<value_ints = [2]>()"


def squeeze(rest, outputs):
    return make(f"(float[n, 3, k] x, float[3, 4] w) => ({outputs}) {{ {CONSTANTS} {SQUEEZE} {rest} }}")


def test_only_one_branch_fits():
    proto = squeeze("y = Gemm(r, w)", "float[n, 4] y")
    x, w = np.arange(6, dtype="float32").reshape(2, 3, 1), np.ones((3, 4), "float32")
    results, kind = evaluate(proto, x, w)
    np.testing.assert_array_equal(results[0], x[:, :, 0] @ w)
    assert len(kind.shape) == 2


def test_the_other_branch_fails_when_it_is_taken():
    mod, _ = relay.frontend.from_onnx(squeeze("y = Gemm(r, w)", "float[n, 4] y"))
    with pytest.raises(Exception, match="broadcast_to"):
        run(mod, np.ones((2, 3, 2), "float32"), np.ones((3, 4), "float32"))
    mod, _ = relay.optimize(mod)
    with pytest.raises(Exception, match="broadcast_to"):
        run(mod, np.ones((2, 3, 2), "float32"), np.ones((3, 4), "float32"))


def test_both_branches_fit():
    with pytest.raises(ConversionError, match=r"If 'If_0': result 0 has the type Tensor\[\(\?, 3\), float32\]"):
        relay.frontend.from_onnx(squeeze("y = Relu(r)", "float y"))


@pytest.mark.parametrize("size", [1, 2])
def test_both_branches_lead_to_one_type(size):
    proto = squeeze("m = Constant<value_ints = [-1]>() f = Reshape(r, m) y = ReduceSum<keepdims = 0>(f)"
                    "e = Exp(r) g = Reshape(e, m) z = Neg(g)", "float y, float[a] z")
    x = np.arange(6 * size, dtype="float32").reshape(2, 3, size)
    results, _ = evaluate(proto, x, np.ones((3, 4), "float32"))
    np.testing.assert_allclose(results[0], x.sum())
    np.testing.assert_allclose(results[1], -np.exp(x).reshape(-1), rtol=1e-5)


def test_nodes_behind_branches_leave_as_nodes():
    """They are converted once for each branch."""
    proto = squeeze("m = Constant<value_ints = [-1]>() f = Reshape(r, m) y = HardSwish(f)", "float[a] y")
    exported = relay.frontend.to_onnx(*relay.frontend.from_onnx(proto))
    names = [node.op_type for branch in exported.graph.node[-1].attribute for node in branch.g.node]
    assert "HardSwish" in names and "Clip" not in names


def test_wrong_ranks_tell_branches_apart():
    proto = squeeze("y = Relu(r)", "float[n, 3] y")
    results, kind = evaluate(proto, np.ones((2, 3, 1), "float32"), np.ones((3, 4), "float32"))
    assert len(kind.shape) == 2 and results[0].shape == (2, 3)


def test_choices_behind_choices():
    again = SQUEEZE
    for old, new in (("Shape(x)", "Shape(x2)"), ("(x)", "(x2)"), ("(x, ", "(x2, "), ("s =", "s2 ="), ("(s,", "(s2,"), ("last", "last2"),
                     ("one", "one2"), ("c =", "c2 ="), ("If(c)", "If(c2)"), ("r =", "r2 =")):
        again = again.replace(old, new)
    proto = squeeze(f"x2 = Add(x, x) {again} m = Constant<value_ints = [-1]>()"
                    "f = Reshape(r, m) f2 = Reshape(r2, m) y = Add(f, f2)", "float[a] y")
    for size in (1, 2):
        x = np.arange(6 * size, dtype="float32").reshape(2, 3, size)
        np.testing.assert_allclose(evaluate(proto, x, np.ones((3, 4), "float32"))[0][0], 3 * x.reshape(-1))


def test_no_branch_fits():
    with pytest.raises(ConversionError, match="If 'If_0': result 0 has the type"):
        relay.frontend.from_onnx(squeeze("y = Gemm<transB = 1>(r, w)", "float[n, 4] y"))


def test_types_of_a_branch_contradict_each_other(caplog):
    proto = make("(bool c, float[2] x, float[3] z) => (float[2] y) { y = If(c) <"
                 "then_branch = g () => (float[2] t) { t = Relu(x) },"
                 "else_branch = h () => (float[2] e) { e = Add(x, z) }> }")
    with caplog.at_level(logging.WARNING, "Frontend"):
        mod, _ = relay.frontend.from_onnx(proto)
    assert "If 'If_0': a run that takes else_branch will fail" in caplog.text
    x, z = np.array([1, -1], "float32"), np.ones(3, "float32")
    np.testing.assert_array_equal(run(mod, np.array(True), x, z)[0], [1, 0])
    with pytest.raises(Exception, match="broadcast_to"):
        run(mod, np.array(False), x, z)


def test_types_of_both_branches_contradict_each_other():
    branch = "= g () => (float[2] t) { t = Add(x, z) }"
    with pytest.raises(ConversionError, match="If 'If_0', else_branch: Add 'Add_1': error: add"):
        relay.frontend.from_onnx(make(f"(bool c, float[2] x, float[3] z) => (float[2] y) {{ y = If(c) <"
                                      f"then_branch {branch}, else_branch {branch}> }}"))
