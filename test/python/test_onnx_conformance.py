"""ONNX's conformance tests of operators and networks, by the interface of its backends.

By default a part of the tests runs. RELAYLITE_ONNX_TESTS=all runs all of them, another value those
whose names have it.
"""

import os
import pathlib
import re
import warnings

import numpy as np
import pytest
from onnx_exceptions import EXCEPTIONS
from onnx_models import onnx

import relay_lite.onnx_backend as backend
from relay_lite import relay

from onnx.backend.test.runner import Runner  # noqa: E402

SELECTED = os.environ.get("RELAYLITE_ONNX_TESTS", "")
# Other tests run by default if their numbers are multiples of this.
ONE_IN = 12
ALWAYS = re.compile("test_(if|loop|scan|sequence|optional|identity|constant)")


def find_reason(name):
    """Why a test is not passed; None if it has to be."""
    return next((reason for pattern, reason in EXCEPTIONS if re.fullmatch(pattern, name)), None)


def collect():
    """The tests that run."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        import onnx.backend.test.case.node as node_cases

        cases = sorted(node_cases.collect_testcases(None), key=lambda case: case.name)
    if SELECTED:
        return [case for case in cases if SELECTED == "all" or SELECTED in case.name]
    return [case for i, case in enumerate(cases) if i % ONE_IN == 0 or ALWAYS.match(case.name)]


def to_array(value):
    return onnx.numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def attempt(case):
    """Return the error of a test; None if it passes."""
    try:
        rep = backend.prepare(case.model)
        for inputs, outputs in case.data_sets:
            Runner.assert_similar_outputs(list(map(to_array, outputs)),
                                          list(rep.run(list(map(to_array, inputs)))), case.rtol,
                                          case.atol)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def test_operators():
    failed = {case.name: attempt(case) for case in collect()}
    wrong = [f"{name}: {message}" for name, message in failed.items()
             if message and find_reason(name) is None]
    passed = [f"{name} passes, but is one of the exceptions" for name, message in failed.items()
              if not message and find_reason(name) is not None]
    assert len(failed) > 100 and not wrong + passed, "\n".join(wrong + passed)


def test_exceptions_have_reasons():
    """Each pattern is needed, and its reason is a sentence."""
    assert all(reason.endswith(".") and re.compile(pattern) for pattern, reason in EXCEPTIONS)


LIGHT = pathlib.Path(onnx.__file__).parent / "backend/test/data/light"


@pytest.mark.parametrize("path", sorted(LIGHT.glob("light_*.onnx")), ids=lambda path: path.stem)
def test_networks(path):
    """The networks are those of papers, with weights of one value each."""
    if not SELECTED and path.stem not in ("light_squeezenet", "light_shufflenet"):
        pytest.skip("RELAYLITE_ONNX_TESTS=light runs all of the networks")
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
