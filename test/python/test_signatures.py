"""Functions, constructors and methods under TVM's names have TVM's parameters: names, order and
defaults."""

import importlib
import inspect

import pytest
import signatures

import relay_lite.relay.testing

TVM = signatures.read()
HERE = {path: found for path in TVM if (found := signatures.find(path)) and callable(found[1])}
# The differences, and their reasons.
EXCEPTIONS = {
    "tvm.error.InternalError": "exceptions take what those of Python do",
    "tvm.ir.module.IRModule.script": "Relay text has no options but show_meta",
    "tvm.ir.module.IRModule.show": "Relay text has no options but show_meta",
    "tvm.ir.op.Op": "in TVM, too, only op.get gives operators",
    "tvm.relay.qnn.op.qnn.RequantizeConfig": "a configuration has values of its own, not a handle",
    "tvm.relay.transform.transform.function_pass": "traceable is an option of module_pass, too",
    "tvm.runtime.module.Module": "a module has functions of Python's, not a handle",
    "tvm.runtime.container.String": "strings are Python's",
}


def normalize(default):
    if isinstance(default, (list, tuple)):
        return tuple(map(normalize, default))
    return float(default) if type(default) is int else default


def compare(expected, actual):
    """The difference; None if there is none."""
    for position, (name, kind, default) in enumerate(expected):
        if position >= len(actual):
            return f"no parameter {name}"
        own_name, own_kind, own_default = actual[position]
        if own_name != name or own_kind != kind:
            return f"{own_name} instead of {name}"
        if isinstance(default, signatures.Named):
            # A default that a text cannot give.
            if own_default is inspect.Parameter.empty:
                return f"no default of {name}"
        elif normalize(own_default) != normalize(default):
            return f"{name} is {own_default!r} instead of {default!r} by default"
    # Parameters that are given by name only do no harm.
    more = [name for name, kind, _ in actual[len(expected):] if kind != inspect.Parameter.KEYWORD_ONLY]
    return f"one more parameter: {more[0]}" if more else None


@pytest.mark.parametrize("path", sorted(HERE))
def test_signature(path):
    holder, value = HERE[path]
    expected = signatures.parse(TVM[path])
    try:
        found = [compare(expected, actual) for actual in
                 signatures.get_signatures(holder, path.rpartition(".")[2], value)]
    except ValueError:
        # A function of Python's own, such as the keys() of a dictionary, tells nothing.
        found = [None if not expected and not isinstance(value, type) else "no signature"]
    assert (None in found) != (path in EXCEPTIONS), found


# Functions of operators that are not there, and what the error says.
NOT_THERE = {
    "tvm.relay.op.tensor.copy_shape_func": "lowerings compute shapes",
    "tvm.relay.op.vm.vm.shape_func": "TVM 0.16 has no such operator",
}


@pytest.mark.parametrize("path", sorted(
    path for path in TVM if path.startswith("tvm.relay.op.") and path not in HERE
    and not path.startswith("tvm.relay.op.op.")))
def test_missing_operator(path):
    reason = NOT_THERE.get(path)
    if reason is None:
        pytest.skip("not there")
    module, _, name = path.rpartition(".")
    with pytest.raises(AttributeError, match=reason):
        getattr(importlib.import_module("relay_lite" + module[3:]), name)


def test_most_of_the_package_is_looked_at():
    """Names that are not found under TVM's path are not compared."""
    assert len(HERE) > 500
    for path in ("tvm.relay.expr.Var", "tvm.relay.op.nn.nn.conv2d", "tvm.ir.module.IRModule.update",
                 "tvm.relay.scope_builder.ScopeBuilder.let", "tvm.relay.expr_functor.ExprMutator.visit",
                 "tvm.ir.transform.PassContext.current", "tvm.relay.op.image.image.resize2d",
                 "tvm.relay.op.random.kernel.uniform", "tvm.relay.op.vm.vm.shape_of"):
        assert path in HERE


@pytest.mark.parametrize("expected, actual, difference", [
    ("data, axis=0", "data, axis=0", None),
    ("data, axes=()", "data, axes=[]", None),
    ("data, axis=None", "data, axis=None, *, own=3", None),
    ("data", "data, axis=0", "one more parameter: axis"),
    ("data, axis=0", "data", "no parameter axis"),
    ("data, axis=0", "data, axes=0", "axes instead of axis"),
    ("data, axis=0", "data, axis=1", "axis is 1 instead of 0 by default"),
    ("data, axis=0", "data, axis", "axis is <class 'inspect._empty'> instead of 0 by default"),
    ("data, flag=False", "data, flag=None", "flag is None instead of False by default"),
    ("lhs, rhs", "rhs, lhs", "rhs instead of lhs"),
    ("key", "key, /", "key instead of key"),
    ("*args", "**args", "args instead of args"),
])
def test_differences(expected, actual, difference):
    assert compare(signatures.parse(expected), signatures.parse(actual)) == difference
