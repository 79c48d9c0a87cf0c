"""Conversion of one graph: that of a model, of a function, or of an attribute of a node."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

from .... import _ext
from ....error import TVMError
from ....ir.base import SourceName, Span
from ...expr import Constant, Expr
from .. import common
from ..building import MOST_SLICES, are_split, split_slices
from . import custom, functions, weights
from .branches import UndecidedBranches
from .node import Node, as_outputs
from .registry import ConversionError, Converter, normalize_domain

# Graphs in attributes of nodes, and functions in functions, may be nested so deep.
MOST_NESTED = 50
# So many times the nodes behind branches are converted to find out which they can follow.
MOST_ATTEMPTS = 100
# The most bytes of random numbers that are computed while importing.
MOST_NUMBERS = 1 << 31
# Operators that become so many calls that nobody would find them again if passes folded their weights.
_LAYERS = frozenset({"Attention", "DeformConv", "FlexAttention", "GRU", "GridSample", "LSTM", "LinearAttention",
                     "NegativeLogLikelihoodLoss", "QLinearMatMul", "RNN", "RoiAlign", "STFT",
                     "SoftmaxCrossEntropyLoss"})
# Errors of converters, which get the name of the node.
_ERRORS = (TVMError, ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError,
           NotImplementedError, MemoryError, AssertionError)


class Progress:
    """Tells on a terminal how many nodes of a model are converted, if that takes long.

    Parameters
    ----------
    total : int
        The number of nodes.
    """

    _DELAY, _INTERVAL = 1.0, 0.2

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._has_told = False
        self._next = time.monotonic() + self._DELAY if sys.stderr.isatty() else math.inf

    def advance(self) -> None:
        """Count a node."""
        self._done += 1
        if self._done % 16 == 0 and time.monotonic() > self._next:
            self._next = time.monotonic() + self._INTERVAL
            self._has_told = True
            sys.stderr.write(f"\r\x1b[KConverted {self._done} of {self._total} nodes")
            sys.stderr.flush()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._has_told:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _is_layer(domain: str, op_type: str) -> bool:
    return domain == "com.microsoft" or not domain and op_type in _LAYERS


class GraphConverter:
    """Converts the nodes of a graph in their order.

    Attributes
    ----------
    importer : Importer
    opsets : dict of str to int
        The versions of domains.
    values : dict of str to Expr
        The expressions of the graph's values by name.
    """

    def __init__(self, importer: Any, opsets: dict[str, int], *,
                 outer: GraphConverter | None = None, place: str = "",
                 attributes: dict[str, Any] | None = None, is_function: bool = False) -> None:
        self.importer = importer
        self.opsets = opsets
        self.values: dict[str, Expr] = {}
        # The values behind an If whose branches have no type in common: for each branch the values, and
        # the choice behind these.
        self.choice: Any = None
        # The inputs of a function that its call leaves out.
        self.absent: set[str] = set()
        self.place = place
        # The node that calls the function around this graph.
        self.caller: str = outer.caller if outer is not None else ""
        self.depth = 0 if outer is None else outer.depth + 1
        # Functions do not see the values around their calls.
        self.outer = None if is_function else outer
        # Names in functions are none of the model's graph.
        self.is_in_function: bool = is_function or (outer is not None and outer.is_in_function)
        # The attributes of the call of the function that is converted.
        self.attributes = attributes if is_function or outer is None else outer.attributes
        self.active_functions: tuple[Any, ...] = () if outer is None else outer.active_functions
        # The names of indices of Gather by the names of the data and the axis.
        self._indices: dict[tuple[str, int], list[str]] = {}
        # The slices of each tensor and dimension, if Gather nodes take all of them.
        self._slices: dict[tuple[Expr, int], list[Expr] | None] = {}
        # The types that the graph gives its values.
        self._value_info: dict[str, Any] = {}
        self._outermost: str = place if outer is None or not outer.place else outer._outermost
        if self.depth > MOST_NESTED:
            raise ConversionError(f"{self._outermost}: graphs and functions are nested more than "
                                  f"{MOST_NESTED} deep")

    # Names

    def lookup(self, name: str) -> Expr | None:
        """Return the expression of a value of this graph or of one around it, or None."""
        graph: GraphConverter | None = self
        while graph is not None:
            found = graph.values.get(name)
            if found is not None:
                return found
            graph = graph.outer
        return None

    def _is_absent(self, name: str) -> bool:
        """Return whether a name is that of an input of the function that its call leaves out."""
        graph: GraphConverter | None = self
        while graph is not None:
            if name in graph.absent:
                return True
            graph = graph.outer
        return False

    def define(self, name: str, expr: Expr, where: str) -> None:
        """Give a value its name; a ConversionError if the graph has one of that name, or if its
        type contradicts what the model and the caller say."""
        if name in self.values:
            raise ConversionError(f"{where}: the value {name!r} is defined twice")
        if not self.is_in_function:
            expr = self.importer.refine(name, expr, where)
        self._check_type(name, expr, where)
        self.values[name] = expr

    def _check_type(self, name: str, expr: Expr, where: str) -> None:
        """Refuse a value of another type than the graph gives it. Sizes may change in loops, and from
        call to call of a function."""
        info = self._value_info.get(name)
        if info is None or not self.importer.are_types_given or self.importer.is_absent(expr):
            return
        is_outermost = self.outer is None and not self.is_in_function
        # Wrong types tell which branches the nodes behind them can follow.
        weights.check_type(common.infer_type(expr).checked_type, info, f"{where}: the value {name!r}",
                           is_outermost, not is_outermost or self.importer.attempts > 0)

    def describe_values(self, infos: Iterable[Any]) -> None:
        """Keep the types that the graph gives its values; a ConversionError if it gives one value two
        types."""
        for info in infos:
            if not info.type.WhichOneof("value"):
                continue
            known = self._value_info.setdefault(info.name, info.type)
            if known is not info.type and not weights.are_compatible(known, info.type):
                where = f"{self.place}: " if self.place else ""
                raise ConversionError(f"{where}the graph gives the value {info.name!r} two types")

    def find_value_info(self, name: str) -> Any:
        """Return the TypeProto that the graph gives a value, or None."""
        return self._value_info.get(name)

    def get_shape(self, name: str) -> Any:
        """Return the shape that the caller gives for a value of this graph, or None."""
        return None if self.is_in_function else self.importer.get_shape(name)

    def locate(self, node: Node) -> str:
        """Return a description of a node with its place, for messages."""
        return f"{self.place}: {node.describe()}" if self.place else node.describe()

    # Slices

    def find_slices(self, node: Node, data: Expr, axis: int) -> list[Expr] | None:
        """Return all slices of a dimension, which one split gives, if Gather nodes like this one take all
        of them by scalars; None otherwise."""
        key = data, axis
        if key not in self._slices:
            self._slices[key] = self._split(data, axis) if self._are_all_taken(node, data, axis) else None
        return self._slices[key]

    def _are_all_taken(self, node: Node, data: Expr, axis: int) -> bool:
        names = self._indices.get(_get_slicing(node.proto), [])
        if len(names) > MOST_SLICES or node.is_constant(data):
            return False
        indices = [node.constant(self.lookup(name)) for name in names]
        return are_split(node.shape(data), axis, [int(value) for value in indices
                                                  if value is not None and value.ndim == 0])

    @staticmethod
    def _split(data: Expr, axis: int) -> list[Expr]:
        # The split belongs to no single Gather node: its span is that of the data.
        old = _ext.set_default_span(data.span)
        try:
            return split_slices(data, axis)
        finally:
            _ext.set_default_span(old)

    # Attributes

    def resolve_attribute(self, attribute: Any) -> Any:
        """Return an attribute; of one that refers to an attribute of a function, that one."""
        if attribute is None or not attribute.ref_attr_name:
            return attribute
        if self.attributes is None:
            raise ConversionError(f"the attribute {attribute.name} refers to {attribute.ref_attr_name}"
                                  " of a function, but the node is in none")
        return self.attributes.get(attribute.ref_attr_name)

    def read_attribute(self, attribute: Any) -> Any:
        """Return the value of an attribute as Python's."""
        return weights.read_attribute(attribute, self.importer.files)

    # Nodes

    def convert_nodes(self, nodes: Sequence[Any], progress: Progress | None = None) -> None:
        """Convert nodes, each after those whose results it takes."""
        self._indices = _find_indices(nodes)
        for i, proto in enumerate(nodes):
            if progress is not None:
                progress.advance()
            # The nodes of a function have the name of the node that calls it.
            name = self.caller or self.importer.name_node(proto)
            old = _ext.set_default_span(Span(SourceName(name), 0, 0, 0, 0))
            try:
                self._convert_node(proto, name)
            except UndecidedBranches as error:
                self._decide(proto, nodes[i + 1:], error)
                return
            finally:
                _ext.set_default_span(old)

    def _decide(self, proto: Any, rest: Sequence[Any], error: UndecidedBranches) -> None:
        """Convert the nodes behind an If with the branch that they can follow. If both will do, there
        are two sets of values. Raise the error if there is none."""
        before, found = self.values, []
        for i in range(2):
            results = error.choose(i)
            self.importer.attempts += 1
            if results is None or self.importer.attempts > MOST_ATTEMPTS:
                raise error
            self.values = {**before, **{name: expr for name, expr in zip(proto.output, results) if name}}
            self.choice = None
            try:
                self.convert_nodes(rest)
                for name in self.values.keys() - before.keys():
                    common.infer_type(self.values[name])
            except TVMError:
                continue
            found.append((self.values, self.choice))
        if not found:
            self.values = before
            raise ConversionError(str(error)) from error
        self.values, self.choice = found[0]
        if len(found) == 2:
            self.choice = error, found

    def _convert_node(self, proto: Any, name: str) -> None:
        node = self._make_node(proto, name)
        try:
            outputs = as_outputs(node, self._convert(node))
            if self.importer.keeps_nodes and custom.is_worth_keeping(node, outputs):
                outputs = custom.keep_node(node, custom.list_types(node, outputs))
            if not self.caller:
                outputs = self._record(node, outputs)
            for output, expr in zip(proto.output, outputs):
                if output and expr is not None:
                    folded = common.fold_small(expr, self.importer.most_folded)
                    self.define(output, folded, self.locate(node))
        except ConversionError:
            raise
        except _ERRORS as error:
            message = str(error).strip() or type(error).__name__
            if isinstance(error, OverflowError):
                message = f"a number is out of range: {message}"
            raise ConversionError(f"{self.locate(node)}: {message}") from error

    def _record(self, node: Node, outputs: Sequence[Expr | None]) -> Sequence[Expr | None]:
        """Keep the form of a node, and return its results. Passes do not see random numbers, so that they
        fold nothing that depends on them."""
        if not custom.is_random(node):
            self.importer.forms.record(node, outputs)
            return outputs
        numbers = [None if expr is None else common.fold_small(expr, MOST_NUMBERS) for expr in outputs]
        self.importer.forms.record(node, numbers)
        return [self.importer.hide(expr) for expr in numbers]

    def _make_node(self, proto: Any, name: str) -> Node:
        """Return a node with the expressions of its inputs."""
        domain = normalize_domain(proto.domain)
        # Models from before the standard had versions name none.
        node = Node(proto, name, self.opsets.get(domain, 1), [], self)
        for input_name in proto.input:
            expr = self.lookup(input_name) if input_name else None
            if input_name and expr is None and not self._is_absent(input_name):
                node.fail(f"the input {input_name!r} is not defined before the node")
            node.inputs.append(expr)
        if not self.caller and _is_layer(domain, node.op_type) and \
                not all(isinstance(expr, Constant) for expr in node.inputs if expr is not None):
            node.inputs = [self.importer.keep_weight(expr) for expr in node.inputs]
        return node

    def _convert(self, node: Node) -> Any:
        """Return the results of a node: by its converter, by a function of the model, or by the
        body that the standard gives the operator. Operators on values of types that nobody knows
        are kept."""
        domain = normalize_domain(node.domain)
        function = self.importer.find_function(node.proto)
        if function is not None:
            return functions.call_function(node, function)
        if self.importer.num_opaque and custom.has_opaque_input(node) or \
                self.importer.keeps_nodes and not domain and node.op_type in custom.SEQUENCES:
            return custom.keep_node(node)
        convert = self.importer.find_converter(domain, node.op_type, node.opset)
        if convert is not None:
            return self._convert_with(node, convert)
        body = functions.find_standard_body(node)
        if body is not None:
            return functions.call_function(node, body)
        return self.importer.convert_unknown(node)

    def _convert_with(self, node: Node, convert: Converter) -> Any:
        """Return the results that a converter gives. If graphs of the node have values of types that
        nobody knows, it is kept as a whole, unless one of them takes its place."""
        before = self.importer.num_opaque
        try:
            results = convert(node)
        except _ERRORS:
            if self.importer.num_opaque == before:
                raise
            return custom.keep_node(node)
        if self.importer.num_opaque == before or \
                node.op_type == "If" and node.is_constant(node.input(0)):
            return results
        return custom.keep_node(node)

    # Graphs

    def enter_function(self, node: Node, opsets: dict[str, int],
                       attributes: dict[str, Any]) -> GraphConverter:
        """Return the conversion of a function that a node calls, with the versions that it asks for
        and its attributes by name."""
        inner = GraphConverter(self.importer, {**self.opsets, **opsets}, outer=self,
                               place=self.locate(node), attributes=attributes, is_function=True)
        inner.caller = self.caller or node.name
        return inner

    def convert_graph(self, node: Node, proto: Any, arguments: Sequence[Expr],
                      what: str) -> list[Expr]:
        """Return the results of a graph that is an attribute of a node.

        Parameters
        ----------
        node : Node
            The node that has the graph.
        proto : onnx.GraphProto
        arguments : list of Expr
            The values of the inputs of the graph.
        what : str
            The name of the attribute, for messages.
        """
        inner = GraphConverter(self.importer, self.opsets, outer=self,
                               place=f"{self.locate(node)}, {what}")
        if len(proto.input) != len(arguments):
            node.fail(f"expected a graph with {len(arguments)} inputs as {what}, but got one with "
                      f"{len(proto.input)}")
        for info, expr in zip(proto.input, arguments):
            inner.values[info.name] = expr
        return inner.convert_body(proto)

    def convert_body(self, proto: Any) -> list[Expr]:
        """Return the results of a graph whose inputs have their values."""
        self.describe_values((*proto.value_info, *proto.output))
        for tensor in proto.initializer:
            if tensor.name not in self.values:
                self.define(tensor.name, self.importer.make_constant(tensor), "initializer")
        for sparse in proto.sparse_initializer:
            self.define(sparse.values.name, Constant(
                weights.read_sparse(sparse, self.importer.files)), "sparse initializer")
        with Progress(len(proto.node)) as progress:
            self.convert_nodes(proto.node, progress if not self.place else None)
        return self.collect_outputs([info.name for info in proto.output])

    def collect_outputs(self, names: Sequence[str]) -> list[Expr]:
        """Return the expressions of the results of a graph."""
        if self.choice is not None:
            error, found = self.choice
            results = []
            for self.values, self.choice in found:
                results.append(self.collect_outputs(names))
            return error.join(results)
        outputs = []
        for name in names:
            expr = self.lookup(name)
            if expr is None:
                where = f"{self.place}: " if self.place else ""
                raise ConversionError(f"{where}the output {name!r} of the graph is not defined")
            outputs.append(expr)
        return outputs


def _find_indices(nodes: Iterable[Any]) -> dict[tuple[str, int], list[str]]:
    """Return the names of indices of Gather by the names of the data and the axis."""
    found: dict[tuple[str, int], list[str]] = {}
    for proto in nodes:
        if proto.op_type == "Gather" and len(proto.input) == 2:
            found.setdefault(_get_slicing(proto), []).append(proto.input[1])
    return found


def _get_slicing(proto: Any) -> tuple[str, int]:
    """Return the name of the data of a Gather, and the axis."""
    return proto.input[0], next((attribute.i for attribute in proto.attribute if attribute.name == "axis"), 0)
