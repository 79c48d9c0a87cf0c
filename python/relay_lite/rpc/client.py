"""A session on this machine."""

import os
from pathlib import Path

from .. import _missing
from .._ext import write_file
from .._registry import get_global_func
from ..contrib import utils
from ..runtime.module import load_module
from ..runtime.ndarray import device


class LocalSession:
    """A folder for files and the devices of this machine, used as another machine would be."""

    def __init__(self):
        self._folder = utils.tempdir()

    def _get_path(self, path):
        """The path of a file in the folder; a ValueError if it would be elsewhere."""
        found = Path(os.path.normpath(self._folder.path / os.fsdecode(path)))
        if self._folder.path not in (found, *found.parents):
            raise ValueError(f"{path} is not in the folder of the session")
        return found

    def upload(self, data, target=None) -> None:
        """Copies a file to the session.

        Parameters
        ----------
        data : str or bytes
            The path of a file, or what is to be in it.
        target : str, optional
            Its name in the session; by default that of the file.
        """
        if isinstance(data, (bytes, bytearray)):
            if target is None:
                raise ValueError("target must present when file is a bytearray")
        else:
            target = target or os.path.basename(data)
            data = Path(data).read_bytes()
        path = self._get_path(target)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, data)

    def download(self, path) -> bytearray:
        """The content of a file of the session."""
        return bytearray(self._get_path(path).read_bytes())

    def remove(self, path) -> None:
        """Removes a file of the session."""
        self._get_path(path).unlink()

    def listdir(self, path) -> str:
        """The names in a folder of the session, with commas between them."""
        return ",".join(sorted(os.listdir(self._get_path(path))))

    def load_module(self, path):
        """The module of a file of the session; see tvm.runtime.load_module."""
        return load_module(str(self._get_path(path)))

    def get_function(self, name):
        """A registered function; see tvm.get_global_func."""
        return get_global_func(name)

    def device(self, dev_type, dev_id=0):
        """A device; see tvm.device."""
        return device(dev_type, dev_id)

    def cpu(self, dev_id=0):
        """The CPU."""
        return device("cpu", dev_id)


__getattr__ = _missing.make_getattr("tvm.rpc.client")
