"""Patterns of what other compilers take."""

from .... import _missing
from ...._registry import register_func
from . import dnnl
from .register import get_pattern_table, register_pattern_table


@register_func("relay.op.contrib.get_pattern_table")
def _get_pattern_table(compiler):
    """The table of patterns of a compiler, as the function of that name gives it by now."""
    return get_pattern_table(compiler)


__getattr__ = _missing.make_getattr("tvm.relay.op.contrib")
