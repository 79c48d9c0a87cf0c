"""Conversion of the calls of one graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .... import _ext
from ....error import OpNotImplemented, TVMError
from ....ir.base import SourceName, Span
from ...expr import Expr, TupleWrapper, const
from .. import common
from ..building import broadcast, sizes_of, split_slices
from ..node import ConversionError
from . import aliases, quantization, views
from .aliases import Alias
from .node import Node
from .registry import find_any_converter, find_converter, get_functional_name

# Graphs may be nested so deep.
MOST_NESTED = 50
# Operators that check their operands, or that only training needs.
WITHOUT_EFFECT = frozenset((
    "aten::_assert_async", "aten::_assert_scalar", "aten::_assert_tensor_metadata", "aten::_assert",
    "aten::sym_constrain_range", "aten::sym_constrain_range_for_size", "aten::warn",
    "aten::_version", "aten::requires_grad_", "aten::backward", "aten::set_grad_enabled",
    "prim::Print", "aten::manual_seed"))


@contextmanager
def name_errors(node: Node) -> Iterator[None]:
    """Make errors a ConversionError that names a call."""
    try:
        yield
    except (ConversionError, OpNotImplemented):
        raise
    except (TVMError, ValueError, TypeError, IndexError, KeyError, AttributeError, ArithmeticError,
            NotImplementedError, MemoryError, AssertionError, StopIteration) as error:
        message = str(error).strip() or type(error).__name__
        raise ConversionError(f"{node.describe()}: {message}") from error


class GraphConverter:
    """Converts calls in their order.

    Attributes
    ----------
    default_dtype : str
        The element type of floating-point numbers without one.
    unroll : int
        Loops of a known number of rounds are unrolled up to so many rounds.
    custom : dict of str to function
        Converters of TVM's style, (inputs, input_types), by operator.
    values : dict of str to object
        The values by name: Alias for tensors, Python's own for numbers, texts, None, lists and tuples.
    place : str
        Where the graph is, for messages: empty for the whole model.
    """

    # Whether the graph is that of a script.
    is_script = False

    def __init__(self, default_dtype: str = "float32", unroll: int = 0,
                 custom: dict[str, Callable[..., Any]] | None = None, place: str = "",
                 depth: int = 0) -> None:
        self.default_dtype = default_dtype
        self.unroll = unroll
        self.custom = custom or {}
        self.values: dict[str, Any] = {}
        self.place = place
        self.depth = depth
        # Constants of traces that were Python's numbers.
        self.numbers: set[Expr] = set()
        # The parameters of quantized tensors.
        self.quantized: dict[Expr, quantization.Quantization] = {}
        # The slices of each tensor and dimension, if calls take all of them.
        self._slices: dict[tuple[Expr, int], list[Expr]] = {}
        # The tensors that are written, with their values before: one entry for each open block.
        self.written: list[dict[Alias, Expr]] = []
        if depth > MOST_NESTED:
            raise ConversionError(f"{place}graphs are nested more than {MOST_NESTED} deep")

    # Calls

    def call(self, node: Node, arguments: dict[str, Any]) -> Any:
        """Return the result of a call: of the values by name, an Alias for a tensor.

        Parameters
        ----------
        node : Node
        arguments : dict of str to object
            The values of arguments by the names of PyTorch's schema, as in `values`.
        """
        old = _ext.set_default_span(Span(SourceName(node.name), 0, 0, 0, 0))
        try:
            with name_errors(node):
                return self._call(node, arguments)
        finally:
            _ext.set_default_span(old)

    def _call(self, node: Node, arguments: dict[str, Any]) -> Any:
        if node.op in WITHOUT_EFFECT:
            return None
        functional = get_functional_name(node.op)
        if functional != node.op and not find_converter(node.op, node.overload):
            return self._call_in_place(node, functional, arguments)
        plain = {name: aliases.read(value) for name, value in arguments.items()}
        result = self.convert(node, node.op, plain)
        first = next(iter(arguments.values()), None)
        if views.is_view(node.op) and isinstance(first, Alias):
            return self._make_views(node, first, plain, result)
        return aliases.wrap(result)

    def convert(self, node: Node, name: str, plain: dict[str, Any]) -> Any:
        """Return the result of an operator for arguments with expressions: its tensors are
        expressions, too."""
        if quantization.is_taken(node, name, plain):
            return quantization.convert_quantized(node, name, plain)
        return self.convert_plain(node, name, plain)

    def convert_plain(self, node: Node, name: str, plain: dict[str, Any]) -> Any:
        """Return the result of an operator for tensors that are not quantized, or of one that takes
        quantized tensors."""
        found = find_any_converter(name, node.overload)
        if found is None:
            raise OpNotImplemented(f"{node.describe()}: the operator is not supported")
        function, parameters = found
        arguments: dict[str, Any] = {}
        for place, (key, value) in enumerate(plain.items()):
            if parameters is None or key in parameters:
                arguments[key] = value
            elif key in ("a", "b", "input", "self", "x", "other") and place < len(parameters):
                # Overloads on numbers, and old versions, have other names.
                arguments[parameters[place]] = value
            elif value is not None and value is not False and not _is_ignored(key):
                node.fail(f"the argument {key} is not supported")
        result = function(node, **arguments)
        return _fold(result)

    def _call_in_place(self, node: Node, functional: str, arguments: dict[str, Any]) -> Any:
        """Return the first operand after an operator has changed it."""
        key, target = next(iter(arguments.items()))
        plain = {name: aliases.read(value) for name, value in arguments.items()}
        if not isinstance(target, Alias):
            # A list, or a number of a script.
            return aliases.wrap(self.convert(node, functional, plain))
        result = node.tensor(self.convert(node, functional, plain), node.dtype(plain[key]))
        if node.shape(result) != node.shape(plain[key]) and functional not in (
                "aten::squeeze", "aten::unsqueeze", "aten::transpose", "aten::t", "aten::resize",
                "aten::swapaxes"):
            result = broadcast(result, sizes_of(node, plain[key]))
        self.write(node, target, result)
        return target

    def get_slices(self, data: Expr, axis: int) -> list[Expr]:
        """Return all slices of a dimension, which one split gives."""
        key = data, axis
        if key not in self._slices:
            self._slices[key] = split_slices(data, axis)
        return self._slices[key]

    def write(self, node: Node, target: Alias, value: Expr) -> None:
        """Give a tensor another value."""
        root = target.root
        for entry in self.written:
            entry.setdefault(root, root.expr)
        target.write(value, node.fail)

    def _make_views(self, node: Node, base: Alias, plain: dict[str, Any], result: Any) -> Any:
        """Return results that share memory with the first operand."""
        key = next(iter(plain))

        def make(expr: Expr, index: int | None) -> Alias:
            def forward(data: Expr) -> Expr:
                again = self.convert(node, node.op, {**plain, key: data})
                return again if index is None else again[index]

            def backward(data: Expr, value: Expr) -> Expr:
                return views.write_back(node, node.op, forward, data, value)

            # A conversion of elements is a copy.
            if node.dtype(expr) != node.dtype(plain[key]):
                return Alias(expr)
            return Alias(expr, base, forward, backward)

        if isinstance(result, (list, tuple)):
            return type(result)(make(expr, i) for i, expr in enumerate(result))
        return make(result, None) if isinstance(result, Expr) else result

    # Blocks

    @contextmanager
    def block(self) -> Iterator[dict[Alias, Expr]]:
        """Convert a block, and give tensors that it writes their values before it. The dictionary
        gets the tensors from outside of the block with the values that the block gives them."""
        entry: dict[Alias, Expr] = {}
        first = Alias(const(0)).number
        self.written.append(entry)
        try:
            yield entry
        finally:
            self.written.pop()
            for root, expr in list(entry.items()):
                entry[root] = root.expr
                self.set_root(root, expr)
                if root.number > first:
                    del entry[root]

    @staticmethod
    def set_root(root: Alias, expr: Expr) -> None:
        """Give a tensor with memory of its own a value."""
        root.storage.version += 1
        root.expr = expr
        root.version = root.storage.version


def _is_ignored(key: str) -> bool:
    from .registry import IGNORED

    return key in IGNORED


def _fold(result: Any) -> Any:
    """Return results of a converter with small constants evaluated, and tuples as lists."""
    if isinstance(result, TupleWrapper):
        return [result[i] for i in range(len(result))]
    if isinstance(result, Expr):
        return common.fold_small(result)
    if isinstance(result, list):
        return [_fold(item) for item in result]
    return result
