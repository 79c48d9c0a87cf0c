"""Copies of expressions with other fields: TVM's CallWithFields and its like. A field that is None
stays; the expression itself comes back where nothing changes."""

from .._ext import (Attrs, Call, Constant, Function, If, Let, NDArray, RefCreate, RefRead,
                    RefWrite, Tuple, TupleGetItem, Var)


def _is_same(old, new):
    if isinstance(old, tuple) and isinstance(new, (list, tuple)):
        return len(old) == len(new) and all(map(_is_same, old, new))
    return old is new or isinstance(old, (int, str, Attrs, NDArray)) and old == new


def _with_fields(make, expr, names, fields, virtual_device, span):
    old = [getattr(expr, name) for name in names]
    new = [before if field is None else field for before, field in zip(old, fields)]
    if virtual_device is None and span is None and all(map(_is_same, old, new)):
        return expr
    result = make(*new, span=expr.span if span is None else span)
    if virtual_device is not None:
        result.virtual_device_ = virtual_device
    elif isinstance(expr, Var):
        result.virtual_device_ = expr.virtual_device_
    return result


def ConstantWithFields(constant, data=None, virtual_device=None, span=None):
    """A constant with other data."""
    return _with_fields(Constant, constant, ["data"], [data], virtual_device, span)


def TupleWithFields(tup, fields=None, virtual_device=None, span=None):
    """A tuple with other fields."""
    return _with_fields(Tuple, tup, ["fields"], [fields], virtual_device, span)


def VarWithFields(variable, vid=None, type_annotation=None, virtual_device=None, span=None):
    """A new variable like another. With an identity, it has that one's name."""
    return _with_fields(Var, variable, ["name_hint", "type_annotation"],
                        [None if vid is None else vid.name_hint, type_annotation],
                        virtual_device, span)


def CallWithFields(call, op=None, args=None, attrs=None, type_args=None, virtual_device=None,
                   span=None):
    """A call with another callee, other arguments, attributes or type arguments."""
    return _with_fields(Call, call, ["op", "args", "attrs", "type_args"],
                        [op, args, attrs, type_args], virtual_device, span)


def LetWithFields(let, variable=None, value=None, body=None, virtual_device=None, span=None):
    """A binding with another variable, value or body."""
    return _with_fields(Let, let, ["var", "value", "body"], [variable, value, body], virtual_device,
                        span)


def IfWithFields(if_expr, cond=None, true_branch=None, false_branch=None, virtual_device=None,
                 span=None):
    """A branch with another condition or other branches."""
    return _with_fields(If, if_expr, ["cond", "true_branch", "false_branch"],
                        [cond, true_branch, false_branch], virtual_device, span)


def TupleGetItemWithFields(tuple_get_item, tuple_value=None, index=None, virtual_device=None,
                           span=None):
    """A projection with another tuple or index."""
    return _with_fields(TupleGetItem, tuple_get_item, ["tuple_value", "index"], [tuple_value, index],
                        virtual_device, span)


def RefCreateWithFields(ref_create, value=None, virtual_device=None, span=None):
    """A new reference with another value."""
    return _with_fields(RefCreate, ref_create, ["value"], [value], virtual_device, span)


def RefReadWithFields(ref_read, ref=None, virtual_device=None, span=None):
    """A read of another reference."""
    return _with_fields(RefRead, ref_read, ["ref"], [ref], virtual_device, span)


def RefWriteWithFields(ref_write, ref=None, value=None, virtual_device=None, span=None):
    """A write to another reference or of another value."""
    return _with_fields(RefWrite, ref_write, ["ref", "value"], [ref, value], virtual_device, span)


def FunctionWithFields(function, params=None, body=None, ret_type=None, ty_params=None, attrs=None,
                       virtual_device=None, span=None):
    """A function with other parameters, another body, and so on."""
    return _with_fields(Function, function,
                        ["params", "body", "ret_type", "type_params", "attrs"],
                        [params, body, ret_type, ty_params, attrs], virtual_device, span)
