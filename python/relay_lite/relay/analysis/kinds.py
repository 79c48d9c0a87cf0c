"""The kinds of types."""

from ... import _ext
from ...error import TVMError, _expect
from ..ty import TypeKind


def check_kind(t, mod=None) -> TypeKind:
    """Return the kind of a type; a TVMError if a part of it has a kind that does not belong there.

    Parameters
    ----------
    t : relay.Type
    mod : IRModule, optional
        The module that defines the algebraic data types.
    """
    _expect(t, _ext.Type, "a type")
    _expect(mod, (_ext.IRModule, type(None)), "an IRModule as mod")
    for part, expected, role in _get_parts(t):
        kind = check_kind(part, mod)
        if kind != expected:
            raise TVMError(f"{part} is of the kind {kind.name}, but {role} of {t} has to be of the kind "
                           f"{expected.name}")
    if isinstance(t, _ext.TypeCall):
        _check_call(t, mod)
    if isinstance(t, _ext.TypeData):
        return TypeKind.TypeData
    if isinstance(t, _ext.TypeConstraint):
        return TypeKind.Constraint
    return TypeKind(t.kind) if isinstance(t, _WITH_KINDS) else TypeKind.Type


_WITH_KINDS = (_ext.IncompleteType, _ext.TypeVar, _ext.GlobalTypeVar)


def _get_parts(t):
    """The parts of a type, each with the kind that it has to have and its role."""
    types = []
    if isinstance(t, _ext.TupleType):
        types = [(field, "a field") for field in t.fields]
    elif isinstance(t, _ext.FuncType):
        types = [*((arg, "a parameter") for arg in t.arg_types), (t.ret_type, "the result")]
    elif isinstance(t, _ext.RefType):
        types = [(t.value, "the content")]
    elif isinstance(t, (_ext.TypeRelation, _ext.TypeCall)):
        types = [(arg, "an argument") for arg in t.args]
    elif isinstance(t, _ext.TypeData):
        types = [*((var, "a type parameter") for var in t.type_vars),
                 *((field, f"a field of {constructor.name_hint}")
                   for constructor in t.constructors for field in constructor.inputs)]
    parts = [(part, TypeKind.Type, role) for part, role in types]
    if isinstance(t, _ext.FuncType):
        parts += ((part, TypeKind.Constraint, "a constraint") for part in t.type_constraints)
    if isinstance(t, _ext.TypeCall):
        parts.append((t.func, TypeKind.AdtHandle, "the function"))
    if isinstance(t, _ext.TypeData):
        parts.append((t.header, TypeKind.AdtHandle, "the name"))
    return parts


def _check_call(call, mod):
    """A call of a type names a definition of the module that takes as many arguments."""
    if not isinstance(call.func, _ext.GlobalTypeVar):
        raise TVMError(f"the callee of {call} is no global type variable, but {call.func}")
    name = call.func.name_hint
    if mod is None or not mod.contain_global_type_var(name):
        raise TVMError(f"the type variable {name} of {call} is undefined")
    expected = len(mod[call.func].type_vars)
    if expected != len(call.args):
        raise TVMError(f"expected {expected} arguments of {call}, but got {len(call.args)}")
