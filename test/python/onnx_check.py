"""Comparison of models, given as ONNX text, with the reference evaluator of the package onnx."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")

from onnx import parser  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402

DOMAINS = '"com.microsoft" : 1, "ai.onnx.ml" : 3, "ai.onnx.preview.training" : 1'


def make(text, opset=18):
    """The model of a graph without its name: `(float[n] x) => (float[n] y) { y = Abs(x) }`."""
    version = min(opset, 21)
    return parser.parse_model(
        f'<ir_version: {9 if version < 21 else 10}, opset_import: ["" : {opset}, {DOMAINS}]>\n'
        f"graph {text}")


def evaluate(proto, *arrays):
    """The results of a model here, and the types that it has."""
    from onnx_models import run
    from relay_lite.relay.frontend import from_onnx

    mod, _ = from_onnx(proto)
    return run(mod, *arrays), mod["main"].ret_type


def compare(results, expected, tolerance=1e-5):
    """Check results, their shapes and element types."""
    assert len(results) == len(expected)
    for result, wanted in zip(results, expected):
        wanted = np.asarray(wanted)
        assert result.shape == wanted.shape and result.dtype == wanted.dtype
        np.testing.assert_allclose(result, wanted, rtol=tolerance, atol=tolerance)


def check(text, *arrays, opset=18, tolerance=1e-5, expected=None):
    """Compare a model with the reference, or with arrays; return the type that it has here."""
    proto = make(text, opset)
    if expected is None:
        names = [value.name for value in proto.graph.input]
        expected = ReferenceEvaluator(proto).run(None, dict(zip(names, arrays)))
        # Some operators of the reference compute on float64.
        expected = [np.asarray(value).astype(onnx.helper.tensor_dtype_to_np_dtype(
            info.type.tensor_type.elem_type)) for value, info in zip(expected, proto.graph.output)]
    results, kind = evaluate(proto, *arrays)
    compare(results, expected, tolerance)
    return kind


def floats(*shape, seed=0):
    """Normally distributed numbers."""
    return np.random.RandomState(seed).randn(*shape).astype("float32")


def integers(*values):
    """A vector of int64."""
    return np.array(values, "int64")
