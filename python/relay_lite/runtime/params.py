"""Files of parameters."""

import os

from .. import _missing
from .._ext import NDArray, load_param_dict, save_param_dict, write_file


def save_param_dict_to_file(params, path) -> None:
    """Writes parameters to a file.

    Parameters
    ----------
    params : dict of str to NDArray or array
    path : str
    """
    write_file(path, save_param_dict(params))


def load_param_dict_from_file(path) -> dict[str, NDArray]:
    """The parameters of a file by name.

    Parameters
    ----------
    path : str
    """
    with open(os.fsdecode(path), "rb") as file:
        return load_param_dict(file.read())


__getattr__ = _missing.make_getattr("tvm.runtime.params")
