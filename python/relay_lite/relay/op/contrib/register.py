"""Tables of patterns, by the name of a compiler."""

from collections.abc import Callable

from .... import _missing
from ....error import _expect

_PATTERN_TABLES = {}


def register_pattern_table(compiler, table=None):
    """Registers the table of patterns of a compiler, for MergeComposite; a decorator if no table
    is given.

    Parameters
    ----------
    compiler : str
    table : function, optional
        Takes nothing and returns the table, which is made at once.
    """
    _expect(compiler, str, "the name of a compiler")

    def register(function):
        _expect(function, Callable, "a function that returns a table of patterns")
        _PATTERN_TABLES[compiler] = function()
        return function

    return register(table) if table is not None else register


def get_pattern_table(compiler):
    """The table of patterns of a compiler; None if there is none.

    Parameters
    ----------
    compiler : str
    """
    return _PATTERN_TABLES.get(compiler)


__getattr__ = _missing.make_getattr("tvm.relay.op.contrib.register")
