"""Parameter files."""

from .. import _missing
from .._ext import load_param_dict, save_param_dict

__getattr__ = _missing.make_getattr("tvm.relay.param_dict")
