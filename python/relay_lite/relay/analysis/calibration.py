"""The values that functions for other compilers get and return."""

from ... import _ext
from ...error import TVMError, _expect
from ...runtime.ndarray import cpu
from ..build_module import create_executor
from ..expr import Call, GlobalVar, Tuple, TupleGetItem
from ..function import Function
from ..transform import InferType


def get_calibration_data(mod, data) -> dict:
    """Run `main`, and return the values of the arguments and results of each call of a function with
    the attribute `Compiler`: a dictionary with `inputs` and `outputs`, which are lists of NDArray, for
    each GlobalVar. TVM's restrictions hold: only calls in `main` count, none is in a branch or a
    function literal, no function is called twice, and no argument is a tuple.

    Parameters
    ----------
    mod : IRModule
    data : dict of str to array
        The arguments of `main` by name.
    """
    _expect(mod, _ext.IRModule, "an IRModule")
    _expect(data, dict, "a dictionary of arrays by name")
    main = InferType()(mod)["main"]
    names = {var.name_hint: var for var, function in mod.functions.items() if _is_for_compiler(function)}
    calls = {}
    for call in _ext.post_order(main):
        if isinstance(call, Call) and isinstance(call.op, GlobalVar) and call.op.name_hint in names:
            if call.op.name_hint in calls:
                raise TVMError(f"{call.op.name_hint} is called twice: calibration needs one call of "
                               "each function")
            calls[call.op.name_hint] = call
    if not calls:
        return {}
    values = {name: [_get_fields(arg, is_result=False)[0] for arg in call.args] + _get_fields(call)
              for name, call in calls.items()}
    results = list(_run(mod, main, [value for row in values.values() for value in row], data))
    taken = {}
    for name, row in values.items():
        own, results = results[:len(row)], results[len(row):]
        count = len(calls[name].args)
        taken[names[name]] = {"inputs": own[:count], "outputs": own[count:]}
    return taken


def _is_for_compiler(function):
    return function.attrs is not None and "Compiler" in function.attrs


def _get_fields(expr, is_result=True):
    """The tensors of the value of an expression."""
    type_ = expr.checked_type
    if not isinstance(type_, _ext.TupleType):
        return [expr]
    if not is_result or any(isinstance(field, _ext.TupleType) for field in type_.fields):
        raise TVMError("cannot calibrate a function that gets a tuple, or returns one in another one: "
                       f"a value has the type {type_}")
    return [TupleGetItem(expr, index) for index in range(len(type_.fields))]


def _run(mod, main, values, data):
    """The values of expressions of `main`, where other compilers are left out."""
    module = _ext.IRModule()
    module.update_func(GlobalVar("main"), Function(main.params, Tuple(values)))
    for var, function in mod.functions.items():
        if var.name_hint != "main":
            module[var] = \
                function.without_attr("Compiler") if _is_for_compiler(function) else function
    return create_executor("graph", mod=module, device=cpu(0)).evaluate()(**data)
