"""From exported programs of PyTorch to modules of Relay."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from .... import _ext
from ....error import ArgumentError, OpNotImplemented, _list_names
from ....ir.base import SourceName, Span
from ....ir.container import Any as AnySize
from ... import op as _op
from ...expr import Constant, Expr, Tuple, Var
from .. import common
from ..archive import open_archive
from ..node import ConversionError, finish_module
from ..pytorch import aliases
from ..pytorch.aliases import Alias
from ..pytorch.graph import WITHOUT_EFFECT, GraphConverter, name_errors
from ..pytorch.node import Node
from ..pytorch.registry import find_any_converter, get_functional_name
from ..pytorch.views import is_view
from . import higher_order
from .program import Call, Graph, Input, Name, Program, read_program


def from_exported_program(program: Any, freeze_params: bool = False, *, model: str | None = None,
                          unroll: int = 0) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Read an exported program of PyTorch as a module of Relay.

    Parameters
    ----------
    program : torch.export.ExportedProgram, str or os.PathLike
        The program, or its file `.pt2`, for which PyTorch need not be installed.
    freeze_params : bool
        Whether parameters become constants. Otherwise they are parameters of `main` with their names
        in the model, and their values are in the second result.
    model : str, optional
        The name of the program in a file that holds several.
    unroll : int
        Loops of a known number of rounds are unrolled up to so many rounds.

    Returns
    -------
    (IRModule, dict of str to NDArray)
        A module with the function `main`, and the values of parameters and buffers. Further results
        of `main` are the new values of buffers that the program changes: the attribute
        `mutated` of `main` names them. Symbolic sizes are `?`: the attribute `symbolic_sizes` has
        their names and ranges.

    Raises
    ------
    tvm.error.OpNotImplemented
        If there are operators without a converter: all of them.
    ConversionError
        If the file or the program is invalid, or a call cannot be converted.
    """
    if isinstance(program, (str, os.PathLike)):
        found = read_program(open_archive(os.fspath(program)), model)
    elif isinstance(program, Program):
        found = program
    elif hasattr(program, "graph_signature"):
        from .objects import read_object

        found = read_object(program)
    else:
        raise ArgumentError("expected a torch.export.ExportedProgram or a path, but got "
                            f"{type(program).__name__}")
    return Importer(found, freeze_params, unroll).convert()


class Importer:
    """Converts a program.

    Attributes
    ----------
    program : Program
    params : dict of str to NDArray
        The parameters that are not frozen.
    """

    def __init__(self, program: Program, freeze_params: bool, unroll: int) -> None:
        self.program = program
        self.freeze_params = freeze_params
        self.unroll = unroll
        self.params: dict[str, _ext.NDArray] = {}
        self._variables: dict[Var, Any] = {}
        self._aliases: dict[str, Alias] = {}
        self._inputs: list[Var] = []

    def convert(self) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
        """Return the module and the parameters that are not frozen."""
        refuse_unknown(self.program.graph)
        with common.keep_values({}):
            graph = ProgramConverter(unroll=self.unroll)
            self._define_inputs(graph)
            graph.convert_calls(self.program.graph)
            results, mutated = self._collect(graph)
            body = results[0] if len(results) == 1 else Tuple(results)
            used = set(_ext.free_vars(body))
            params = [*self._inputs, *[var for var in self._variables if var in used]]
            function = _ext.Function(params, body)
        for name, value in self._make_attributes(mutated).items():
            function = function.with_attr(name, value)
        operators = {call.name: call.target.partition(".")[0] for call in self.program.graph.calls}
        mod = finish_module(function, operators, "the call")
        kept = {var.name_hint for var in params}
        return mod, {name: value for name, value in self.params.items() if name in kept}

    def _make_attributes(self, mutated: Sequence[str]) -> dict[str, Any]:
        """Return the attributes of `main`."""
        attributes: dict[str, Any] = {}
        if mutated:
            attributes["mutated"] = list(mutated)
        sizes = []
        for entry in self.program.inputs:
            for axis, size in enumerate(entry.sizes or ()):
                if isinstance(size, str):
                    low, high = self.program.ranges.get(size, (None, None))
                    bounds = f"{'' if low is None else low}..{'' if high is None else high}"
                    sizes.append(f"{entry.target}[{axis}] = {size}: {bounds}")
        if sizes:
            attributes["symbolic_sizes"] = sizes
        return attributes

    # Inputs

    def _define_inputs(self, graph: ProgramConverter) -> None:
        """Give the inputs of the graph their values."""
        changed = {output.target for output in self.program.outputs if output.kind == "mutation"} | \
            _find_written(self.program)
        for entry, name in zip(self.program.inputs, self.program.graph.inputs):
            if entry.has_value:
                graph.values[entry.name or name] = entry.value
                continue
            if entry.kind == "user":
                var = self._make_var(entry.target, self._get_type(entry))
                self._inputs.append(var)
                expr: Expr = var
            else:
                expr = self._make_weight(entry, entry.target in changed or entry.name in changed)
            alias = Alias(expr)
            graph.values[entry.name] = alias if entry.sizes is not None else expr
            self._aliases.setdefault(entry.target, alias)

    def _make_weight(self, entry: Input, is_changed: bool) -> Expr:
        """Return the constant or the variable of a parameter, a buffer or a constant."""
        if entry.target in self._aliases:
            return self._aliases[entry.target].expr
        array = self.program.get_weight(entry.target)
        constant = Constant(array)
        if entry.sizes is not None and list(constant.data.shape) != entry.sizes:
            raise ConversionError(f"the tensor {entry.target!r} has the shape {constant.data.shape}, but "
                                  f"the program says {tuple(entry.sizes)}")
        if entry.kind == "constant" or self.freeze_params and not is_changed:
            return constant
        var = self._make_var(entry.target, _ext.TensorType(constant.data.shape, constant.data.dtype))
        self.params[entry.target] = constant.data
        self._variables[var] = array
        common.set_value(var, array)
        return var

    @staticmethod
    def _make_var(name: str, type_: Any) -> Var:
        return Var(name, type_, Span(SourceName(name), 0, 0, 0, 0))

    @staticmethod
    def _get_type(entry: Input) -> Any:
        sizes = [size if isinstance(size, int) else AnySize() for size in entry.sizes or ()]
        return _ext.TensorType(sizes, entry.dtype)

    # Results

    def _collect(self, graph: ProgramConverter) -> tuple[list[Expr], list[str]]:
        """Return the results, and the names of inputs whose new values the last ones are."""
        results: list[Expr] = []
        node = Node("output", "", "output", graph)
        # Views of tensors that have been written are converted again when they are read.
        with name_errors(node):
            for output in self.program.outputs:
                if output.kind == "user":
                    _add_results(node, graph.get(output.value), results)
            mutated = {output.target: aliases.read(graph.get(output.value))
                       for output in self.program.outputs if output.kind == "mutation"}
            for target, alias in self._aliases.items():
                if alias.storage.version and target not in mutated:
                    mutated[target] = alias.read()
        order = [target for target in self._aliases if target in mutated]
        return results + [mutated[target] for target in order], order


