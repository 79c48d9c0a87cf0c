"""The weights of exported programs, which stay in their archive."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..archive import Archive
from ..node import ConversionError
from ..pytorch.dtypes import OF_EXPORTS, NAMES
from .arrays import make_array
from .pickles import read_tensors


def get_numpy_dtype(number: Any, what: str) -> Any:
    """Return NumPy's element type for a number of an exported program."""
    name = OF_EXPORTS[number] if isinstance(number, int) and 0 <= number < len(OF_EXPORTS) else None
    if name not in NAMES:
        raise ConversionError(f"{what} has the element type {name or number}, which Relay has not")
    if name == "bfloat16":
        import ml_dtypes

        return np.dtype(ml_dtypes.bfloat16)
    return np.dtype(name)


class Weights:
    """The tensors of a program by name, read when they are asked for."""

    def __init__(self, archive: Archive, model: str) -> None:
        self.archive = archive
        self._raw: dict[str, tuple[str, Any]] = {}
        self._arrays: dict[str, Any] = {}
        if not model:
            for name in ("serialized_state_dict", "serialized_constants"):
                self._add_pickled(f"{name}.pt")
                self._add_pickled(f"{name}.json")
            return
        for folder, kind in (("weights", "weights"), ("constants", "constants")):
            config = f"data/{folder}/{model}_{kind}_config.json"
            if archive.has(config):
                self._add_raw(f"data/{folder}/", config)
            else:
                self._add_pickled(f"data/{folder}/{model}.pt")

    def _add_raw(self, folder: str, config: str) -> None:
        entries = self.archive.read_json(config)
        found = entries.get("config") if isinstance(entries, dict) else None
        if not isinstance(found, dict):
            raise ConversionError(f"{self.archive.path}, member {config!r}: expected a table of weights")
        for name, entry in found.items():
            self._raw[name] = folder, entry

    def _add_pickled(self, member: str) -> None:
        """Add the tensors of a file of torch.save."""
        if self.archive.has(member):
            inner = Archive(f"{self.archive.path}, member {member!r}", self.archive.read(member))
            self._arrays.update(read_tensors(inner))

    def get(self, name: str) -> Any:
        """Return the array of a tensor; a ConversionError if there is none of that name."""
        if name not in self._arrays:
            if name not in self._raw:
                raise ConversionError(f"{self.archive.path}: there are no data of the tensor {name!r}")
            self._arrays[name] = self._read(name, *self._raw[name])
        return self._arrays[name]

    def _read(self, name: str, folder: str, entry: Any) -> Any:
        what = f"{self.archive.path}: the tensor {name!r}"
        try:
            if entry["use_pickle"]:
                raise ConversionError(f"{what} is a pickle, which is not loaded")
            meta = entry["tensor_meta"]
            sizes, strides = ([size["as_int"] for size in meta[key]] for key in ("sizes", "strides"))
            place = sizes, strides, meta["storage_offset"]["as_int"]
            member, dtype = folder + entry["path_name"], get_numpy_dtype(meta["dtype"], what)
        except (KeyError, TypeError) as error:
            raise ConversionError(f"{what} has an invalid description: {error!r}") from error
        return make_array(self.archive.read(member), dtype, place, what)
