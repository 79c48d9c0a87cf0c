"""Operators that nobody can convert, kept as custom operators of Relay.

The operator Whirl of the domain acme becomes `onnx.acme.Whirl`. Its attributes are those of the
node. Numbers, texts and lists stay as they are; a tensor or a graph is a text with the message of
the attribute in base64, which `read_attribute` reads. The attribute `onnx_results` has the types of
the results, `onnx_absent` the numbers of the inputs that the node leaves out.
"""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

from .... import _ext
from ....ir.base import make_node
from ....ir.op import _CUSTOM, register
from ....ir.container import Any as AnySize
from ...expr import Call, Expr, TupleGetItem
from .. import common
from . import weights
from .registry import ConversionError, normalize_domain

if TYPE_CHECKING:
    from .node import Node

RESULTS, ABSENT = "onnx_results", "onnx_absent"
_MESSAGE = "onnx.AttributeProto:"


def get_name(domain: str, op_type: str) -> str:
    """Return the name of the custom operator for an operator of ONNX."""
    domain = normalize_domain(domain)
    return f"onnx.{domain}.{op_type}" if domain else f"onnx.{op_type}"


def keep_node(node: Node) -> list[Expr]:
    """Return the results of a call of the custom operator for a node.

    Their types are those that a relation of the operator gives, if a script has registered it, or
    those of the model's `value_info`, with the shapes that the caller of from_onnx gives.

    Raises
    ------
    ConversionError
        If a result has no type.
    """
    op = _get_operator(get_name(node.domain, node.op_type))
    attributes = {name: _write_attribute(node, name) for name in node.attribute_names()}
    if _is_ours(op.name):
        attributes[RESULTS] = [_write_type(_find_type(node, name)) for name in node.proto.output]
    absent = [i for i, expr in enumerate(node.inputs) if expr is None]
    if absent:
        attributes[ABSENT] = absent
    args = [expr for expr in node.inputs if expr is not None]
    call = Call(op, args, make_node("DictAttrs", **attributes) if attributes else None)
    type_ = common.infer_type(call).checked_type
    if isinstance(type_, _ext.TupleType):
        return [TupleGetItem(call, i) for i in range(len(type_.fields))]
    return [call]


def _get_operator(name: str) -> Any:
    """Return the custom operator of a name, and register it first if nobody has."""
    if name not in _CUSTOM:
        register(name, "An operator of an ONNX model.")
        op = _ext.get_op(name)
        op.set_num_inputs(-1)
        op.set_attrs_type_key("DictAttrs")
        op.add_type_rel("onnx.results", _relate)
    return _ext.get_op(name)


def _is_ours(name: str) -> bool:
    return _CUSTOM[name].relation is _relate


def _relate(types: Any, attrs: Any) -> Any:
    """Return the type that the attribute for results tells."""
    found = [_read_type(str(text)) for text in attrs[RESULTS]]
    return found[0] if len(found) == 1 else _ext.TupleType(found)


# Types


def _find_type(node: Node, name: str) -> Any:
    """Return the type of a result of a node."""
    info = node.graph.find_value_info(name)
    if info is None:
        node.fail(f"the type of the result {name!r} is not known: neither the model's value_info nor a "
                  f"relation of {get_name(node.domain, node.op_type)} gives it")
    return weights.get_type(info, f"the value {name!r}", node.graph.get_shape(name))


def _write_type(type_: Any) -> str:
    """Return the text of a tensor type: float32[1,?]."""
    if not isinstance(type_, _ext.TensorType):
        raise ConversionError(f"expected a tensor, but got a value of type {type_}")
    sizes = ("?" if size is None else str(size) for size in common.get_dimensions(type_))
    return f"{type_.dtype}[{','.join(sizes)}]"


def _read_type(text: str) -> Any:
    """Return the tensor type of a text."""
    match = re.fullmatch(r"(\w+)\[((?:\?|\d+)(?:,(?:\?|\d+))*)?\]", text)
    if not match:
        raise ConversionError(f"expected a type as float32[1,?], but got {text!r}")
    sizes = match[2].split(",") if match[2] else []
    return _ext.TensorType([AnySize() if size == "?" else int(size) for size in sizes], match[1])


# Attributes


def _write_attribute(node: Node, name: str) -> Any:
    """Return the value of an attribute for a call."""
    proto = node.find_attribute(name)
    kinds = type(proto)
    if proto.type in (kinds.INT, kinds.FLOAT, kinds.STRING, kinds.INTS, kinds.FLOATS, kinds.STRINGS):
        return node.attribute(name)
    return _MESSAGE + base64.b64encode(proto.SerializeToString()).decode()


def read_attribute(value: Any) -> Any:
    """Return the AttributeProto of an attribute that is a tensor or a graph; another value as it
    is."""
    if not isinstance(value, str) or not value.startswith(_MESSAGE):
        return value
    import onnx

    proto = onnx.AttributeProto()
    proto.ParseFromString(base64.b64decode(value[len(_MESSAGE):]))
    return proto
