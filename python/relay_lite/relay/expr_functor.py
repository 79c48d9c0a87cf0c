"""Visitors and mutators of expressions, to be derived from."""

import sys

from .. import _ext, _missing
from ..ir.adt import Constructor
from ..ir.op import Op
from .expr import (Call, Constant, GlobalVar, If, Let, RefCreate, RefRead, RefWrite, Tuple,
                   TupleGetItem, Var)
from .function import Function

# A little more than the recursion limit that TVM sets, since some frames are kept in reserve.
_RECURSION_LIMIT = 12000
_RESERVE = 1500
# How many levels are visited between two looks at the stack.
_LEVELS_PER_CHECK = 10
# How deep the pieces are in which the rest is visited: they must do with the reserve.
_LEVELS_PER_PIECE = 100


def _has_frames(count):
    try:
        sys._getframe(count)
    except ValueError:
        return False
    return True


def _is_stack_low():
    """Whether few frames are left, after the recursion limit was raised if it can be."""
    limit = sys.getrecursionlimit()
    if not _has_frames(limit - min(_RESERVE, limit // 2)):
        return False
    if limit >= _RECURSION_LIMIT:
        return True
    sys.setrecursionlimit(_RECURSION_LIMIT)
    return _has_frames(_RECURSION_LIMIT - _RESERVE)


class ExprFunctor:
    """Calls a method for the kind of each expression, once for each node.

    `visit` returns what the method returned, also when it meets the node again. Expressions
    may be of any depth: where they are deeper than Python can recurse, which is some thousand
    levels, the nodes below are visited before those around them.
    """

    # The depth of the current visits. It is not set in __init__, which not every class calls.
    _level = 0
    _is_in_pieces = False

    def __init__(self):
        self.memo_map = {}

    def visit(self, expr):
        """Return the result of the method for the kind of `expr`."""
        memo = self.memo_map
        if expr in memo:
            return memo[expr]
        name = _METHODS.get(type(expr))
        if name is None:
            raise Exception(f"warning unhandled case: {type(expr)}")
        level = self._level
        if level % _LEVELS_PER_CHECK == 0 and level and not self._is_in_pieces and \
                _is_stack_low():
            self._visit_pieces(expr)
            if expr in memo:
                return memo[expr]
        self._level = level + 1
        try:
            result = getattr(self, name)(expr)
        finally:
            self._level = level
        self.memo_map[expr] = result
        return result

    def _visit_pieces(self, root):
        """Visits nodes below `root`, so that visits from it find them at no great depth."""
        self._is_in_pieces = True
        try:
            for expr in _ext.deep_nodes(root, _LEVELS_PER_PIECE, self.memo_map):
                self.visit(expr)
        finally:
            self._is_in_pieces = False

    def visit_function(self, _):
        raise NotImplementedError()

    def visit_let(self, _):
        raise NotImplementedError()

    def visit_call(self, _):
        raise NotImplementedError()

    def visit_var(self, _):
        raise NotImplementedError()

    def visit_type(self, typ):
        return typ

    def visit_if(self, _):
        raise NotImplementedError()

    def visit_tuple(self, _):
        raise NotImplementedError()

    def visit_tuple_getitem(self, _):
        raise NotImplementedError()

    def visit_global_var(self, _):
        raise NotImplementedError()

    def visit_op(self, _):
        raise NotImplementedError()

    def visit_constant(self, _):
        raise NotImplementedError()

    def visit_ref_create(self, _):
        raise NotImplementedError()

    def visit_ref_write(self, _):
        raise NotImplementedError()

    def visit_ref_read(self, _):
        raise NotImplementedError()

    def visit_constructor(self, _):
        raise NotImplementedError()


_METHODS = {
    Function: "visit_function", Call: "visit_call", Let: "visit_let", Var: "visit_var",
    GlobalVar: "visit_global_var", If: "visit_if", Tuple: "visit_tuple",
    TupleGetItem: "visit_tuple_getitem", Constant: "visit_constant", Op: "visit_op",
    RefCreate: "visit_ref_create", RefRead: "visit_ref_read", RefWrite: "visit_ref_write",
    Constructor: "visit_constructor",
}


class ExprVisitor(ExprFunctor):
    """Visits each node once; methods that are not overridden visit the children."""

    def visit_tuple(self, tup):
        for field in tup.fields:
            self.visit(field)

    def visit_call(self, call):
        self.visit(call.op)
        for arg in call.args:
            self.visit(arg)

    def visit_var(self, var):
        pass

    def visit_let(self, let):
        self.visit(let.var)
        self.visit(let.value)
        self.visit(let.body)

    def visit_function(self, fn):
        for param in fn.params:
            self.visit(param)
        self.visit(fn.body)

    def visit_if(self, i):
        self.visit(i.cond)
        self.visit(i.true_branch)
        self.visit(i.false_branch)

    def visit_global_var(self, gv):
        pass

    def visit_op(self, op):
        pass

    def visit_constant(self, const):
        pass

    def visit_constructor(self, c):
        pass

    def visit_tuple_getitem(self, t):
        self.visit(t.tuple_value)

    def visit_ref_create(self, r):
        self.visit(r.value)

    def visit_ref_read(self, r):
        self.visit(r.ref)

    def visit_ref_write(self, r):
        self.visit(r.ref)
        self.visit(r.value)


def _all_same(old, new):
    return len(old) == len(new) and all(a is b for a, b in zip(old, new))


class ExprMutator(ExprFunctor):
    """Replaces expressions; methods that are not overridden rebuild a node of what became of
    its children, or return it if they are the same."""

    def visit_function(self, fn):
        params = [self.visit(param) for param in fn.params]
        body = self.visit(fn.body)
        if body is fn.body and _all_same(fn.params, params):
            return fn
        return Function(params, body, fn.ret_type, list(fn.type_params), fn.attrs, fn.span)

    def visit_let(self, let):
        var = self.visit(let.var)
        value = self.visit(let.value)
        body = self.visit(let.body)
        if var is let.var and value is let.value and body is let.body:
            return let
        return Let(var, value, body, let.span)

    def visit_call(self, call):
        op = self.visit(call.op)
        args = [self.visit(arg) for arg in call.args]
        if op is call.op and _all_same(call.args, args):
            return call
        return Call(op, args, call.attrs, list(call.type_args), call.span)

    def visit_var(self, var):
        return var

    def visit_global_var(self, gvar):
        return gvar

    def visit_if(self, ite):
        cond = self.visit(ite.cond)
        then = self.visit(ite.true_branch)
        other = self.visit(ite.false_branch)
        if cond is ite.cond and then is ite.true_branch and other is ite.false_branch:
            return ite
        return If(cond, then, other, ite.span)

    def visit_tuple(self, tup):
        fields = [self.visit(field) for field in tup.fields]
        return tup if _all_same(tup.fields, fields) else Tuple(fields, tup.span)

    def visit_tuple_getitem(self, op):
        value = self.visit(op.tuple_value)
        return op if value is op.tuple_value else TupleGetItem(value, op.index, op.span)

    def visit_op(self, op):
        return op

    def visit_constant(self, const):
        return const

    def visit_constructor(self, con):
        return con

    def visit_ref_create(self, r):
        value = self.visit(r.value)
        return r if value is r.value else RefCreate(value, r.span)

    def visit_ref_write(self, r):
        ref = self.visit(r.ref)
        value = self.visit(r.value)
        return r if ref is r.ref and value is r.value else RefWrite(ref, value, r.span)

    def visit_ref_read(self, r):
        ref = self.visit(r.ref)
        return r if ref is r.ref else RefRead(ref, r.span)


# Expressions of any depth are visited anyway.
MixedModeMutator = ExprMutator
MixedModeVisitor = ExprVisitor

__getattr__ = _missing.make_getattr("tvm.relay.expr_functor")
