"""The sources of Keras models: objects of the package keras, and files .keras, which are read without
it.

A file is a zip of a JSON text, which describes the layers, and of an HDF5 file with the weights. It is
data from anywhere: members that are compressed, data in other files and arrays that are larger than
their file are refused, and Python code that a layer has is never run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....error import ArgumentError
from ..archive import Archive, Reader, open_archive
from ..node import ConversionError

_CONFIG, _METADATA, _WEIGHTS = "config.json", "metadata.json", "model.weights.h5"
# The groups of an HDF5 file that have the weights of layers: those of Keras 2.12 have another name.
_CONTAINERS = ("layers", "_layer_checkpoint_dependencies")


class Weights:
    """The weights of a layer."""

    def arrays(self) -> list[Any]:
        """Return the weights as arrays of NumPy's, in Keras's order."""
        raise NotImplementedError

    def attribute(self, name: str) -> Weights:
        """Return the weights of a layer that is an attribute of this one."""
        raise NotImplementedError

    def layers(self, names: Sequence[tuple[str, str]]) -> list[Weights]:
        """Return the weights of the layers of a model, by their classes and names."""
        raise NotImplementedError


# Objects


class ObjectWeights(Weights):
    """The weights of a layer of the package keras."""

    def __init__(self, layer: Any) -> None:
        self._layer = layer
        self._arrays: list[Any] | None = None

    def arrays(self) -> list[Any]:
        if self._arrays is None:
            self._arrays = [np.asarray(array) for array in self._layer.get_weights()]
        return self._arrays

    def attribute(self, name: str) -> Weights:
        return ObjectWeights(getattr(self._layer, name))

    def layers(self, names: Sequence[tuple[str, str]]) -> list[Weights]:
        found = {layer.name: layer for layer in self._layer.layers}
        # Layers of inputs are no layers of a Sequential.
        return [ObjectWeights(found.get(name)) for _, name in names]


def find_function(weights: Weights) -> Any:
    """Return the Python function of a Lambda layer of an object; None for that of a file."""
    return getattr(weights._layer, "function", None) if isinstance(weights, ObjectWeights) else None


def read_object(model: Any) -> tuple[dict[str, Any], Weights]:
    """Return the description and the weights of a model of the package keras."""
    try:
        config = model.get_config()
    except NotImplementedError:
        config = None
    if not isinstance(config, dict) or not isinstance(config.get("layers"), (list, tuple)):
        raise ConversionError(f"the model of class {type(model).__name__} does not describe its layers: "
                              "expected a Sequential or a functional model")
    name = "Sequential" if type(model).__name__ == "Sequential" else "Functional"
    return {"class_name": name, "config": config}, ObjectWeights(model)


# Files


class _FileWeights(Weights):
    """The weights of a layer, which a group of an HDF5 file has."""

    def __init__(self, file: _File, path: str) -> None:
        self._file = file
        self._path = path
        self._arrays: list[Any] | None = None

    def arrays(self) -> list[Any]:
        if self._arrays is None:
            # Recurrent layers have their weights in a cell.
            self._arrays = self._file.read_group(f"{self._path}/vars") or \
                self._file.read_group(f"{self._path}/cell/vars")
        return self._arrays

    def attribute(self, name: str) -> Weights:
        return _FileWeights(self._file, f"{self._path}/{name}")

    def layers(self, names: Sequence[tuple[str, str]]) -> list[Weights]:
        container = next((name for name in _CONTAINERS if self._file.has(f"{self._path}/{name}")),
                         _CONTAINERS[0])
        used: dict[str, int] = {}
        found: list[Weights] = []
        for class_name, _ in names:
            name = _to_snake_case(class_name)
            count = used.get(name, 0)
            used[name] = count + 1
            found.append(_FileWeights(self._file, f"{self._path}/{container}/{name}" +
                                      (f"_{count}" if count else "")))
        return found


def _to_snake_case(name: str) -> str:
    """Return the name of a layer's group, as Keras makes it from that of its class."""
    name = re.sub(r"\W+", "", name)
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()


