"""Programs of PyTorch's own objects: ExportedProgram, and graphs of torch.fx."""

from __future__ import annotations

import math
from typing import Any

from ...expr import Constant
from ..node import ConversionError
from ..pytorch.dtypes import get_dtype
from ..pytorch.script import to_array
from .program import Call, Graph, Input, Name, Output, Program


def read_object(exported: Any) -> Program:
    """Return the program of a torch.export.ExportedProgram."""
    module, signature = exported.graph_module, exported.graph_signature
    constants = exported.constants
    graph = read_fx(module)
    nodes = {node.name: node for node in module.graph.nodes if node.op == "placeholder"}
    inputs = [_read_input(spec, nodes, exported) for spec in signature.input_specs]
    outputs = [_read_output(spec, value) for spec, value in
               zip(signature.output_specs, graph.outputs)]
    state = exported.state_dict

    def get_weight(name: str) -> Any:
        found = state.get(name, constants.get(name))
        if found is None:
            raise ConversionError(f"there are no data of the tensor {name!r}")
        return to_array(found)

    ranges = {str(symbol): (_bound(bounds.lower), _bound(bounds.upper))
              for symbol, bounds in exported.range_constraints.items()}
    return Program(graph, inputs, outputs, get_weight, ranges)


def _bound(value: Any) -> int | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if math.isinf(number) or number > 2**62 else int(number)


def read_fx(module: Any) -> Graph:
    """Return the graph of a torch.fx.GraphModule of ATen's operators."""
    inputs: list[str] = []
    calls: list[Call] = []
    outputs: list[Any] = []
    multiple: dict[str, Call] = {}
    attributes: dict[str, Any] = {}
    for node in module.graph.nodes:
        if node.op == "placeholder":
            inputs.append(node.name)
        elif node.op == "get_attr":
            attributes[node.name] = _get_attribute(module, node)
        elif node.op == "output":
            outputs = [_read_argument(value, attributes) for value in _flat(node.args[0])]
        elif node.op == "call_function":
            _read_call(node, calls, multiple, attributes)
        else:
            raise ConversionError(f"{node.name}: calls of modules and methods are not supported")
    metas = {node.name: node.meta.get("val") for node in module.graph.nodes}

    def sizes(name: str) -> list[int | None] | None:
        value: Any = metas.get(name)
        if not hasattr(value, "shape"):
            return None
        return [size if type(size) is int else None for size in value.shape]

    return Graph(inputs, outputs, calls, sizes)


