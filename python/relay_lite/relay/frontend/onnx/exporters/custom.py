"""Custom operators that stand for operators of ONNX."""

from __future__ import annotations

from collections.abc import Mapping
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
    found = {key: to_python(attrs[key]) for key in attrs.keys()} if attrs is not None else {}
    if call.op == custom.INPUT:
        return str(found[custom.INPUT_NAME])
    names, captured = call.inputs, found.pop(custom.CAPTURED, ())
    first = len(names) - len(captured)
    around, names = dict(zip(captured, names[first:])), names[:first]
    for i in found.pop(custom.ABSENT, ()):
        names.insert(i, "")
    found.pop(custom.RESULTS, None)
    version = found.pop(custom.VERSION, 1)
    if domain:
        call.model.domains.setdefault(domain, version)
    attributes = {key: _place(call, custom.read_attribute(value), around)
                  for key, value in found.items()}
    type_ = call.expr.checked_type
    count = len(type_.fields) if isinstance(type_, _ext.TupleType) else 1
    results = call.emit_many(op_type, names, count, domain=domain, **attributes)
    return results if isinstance(type_, _ext.TupleType) else results[0]


def _place(call: CallView, value: Any, around: Mapping[str, str]) -> Any:
    """Return an attribute whose graphs read the values around them by the names that these have
    here, and define values of names that the model has not."""
    if not hasattr(value, "graphs"):
        return value
    pending = [(graph, around) for graph in (*([value.g] if value.HasField("g") else []),
                                             *value.graphs)]
    while pending:
        graph, outer = pending.pop()
        defined = [*(info.name for info in graph.input),
                   *(tensor.name for tensor in graph.initializer),
                   *(sparse.values.name for sparse in graph.sparse_initializer),
                   *(name for node in graph.node for name in node.output)]
        names = {**outer, **{name: call.model.new_name(name)
                             for name in dict.fromkeys(defined) if name}}
        _rename(graph, names)
        for node in graph.node:
            for attribute in node.attribute:
                inner = [attribute.g] if attribute.HasField("g") else []
                pending.extend((nested, names) for nested in (*inner, *attribute.graphs))
    return value


def _rename(graph: Any, names: Mapping[str, str]) -> None:
    """Give the values of a graph other names, except in the graphs of its nodes."""
    for info in (*graph.input, *graph.output, *graph.value_info, *graph.initializer):
        info.name = names.get(info.name, info.name)
    for sparse in graph.sparse_initializer:
        sparse.values.name = names[sparse.values.name]
    for node in graph.node:
        for values in (node.input, node.output):
            values[:] = [names.get(name, name) for name in values]


def find_custom(name: str) -> Exporter | None:
    """Return the exporter of a custom operator that stands for one of ONNX, or None."""
    return export_custom if name.startswith(PREFIX) else None


__all__ = ["export_custom", "find_custom"]
