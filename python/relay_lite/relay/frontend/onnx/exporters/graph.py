"""Graphs of ONNX models that are made from expressions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Union

from ..... import _ext
from .....error import TVMError
from ....expr import Expr
from ... import common
from .call import get_number
from .registry import ExportError, VersionError
from .scopes import MOST_NESTED, Scope

# The names of the ONNX values of an expression: one, or those of the fields of a tuple.
Value = Union[str, "list[Value]"]


class Plan:
    """How an expression becomes nodes.

    Attributes
    ----------
    inputs : list of Expr
        The expressions that have to be computed before.
    write : function
        Adds the nodes to a graph, and returns the names of the values.
    """

    def __init__(self, inputs: Sequence[Expr], write: Callable[[Graph], Value]) -> None:
        self.inputs = inputs
        self.write = write


class Graph:
    """A graph that gets the nodes of expressions.

    Attributes
    ----------
    model : Model
    scope : Scope
    outer : Graph or None
        The graph around this one, whose values the nodes may use.
    nodes : list of onnx.NodeProto
    values : dict of Expr to Value
        The values that this graph computes, and its inputs.
    """

    def __init__(self, model: Any, scope: Scope, outer: Graph | None = None,
                 nodes: list[Any] | None = None) -> None:
        self.model = model
        self.scope = scope
        self.outer = outer
        self.nodes: list[Any] = [] if nodes is None else nodes
        self.values: dict[Expr, Value] = {}
        # The results of nodes by operator, attributes and inputs.
        self.known: dict[tuple[Any, ...], list[str]] = {}
        if scope.depth > MOST_NESTED:
            raise ExportError(f"branches and loops are nested more than {MOST_NESTED} deep")

    # Values

    def find(self, expr: Expr) -> Value | None:
        """Return the value of an expression that has been computed here or around, or None."""
        graph: Graph | None = self
        while graph is not None:
            found = graph.values.get(expr)
            if found is not None:
                return found
            graph = graph.outer
        return None

    def value_of(self, expr: Expr) -> Value:
        """Return the value of an expression that has been computed."""
        found = self.find(expr)
        assert found is not None
        return found

    def name_of(self, expr: Expr) -> str:
        """Return the name of a tensor that has been computed."""
        found = self.value_of(expr)
        if not isinstance(found, str):
            raise ExportError("expected a tensor, but got a tuple")
        return found

    def names_of(self, expr: Expr) -> list[str]:
        """Return the names of the tensors of a value, in order."""
        return flatten(self.value_of(expr))

    def compute(self, root: Expr) -> Value:
        """Add the nodes that an expression needs, and return the names of its values."""
        pending = [root]
        while pending:
            expr = pending[-1]
            if self.find(expr) is not None:
                pending.pop()
                continue
            plan = self.model.plan(expr)
            missing = [used for used in plan.inputs if self.find(used) is None]
            if missing:
                pending.extend(reversed(missing))
                continue
            pending.pop()
            self.values[expr] = self._write(expr, plan)
        return self.value_of(root)

    def _write(self, expr: Expr, plan: Plan) -> Value:
        """Return what a plan gives; after an error, names without nodes."""
        try:
            return plan.write(self)
        except ExportError as error:
            self.model.add_problem(expr, str(error))
            if isinstance(error, VersionError):
                self.model.needed_opset = max(self.model.needed_opset, error.opset)
        except (TVMError, ValueError, TypeError, IndexError, KeyError, AttributeError,
                OverflowError, AssertionError) as error:
            self.model.add_problem(expr, str(error).strip() or type(error).__name__)
        return make_names(expr.checked_type)

    # Nodes

    def add_node(self, op_type: str, inputs: Sequence[str], outputs: int, name: str, domain: str,
                 attributes: dict[str, Any]) -> list[str]:
        """Add a node, and return the names of its results."""
        import onnx

        model = self.model
        node = onnx.NodeProto(op_type=op_type, domain=domain, input=inputs)
        node.name = model.new_node_name(name or op_type)
        node.output.extend(model.new_value_name(node.name, i) for i in range(outputs))
        for key, value in attributes.items():
            if value is not None:
                node.attribute.append(value if isinstance(value, onnx.AttributeProto) else
                                      onnx.helper.make_attribute(key, value))
        if domain:
            model.domains.setdefault(domain, 1)
        return self._add(node)

    def _add(self, node: Any) -> list[str]:
        """Add a node, unless there is one like it, and return the names of the results."""
        key = _describe_node(node) if self.model.merge else None
        graph: Graph | None = self if key is not None else None
        while graph is not None:
            if key in graph.known:
                return graph.known[key]
            graph = graph.outer
        self.nodes.append(node)
        names = list(node.output)
        if key is not None:
            self.known[key] = names
        return names

    def add_proto(self, proto: Any, inputs: Sequence[str], name: str) -> list[str]:
        """Add a node like another one, with inputs and outputs of its own; outputs without a name
        stay without one."""
        import onnx

        node = onnx.NodeProto()
        node.CopyFrom(proto)
        del node.input[:], node.output[:], node.attribute[:]
        node.attribute.extend(attribute for attribute in proto.attribute
                              if not attribute.name.startswith("="))
        if node.domain not in ("", "ai.onnx"):
            self.model.domains.setdefault(node.domain, 1)
        node.input.extend(inputs)
        node.name = self.model.new_node_name(name)
        node.output.extend(self.model.new_value_name(node.name, i) if output else ""
                           for i, output in enumerate(proto.output))
        return self._add(node)

    def own_names(self, value: Value) -> list[str]:
        """Return the names of the results of this graph: what it does not compute itself, or what
        is a result already, gets a node Identity."""
        made = {name for node in self.nodes for name in node.output}
        found: list[str] = []
        for name in flatten(value):
            if name not in made or name in found:
                name = self.add_node("Identity", [name], 1, "Identity", "", {})[0]
            found.append(name)
        return found

    def make_proto(self, name: str, inputs: Sequence[Any], outputs: Sequence[Any]) -> Any:
        """Return the GraphProto of the nodes, as an attribute has it."""
        import onnx

        return onnx.helper.make_graph(self.nodes, name, list(inputs), list(outputs))


def _describe_node(node: Any) -> tuple[Any, ...] | None:
    """Return the facts in which nodes agree that have the same results; None for one that may have
    others each time, or has graphs."""
    if node.op_type.startswith(("Random", "Multinomial", "Bernoulli", "Identity")) or \
            any(attribute.HasField("g") for attribute in node.attribute):
        return None
    return (node.op_type, node.domain, *node.input, len(node.output),
            *sorted(attribute.SerializeToString(deterministic=True) for attribute in node.attribute))


def flatten(value: Value) -> list[str]:
    """Return the names of the tensors of a value, in order."""
    return [value] if isinstance(value, str) else [
        name for field in value for name in flatten(field)]


def unflatten(names: Sequence[str], type_: Any) -> Value:
    """Return the value of a type whose tensors have some names."""
    rest = list(names)

    def take(part: Any) -> Value:
        if isinstance(part, _ext.TupleType):
            return [take(field) for field in part.fields]
        return rest.pop(0)

    return take(type_)


def flatten_type(type_: Any) -> list[Any]:
    """Return the types of the tensors of a type, in order."""
    if isinstance(type_, _ext.TupleType):
        return [part for field in type_.fields for part in flatten_type(field)]
    return [type_]


def make_names(type_: Any) -> Value:
    """Return a value of a type that no node computes: after an error."""
    return unflatten(["?"] * len(flatten_type(type_)), type_)


def make_info(name: str, type_: Any, dimensions: Sequence[str] = ()) -> Any:
    """Return the ValueInfoProto of a tensor or a sequence. Unknown sizes have the names that are
    given."""
    import onnx

    if isinstance(type_, _ext.TupleType):
        return _make_sequence_info(name, type_)
    if not isinstance(type_, _ext.TensorType):
        raise ExportError(f"{name!r} has the type {type_}, which ONNX has not")
    sizes = common.get_dimensions(type_)
    shape = [size if size is not None else (dimensions[i] or None) if i < len(dimensions) else None
             for i, size in enumerate(sizes)]
    return onnx.helper.make_tensor_value_info(name, get_number(str(type_.dtype)), shape)


def _make_sequence_info(name: str, type_: Any) -> Any:
    """Return the ValueInfoProto of a tuple of tensors, which is a sequence."""
    import onnx

    dtypes = {str(getattr(field, "dtype", "")) for field in type_.fields}
    if len(dtypes) != 1 or "" in dtypes:
        raise ExportError(f"{name!r} has the type {type_}: the elements of a sequence are tensors of "
                          "one element type")
    return onnx.helper.make_tensor_sequence_value_info(name, get_number(dtypes.pop()), None)
