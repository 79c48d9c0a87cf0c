"""From modules of Relay to ONNX models."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from .... import _ext
from ....error import ArgumentError
from . import exporters  # noqa: F401
from . import source, writer

from .custom import is_opaque
from .exporters.graph import flatten, flatten_type, make_info
from .exporters.inlining import check_size, localize, separate_calls
from .exporters.model import Model, Options
from .exporters.registry import ExportError
from .forms import Forms
from .importer import import_onnx
from .registry import normalize_domain

# Models of older versions of the standard are written as this version.
LEAST_OPSET, _IN_THEIR_PLACE = 7, 13
# The version for modules that come from no model. Runtimes load newer ones only years later.
USUAL_OPSET = 22
# The first version of models whose initializers need not be inputs.
_LEAST_IR = 4


def to_onnx(mod: Any, params: Mapping[str, Any] | None = None, name: str = "main",
            path: Any = None, opset: int | None = None, *,
            external: int | None = None, grow: int | None = None) -> Any:
    """Return a module as an ONNX model.

    Parameters
    ----------
    mod : IRModule or relay.Function
        Its function `main` becomes the graph.
    params : dict of str to array, optional
        The values of parameters of `main`, which become initializers.
    name : str
        The name of the graph.
    path : str or os.PathLike, optional
        The file to which the model is written. The weights are written from where they are, and
        the model that is returned says where they are in the file.
    opset : int, optional
        The version of the standard's operators: that of the model that was imported, or 22, unless
        an operator needs a newer one.
    external : int, optional
        With weights of so many bytes or more together, they are in a file of their own, of the
        name of the path with ".data". By default, in a model that would be larger than 2 GB.
    grow : int, optional
        Constant expressions are evaluated whose values have at most so many bytes more than what
        they replace. By default, constant expressions are written as they are.

    Returns
    -------
    onnx.ModelProto

    Raises
    ------
    ExportError
        If operators, types or control flow cannot be expressed in ONNX: all of them, with the
        nodes that they come from. Nothing is written.
    """
    import_onnx()
    _check_arguments(params, name, external, grow)
    mod = _prepare(mod, params)
    known = source.read_source(mod["main"])
    first = Exporter(mod["main"], known, name, choose_opset(opset, known), Options(grow))
    exporter, proto = first.convert_to_version(opset is None)
    if path is None:
        writer.add_initializers(proto, exporter.model.initializers)
    else:
        writer.write(proto, exporter.model.initializers, os.fspath(path), external)
    return proto


def _check_arguments(params: Any, name: Any, external: Any, grow: Any) -> None:
    """Raise an ArgumentError if an argument of to_onnx has another type than it should."""
    if params is not None and not isinstance(params, Mapping):
        raise ArgumentError(f"expected a dict of arrays by name as params, but got {params!r}")
    if not isinstance(name, str) or not name:
        raise ArgumentError(f"expected a text as the name of the graph, but got {name!r}")
    for what, value in (("external", external), ("grow", grow)):
        if value is not None and (not isinstance(value, int) or value < 0):
            raise ArgumentError(f"expected a number of at least 0 as {what}, but got {value!r}")


def choose_opset(opset: int | None, known: source.Source) -> int:
    """Return the version of the standard for a model: a given one, that of the model that was
    imported, or one that runtimes load."""
    import onnx

    newest = onnx.defs.onnx_opset_version()
    if opset is None:
        opset = known.opsets.get("", min(USUAL_OPSET, newest))
        if opset < LEAST_OPSET:
            opset = _IN_THEIR_PLACE
    if not isinstance(opset, int):
        raise ArgumentError(f"expected an integer as opset, but got {opset!r}")
    if not LEAST_OPSET <= opset <= newest:
        raise ExportError(f"expected an opset of {LEAST_OPSET} to {newest}, which the installed "
                          f"package onnx knows, but got {opset}")
    return opset


def _prepare(mod: Any, params: Mapping[str, Any] | None) -> _ext.IRModule:
    """Return a module with types whose functions besides main are inlined."""
    from ...build_module import bind_params_by_name
    from ... import transform

    if isinstance(mod, _ext.Function):
        mod = _ext.IRModule.from_expr(mod)
    if not isinstance(mod, _ext.IRModule):
        raise ArgumentError(f"expected an IRModule, but got {mod!r}")
    if "main" not in mod:
        raise ExportError("the module has no function main")
    mod = mod.clone()
    if params:
        mod["main"] = bind_params_by_name(mod["main"], dict(params))
    others = [var for var, _ in mod._definitions() if var.name_hint != "main"]
    if others or _has_literals(mod["main"]):
        check_size(mod)
    for var in others:
        mod[var] = mod[var].with_attr("Inline", 1)
    with transform.PassContext(opt_level=3):
        mod = transform.InferType()(mod)
        if others:
            mod = transform.Sequential([transform.Inline(), transform.InferType()])(mod)
            mod = _ext.IRModule.from_expr(localize(mod))
        if not _has_literals(mod["main"]):
            return mod
        mod["main"] = separate_calls(mod["main"])
        return transform.Sequential([transform.InferType(), transform.DefuseOps(),
                                     transform.InferType()])(mod)


def _has_literals(function: _ext.Function) -> bool:
    return any(isinstance(expr, _ext.Function) and expr is not function
               for expr in _ext.post_order(function.body))


def _choose_forms(known: source.Source, opset: int) -> Forms:
    """Return the forms of the nodes that mean the same in a version of the standard."""
    import onnx

    old = known.opsets.get("", opset)
    if old == opset or not known.forms.nodes:
        return known.forms
    forms = known.forms

    def means_the_same(name: str) -> bool:
        found = forms.get_proto(name)
        if found is None or found[1].domain not in ("", "ai.onnx"):
            return found is not None
        try:
            since = [onnx.defs.get_schema(found[1].op_type, version, "").since_version
                     for version in (old, opset)]
        except onnx.defs.SchemaError:
            return False
        return since[0] == since[1]

    kept = Forms()
    kept.kinds = forms.kinds
    kept.nodes = {name: number for name, number in forms.nodes.items() if means_the_same(name)}
    return kept


class Exporter:
    """Makes the model of a function.

    Parameters
    ----------
    function : relay.Function
    known : Source
        The facts about the model that the function comes from.
    name : str
    opset : int
    options : Options
    """

    def __init__(self, function: Any, known: source.Source, name: str, opset: int,
                 options: Options) -> None:
        self.function = function
        self.known = known
        self.name = name
        self.options = options
        # The descriptions of outputs of types that nobody knows, by name, and of inputs, by place.
        self.infos: Mapping[str, Any] = {}
        self.other_inputs: Mapping[int, Any] = {}
        # The names of the inputs.
        self.inputs: set[str] = set()
        self.model = Model(opset, function.body, _choose_forms(known, opset), options)

    def convert_to_version(self, is_free: bool) -> tuple[Exporter, Any]:
        """Return an exporter and its model. If the version of the standard is free, and operators
        need a newer one, it is that one."""
        import onnx

        exporter, newest = self, onnx.defs.onnx_opset_version()
        while True:
            try:
                return exporter, exporter.convert()
            except ExportError:
                needed = exporter.model.needed_opset
                if not is_free or not exporter.model.opset < needed <= newest:
                    raise
            exporter = Exporter(self.function, self.known, self.name, needed, self.options)
            exporter.model.value_names, exporter.infos = self.model.value_names, self.infos
            exporter.other_inputs = self.other_inputs

    def convert(self) -> Any:
        """Return the ModelProto without initializers."""
        model = self.model
        inputs = self._define_inputs()
        body = self.function.body
        types = self._get_results(body.checked_type)
        if not types:
            raise ExportError("the function main has no results")
        wanted = self._name_outputs(len(types))
        value = model.graph.compute(body)
        for problem in model.places.problems:
            model.add_problem(body, problem)
        model.raise_problems()
        names = self._collect_results(value, types)
        # An output of the model that is an input keeps its name, as nothing computes it.
        wanted = [name if name in self.inputs else other for name, other in zip(names, wanted)]
        self._rename(dict(zip(names, wanted)))
        self._drop_unused()
        outputs = [self._make_info(output, type_) for output, type_ in zip(wanted, types)]
        return self._make_model(inputs, outputs)

    def _define_inputs(self) -> list[Any]:
        """Give the parameters of the function their names, and return their descriptions."""
        infos: list[Any] = []
        for info in self.other_inputs.values():
            self.model.reserve(info.name)
        for param in self.function.params:
            name = str(param.name_hint)
            if not name.strip():
                raise ExportError("a parameter of the function main has no name")
            if any(info.name == name for info in infos):
                raise ExportError(f"there are two parameters {name!r}")
            self.model.reserve(name)
            try:
                infos.append(self._make_info(name, param.checked_type))
            except ExportError as error:
                self.model.add_problem(param, str(error))
            self.model.graph.values[param] = name
            if isinstance(param.checked_type, _ext.TupleType):
                self.model.graph.values[param] = self._take_elements(name, param.checked_type)
        for place, info in self.other_inputs.items():
            infos.insert(place, info)
        self.inputs = {info.name for info in infos}
        return infos

    def _take_elements(self, name: str, type_: Any) -> list[Any]:
        """Return the names of the elements of a sequence."""
        model = self.model
        return [model.graph.add_node("SequenceAt", [name, model.add_array(np.array(i, "int64"))], 1,
                                     name, "", {})[0] for i in range(len(type_.fields))]

    def _make_info(self, name: str, type_: Any) -> Any:
        if is_opaque(type_) and name in self.infos:
            return self.infos[name]
        return make_info(name, type_, self.known.dimensions.get(name, ()))

    def _get_results(self, type_: Any) -> list[Any]:
        """Return the types of the outputs. A field of the result is a sequence if the model that
        the function comes from has fewer outputs than tensors."""
        count = len(self.known.outputs)
        if isinstance(type_, _ext.TupleType) and count == 1:
            return [type_]
        if isinstance(type_, _ext.TupleType) and count == len(type_.fields):
            return list(type_.fields)
        return flatten_type(type_)

    def _collect_results(self, value: Any, types: list[Any]) -> list[str]:
        """Return the names of the outputs; tuples become sequences."""
        graph = self.model.graph
        if not any(isinstance(type_, _ext.TupleType) for type_ in types):
            found = flatten(value)
            own = iter(graph.own_names([name for i, name in enumerate(found)
                                        if not self._is_both(i, name)]))
            return [name if self._is_both(i, name) else next(own) for i, name in enumerate(found)]
        fields = [value] if len(types) == 1 else value
        return [graph.add_node("SequenceConstruct", flatten(field), 1, "Sequence", "", {})[0]
                if isinstance(type_, _ext.TupleType) else graph.own_names(field)[0]
                for field, type_ in zip(fields, types)]

    def _is_both(self, i: int, name: str) -> bool:
        """Return whether an output of the model that the function comes from is an input as it is."""
        return self.known.outputs[i:i + 1] == [name] and name in self.inputs

    def _name_outputs(self, count: int) -> list[str]:
        """Return the names of the outputs: those of the model that the function comes from, if it
        has as many results."""
        names = self.known.outputs
        if len(names) != count or len(set(names)) != count:
            names = ["output"] if count == 1 else [f"output{i}" for i in range(count)]
        return [self.model.new_name(name) for name in names]

    def _rename(self, names: Mapping[str, str]) -> None:
        """Give values of the graph other names, also where graphs in it use them."""
        pending = [self.model.graph.nodes]
        while pending:
            for node in pending.pop():
                for values in (node.input, node.output):
                    for i, value in enumerate(values):
                        if value in names:
                            values[i] = names[value]
                pending.extend(attribute.g.node for attribute in node.attribute
                               if attribute.HasField("g"))

    def _add_functions(self, proto: Any) -> None:
        """Add the functions that nodes call, and those that these call."""
        functions = source.read_functions(self.known)
        pending = [proto.graph.node]
        while pending and functions:
            for node in pending.pop():
                pending.extend(attribute.g.node for attribute in node.attribute
                               if attribute.HasField("g"))
                key = (normalize_domain(node.domain), node.op_type, node.overload)
                function = functions.pop(key, None)
                if function is not None:
                    proto.functions.append(function)
                    pending.append(function.node)
        imported = {entry.domain for entry in proto.opset_import}
        for function in proto.functions:
            for entry in function.opset_import:
                if normalize_domain(entry.domain) not in imported:
                    imported.add(entry.domain)
                    proto.opset_import.add(domain=entry.domain, version=entry.version)

    def _drop_unused(self) -> None:
        """Drop initializers that no node uses: those that have become others."""
        used: set[str] = set()
        pending = [self.model.graph.nodes]
        while pending:
            for node in pending.pop():
                used.update(node.input)
                for attribute in node.attribute:
                    if attribute.HasField("g"):
                        pending.append(attribute.g.node)
                        used.update(info.name for info in attribute.g.output)
        arrays = self.model.initializers
        for name in [name for name in arrays if name not in used]:
            del arrays[name]

    def _make_model(self, inputs: list[Any], outputs: list[Any]) -> Any:
        import onnx

        graph = onnx.helper.make_graph([], self.name, inputs, outputs)
        graph.node.extend(self.model.graph.nodes)
        opsets = [onnx.helper.make_opsetid("", self.model.opset)]
        opsets += [onnx.helper.make_opsetid(domain, self.known.opsets.get(domain, version))
                   for domain, version in sorted(self.model.domains.items())]
        proto = onnx.helper.make_model(graph, opset_imports=opsets)
        self._add_functions(proto)
        proto.ir_version = max(_LEAST_IR, self.known.ir_version,
                               onnx.helper.find_min_ir_version_for(opsets, True))
        proto.producer_name = self.known.producer or "relay-lite"
        proto.producer_version = self.known.producer_version
        return proto


__all__ = ["Exporter", "to_onnx"]
