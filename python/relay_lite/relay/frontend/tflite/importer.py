"""From TFLite models to modules of Relay."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .... import _ext
from ....error import OpNotImplemented, _list_names
from ...expr import Constant, Expr, Tuple, Var
from .. import common
from ..inputs import check_shapes, make_var
from ..node import ConversionError, finish_module
from . import quantization
from .flatbuffer import Graph, Model, Operator, Tensor, load_model
from .graph import GraphConverter
from .registry import Entry, find_converter

# The least limit of operators that come of graphs that run each other.
_LEAST_LIMIT = 10_000


class Importer:
    """Converts a model.

    Attributes
    ----------
    model : Model
    table : common.ExprTable
        The expressions of the model's own graph by name, and the parameters.
    operators : dict of str to str
        The operators by the names of their outputs.
    """

    def __init__(self, model: Model, options: Mapping[str, Any]) -> None:
        self.model = model
        self.table = common.ExprTable()
        self.operators: dict[str, str] = {}
        self._shapes = check_shapes(options.get("shape_dict"))
        self._dtypes: Mapping[str, str] = options.get("dtype_dict") or {}
        self._count = 0
        # The variables of parameters, with their values.
        self._params: dict[Var, Any] = {}
        # The marks of variables of the model, and the values of these before the first run.
        self.marks: dict[Expr, str] = {}
        self.initial: dict[str, Any] = {}
        # The inputs that are the variables of the model, by name.
        self._states: dict[str, Var] = {}
        self._user: Any = None

    def convert(self, op_converter: Any) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
        """Return the module and its parameters."""
        from .classes import OperatorConverter

        main = self.model.graphs[0]
        if op_converter is not OperatorConverter:
            self._user = op_converter(self.model.proto, main.proto, self.table)
        with common.keep_values({}):
            graph = GraphConverter(self, main, {})
            if isinstance(self._user, OperatorConverter):
                self._user._attach(graph)
            self.refuse_unknown(self._user)
            inputs = self._define_inputs(graph)
            results = graph.convert_body()
            changed = [name for name, value in graph.variables.items()
                       if value is not self._states.get(name)]
            results += [graph.variables[name] for name in changed]
            body = results[0] if len(results) == 1 else Tuple(results)
            free = set(_ext.free_vars(body))
            params = [*inputs, *self._states.values(),
                      *[var for var in self._params if var in free]]
            names = [main.tensors[index].name for index in main.outputs]
            function = _ext.Function(params, body).with_attr(
                "output_tensor_names", [*map(_sanitize, names), *changed])
            mod = finish_module(function, self.operators, "the model")
        kept = {var.name_hint for var in params}
        return mod, {name: value for name, value in self.table.params.items() if name in kept}

    # Inputs, parameters and variables

    def _define_inputs(self, graph: GraphConverter) -> list[Var]:
        """Give the inputs of the model their variables, and return these."""
        inputs = []
        for place, index in enumerate(graph.graph.inputs):
            tensor = graph.graph.tensors[index]
            shape = self._shapes.get(tensor.name, tensor.shape)
            dtype = self._dtypes.get(tensor.name) or self.model.get_dtype(tensor)
            var = make_var(tensor.name, _ext.TensorType(shape, dtype))
            graph.define(index, var, f"input {place}")
            inputs.append(var)
        return inputs

    def make_param(self, graph: Graph, tensor: Tensor) -> Var | None:
        """Return the variable of a parameter for a tensor whose data the file has, or None."""
        value = self.model.read_tensor(graph, tensor)
        if value is None:
            return None
        data = Constant(value).data
        name = f"_param_{self.table.const_ctr}"
        self.table.const_ctr += 1
        var = make_var(name, _ext.TensorType(data.shape, data.dtype), tensor.name)
        self.table.params[name] = data
        self.table.exprs[name] = var
        self._params[var] = value
        common.set_value(var, value)
        return var

    def make_state(self, name: str, type_: Any) -> Var:
        """Return the input that has the value of a variable of the model before a run. The
        parameters have the value that the model gives it before the first run."""
        if name not in self._states:
            initial = self.initial.get(name)
            if initial is not None:
                data = Constant(initial).data
                self.table.params[name] = data
                type_ = _ext.TensorType(data.shape, data.dtype)
            self._states[name] = make_var(name, type_)
        return self._states[name]

    def find_state(self, name: str) -> Var | None:
        """Return the input for a variable of the model, if there is one."""
        return self._states.get(name)

    # Operators

    def count_operator(self, place: str) -> None:
        """Refuse graphs that run each other so often that they do not end."""
        self._count += 1
        most = max(_LEAST_LIMIT, 10 * sum(len(graph.operators) for graph in self.model.graphs))
        if self._count > most:
            raise ConversionError(f"{place}the graphs of the model run more than {most} operators")

    def find_user_converter(self, node: Any) -> Any:
        """Return the method of a script's own class for an operator, or None."""
        if self._user is None:
            return None
        return self._user._find_converter(node.operator)

    def find_entry(self, name: str) -> Entry:
        """Return the converter of an operator."""
        entry = find_converter(name)
        if entry is None:
            raise OpNotImplemented(f"The operator {name} is not supported for frontend TFLite")
        return entry

    def refuse_unknown(self, user: Any = None) -> None:
        """Raise an OpNotImplemented that lists all operators that nobody can convert."""
        unknown: dict[str, list[str]] = {}
        for graph, operator in self._walk_operators():
            if user is not None and user._find_converter(operator) is not None:
                continue
            entry = find_converter(operator.name)
            problem = "" if entry is not None else operator.name
            if entry is not None:
                inputs = [graph.tensors[i] if i >= 0 else None for i in operator.inputs]
                outputs = [graph.tensors[i] for i in operator.outputs]
                reason = quantization.find_problem(entry, inputs, outputs)
                problem = f"{operator.name} {reason}" if reason else ""
            if problem:
                names = [graph.tensors[i].name for i in operator.outputs[:1]]
                unknown.setdefault(problem, []).extend(names or [f"operator {operator.index}"])
        if unknown:
            raise OpNotImplemented(
                "The following operators are not supported for frontend TFLite: " + ", ".join(
                    f"{name} ({_list_names(nodes)})" for name, nodes in sorted(unknown.items())))

    def _walk_operators(self) -> Iterator[tuple[Graph, Operator]]:
        for graph in self.model.graphs:
            for operator in graph.operators:
                yield graph, operator



def _sanitize(name: str) -> str:
    """Return a name of letters, digits and underscores."""
    return "".join(letter if letter.isalnum() else "_" for letter in name)


def import_model(model: Any, options: Mapping[str, Any],
                 op_converter: Any) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Return the module and the parameters of a model."""
    return Importer(load_model(model), options).convert(op_converter)


__all__ = ["Importer", "import_model"]
