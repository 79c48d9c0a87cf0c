"""Relay text."""

from .. import _ext


def parse(source, source_name="from_string", init_module=None, init_meta_table=None):
    """The module that a text describes, with types. What is wrong is a DiagnosticError with line,
    column and caret.

    Parameters
    ----------
    source : str
    source_name : str
        What messages and spans call the text.
    """
    if init_module is not None or init_meta_table is not None:
        raise NotImplementedError("parse takes neither init_module nor init_meta_table")
    return _ext.parse_module(source, source_name)


def fromtext(source, source_name="from_string"):
    """The module that a text describes; see parse."""
    return parse(source, source_name)


def parse_expr(source):
    """The expression that a text describes, without types."""
    return _ext.parse_expr(source)


def SpanCheck():
    """Not there."""
    raise NotImplementedError("SpanCheck is not part of RelayLite")
