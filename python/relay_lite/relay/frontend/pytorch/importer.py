"""From scripts of PyTorch to modules of Relay."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .... import _ext
from ....error import ArgumentError, OpNotImplemented
from ....ir.base import SourceName, Span
from ...expr import Expr, Tuple, TupleGetItem, Var
from .. import common
from ..node import ConversionError
from . import aliases, lists
from .aliases import Alias
from .dtypes import get_dtype
from .graph import WITHOUT_EFFECT
from .names import Namer
from .node import Node
from .registry import find_any_converter
from .script import ModulePath, ScriptConverter


def import_torch() -> Any:
    """Return the package torch; an ImportError that says how to install it if it is missing."""
    try:
        import torch
    except ImportError as error:
        raise ImportError("reading scripts of PyTorch needs the package torch: "
                          "pip install relay-lite[torch]") from error
    return torch


def from_pytorch(script_module: Any, input_infos: Sequence[tuple[str, Any]],
                 custom_convert_map: Mapping[str, Callable[..., Any]] | None = None,
                 default_dtype: str = "float32", use_parser_friendly_name: bool = False,
                 keep_quantized_weight: bool = False, export_renamed_c_graph_path: Any = None,
                 preserve_pytorch_scopes: bool = False
                 ) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Read a traced or scripted module of PyTorch as a module of Relay.

    Parameters
    ----------
    script_module : torch.jit.ScriptModule or torch.jit.ScriptFunction
    input_infos : list of (str, shape) or (str, (shape, str))
        The names and shapes of inputs, and their element types. The shape of a tuple or a list is the
        tuple or list of its elements' shapes.
    custom_convert_map : dict of str to function, optional
        More converters, or others: functions of (inputs, input_types) by operator.
    default_dtype : str
        The element type of tensors for which the script tells none.
    use_parser_friendly_name : bool
        Whether names of nodes and parameters have "_" in place of "." and ":".
    keep_quantized_weight : bool
        Whether weights of quantized modules stay integers.
    export_renamed_c_graph_path : str or os.PathLike, optional
        The folder into which the graph is written, with the names that spans have.
    preserve_pytorch_scopes : bool
        Whether nodes have the names of the modules that they come from.

    Returns
    -------
    (IRModule, dict of str to NDArray)
        A module with the function `main`, whose parameters are the inputs and then the parameters of
        the network, and the values of these.

    Raises
    ------
    ImportError
        If the package torch is missing.
    tvm.error.OpNotImplemented
        If there are operators without a converter: all of them.
    ConversionError
        If a node cannot be converted.
    """
    torch = import_torch()
    if not hasattr(script_module, "graph"):
        raise ArgumentError("expected a module or a function of torch.jit, but got "
                            f"{type(script_module).__name__}: torch.jit.trace and torch.jit.script make "
                            "them")
    graph = script_module.graph.copy()
    torch._C._jit_pass_onnx_function_substitution(graph)
    graph = _lower_tuples(torch, graph)
    custom = dict(custom_convert_map or {})
    _refuse_unknown(graph, custom)
    is_module = isinstance(script_module, torch.jit.ScriptModule)
    state = set(script_module.state_dict()) if is_module else set()
    namer = Namer(graph, state, use_parser_friendly_name, preserve_pytorch_scopes)
    if export_renamed_c_graph_path is not None:
        _write_graph(graph, export_renamed_c_graph_path)
    converter = ScriptConverter(namer, default_dtype, custom)
    converter.keep_quantized_weight = keep_quantized_weight
    with common.keep_values({}):
        inputs = _define_inputs(converter, script_module, graph, list(input_infos), is_module)
        result = _make_result(converter, converter.convert_block(graph))
    return _make_module(converter, inputs, result)


def _lower_tuples(torch: Any, graph: Any) -> Any:
    """Return a graph whose tuples are their elements, if PyTorch can do that; others are converted."""
    if any(value.type().kind() in ("TupleType", "ListType") for value in graph.inputs()):
        return graph
    lowered = graph.copy()
    try:
        torch._C._jit_pass_lower_all_tuples(lowered)
    except RuntimeError:
        return graph
    return lowered


