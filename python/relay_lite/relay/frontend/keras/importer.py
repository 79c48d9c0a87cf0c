"""From Keras models to modules of Relay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .... import _ext
from ....error import ArgumentError, OpNotImplemented, TVMError, _list_names
from ....ir.base import SourceName, Span
from ....ir.container import Any as AnySize
from ... import op
from ...expr import Constant, Expr, Tuple, Var
from .. import common
from ..inputs import check_shapes, make_var
from ..node import ConversionError, finish_module, unwrap
from .model import MODELS, Layer, Model, Place, is_place, list_places, parse_model
from .node import Node, Value, cast_float, to_first, to_last
from .registry import find_converter, keeps_mask
from .source import load_model

LAYOUTS = ("NWC", "NCHW", "NHWC", "NDHWC")
# Models in models may be nested so deep.
_MOST_NESTED = 50
# Models that call each other twice are calls of this number of layers at most.
_MOST_CALLS = 20_000


class Importer:
    """Converts a model.

    Attributes
    ----------
    channels_first : bool
        Whether images have their channels as the second dimension.
    is_old : bool
        Whether the model is of Keras 2, some of whose functions differ.
    params : dict of str to NDArray
    """

    def __init__(self, model: Any, shapes: Any, layout: str) -> None:
        if layout not in LAYOUTS:
            raise ArgumentError(f"expected a layout {', '.join(LAYOUTS)}, but got {layout!r}")
        description, weights, version = load_model(model)
        self.model = parse_model(description, weights)
        # A model whose layers have the channels first has images in the layout NCHW already.
        self.channels_first = layout == "NCHW" and not any(
            layer.config.get("data_format") == "channels_first" for layer in self.model.layers.values())
        self.is_old = version.startswith("2") if version else any(
            "batch_input_shape" in layer.config for layer in self.model.layers.values())
        self._shapes = check_shapes(shapes)
        self.params: dict[str, _ext.NDArray] = {}
        self._vars: dict[Var, Any] = {}
        self._layers: dict[str, str] = {}
        self._depth = self._count = 0

    def convert(self) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
        """Return the module and its parameters."""
        self._refuse_unknown()
        with common.keep_values({}):
            inputs = [self._make_input(place) for place in self.model.inputs]
            results = self.convert_model(self.model, inputs, "")
            outputs = [self._finish_output(result) for result in results]
            body = outputs[0] if len(outputs) == 1 else Tuple(outputs)
            free = set(_ext.free_vars(body))
            params: list[Any] = [value.expr for value in inputs]
            params += [var for var in self._vars if var in free]
            mod = finish_module(_ext.Function(params, body), self._layers, "layer")
        kept = {var.name_hint for var in params}
        return mod, {name: value for name, value in self.params.items() if name in kept}

    def _finish_output(self, value: Value) -> Expr:
        """Return a result of the model in the layout that the caller asks for."""
        if self.channels_first and not value.first and \
                len(common.infer_shape(value.expr)) == 4:
            return to_first(value.expr)
        return value.expr

    # Inputs and weights

    def _make_input(self, place: Place) -> Value:
        """Return the variable of an input."""
        layer = self.model.layers.get(place[0])
        if layer is None:
            raise ConversionError(f"there is no layer {place[0]!r} for an input")
        known = layer.config.get("batch_shape") or layer.config.get("batch_input_shape")
        shape: Any = self._shapes.get(layer.name)
        first = self.channels_first and len(shape or known or ()) == 4
        if shape is None:
            if not isinstance(known, (list, tuple)):
                raise ConversionError(f"input {layer.name!r} has no shape: the argument shape can give "
                                      "it one")
            shape = [AnySize() if size is None else int(size) for size in known]
            if first:
                shape = [shape[0], shape[3], *shape[1:3]]
        elif isinstance(known, (list, tuple)) and len(known) != len(shape):
            raise ConversionError(f"input {layer.name!r} has {len(known)} dimensions, but the shape "
                                  f"given for it is {list(shape)}")
        return Value(make_var(layer.name, _ext.TensorType(shape, _read_dtype(layer) or "float32")), first)

    def make_param(self, array: Any, source: str) -> Var:
        """Return the variable of a weight."""
        name = f"_param_{len(self._vars) + 1}"
        data = Constant(np.ascontiguousarray(array)).data
        var = make_var(name, _ext.TensorType(data.shape, data.dtype), source)
        self.params[name] = data
        self._vars[var] = array
        common.set_value(var, array)
        return var

    # Layers

    def _refuse_unknown(self) -> None:
        """Raise an OpNotImplemented that lists all layers that cannot be converted."""
        unknown: dict[str, list[str]] = {}
        pending = list(self.model.layers.values())
        while pending:
            layer = pending.pop()
            if layer.class_name in MODELS:
                pending.extend(self.parse_inner(layer).layers.values())
            elif find_converter(layer.class_name) is None and layer.class_name != "InputLayer":
                unknown.setdefault(layer.class_name, []).append(layer.name)
        if unknown:
            raise OpNotImplemented(
                "The following operators are not supported for frontend Keras: " + ", ".join(
                    f"{name} ({_list_names(sorted(names))})"
                    for name, names in sorted(unknown.items())))

    @staticmethod
    def parse_inner(layer: Layer) -> Model:
        """Return the model that is a layer of another one."""
        return parse_model({"class_name": layer.class_name, "config": layer.config}, layer.weights)

    def convert_model(self, model: Model, inputs: Sequence[Value], place: str) -> list[Value]:
        """Return the results of a model."""
        if self._depth > _MOST_NESTED:
            raise ConversionError(f"{place}models are nested more than {_MOST_NESTED} deep")
        if len(inputs) != len(model.inputs):
            raise ConversionError(f"{place}the model {model.name!r} has {len(model.inputs)} inputs, but "
                                  f"got {len(inputs)}")
        results: dict[tuple[str, int], list[Value]] = {}
        for (name, index, _), value in zip(model.inputs, inputs):
            # A model converts its arguments to the element types of its inputs.
            dtype = _read_dtype(model.layers[name]) if name in model.layers else None
            results[name, index] = [replace(value, expr=cast_float(value.expr, dtype))]
        for key in _sort_calls(model, results):
            results[key] = self._convert_call(model, key, results, place)
        return [_look_up(results, output) for output in model.outputs]

    def _convert_inner(self, node: Node) -> list[Value]:
        """Return the results of a model that is a layer."""
        self._depth += 1
        values = [replace(value, mask=node.mask(i)) for i, value in enumerate(node.values)]
        try:
            return self.convert_model(self.parse_inner(node.layer), values,
                                      f"{node.place}{node.describe()}: ")
        finally:
            self._depth -= 1

    def _convert_call(self, model: Model, key: tuple[str, int],
                      results: dict[tuple[str, int], list[Value]], place: str) -> list[Value]:
        """Return the results of a call of a layer."""
        layer = model.layers[key[0]]
        call = layer.calls[key[1]]
        self._layers.setdefault(layer.name, layer.class_name)
        values = [_look_up(results, tensor) for tensor in call.inputs]
        named = {name: _look_up_all(results, value) for name, value in call.named.items()}
        node = Node(layer, values, named, self, place)
        node.others = list(call.others)
        return self.convert_node(node)

    def convert_node(self, node: Node) -> list[Value]:
        """Return the results of a layer."""
        layer = node.layer
        self._count += 1
        if self._count > _MOST_CALLS:
            raise ConversionError(f"{node.place}the models call layers more than {_MOST_CALLS} times")
        old = _ext.set_default_span(Span(SourceName(layer.name), 0, 0, 0, 0))
        try:
            if layer.class_name in MODELS:
                return self._convert_inner(node)
            convert = find_converter(layer.class_name)
            if convert is None:
                raise OpNotImplemented(f"The operator {layer.class_name} is not supported for frontend "
                                       "Keras")
            node.read_policy()
            is_first = node.config.get("data_format") == "channels_first"
            if is_first:
                # Keras's order of dimensions is the layout with the channels first.
                node.values = [Value(to_last(value), True, value.mask) for value in node.values]
            converted = convert(node)
            node.check_others()
            left = {name for name, value in node.named.items() if value is not None}
            if left:
                node.fail(f"the argument {min(left)} is not supported")
            results = _as_values(converted, node.mask() if keeps_mask(layer.class_name) else None)
            if is_first:
                results = [Value(value.expr if value.first else to_first(value.expr), False, value.mask)
                           for value in results]
            for value in results:
                common.infer_type(value.expr)
            return results
        except (ConversionError, OpNotImplemented):
            raise
        except (TVMError, ValueError, TypeError, IndexError, KeyError, AttributeError,
                ArithmeticError, NotImplementedError, MemoryError, AssertionError) as error:
            message = str(error).strip() or type(error).__name__
            raise ConversionError(f"{node.place}{node.describe()}: {message}") from error
        finally:
            _ext.set_default_span(old)


def _read_dtype(layer: Layer) -> str | None:
    """Return the element type of an input, if its layer says one."""
    dtype = layer.config.get("dtype")
    if isinstance(dtype, dict):
        dtype = dtype.get("config", {}).get("name")
    return str(dtype) if dtype else None


def _as_values(converted: Any, mask: Expr | None) -> list[Value]:
    """Return the results of a converter; those without a mask get the given one."""
    values = [value if isinstance(value, Value) else Value(unwrap(value))
              for value in (converted if isinstance(converted, (list, tuple)) else [converted])]
    return [replace(value, mask=mask if value.mask is None else value.mask) for value in values]


def _look_up(results: dict[tuple[str, int], list[Value]], place: Place) -> Value:
    """Return the value of a place."""
    name, call, index = place
    found = results.get((name, call))
    if found is None or not 0 <= index < len(found):
        raise ConversionError(f"there is no result {index} of call {call} of layer {name!r}")
    return found[index]


def _look_up_all(results: dict[tuple[str, int], list[Value]], value: Any) -> Any:
    """Return the values of the places of an argument by name; any other argument as it is."""
    if is_place(value):
        return _look_up(results, value)
    if isinstance(value, list):
        return [_look_up_all(results, entry) for entry in value]
    return value


def _sort_calls(model: Model, known: Mapping[tuple[str, int], Any]) -> list[tuple[str, int]]:
    """Return the calls that the outputs of a model need, each after those whose results it takes."""
    order: list[tuple[str, int]] = []
    done, active = set(known), set()
    pending = [(output[0], output[1]) for output in reversed(model.outputs)]
    while pending:
        key = pending[-1]
        if key in done:
            pending.pop()
            continue
        layer = model.layers.get(key[0])
        if layer is None or not 0 <= key[1] < len(layer.calls):
            raise ConversionError(f"the model {model.name!r} has no call {key[1]} of a layer {key[0]!r}")
        missing = [(place[0], place[1]) for place in list_places(layer.calls[key[1]])
                   if (place[0], place[1]) not in done]
        if not missing:
            pending.pop()
            done.add(key)
            order.append(key)
        elif key in active:
            raise ConversionError(f"the layers of the model {model.name!r} form a cycle at {key[0]!r}")
        else:
            active.add(key)
            pending.extend(reversed(missing))
    return order