def _add_results(node: Node, value: Any, results: list[Expr]) -> None:
    """Add the tensors and numbers of a result, without what is None."""
    pending = [aliases.read(value)]
    while pending:
        value = pending.pop()
        if isinstance(value, (list, tuple)):
            pending.extend(reversed(value))
        elif value is not None:
            results.append(node.tensor(value))


def _find_written(program: Program) -> set[str]:
    """Return the names of inputs that an operator may change: those of calls in place."""
    views = {entry.name: entry.name for entry in program.inputs}
    written = set()
    for call in program.graph.calls:
        first = call.arguments[0][1] if call.arguments else None
        if not isinstance(first, Name) or first.name not in views:
            continue
        if isinstance(call.results, str):
            views[call.results] = views[first.name]
        name = call.target.partition(".")[0]
        if get_functional_name(name) != name:
            written.add(views[first.name])
    return written


class ProgramConverter(GraphConverter):
    """Converts the calls of a graph of an exported program."""

    def get(self, argument: Any) -> Any:
        """Return the value of an argument.

        Raises
        ------
        ConversionError
            If a value is not defined before it is used.
        """
        if isinstance(argument, Name):
            if argument.name not in self.values:
                raise ConversionError(f"{self.place}the value {argument.name!r} is not defined before it "
                                      "is used")
            return self.values[argument.name]
        if isinstance(argument, (list, tuple)):
            return [self.get(item) for item in argument]
        return argument

    def convert_calls(self, graph: Graph) -> None:
        """Convert the calls of a graph whose inputs have their values."""
        used = _find_used(graph)
        slices = _find_slices(graph)
        for call in graph.calls:
            name, _, overload = call.target.partition(".")
            node = Node(name, overload, call.name, self)
            with name_errors(node):
                self._convert_call(graph, call, node, used, slices.get(call.name, frozenset()))

    def _convert_call(self, graph: Graph, call: Call, node: Node, used: set[str],
                      indices: frozenset[int]) -> None:
        """Convert a call of a graph, some of whose values are used."""
        if node.op.startswith("higher_order::"):
            result = self.call_higher_order(node, call)
        else:
            if isinstance(call.results, list):
                node.num_outputs = len(call.results)
                node.used = frozenset(i for i, entry in enumerate(call.results)
                                      if not isinstance(entry, str) or entry in used)
            node.result_sizes = _get_sizes(graph, call)
            node.indices = indices
            arguments = {key or str(i): self.get(value)
                         for i, (key, value) in enumerate(call.arguments)}
            result = self.call(node, arguments)
            _refine(node, result)
        self._define(node, call.results, result)

    def call_higher_order(self, node: Node, call: Call) -> Any:
        """Return the results of an operator on graphs."""
        old = _ext.set_default_span(Span(SourceName(call.name), 0, 0, 0, 0))
        try:
            return higher_order.convert(self, node, [value for _, value in call.arguments])
        finally:
            _ext.set_default_span(old)

    def _define(self, node: Node, names: Any, value: Any) -> None:
        """Give a result its names."""
        if isinstance(names, str):
            self.values[names] = value
        elif isinstance(names, list):
            values = value if isinstance(value, (list, tuple)) else [value]
            if len(values) < len(names):
                node.fail(f"expected {len(names)} results, but got {len(values)}")
            for name, entry in zip(names, values):
                self._define(node, name, entry)

    def convert_graph(self, node: Node, graph: Graph, arguments: Sequence[Any]) -> list[Any]:
        """Return the outputs of a graph that is an argument of a call."""
        inner = ProgramConverter(self.default_dtype, self.unroll, self.custom,
                                 f"{node.describe()}: ", self.depth + 1)
        inner.written = self.written
        if len(graph.inputs) != len(arguments):
            node.fail(f"expected a graph with {len(arguments)} inputs, but got one with "
                      f"{len(graph.inputs)}")
        inner.values.update(zip(graph.inputs, arguments))
        inner.convert_calls(graph)
        return [inner.get(output) for output in graph.outputs]


