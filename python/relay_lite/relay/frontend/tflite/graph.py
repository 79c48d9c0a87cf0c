"""Conversion of one graph: that of a model, or one that an operator runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .... import _ext
from ....error import TVMError
from ....ir.base import SourceName, Span
from ...expr import Expr
from .. import common
from ..node import ConversionError, unwrap
from . import quantization
from .flatbuffer import DAMAGES, Graph
from .node import Node

# Graphs may run each other so deep.
MOST_NESTED = 50


class GraphConverter:
    """Converts the operators of a graph in their order.

    Attributes
    ----------
    importer : Importer
    graph : Graph
    values : dict of int to Expr
        The expressions of tensors by number.
    variables : dict of str to Expr
        The values that the model's variables have now, by name.
    """

    def __init__(self, importer: Any, graph: Graph, variables: dict[str, Expr],
                 outer: GraphConverter | None = None, place: str = "") -> None:
        self.importer = importer
        self.graph = graph
        self.values: dict[int, Expr] = {}
        self.variables = variables
        self.place = place
        self.active: tuple[int, ...] = (*(outer.active if outer else ()), graph.index)

    # Values

    def get(self, index: int, node: Node | None = None) -> Expr:
        """Return the expression of a tensor: a parameter for one whose data the file has."""
        found = self.values.get(index)
        if found is None:
            found = self.importer.make_param(self.graph, self.graph.tensors[index])
            if found is None:
                where = f"{self.place}{node.describe()}" if node else f"graph {self.graph.index}"
                raise ConversionError(f"{where}: the tensor {self.graph.tensors[index].name!r} is "
                                      "not computed before it is used, and has no data")
            self.values[index] = found
        return found

    def find_value(self, index: int) -> Any:
        """Return the elements of a tensor whose data the file has; otherwise None."""
        if index in self.values:
            return None
        return self.importer.model.read_tensor(self.graph, self.graph.tensors[index])

    def define(self, index: int, expr: Expr, where: str) -> None:
        """Give a tensor its expression; a ConversionError if it has one."""
        if index in self.values:
            raise ConversionError(f"{where}: the tensor {self.graph.tensors[index].name!r} is "
                                  "defined twice")
        self.values[index] = expr
        if not self.active[1:]:
            self.importer.table.set_expr(self.graph.tensors[index].name, expr)

    # Operators

    def convert_operators(self) -> None:
        """Convert all operators of the graph."""
        for operator in self.graph.operators:
            self.importer.count_operator(self.place)
            node = Node(operator, self)
            self.importer.operators.setdefault(node.name, node.op_type)
            old = _ext.set_default_span(Span(SourceName(node.name), 0, 0, 0, 0))
            try:
                self._convert_node(node)
            finally:
                _ext.set_default_span(old)

    def _convert_node(self, node: Node) -> None:
        try:
            outputs = self._as_outputs(node, self._convert(node))
            for tensor, expr in zip(node.outputs, outputs):
                self.define(tensor.index, common.fold_small(unwrap(expr)),
                            f"{self.place}{node.describe()}")
        except ConversionError:
            raise
        except (TVMError, ArithmeticError, NotImplementedError, *DAMAGES) as error:
            message = str(error).strip() or type(error).__name__
            raise ConversionError(f"{self.place}{node.describe()}: {message}") from error

    def _convert(self, node: Node) -> Any:
        own = self.importer.find_user_converter(node)
        if own is not None:
            return own(node.operator.proto)
        entry = self.importer.find_entry(node.op_type)
        return quantization.convert(node, entry)

    @staticmethod
    def _as_outputs(node: Node, converted: Any) -> Sequence[Expr]:
        """Return the results of a converter as a sequence, one for each output of the operator."""
        outputs = [converted] if isinstance(converted, Expr) else list(converted)
        if len(outputs) < len(node.outputs):
            node.fail(f"expected at most {len(outputs)} outputs, but there are {len(node.outputs)}")
        return outputs

    # Graphs

    def convert_graph(self, node: Node, index: int, arguments: Sequence[Expr], what: str,
                      variables: dict[str, Expr]) -> list[Expr]:
        """Return the results of another graph of the model, which an operator runs.

        Parameters
        ----------
        node : Node
        index : int
            The number of the graph.
        arguments : list of Expr
            The values of its inputs.
        what : str
            The name of the option that has the number, for messages.
        variables : dict of str to Expr
            The variables of the model; the graph puts new values there.
        """
        graphs = self.importer.model.graphs
        if not 0 <= index < len(graphs):
            node.fail(f"{what}: there is no graph {index}")
        if index in self.active or len(self.active) > MOST_NESTED:
            node.fail(f"{what}: graph {index} runs itself, or graphs are nested more than "
                      f"{MOST_NESTED} deep")
        inner = GraphConverter(self.importer, graphs[index], variables, self,
                               f"{self.place}{node.describe()}, {what}: ")
        if len(inner.graph.inputs) != len(arguments):
            node.fail(f"expected a graph with {len(arguments)} inputs as {what}, but got one with "
                      f"{len(inner.graph.inputs)}")
        for place, (tensor, expr) in enumerate(zip(inner.graph.inputs, arguments)):
            inner.define(tensor, expr, f"{inner.place}input {place}")
        return inner.convert_body()

    def convert_body(self) -> list[Expr]:
        """Return the results of a graph whose inputs have their values."""
        self.convert_operators()
        return [self.get(index) for index in self.graph.outputs]

