"""Operators that tell passes something about a value."""

from ... import _missing
from ...target import VirtualDevice as _VirtualDevice
from .._with_fields import FunctionWithFields, VarWithFields
from ..expr import Call, bind
from ..function import Function
from ._arguments import complete_docstrings, virtual_device as _virtual_device
from ._generated import FUNCTIONS as _RAW
from ._make import Maker as _Maker

globals().update({name[11:]: function for name, function in _RAW.items()
                  if name.startswith("annotation.")})


def on_device(body, device, constrain_result=False, constrain_body=True) -> Call:
    """The value of an expression, with where it is as a constraint.

    Parameters
    ----------
    body : relay.Expr
    device : Device, str or VirtualDevice
    constrain_result : bool, default False
        Whether the result is used on the device.
    constrain_body : bool, default True
        Whether the body is computed on the device. If nothing is constrained, the call has no
        device.
    """
    device = _virtual_device(device)
    if not constrain_result and not constrain_body:
        device = _VirtualDevice()
    return _RAW["on_device"](body, device, constrain_result, constrain_body)


def function_on_device(function, param_devices, result_device) -> Function:
    """A function with where its parameters and its result are.

    Parameters
    ----------
    function : relay.Function
    param_devices : sequence of Device, str or VirtualDevice
        One for each parameter.
    result_device : Device, str or VirtualDevice

    Returns
    -------
    relay.Function
        `function` with new parameters.

    Raises
    ------
    ValueError
        There is another number of parameters, or something is no device.
    """
    devices = [_virtual_device(device) for device in param_devices]
    if len(devices) != len(function.params):
        raise ValueError(f"expected {len(function.params)} devices, but got {len(devices)}")
    params = [VarWithFields(param, virtual_device=device)
              for param, device in zip(function.params, devices)]
    body = bind(function.body, dict(zip(function.params, params)))
    return FunctionWithFields(function, params=params, body=body,
                              virtual_device=_virtual_device(result_device))


complete_docstrings({"on_device": on_device})

# In TVM it is a package, whose module of the same name has the functions.
__path__ = []
_make = _Maker("tvm.relay.op.annotation", "annotation.")
__getattr__ = _missing.make_getattr("tvm.relay.annotation")
