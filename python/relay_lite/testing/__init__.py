"""The names of TVM's tvm.testing that do not compile programs."""

import sys

from .. import _missing


def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7):
    """Raises an AssertionError unless both have the same shape and elements that differ by no
    more than atol + rtol * abs(desired)."""
    import numpy as np

    actual, desired = np.asanyarray(actual), np.asanyarray(desired)
    np.testing.assert_allclose(actual.shape, desired.shape)
    np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=True)


def main():
    """Runs pytest on the file that calls it, if it is the main program."""
    test_file = sys._getframe(1).f_globals.get("__file__", None)
    if sys._getframe(1).f_globals.get("__name__") == "__main__":
        import pytest

        sys.exit(pytest.main([test_file] + sys.argv[1:]))


def enabled_targets():
    """The targets that tests run on: the CPU."""
    from ..runtime.ndarray import cpu

    return [("llvm", cpu(0))]


def device_enabled(target):
    """Whether tests can run on a target."""
    return str(target).split()[0] in ("llvm", "c")


def _set_parameters(function, names, scope):
    """Tells pytest what a fixture of a module or class takes: in a class, itself before."""
    import inspect

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    names = ["self", *names] if "__qualname__" in scope else names
    function.__signature__ = inspect.Signature([inspect.Parameter(n, kind) for n in names])


def parameter(*values, ids=None, by_dict=None):
    """A fixture of pytest that takes each of the values. To be called in a module or a class of
    tests.
    """
    import pytest

    if by_dict is not None:
        ids, values = list(by_dict), list(by_dict.values())

    def as_fixture(*_self, request):
        return request.param

    _set_parameters(as_fixture, ["request"], sys._getframe(1).f_locals)
    return pytest.fixture(params=values, ids=ids)(as_fixture)


def parameters(*value_sets, ids=None):
    """Fixtures of pytest, one for each position of the tuples, that take their values together.
    To be called in a module or a class of tests.
    """
    import pytest

    # The values that the fixtures share are one more fixture, which pytest has to find there.
    scope = sys._getframe(1).f_locals
    group = f"parameters_{sum(name.startswith('parameters_') for name in scope)}"

    def get_set(*_self, request):
        return request.param

    _set_parameters(get_set, ["request"], scope)
    scope[group] = pytest.fixture(params=value_sets, ids=ids)(get_set)

    def make(position):
        def as_fixture(*_self, **arguments):
            return arguments[group][position]

        _set_parameters(as_fixture, [group], scope)
        return pytest.fixture(as_fixture)

    return [make(position) for position in range(len(value_sets[0]))]


def parametrize_targets(*args):
    """A decorator that gives a test the parameters `target` and `dev`."""
    import pytest

    def decorate(function):
        return pytest.mark.parametrize("target,dev", enabled_targets())(function)

    if len(args) == 1 and callable(args[0]):
        return decorate(args[0])
    return decorate


def fixture(func=None, *, cache_return_value=False):
    """A fixture of pytest; one whose value is cached is made once per session."""
    import pytest

    scope = "session" if cache_return_value else "function"
    return pytest.fixture(func, scope=scope) if func is not None else pytest.fixture(scope=scope)


def exclude_targets(*args):
    """A decorator for tests that do not run on some targets: all run on the CPU."""
    return lambda function: function


known_failing_targets = exclude_targets


def _always(func=None, support_required="compile-and-run"):
    return func if func is not None else lambda f: f


requires_llvm = uses_gpu = requires_x86 = slow = _always


def skip_if_32bit(reason):
    """A decorator for tests that need pointers of 64 bits: there are no others here."""
    return lambda function: function


def _never(reason):
    def decorate(func=None, support_required="compile-and-run"):
        import pytest

        mark = pytest.mark.skip(reason=reason)
        return mark(func) if func is not None else mark

    return decorate


requires_gpu = requires_cuda = requires_opencl = requires_vulkan = _never("RelayLite has no GPU")
requires_metal = requires_rocm = requires_cudnn = requires_cublas = requires_gpu
requires_hexagon = requires_micro = _never("RelayLite runs programs on the CPU")
requires_x86_vnni = _never("no instructions of their own are generated")
requires_x86_avx512 = _never("no instructions of their own are generated")


def requires_package(*packages):
    """A decorator for tests that need packages of Python: they are skipped without them."""
    import importlib.util

    import pytest

    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")


__getattr__ = _missing.make_getattr("tvm.testing")