class _File:
    """An HDF5 file of weights."""

    def __init__(self, data: memoryview, source: str) -> None:
        h5py = import_h5py()
        self._source = source
        self._data = data
        try:
            self._file = h5py.File(Reader(data), "r")
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            raise self._fail(str(error)) from error

    def _fail(self, message: str) -> ConversionError:
        return ConversionError(f"{self._source}: {_WEIGHTS} is invalid: {message}")

    def _find(self, path: str) -> Any:
        """Return a group or a dataset; None if there is none. Links to other places are refused."""
        h5py = import_h5py()
        place = self._file
        try:
            for name in filter(None, path.split("/")):
                if not isinstance(place, h5py.Group):
                    return None
                link = place.get(name, getlink=True)
                if link is None:
                    return None
                if not isinstance(link, h5py.HardLink):
                    raise self._fail(f"{path} is a link to another place")
                place = place[name]
        except (OSError, ValueError, RuntimeError, KeyError) as error:
            raise self._fail(f"{path}: {error}") from error
        return place

    def has(self, path: str) -> bool:
        """Return whether there is a group or a dataset."""
        return self._find(path) is not None

    def read_group(self, path: str) -> list[Any]:
        """Return the arrays of a group that are called 0, 1, ..."""
        group = self._find(path)
        found: list[Any] = []
        while group is not None:
            dataset = self._find(f"{path}/{len(found)}")
            if dataset is None:
                break
            found.append(self._read(dataset, f"{path}/{len(found)}"))
        return found

    def _read(self, dataset: Any, path: str) -> Any:
        h5py = import_h5py()
        if not isinstance(dataset, h5py.Dataset):
            raise self._fail(f"{path} is no array")
        try:
            if dataset.external or dataset.is_virtual:
                raise self._fail(f"{path} has its data in another file")
            if dataset.nbytes > len(self._data):
                raise self._fail(f"{path} is larger than its file")
            array = self._map(dataset)
            if array is None:
                array = np.asarray(dataset[()])
            # Keras writes bfloat16 as elements of two bytes.
            if array.dtype == "V2" and dataset.attrs.get("dtype") == "bfloat16":
                import ml_dtypes

                return array.view(ml_dtypes.bfloat16)
        except (OSError, ValueError, RuntimeError, KeyError, TypeError, MemoryError) as error:
            raise self._fail(f"{path}: {error}") from error
        if array.dtype.kind not in "fiub":
            raise self._fail(f"{path} has elements of the type {array.dtype}")
        return array

    def _map(self, dataset: Any) -> Any:
        """Return the elements of a dataset as an array that shares the file's memory; None if they are
        compressed, in pieces, not written, or of the other byte order."""
        begin = dataset.id.get_offset() if dataset.chunks is None else None
        if begin is None or not dataset.dtype.isnative or dataset.dtype.kind not in "fiuV" or \
                begin + dataset.nbytes > len(self._data):
            return None
        flat = np.frombuffer(self._data, dataset.dtype, dataset.size, begin)
        return flat.reshape(dataset.shape)


def import_h5py() -> Any:
    """Return the package h5py; an ImportError that says how to install it if it is missing."""
    try:
        import h5py
    except ImportError as error:
        raise ImportError("reading .keras files needs the package h5py: "
                          "pip install relay-lite[keras]") from error
    return h5py


def read_file(path: Any) -> tuple[dict[str, Any], Weights, str]:
    """Return the description, the weights and the version of Keras of a file."""
    import_h5py()
    source = os.fspath(path)
    archive = open_archive(source, "a .keras file")
    config, metadata = (_read_object(archive, name) for name in (_CONFIG, _METADATA))
    return config, _FileWeights(_File(archive.read(_WEIGHTS), source), ""), \
        str(metadata.get("keras_version", ""))


def _read_object(archive: Archive, name: str) -> dict[str, Any]:
    value = archive.read_json(name)
    if not isinstance(value, dict):
        raise ConversionError(f"{archive.path}, member {name!r}: expected an object, but found {value!r:.80}")
    return value


def load_model(model: Any) -> tuple[dict[str, Any], Weights, str]:
    """Return the description, the weights and the version of Keras of a model or of a file."""
    if isinstance(model, (str, os.PathLike)):
        return read_file(model)
    if not hasattr(model, "get_config") or not hasattr(model, "layers"):
        raise ArgumentError(f"expected a model of Keras or a path, but got {type(model).__name__}")
    return (*read_object(model), "")
