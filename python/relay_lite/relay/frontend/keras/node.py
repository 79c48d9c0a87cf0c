"""Calls of layers of Keras, as converters see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from ... import op
from ...expr import Expr
from .. import common
from ..node import BaseNode, ConversionError
from .model import Layer

_REQUIRED = object()
_FLOATS = ("float16", "bfloat16", "float32", "float64")
# Arguments of calls that do not matter when a model runs.
_IGNORED = frozenset(["training"])


@dataclass
class Value:
    """A tensor of a model.

    Attributes
    ----------
    expr : relay.Expr
    first : bool
        Whether the channels of images are their second dimension, and not their last one.
    mask : relay.Expr or None
        Booleans of steps, false for those that later layers leave out.
    """

    expr: Expr
    first: bool = False
    mask: Expr | None = None


class Node(BaseNode):
    """A call of a layer with its tensors.

    Attributes
    ----------
    layer : Layer
    config : dict
        The arguments of the layer's class.
    values : list of Value
        The arguments of the call.
    named : dict
        Its arguments by name.
    others : list
        The arguments that are no tensors: a converter removes those that it takes.
    importer : Importer
    dtype_of_policy : str or None
        The element type that the layer computes in, if it says one.
    """

    def __init__(self, layer: Layer, values: Sequence[Value], named: dict[str, Any],
                 importer: Any, place: str = "") -> None:
        self.layer = layer
        self.config = layer.config
        self.values = list(values)
        self.others: list[Any] = []
        self.dtype_of_policy: str | None = None
        self.named = {name: value for name, value in named.items() if name not in _IGNORED}
        self.importer = importer
        self.place = place
        self._given_mask = self.named.pop("mask", None)

    def describe(self) -> str:
        """Return the class and the name of the layer, for messages."""
        return f"{self.layer.class_name} {self.layer.name!r}"

    def fail(self, message: str) -> NoReturn:
        """Raise a ConversionError that names the layer."""
        raise ConversionError(f"{self.place}{self.describe()}: {message}")

    # Tensors

    def value(self, i: int) -> Value:
        """Return an argument; a ConversionError if there is none."""
        if i >= len(self.values):
            self.check_others()
            self.fail(f"expected at least {i + 1} tensors, but got {len(self.values)}")
        return self.values[i]

    def check_others(self) -> None:
        """Refuse arguments that are no tensors."""
        if any(other is not None for other in self.others):
            self.fail(f"expected tensors as arguments, but found {self.others!r:.80}")

    def mask(self, i: int = 0) -> Expr | None:
        """Return the mask of an argument: one that the call gives, or that of the tensor."""
        given = self._given_mask
        if given is not None:
            masks = given if isinstance(given, list) else [given]
            found = masks[i] if i < len(masks) else None
            if found is not None and not isinstance(found, Value):
                self.fail(f"expected a tensor as mask, but found {found!r:.80}")
            return op.cast(to_last(found), "bool") if found is not None else None
        return self.values[i].mask if i < len(self.values) else None

    def input(self, i: int) -> Expr:
        """Return an argument in Keras's order of dimensions, with the channels last."""
        return to_last(self.value(i))

    def image(self, i: int) -> Value:
        """Return an argument in the layout that the caller of the importer asks for: with the
        channels first if it is a tensor of rank 4 and the layout is NCHW."""
        value = self.value(i)
        return self.as_image(value.expr) if not value.first else value

    def as_image(self, expr: Expr) -> Value:
        """Return a tensor with the channels last in the layout that the caller asks for."""
        if not self.importer.channels_first or self.rank(expr) != 4:
            return Value(expr)
        return Value(to_first(expr), True)

    def layout(self, value: Value) -> str:
        """Return the layout of an argument."""
        rank = self.rank(value.expr)
        letters = {3: "W", 4: "HW", 5: "DHW"}
        if rank not in letters:
            self.fail(f"expected a tensor of rank 3, 4 or 5, but got one of rank {rank}")
        return f"NC{letters[rank]}" if value.first else f"N{letters[rank]}C"

    def axis(self, value: Value, axis: int) -> int:
        """Return where an axis of Keras's order is, counted from the front."""
        rank = self.rank(value.expr)
        if not -rank <= axis < rank:
            self.fail(f"axis {axis} is out of range for a tensor of rank {rank}")
        axis %= rank
        return (0, *range(2, rank), 1)[axis] if value.first else axis

    def argument(self, name: str) -> Any:
        """Return an argument by name, and forget it; None if there is none."""
        return self.named.pop(name, None)

    # The layer

    def option(self, name: str, default: Any = _REQUIRED) -> Any:
        """Return an argument of the layer's class; a ConversionError if there is none and no
        default."""
        if name in self.config:
            return self.config[name]
        if default is _REQUIRED:
            self.fail(f"expected an argument {name}, but there is none")
        return default

    def number(self, name: str, default: Any = _REQUIRED) -> float:
        """Return an argument that is a number."""
        value = self.option(name, default)
        # Keras 2 describes numbers of NumPy's as objects.
        if isinstance(value, dict):
            value = value.get("config", {}).get("value", value.get("value"))
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            self.fail(f"expected a number as {name}, but found {value!r:.80}")
        return value

    def numbers(self, name: str, count: int, default: Any = _REQUIRED, least: int = 1) -> list[int]:
        """Return an argument that is a list of integers, or an integer that stands for all."""
        value = self.option(name, default)
        values = [value] * count if isinstance(value, int) else value
        if not isinstance(values, (list, tuple)) or len(values) != count or \
                not all(isinstance(entry, int) and entry >= least for entry in values):
            self.fail(f"expected {count} integers of at least {least} as {name}, but found "
                      f"{value!r:.80}")
        return list(values)

    def array(self, i: int, what: str, rank: int | None = None) -> Any:
        """Return a weight of the layer as an array; a ConversionError, which calls it `what`, if
        there is none, or none of a rank."""
        arrays = self.layer.weights.arrays()
        if i >= len(arrays):
            self.fail(f"the {what} is missing: the layer has {len(arrays)} weights")
        if rank is not None and arrays[i].ndim != rank:
            self.fail(f"expected a {what} of rank {rank}, but got one of the shape "
                      f"{list(arrays[i].shape)}")
        return arrays[i]

    def param(self, array: Any, dtype: str | None = None) -> Expr:
        """Return a weight in the element type that the layer computes in, or in another one."""
        return cast_float(self.importer.make_param(array, self.layer.name), dtype or self.dtype_of_policy)

    def read_policy(self) -> None:
        """Read the element type that the layer computes in, which that of its weights may differ from,
        and convert the tensors to it, as Keras does."""
        policy = self.config.get("dtype")
        name = policy.get("config", {}).get("name") if isinstance(policy, dict) else policy
        if policy is not None and not isinstance(name, str) or "_from_" in str(name):
            self.fail(f"the dtype policy {name or policy!r:.80} is not supported")
        name = str(name).removeprefix("mixed_")
        if name not in _FLOATS:
            return
        self.dtype_of_policy = name
        self.values = [replace(value, expr=cast_float(value.expr, name)) for value in self.values]
        self.named = {key: _cast_argument(value, name) for key, value in self.named.items()}

    def bias(self, data: Value, i: int) -> Value:
        """Return a tensor with the bias of each channel, if the layer has one."""
        if not self.option("use_bias", True):
            return data
        return Value(op.nn.bias_add(data.expr, self.param(self.array(i, "bias", 1)),
                                    self.axis(data, -1)), data.first)


def cast_float(expr: Expr, dtype: str | None) -> Expr:
    """Return a tensor with another element type if it has floats."""
    own = getattr(common.infer_type(expr).checked_type, "dtype", None)
    return op.cast(expr, dtype) if dtype in _FLOATS and own in _FLOATS and own != dtype else expr


def _cast_argument(value: Any, dtype: str) -> Any:
    """Return an argument of a call with its tensors cast."""
    if isinstance(value, list):
        return [_cast_argument(entry, dtype) for entry in value]
    return replace(value, expr=cast_float(value.expr, dtype)) if isinstance(value, Value) else value


def to_last(value: Value) -> Expr:
    """Return a tensor in Keras's order of dimensions."""
    if not value.first:
        return value.expr
    return op.transpose(value.expr, [0, *range(2, len(common.infer_shape(value.expr))), 1])


def to_first(expr: Expr) -> Expr:
    """Return a tensor whose channels are the last dimension with them as the second one."""
    rank = len(common.infer_shape(expr))
    return op.transpose(expr, [0, rank - 1, *range(1, rank - 1)]) if rank > 2 else expr
