"""The helpers of tvm.testing, as tests use them."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

size = tvm.testing.parameter(2, 3)
low, high = tvm.testing.parameters((0, 1), (4, 9))
named = tvm.testing.parameter(by_dict={"one": 1, "two": 2})
made = []


@tvm.testing.fixture
def array(size):
    return np.ones(size, "float32")


@tvm.testing.fixture(cache_return_value=True)
def costly():
    made.append(1)
    return len(made)


def test_parameters(array, size, low, high, named):
    assert array.shape == (size,) and (low, high) in ((0, 1), (4, 9)) and named in (1, 2)


seen = []


def test_parameters_go_together(low, high):
    seen.append((low, high))


def test_each_set_was_taken_once():
    assert seen == [(0, 1), (4, 9)]


class TestInClass:
    first, second = tvm.testing.parameters((1, 10), (2, 20), ids=["a", "b"])
    third, = tvm.testing.parameters((3,), (4,))
    fourth = tvm.testing.parameter(5, 6)
    named = tvm.testing.parameter(by_dict={"seven": 7})

    def test(self, first, second, third, fourth, named):
        assert second == 10 * first and third in (3, 4) and fourth in (5, 6) and named == 7


made_of = []


@tvm.testing.fixture(cache_return_value=True)
def cached(size, low):
    made_of.append((size, low))
    return [size, low]


@pytest.mark.parametrize("number", [0, 1])
def test_cached_fixture(number, costly, cached, size, low):
    """A cached fixture takes parameters; it is made once for each, and each test has a copy."""
    assert costly == 1 and cached == [size, low]
    cached.append("changed by the test")


def test_cached_fixture_was_made_once():
    assert sorted(made_of) == [(2, 0), (2, 4), (3, 0), (3, 4)]


@tvm.testing.fixture(cache_return_value=True)
def made_of_a_function(function):
    raise AssertionError("is not called")


@pytest.fixture
def function():
    return lambda: None


def test_arguments_that_cannot_be_keys(request):
    with pytest.raises(TypeError, match="made_of_a_function cannot be cached: its arguments cannot"):
        request.getfixturevalue("made_of_a_function")


class TestFixturesInClass:
    size = tvm.testing.parameter(7)

    @tvm.testing.fixture(cache_return_value=True)
    def double(self, size):
        return 2 * size

    @tvm.testing.parametrize_targets("llvm")
    @tvm.testing.requires_x86(support_required="optional")
    def test(self, target, double):
        assert (target, double) == ("llvm", 14)

    @tvm.testing.skip_parameterizations("7-9", reason="is too large")
    @tvm.testing.xfail_parameterizations("7-8", reason="fails")
    @pytest.mark.parametrize("number", [7, 8, 9])
    def test_parameterizations(self, number, size):
        assert number == size


@tvm.testing.parametrize_targets
def test_targets(target, dev):
    assert (target, dev) == ("llvm", tvm.cpu(0)) and tvm.testing.device_enabled(target)
    assert tvm.testing.enabled_targets() == [(target, dev)]


@tvm.testing.parametrize_targets("llvm", "cuda")
@tvm.testing.exclude_targets("cuda")
@tvm.testing.skip_if_32bit(reason="needs memory")
@tvm.testing.requires_llvm
@tvm.testing.uses_gpu
def test_decorators(target, dev):
    x = relay.var("x", shape=(2,))
    run = relay.create_executor("graph", tvm.IRModule.from_expr(relay.Function([x], x + x)), dev,
                                target).evaluate()
    tvm.testing.assert_allclose(run(np.ones(2, "float32")).numpy(), [2, 2])


def test_what_is_not_here_is_skipped():
    for decorate in (tvm.testing.requires_cuda, tvm.testing.requires_gpu(),
                     tvm.testing.requires_package("no_such_package")):
        def function():
            pass

        marks = decorate(function).pytestmark
        assert any(mark.name == "skipif" and mark.args == (True,) for mark in marks)
    assert tvm.testing.requires_package("numpy").args == (False,)


@pytest.mark.parametrize("actual, desired, arguments", [
    ([1.0], [1.1], {}), ([1.0, 2.0], [1.0], {}), ([1.0], [1.01], {"rtol": 1e-3})])
def test_assert_allclose(actual, desired, arguments):
    with pytest.raises(AssertionError):
        tvm.testing.assert_allclose(np.array(actual), np.array(desired), **arguments)
    tvm.testing.assert_allclose(np.array(actual), np.array(actual) * (1 + 1e-8))
    tvm.testing.assert_allclose(1.0, 1.05, 0.1)


@pytest.mark.parametrize("context, has_span", [
    (tvm.testing.enable_span_filling, True), (tvm.testing.disable_span_filling, False)])
def test_span_filling(context, has_span):
    with context():
        call = relay.frontend.common.set_span(relay.tanh(relay.const(1.0)), "here")
    assert (call.span is not None) == has_span
    assert relay.frontend.common.set_span(relay.tanh(relay.const(1.0)), "here").span is not None


PLUGIN_TEST = """
import pytest
import tvm
import tvm.testing

number = tvm.testing.parameter(1, 2)
made = []


@tvm.testing.fixture(cache_return_value=True)
def square(number):
    made.append(number)
    return number * number


