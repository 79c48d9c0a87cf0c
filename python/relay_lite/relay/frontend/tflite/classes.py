"""The class of TVM's TFLite importer that scripts derive theirs from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....error import OpNotImplemented
from .. import common
from ..node import ConversionError
from . import quantization
from .flatbuffer import Operator, Quantization, Tensor
from .node import Node
from .registry import list_converters


class TensorWrapper:
    """A tensor of a graph.

    Attributes
    ----------
    tensor_idx : int
        -1 for one that is left out.
    tensor : tflite.Tensor
    buffer : tflite.Buffer
    qnn_params : dict or None
        The `scale` and the `zero_point` of a quantized tensor, as constants.
    """

    def __init__(self, tensor_idx: int, tensor: Any, buffer: Any, qnn_params: Any = None) -> None:
        self.tensor_idx = tensor_idx
        self.tensor = tensor
        self.buffer = buffer
        self.qnn_params = qnn_params


class OperatorConverter:
    """Converts the operators of a graph. A class of a script derives from it, and adds methods to
    `convert_map`: they take a tflite.Operator and return expressions.

    Attributes
    ----------
    convert_map : dict of str to function
    allow_custom_ops : bool
        Whether the method "CUSTOM" converts all custom operators.

    Examples
    --------
    >>> class Own(OperatorConverter):
    ...     def __init__(self, model, subgraph, exp_tab):
    ...         super().__init__(model, subgraph, exp_tab)
    ...         self.allow_custom_ops = True
    ...         self.convert_map["CUSTOM"] = self.convert_custom
    ...
    ...     def convert_custom(self, op):
    ...         return relay.tanh(self.get_expr(self.get_input_tensors(op)[0].tensor_idx))
    """

    def __init__(self, model: Any, subgraph: Any, exp_tab: Any) -> None:
        self.model = model
        self.subgraph = subgraph
        self.exp_tab = exp_tab
        self.allow_custom_ops = False
        self._own: dict[str, Callable[[Any], Any]] = {
            name: partial(self._convert, name) for name, _ in list_converters()}
        self.convert_map: dict[str, Callable[[Any], Any]] = dict(self._own)
        self._graph: Any = None
        self._current: Any = None

    # Called by the importer.

    def _attach(self, graph: Any) -> None:
        self._graph = graph

    def _find_converter(self, operator: Operator) -> Callable[[Any], Any] | None:
        """Return the script's method for an operator; None for one that is converted here."""
        is_custom = operator.proto is not None and operator.name not in self._own and \
            self.allow_custom_ops
        name = "CUSTOM" if is_custom and operator.name not in self.convert_map else operator.name
        found = self.convert_map.get(name)
        return None if found is None or found == self._own.get(name) else found

    def _convert(self, name: str, op: Any) -> Any:
        """Return the results of our own converter for an operator."""
        for operator in self._graph.graph.operators:
            if operator.proto._tab.Pos == op._tab.Pos:
                node = Node(operator, self._graph)
                return quantization.convert(node, self._graph.importer.find_entry(name))
        raise ConversionError(f"{name}: the operator is none of the model's own graph")

    # For scripts.

    def get_op_code_str(self, op: Any) -> str:
        """Return the name of an operator."""
        name: str = self._graph.importer.model.codes[op.OpcodeIndex()]
        return name

    def get_input_tensors(self, op: Any) -> list[TensorWrapper]:
        """Return the inputs of an operator."""
        return self.get_tensors(op.InputsAsNumpy())

    def get_output_tensors(self, op: Any) -> list[TensorWrapper]:
        """Return the outputs of an operator."""
        return self.get_tensors(op.OutputsAsNumpy())

    def get_tensors(self, tensors_idx_list: Any) -> list[TensorWrapper]:
        """Return tensors by number."""
        found = []
        for index in map(int, tensors_idx_list):
            if index < 0:
                found.append(TensorWrapper(index, 0, 0))
                continue
            proto = self.subgraph.Tensors(index)
            found.append(TensorWrapper(index, proto, self.model.Buffers(proto.Buffer()),
                                       _make_params(self._tensor(index))))
        return found

    def _tensor(self, index: int) -> Tensor:
        tensor: Tensor = self._graph.graph.tensors[index]
        return tensor

    def get_tensor_value(self, tensor_wrapper: TensorWrapper, is_sparse: bool = False) -> Any:
        """Return the elements of a tensor whose data the file has, as an array of NumPy's."""
        value = self._graph.importer.model.read_tensor(
            self._graph.graph, self._tensor(tensor_wrapper.tensor_idx))
        if value is None:
            raise ConversionError("the tensor has no data in the file")
        return value

    def get_tensor_type_str(self, tensor_type: int) -> str:
        """Return Relay's name of an element type of TFLite's."""
        from .flatbuffer import DTYPES, _read_names

        name = _read_names()["types"].get(tensor_type, "")
        if name not in DTYPES:
            raise OpNotImplemented(f"Tensor type {name or tensor_type} is not supported")
        return DTYPES[name]

    def get_tensor_shape(self, tensor_wrapper: TensorWrapper) -> Any:
        """Return the sizes of a tensor."""
        return common.infer_shape(self.get_tensor_expr(tensor_wrapper))

    def get_expr(self, input_tensor_idx: int) -> Any:
        """Return the expression of a tensor by number."""
        return self._graph.get(input_tensor_idx)

    def has_expr(self, input_tensor_idx: int) -> bool:
        """Return whether a tensor by number is computed, or is an input."""
        return input_tensor_idx in self._graph.values

    def get_tensor_expr(self, tensor: TensorWrapper, is_sparse: bool = False) -> Any:
        """Return the expression of a tensor."""
        return self._graph.get(tensor.tensor_idx)

    def has_same_qnn_params(self, lhs_tensor: TensorWrapper, rhs_tensor: TensorWrapper) -> bool:
        """Return whether integers of both tensors stand for the same numbers."""
        lhs, rhs = (self._tensor(tensor.tensor_idx).quantization
                    for tensor in (lhs_tensor, rhs_tensor))
        return lhs is not None and lhs.equals(rhs)

    def quantize(self, expr: Any, tensor_to_quantize: TensorWrapper) -> Any:
        """Return floats as integers of the quantization of a tensor."""
        dtype = self.get_tensor_type_str(tensor_to_quantize.tensor.Type())
        return quantization.quantize(expr, self._require(tensor_to_quantize), dtype)

    def dequantize(self, expr: Any, tensor: TensorWrapper) -> Any:
        """Return integers of the quantization of a tensor as floats."""
        return quantization.dequantize(expr, self._require(tensor))

    def _require(self, tensor: TensorWrapper) -> Quantization:
        found = self._tensor(tensor.tensor_idx).quantization
        if found is None:
            raise ConversionError("expected a quantized tensor, but it has no scale")
        return found

    def is_quantized(self, op: Any) -> bool:
        """Return whether the first input of an operator is quantized."""
        return self.get_input_tensors(op)[0].qnn_params is not None


def _make_params(tensor: Tensor) -> dict[str, Any] | None:
    """Return the scale and the zero point of a tensor in TVM's form."""
    from ...expr import const

    if tensor.quantization is None:
        return None
    scale, zero_point = tensor.quantization.scale, tensor.quantization.zero_point
    return {"scale": const(float(scale[0]) if scale.size == 1 else scale, "float32"),
            "zero_point": const(int(zero_point[0]), "int32")}
