"""Operators."""

from .. import _ext, _missing
from .._ext import Op


def _get_attr(self, attr_name):
    """What is known of the operator under TVM's name of it: TOpPattern; None for others."""
    return _ext.describe_op(self.name)["pattern"] if attr_name == "TOpPattern" else None


def _has_attr(self, attr_name):
    """Whether get_attr has an answer."""
    return attr_name == "TOpPattern"


def _num_inputs(self):
    """The number of operands."""
    return _ext.describe_op(self.name)["max_operands"]


def _attrs_type_key(self):
    """TVM's type of the attributes; an empty string if the operator has none."""
    return _ext.get_attrs_type_key(self.name) or ""


def _description(self):
    """What the operator does."""
    from ..relay.op._generated import FUNCTIONS

    return FUNCTIONS[self.name].__doc__


Op.get = staticmethod(_ext.get_op)
Op.list_op_names = staticmethod(_ext.list_op_names)
Op.get_attr = _get_attr
Op.has_attr = _has_attr
Op.num_inputs = property(_num_inputs)
Op.attrs_type_key = property(_attrs_type_key)
Op.description = property(_description)
Op.__repr__ = lambda self: f"Op({self.name})"


def register_op_attr(op_name, attr_key, value=None, level=10):
    """Not possible: operators and what is known of them are in C++."""
    raise NotImplementedError("operators cannot be changed from Python in RelayLite: "
                              "see docs/WritingAPass.md for operators of your own")

__getattr__ = _missing.make_getattr("tvm.ir.op")
