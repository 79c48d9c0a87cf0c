"""Variables of models. Their values before a run are inputs of `main`, those after it results."""

from __future__ import annotations

from .... import _ext
from ...expr import Expr, const
from .node import Node
from .registry import converter


@converter("VAR_HANDLE", quantized="own")
def convert_var_handle(node: Node) -> Expr:
    """Return a mark that stands for a variable."""
    names = []
    for word in ("container", "shared_name"):
        text = node.option(word, b"")
        names.append(text.decode(errors="replace") if isinstance(text, bytes) else "")
    name = "/".join(filter(None, names)) or "variable"
    mark = const(0, "int32")
    node.graph.importer.marks[mark] = name
    return mark


def _get_name(node: Node) -> str:
    """Return the name of the variable that the first input stands for."""
    name = node.graph.importer.marks.get(node.input(0))
    if name is None:
        node.fail("the first input is not a variable")
    return str(name)


@converter("READ_VARIABLE", quantized="own")
def convert_read_variable(node: Node) -> Expr:
    """Return the value of a variable: it is an input of the model until it gets another one."""
    name, importer, variables = _get_name(node), node.graph.importer, node.graph.variables
    tensor = node.output
    if name not in variables:
        variables[name] = importer.make_state(
            name, _ext.TensorType(tensor.shape, importer.model.get_dtype(tensor)))
    value: Expr = variables[name]
    return value


@converter("ASSIGN_VARIABLE", quantized="own")
def convert_assign_variable(node: Node) -> list[Expr]:
    """Give a variable another value."""
    node.graph.variables[_get_name(node)] = node.input(1)
    return []
