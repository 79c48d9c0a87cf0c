"""Relay text."""

from .. import _ext, _missing
from .._ext import IRModule, RelayExpr
from .transform import InferType


def parse(source, source_name="from_string", init_module=None, init_meta_table=None) -> IRModule:
    """Return the module that a text describes, with types. A fault in the text is a DiagnosticError
    with line, column and caret.

    Parameters
    ----------
    source : str
    source_name : str
        What messages and spans call the text.
    init_module : IRModule, optional
        Functions that come before those of the text, which may call them. It stays as it is.
    init_meta_table : dict of str to list, optional
        What `meta[key][index]` stands for, counted after the metadata of the text.
    """
    if init_module is None and init_meta_table is None:
        return _ext.parse_module(source, source_name)
    return InferType()(_ext.parse_module_untyped(source, source_name, init_module,
                                                 init_meta_table))


def fromtext(source, source_name="from_string") -> IRModule:
    """The module that a text describes; see parse."""
    return parse(source, source_name)


def parse_expr(source) -> RelayExpr:
    """The expression that a text describes, without types."""
    return _ext.parse_expr(source)


def SpanCheck():
    """Raise an error: it is not part of RelayLite."""
    raise NotImplementedError("SpanCheck is not part of RelayLite")

__getattr__ = _missing.make_getattr("tvm.relay.parser")
