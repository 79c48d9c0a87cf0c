"""Functions: those that a model defines, and the bodies that the standard gives to operators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .... import _ext
from ...expr import Expr
from .registry import ConversionError, normalize_domain
from .weights import DTYPES

if TYPE_CHECKING:
    from .node import Node


# Functions that call others may stand for so many nodes.
_MOST_NODES = 1_000_000


def get_key(function: Any) -> tuple[str, str, str]:
    """Return the domain, the name and the overload of a function, or of one that a node calls."""
    name = function.op_type if hasattr(function, "op_type") else function.name
    return normalize_domain(function.domain), name, getattr(function, "overload", "")


def list_functions(model: Any) -> dict[tuple[str, str, str], Any]:
    """Return the functions of a model by their keys.

    Raises
    ------
    ConversionError
        If there are two functions of one key, or if one stands for more nodes than can be
        converted, as when each calls the next one twice. Functions that call themselves are reported
        where they are called.
    """
    found: dict[tuple[str, str, str], Any] = {}
    for function in model.functions:
        if get_key(function) in found:
            raise ConversionError(f"the function {describe(function)} is defined twice")
        found[get_key(function)] = function
    sizes: dict[tuple[str, str, str], int] = {}
    pending = list(found)
    while pending:
        key = pending[-1]
        if sizes.get(key):
            pending.pop()
            continue
        callees = [get_key(node) for node in found[key].node]
        missing = [callee for callee in callees if callee in found and callee not in sizes]
        # One that is under way has the size 0.
        sizes[key] = 0
        if missing:
            pending.extend(missing)
            continue
        sizes[key] = 1 + sum(sizes.get(callee, 1) for callee in callees)
        if sizes[key] > _MOST_NODES:
            raise ConversionError(f"the function {describe(found[key])} and those that it calls have "
                                  f"more than {_MOST_NODES} nodes")
        pending.pop()
    return found


def describe(function: Any) -> str:
    """Return the name of a function with its domain."""
    return f"{function.domain}.{function.name}" if function.domain else str(function.name)


def call_function(node: Node, function: Any) -> list[Expr | None]:
    """Return the results of a function, on the inputs and with the attributes of a node.

    Parameters
    ----------
    node : Node
    function : onnx.FunctionProto
    """
    graph = node.graph
    key = get_key(function)
    if key in graph.active_functions:
        node.fail(f"the function {function.name} calls itself")
    if len(node.inputs) > len(function.input):
        node.fail(f"expected at most {len(function.input)} inputs, but got {len(node.inputs)}")
    opsets = {normalize_domain(entry.domain): entry.version for entry in function.opset_import}
    inner = graph.enter_function(node, opsets, _collect_attributes(node, function))
    inner.active_functions = (*graph.active_functions, key)
    for name, expr in zip(function.input, node.inputs):
        if expr is not None:
            inner.values[name] = expr
    inner.describe_values(getattr(function, "value_info", ()))
    inner.absent = {name for name in function.input if name not in inner.values}
    inner.convert_nodes(function.node)
    used = [name for i, name in enumerate(function.output) if node.output_is_used(i)]
    found = dict(zip(used, inner.collect_outputs(used)))
    return [found.get(name) for name in function.output]


def _collect_attributes(node: Node, function: Any) -> dict[str, Any]:
    """Return the attributes of a function by name: those of the node, or the defaults."""
    attributes = {proto.name: proto for proto in function.attribute_proto}
    for name in node.attribute_names():
        attributes[name] = node.find_attribute(name)
    return attributes


def find_standard_body(node: Node) -> Any:
    """Return the function by which the standard defines an operator, for the types of the inputs;
    None if it gives none."""
    import onnx

    try:
        schema = onnx.defs.get_schema(node.op_type, node.opset, normalize_domain(node.domain))
    except onnx.defs.SchemaError:
        return None
    function = onnx.FunctionProto()
    if schema.has_function:
        version = _newest(schema.function_opset_versions, node.opset)
        data = schema.get_function_with_opset_version(version) if version else b""
    elif schema.has_context_dependent_function:
        version = _newest(schema.context_dependent_function_opset_versions, node.opset)
        data = b"" if not version else \
            schema.get_context_dependent_function_with_opset_version(
                version, _describe_node(node), _describe_inputs(node))
    else:
        return None
    if not data:
        return None
    function.ParseFromString(data)
    _complete(function, schema)
    return function


def _newest(versions: Any, opset: int) -> int | None:
    """Return the newest of some versions that are not newer than another."""
    return max((version for version in versions if version <= opset), default=None)


def _complete(function: Any, schema: Any) -> None:
    """Add the defaults of the operator's attributes, and the version of the standard."""
    known = {proto.name for proto in function.attribute_proto}
    for name, attribute in schema.attributes.items():
        if name not in known and attribute.default_value.type:
            function.attribute_proto.add().CopyFrom(attribute.default_value)
    if not function.name:
        function.name = schema.name


def _describe_node(node: Node) -> bytes:
    """Return the message of a node with attributes of its own."""
    import onnx

    proto = onnx.NodeProto()
    proto.CopyFrom(node.proto)
    del proto.attribute[:]
    for name in node.attribute_names():
        attribute = proto.attribute.add()
        attribute.CopyFrom(node.find_attribute(name))
        attribute.name = name
    return proto.SerializeToString()


def _describe_inputs(node: Node) -> list[bytes]:
    """Return the messages of the types of a node's inputs."""
    import onnx

    messages = []
    for expr in node.inputs:
        proto = onnx.TypeProto()
        if expr is not None:
            set_type(proto, node.type(expr))
        messages.append(proto.SerializeToString())
    return messages


def set_type(proto: Any, type_: Any) -> None:
    """Write a type of Relay's into a TypeProto; a ConversionError if ONNX has none like it."""
    import onnx

    from .. import common

    if not isinstance(type_, _ext.TensorType):
        raise ConversionError(f"expected a tensor, but got a value of type {type_}")
    numbers = {name: getattr(onnx.TensorProto, number) for number, name in DTYPES.items()}
    proto.tensor_type.elem_type = numbers[type_.dtype]
    proto.tensor_type.shape.SetInParent()
    for size in common.get_dimensions(type_):
        dimension = proto.tensor_type.shape.dim.add()
        if size is not None:
            dimension.dim_value = size
