"""Importers by the ends of the names of files: what the command line reads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ...error import ArgumentError


@dataclass(frozen=True)
class Options:
    """How to import a file.

    Attributes
    ----------
    shapes : dict of str to list
        The shapes of inputs by name, with None for unknown sizes.
    custom : str
        For an operator without a converter: "error", or "keep" for a call of a custom operator.
    freeze_params : bool
        Whether parameters become constants.
    unroll : int
        Loops of a known number of rounds are unrolled up to so many rounds.
    """

    shapes: Mapping[str, list[int | None]]
    custom: str = "error"
    freeze_params: bool = True
    unroll: int = 0


def _import_onnx(path: str, options: Options) -> Any:
    from .onnx import from_onnx

    return from_onnx(path, shape=options.shapes, custom=options.custom,
                     freeze_params=options.freeze_params, unroll=options.unroll)


def _check(path: str, options: Options) -> None:
    """Refuse options of models of ONNX."""
    if options.custom != "error" or options.unroll:
        name = "--unroll" if options.unroll else "--custom"
        raise ArgumentError(f"{name} is for models of ONNX, but {path} is none")


def _import_tflite(path: str, options: Options) -> Any:
    from .tflite import from_tflite

    _check(path, options)
    mod, params = from_tflite(path, options.shapes)
    # The variables of a model, which are results, too, stay inputs.
    results = {str(name) for name in mod["main"].attrs["output_tensor_names"]}
    return _freeze(mod, params, options, results)


def _import_keras(path: str, options: Options) -> Any:
    from .keras import from_keras

    _check(path, options)
    mod, params = from_keras(path, options.shapes, "NHWC")
    return _freeze(mod, params, options)


def _freeze(mod: Any, params: dict[str, Any], options: Options,
            inputs: Collection[str] = ()) -> tuple[Any, dict[str, Any]]:
    """Return a module whose parameters are constants, but for inputs, if the options ask for it."""
    from ..build_module import bind_params_by_name

    if not options.freeze_params:
        return _rename(mod, params)
    weights = {name: value for name, value in params.items() if name not in inputs}
    mod["main"] = bind_params_by_name(mod["main"], weights)
    return mod, {name: value for name, value in params.items() if name in inputs}


def _rename(mod: Any, params: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return a module whose parameters have names that Relay text keeps: none begins with "_"."""
    from ..expr import Var, bind
    from ..transform import InferType

    names = {var.name_hint for var in mod["main"].params}
    found = {}
    for var in mod["main"].params:
        name = var.name_hint.lstrip("_")
        if var.name_hint in params and name != var.name_hint and name not in names:
            found[var] = Var(name, var.type_annotation, var.span)
    mod["main"] = bind(mod["main"], found)
    renamed = {var.name_hint: new.name_hint for var, new in found.items()}
    return InferType()(mod), {renamed.get(name, name): value for name, value in params.items()}


# The importers, with the name of what they read.
IMPORTERS: dict[str, tuple[str, Callable[[str, Options], Any]]] = {
    ".onnx": ("a model of ONNX", _import_onnx),
    ".tflite": ("a model of TFLite", _import_tflite),
    ".keras": ("a model of Keras", _import_keras),
}


def find_importer(path: str) -> Callable[[str, Options], Any] | None:
    """Return the importer for a file, or None."""
    return next((function for end, (_, function) in IMPORTERS.items() if path.endswith(end)), None)


def describe_importers() -> str:
    """Return what can be imported, for messages."""
    names = [f"{name}, a file {end}" for end, (name, _) in IMPORTERS.items()]
    return "; ".join(names[:-1]) + f"; or {names[-1]}"
