"""Conversion of the graphs of TorchScript."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from .... import _ext
from ....ir.base import SourceName, Span
from ...expr import Constant, Expr, TupleGetItem, Var, const
from .. import common
from ..loops import Loop, int64, make_if
from ..node import ConversionError
from . import aliases, lists
from .aliases import Alias
from .graph import GraphConverter
from .names import Namer, get_attribute
from .node import Node

# Loops of which rounds change lists are unrolled up to so many rounds.
_MOST_UNROLLED = 1000
# The number of rounds of a loop that only its condition ends.
_ENDLESS = sys.maxsize


class _MoreTensors(Exception):
    """Asks for another conversion of a loop, with more tensors that it carries."""

    def __init__(self, roots: list[Alias]) -> None:
        self.roots = roots


class ModulePath:
    """A module of a script, by its path."""

    def __init__(self, module: Any, path: tuple[str, ...] = ()) -> None:
        self.module = module
        self.path = path


class ScriptConverter(GraphConverter):
    """Converts the nodes of a graph of TorchScript.

    Attributes
    ----------
    namer : Namer
        The names of nodes and parameters.
    params : dict of str to array
        The parameters that the graph uses, by name.
    variables : dict of Var to array
    """

    is_script = True

    def __init__(self, namer: Namer, default_dtype: str, custom: dict[str, Any]) -> None:
        super().__init__(default_dtype, 0, custom)
        self.namer = namer
        self.params: dict[str, Any] = {}
        self.variables: dict[Var, Any] = {}
        self._by_path: dict[tuple[str, ...], Alias] = {}
        self._schemas: dict[str, tuple[str, list[str]]] = {}
        # PackedParams by their paths, and whether their weights stay integers.
        self.packed: dict[tuple[str, ...], Any] = {}
        self.keep_quantized_weight = False

    # Blocks

    def convert_block(self, block: Any) -> list[Any]:
        """Return the values that a block, or a graph, gives."""
        for node in block.nodes():
            self._convert_node(node)
        outputs = block.outputs() if hasattr(block, "outputs") else block.return_node().inputs()
        return [self.values[value.debugName()] for value in outputs]

    def _convert_node(self, node: Any) -> None:
        kind = node.kind()
        inputs = [self.values.get(value.debugName()) for value in node.inputs()]
        outputs = list(node.outputs())
        call = Node(kind, "", self.namer.sources.get(node, kind), self)
        call.num_outputs = len(outputs)
        call.used = frozenset(i for i, value in enumerate(outputs) if len(value.uses()))
        old = _ext.set_default_span(Span(SourceName(call.name), 0, 0, 0, 0))
        try:
            results = self._convert(call, node, inputs)
        finally:
            _ext.set_default_span(old)
        if len(outputs) == 1:
            self.values[outputs[0].debugName()] = results
        elif outputs:
            if not isinstance(results, (list, tuple)) or len(results) < len(outputs):
                call.fail(f"expected {len(outputs)} results")
            for value, result in zip(outputs, results):
                self.values[value.debugName()] = result

    def _convert(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        """Return the result of a node, or a list of several."""
        kind = call.op
        if kind in self.custom:
            return self._call_custom(call, node, inputs)
        structure = getattr(self, f"_{kind.replace('::', '_')}", None)
        if structure is not None:
            return structure(call, node, inputs)
        if kind in lists.OPERATORS and inputs and isinstance(inputs[0], (list, tuple, dict)):
            try:
                return lists.OPERATORS[kind](call, *inputs)
            except (IndexError, KeyError) as error:
                call.fail(f"the list or dictionary has no such element: {error}")
        name, names = self._get_schema(node)
        call.overload = name.partition(".")[2]
        arguments = {names[i] if i < len(names) else str(i): value
                     for i, value in enumerate(inputs)}
        result = self.call(call, arguments)
        return lists.make_list(result, len(self.written)) if type(result) is list and \
            call.num_outputs == 1 else result

    def _get_schema(self, node: Any) -> tuple[str, list[str]]:
        """Return the name of an operator with its overload, and the names of its arguments."""
        import torch

        text = node.schema()
        if text not in self._schemas:
            names: list[str] = []
            if text != "(no schema)":
                schema = torch._C.parse_schema(text)
                names = [argument.name for argument in schema.arguments]
            self._schemas[text] = text.partition("(")[0], names
        return self._schemas[text]

    def _call_custom(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        """Return the results of a converter in TVM's style."""
        plain = [aliases.read(value) for value in inputs]
        types = [self._describe(call, value) for value in plain]
        result = self.custom[call.op](plain, types)
        if isinstance(result, tuple):
            return [aliases.wrap(item) for item in result]
        return aliases.wrap(result)

    def _describe(self, call: Node, value: Any) -> str:
        """Return the element type of a value, as TVM's converters get it."""
        if isinstance(value, Expr):
            type_ = call.type(value)
            return str(type_.dtype) if hasattr(type_, "dtype") else "UnsupportedType"
        if isinstance(value, (list, tuple)):
            return "ListType"
        kinds = {bool: "bool", int: "int32", float: "float32", str: "str"}
        return kinds.get(type(value), "UnsupportedType")

    # Structure

    def _prim_Constant(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        names = list(node.attributeNames())
        if not names:
            return None
        kind = node.output().type().kind()
        attribute = names[0]
        if kind == "FunctionType":
            return None
        if kind in ("IntType", "BoolType"):
            value = node.i(attribute)
            return bool(value) if kind == "BoolType" else value
        if kind == "FloatType":
            return node.f(attribute)
        if kind in ("StringType", "DeviceObjType"):
            return node.s(attribute)
        if kind in ("TensorType", "CompleteTensorType"):
            constant = Constant(to_array(node.t(attribute)))
            if constant.data.shape == () and constant.data.dtype in ("float64", "int64"):
                # Traces make numbers tensors of these types.
                self.numbers.add(constant)
            return Alias(constant)
        return self._read_constant(call, node.output().toIValue())

    def _read_constant(self, call: Node, value: Any) -> Any:
        """Return a constant of PyTorch's as a value of a graph."""
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, (list, tuple)):
            items = [self._read_constant(call, item) for item in value]
            return tuple(items) if isinstance(value, tuple) else lists.make_list(
                items, len(self.written))
        if isinstance(value, dict):
            return {key: self._read_constant(call, item) for key, item in value.items()}
        if hasattr(value, "detach"):
            return Alias(Constant(to_array(value)))
        return str(value) if type(value).__name__ in ("device", "dtype", "layout") else None

    def _prim_GetAttr(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        owner, name = inputs[0], get_attribute(node)
        if not isinstance(owner, ModulePath):
            call.fail(f"the attribute {name} of an object is not supported")
        path = (*owner.path, name)
        value = getattr(owner.module, name)
        if hasattr(value, "detach"):
            return self._get_parameter(path, value)
        if hasattr(value, "named_parameters") or type(value).__name__ == "ScriptObject" or \
                hasattr(value, "_c"):
            return ModulePath(value, path)
        return self._read_constant(call, value)

    def _prim_SetAttr(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        call.fail(f"the script changes its attribute {get_attribute(node)}, which is not supported: import a "
                  "module that takes its state as an input and returns the new one")

    def _get_parameter(self, path: tuple[str, ...], tensor: Any) -> Alias:
        """Return the variable of a parameter or a buffer; a constant for other tensors."""
        if path not in self._by_path:
            name = self.namer.parameters.get(path)
            array = to_array(tensor)
            if name is None:
                self._by_path[path] = Alias(Constant(array))
            else:
                self._by_path[path] = Alias(self.add_parameter(name, array))
        return self._by_path[path]

    def add_parameter(self, name: str, array: Any) -> Var:
        """Return the variable of a new parameter."""
        var = Var(name, _ext.TensorType(array.shape, str(array.dtype)),
                  Span(SourceName(name), 0, 0, 0, 0))
        self.params[name] = array
        self.variables[var] = array
        common.set_value(var, array)
        return var

    def _prim_ListConstruct(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        return lists.make_list(inputs, len(self.written))

    def _prim_TupleConstruct(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        return tuple(inputs)

    def _prim_DictConstruct(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        return dict(zip(inputs[::2], inputs[1::2]))

    def _prim_ListUnpack(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        values = self._unpack(call, inputs[0])
        return values[0] if call.num_outputs == 1 else values

    _prim_TupleUnpack = _prim_ListUnpack

    def _prim_TupleIndex(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        return self._unpack(call, inputs[0])[inputs[1]]

    def _prim_TupleSlice(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        return tuple(self._unpack(call, inputs[0])[node.i("beg"):node.i("end")])

    def _unpack(self, call: Node, value: Any) -> list[Any]:
        """Return the elements of a list or a tuple."""
        if isinstance(value, (list, tuple)):
            return list(value)
        expr = aliases.read(value)
        type_ = call.type(expr) if isinstance(expr, Expr) else None
        if isinstance(type_, _ext.TupleType):
            return [Alias(TupleGetItem(expr, i)) for i in range(len(type_.fields))]
        if isinstance(type_, _ext.TensorType):
            return list(aliases.wrap(list(common.unbind(expr))))
        call.fail("expected a list or a tuple")

    def _prim_RaiseException(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        call.fail("the script raises an exception for these inputs")

    def _prim_Uninitialized(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        return None

    def _prim_tolist(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        return self._unpack(call, inputs[0])

    def _aten_dict(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        return dict(inputs[0] if inputs else {})

    # Branches

    def _prim_If(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        blocks = list(node.blocks())
        condition = aliases.read(inputs[0])
        if isinstance(condition, Expr):
            known = call.constant(condition)
            condition = condition if known is None else bool(known.reshape(-1)[0])
        raises = [any(inner.kind() == "prim::RaiseException" for inner in block.nodes())
                  for block in blocks]
        if isinstance(condition, Expr) and any(raises):
            # The other branch gives the results of all inputs without an exception.
            condition = not raises[0]
        if not isinstance(condition, Expr):
            results = self.convert_block(blocks[0 if condition else 1])
            return results[0] if len(results) == 1 else results
        found, writes = [], []
        for block in blocks:
            with self.block() as written:
                found.append([aliases.read(value) for value in self.convert_block(block)])
            writes.append(written)
        return self._join(call, common.ensure_scalar_shape(condition), found, writes)

    def _join(self, call: Node, condition: Expr, found: list[list[Any]],
              writes: list[dict[Alias, Expr]]) -> Any:
        """Return the results of two branches, and give tensors that they write their values."""
        roots = list({**writes[0], **writes[1]})
        results: list[Any] = []
        pairs, places = [], []
        for i, (left, right) in enumerate(zip(*found)):
            if left is right or not isinstance(left, Expr) and not isinstance(right, Expr) and \
                    left == right:
                results.append(left)
                continue
            if left is None or right is None or isinstance(left, (list, tuple, str)):
                call.fail(f"result {i} of the branches differs: {left!r} or {right!r}")
            results.append(None)
            places.append(i)
            dtype = call.result_dtype(left, right) if not (
                isinstance(left, Expr) and isinstance(right, Expr)) else None
            pairs.append((call.tensor(left, dtype), call.tensor(right, dtype)))
        pairs += [(writes[0].get(root, root.expr), writes[1].get(root, root.expr)) for root in roots]
        joined = make_if(condition, [pair[0] for pair in pairs], [pair[1] for pair in pairs]) \
            if pairs else []
        for place, expr in zip(places, joined):
            results[place] = expr
        for root, expr in zip(roots, joined[len(places):]):
            self.write(call, root, expr)
        wrapped = [aliases.wrap(value) for value in results]
        return wrapped[0] if len(wrapped) == 1 else wrapped

    # Loops

    def _prim_Loop(self, call: Node, node: Any, inputs: list[Any]) -> Any:
        count, condition, *initial = (aliases.read(value) for value in inputs)
        count = call.number(count, "") if isinstance(count, Expr) and call.is_constant(count) else count
        block = next(iter(node.blocks()))
        is_known = isinstance(count, int) and count <= _MOST_UNROLLED
        try:
            results = None if is_known and _has_lists(initial) else \
                self._loop(call, block, count, condition, initial)
        except ConversionError:
            # Rounds that need their numbers, or change lists, are unrolled.
            if not is_known:
                raise
            results = None
        if results is None:
            results = self._unroll(block, count, condition, list(inputs[2:]))
        return results[0] if len(results) == 1 else results

    def _unroll(self, block: Any, count: Any, condition: Any, values: list[Any]) -> list[Any]:
        """Return the carried values after a known number of rounds."""
        names = [value.debugName() for value in block.inputs()]
        for i in range(count):
            if not condition:
                break
            self.values.update(zip(names, [i, *values]))
            condition, *values = self.convert_block(block)
            condition = aliases.read(condition)
            if isinstance(condition, Expr):
                raise ConversionError(f"{self.place}a loop with lists has a condition that depends on the "
                                      "inputs")
        return values

    def _loop(self, call: Node, block: Any, count: Any, condition: Any,
              initial: list[Any]) -> list[Any]:
        """Return the carried values of a loop that runs."""
        if any(value is None or isinstance(value, (str, dict, list, tuple)) for value in initial):
            call.fail("the loop carries values that are no tensors and no numbers")
        if isinstance(condition, bool):
            condition = const(condition)
        roots: list[Alias] = []
        while True:
            start = [call.tensor(value) for value in initial] + [root.expr for root in roots]
            known = isinstance(condition, Constant) and bool(condition.data.numpy().all())
            limit = None if count == _ENDLESS else \
                count if isinstance(count, Expr) else int64(count)
            loop = Loop(call, limit, None if known else common.ensure_scalar_shape(condition),
                        lambda i, running, values: self._step(call, block, roots, i, values))
            try:
                results = loop.convert(start)
            except _MoreTensors as more:
                roots = [*roots, *more.roots]
                continue
            for root, expr in zip(roots, results[len(initial):]):
                self.write(call, root, expr)
            return [aliases.wrap(expr) for expr in results[:len(initial)]]

    def _step(self, call: Node, block: Any, roots: list[Alias], i: Expr,
              values: Sequence[Expr]) -> Any:
        """Return the condition and the values after a round."""
        names = [value.debugName() for value in block.inputs()]
        count = len(names) - 1
        with self.block() as written:
            self.values.update(zip(names, [i, *map(Alias, values[:count])]))
            for root, expr in zip(roots, values[count:]):
                self.write(call, root, expr)
            condition, *after = (aliases.read(value) for value in self.convert_block(block))
        missing = [root for root in written if root not in roots]
        if missing:
            raise _MoreTensors(missing)
        results = [call.tensor(value) for value in after]
        for k, value in enumerate(values[:count]):
            if call.dtype(value) != call.dtype(results[k]) and not isinstance(after[k], Expr):
                results[k] = call.tensor(after[k], call.dtype(value))
        test = condition if isinstance(condition, Expr) else const(bool(condition))
        known = call.constant(test)
        return (None if known is not None and known.all() else common.ensure_scalar_shape(test),
                results + [written.get(root, root.expr) for root in roots], [])


def _has_lists(values: list[Any]) -> bool:
    return any(value is None or isinstance(value, (list, tuple, dict)) for value in values)


def to_array(tensor: Any) -> Any:
    """Return the array of NumPy's that shares its memory with a tensor of PyTorch."""
    import numpy as np
    import torch

    from .dtypes import get_dtype

    tensor = tensor.detach()
    if tensor.device.type != "cpu":
        tensor = tensor.cpu()
    if tensor.is_sparse or tensor.is_quantized or tensor.is_complex():
        raise ConversionError(f"tensors of {tensor.dtype} and of layout {tensor.layout} are not supported")
    tensor = tensor.contiguous()
    name = get_dtype(tensor.dtype)
    if name is None:
        raise ConversionError(f"Relay has no element type {tensor.dtype}")
    if name == "bfloat16":
        import ml_dtypes

        return np.from_dlpack(tensor.view(torch.int16)).view(ml_dtypes.bfloat16)
    if name == "bool":
        return np.from_dlpack(tensor.view(torch.uint8)).view("bool")
    return np.from_dlpack(tensor)
