"""Operators."""

from .. import _ext, _missing
from .._ext import Op


def _get_attr(self, name):
    """What is known of the operator under TVM's name of it: TOpPattern; None for others."""
    return _ext.describe_op(self.name)["pattern"] if name == "TOpPattern" else None


Op.get = staticmethod(_ext.get_op)
Op.list_op_names = staticmethod(_ext.list_op_names)
Op.get_attr = _get_attr
Op.has_attr = lambda self, name: name == "TOpPattern"
Op.__repr__ = lambda self: f"Op({self.name})"


def register_op_attr(op_name, attr_key, value=None, level=10):
    """Not possible: operators and what is known of them are in C++."""
    raise NotImplementedError("operators cannot be changed from Python in RelayLite: "
                              "see docs/WritingAPass.md for operators of your own")

__getattr__ = _missing.make_getattr("tvm.ir.op")
