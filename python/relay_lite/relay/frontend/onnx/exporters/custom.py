"""Custom operators that stand for operators of ONNX that nobody could convert."""

from __future__ import annotations

from typing import Any

from ..... import _ext
from .. import custom
from .call import CallView, to_python
from .registry import Exporter

PREFIX = "onnx."


def export_custom(call: CallView) -> str | list[str]:
    """Return the results of the node that a custom operator stands for."""
    domain, _, op_type = call.op[len(PREFIX):].rpartition(".")
    attrs = call.expr.attrs
    attributes: dict[str, Any] = {}
    absent: list[int] = []
    for key in attrs.keys() if attrs is not None else ():
        value = to_python(attrs[key])
        if key == custom.ABSENT:
            absent = list(value)
        elif key != custom.RESULTS:
            attributes[key] = custom.read_attribute(value)
    names = call.inputs
    for i in absent:
        names.insert(i, "")
    type_ = call.expr.checked_type
    count = len(type_.fields) if isinstance(type_, _ext.TupleType) else 1
    found = call.emit_many(op_type, names, count, domain=domain, **attributes)
    return found if isinstance(type_, _ext.TupleType) else found[0]


def find_custom(name: str) -> Exporter | None:
    """Return the exporter of a custom operator that stands for one of ONNX, or None."""
    return export_custom if name.startswith(PREFIX) else None


__all__ = ["export_custom", "find_custom"]
