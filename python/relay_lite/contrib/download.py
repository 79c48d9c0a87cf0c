"""Files from the network or from elsewhere on this machine, which are fetched once."""

import os
import shutil
import tempfile
from pathlib import Path

from .. import _missing
from .._ext import write_file

TEST_DATA_ROOT_PATH = Path(os.environ.get("TEST_DATA_ROOT_PATH",
                                          Path.home() / ".tvm_test_data"))
# The limit for an attempt, in seconds.
_TIMEOUT = 60


def _open(url):
    """The file at an address, or at a path of this machine."""
    import urllib.request

    if "://" not in url:
        url = Path(url).resolve().as_uri()
    return urllib.request.urlopen(url, timeout=_TIMEOUT)


def _fetch(url, path):
    """Copies what is at the address to the path, which has all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder, path.name)
        with _open(url) as source, open(part, "wb") as target:
            shutil.copyfileobj(source, target)
            size = _get_size(source)
        # A connection that ends early is no error by itself.
        if size not in (None, part.stat().st_size):
            raise OSError(f"expected {size} bytes, but got {part.stat().st_size}")
        write_file(path, part.read_bytes())


def _get_size(source):
    """The size that the other side tells, or None."""
    size = source.headers.get("Content-Length")
    return None if size is None else int(size)


def _has_other_size(url, path):
    with _open(url) as source:
        return _get_size(source) not in (None, path.stat().st_size)


def download(url, path, overwrite=False, size_compare=False, retries=3) -> None:
    """Fetches a file, unless it is there. An OSError that says where to put it by hand if that
    does not succeed.

    Parameters
    ----------
    url : str
        Also a `file:` address or a path.
    path : str
        Where to put it.
    overwrite : bool, default False
        Whether a file that is there is fetched all the same.
    size_compare : bool, default False
        Whether a file that is there is fetched if its size differs.
    retries : int, default 3
        How often to try.
    """
    from http.client import HTTPException

    path = Path(path).resolve()
    error = None
    for _ in range(max(retries, 1)):
        try:
            if path.is_file() and not overwrite and not (
                    size_compare and _has_other_size(url, path)):
                return
            _fetch(url, path)
            return
        except (OSError, HTTPException) as failure:
            error = failure
    raise OSError(f"cannot fetch {url}: {error}; put the file at {path}") from error


def download_testdata(url, relpath, module=None, overwrite=False) -> str:
    """Fetches a file into a folder of files that are kept, unless it is there, and gives its path.
    The folder is `~/.tvm_test_data`, or what the environment variable TEST_DATA_ROOT_PATH says.

    Parameters
    ----------
    url : str
    relpath : str
        The path in the folder.
    module : str or list of str, optional
        Folders around it.
    overwrite : bool, default False
        Whether a file that is there is fetched all the same.
    """
    if not isinstance(module, (str, list, tuple, type(None))):
        raise ValueError(f"Unsupported module: {module}")
    folders = [module] if isinstance(module, str) else module or []
    path = Path(TEST_DATA_ROOT_PATH, *folders, relpath)
    download(url, path, overwrite=overwrite)
    return str(path)


__getattr__ = _missing.make_getattr("tvm.contrib.download")