def _find_used(graph: Graph) -> set[str]:
    """Return the names of values that calls or outputs of a graph use."""
    used: set[str] = set()
    pending: list[Any] = [list(graph.outputs)]
    pending.extend([value for _, value in call.arguments] for call in graph.calls)
    while pending:
        value = pending.pop()
        if isinstance(value, Name):
            used.add(value.name)
        elif isinstance(value, (list, tuple)):
            pending.extend(value)
    return used


def _find_slices(graph: Graph) -> dict[str, frozenset[int]]:
    """Return, for the names of calls that take a slice of a dimension, at which indices calls take slices
    of the same tensor. A tensor that a call writes into is left out: its slices change."""
    roots: dict[str, str] = {}
    written: set[str] = set()
    found: dict[tuple[str, int], dict[str, int]] = {}
    for call in graph.calls:
        op, arguments = call.target.partition(".")[0], dict(call.arguments)
        data = call.arguments[0][1] if call.arguments else None
        if not isinstance(data, Name):
            continue
        root = roots.get(data.name, data.name)
        writes = get_functional_name(op) != op
        if writes:
            written.add(root)
        if isinstance(call.results, str) and (writes or is_view(op)):
            roots[call.results] = root
        axis, index = arguments.get("dim"), arguments.get("index")
        if op == "aten::select" and type(axis) is type(index) is int:
            found.setdefault((data.name, axis), {})[call.name] = index
    indices: dict[str, frozenset[int]] = {}
    for (name, _), slices in found.items():
        if roots.get(name, name) not in written:
            indices.update(dict.fromkeys(slices, frozenset(slices.values())))
    return indices


def _get_sizes(graph: Graph, call: Call) -> list[list[int | None]]:
    """Return the sizes of the results of a call that the program tells."""
    names = call.results if isinstance(call.results, list) else [call.results]
    found = [graph.sizes(name) if isinstance(name, str) else None for name in names]
    return [sizes for sizes in found if sizes is not None] if None not in found else []


def _refine(node: Node, result: Any) -> None:
    """Give a tensor of which the program knows more sizes than its type these sizes."""
    if not isinstance(result, Alias) or not node.result_sizes or result.base is not None:
        return
    known, own = node.result_sizes[0], node.type(result.expr)
    if not isinstance(own, _ext.TensorType) or len(own.shape) != len(known):
        return
    sizes = common.get_dimensions(own)
    if any(size is None and told for size, told in zip(sizes, known)):
        # A size of 0 is that of the data.
        result.expr = _op.reshape(result.expr, [told if size is None and told else 0
                                                for size, told in zip(sizes, known)])


def refuse_unknown(graph: Graph) -> None:
    """Raise an OpNotImplemented if there are operators without a converter."""
    unknown: dict[str, list[str]] = {}
    pending = [graph]
    while pending:
        current = pending.pop()
        for call in current.calls:
            name, _, overload = call.target.partition(".")
            if name.startswith("higher_order::"):
                pending.extend(value for _, value in call.arguments if isinstance(value, Graph))
                if name in higher_order.CONVERTERS:
                    continue
            elif name in WITHOUT_EFFECT or find_any_converter(name, overload) is not None:
                continue
            unknown.setdefault(name, []).append(call.name)
    if unknown:
        raise OpNotImplemented(
            "The following operators are not supported for frontend PyTorch: " + ", ".join(
                f"{name} ({_list_names(names)})" for name, names in sorted(unknown.items())))
