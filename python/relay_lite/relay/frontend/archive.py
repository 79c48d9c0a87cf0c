"""Archives: zip files whose members are stored as they are, so that weights are mapped."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from typing import Any

from .inputs import map_file
from .node import ConversionError


class Archive:
    """The members of a zip file, or of one that is a member of another.

    Parameters
    ----------
    path : str
        The name of the file, for messages.
    data : memoryview
        The bytes of the archive.
    kind : str
        The name of such archives, for messages.
    """

    def __init__(self, path: str, data: memoryview, kind: str = "an archive of PyTorch") -> None:
        self.path = path
        self.data = data
        try:
            with zipfile.ZipFile(Reader(data)) as archive:
                found = archive.infolist()
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError,
                UnicodeDecodeError, EOFError) as error:
            raise ConversionError(f"{path} is not {kind}: {error}") from error
        if not found:
            raise ConversionError(f"{path} is not {kind}: it is empty")
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
            raise ConversionError(f"{where}: compressed members are not supported")
        header = self.data[info.header_offset:info.header_offset + 30]
        if len(header) < 30 or bytes(header[:4]) != b"PK\x03\x04":
            raise ConversionError(f"{where}: the header is invalid")
        begin = info.header_offset + 30 + int.from_bytes(header[26:28], "little") + \
            int.from_bytes(header[28:30], "little")
        if info.file_size != info.compress_size or begin + info.file_size > len(self.data):
            raise ConversionError(f"{where}: {info.file_size} bytes lead outside of the file")
        return self.data[begin:begin + info.file_size]

    def read_checked(self, name: str) -> memoryview:
        """Return the bytes of a member whose checksum is right; a ConversionError if it is not. Weights
        are not read by this: they stay untouched."""
        found = self.read(name)
        if zlib.crc32(found) != self.members[self.prefix + name].CRC:
            raise ConversionError(f"{self.path}, member {name!r}: the checksum is wrong: the file is damaged")
        return found

    def read_json(self, name: str) -> Any:
        """Return the value of a JSON text."""
        try:
            return json.loads(bytes(self.read_checked(name)))
        except (ValueError, RecursionError) as error:
            raise ConversionError(f"{self.path}, member {name!r}: expected a JSON text: "
                                  f"{error}") from error


class Reader:
    """A file of bytes that are in memory, for zipfile and h5py."""

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

    def readinto(self, buffer: Any) -> int:
        found = self.read(len(buffer))
        buffer[:len(found)] = found
        return len(found)

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


def open_archive(path: str, kind: str = "an archive of PyTorch") -> Archive:
    """Return the archive of a file; a ConversionError if it cannot be read."""
    return Archive(path, memoryview(map_file(path, kind)), kind)
