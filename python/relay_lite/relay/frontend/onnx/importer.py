"""From ONNX models to modules of Relay."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .... import _ext
from ....error import ArgumentError, OpNotImplemented
from ....ir.base import SourceName, Span
from ....ir.container import Any as AnySize
from ...expr import Constant, Expr, Tuple, Var
from ... import op as _op
from .. import common
from ..node import finish_module
from . import custom as _custom
from . import functions, source, weights
from .forms import Forms, is_small
from .graph import GraphConverter
from .node import Node
from .registry import ConversionError, Converter, find_converter, normalize_domain

# Values of at most so many bytes are computed while importing.
MOST_FOLDED = 1 << 16


def import_onnx() -> Any:
    """Return the package onnx; an ImportError that says how to install it if it is missing."""
    try:
        import onnx
        import onnx.numpy_helper
    except ImportError as error:
        raise ImportError("reading ONNX models needs the package onnx: "
                          "pip install relay-lite[onnx]") from error
    return onnx


def from_onnx(model: Any, shape: Mapping[str, Any] | None = None, dtype: Any = "float32",
              opset: int | None = None, freeze_params: bool = True,
              convert_config: Mapping[str, Any] | None = None,
              export_node_renamed_model_path: Any = None, *, custom: str = "error",
              unroll: int = 0) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Read an ONNX model as a module of Relay.

    Parameters
    ----------
    model : onnx.ModelProto, str or os.PathLike
        The model, or its file.
    shape : dict of str to sequence of int, optional
        Shapes of inputs, or of other values, by name. They refine those of the model.
    dtype : str or dict of str to str
        Element types of inputs by name. The model's own types count for others. A string is the
        element type of values of which `shape` alone says something.
    opset : int, optional
        The version of the standard's operators in place of the model's.
    freeze_params : bool
        Whether initializers become constants. Otherwise they are parameters of `main`, and their
        values are in the second result.
    convert_config : dict, optional
        TVM's options, for converters.
    export_node_renamed_model_path : str or os.PathLike, optional
        The file to which the model is written with a name for each node: the name in spans.
    custom : str
        For an operator without a converter: "error", or "keep" for a call of a custom operator. The
        type of its results is incomplete if nobody knows it, and operators on them are kept, too.
    unroll : int
        Loops of a known number of rounds are unrolled up to so many rounds.

    Returns
    -------
    (IRModule, dict of str to NDArray)
        A module with the function `main`, whose parameters have the names of the inputs, and the
        parameters that are not frozen.

    Raises
    ------
    ImportError
        If the package onnx is missing.
    tvm.error.OpNotImplemented
        If there are operators without a converter: all of them with their nodes.
    ConversionError
        If the model is invalid, or a node cannot be converted.
    """
    onnx = import_onnx()
    if custom not in ("error", "keep"):
        raise ArgumentError(f"expected \"error\" or \"keep\" as custom, but got {custom!r}")
    proto, files = weights.load_model(model)
    importer = Importer(proto, files, {
        "shape": shape, "dtype": dtype, "opset": opset, "freeze_params": freeze_params,
        "convert_config": convert_config, "custom": custom, "unroll": unroll})
    result = importer.convert()
    if export_node_renamed_model_path is not None:
        weights.load_data(proto, files)
        onnx.save(proto, os.fspath(export_node_renamed_model_path))
    return result


