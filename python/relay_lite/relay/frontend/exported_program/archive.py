"""Archives of PyTorch: zip files whose members are stored as they are, so that weights are mapped."""

from __future__ import annotations

import json
import os
import zipfile
from typing import Any

import numpy as np

from ..inputs import map_file
from ..node import ConversionError
from ..pytorch.dtypes import OF_EXPORTS, NAMES
from .arrays import make_array
from .pickles import read_tensors


class Archive:
    """The members of a zip file, or of one that is a member of another.

    Parameters
    ----------
    path : str
        The name of the file, for messages.
    data : memoryview
        The bytes of the archive.
    """

    def __init__(self, path: str, data: memoryview) -> None:
        self.path = path
        self.data = data
        try:
            with zipfile.ZipFile(_Reader(data)) as archive:
                found = archive.infolist()
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError,
                UnicodeDecodeError, EOFError) as error:
            raise ConversionError(f"{path} is not an archive of PyTorch: {error}") from error
        if not found:
            raise ConversionError(f"{path} is not an archive of PyTorch: it is empty")
        # All members are in one folder, or in none.
        self.members = {info.filename: info for info in found}
        folders = {name.split("/")[0] for name in self.members}
        only = folders.pop() if len(folders) == 1 else ""
        self.prefix = f"{only}/" if only and all("/" in name for name in self.members) else ""

    def names(self, folder: str = "") -> list[str]:
        """Return the names of members below a folder, without the archive's own."""
        begin = self.prefix + folder
        return [name[len(self.prefix):] for name in self.members if name.startswith(begin)]

    def has(self, name: str) -> bool:
        """Return whether there is a member of that name."""
        return self.prefix + name in self.members

    def read(self, name: str) -> memoryview:
        """Return the bytes of a member, which stay where they are.

        Raises
        ------
        ConversionError
            If there is none, if it is compressed or encrypted, or leads outside of the file.
        """
        info = self.members.get(self.prefix + name)
        where = f"{self.path}, member {name!r}"
        if info is None:
            raise ConversionError(f"{where}: the archive has no such member")
        if info.flag_bits & 1:
            raise ConversionError(f"{where}: encrypted members are not supported")
        if info.compress_type != zipfile.ZIP_STORED:
            raise ConversionError(f"{where}: compressed members are not supported: PyTorch writes none")
        header = self.data[info.header_offset:info.header_offset + 30]
        if len(header) < 30 or bytes(header[:4]) != b"PK\x03\x04":
            raise ConversionError(f"{where}: the header is invalid")
        begin = info.header_offset + 30 + int.from_bytes(header[26:28], "little") + \
            int.from_bytes(header[28:30], "little")
        if info.file_size != info.compress_size or begin + info.file_size > len(self.data):
            raise ConversionError(f"{where}: {info.file_size} bytes lead outside of the file")
        return self.data[begin:begin + info.file_size]

    def read_json(self, name: str) -> Any:
        """Return the value of a JSON text."""
        try:
            return json.loads(bytes(self.read(name)))
        except (ValueError, RecursionError) as error:
            raise ConversionError(f"{self.path}, member {name!r}: expected a JSON text: "
                                  f"{error}") from error


class _Reader:
    """A file of bytes that are in memory, for zipfile."""

    def __init__(self, data: memoryview) -> None:
        self.data = data
        self.place = 0

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.place

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self.place, os.SEEK_END: len(self.data)}[whence]
        if start + offset < 0:
            raise OSError("a place before the beginning")
        self.place = start + offset
        return self.place

    def read(self, count: int = -1) -> bytes:
        end = len(self.data) if count is None or count < 0 else self.place + count
        found = bytes(self.data[self.place:end])
        self.place += len(found)
        return found

    def close(self) -> None:
        pass


def open_archive(path: str) -> Archive:
    """Return the archive of a file; a ConversionError if it cannot be read."""
    return Archive(path, memoryview(map_file(path, "an archive of PyTorch")))


# Weights


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
