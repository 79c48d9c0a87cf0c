"""Relay: expressions, operators, passes; the names of TVM's tvm.relay."""

from .. import _missing
from .._ext import IRModule as _IRModule
from ..ir.base import SourceName, Span
from ..ir.transform import PassContext
from . import (adt, analysis, backend, base, build_module, dataflow_pattern, expr, expr_functor, function, op,
               param_dict, parser, scope_builder, transform, ty, type_functor)
from . import ir_pass
from .adt import Constructor, TypeData
from .backend import vm
from .build_module import build, build_config, create_executor, optimize
from .expr import (Call, Constant, Expr, GlobalVar, If, Let, RefCreate, RefRead, RefWrite, Tuple,
                   TupleGetItem, TupleWrapper, Var, astext, bind, const, pretty_print, var)
from .expr_functor import ExprFunctor, ExprMutator, ExprVisitor
from .function import Function
from .op import annotation, image, nn, random, vision
from .param_dict import load_param_dict, save_param_dict
from .parser import SpanCheck, fromtext, parse, parse_expr
from .scope_builder import ScopeBuilder
from .ty import (Any, FuncType, GlobalTypeVar, IncompleteType, RefType, ShapeVar, TensorType,
                 TupleType, Type, TypeCall, TypeConstraint, TypeKind, TypeRelation, TypeVar,
                 scalar_type)
from .type_functor import TypeFunctor, TypeMutator, TypeVisitor

globals().update({name: function for name, function in op.OPERATORS.items()})

# The name that modules had in TVM's early versions.
Module = _IRModule

# Registers what compilers take.
from . import qnn  # noqa: E402
from .op import contrib as _contrib  # noqa: E402

__getattr__ = _missing.make_getattr(
    "tvm.relay", submodules=["collage", "data_dep_optimization", "frontend", "loops", "testing"])
