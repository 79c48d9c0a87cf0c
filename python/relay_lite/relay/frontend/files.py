"""Importers by the ends of the names of files: what the command line reads."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from ...error import ArgumentError
from .archive import open_archive
from .node import ConversionError

# The most bytes of compressed members in a script.
_MOST_UNPACKED = 1 << 28


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


def _check(path: str, options: Options, can_unroll: bool = False) -> None:
    """Refuse options that are for other models."""
    if options.custom != "error":
        raise ArgumentError(f"--custom is for models of ONNX, but {path} is none")
    if options.unroll and not can_unroll:
        raise ArgumentError(f"--unroll is for models of ONNX and exported programs, but {path} is none")


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


def _import_exported(path: str, options: Options) -> Any:
    from .exported_program import from_exported_program

    _check(path, options, can_unroll=True)
    if options.shapes:
        raise ArgumentError(f"--shape is for other models, but {path} is an exported program, which has "
                            "shapes of its own")
    return from_exported_program(path, freeze_params=options.freeze_params, unroll=options.unroll)


def _check_script(path: str) -> None:
    """Refuse files that are no archives of TorchScript, and those that PyTorch would unpack into much
    memory: it stores long texts of code compressed."""
    archive = open_archive(path, "an archive of TorchScript")
    if not archive.names("code/"):
        raise ConversionError(f"{path} is not an archive of TorchScript, which torch.jit.save writes: "
                              "pickles are not loaded")
    unpacked = 0
    for name, info in archive.members.items():
        if info.flag_bits & 1:
            raise ConversionError(f"{path}, member {name!r}: encrypted members are not supported")
        unpacked += info.file_size if info.compress_type != zipfile.ZIP_STORED else 0
    if unpacked > _MOST_UNPACKED:
        raise ConversionError(f"{path} has compressed members of {unpacked} bytes, but {_MOST_UNPACKED} are "
                              "supported")


def _import_script(path: str, options: Options) -> Any:
    """Return the module of a script. The file is one of torch.jit.save: other files of PyTorch are
    pickles, which are not loaded."""
    from ...ir.container import Any as AnySize
    from .. import transform
    from ..build_module import bind_params_by_name
    from .pytorch import from_pytorch
    from .pytorch.importer import import_torch

    _check(path, options)
    _check_script(path)
    torch = import_torch()
    try:
        script = torch.jit.load(path, map_location="cpu").eval()
    except RuntimeError as error:
        text = str(error).strip().split("\n")[0]
        raise ConversionError(f"{path} is not a valid archive of TorchScript: {text}") from error
    count = len(list(script.graph.inputs())) - 1
    if len(options.shapes) != count:
        raise ArgumentError(f"{path} has {count} inputs: --shape must give each a name and a shape, in "
                            "their order")
    infos = [(name, tuple(AnySize() if size is None else size for size in shape))
             for name, shape in options.shapes.items()]
    mod, params = from_pytorch(script, infos)
    if options.freeze_params:
        mod["main"] = bind_params_by_name(mod["main"], params)
    return transform.InferType()(mod), params


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
    ".pt2": ("an exported program of PyTorch", _import_exported),
    ".pt": ("a script of PyTorch", _import_script),
}


def find_importer(path: str) -> Callable[[str, Options], Any] | None:
    """Return the importer for a file, or None."""
    return next((function for end, (_, function) in IMPORTERS.items() if path.endswith(end)), None)


def describe_importers() -> str:
    """Return what can be imported, for messages."""
    names = [f"{name}, a file {end}" for end, (name, _) in IMPORTERS.items()]
    return "; ".join(names[:-1]) + f"; or {names[-1]}"