def _flat(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _get_attribute(module: Any, node: Any) -> Any:
    """Return the graph, or the tensor, that an attribute of a module is."""
    found = module
    for part in node.target.split("."):
        found = getattr(found, part)
    return read_fx(found) if hasattr(found, "graph") else found


def _read_call(node: Any, calls: list[Call], multiple: dict[str, Call],
               attributes: dict[str, Any]) -> None:
    """Add the call of a node; a node that takes one of several results gives that its name."""
    target = _get_target(node.target)
    first: Any = node.args[0] if node.args else None
    if target == "_operator::getitem" and getattr(first, "name", None) in multiple:
        names = multiple[first.name].results
        place = node.args[1]
        names.extend([None] * (place + 1 - len(names)))
        if names[place] is None:
            names[place] = node.name
            return
        calls.append(Call("_operator::pos", node.name, [("a", Name(names[place]))], node.name))
        return
    arguments = [(name, _read_argument(value, attributes))
                 for name, value in _name_arguments(node)]
    call = Call(target, node.name, arguments, node.name)
    if isinstance(node.meta.get("val"), (list, tuple)) or _returns_several(node.target):
        call.results = []
        multiple[node.name] = call
    calls.append(call)


def _returns_several(target: Any) -> bool:
    schema = getattr(target, "_schema", None)
    if schema is None:
        return False
    returns = schema.returns
    return len(returns) > 1 or len(returns) == 1 and str(returns[0].type).startswith("List[")


def _get_target(target: Any) -> str:
    """Return the name of an operator or a function."""
    schema = getattr(target, "_schema", None)
    if schema is not None:
        return f"{schema.name}.{schema.overload_name}" if schema.overload_name else str(schema.name)
    module, name = getattr(target, "__module__", ""), getattr(target, "__name__", str(target))
    if hasattr(target, "namespace") and hasattr(target, "_name"):
        return f"{target.namespace}::{target._name}"
    if module == "torch._ops" or type(target).__module__.startswith("torch._ops") or \
            "higher_order" in type(target).__module__:
        return f"higher_order::{name}"
    return f"{'sym' if module.startswith('torch') else module}::{name}"


def _name_arguments(node: Any) -> list[tuple[str, Any]]:
    """Return the arguments of a call by the names of its schema."""
    schema = getattr(node.target, "_schema", None)
    names = [argument.name for argument in schema.arguments] if schema is not None else []
    positional = [(names[i] if i < len(names) else "", value) for i, value in enumerate(node.args)]
    return [*positional, *node.kwargs.items()]


def _read_argument(value: Any, attributes: dict[str, Any]) -> Any:
    """Return an argument as programs have it."""
    if value is None or isinstance(value, (bool, int, float, str, Graph)):
        return value
    if isinstance(value, (list, tuple)):
        return [_read_argument(item, attributes) for item in value]
    if hasattr(value, "op") and hasattr(value, "name"):
        found = attributes.get(value.name)
        if found is None:
            return Name(value.name)
        return found if isinstance(found, Graph) else Constant(to_array(found))
    kind = type(value).__name__
    if kind == "dtype":
        name = get_dtype(value)
        if name is None:
            raise ConversionError(f"Relay has no element type {value}")
        return name
    if kind in ("device", "layout", "memory_format"):
        return None
    raise ConversionError(f"an argument of type {kind} is not supported")


def _read_input(spec: Any, nodes: dict[str, Any], exported: Any) -> Input:
    kinds = {"USER_INPUT": "user", "PARAMETER": "parameter", "BUFFER": "buffer",
             "CONSTANT_TENSOR": "constant"}
    kind, argument = spec.kind.name, spec.arg
    if kind not in kinds:
        raise ConversionError(f"an input of kind {kind} is not supported")
    name = argument.name
    found = Input(kinds[kind], name, spec.target or name)
    if type(argument).__name__ == "ConstantArgument":
        found.value, found.has_value = argument.value, True
        return found
    value = nodes[name].meta.get("val")
    if hasattr(value, "shape"):
        found.sizes = [size if type(size) is int else str(size) for size in value.shape]
        dtype = get_dtype(value.dtype)
        if dtype is None:
            raise ConversionError(f"the input {name!r} has the element type {value.dtype}, which "
                                  "Relay has not")
        found.dtype = dtype
    return found


def _read_output(spec: Any, value: Any) -> Output:
    kind = spec.kind.name
    if kind in ("USER_OUTPUT", "LOSS_OUTPUT"):
        return Output("user", value)
    if kind in ("BUFFER_MUTATION", "USER_INPUT_MUTATION", "PARAMETER_MUTATION"):
        return Output("mutation", value, spec.target)
    raise ConversionError(f"an output of kind {kind} is not supported")


def read_graph(module: Any, inputs: Any) -> tuple[Program, list[bool]]:
    """Return the program of a graph of torch.compile, whose inputs are all given when it runs, and
    for each result whether it is None.

    Parameters
    ----------
    module : torch.fx.GraphModule
    inputs : list of torch.Tensor or int
        Examples of the inputs.
    """
    graph = read_fx(module)
    entries = []
    for name, value in zip(graph.inputs, inputs):
        entry = Input("user", name, name)
        if hasattr(value, "shape"):
            entry.sizes = [size if type(size) is int else str(size) for size in value.shape]
            dtype = get_dtype(value.dtype)
            if dtype is None:
                raise ConversionError(f"the input {name!r} has the element type {value.dtype}, which "
                                      "Relay has not")
            entry.dtype = dtype
        entries.append(entry)
    outputs = [Output("user", value) for value in graph.outputs]
    return Program(graph, entries, outputs, lambda name: None), [
        value is None for value in graph.outputs]