class Importer:
    """Converts a model.

    Attributes
    ----------
    model : onnx.ModelProto
    files : Files
        The files of weights.
    functions : dict
        The functions of the model by domain, name and overload.
    params : dict of str to array
        The parameters that are not frozen.
    """

    def __init__(self, model: Any, files: weights.Files, options: Mapping[str, Any]) -> None:
        self.model = model
        self.files = files
        self.convert_config = dict(options.get("convert_config") or {})
        self.custom: str = options.get("custom") or "error"
        self.unroll: int = options.get("unroll") or 0
        self.freeze_params = bool(options.get("freeze_params", True))
        # Values of at most so many bytes are computed while importing. If it is less than usual,
        # the passes fold nothing, either.
        self.most_folded: int = options.get("most_folded", MOST_FOLDED)
        # Whether nodes with seeds, nodes that become loops, and sequences are kept as calls of custom
        # operators.
        self.keeps_nodes: bool = options.get("keeps_nodes", False)
        self.params: dict[str, Any] = {}
        # How many branches have been tried.
        self.attempts = 0
        # How many kept nodes have results of types that nobody knows.
        self.num_opaque = 0
        # Optionals without a value.
        self._absent_values: list[Expr] = []
        self._shapes = _check_shapes(options.get("shape"))
        dtype = options.get("dtype")
        self._dtypes: Mapping[str, str] = dtype if isinstance(dtype, Mapping) else {}
        self._dtype = dtype if isinstance(dtype, str) else "float32"
        # The names of values that are used.
        self._needed: set[str] | None = None
        self._names: dict[str, int] = {}
        # The expressions that nodes become, for the exporter.
        self.forms = Forms()
        # The constants that variables stand for until the passes have run, and the variables.
        self.hidden: dict[Var, Constant] = {}
        self._variables: dict[Constant, Var] = {}
        # The operators of nodes by name.
        self._operators: dict[str, str] = {}
        # Whether the model's types are those of the values: others follow from those of inputs that
        # the caller gives.
        self.are_types_given = not self._shapes and not self._dtypes
        self.functions = functions.list_functions(model)
        self.opsets = self._get_opsets(options.get("opset"))
        self._user_converters = _find_user_converters(self.opsets.get("", 1))

    def _get_opsets(self, opset: int | None) -> dict[str, int]:
        """Return the versions of the domains of the model."""
        import onnx

        opsets: dict[str, int] = {}
        for entry in self.model.opset_import:
            domain = normalize_domain(entry.domain)
            if opsets.setdefault(domain, entry.version) != entry.version:
                raise ConversionError(f"the model asks for the versions {opsets[domain]} and "
                                      f"{entry.version} of the domain {domain!r}")
        if opset is not None:
            opsets[""] = opset
        newest = onnx.defs.onnx_opset_version()
        version = opsets.setdefault("", 1)
        if not 1 <= version <= newest:
            raise ConversionError(f"the version {version} of ONNX's operators is not known: the "
                                  f"installed package onnx knows 1 to {newest}")
        return opsets

    def convert(self) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
        """Return the module and the parameters that are not frozen."""
        if self.custom == "error":
            self._refuse_unknown()
        constants = self._read_initializers()
        variables = {} if self.freeze_params else self._make_parameters(constants)
        with common.keep_values({var: self.params[name] for name, var in variables.items()}):
            graph = GraphConverter(self, self.opsets)
            for name, constant in constants:
                graph.define(name, variables.get(name, constant), "initializer")
            inputs = self._define_inputs(graph)
            outputs = graph.convert_body(self.model.graph)
            body = outputs[0] if len(outputs) == 1 else Tuple(outputs)
            used = set(_ext.free_vars(body))
            params = [*inputs, *[var for var in variables.values() if var in used]]
            hidden = {var: constant for var, constant in self.hidden.items() if var in used}
            facts = source.describe_model(self.model, self.opsets)
            self.forms.finish(self._run_passes)
            facts.forms = self.forms
            function = source.add_source(_ext.Function([*params, *hidden], body), facts)
            mod = finish_module(function, self._operators, "the model", self._run_passes)
            if hidden:
                mod = _bind_last(mod, list(hidden.values()))
        kept = {var.name_hint for var in params}
        return mod, {name: value for name, value in self.params.items() if name in kept}

    def _run_passes(self, mod: _ext.IRModule) -> _ext.IRModule:
        from ... import transform

        mod = transform.InferType()(mod)
        if not self.freeze_params or self.most_folded < MOST_FOLDED:
            return mod
        return transform.DynamicToStatic()(mod)

    # Inputs and initializers

    def _read_initializers(self) -> list[tuple[str, Constant]]:
        """Return the names and values of the initializers."""
        initializers = self.model.graph.initializer
        if not all(tensor.name.strip() for tensor in initializers):
            raise ConversionError("an initializer has no name")
        return [(tensor.name, self.make_constant(tensor)) for tensor in initializers]

    def _make_parameters(self, constants: Sequence[tuple[str, Constant]]) -> dict[str, Var]:
        """Return variables for the initializers by name. Their values are parameters."""
        self.params = {name: constant.data for name, constant in constants}
        return {name: self._make_var(name, _ext.TensorType(data.shape, data.dtype))
                for name, data in self.params.items()}

    def _define_inputs(self, graph: GraphConverter) -> list[Var]:
        """Give inputs their expressions, and return their variables."""
        initial = set(graph.values)
        inputs = []
        for info in self.model.graph.input:
            if info.name in initial:
                # Old models list initializers as inputs, too.
                if self.are_types_given:
                    weights.check_type(common.infer_type(graph.values[info.name]).checked_type,
                                       info.type, f"the initializer {info.name!r}", check_sizes=True)
                continue
            if not info.name:
                raise ConversionError("an input has no name")
            if self.keeps_nodes and _custom.is_no_tensor(info):
                self.num_opaque += 1
                graph.define(info.name, _custom.make_input(info.name), "input")
                continue
            if info.type.HasField("optional_type") and \
                    self._shapes.get(info.name, ()) is None:
                graph.define(info.name, self.make_absent(), "input")
                continue
            var = self._make_var(info.name, self._get_input_type(info))
            graph.define(info.name, var, "input")
            inputs.append(var)
        return inputs

    @staticmethod
    def _make_var(name: str, type_: Any) -> Var:
        return Var(name, type_, Span(SourceName(name), 0, 0, 0, 0))

    def _get_input_type(self, info: Any) -> Any:
        """Return the type of an input: that of the model, refined by the caller's."""
        type_ = weights.get_type(info.type, f"input {info.name!r}", self._shapes.get(info.name))
        if info.name in self._dtypes and isinstance(type_, _ext.TensorType):
            return _ext.TensorType(type_.shape, self._dtypes[info.name])
        return type_

    def make_absent(self) -> Expr:
        """Return the mark of an optional without a value."""
        none = Tuple([])
        self._absent_values.append(none)
        return none

    def is_absent(self, expr: Any) -> bool:
        """Return whether an expression is an optional without a value."""
        return expr is None or any(expr is none for none in self._absent_values)

    def make_constant(self, tensor: Any) -> Constant:
        """Return the constant of a TensorProto."""
        return Constant(weights.read_tensor(tensor, self.files),
                        Span(SourceName(tensor.name), 0, 0, 0, 0) if tensor.name else None)

    def keep_weight(self, expr: Expr | None) -> Expr | None:
        """Return a variable that stands for a large constant until the passes have run; any other
        expression as it is."""
        return expr if isinstance(expr, Constant) and is_small(expr) else self.hide(expr)

    def hide(self, expr: Any) -> Any:
        """Return a variable that stands for a constant until the passes have run, so that they do not
        fold it into others; any other expression as it is."""
        if not isinstance(expr, Constant) or self.most_folded < MOST_FOLDED:
            return expr
        var = self._variables.get(expr)
        if var is None:
            var = Var(f"hidden{len(self.hidden)}", common.infer_type(expr).checked_type)
            self._variables[expr], self.hidden[var] = var, expr
            common.set_value(var, expr.data)
        return var

    # Values

    def get_shape(self, name: str) -> Any:
        """Return the shape that the caller gives for a value, or None."""
        return self._shapes.get(name)

    def get_dtype(self, name: str) -> str:
        """Return the element type that the caller gives for a value that the model says nothing
        of."""
        return self._dtypes.get(name, self._dtype)

    def refine(self, name: str, expr: Expr, where: str) -> Expr:
        """Return the expression of a value with the shape that the caller gives it; a
        ConversionError if its type contradicts that."""
        if name in self._shapes and not isinstance(expr, Var) and not self.is_absent(expr):
            type_ = common.infer_type(expr).checked_type
            weights.refine_type(type_, self._shapes[name], f"{where}: the value {name!r}")
            if None in common.get_dimensions(type_):
                return _op.reshape(expr, [-1 if isinstance(size, AnySize) else size
                                          for size in self._shapes[name]])
        return expr

    def is_needed(self, name: str) -> bool:
        """Return whether a node, or the model, uses a value of a name."""
        if self._needed is None:
            self._needed = set()
            graphs = [self.model.graph]
            while graphs:
                graph = graphs.pop()
                self._needed.update(info.name for info in graph.output)
                for node in graph.node:
                    self._needed.update(node.input)
                    graphs.extend(attribute.g for attribute in node.attribute
                                  if attribute.HasField("g"))
        return name in self._needed

    # Nodes

    def name_node(self, proto: Any) -> str:
        """Return the name of a node; one without a name gets one that counts its operator."""
        if not proto.name:
            count = self._names.get(proto.op_type, -1) + 1
            self._names[proto.op_type] = count
            proto.name = f"{proto.op_type}_{count}"
        self._operators.setdefault(proto.name, proto.op_type)
        return str(proto.name)

    def find_function(self, proto: Any) -> Any:
        """Return the function of the model that a node calls, or None."""
        return self.functions.get(functions.get_key(proto))

    def find_converter(self, domain: str, op_type: str, opset: int) -> Converter | None:
        """Return the converter of an operator: a user's own one comes first."""
        own = None if domain else self._user_converters.get(op_type)
        return own or find_converter(domain, op_type, opset)

    def convert_unknown(self, node: Node) -> Any:
        """Return the results of a node that nobody can convert."""
        if self.custom == "error":
            raise OpNotImplemented(f"{node.graph.locate(node)}: the operator is not supported")
        return _custom.keep_node(node)

    def _refuse_unknown(self) -> None:
        """Raise an OpNotImplemented if there are operators that nobody can convert."""
        unknown: dict[str, list[str]] = {}
        for proto, opsets in self._walk_nodes():
            domain = normalize_domain(proto.domain)
            opset = opsets.get(domain, 1)
            if self.find_function(proto) is None and \
                    self.find_converter(domain, proto.op_type, opset) is None and \
                    not _has_body(domain, proto.op_type, opset):
                name = f"{domain}.{proto.op_type}" if domain else proto.op_type
                unknown.setdefault(name, []).append(self.name_node(proto))
        if unknown:
            from ....error import _list_names

            raise OpNotImplemented(
                "The following operators are not supported for frontend ONNX: " + ", ".join(
                    f"{name} ({_list_names(nodes)})" for name, nodes in sorted(unknown.items())))

    def _walk_nodes(self) -> Iterator[tuple[Any, dict[str, int]]]:
        """Yield the nodes of the model, of graphs in their attributes, and of functions that they
        call, with the versions of domains that apply to them."""
        pending = [(self.model.graph.node, self.opsets)]
        seen = set()
        while pending:
            nodes, opsets = pending.pop()
            for proto in nodes:
                yield proto, opsets
                for attribute in proto.attribute:
                    pending.extend((graph.node, opsets) for graph in attribute.graphs)
                    if attribute.HasField("g"):
                        pending.append((attribute.g.node, opsets))
                key = functions.get_key(proto)
                if key in self.functions and key not in seen:
                    seen.add(key)
                    function = self.functions[key]
                    own = {normalize_domain(entry.domain): entry.version
                           for entry in function.opset_import}
                    pending.append((function.node, {**opsets, **own}))


