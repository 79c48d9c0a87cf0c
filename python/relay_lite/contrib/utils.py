"""Folders that are removed at the end."""

import contextlib
import os
import pathlib
import shutil
import tempfile
import weakref

from .. import _missing


class TempDirectory:
    """A folder that is removed with its content when nothing refers to this, and at the end of the
    program.

    Parameters
    ----------
    custom_path : str, optional
        The folder to make, which must not exist.
    keep_for_debug : bool, optional
        Whether the folder stays; by default what set_keep_for_debug says, which is not.
    """

    _keep = False

    def __init__(self, custom_path=None, keep_for_debug=None):
        if custom_path:
            os.mkdir(custom_path)
            self.temp_dir = custom_path
        else:
            self.temp_dir = tempfile.mkdtemp()
        keep = self._keep if keep_for_debug is None else keep_for_debug
        # Also runs when the program ends.
        self._remove = (lambda: None) if keep else \
            weakref.finalize(self, shutil.rmtree, self.temp_dir, ignore_errors=True)

    @classmethod
    @contextlib.contextmanager
    def set_keep_for_debug(cls, set_to=True):
        """In a `with` of this, folders are made that stay, or that do not."""
        old, cls._keep = cls._keep, set_to
        try:
            yield
        finally:
            cls._keep = old

    def remove(self) -> None:
        """Removes the folder, unless it stays."""
        self._remove()
        self.temp_dir = None

    @property
    def path(self) -> pathlib.Path:
        """The folder as a pathlib.Path."""
        return pathlib.Path(self.temp_dir)

    def __truediv__(self, other):
        return self.path / other

    def relpath(self, name) -> str:
        """The path of a file in the folder."""
        return os.path.join(self.temp_dir, name)

    def listdir(self) -> list:
        """The names of what is in the folder."""
        return os.listdir(self.temp_dir)


def tempdir(custom_path=None, keep_for_debug=None) -> TempDirectory:
    """A new folder; see TempDirectory."""
    return TempDirectory(custom_path, keep_for_debug)


__getattr__ = _missing.make_getattr("tvm.contrib.utils")
