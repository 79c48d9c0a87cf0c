"""Passes, and what runs them."""

import functools
import sys
import warnings
import weakref

from .. import _ext, _missing
from .._ext import PassContext, PassInfo
from ..error import ArgumentError, TVMError, _expect

PassInfo.__repr__ = lambda self: str(self)
PassInfo.__reduce__ = lambda self: (
    PassInfo, (self.opt_level, self.name, list(self.required), self.traceable))

__all__ = ["ModulePass", "Pass", "PassContext", "PassInfo", "PrintIR", "Sequential",
           "module_pass"]

PassContext.__doc__ = """PassContext(opt_level=2, required_pass=None, disabled_pass=None, \
instruments=None, config=None, trace=None, ..., fallback_device=None)

What passes run under. `with` makes it the current context of the thread; it replaces the one
around it, from which nothing is inherited.

Parameters
----------
opt_level : int
    Sequentials run the passes of this level and below.
required_pass, disabled_pass : list of str
    Passes that Sequentials run at every level, and never. Disabled is stronger.
instruments : list of PassInstrument
config : dict
    Options by key; see list_configs(). An unknown key and a wrong type are an AttributeError.
trace : function of (mod, info, is_before)
    Called around module and function passes that are called or listed.
"""
PassContext.same_as = lambda self, other: self is other


def _refuse_pickle(self, protocol=None):
    raise TypeError(f"cannot pickle a {type(self).__name__}: it belongs to this process")


PassContext.__reduce_ex__ = _refuse_pickle


class Pass:
    """A pass: called with a module, it returns a module."""

    _native = None

    @property
    def info(self):
        """Name, level and required passes."""
        return self._native.info

    def __call__(self, mod):
        """Runs the pass under the current context, whatever its level.

        Parameters
        ----------
        mod : IRModule or relay.Expr
            An expression becomes the function `main` of a module, and what became of it is
            returned.
        """
        if self._native is None:
            raise TypeError(f"{type(self).__name__} alone is no pass: use a decorator, such as "
                            "tvm.transform.module_pass, or what relay.transform has")
        if isinstance(mod, _ext.IRModule):
            return self._native.run(mod)
        if isinstance(mod, _ext.RelayExpr):
            result = self._native.run(_ext.IRModule.from_expr(mod))
            main = result["main"]
            return main if isinstance(mod, _ext.Function) else main.body
        raise ArgumentError(f"expected an IRModule, but got {type(mod).__name__}")

    def same_as(self, other):
        """Whether both are the same pass."""
        return self is other

    __reduce_ex__ = _refuse_pickle

    def __str__(self):
        return str(self._native)

    __repr__ = __str__


class ModulePass(Pass):
    """A pass on modules."""


class FunctionPass(Pass):
    """A pass on each function."""


# How deep Sequentials may nest, which run one in the other.
_MAX_DEPTH = 256


class Sequential(Pass):
    """A list of passes.

    Parameters
    ----------
    passes : list of Pass
    opt_level : int
        Its level when it is an element of another Sequential.
    name : str
    required : list of str
    """

    def __init__(self, passes=None, opt_level=0, name="sequential", required=None,
                 traceable=False):
        passes = passes if passes else []
        if not isinstance(passes, (list, tuple)):
            raise TypeError("passes must be a list of Pass objects.")
        if not isinstance(required or [], (list, tuple)):
            raise TypeError("Required is expected to be the type of list/tuple.")
        for element in passes:
            if not isinstance(element, Pass) or element._native is None:
                raise ArgumentError(
                    f"passes must be a list of Pass objects, but one is {element!r}")
        self._depth = 1 + max((getattr(element, "_depth", 0) for element in passes), default=0)
        if self._depth > _MAX_DEPTH:
            raise TVMError(f"Sequentials nest more than {_MAX_DEPTH} deep")
        self._passes = list(passes)
        self._native = _ext.sequential([element._native for element in passes],
                                       PassInfo(opt_level, name, required or [], traceable))

    @property
    def passes(self):
        """The elements."""
        return list(self._passes)


# Kinds of native passes, in the order of the enumeration in C++.
_KINDS = (ModulePass, FunctionPass, ModulePass, Sequential)


def _wrap(native):
    """A pass of the table as an object."""
    result = object.__new__(_KINDS[native.kind])
    result._native = native
    if isinstance(result, Sequential):
        result._passes = [_wrap(element) for element in native.passes]
        result._depth = 1 + max((getattr(p, "_depth", 0) for p in result._passes), default=0)
    return result


def _get_pass(name, **options):
    """The pass called `name` with the options (in C++'s spelling with underscores) that are not
    None."""
    return _wrap(_ext.get_pass(name, {key.replace("_", "-"): value for key, value in options.items()
                                      if value is not None}))


def _set_callback(self, make_native, callback, info):
    """Makes `self` the pass that `callback` is. C++ must not refer to what may refer to the
    pass: the garbage collector would not see the cycle."""
    reference = weakref.ref(self)
    self._callback = callback
    self._native = make_native(lambda *arguments: reference()._callback(*arguments), info)


