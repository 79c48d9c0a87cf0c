"""Structural equality and hashing, spans, text."""

import math
import numbers

from .. import _ext, _missing
from .._ext import Node, Span
from ..error import TVMError
from ._env_func import EnvFunc
from .attrs import make_attrs
from .container import Array, FloatImm, IntImm, StringImm

__all__ = ["EnvFunc", "Node", "SourceName", "Span", "assert_structural_equal", "load_json", "make_node",
           "save_json", "structural_equal", "structural_hash"]


class SourceName:
    """The name of a source text."""

    __slots__ = ("name",)

    def __init__(self, name):
        if not isinstance(name, str):
            raise TVMError(f"expected the name of a source, but got {name!r}")
        self.name = name

    def __eq__(self, other):
        return isinstance(other, SourceName) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return f'SourceName("{self.name}")'


def _span_repr(span):
    return f"Span({span.source_name}, {span.line}, {span.end_line}, {span.column}, " \
           f"{span.end_column})"


def _span_equal(lhs, rhs):
    return isinstance(rhs, Span) and _span_repr(lhs) == _span_repr(rhs)


Span.source_name = property(lambda self: SourceName(self._file) if self._file else None)
Span.__repr__ = _span_repr
Span.__eq__ = _span_equal
Span.__hash__ = lambda self: hash(_span_repr(self))
Span.same_as = _span_equal


def _compare(lhs, rhs, map_free_vars, path):
    """None if equal, else the path to the first difference and what differs."""
    if isinstance(lhs, _ext.RelayExpr) and isinstance(rhs, _ext.RelayExpr):
        found = _ext.compare_exprs(lhs, rhs, map_free_vars)
    elif isinstance(lhs, _ext.IRModule) and isinstance(rhs, _ext.IRModule):
        found = _ext.compare_modules(lhs, rhs, map_free_vars)
        if found is None:
            return _compare(dict(lhs.attrs or {}), dict(rhs.attrs or {}), map_free_vars,
                            path + ".attrs")
    elif isinstance(lhs, _ext.Type) and isinstance(rhs, _ext.Type):
        if isinstance(lhs, _ext.TypeVar) or isinstance(rhs, _ext.TypeVar):
            found = None if lhs is rhs or (
                map_free_vars and type(lhs) is type(rhs)) else ("", f"{lhs} against {rhs}")
        elif isinstance(lhs, _ext.IncompleteType):
            found = None if lhs is rhs else ("", f"{lhs} against {rhs}")
        else:
            found = _ext.compare_types(lhs, rhs, map_free_vars)
            if found is not None:
                found = (found[0], f"{lhs} against {rhs}")
    elif isinstance(lhs, (list, tuple)) and isinstance(rhs, (list, tuple)):
        if len(lhs) != len(rhs):
            return path, f"{len(lhs)} against {len(rhs)} elements"
        for i, (left, right) in enumerate(zip(lhs, rhs)):
            found = _compare(left, right, map_free_vars, f"{path}[{i}]")
            if found is not None:
                return found
        return None
    elif isinstance(lhs, dict) and isinstance(rhs, dict):
        if lhs.keys() != rhs.keys():
            return path, f"the keys {sorted(lhs, key=str)} against {sorted(rhs, key=str)}"
        for key in lhs:
            found = _compare(lhs[key], rhs[key], map_free_vars, f"{path}[{key!r}]")
            if found is not None:
                return found
        return None
    elif isinstance(lhs, _ext.NDArray) and isinstance(rhs, _ext.NDArray):
        same = (lhs.shape, lhs.dtype, bytes(lhs)) == (rhs.shape, rhs.dtype, bytes(rhs))
        found = None if same else ("", "the arrays differ")
    elif isinstance(lhs, numbers.Number) and isinstance(rhs, numbers.Number):
        # The rule for attributes of calls: there is a tolerance, and all NaN are the same.
        same = lhs == rhs or abs(lhs - rhs) < 1e-9 or (lhs != lhs and rhs != rhs)
        found = None if same else ("", f"{lhs!r} against {rhs!r}")
    elif type(lhs) is type(rhs):
        found = None if lhs == rhs else ("", f"{lhs!r} against {rhs!r}")
    else:
        found = ("", f"{type(lhs).__name__} against {type(rhs).__name__}")
    if found is None:
        return None
    inner, message = found
    # The path of a module begins with the name of a function.
    if inner.startswith("@"):
        name, dot, rest = inner[1:].partition(".")
        inner = f'.functions[I.GlobalVar("{name}")]{dot}{rest}'
    return path + inner, message