def _bind_last(mod: _ext.IRModule, constants: Sequence[Constant]) -> _ext.IRModule:
    """Return a module with constants in place of the last parameters of main."""
    from ... import transform

    function = mod["main"]
    params = list(function.params)[-len(constants):]
    mod["main"] = _ext.bind(function, dict(zip(params, constants)))
    return transform.InferType()(mod)


def _has_body(domain: str, op_type: str, opset: int) -> bool:
    """Return whether the standard defines an operator as a function."""
    import onnx

    try:
        schema = onnx.defs.get_schema(op_type, opset, domain)
    except onnx.defs.SchemaError:
        return False
    return bool(schema.has_function or schema.has_context_dependent_function)


def _find_user_converters(opset: int) -> dict[str, Any]:
    """Return the converters of a table that a script has put in the place of ours."""
    from . import classes

    return classes.find_user_converters(opset)


def _check_shapes(shapes: Any) -> dict[str, Any]:
    """Return the shapes that a caller gives, by name: sizes that are None or negative are
    unknown."""
    if shapes is None:
        return {}
    if not isinstance(shapes, Mapping):
        raise ArgumentError(f"expected a dict of shapes by name, but got {shapes!r}")
    return {name: _check_shape(name, shape) for name, shape in shapes.items()}


def _check_shape(name: str, shape: Any) -> Any:
    """Return a shape; of a sequence, the list of those of its elements."""
    if shape is None:
        return None
    if not isinstance(shape, Sequence) or isinstance(shape, str):
        raise ArgumentError(f"expected a shape for {name!r}, but got {shape!r}")
    return [_check_shape(name, size) if isinstance(size, (list, tuple)) else
            AnySize() if size is None or isinstance(size, int) and size < 0 else size
            for size in shape]


__all__ = ["Importer", "from_onnx", "import_onnx"]
