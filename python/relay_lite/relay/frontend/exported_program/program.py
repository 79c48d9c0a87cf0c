"""Exported programs: their graphs, inputs and outputs, from a file or from PyTorch's own objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..archive import Archive
from ..node import ConversionError
from ..pytorch.dtypes import NAMES, OF_EXPORTS
from .weights import Weights


@dataclass(frozen=True)
class Name:
    """A reference to a value of a graph."""

    name: str


@dataclass
class Call:
    """A call of an operator.

    Attributes
    ----------
    target : str
        The operator: "aten::add.Tensor", "_operator::mul", "higher_order::cond".
    name : str
    arguments : list of (str, object)
        Arguments by the names of the schema, which are empty for functions without one: Python's
        values, Name, Graph, and lists of them.
    results : object
        A name, or a list of names or lists. None stands for a result that has no name.
    """

    target: str
    name: str
    arguments: list[tuple[str, Any]]
    results: Any


@dataclass
class Graph:
    """A graph of calls.

    Attributes
    ----------
    inputs : list of str
    outputs : list of object
        Name, Python's values, and lists of them.
    calls : list of Call
    sizes : function of str to list or None
        Gives the sizes of a tensor by its name: None for those that are not known.
    """

    inputs: list[str]
    outputs: list[Any]
    calls: list[Call]
    sizes: Callable[[str], "list[int | None] | None"]


@dataclass
class Input:
    """An input of a program.

    Attributes
    ----------
    kind : str
        "user", "parameter", "buffer" or "constant".
    name : str
        The name in the graph.
    target : str
        The name in the model: of a parameter, a buffer or a constant.
    sizes : list
        Numbers, and texts for symbolic sizes. None for a number in place of a tensor.
    dtype : str
    value : object
        The value of a user's input that has one.
    """

    kind: str
    name: str
    target: str = ""
    sizes: list[Any] | None = None
    dtype: str = "int64"
    value: Any = None
    has_value: bool = False


@dataclass
class Output:
    """An output of a program: what a user gets, or the new value of an input (`target`)."""

    kind: str
    value: Any
    target: str = ""


@dataclass
class Program:
    """An exported program.

    Attributes
    ----------
    get_weight : function of str to array
        Gives the elements of a parameter, a buffer or a constant.
    ranges : dict of str to pair
        The bounds of symbolic sizes, None for one that is open.
    """

    graph: Graph
    inputs: list[Input]
    outputs: list[Output]
    get_weight: Callable[[str], Any]
    ranges: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)


# Files


def read_program(archive: Archive, model: str | None = None) -> Program:
    """Return the program of an archive.

    Raises
    ------
    ConversionError
        If there is none, or it is of another version, or invalid.
    """
    member, model = _find_model(archive, model)
    document = archive.read_json(member)
    where = f"{archive.path}, member {member!r}"
    try:
        version = document["schema_version"]
        major = version["major"] if isinstance(version, dict) else version
        if major != 8:
            raise ConversionError(f"{where}: expected version 8 of the schema, but got {major!r}")
        return _read(document, Weights(archive, model), where)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError, StopIteration) as error:
        raise ConversionError(f"{where}: the program is invalid: {error!r}") from error
    except RecursionError as error:
        raise ConversionError(f"{where}: graphs are nested too deep") from error


def _find_model(archive: Archive, model: str | None) -> tuple[str, str]:
    """Return the member with the graph, and the name of the model: empty in the old layout."""
    if archive.has("serialized_exported_program.json"):
        return "serialized_exported_program.json", ""
    found = [name for name in archive.names("models/") if name.endswith(".json")]
    names = [name[len("models/"):-len(".json")] for name in found]
    if not found:
        raise ConversionError(f"{archive.path} holds no exported program: files of torch.jit.save and "
                              "torch.save are others")
    if model is None and len(found) > 1:
        raise ConversionError(f"{archive.path} holds the programs {', '.join(names)}: the argument model "
                              "chooses one")
    if model is not None and model not in names:
        raise ConversionError(f"{archive.path} holds the programs {', '.join(names)}, but no {model}")
    name = names[0] if model is None else model
    return f"models/{name}.json", name


def _read(document: Any, weights: Weights, where: str) -> Program:
    module = document["graph_module"]
    graph = _read_graph(module["graph"])
    tensors = module["graph"]["tensor_values"]
    inputs = [_read_input(spec, tensors, where) for spec in module["signature"]["input_specs"]]
    outputs = [_read_output(spec, where) for spec in module["signature"]["output_specs"]]
    ranges = {name: (bounds["min_val"], bounds["max_val"])
              for name, bounds in document["range_constraints"].items()}
    return Program(graph, inputs, outputs, weights.get, ranges)


def _text(value: Any) -> str:
    """Return a text; a TypeError or a ValueError for anything else."""
    if not isinstance(value, str):
        raise TypeError(f"expected a text, but got {value!r:.60}")
    # JSON may have halves of characters.
    value.encode()
    return value


def _read_name(value: Any) -> Name:
    return Name(_text(value["name"]))


def _read_graph(data: Any) -> Graph:
    tensors = {name: [size if isinstance(size, int) else None for size in _read_sizes(meta)]
               for name, meta in data["tensor_values"].items()}

    calls = []
    for node in data["nodes"]:
        results = [_read_result(output) for output in node["outputs"]]
        name = node.get("name") or next((result for result in results if isinstance(result, str)), "")
        arguments = [(_text(entry["name"]), _read_argument(entry["arg"])) for entry in node["inputs"]]
        is_list = len(results) == 1 and isinstance(results[0], list)
        calls.append(Call(_read_target(node["target"]), _text(name), arguments,
                          results[0] if len(results) == 1 and
                          (is_list or node.get("is_hop_single_tensor_return") is not False)
                          else results))
    return Graph([_first(entry) for entry in data["inputs"]],
                 [_read_argument(entry) for entry in data["outputs"]], calls, tensors.get)


def _read_target(target: str) -> str:
    """Return the name of an operator: "aten::add.Tensor" of "torch.ops.aten.add.Tensor"."""
    parts = target.split(".")
    if parts[:2] == ["torch", "ops"]:
        parts = parts[2:]
        if parts[-1] == "default" and len(parts) > 2:
            parts.pop()
    elif parts[0] == "torch":
        parts[0] = "sym"
    return f"{parts[0].strip('_') if parts[0] == '_math' else parts[0]}::{'.'.join(parts[1:])}"


def _first(argument: Any) -> str:
    """Return the name of an input of a graph; an empty one for one without a value."""
    (kind, value), = argument.items()
    if isinstance(value, dict):
        return str(value.get("name", value.get("as_name", "")))
    return "" if not isinstance(value, str) else value


def _read_result(output: Any) -> Any:
    (kind, value), = output.items()
    if kind in ("as_tensors", "as_nested_tensors"):
        return [_text(entry["name"]) for entry in value]
    if not isinstance(value, dict):
        return None
    inner = value.get("as_tensor")
    name = value.get("name", value.get("as_name", inner.get("name") if isinstance(inner, dict) else None))
    return None if name is None else _text(name)


def _read_argument(argument: Any) -> Any:
    """Return the value of an argument."""
    (kind, value), = argument.items()
    if kind in ("as_int", "as_ints", "as_float", "as_floats", "as_string", "as_strings", "as_bool",
                "as_bools", "as_int_lists", "as_float_lists"):
        return _read_float(value)
    if kind == "as_none" or kind in ("as_layout", "as_memory_format", "as_device"):
        return None
    if kind == "as_scalar_type":
        name = OF_EXPORTS[value]
        if name not in NAMES:
            raise ConversionError(f"Relay has no element type {name or value}")
        return name
    if kind in ("as_tensor", "as_custom_obj"):
        return _read_name(value)
    if kind == "as_tensors":
        return [_read_name(entry) for entry in value]
    if kind == "as_nested_tensors":
        return [[_read_name(entry) for entry in row] for row in value]
    if kind == "as_graph":
        return _read_graph(value["graph"])
    if kind in ("as_sym_ints", "as_sym_bools", "as_sym_floats", "as_optional_tensors"):
        return [_read_argument(entry) for entry in value]
    if kind in ("as_sym_int", "as_sym_bool", "as_sym_float", "as_optional_tensor"):
        return _read_argument(value)
    if kind == "as_name":
        return Name(_text(value))
    if kind == "as_operator":
        return str(value)
    raise ConversionError(f"an argument of kind {kind} is not supported")


def _read_float(value: Any) -> Any:
    """Return a number; infinities and NaN may be texts."""
    if value in ("Infinity", "-Infinity", "NaN"):
        return float(value.replace("Infinity", "inf"))
    return value


def _read_sizes(meta: Any) -> list[Any]:
    """Return sizes: numbers, and the names of symbolic ones."""
    found: list[Any] = []
    for size in meta["sizes"]:
        if "as_int" in size:
            number = size["as_int"]
            if type(number) is not int or not 0 <= number < 2**63:
                raise ValueError(f"expected a size, but got {number!r:.60}")
            found.append(number)
            continue
        text = _text(size["as_expr"]["expr_str"])
        # Symbol('s77', positive=True, integer=True)
        found.append(text.split("'")[1] if text.startswith("Symbol(") and text.count("'") == 2
                     else text)
    return found


def _read_input(spec: Any, tensors: Any, where: str) -> Input:
    (kind, value), = spec.items()
    names = {"parameter": "parameter_name", "buffer": "buffer_name",
             "tensor_constant": "tensor_constant_name"}
    if kind == "user_input":
        argument = _read_argument(value["arg"])
        if not isinstance(argument, Name):
            return Input("user", "", value=argument, has_value=True)
        name, target = argument.name, argument.name
    elif kind == "constant_input":
        return Input("user", _text(value["name"]), value=_read_argument(value["value"]), has_value=True)
    elif kind in names:
        name, target = _text(value["arg"]["name"]), _text(value[names[kind]])
    else:
        raise ConversionError(f"{where}: an input of kind {kind} is not supported")
    kinds = {"user_input": "user", "tensor_constant": "constant"}
    found = Input(kinds.get(kind, kind), name, target)
    meta = tensors.get(name)
    if meta is not None:
        dtype = OF_EXPORTS[meta["dtype"]] if 0 <= meta["dtype"] < len(OF_EXPORTS) else None
        if dtype not in NAMES:
            raise ConversionError(f"{where}: the input {name!r} has the element type "
                                  f"{dtype or meta['dtype']}, which Relay has not")
        found.sizes, found.dtype = _read_sizes(meta), NAMES[str(dtype)]
    return found


def _read_output(spec: Any, where: str) -> Output:
    (kind, value), = spec.items()
    if kind in ("user_output", "loss_output"):
        argument = value["arg"]
        return Output("user", _read_name(argument) if kind == "loss_output"
                      else _read_argument(argument))
    names = {"buffer_mutation": "buffer_name", "user_input_mutation": "user_input_name",
             "parameter_mutation": "parameter_name"}
    if kind not in names:
        raise ConversionError(f"{where}: an output of kind {kind} is not supported")
    return Output("mutation", _read_name(value["arg"]), _text(value[names[kind]]))
