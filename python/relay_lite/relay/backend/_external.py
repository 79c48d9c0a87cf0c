"""Functions that other compilers compile: those with the attribute `Compiler`.

The compiler NAME is the function that was registered as `relay.ext.NAME`. It gets a function of
Relay, and gives what computes it: a Python function of arrays, or a module with a function that is
called as the attribute `global_symbol` says.
"""

import contextlib
import warnings

from ... import _ext
from ..._registry import get_global_func
from ...error import TVMError
from ...ir.base import structural_equal
from ...ir.transform import PassContext, Sequential, _get_pass
from ...runtime._external import ExternalFunction
from ...runtime.container import Map
from ...runtime.module import Module
from ...runtime.ndarray import NDArray

# The key of the configuration by which a missing compiler is an error.
REQUIRE_KEY = "relay.require_external_compilers"


def find_functions(mod) -> dict:
    """The functions of a module that other compilers compile, by their symbols. Literals count, too."""
    found = {}
    for function in mod.functions.values():
        for node in _ext.post_order(function):
            if not isinstance(node, _ext.Function) or not _get(node, "Compiler"):
                continue
            symbol = _get(node, "global_symbol")
            if not symbol:
                raise TVMError(f"no external symbol is set for a function of the compiler "
                               f"{node.attrs['Compiler']}: it needs the attribute global_symbol")
            if not structural_equal(found.setdefault(symbol, node), node):
                raise TVMError(f"two functions for external compilers have the global_symbol {symbol}")
    return found


def _get(function, name):
    """An attribute of a function as text, or None."""
    attrs = function.attrs
    return str(attrs[name]) if attrs and name in attrs.keys() else None


def _replace_passes(pass_, others):
    """A pass, in which passes of the names in `others` are those."""
    name = pass_.info.name
    if name in others or not isinstance(pass_, Sequential):
        return others.get(name, pass_)
    return Sequential([_replace_passes(element, others) for element in pass_.passes], name=name)


def optimize(mod, channel_block=0) -> _ext.IRModule:
    """Run the default pipeline on a module. Literals for external compilers become global functions,
    which passes leave alone. FoldScaleAxis moves only factors that are constants, unless the
    configuration says otherwise. Quantized operators become plain ones at every level: compiled
    programs have no others.

    Parameters
    ----------
    mod : IRModule
    channel_block : int
        The size of the blocks of channels that AlterOpLayout gives to convolutions; 0 for none.
    """
    # Weights should not be multiplied in each call.
    own = {name: _get_pass(name, constant_factors=True)
           for name in ("BackwardFoldScaleAxis", "ForwardFoldScaleAxis")}
    own["AlterOpLayout"] = _get_pass("AlterOpLayout", channel_block=channel_block)
    passes = [_get_pass("OutlineCompilerFunctions"), _replace_passes(_get_pass("Optimize"), own)]
    if PassContext.current().opt_level < 1:
        mod = _get_pass("QnnCanonicalize")(_get_pass("InferType")(mod))
    return Sequential(passes, name="Optimize")(mod)


def compile_external(mod, targets=()) -> dict:
    """Run the registered compilers on the functions of a module, and return their results.

    Parameters
    ----------
    mod : IRModule
    targets : list of Target
        One whose kind is the name of a compiler is the current target while that compiles.

    Returns
    -------
    functions : dict of str to ExternalFunction
        By symbol. Functions whose compilers are not registered are missing, after a warning; with
        the option `relay.require_external_compilers` of the current PassContext they are a TVMError.
    """
    compiled, missing = {}, {}
    functions = find_functions(mod)
    # A literal may have the types of its parameters from its calls.
    if any(not isinstance(param.type_annotation, (_ext.TensorType, _ext.TupleType))
           for function in functions.values() for param in function.params):
        functions = find_functions(_get_pass("InferType")(mod))
    for symbol, function in functions.items():
        compiler = _get(function, "Compiler")
        codegen = get_global_func(f"relay.ext.{compiler}", allow_missing=True)
        if codegen is None:
            missing.setdefault(compiler, []).append(symbol)
        else:
            target = next((one for one in targets if one.kind.name == compiler), None)
            with target or contextlib.nullcontext():
                compiled[symbol] = _compile(codegen, compiler, symbol, function)
    for compiler, symbols in missing.items():
        message = f"there is no external compiler {compiler} (no function relay.ext.{compiler})"
        if PassContext.current().config.get(REQUIRE_KEY, False):
            raise TVMError(f"{message} for {', '.join(symbols)}")
        warnings.warn(f"{message}: RelayLite's own kernels run {', '.join(symbols)}", stacklevel=4)
    return compiled


def _compile(codegen, compiler, symbol, function):
    """Run a compiler on a function and return its result."""
    var = _ext.GlobalVar(symbol)
    typed = _get_pass("InferType")(_ext.IRModule({var: function.without_attr("Compiler")}))[symbol]
    result = codegen(typed)
    name = f"relay.ext.{compiler}"
    if isinstance(result, Module):
        if not result.implements_function(symbol):
            raise TVMError(f"{name} gave a module without a function {symbol}")
    elif not callable(result):
        raise TVMError(f"expected that {name} gives a function or a module for {symbol}, but got "
                       f"{result!r}")
    return ExternalFunction(compiler, symbol, result, typed.checked_type)


def get_external_constants(mod) -> dict:
    """The constants that `relay.ext.NAME.constant_updater` of the compilers name, by name.

    Parameters
    ----------
    mod : IRModule
    """
    constants = {}
    for symbol, function in find_functions(mod).items():
        compiler = _get(function, "Compiler")
        name = f"relay.ext.{compiler}.constant_updater"
        updater = get_global_func(name, allow_missing=True)
        if updater is None:
            continue
        given = updater(function, symbol)
        if not isinstance(given, (dict, Map)):
            raise TVMError(f"expected that {name} gives arrays by name, but got {given!r}")
        for key, value in given.items():
            if not str(key).startswith(compiler):
                raise TVMError(f"External constant names must start with compiler name: {name} gave "
                               f"{key}, but expected {compiler}...")
            if not isinstance(value, NDArray):
                raise TVMError(f"expected that {name} gives an NDArray for {key}, but got {value!r}")
            constants[str(key)] = value
    return constants
