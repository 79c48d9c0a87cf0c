"""How the functions of operators read their arguments."""

from ... import _ext
from ...runtime import ndarray
from ...target import VirtualDevice
from ..expr import Constant, Expr, Tuple, const
from ._generated import RESULTS


def fields(data, name):
    """A tuple-typed expression of a sequence of expressions; an expression as it is. A
    TupleWrapper is a sequence: of its fields, as in TVM."""
    if isinstance(data, Expr):
        return data
    data = list(data)
    if not data:
        raise ValueError(f"relay.{name} requires data to be non-empty.")
    return Tuple(data)


def numbers(value):
    """A list of numbers: of a number, a constant or a sequence; other expressions, whose values
    are not known, as they are."""
    if isinstance(value, Constant):
        value = value.data.numpy().reshape(-1).tolist()
    if isinstance(value, Expr) or value is None:
        return value
    # A symbolic dimension is no sequence; operators refuse it.
    if isinstance(value, (int, float, _ext.MetaObject)):
        return [value]
    return [element.data.numpy().item() if isinstance(element, Constant) else element
            for element in value]


def axes(axis):
    """A list of axes, or None."""
    return [axis] if isinstance(axis, int) else axis


def check_axis(axis):
    """An axis must be an integer."""
    if not isinstance(axis, int):
        raise ValueError("For now, we only support integer axis")


def as_expr(value, dtype=None):
    """A constant of a number; expressions as they are."""
    return value if isinstance(value, Expr) else const(value, dtype)


def repeat(value, rank):
    """`rank` numbers of one; sequences as they are."""
    return (value,) * rank if isinstance(value, int) else value


def pad_tuple(padding, rank):
    """The padding before each spatial dimension, then after each: of one number for all, one for
    each dimension, or all of them."""
    if isinstance(padding, int):
        return (padding,) * (2 * rank)
    padding = tuple(padding)
    if len(padding) == rank:
        return padding * 2
    if len(padding) == 1 and rank == 1:
        return padding * 2
    if len(padding) == 2 * rank:
        return padding
    raise ValueError(f"Size of padding can only be {rank} or {2 * rank}")


def virtual_device(device):
    """A virtual device: of a device or its name; one as it is."""
    if isinstance(device, str):
        device = ndarray.device(device)
    if isinstance(device, ndarray.Device):
        device = VirtualDevice(device)
    if not isinstance(device, VirtualDevice):
        raise ValueError(
            f"expecting a Device or device name, but received a {type(device)}")
    return device


NDArray = _ext.NDArray


def complete_docstrings(functions, prefix=""):
    """Adds to the docstrings of functions that are written by hand what the operators of these names
    return and refuse."""
    for name, function in functions.items():
        text = getattr(function, "__doc__", None)
        if prefix + name in RESULTS and callable(function) and text and "Returns\n" not in text:
            function.__doc__ = text.rstrip() + "\n" + RESULTS[prefix + name]
