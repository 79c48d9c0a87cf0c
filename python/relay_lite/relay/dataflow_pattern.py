"""The pattern language: descriptions of parts of programs, which can be found, replaced, and moved
into functions."""

import warnings
from collections.abc import Callable

from .. import _ext, _missing
from .._ext import (AltPattern, AttrPattern, CallPattern, ConstantPattern, DataTypePattern, DFPattern,
                    DominatorPattern, ExprPattern, FunctionPattern, IfPattern, LetPattern, ShapePattern,
                    TupleGetItemPattern, TuplePattern, TypePattern, VarPattern, WildcardPattern)
from .._ext import RelayExpr as Expr
from ..error import TVMError, _expect
from .op import get
from .transform import InferType, _on_expr

# How often all callbacks may go over an expression.
_MAX_ROUNDS = 100
# How many nodes an expression may get: the larger of a number and a multiple of what it has had.
_MAX_NODES = 1_000_000
_MAX_GROWTH = 16


def is_var(name="") -> VarPattern:
    """A pattern of a variable.

    Parameters
    ----------
    name : str
        The name of the variable; any if it is empty.
    """
    return VarPattern(name)


def is_constant() -> ConstantPattern:
    """A pattern of any constant."""
    return ConstantPattern()


def is_expr(expr) -> ExprPattern:
    """A pattern of what is structurally equal to an expression.

    Parameters
    ----------
    expr : relay.Expr
    """
    return ExprPattern(expr)


def is_op(op_name) -> ExprPattern:
    """A pattern of an operator, which makes one of a call: `is_op("add")(wildcard(), wildcard())`.

    Parameters
    ----------
    op_name : str
    """
    return ExprPattern(get(op_name))


def is_tuple(fields) -> TuplePattern:
    """A pattern of a tuple.

    Parameters
    ----------
    fields : list of DFPattern or None
        None for any fields.
    """
    return TuplePattern(fields)


def is_tuple_get_item(tuple_value, index=None) -> TupleGetItemPattern:
    """A pattern of a field of a tuple.

    Parameters
    ----------
    tuple_value : DFPattern
    index : int, optional
        None for any field.
    """
    return TupleGetItemPattern(tuple_value, index)


def is_if(cond, true_branch, false_branch) -> IfPattern:
    """A pattern of an If.

    Parameters
    ----------
    cond, true_branch, false_branch : DFPattern
    """
    return IfPattern(cond, true_branch, false_branch)


def is_let(var, value, body) -> LetPattern:
    """A pattern of a Let.

    Parameters
    ----------
    var, value, body : DFPattern
    """
    return LetPattern(var, value, body)


def wildcard() -> WildcardPattern:
    """A pattern of anything."""
    return WildcardPattern()


def has_type(ttype, pattern=None) -> TypePattern:
    """A pattern of what has a type.

    Parameters
    ----------
    ttype : relay.Type
    pattern : DFPattern, optional
        What it also matches; anything by default.
    """
    return TypePattern(wildcard() if pattern is None else pattern, ttype)


def has_dtype(dtype, pattern=None) -> DataTypePattern:
    """A pattern of a tensor of an element type.

    Parameters
    ----------
    dtype : str
    pattern : DFPattern, optional
        What it also matches; anything by default.
    """
    return DataTypePattern(wildcard() if pattern is None else pattern, dtype)


def has_shape(shape, pattern=None) -> ShapePattern:
    """A pattern of a tensor of a shape.

    Parameters
    ----------
    shape : list of int
    pattern : DFPattern, optional
        What it also matches; anything by default.
    """
    return ShapePattern(wildcard() if pattern is None else pattern, shape)


def has_attr(attrs, pattern=None) -> AttrPattern:
    """A pattern of an operator, call or function that has attributes.

    Parameters
    ----------
    attrs : dict of str to object
    pattern : DFPattern, optional
        What it also matches; anything by default.
    """
    return AttrPattern(wildcard() if pattern is None else pattern, attrs)


def dominates(parent, path, child) -> DominatorPattern:
    """A pattern of a child from which all ways along arguments lead, over any number of nodes of
    the path, to one parent that nothing else uses.

    Parameters
    ----------
    parent, path, child : DFPattern
    """
    return DominatorPattern(parent, path, child)


def match(pattern, expr) -> bool:
    """Whether an expression matches a pattern.

    Parameters
    ----------
    pattern : DFPattern
    expr : relay.Expr
    """
    return _ext.match_pattern(pattern, expr)


def _always(_):
    return True


def partition(pattern, expr, attrs=None, check=_always) -> Expr:
    """The expression with each match moved into a function, which is called in its place. Matches
    do not overlap: that nearest to the result counts.

    Parameters
    ----------
    pattern : DFPattern
    expr : relay.Expr
    attrs : dict of str to object, optional
        Attributes of the functions besides PartitionedFromPattern.
    check : function of relay.Expr to bool
        Whether a match, which is given by its root, is moved.
    """
    _expect(check, Callable, "a function as check")
    if isinstance(pattern, FunctionPattern):
        _expect(expr, Expr, "an expression")
        warnings.warn("partition leaves the expression as it is: a function that is not called cannot "
                      "be moved", stacklevel=2)
        return expr
    return _ext.partition_pattern(pattern, expr, attrs, check)


