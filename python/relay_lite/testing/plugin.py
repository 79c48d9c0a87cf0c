"""A plugin for pytest: `pytest_plugins = ["tvm.testing.plugin"]` in a conftest. A test that takes
`target` or `dev` runs once for each target of TVM_TEST_TARGETS."""

import pytest

from .. import _missing
from ..runtime.ndarray import device
from ..target import Target
from . import utils


def pytest_configure(config):
    """Declare the marks of the features."""
    for feature in utils.Feature._all_features.values():
        config.addinivalue_line("markers", f"{feature.name}: a test that uses {feature.long_name}")


def pytest_report_header(config):
    """Return the line above the tests' results."""
    return "enabled targets: " + "; ".join(name for name, _ in utils.enabled_targets())


@pytest.fixture
def dev(target):
    """The device of a test's target."""
    return device(utils.get_kind(target))


def _is_parametrized(metafunc, name):
    """Whether a mark gives the values of a test's parameter."""
    for mark in metafunc.definition.iter_markers("parametrize"):
        names = mark.args[0] if mark.args else mark.kwargs["argnames"]
        names = names.split(",") if isinstance(names, str) else names
        if name in [each.strip() for each in names]:
            return True
    return False


def pytest_generate_tests(metafunc):
    """Give a test its targets, unless it has some."""
    if "target" not in metafunc.fixturenames or _is_parametrized(metafunc, "target"):
        return
    fixtures = metafunc.definition._fixtureinfo.name2fixturedefs
    if "target" in fixtures:
        return
    excluded = getattr(metafunc.function, "tvm_excluded_targets", ())
    metafunc.parametrize("target", [
        pytest.param(target, marks=utils.get_target_marks(target), id=target)
        for target in utils.get_test_targets() if utils.get_kind(target) not in excluded])


def _mark_by_target(item):
    """Skip a test on a target where tests do not run; expect failures that are known."""
    target = item.callspec.params.get("target") if hasattr(item, "callspec") else None
    if not isinstance(target, (str, Target)):
        return
    for mark in utils.get_target_marks(target):
        item.add_marker(mark)
    kind = utils.get_kind(target)
    if kind in getattr(item.function, "tvm_known_failing_targets", ()):
        item.add_marker(pytest.mark.xfail(reason=f"known to fail on {kind}"))


def pytest_collection_modifyitems(config, items):
    """Mark tests by their targets, and count the uses of cached fixtures."""
    for item in items:
        _mark_by_target(item)
        is_skipped = item.get_closest_marker("skip") is not None or any(
            mark.args and mark.args[0] for mark in item.iter_markers("skipif"))
        if is_skipped:
            continue
        for definitions in item._fixtureinfo.name2fixturedefs.values():
            function = definitions[-1].func
            if hasattr(function, "uses"):
                function.uses += 1


__getattr__ = _missing.make_getattr("tvm.testing.plugin")
