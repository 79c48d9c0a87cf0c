"""Visitors and mutators of types, to be derived from."""

from .. import _missing
from .adt import TypeData
from .expr_functor import _all_same
from .ty import (FuncType, GlobalTypeVar, IncompleteType, RefType, TensorType, TupleType, TypeCall,
                 TypeRelation, TypeVar)

__all__ = ["TypeFunctor", "TypeMutator", "TypeVisitor"]


class TypeFunctor:
    """Calls a method for the kind of each type."""

    def visit(self, typ):
        """Return the result of the method for the kind of `typ`."""
        name = _METHODS.get(type(typ))
        if name is None:
            raise TypeError(f"expected a type of Relay, but got {typ!r}")
        return getattr(self, name)(typ)

    def visit_type_var(self, _):
        raise NotImplementedError()

    def visit_incomplete_type(self, _):
        raise NotImplementedError()

    def visit_tensor_type(self, _):
        raise NotImplementedError()

    def visit_func_type(self, _):
        raise NotImplementedError()

    def visit_tuple_type(self, _):
        raise NotImplementedError()

    def visit_type_relation(self, _):
        raise NotImplementedError()

    def visit_ref_type(self, _):
        raise NotImplementedError()

    def visit_global_type_var(self, _):
        raise NotImplementedError()

    def visit_type_call(self, _):
        raise NotImplementedError()

    def visit_type_data(self, _):
        raise NotImplementedError()


_METHODS = {
    TypeVar: "visit_type_var", IncompleteType: "visit_incomplete_type",
    TensorType: "visit_tensor_type", FuncType: "visit_func_type", TupleType: "visit_tuple_type",
    TypeRelation: "visit_type_relation", RefType: "visit_ref_type",
    GlobalTypeVar: "visit_global_type_var", TypeCall: "visit_type_call",
    TypeData: "visit_type_data",
}


class TypeVisitor(TypeFunctor):
    """Visits each part of a type; methods that are not overridden visit the parts."""

    def visit_type_var(self, tv):
        pass

    def visit_incomplete_type(self, it):
        pass

    def visit_tensor_type(self, tt):
        pass

    def visit_func_type(self, ft):
        for part in (*ft.arg_types, ft.ret_type, *ft.type_params, *ft.type_constraints):
            self.visit(part)

    def visit_tuple_type(self, tt):
        for field in tt.fields:
            self.visit(field)

    def visit_type_relation(self, tr):
        for arg in tr.args:
            self.visit(arg)

    def visit_ref_type(self, rt):
        self.visit(rt.value)

    def visit_global_type_var(self, gtv):
        pass

    def visit_type_call(self, tc):
        self.visit(tc.func)
        for arg in tc.args:
            self.visit(arg)

    def visit_type_data(self, td):
        self.visit(td.header)
        for type_var in td.type_vars:
            self.visit(type_var)


class TypeMutator(TypeFunctor):
    """Replaces types; methods that are not overridden build a type of the new parts, or return the
    type itself if its parts are the same."""

    def _visit_all(self, types):
        return [self.visit(part) for part in types]

    def visit_type_var(self, tv):
        return tv

    def visit_incomplete_type(self, it):
        return it

    def visit_tensor_type(self, tt):
        return tt

    def visit_func_type(self, ft):
        args = self._visit_all(ft.arg_types)
        result = self.visit(ft.ret_type)
        params = self._visit_all(ft.type_params)
        constraints = self._visit_all(ft.type_constraints)
        if result is ft.ret_type and _all_same(ft.arg_types, args) and \
                _all_same(ft.type_params, params) and _all_same(ft.type_constraints, constraints):
            return ft
        return FuncType(args, result, params, constraints)

    def visit_tuple_type(self, tt):
        fields = self._visit_all(tt.fields)
        return tt if _all_same(tt.fields, fields) else TupleType(fields)

    def visit_type_relation(self, tr):
        args = self._visit_all(tr.args)
        if _all_same(tr.args, args):
            return tr
        return TypeRelation(tr.func, args, tr.num_inputs, tr.attrs)

    def visit_ref_type(self, rt):
        value = self.visit(rt.value)
        return rt if value is rt.value else RefType(value)

    def visit_global_type_var(self, gtv):
        return gtv

    def visit_type_call(self, tc):
        func = self.visit(tc.func)
        args = self._visit_all(tc.args)
        return tc if func is tc.func and _all_same(tc.args, args) else TypeCall(func, args)

    def visit_type_data(self, td):
        header = self.visit(td.header)
        type_vars = self._visit_all(td.type_vars)
        if header is td.header and _all_same(td.type_vars, type_vars):
            return td
        return TypeData(header, type_vars, td.constructors)


__getattr__ = _missing.make_getattr("tvm.relay.type_functor")