def _count_parameters(function):
    """How many positional parameters a function takes; None if nobody knows."""
    # A tenth of the time that importing the package takes.
    import inspect

    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return None
    return sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)


def _make_class(user, base, method, make_native, info):
    """The class that stands for a class of passes: its instances are passes that hold an
    instance of the user's."""

    class DecoratedPass(base):
        """A pass with a class of the user's."""

        def __init__(self, *args, **kwargs):
            self._inst = instance = user(*args, **kwargs)
            _set_callback(self, make_native,
                          lambda *arguments: getattr(instance, method)(*arguments), info)

        def __getattr__(self, name):
            if name == "_inst":
                raise AttributeError(name)
            return getattr(self._inst, name)

    functools.update_wrapper(DecoratedPass.__init__, user.__init__)
    DecoratedPass.__name__ = user.__name__
    DecoratedPass.__qualname__ = user.__qualname__
    DecoratedPass.__doc__ = user.__doc__
    DecoratedPass.__module__ = user.__module__
    return DecoratedPass


def _make_decorator(pass_func, opt_level, name, required, traceable, kind, base, method,
                    make_native, adapt):
    if opt_level is None:
        raise ValueError(f"Please provide opt_level for the {kind} pass.")
    required = required if required else []
    if not isinstance(required, (list, tuple)):
        raise TypeError("Required is expected to be the type of list/tuple.")

    def create(target):
        info = PassInfo(opt_level, name if name else getattr(target, "__name__", kind),
                        list(required), traceable)
        if isinstance(target, type):
            return _make_class(target, base, method, make_native, info)
        if not callable(target):
            raise TypeError("pass_func must be a callable for Module pass")
        result = base()
        _set_callback(result, make_native, adapt(target), info)
        result.__doc__ = target.__doc__
        return result

    return create(pass_func) if pass_func is not None else create


def module_pass(pass_func=None, opt_level=None, name=None, required=None, traceable=False):
    """A decorator that makes a module pass of a function `(mod, ctx) -> mod`, or a class of
    module passes of a class with a method `transform_module(self, mod, ctx)`.

    Parameters
    ----------
    opt_level : int
        The lowest level of a context at which Sequentials run the pass.
    name : str, optional
        By default that of the function or class.
    required : list of str, optional
        Passes that Sequentials run before it.

    Examples
    --------
    >>> @tvm.transform.module_pass(opt_level=2)
    ... def transform(mod, ctx):
    ...     mod["abs"] = relay.Function([x], relay.abs(x))
    ...     return mod
    >>> mod = transform(mod)
    """
    return _make_decorator(pass_func, opt_level, name, required, traceable, "module", ModulePass,
                           "transform_module", _ext.module_pass, lambda f: f)


def function_pass(pass_func=None, opt_level=None, name=None, required=None, traceable=False):
    """A decorator that makes a function pass of a function `(func, mod, ctx) -> func`, or
    `(func, ctx) -> func` as in TVM's early proposals, or a class of function passes of a class
    with a method `transform_function(self, func, mod, ctx)`.

    Parameters
    ----------
    opt_level : int
        The lowest level of a context at which Sequentials run the pass.
    name : str, optional
        By default that of the function or class.
    required : list of str, optional
        Passes that Sequentials run before it.

    Examples
    --------
    >>> @relay.transform.function_pass(opt_level=1)
    ... class TestReplaceFunc:
    ...     def __init__(self, new_func):
    ...         self.new_func = new_func
    ...     def transform_function(self, func, mod, ctx):
    ...         return self.new_func
    """

    def adapt(function):
        if _count_parameters(function) == 2:
            return lambda func, mod, ctx: function(func, ctx)
        return function

    return _make_decorator(pass_func, opt_level, name, required, traceable, "function",
                           FunctionPass, "transform_function", _ext.function_pass, adapt)


def PrintIR(header="", show_meta_data=False):
    """A pass that prints the module to the standard error.

    Parameters
    ----------
    header : str
        What to print with it.
    show_meta_data : bool
        Whether constants are printed.
    """

    _expect(header, str, "a string as header")

    def print_ir(mod, _):
        text = mod.astext(show_meta_data=show_meta_data)
        sys.stderr.write(f"PrintIR({header}):\n{text}")
        return mod

    return module_pass(print_ir, opt_level=0, name="PrintIR")


def _build_config(opt_level=2, required_pass=None, disabled_pass=None, trace=None):
    """A PassContext; deprecated, as in TVM.

    Parameters
    ----------
    trace : function of (mod, info, is_before), optional
        Called before and after each module or function pass that is called or listed.
    """
    warnings.warn("relay.build_config will be deprecated. Please use "
                  "tvm.transform.PassContext directly", DeprecationWarning, stacklevel=2)
    return PassContext(opt_level, required_pass, disabled_pass, trace=trace)


__getattr__ = _missing.make_getattr("tvm.transform")
