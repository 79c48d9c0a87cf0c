"""Parameter files."""

from .._ext import load_param_dict, save_param_dict