def structural_equal(lhs, rhs, map_free_vars=False) -> bool:
    """Whether two expressions, modules, types, attributes or sequences of them are equal but
    for the names of variables, spans and inferred types. Sharing counts: an argument that
    occurs twice is not equal to two equal arguments.

    Parameters
    ----------
    lhs, rhs : Object
    map_free_vars : bool
        Whether a free variable of one side may stand for one of the other.
    """
    return _compare(lhs, rhs, map_free_vars, "<root>") is None


def assert_structural_equal(lhs, rhs, map_free_vars=False) -> None:
    """Raises a ValueError that says where the first difference is, if there is one.

    Parameters
    ----------
    lhs, rhs : Object
    map_free_vars : bool
        Whether a free variable of one side may stand for one of the other.
    """
    found = _compare(lhs, rhs, map_free_vars, "<root>")
    if found is not None:
        path, message = found
        raise ValueError(f"StructuralEqual check failed, caused by lhs at {path}:\n{lhs}\n"
                         f"and rhs at {path}:\n{rhs}\n{message}")


def structural_hash(node, map_free_vars=False) -> int:
    """A hash that is the same for what structural_equal takes for equal."""
    if isinstance(node, _ext.RelayExpr):
        return _ext.hash_expr(node, map_free_vars)
    if isinstance(node, _ext.IRModule):
        return hash(frozenset((var.name_hint, _ext.hash_expr(function, map_free_vars))
                              for var, function in node._definitions()))
    if isinstance(node, _ext.TypeVar):
        return hash(_ext.TypeVar) if map_free_vars else hash(id(node))
    if isinstance(node, _ext.Type):
        return node._hash()
    if isinstance(node, _ext.NDArray):
        return hash((node.shape, node.dtype, bytes(node)))
    if isinstance(node, (list, tuple)):
        return hash(tuple(structural_hash(element, map_free_vars) for element in node))
    if isinstance(node, dict):
        return hash(frozenset((key, structural_hash(value, map_free_vars))
                              for key, value in node.items()))
    # Python gives each NaN a hash of its own.
    return hash(math.nan if isinstance(node, float) and math.isnan(node) else node)


def save_json(node) -> str:
    """The JSON text of a module, expression, type, span, attributes of a function, or a list of
    expressions, strings and numbers, as TVM 0.16 writes it: load_json and TVM read it back.

    Parameters
    ----------
    node : Object
    """
    return _ext.save_json(node)


def load_json(json_str):
    """Return the object in a JSON text of save_json, of RelayLite or TVM. A fault in the text is a
    DiagnosticError that names the node.

    Parameters
    ----------
    json_str : str
    """
    return _ext.load_json(json_str)


def _reduce(self):
    return load_json, (save_json(self),)


def _load_object(json_str):
    return _ext.make_object(json_str)


for _cls in (_ext.RelayExpr, _ext.Type, Span):
    _cls.__reduce__ = _reduce
_ext.MetaObject.__reduce__ = lambda self: (_load_object, (save_json(self),))


def make_node(type_key, **kwargs):
    """A node by TVM's name of its type: DictAttrs, attributes of an operator such as
    relay.attrs.Conv2DAttrs, attrs.TestAttrs, IntImm, FloatImm or tir.StringImm.

    Parameters
    ----------
    type_key : str
    **kwargs
        Its fields.
    """
    if type_key == "DictAttrs":
        return _ext.make_attrs(type_key, kwargs)
    attrs = make_attrs(type_key, kwargs)
    if attrs is not None:
        return attrs
    if type_key == "IntImm":
        return IntImm(**kwargs)
    if type_key == "FloatImm":
        return FloatImm(**kwargs)
    if type_key == "tir.StringImm":
        return StringImm(**kwargs)
    raise NotImplementedError(f"make_node of {type_key} is not part of RelayLite: call the class "
                              "or the operator")


# Types compare by structure.
def _type_equal(self, other):
    return isinstance(other, _ext.Type) and structural_equal(self, other)


def _type_hash(self):
    return structural_hash(self)


def _type_repr(self):
    if isinstance(self, _ext.TensorType):
        return f"TensorType({self.shape}, {self.dtype})"
    if isinstance(self, _ext.TupleType):
        return f"TupleTypeNode({Array(map(repr, self.fields))})"
    return str(self)


_ext.Type.__eq__ = _type_equal
_ext.Type.__hash__ = _type_hash
for _cls in (_ext.Type, _ext.TensorType, _ext.TupleType):
    _cls.__repr__ = _type_repr

__getattr__ = _missing.make_getattr("tvm.ir.base")
