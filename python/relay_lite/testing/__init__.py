"""The names of TVM's tvm.testing that do not compile programs."""

from .. import _missing
from . import utils
from .utils import *

__getattr__ = _missing.make_getattr("tvm.testing", submodules=["plugin"])