def test_auto(target, dev, number, square):
    assert (target, dev, square) == ("llvm", tvm.cpu(0), number * number)


def test_cache_was_freed(square, number):
    assert made in ([1, 2], [1, 2, 1], [1, 2, 1, 2]) and square == number * number


def test_device_alone(dev):
    assert dev == tvm.cpu(0)


@tvm.testing.exclude_targets("cuda")
def test_excluded(target):
    assert target == "llvm"


@tvm.testing.known_failing_targets("llvm")
def test_known(target, dev):
    assert target != "llvm"


@pytest.mark.parametrize("target", ["llvm", "cuda"])
def test_explicit(target, dev):
    assert target == "llvm"


@tvm.testing.parametrize_targets("llvm -mcpu=x86-64", "vulkan -from_device=0")
def test_named(target):
    assert target == "llvm -mcpu=x86-64"


class TestClass:
    @tvm.testing.uses_gpu
    def test_in_class(self, target, dev):
        assert target == "llvm"

    @tvm.testing.requires_gpu
    def test_gpu(self):
        assert False
"""


def run_with_plugin(path, *arguments, targets="llvm;cuda"):
    """Returns the outcome of each of the tests above, and the text that pytest prints."""
    (path / "conftest.py").write_text('pytest_plugins = ["tvm.testing.plugin"]')
    (path / "test_it.py").write_text(PLUGIN_TEST)
    environment = {**os.environ, "TVM_TEST_TARGETS": targets, "PYTHONPATH": ":".join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-m", "relay_lite.as_tvm", "-m", "pytest", "-v", "--strict-markers",
         "-p", "no:cacheprovider", "test_it.py", *arguments],
        cwd=path, env=environment, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    outcomes = re.findall(r"^test_it.py::(.*) ([A-Z]+)(?: [(].*[)])? +\[ *\d+%\]$", done.stdout, re.MULTILINE)
    return dict(outcomes), done.stdout


def test_plugin(tmp_path):
    """Tests run on each target of TVM_TEST_TARGETS; those that cannot run are skipped."""
    outcomes, text = run_with_plugin(tmp_path)
    assert outcomes == {
        **{f"test_auto[{number}-{target}]": outcome for number in (1, 2)
           for target, outcome in (("llvm", "PASSED"), ("cuda", "SKIPPED"))},
        "test_cache_was_freed[1]": "PASSED", "test_cache_was_freed[2]": "PASSED",
        "test_device_alone[llvm]": "PASSED", "test_device_alone[cuda]": "SKIPPED",
        "test_excluded[llvm]": "PASSED",
        "test_known[llvm]": "XFAIL", "test_known[cuda]": "SKIPPED",
        "test_explicit[llvm]": "PASSED", "test_explicit[cuda]": "SKIPPED",
        "test_named[llvm -mcpu=x86-64]": "PASSED", "test_named[vulkan -from_device=0]": "SKIPPED",
        "TestClass::test_in_class[llvm]": "PASSED", "TestClass::test_in_class[cuda]": "SKIPPED",
        "TestClass::test_gpu": "SKIPPED"}
    assert "enabled targets: llvm" in text


def test_plugin_selects_by_mark(tmp_path):
    outcomes, _ = run_with_plugin(tmp_path, "-m", "gpu", targets="llvm")
    assert outcomes == {"TestClass::test_in_class[llvm]": "PASSED", "TestClass::test_gpu": "SKIPPED",
                        "test_explicit[cuda]": "SKIPPED", "test_named[vulkan -from_device=0]": "SKIPPED"}


def test_targets_of_the_environment(monkeypatch):
    monkeypatch.setenv("TVM_TEST_TARGETS", " llvm -mcpu=native ; cuda;llvm -mcpu=native")
    assert tvm.testing.enabled_targets() == [("llvm -mcpu=native", tvm.cpu(0))]
    assert tvm.testing.device_enabled("llvm") and not tvm.testing.device_enabled("cuda")
    monkeypatch.setenv("TVM_TEST_TARGETS", "cuda")
    with pytest.warns(UserWarning, match="TVM_TEST_TARGETS names no target that programs can run on"):
        assert tvm.testing.enabled_targets() == [("llvm", tvm.cpu(0))]


def test_features():
    """A feature skips where a check fails, and asks its parents."""
    tvm.testing.Feature("parent_of_test", run_time_check=lambda: "no such thing")
    child = tvm.testing.Feature("child_of_test", "a child", parent_features="parent_of_test",
                                compile_time_check=lambda: False)
    reasons = [mark.kwargs["reason"] for mark in child.marks() if mark.name == "skipif"]
    assert reasons == ["no such thing", "programs for a child cannot be compiled"]
    assert [mark.name for mark in child.marks("optional")] == ["parent_of_test", "child_of_test"]
    for name in ("parent_of_test", "child_of_test"):
        del tvm.testing.Feature._all_features[name]
    with pytest.raises(ValueError, match="Unknown feature support type: never"):
        tvm.testing.requires_llvm(support_required="never")
    with pytest.raises(RuntimeError, match="by_dict gives values and ids"):
        tvm.testing.parameter(1, by_dict={"two": 2})


if __name__ == "__main__":
    tvm.testing.main()
