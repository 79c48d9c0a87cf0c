"""ONNX's conformance tests, by the interface of its backends.

RELAYLITE_ONNX_TESTS chooses those whose names have it. RELAYLITE_ONNX_DATA names the folder
backend/test/data of another version of the package onnx, whose tests run, too.
"""

import os
import pathlib
import re

import numpy as np
import pytest
from onnx_exceptions import EXCEPTIONS, EXCEPTIONS_OF_FILES
from onnx_models import onnx
import onnx_cases  # noqa: E402

import relay_lite.onnx_backend as backend
from relay_lite import relay

from onnx.backend.test.runner import Runner  # noqa: E402

SELECTED = os.environ.get("RELAYLITE_ONNX_TESTS", "")
DATA = os.environ.get("RELAYLITE_ONNX_DATA", "")


def find_reason(name, exceptions):
    """Why a test is not passed; None if it has to be."""
    return next((reason for pattern, reason in exceptions if re.fullmatch(pattern, name)), None)


def attempt(case):
    """Return the error of a test; None if it passes."""
    try:
        onnx_cases.run_case(case)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def check(cases, exceptions, least):
    """Run tests: all but the exceptions have to pass, at least so many, and these must not."""
    failed = {case.name: attempt(case) for case in cases if SELECTED in case.name}
    wrong = [f"{name}: {message}" for name, message in failed.items()
             if message and find_reason(name, exceptions) is None]
    passed = [f"{name} passes, but is one of the exceptions" for name, message in failed.items()
              if not message and find_reason(name, exceptions) is not None]
    assert not wrong + passed, "\n".join(wrong + passed)
    assert SELECTED or len(failed) - sum(map(bool, failed.values())) >= least


def test_operators():
    check(onnx_cases.generate_cases(), EXCEPTIONS, 1560)


@pytest.mark.skipif(not DATA, reason="RELAYLITE_ONNX_DATA names no folder")
def test_files():
    check(onnx_cases.find_cases(DATA), EXCEPTIONS_OF_FILES, 1230)


def test_exceptions_have_reasons():
    """Each pattern is needed, and its reason is a sentence."""
    assert all(reason.endswith(".") and re.compile(pattern)
               for pattern, reason in EXCEPTIONS + EXCEPTIONS_OF_FILES)


LIGHT = pathlib.Path(onnx.__file__).parent / "backend/test/data/light"


@pytest.mark.parametrize("path", sorted(LIGHT.glob("light_*.onnx")), ids=lambda path: path.stem)
def test_networks(path):
    """The networks are those of papers, with weights of one value each."""
    if SELECTED not in path.stem:
        pytest.skip("RELAYLITE_ONNX_TESTS chooses others")
    proto = onnx.load(path)
    initial = {tensor.name for tensor in proto.graph.initializer}
    feeds = {value.name: Runner.generate_dummy_data(value, seed=0, name=path.stem, random=False)
             for value in proto.graph.input if value.name not in initial}
    expected = onnx.numpy_helper.to_array(onnx.TensorProto.FromString(
        path.with_name(path.stem + "_output_0.pb").read_bytes()))
    mod, _ = relay.frontend.from_onnx(path)
    mod, _ = relay.optimize(mod)
    result = relay.create_executor(mod=mod).evaluate()(**feeds).numpy()
    np.testing.assert_allclose(result, expected, rtol=1e-3, atol=1e-6)


def test_one_node():
    node = onnx.helper.make_node("Clip", ["x", "", "most"], ["y"])
    outputs = backend.run_node(node, [np.array([1.0, 9.0], "float32"), np.array(5.0, "float32")])
    np.testing.assert_array_equal(outputs[0], [1, 5])
    assert backend.supports_device("CPU") and not backend.supports_device("CUDA:0")
