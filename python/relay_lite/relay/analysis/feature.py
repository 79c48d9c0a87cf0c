"""The constructs that expressions consist of."""

import enum

from ... import _ext, _missing
from ...error import _expect
from ..transform._devices import get_parts, is_primitive


class Feature(enum.IntEnum):
    """The kinds of constructs in expressions, numbered as in TVM."""

    fVar = 0
    fGlobalVar = 1
    fConstant = 2
    fTuple = 3
    fTupleGetItem = 4
    fFunction = 5
    fOp = 6
    fCall = 7
    fLet = 8
    fIf = 9
    fRefCreate = 10
    fRefRead = 11
    fRefWrite = 12
    fConstructor = 13
    fMatch = 14
    fGraph = 15
    fLetRec = 16


def detect_feature(a, b=None) -> set:
    """Return the constructs in an expression, a module or one of each, as a set of Feature. fGraph
    means that a node other than a leaf is used more than once, fLetRec that a bound value refers to
    its own variable. As in TVM, the bodies of functions with the attribute Primitive do not count.

    Parameters
    ----------
    a, b : relay.Expr or IRModule
        In either order.
    """
    if isinstance(a, _ext.IRModule):
        a, b = b, a
    _expect(a, (_ext.RelayExpr, type(None) if b is not None else _ext.RelayExpr),
            "an expression or an IRModule")
    _expect(b, (_ext.IRModule, type(None)), "an IRModule")
    roots = [] if a is None else [a]
    roots += (function for _, function in (b._definitions() if b is not None else ()))
    return set().union(*map(_detect, roots))


_LEAVES = frozenset((Feature.fVar, Feature.fGlobalVar, Feature.fConstant, Feature.fOp, Feature.fConstructor))


def _detect(root):
    """The constructs in one expression."""
    features, visited, stack = set(), set(), [root]
    while stack:
        node = stack.pop()
        feature = Feature["f" + type(node).__name__]
        if node in visited:
            if feature not in _LEAVES:
                features.add(Feature.fGraph)
            continue
        visited.add(node)
        features.add(feature)
        if isinstance(node, _ext.Let) and node.var in _ext.free_vars(node.value):
            features.add(Feature.fLetRec)
        if not (isinstance(node, _ext.Function) and is_primitive(node)):
            stack += get_parts(node)
    return features


__getattr__ = _missing.make_getattr("tvm.relay.analysis.feature")
