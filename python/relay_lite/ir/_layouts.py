"""Rules that infer layouts of operators."""

from .. import _ext
from ..tir.data_layout import Layout
from .container import Array


class InferCorrectLayoutOutput:
    """The layouts of an operator.

    Parameters
    ----------
    input_layouts : list of tir.Layout or None
        One for each tensor that the operator reads; None if it is not known.
    output_layouts : list of tir.Layout or None
    new_attrs : Attrs
        The attributes that go with these layouts.
    """

    def __init__(self, input_layouts, output_layouts, new_attrs):
        self.input_layouts = input_layouts
        self.output_layouts = output_layouts
        self.new_attrs = new_attrs


def infer(rule, call, now, before, types, num_results):
    """The names of the layouts that a rule gives to the inputs and to the results, None for each
    that is not known, and the call with other attributes, or None if they stay.

    Parameters
    ----------
    rule : function
    call : relay.Call
    now : list of str or None
        The layouts in which the inputs come; None for the call as it is.
    before : list of str or None
    types : list of relay.TensorType
    num_results : int
    """
    def read(layouts, count, what):
        layouts = list(layouts)
        if len(layouts) != count or not all(one is None or isinstance(one, Layout) for one in layouts):
            raise TypeError(f"expected {count} {what} of type tir.Layout or None, but got {layouts}")
        return [None if one is None else one.name for one in layouts]

    def make(names):
        return Array([None if name is None else Layout(name) for name in names])

    result = rule(call.attrs, None if now is None else make(now), make(before), Array(types))
    if not isinstance(result, InferCorrectLayoutOutput):
        raise TypeError(f"expected an InferCorrectLayoutOutput, but got {result!r}")
    attrs = result.new_attrs
    is_same = attrs is None or attrs is call.attrs or attrs == call.attrs
    return (read(result.input_layouts, len(types), "input layouts"),
            read(result.output_layouts, num_results, "output layouts"),
            None if is_same else _ext.Call(call.op, call.args, attrs))
