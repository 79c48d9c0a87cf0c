"""Operators that nobody can convert, kept as custom operators of Relay.

The operator Whirl of the domain acme becomes `onnx.acme.Whirl`. Its attributes are those of the
node. Numbers, texts and lists stay as they are; a tensor or a graph is a text with the message of
the attribute in base64, which `read_attribute` reads. More attributes say what else there is to
know of the node:

* `onnx_results`: the types of the results, `float32[2,?]` for example. `_` is one that nobody
  knows: the type of the value is incomplete.
* `onnx_absent`: the numbers of the inputs that the node leaves out.
* `onnx_captured`: the names of values around the node that its graphs read. The values are the last
  arguments.
* `onnx_version`: the version of the operator's domain that the model asks for.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .... import _ext
from ....ir.base import make_node
from ....ir.op import _CUSTOM, register
from ...expr import Call, Expr, Let, Tuple, TupleGetItem
from .. import common
from . import weights
from .registry import normalize_domain

if TYPE_CHECKING:
    from .node import Node

# The first is also the name of the relation that reads it.
RESULTS, ABSENT, CAPTURED, VERSION = ("onnx_results", "onnx_absent", "onnx_captured",
                                      "onnx_version")
# The operators on sequences and optionals, which stay as they are in simplified models.
SEQUENCES = frozenset({
    "ConcatFromSequence", "Optional", "OptionalGetElement", "OptionalHasElement", "SequenceAt",
    "SequenceConstruct", "SequenceEmpty", "SequenceErase", "SequenceInsert", "SequenceLength",
    "SequenceMap", "SplitToSequence"})
_RANDOM = frozenset({"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform",
                     "RandomUniformLike"})
# An operator that stands for an input which is a sequence or an optional: Relay's functions have no
# parameters of unknown types. Its attribute is the name of the input.
INPUT, INPUT_NAME = "onnx.relay.Input", "name"
# The names of operators and attributes in Relay text.
_NAME = re.compile(r"[A-Za-z_]\w*([./][A-Za-z_]\w*)*", re.ASCII)
_MESSAGE = "onnx.AttributeProto:"


def get_name(domain: str, op_type: str) -> str:
    """Return the name of the custom operator for an operator of ONNX."""
    domain = normalize_domain(domain)
    return f"onnx.{domain}.{op_type}" if domain else f"onnx.{op_type}"


def is_opaque(type_: Any) -> bool:
    """Return whether a type is one that nobody knows, or a tuple with such a field."""
    if isinstance(type_, _ext.TupleType):
        return any(map(is_opaque, type_.fields))
    return isinstance(type_, _ext.IncompleteType)


def has_opaque_input(node: Node) -> bool:
    """Return whether the type of an input of a node is not known."""
    return any(expr is not None and is_opaque(node.type(expr)) for expr in node.inputs)


def is_worth_keeping(node: Node, results: Sequence[Expr | None]) -> bool:
    """Return whether a node leaves a simplified model as it is: random numbers of a seed are not
    folded, and a loop takes many nodes. An If keeps nodes in its graphs."""
    if node.op_type == "If" or any(
            result is not None and not isinstance(node.type(result), _ext.TensorType)
            for result in results):
        return False
    return node.has_attribute("seed") or _has_loop(node, results)


def is_random(node: Node) -> bool:
    """Return whether a node gives random numbers."""
    return node.op_type in _RANDOM and not normalize_domain(node.domain)


def _has_loop(node: Node, results: Sequence[Expr | None]) -> bool:
    """Return whether a node became a function that calls itself."""
    seen = {expr for expr in node.inputs if expr is not None}
    pending = [expr for expr in results if expr is not None]
    while pending:
        expr = pending.pop()
        if isinstance(expr, Let) or isinstance(expr, Call) and not isinstance(expr.op, _ext.Op):
            return True
        if expr not in seen:
            seen.add(expr)
            pending.extend(_list_operands(expr))
    return False


def _list_operands(expr: Expr) -> Sequence[Expr]:
    if isinstance(expr, Call):
        return list(expr.args)
    if isinstance(expr, Tuple):
        return list(expr.fields)
    return [expr.tuple_value] if isinstance(expr, TupleGetItem) else []


def list_types(node: Node, results: Sequence[Expr | None]) -> list[Any]:
    """Return the types of the outputs of a node; incomplete ones for those without a name."""
    return [node.type(result) if name and result is not None else _ext.IncompleteType()
            for name, result in zip(node.proto.output, results)]


def keep_node(node: Node, types: Sequence[Any] | None = None) -> list[Expr]:
    """Return the results of a call of the custom operator for a node.

    Their types are those that a relation of the operator gives, if a script has registered it, or
    those that are given, or those of the model's `value_info`, with the shapes that the caller of
    from_onnx gives. Others are incomplete.

    Raises
    ------
    ConversionError
        If the operator or an attribute has a name that Relay text cannot have, or the name of one of
        our attributes.
    """
    _check_names(node)
    op = _get_operator(get_name(node.domain, node.op_type))
    attributes = {name: _write_attribute(node, name) for name in node.attribute_names()}
    if _CUSTOM[op.name].relation == RESULTS:
        found = types or [_find_type(node, name) for name in node.proto.output]
        attributes[RESULTS] = [_write_type(type_) for type_ in found]
    absent = [i for i, expr in enumerate(node.inputs) if expr is None]
    captured = _find_captured(node)
    attributes.update({name: value for name, value in (
        (ABSENT, absent), (CAPTURED, list(captured)), (VERSION, node.opset)) if value})
    args = [expr for expr in (*node.inputs, *captured.values()) if expr is not None]
    call = Call(op, args, make_node("DictAttrs", **attributes))
    type_ = common.infer_type(call).checked_type
    if types is None and is_opaque(type_):
        node.graph.importer.num_opaque += 1
    if isinstance(type_, _ext.TupleType):
        return [TupleGetItem(call, i) for i in range(len(type_.fields))]
    return [call]


def is_no_tensor(info: Any) -> bool:
    """Return whether a ValueInfoProto is one of a sequence or an optional."""
    return info.type.WhichOneof("value") in ("sequence_type", "optional_type")


def make_input(name: str) -> Expr:
    """Return an expression of unknown type for an input of a name."""
    return Call(_get_operator(INPUT), [], make_node("DictAttrs", **{INPUT_NAME: name, RESULTS: ["_"]}))


def _check_names(node: Node) -> None:
    """Refuse names that Relay text cannot have."""
    name = get_name(node.domain, node.op_type)
    if not _NAME.fullmatch(name):
        node.fail(f"the operator cannot be kept: Relay has no names as {name!r}")
    for attribute in node.attribute_names():
        if not _NAME.fullmatch(attribute) or attribute in (RESULTS, ABSENT, CAPTURED, VERSION):
            node.fail(f"the operator cannot be kept: no attribute can have the name {attribute!r}")


def _get_operator(name: str) -> Any:
    """Return the custom operator of a name, and register it first if nobody has."""
    if name not in _CUSTOM:
        register(name, "An operator of an ONNX model.")
        op = _ext.get_op(name)
        op.set_num_inputs(-1)
        op.set_attrs_type_key("DictAttrs")
        op.add_type_rel(RESULTS)
    return _ext.get_op(name)


# Types


def _find_type(node: Node, name: str) -> Any:
    """Return the type of a result of a node: an incomplete one if nobody knows it."""
    importer = node.graph.importer
    info, shape = node.graph.find_value_info(name), node.graph.get_shape(name)
    if info is None:
        if shape is None:
            return _ext.IncompleteType()
        return _ext.TensorType(shape, importer.get_dtype(name))
    tensor = info.tensor_type if info.WhichOneof("value") == "tensor_type" else None
    if tensor is None or not weights.is_supported(tensor.elem_type) or \
            not tensor.HasField("shape") and shape is None:
        return _ext.IncompleteType()
    return weights.get_type(info, f"the value {name!r}", shape)


def _write_type(type_: Any) -> str:
    """Return the text of a type: float32[1,?], or _ for an incomplete one."""
    if is_opaque(type_):
        return "_"
    sizes = ("?" if size is None else str(size) for size in common.get_dimensions(type_))
    return f"{type_.dtype}[{','.join(sizes)}]"


# Values around the node


def _find_captured(node: Node) -> dict[str, Expr]:
    """Return the values around a node that its graphs read, by name."""
    captured = {}
    for name in node.attribute_names():
        proto = node.find_attribute(name)
        for graph in (*([proto.g] if proto.HasField("g") else []), *proto.graphs):
            for used in find_free(graph):
                expr = node.graph.lookup(used)
                if expr is not None:
                    captured[used] = expr
    return captured


def find_free(root: Any) -> Iterator[str]:
    """Yield the names that a graph and the graphs in it read, but do not define."""
    pending: list[tuple[Any, frozenset[str]]] = [(root, frozenset())]
    while pending:
        graph, outer = pending.pop()
        defined = outer.union(
            (info.name for info in graph.input), (tensor.name for tensor in graph.initializer),
            (sparse.values.name for sparse in graph.sparse_initializer),
            (name for node in graph.node for name in node.output))
        for node in graph.node:
            yield from (name for name in node.input if name and name not in defined)
            for attribute in node.attribute:
                inner = [attribute.g] if attribute.HasField("g") else []
                pending.extend((nested, defined) for nested in (*inner, *attribute.graphs))
        yield from (info.name for info in graph.output if info.name not in defined)


# Attributes


def _write_attribute(node: Node, name: str) -> Any:
    """Return the value of an attribute for a call."""
    proto = node.find_attribute(name)
    kinds = type(proto)
    if proto.type in (kinds.INT, kinds.FLOAT, kinds.STRING, kinds.INTS, kinds.FLOATS, kinds.STRINGS):
        return node.attribute(name)
    whole = kinds()
    whole.CopyFrom(proto)
    weights.embed_data([whole], node.graph.importer.files)
    return _MESSAGE + base64.b64encode(whole.SerializeToString()).decode()


def read_attribute(value: Any) -> Any:
    """Return the AttributeProto of an attribute that is a tensor or a graph; another value as it
    is."""
    if not isinstance(value, str) or not value.startswith(_MESSAGE):
        return value
    import onnx

    proto = onnx.AttributeProto()
    proto.ParseFromString(base64.b64decode(value[len(_MESSAGE):]))
    return proto
