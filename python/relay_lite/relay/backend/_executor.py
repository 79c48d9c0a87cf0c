"""Evaluates expressions and functions of a module."""

import collections

from ... import _ext
from ...error import TVMError, _expect, _list_names, _suggest
from ...runtime._values import to_value, wrap
from ...runtime.ndarray import empty
from ..expr import bind, const
from ._external import compile_external


def bind_params_by_name(func, params) -> _ext.Function:
    """The function with the parameters that `params` names replaced by constants.

    Parameters
    ----------
    func : relay.Function
    params : dict of str to NDArray, array, number, list or Expr
        A name that no parameter has is ignored; one that several have is an error. Numbers and
        lists of them are int32 and float32, as in const().
    """
    _expect(func, _ext.Function, "a function")
    by_name = {}
    for param in func.params:
        by_name.setdefault(param.name_hint, []).append(param)
    binds = {}
    for name, value in params.items():
        found = by_name.get(name, [])
        if len(found) > 1:
            raise TVMError(f"Multiple args in the function have name {name}")
        if found:
            binds[found[0]] = _get_constant(value)
    return bind(func, binds)


def _get_constant(value):
    """A value as an expression: arrays keep their element types, numbers and lists have those of
    const()."""
    if isinstance(value, _ext.RelayExpr):
        return value
    import numpy as np

    if isinstance(value, (bool, int, float, list, np.generic)):
        return const(value)
    return _ext.Constant(value)


def bind_main(mod, params):
    """A module whose `main` has values for parameters."""
    mod = mod.clone()
    mod["main"] = bind_params_by_name(mod["main"], params)
    return mod


class Executor:
    """Evaluates functions of a module on the CPU; see create_executor.

    Parameters
    ----------
    mod : IRModule or None
    device : Device
    target : Target or list of Target

    Attributes
    ----------
    profile : Profile or None
        Gets the times of the operators of functions that are evaluated later.
    """

    def __init__(self, mod, device, target):
        self.profile = None
        self.mod = mod
        self.device = device
        self.target = target

    def evaluate(self, expr=None, binds=None, *, params=None):
        """Return a callable that evaluates a function on its arguments; or the value of another
        expression.

        Parameters
        ----------
        expr : relay.Expr, optional
            By default the function `main` of the module. A GlobalVar is a function of the module.
        binds : dict of Var to array or Expr, optional
            Values for free variables of the expression.
        params : dict of str to array, optional
            Values for parameters by name.

        Returns
        -------
        function or NDArray or tuple
            Arguments are arrays or what NumPy makes arrays of; tuples for tuples. Numbers of
            Python's get the element types of their parameters, if those take them.
        """
        module = self.mod.clone() if self.mod is not None else _ext.IRModule()
        if expr is None:
            expr = module["main"]
        elif isinstance(expr, _ext.GlobalVar):
            expr = module[expr]
        elif hasattr(expr, "asobject"):
            expr = expr.asobject()
        _expect(expr, _ext.RelayExpr, "an expression")
        for var, value in (binds or {}).items():
            expr = _ext.Let(var, _get_constant(value), expr)
        is_function = isinstance(expr, _ext.Function)
        if params:
            if not is_function:
                raise ValueError("params is for functions only")
            expr = bind_params_by_name(expr, params)
        if not is_function and len(_ext.free_vars(expr)):
            names = ", ".join("%" + var.name_hint for var in _ext.free_vars(expr))
            raise ValueError(f"cannot evaluate an expression with the free variables {names}")
        module[_ENTRY] = expr
        externals = compile_external(module, self.target)
        program = _ext.Program(module, externals)
        if not is_function:
            return self._wrap(program.call(_ENTRY, []))
        names = _number([param.name_hint for param in expr.params])
        types = [param.type_annotation for param in expr.params]

        def run(*args, **kwargs):
            values = list(map(self._convert, _arrange(names, args, kwargs), types))
            if any(map(_needs_program, values)):
                module[_ENTRY] = _ext.Call(expr, [_to_expr(module, value) for value in values])
                return self._wrap(_ext.Program(module, externals).call(_ENTRY, []))
            return self._wrap(program.call(_ENTRY, list(map(to_value, values)), self.profile))

        return run

    @staticmethod
    def _wrap(value):
        """Return the value of an expression as Python has it."""
        return wrap(value)

    def _convert(self, value, value_type):
        """Return an argument with the element types that its parameter has."""
        if isinstance(value, (tuple, list)) and isinstance(value_type, _ext.TupleType) and \
                len(value) == len(value_type.fields):
            return tuple(map(self._convert, value, value_type.fields))
        if isinstance(value_type, _ext.TensorType) and self._may_convert(value, value_type.dtype):
            return empty(_get_shape(value), value_type.dtype).copyfrom(value)
        return value

    @staticmethod
    def _may_convert(value, dtype) -> bool:
        """Whether an argument gets the element type of its parameter: a number of Python's that the
        type has."""
        kinds = {bool: ("bool",), int: ("int", "uint", "float", "bfloat"), float: ("float", "bfloat")}
        return dtype.rstrip("0123456789") in kinds.get(type(value), ())


