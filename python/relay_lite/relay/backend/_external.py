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
from ...ir.transform import PassContext, _get_pass
from ...runtime._external import ExternalFunction
from ...runtime.container import Map
from ...runtime.module import Module
from ...runtime.ndarray import NDArray
from ..expr_functor import ExprMutator

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


class _Outliner(ExprMutator):
    """Puts globals in the place of literals for external compilers; `functions` are these."""

    def __init__(self):
        super().__init__()
        self.functions = {}

    def visit_function(self, fn):
        symbol = _get(fn, "global_symbol") if _get(fn, "Compiler") else None
        if not symbol or len(_ext.free_vars(fn)):
            return super().visit_function(fn)
        return self.functions.setdefault(symbol, (_ext.GlobalVar(symbol), fn))[0]


def outline(mod) -> _ext.IRModule:
    """A module in which literals for external compilers are global functions, which passes leave
    alone. It is the same module if there are none.

    Parameters
    ----------
    mod : IRModule
    """
    functions = list(mod.functions.values())
    if all(any(found.same_as(function) for function in functions)
           for found in find_functions(mod).values()):
        return mod
    outliner, result = _Outliner(), mod.clone()
    for var, function in mod.functions.items():
        if not _get(function, "Compiler"):
            result[var] = outliner.visit(function)
    for var, function in outliner.functions.values():
        result[var] = function
    return result


def compile_external(mod, targets=()) -> dict:
    """Run the registered compilers on the functions of a module, and return their results.

    Parameters
    ----------
    mod : IRModule
        With types.
    targets : list of Target
        One whose kind is the name of a compiler is the current target while that compiles.

    Returns
    -------
    functions : dict of str to ExternalFunction
        By symbol. Functions whose compilers are not registered are missing, after a warning; with
        the option `relay.require_external_compilers` of the current PassContext they are a TVMError.
    """
    compiled, missing = {}, {}
    for symbol, function in find_functions(mod).items():
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