def _make_module(converter: ScriptConverter, inputs: list[Var],
                 result: Expr) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Return the module of a result: the inputs come before the parameters."""
    parameters = [var for var in _ext.free_vars(result) if var in converter.variables]
    function = _ext.Function([*inputs, *parameters], result)
    mod = _ext.IRModule.from_expr(function)
    kept = {var.name_hint for var in parameters}
    return mod, {name: _ext.array(value) for name, value in converter.params.items() if name in kept}


def _make_result(converter: ScriptConverter, outputs: list[Any]) -> Expr:
    """Return the results as one expression: lists are tuples."""
    node = Node("prim::Return", "", "return", converter)

    def convert(value: Any) -> Expr:
        if isinstance(value, (list, tuple)):
            return Tuple([convert(item) for item in value])
        if isinstance(value, dict):
            node.fail("a dictionary as the result is not supported: torch.jit.trace gives none with "
                      "strict=True")
        return node.tensor(value) if value is not None else Tuple([])

    results = [convert(aliases.read(value)) for value in outputs]
    return results[0] if len(results) == 1 else Tuple(results)


# Inputs


def _define_inputs(converter: ScriptConverter, script_module: Any, graph: Any,
                   infos: list[Any], is_module: bool) -> list[Var]:
    """Give the inputs of the graph their values, and return their variables."""
    values = list(graph.inputs())
    if is_module:
        converter.values[values[0].debugName()] = ModulePath(script_module)
        values = values[1:]
    if len(infos) != len(values):
        raise ConversionError(f"expected {len(values)} elements of input_infos, but got {len(infos)}")
    variables = []
    for i, (info, value) in enumerate(zip(infos, values)):
        if not isinstance(info, tuple) or len(info) != 2 or not isinstance(info[0], str):
            raise ConversionError(f"input {i}: expected (name, shape) or (name, (shape, dtype)), but got "
                                  f"{info!r}")
        name, shape = info
        dtype = converter.default_dtype
        if isinstance(shape, tuple) and shape and isinstance(shape[-1], str):
            shape, dtype = shape
        type_ = _get_type(name, shape, dtype, value.type())
        source = converter.namer.get_user(value)
        var = Var(name, type_, Span(SourceName(f"{source}.{name}" if source else name), 0, 0, 0, 0))
        variables.append(var)
        converter.values[value.debugName()] = _unpack(var, type_, value.type())
    return variables


def _get_type(name: str, shape: Any, dtype: str, kind: Any) -> Any:
    """Return Relay's type of an input: an element type of the script comes before the given one."""
    if kind.kind() == "OptionalType":
        return _get_type(name, shape, dtype, kind.getElementType())
    if kind.kind() == "TupleType":
        elements = list(kind.elements())
        if not isinstance(shape, tuple) or len(shape) != len(elements):
            raise ConversionError(f"input {name!r}: expected a tuple of {len(elements)} shapes, but got "
                                  f"{shape!r}")
        return _ext.TupleType([_get_type(name, size, dtype, element)
                               for size, element in zip(shape, elements)])
    if kind.kind() == "ListType":
        if not isinstance(shape, list):
            raise ConversionError(f"input {name!r}: expected a list of shapes, but got {shape!r}")
        return _ext.TupleType([_get_type(name, size, dtype, kind.getElementType())
                               for size in shape])
    if kind.kind() == "TensorType":
        wanted = kind.scalarType() or dtype
    else:
        wanted = {"IntType": "int64", "BoolType": "bool"}.get(kind.kind(), dtype)
    found = get_dtype(wanted)
    if found is None:
        raise ConversionError(f"input {name!r}: Relay has no element type {wanted}")
    try:
        return _ext.TensorType([size if isinstance(size, Expr) or not hasattr(size, "__index__")
                                else int(size) for size in shape], found)
    except TypeError as error:
        raise ConversionError(f"input {name!r}: expected a shape, but got {shape!r}") from error


def _unpack(expr: Expr, type_: Any, kind: Any) -> Any:
    """Return the value of an input: a tuple or a list of its elements."""
    if not isinstance(type_, _ext.TupleType):
        return Alias(expr)
    is_list = kind.kind() == "ListType"
    kinds = [kind.getElementType()] * len(type_.fields) if is_list else list(kind.elements())
    items = [_unpack(TupleGetItem(expr, i), field, element)
             for i, (field, element) in enumerate(zip(type_.fields, kinds))]
    return lists.make_list(items, 0) if is_list else tuple(items)


# Graphs

_STRUCTURE = frozenset(name[1:].replace("_", "::", 1) for name in dir(ScriptConverter)
                       if name.startswith(("_prim_", "_aten_")))


def _refuse_unknown(graph: Any, custom: Mapping[str, Any]) -> None:
    """Raise an OpNotImplemented if there are operators without a converter."""
    unknown = set()
    pending = [graph]
    while pending:
        for node in pending.pop().nodes():
            kind = node.kind()
            pending.extend(node.blocks())
            if kind not in custom and kind not in _STRUCTURE and kind not in WITHOUT_EFFECT and \
                    kind not in lists.OPERATORS and find_any_converter(kind) is None and \
                    find_any_converter(*_split_schema(node)) is None:
                unknown.add(kind)
    if unknown:
        raise OpNotImplemented(f"The following operators are not implemented: {sorted(unknown)}")


def _split_schema(node: Any) -> tuple[str, str]:
    name, _, overload = node.schema().partition("(")[0].partition(".")
    return name if "::" in name else node.kind(), overload


def _write_graph(graph: Any, folder: Any) -> None:
    """Write the text of a graph into a folder, which is made if there is none."""
    import datetime

    os.makedirs(folder, exist_ok=True)
    stamp = datetime.datetime.now().strftime("%m_%d_%Y_%H_%M_%S")
    with open(os.path.join(folder, f"tvm_exported_c_graph_{stamp}.txt"), "w",
              encoding="utf-8") as file:
        file.write(str(graph))