class ConvertingExecutor(Executor):
    """Evaluates functions of a module as executors of graphs do: arrays of NumPy's get the element
    types of their parameters, and results in tuples come as lists."""

    @staticmethod
    def _wrap(value):
        return to_lists(wrap(value))

    @staticmethod
    def _may_convert(value, dtype):
        import numpy as np

        return isinstance(value, (bool, int, float, list, np.generic, np.ndarray))


def _get_shape(value):
    """Return the shape of a number, a list of numbers or an array."""
    import numpy as np

    return np.shape(value)


def to_lists(value):
    """Return a value with lists for tuples, as executors of graphs give them."""
    return [to_lists(field) for field in value] if isinstance(value, tuple) else value


class RefValue:
    """A reference, as an argument of a function.

    Parameters
    ----------
    value : NDArray or tuple
        What it refers to.
    """

    def __init__(self, value):
        self.value = value


class ConstructorValue:
    """A value of an algebraic data type, as an argument of a function.

    Parameters
    ----------
    tag : int
    fields : list
    constructor : Constructor
    """

    def __init__(self, tag, fields, constructor):
        self.tag = tag
        self.fields = list(fields)
        self.constructor = constructor


def _needs_program(value):
    """Whether there is something in an argument that only expressions make."""
    if isinstance(value, tuple):
        return any(map(_needs_program, value))
    return isinstance(value, (RefValue, ConstructorValue))


def _to_expr(mod, value):
    """The expression of an argument."""
    if isinstance(value, RefValue):
        return _ext.RefCreate(_to_expr(mod, value.value))
    if isinstance(value, ConstructorValue):
        fields = [_to_expr(mod, field) for field in value.fields]
        return _ext.Call(mod.get_constructor(value.tag), fields)
    if isinstance(value, tuple):
        return _ext.Tuple([_to_expr(mod, field) for field in value])
    return _get_constant(value)


# A name that no function of a script has.
_ENTRY = "__entry__"


def _number(names):
    """Return the names with a number after each that came before, as in the text of the function:
    x, x1, x2."""
    numbered, last = {}, collections.Counter()
    for name in names:
        unique = name
        while unique in numbered:
            last[name] += 1
            unique = f"{name}{last[name]}"
        numbered[unique] = True
    return list(numbered)


def _arrange(names, args, kwargs):
    """Arguments by position and by name, in the order of the parameters."""
    if len(args) > len(names):
        raise TypeError(f"the function takes {len(names)} arguments, but got {len(args)}")
    arguments = dict(enumerate(args))
    for name, value in kwargs.items():
        if name not in names:
            raise ValueError(f"the function has no parameter {name}" + _suggest(name, names))
        position = names.index(name)
        if position in arguments:
            raise ValueError(f"the parameter {name} is given twice")
        arguments[position] = value
    missing = [name for position, name in enumerate(names) if position not in arguments]
    if missing:
        raise ValueError(f"no argument for {_list_names(missing)}")
    return [arguments[position] for position in range(len(names))]