class DFPatternCallback:
    """A rewrite: a pattern and what takes the place of its matches. To be derived from; `pattern`
    has to be set.

    Parameters
    ----------
    require_type : bool
        Whether InferType runs before the pattern is matched.
    rewrite_once : bool
        Whether the rewrite is not applied again after it has changed the expression.
    """

    def __init__(self, require_type=False, rewrite_once=False):
        self.pattern = None
        self.require_type = require_type
        self.rewrite_once = rewrite_once

    def rewrite(self, expr) -> Expr:
        """The expression after the rewrite, which is applied until nothing changes.

        Parameters
        ----------
        expr : relay.Expr
        """
        return rewrite(self, expr)

    def callback(self, pre, post, node_map):
        """Return the expression that replaces a match. Subclasses override it.

        Parameters
        ----------
        pre : relay.Expr
            The root of the match in the original expression.
        post : relay.Expr
            The same after the rewrites of its arguments.
        node_map : dict of DFPattern to list of relay.Expr
            What each part of the pattern has matched, after rewrites.
        """
        raise NotImplementedError()


def _are_equal(lhs, rhs):
    return lhs is rhs or _ext.compare_exprs(lhs, rhs, True) is None


def rewrite(callbacks, expr, mod=None) -> Expr:
    """The expression after rewrites. All are applied in turn, again and again, until nothing
    changes; a TVMError if that does not come to an end, or makes the expression more than 16 times
    as large and larger than a million nodes.

    Parameters
    ----------
    callbacks : DFPatternCallback or list of DFPatternCallback
    expr : relay.Expr
    mod : IRModule, optional
        What the expression calls; for callbacks that require types.
    """
    callbacks = [callbacks] if isinstance(callbacks, DFPatternCallback) else list(callbacks)
    for callback in callbacks:
        _expect(callback, DFPatternCallback, "a DFPatternCallback")
        _expect(callback.pattern, DFPattern, f"a pattern as the pattern of {_get_name(callback)}")
    _expect(expr, Expr, "an expression")
    _expect(mod, (_ext.IRModule, type(None)), "an IRModule")
    done = set()
    last_change = None
    max_nodes = max(_MAX_NODES, _MAX_GROWTH * _ext.count_nodes(expr))
    for _ in range(_MAX_ROUNDS):
        last = expr
        for callback in callbacks:
            if callback in done:
                continue
            before = expr
            if callback.require_type:
                expr = _on_expr(InferType(), expr, mod)
            expr = _ext.rewrite_pattern(callback.pattern, expr, callback.callback,
                                        f"the callback of {_get_name(callback)}", max_nodes)
            if not _are_equal(before, expr):
                last_change = callback
                if callback.rewrite_once:
                    done.add(callback)
        if _are_equal(last, expr):
            return expr
    raise TVMError(f"Observed {_MAX_ROUNDS} rewrite passes, possible conflicting passes? The callback "
                   f"of {_get_name(last_change)} still changes the expression")


def _get_name(callback):
    return type(callback).__name__


def _call(self, *args) -> CallPattern:
    """The pattern of a call of what this matches; None stands for any arguments."""
    if len(args) == 1 and args[0] is None:
        return CallPattern(self, None)
    return CallPattern(self, list(args))


def _make_operator(name):
    def apply(self, other):
        return is_op(name)(self, other)

    apply.__doc__ = f"The pattern of `{name}` of what both match."
    return apply


def _optional(self, option_constructor) -> AltPattern:
    """The pattern of what this matches, or of something made of it.

    Parameters
    ----------
    option_constructor : function of DFPattern to DFPattern
    """
    return self | option_constructor(self)


def _dominates(self, parent, path=None) -> DominatorPattern:
    """The pattern of a child that is dominated; see the function dominates.

    Parameters
    ----------
    parent : DFPattern
    path : DFPattern, optional
        Anything by default.
    """
    return DominatorPattern(parent, wildcard() if path is None else path, self)


def _astext(self, show_meta_data=True, annotate=None):
    """The text of the pattern, as str gives it."""
    return str(self)


def _astype(self, _):
    raise TypeError("astype cannot be used on TuplePattern")


def _tuple_item(self, index):
    if index >= len(self):
        raise IndexError("TuplePattern index out of range")
    return self.fields[index]


DFPattern.__call__ = _call
DFPattern.__or__ = lambda self, other: AltPattern(self, other)
DFPattern.__add__ = _make_operator("add")
DFPattern.__sub__ = _make_operator("subtract")
DFPattern.__mul__ = _make_operator("multiply")
DFPattern.__truediv__ = _make_operator("divide")
DFPattern.has_attr = lambda self, attrs: has_attr(attrs, self)
DFPattern.has_type = lambda self, ttype: has_type(ttype, self)
DFPattern.has_dtype = lambda self, dtype: has_dtype(dtype, self)
DFPattern.has_shape = lambda self, shape: has_shape(shape, self)
DFPattern.match = match
DFPattern.partition = partition
DFPattern.dominates = _dominates
DFPattern.optional = _optional
DFPattern.astext = _astext
TuplePattern.__getitem__ = _tuple_item
TuplePattern.__iter__ = lambda self: iter(self.fields)
TuplePattern.astype = _astype
TuplePattern.__len__ = lambda self: len(self.fields)

__getattr__ = _missing.make_getattr("tvm.relay.dataflow_pattern")
