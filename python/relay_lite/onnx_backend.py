"""The interface of ONNX's backends: ONNX's own conformance suite runs RelayLite by it.

>>> import relay_lite.onnx_backend as backend
>>> outputs = backend.run_model(onnx.load("net.onnx"), [np.ones((1, 3), "float32")])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from . import relay
from .relay.frontend import common
from .relay.frontend.onnx.importer import from_onnx, import_onnx

import_onnx()

from onnx import ModelProto, NodeProto, helper  # noqa: E402
from onnx.backend.base import Backend, BackendRep  # noqa: E402


class RelayLiteRep(BackendRep):
    """A model that can be run.

    Parameters
    ----------
    model : onnx.ModelProto
    options : dict
        Further arguments of from_onnx.
    """

    def __init__(self, model: ModelProto, **options: Any) -> None:
        self._model = model
        self._options = options
        initial = {tensor.name for tensor in model.graph.initializer}
        self._inputs = [info for info in model.graph.input if info.name not in initial]
        self._run: dict[Any, Any] = {}
        # The type of a sequence does not tell how many elements there are: inputs tell it.
        if all(info.type.HasField("tensor_type") for info in self._inputs):
            self._prepare({})

    def _prepare(self, shapes: dict[str, Any]) -> Any:
        """Return the function for sequences and optionals of given shapes."""
        key = tuple((name, _freeze(shape)) for name, shape in shapes.items())
        if key not in self._run:
            given = {**(self._options.get("shape") or {}), **shapes}
            mod, _ = from_onnx(self._model, **{**self._options, "shape": given})
            self._run[key] = relay.create_executor(mod=mod).evaluate()
        return self._run[key]

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Return the outputs of the model.

        Parameters
        ----------
        inputs : list of array, or dict of str to array
            Sequences are lists of arrays; an optional without a value is None.
        """
        names = [info.name for info in self._inputs]
        values = dict(inputs) if isinstance(inputs, dict) else dict(zip(names, inputs))
        unsized = [info.name for info in self._inputs if not info.type.HasField("tensor_type")]
        run = self._prepare({name: _get_shape(values[name]) for name in unsized})
        result = run(*[_to_argument(values[name]) for name in names if values[name] is not None])
        outputs = [result] if len(self._model.graph.output) == 1 else list(result)
        return tuple(map(_to_array, outputs))


def _freeze(shape: Any) -> Any:
    return tuple(map(_freeze, shape)) if isinstance(shape, (list, tuple)) else shape


def _get_shape(value: Any) -> Any:
    """Return the shape of an argument: of a sequence, the list of its elements'."""
    if value is None:
        return None
    return [list(array.shape) for array in value] if isinstance(value, list) else value.shape


def _to_argument(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _to_array(value: Any) -> Any:
    """Return the array of a result, or the list of those of a tuple."""
    return common.to_numpy(value) if hasattr(value, "numpy") else [_to_array(field) for field in value]


class RelayLiteBackend(Backend):
    """Runs ONNX models on RelayLite."""

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """Return whether there is code for a device."""
        return device.partition(":")[0] == "CPU"

    @classmethod
    def prepare(cls, model: ModelProto, device: str = "CPU", **kwargs: Any) -> RelayLiteRep:
        """Return a model that can be run. Further arguments are those of from_onnx."""
        return RelayLiteRep(model, **kwargs)

    @classmethod
    def run_model(cls, model: ModelProto, inputs: Any, device: str = "CPU",
                  **kwargs: Any) -> tuple[Any, ...]:
        """Return the outputs of a model."""
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(cls, node: NodeProto, inputs: Any, device: str = "CPU",
                 outputs_info: Sequence[tuple[Any, tuple[int, ...]]] | None = None,
                 **kwargs: Any) -> tuple[Any, ...]:
        """Return the outputs of one node."""
        arrays = [np.asarray(value) for value in inputs]
        names = [name for name in node.input if name]
        infos = [helper.make_tensor_value_info(
            name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape)
            for name, array in zip(names, arrays)]
        outputs = [helper.make_empty_tensor_value_info(name) for name in node.output if name]
        graph = helper.make_graph([node], "node", infos, outputs)
        version = kwargs.pop("opset_version", None)
        opsets = [helper.make_opsetid(node.domain, version)] if version else None
        return cls.run_model(helper.make_model(graph, opset_imports=opsets), arrays, device)


prepare = RelayLiteBackend.prepare
run_model = RelayLiteBackend.run_model
run_node = RelayLiteBackend.run_node
supports_device = RelayLiteBackend.supports_device
