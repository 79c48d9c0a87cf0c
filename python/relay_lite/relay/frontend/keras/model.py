"""Descriptions of Keras models: layers, and the tensors that they are called with. Those of Keras 2 and
3 become the same objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional

from ..node import ConversionError
from .source import Weights

# The name of a layer, the number of its call, and of a result of that.
Place = tuple[str, int, int]
MODELS = ("Functional", "Model", "Sequential")


@dataclass
class Call:
    """A call of a layer.

    Attributes
    ----------
    inputs : list of Place
        The tensors that are arguments, in order.
    named : dict
        Arguments by name: places, lists of them, or other values.
    others : list
        Arguments that are no tensors.
    """

    inputs: list[Place] = field(default_factory=list)
    named: dict[str, Any] = field(default_factory=dict)
    others: list[Any] = field(default_factory=list)


@dataclass
class Layer:
    """A layer of a model."""

    class_name: str
    name: str
    config: dict[str, Any]
    weights: Weights
    calls: list[Call] = field(default_factory=list)


@dataclass
class Model:
    """A model: layers by name, and the places of its inputs and outputs."""

    name: str
    layers: dict[str, Layer]
    inputs: list[Place]
    outputs: list[Place]


def get_field(config: Any, name: str, kind: Any, what: str) -> Any:
    """Return an entry of a description; a ConversionError if it is of another kind."""
    value = config.get(name) if isinstance(config, dict) else None
    if not isinstance(value, kind):
        raise ConversionError(f"{what} is invalid: expected an entry {name}, but found {value!r:.80}")
    return value


def parse_model(description: dict[str, Any], weights: Weights) -> Model:
    """Return the model of a description."""
    class_name = get_field(description, "class_name", str, "the model")
    config = get_field(description, "config", dict, "the model")
    name = str(config.get("name", "model"))
    what = f"the model {name!r}"
    entries = get_field(config, "layers", (list, tuple), what)
    heads = [(get_field(entry, "class_name", str, f"a layer of {what}"),
              _get_name(entry, what)) for entry in entries]
    layers: dict[str, Layer] = {}
    for entry, (layer_class, layer_name), own in zip(entries, heads, weights.layers(heads)):
        if layer_name in layers:
            raise ConversionError(f"{what} has two layers {layer_name!r}")
        layers[layer_name] = Layer(layer_class, layer_name,
                                   get_field(entry, "config", dict, f"layer {layer_name!r}"), own)
    if class_name == "Sequential":
        return _make_chain(name, config, layers)
    for entry, layer in zip(entries, layers.values()):
        calls = entry.get("inbound_nodes") or []
        layer.calls = [_parse_call(call, f"a call of layer {layer.name!r}") for call in calls]
    outputs = _find_places(config.get("output_layers"), f"the outputs of {what}")
    is_new = any(isinstance(call, dict) for entry in entries
                 for call in entry.get("inbound_nodes") or [])
    return Model(name, layers, _find_places(config.get("input_layers"), f"the inputs of {what}"),
                 _number_calls(layers, outputs, is_new))


def _number_calls(layers: dict[str, Layer], outputs: list[Place], is_new: bool) -> list[Place]:
    """Count the calls of models that are layers from 0, and return the outputs.

    Keras counts them from 1, since a functional model has a call of its own. Only the arguments of
    calls that Keras 3 describes count from 0, and a Sequential may do either.
    """
    calls = [call for layer in layers.values() for call in layer.calls]
    arguments = [place for call in calls for place in list_places(call)]
    shifted: list[set[str]] = []
    for places, always in ((arguments, not is_new), (outputs, True)):
        names = set()
        for name, layer in layers.items():
            used = [place[1] for place in places if place[0] == name]
            if layer.class_name in MODELS and used and (
                    always and layer.class_name != "Sequential" or max(used) >= len(layer.calls)):
                names.add(name)
        shifted.append(names)
    for call in calls:
        call.inputs = [_shift(place, shifted[0]) for place in call.inputs]
        call.named = {name: _shift(value, shifted[0]) for name, value in call.named.items()}
    return [_shift(place, shifted[1]) for place in outputs]


def _shift(value: Any, names: set[str]) -> Any:
    """Return a place, or a list with places, of which some layers count calls from 1."""
    if isinstance(value, list):
        return [_shift(entry, names) for entry in value]
    return (value[0], value[1] - 1, value[2]) if is_place(value) and value[0] in names else value


def is_place(value: Any) -> bool:
    """Return whether an argument of a call is a place."""
    return isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], str)


def list_places(call: Call) -> list[Place]:
    """Return all places of a call's arguments."""
    found = list(call.inputs)
    for value in call.named.values():
        found += [entry for entry in (value if isinstance(value, list) else [value])
                  if is_place(entry)]
    return found


