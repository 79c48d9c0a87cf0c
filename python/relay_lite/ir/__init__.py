"""The names of TVM's tvm.ir."""

from . import (_show, adt, affine_type, attrs, base, container, diagnostics, expr, function, module, op,  # noqa: A004
               supply, type, type_relation)
from .._ext import IRModule, Op
from .adt import Constructor, TypeData
from .affine_type import TensorAffineType, TupleAffineType
from .attrs import Attrs, DictAttrs
from .base import (EnvFunc, Node, SourceName, Span, assert_structural_equal, load_json,
                   make_node, save_json, structural_equal, structural_hash)
from .container import Array, IntImm, Map
from .expr import BaseExpr, GlobalVar, RelayExpr
from .function import BaseFunc
from .op import register_op_attr
from .type import (FuncType, GlobalTypeVar, IncompleteType, RelayRefType, TensorType, TupleType, Type,
                   TypeConstraint, TypeKind, TypeVar)
from .type_relation import TypeCall, TypeRelation
from .. import _missing

__getattr__ = _missing.make_getattr("tvm.ir")
