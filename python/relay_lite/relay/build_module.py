"""What makes programs of modules."""

from .. import _ext, _missing
from .expr import bind
from ..ir.transform import _build_config as build_config


def bind_params_by_name(func, params):
    """The function with the parameters that `params` names replaced by constants.

    Parameters
    ----------
    func : relay.Function
    params : dict of str to NDArray, array or Expr
        A name that no parameter has is ignored; one that several have is an error.
    """
    by_name = {}
    for param in func.params:
        by_name.setdefault(param.name_hint, []).append(param)
    binds = {}
    for name, value in params.items():
        found = by_name.get(name, [])
        if len(found) > 1:
            raise ValueError(f"Multiple args in the function have name {name}")
        if found:
            binds[found[0]] = value if isinstance(value, _ext.RelayExpr) else \
                _ext.Constant(value)
    return bind(func, binds)


__getattr__ = _missing.make_getattr("tvm.relay.build_module")