def _get_name(entry: dict[str, Any], what: str) -> str:
    name = entry.get("name") or get_field(entry, "config", dict, f"a layer of {what}").get("name")
    if not isinstance(name, str):
        raise ConversionError(f"{what} is invalid: a layer has no name")
    return name


def _make_chain(name: str, config: dict[str, Any], layers: dict[str, Layer]) -> Model:
    """Return the model of layers that are called one after the other."""
    names = list(layers)
    if not names:
        raise ConversionError(f"the model {name!r} has no layers")
    if layers[names[0]].class_name != "InputLayer":
        start = f"{names[0]}_input"
        first = layers[names[0]].config
        own = {"name": start, "batch_input_shape":
               first.get("batch_input_shape") or first.get("batch_shape") or
               config.get("build_input_shape")}
        layers = {start: Layer("InputLayer", start, own, layers[names[0]].weights), **layers}
        names.insert(0, start)
    for previous, following in zip(names, names[1:]):
        layers[following].calls = [Call([(previous, 0, 0)])]
    return Model(name, layers, [(names[0], 0, 0)], [(names[-1], 0, 0)])


def _as_place(value: Any) -> Optional[Place]:
    """Return the place that a list of a name and two numbers describes."""
    if isinstance(value, (list, tuple)) and len(value) in (3, 4) and isinstance(value[0], str) and \
            all(isinstance(number, int) for number in value[1:3]):
        return value[0], value[1], value[2]
    return None


def _find_places(value: Any, what: str) -> list[Place]:
    """Return the places in a structure of lists and dicts, in order."""
    found: list[Place] = []
    pending = [value]
    while pending:
        current = pending.pop()
        place = _as_place(current)
        if place is not None:
            found.append(place)
        elif isinstance(current, (list, tuple)):
            pending.extend(reversed(current))
        elif isinstance(current, dict):
            pending.extend(reversed(list(current.values())))
        else:
            raise ConversionError(f"{what} are invalid: found {current!r:.80}")
    return found


def _parse_call(description: Any, what: str) -> Call:
    if isinstance(description, dict):
        return _parse_new_call(description, what)
    call = Call()
    # Keras 2 leaves out the outer list of a call with one tensor.
    values: Any = [description] if _as_place(description) else description
    for value in values if isinstance(values, (list, tuple)) else [None]:
        place = _as_place(value)
        if place is None:
            raise ConversionError(f"{what} is invalid: found {value!r:.80}")
        call.inputs.append(place)
        if len(value) == 4 and isinstance(value[3], dict):
            call.named.update({name: _as_place(entry) or entry for name, entry in value[3].items()})
    return call


def _parse_new_call(description: dict[str, Any], what: str) -> Call:
    """Return the call of a description of Keras 3, which has arguments as Python's."""
    call = Call()
    pending = list(reversed(get_field(description, "args", (list, tuple), what)))
    while pending:
        value = pending.pop()
        place = _find_tensor(value)
        if place is not None:
            call.inputs.append(place)
        elif isinstance(value, (list, tuple)):
            pending.extend(reversed(value))
        else:
            call.others.append(value)
    for name, value in get_field(description, "kwargs", dict, what).items():
        if isinstance(value, (list, tuple)) and any(map(_find_tensor, value)):
            call.named[name] = [_find_tensor(entry) or entry for entry in value]
        else:
            call.named[name] = _find_tensor(value) or value
    return call


def _find_tensor(value: Any) -> Optional[Place]:
    """Return the place of a tensor in a description of Keras 3, or of an object."""
    history = getattr(value, "_keras_history", None)
    if history is not None:
        return str(history[0].name), int(history[1]), int(history[2])
    if not isinstance(value, dict) or value.get("class_name") != "__keras_tensor__":
        return None
    config = value.get("config")
    return _as_place(config.get("keras_history")) if isinstance(config, dict) else None
