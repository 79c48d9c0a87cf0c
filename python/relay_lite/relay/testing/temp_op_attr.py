"""Attributes of operators for the time of a `with`."""

from ... import _missing
from ...ir.op import _ATTRS
from ..op.op import get


class TempOpAttr:
    """Gives an operator another attribute in a `with`.

    Parameters
    ----------
    op_name : str
    attr_key : str
    attr_value : object
    """

    def __init__(self, op_name, attr_key, attr_value):
        self.op = get(op_name)
        self.attr_key = attr_key
        self.attr_value = attr_value

    def __enter__(self):
        self._older = _ATTRS.get(self.attr_key, {}).get(self.op.name)
        self.op.reset_attr(self.attr_key)
        try:
            self.op.set_attr(self.attr_key, self.attr_value)
        except BaseException:
            self._restore()
            raise
        return self

    def __exit__(self, exception_type, value, trace):
        self._restore()

    def _restore(self):
        self.op.reset_attr(self.attr_key)
        if self._older is not None:
            self.op.set_attr(self.attr_key, *self._older)


__getattr__ = _missing.make_getattr("tvm.relay.testing.temp_op_attr")
