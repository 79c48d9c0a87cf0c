"""The names of TVM's tvm.testing.utils that do not compile programs."""

import os
import sys

from .. import _missing
from ._features import *
from ._features import DEFAULT_TEST_TARGETS, Feature, get_test_targets

IS_IN_CI = os.environ.get("CI", "") == "true"


def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7):
    """Raises an AssertionError unless both have the same shape and elements that differ by no
    more than atol + rtol * abs(desired)."""
    import numpy as np

    actual, desired = np.asanyarray(actual), np.asanyarray(desired)
    np.testing.assert_allclose(actual.shape, desired.shape)
    np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=True)


class _SpanFilling:
    """A PassContext in which relay.frontend.common.set_span gives spans, or none."""

    def __init__(self, on):
        from ..ir.transform import PassContext

        self._context = PassContext(config={"relay.frontend.fill_span": on})

    def __enter__(self):
        self._context.__enter__()

    def __exit__(self, *error):
        self._context.__exit__(*error)


class enable_span_filling(_SpanFilling):
    """A context in which set_span gives spans. The importers of this package always do."""

    def __init__(self):
        super().__init__(True)


class disable_span_filling(_SpanFilling):
    """A context in which set_span gives no spans."""

    def __init__(self):
        super().__init__(False)


def main():
    """Runs pytest on the file that calls it, if it is the main program."""
    test_file = sys._getframe(1).f_globals.get("__file__", None)
    if sys._getframe(1).f_globals.get("__name__") == "__main__":
        import pytest

        sys.exit(pytest.main([test_file] + sys.argv[1:]))


def get_kind(target):
    """The kind of a target, or of its text."""
    return target.split()[0] if isinstance(target, str) else target.kind.name


def enabled_targets():
    """The pairs of a target and its device that tests run on: those of get_test_targets that are
    the CPU. If none is, the target is llvm, with a warning."""
    from ..runtime.module import enabled
    from ..runtime.ndarray import cpu

    targets = [target for target in get_test_targets() if enabled(get_kind(target))]
    if not targets:
        import warnings

        warnings.warn("TVM_TEST_TARGETS names no target that programs can run on: it is llvm")
    return [(target, cpu(0)) for target in targets or ["llvm"]]


def device_enabled(target):
    """Whether tests run on targets of the kind of `target`."""
    return get_kind(target) in [get_kind(enabled) for enabled, _ in enabled_targets()]


def get_target_marks(target):
    """The marks of a test that runs on a target: it is skipped if tests do not run there."""
    import pytest

    kind = get_kind(target)
    feature = Feature._all_features.get(kind)
    marks = feature.marks("optional") if feature is not None else []
    if kind not in [get_kind(enabled) for enabled, _ in enabled_targets()]:
        marks.append(pytest.mark.skip(reason=f"tests do not run on {kind}"))
    return marks


def parametrize_targets(*args):
    """A decorator that gives a test the parameter `target`, and `dev` if it takes one: each target
    that is named, or those of enabled_targets.

    Parameters
    ----------
    *args : str | Target
    """
    import inspect

    import pytest

    from ..runtime.ndarray import device

    def decorate(function, targets=args):
        taken = [] if inspect.isclass(function) else inspect.signature(function).parameters
        names = [name for name in ("target", "dev") if name in taken] or ["target"]
        rows = []
        for target in targets or [name for name, _ in enabled_targets()]:
            marks = get_target_marks(target)
            values = {"target": target, "dev": device(get_kind(target))}
            rows.append(pytest.param(*(values[name] for name in names), marks=marks, id=str(target)))
        return pytest.mark.parametrize(",".join(names), rows)(function)

    if len(args) == 1 and callable(args[0]):
        return decorate(args[0], ())
    return decorate


def exclude_targets(*args):
    """A decorator for tests that do not run on some kinds of targets, where the plugin gives the
    targets."""

    def decorate(function):
        function.tvm_excluded_targets = args
        return function

    return decorate


def known_failing_targets(*args):
    """A decorator for tests that fail on some kinds of targets: the plugin expects them to."""

    def decorate(function):
        function.tvm_known_failing_targets = args
        return function

    return decorate


def _mark_parameterizations(ids, act, reason):
    """A decorator that calls a function of pytest before a test with one of the ids runs."""
    import functools
    import inspect

    def decorate(function):
        signature = inspect.signature(function)
        takes_request = "request" in signature.parameters

        @functools.wraps(function)
        def run(*args, request, **kwargs):
            call = getattr(request.node, "callspec", None)
            if call is not None and call.id in ids:
                act(reason=f"{request.node.nodeid}: {reason}")
            if takes_request:
                kwargs["request"] = request
            return function(*args, **kwargs)

        if not takes_request:
            request = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY)
            parameters = [*signature.parameters.values(), request]
            run.__signature__ = signature.replace(parameters=parameters)
        return run

    return decorate


def xfail_parameterizations(*xfail_params, reason):
    """A decorator for tests that fail with some parameters: the ids that pytest shows in brackets."""
    import pytest

    return _mark_parameterizations(xfail_params, pytest.xfail, reason)


def skip_parameterizations(*skip_params, reason):
    """A decorator for tests that are skipped with some parameters: the ids that pytest shows in
    brackets."""
    import pytest

    return _mark_parameterizations(skip_params, pytest.skip, reason)


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
        if values or ids:
            raise RuntimeError("by_dict gives values and ids: no others can be given")
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


def _make_key(function, owners, arguments):
    """The key of a fixture's value for arguments; `owners` are the object of the test's class."""
    import pickle

    types = tuple(type(owner) for owner in owners)
    try:
        return types, pickle.dumps(sorted(arguments.items()))
    except Exception as error:
        raise TypeError(f"the value of the fixture {function.__name__} cannot be cached: its arguments "
                        "cannot be pickled") from error


def _cache(function):
    """A function that computes each value once and returns copies. The plugin sets `uses`, the
    number of tests that call it; the values are kept until the last of them has."""
    import copy
    import functools

    values = {}

    @functools.wraps(function)
    def compute(*owners, **arguments):
        key = _make_key(function, owners, arguments)
        if key not in values:
            values[key] = function(*owners, **arguments)
        result = copy.deepcopy(values[key])
        compute.uses -= 1
        if compute.uses == 0:
            values.clear()
        return result

    compute.uses = 0
    return compute


def fixture(func=None, *, cache_return_value=False):
    """A fixture of pytest, made for each test. One whose value is cached is made once for the
    arguments that it takes, and each test gets a deep copy; the arguments have to be such that
    pickle takes them. The environment variable TVM_TEST_DISABLE_CACHE=1 turns this off.
    """
    import pytest

    is_cached = cache_return_value and os.environ.get("TVM_TEST_DISABLE_CACHE", "0") == "0"

    def decorate(function):
        return pytest.fixture(_cache(function) if is_cached else function)

    return decorate if func is None else decorate(func)


__getattr__ = _missing.make_getattr("tvm.testing.utils")
