"""TVM's functions of C++ that make calls of operators, `relay.op._make`, `relay.op.nn._make` and so on:
all arguments are given by position, as they are in attributes."""

from ... import _missing
from ._generated import FUNCTIONS

# The operators for which C++ has another order of parameters than Python.
_ORDERS = {
    "fixed_point_multiply_per_axis":
        "data fp_multiplier left_shift right_shift is_lshift_required is_rshift_required axes",
    "nn.lrn": "data size axis alpha beta bias",
    "nn.pad": "data pad_width pad_value pad_mode",
    "sparse_to_dense": "sparse_indices output_shape sparse_values default_value",
    "stft": "data n_fft hop_length win_length window normalized onesided",
    "take": "data indices batch_dims axis mode",
}


def _make_function(name):
    raw = FUNCTIONS[name]
    if name not in _ORDERS:
        return raw
    order = _ORDERS[name].split()

    def make(*args):
        if len(args) != len(order):
            raise TypeError(f"expected the arguments {', '.join(order)}, but got {len(args)}")
        return raw(**dict(zip(order, args)))

    make.__name__, make.__doc__ = raw.__name__, raw.__doc__
    return make


class Maker:
    """Has the functions of the operators whose names begin with a prefix."""

    def __init__(self, module, prefix=""):
        self._module, self._prefix = module, prefix

    def __getattr__(self, name):
        if name.startswith("_") or self._prefix + name not in FUNCTIONS:
            raise AttributeError(_missing.explain(f"{self._module}._make.{name}"))
        return _make_function(self._prefix + name)


def __getattr__(name):
    # The module is what TVM has for operators without a prefix.
    return getattr(Maker("tvm.relay.op"), name)
