"""The passes on quantized operators."""

from ... import _missing
from ...ir.transform import Pass
from .. import transform as _transform


def CanonicalizeOps() -> Pass:
    """Replaces each quantized operator by its canonical form, a composition of plain operators."""
    return _transform.Legalize("FTVMQnnCanonicalize")


def Legalize() -> Pass:
    """Brings quantized operators to a form that suits the current target."""
    return _transform.Legalize("FTVMQnnLegalize")


__getattr__ = _missing.make_getattr("tvm.relay.qnn.transform")
