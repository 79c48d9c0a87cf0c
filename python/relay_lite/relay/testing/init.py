"""Workloads: a module of an expression, and parameters for it."""

import numpy as np

from ... import _ext, _missing
from .. import transform


class Initializer:
    """Fills arrays in place, by the end of their names: ones for gamma and var, zeros for beta,
    bias and mean. Derived classes say what weights are.

    Parameters
    ----------
    **kwargs
        What a derived class was made with.
    """

    # The method for each end of a name.
    _PATTERNS = {"weight": "_init_weight", "bias": "_init_bias", "gamma": "_init_gamma",
                 "beta": "_init_beta", "mean": "_init_mean", "var": "_init_var"}

    def __init__(self, **kwargs):
        self._kwargs = kwargs

    def __call__(self, desc, arr):
        """Fills the array of a parameter.

        Parameters
        ----------
        desc : str
            The name.
        arr : numpy.ndarray
        """
        for end, method in self._PATTERNS.items():
            if desc.endswith(end):
                return getattr(self, method)(desc, arr)
        return self._init_default(desc, arr)

    def _init_weight(self, name, arr):
        raise NotImplementedError("Must override it")

    def _init_bias(self, _, arr):
        arr[:] = 0

    def _init_gamma(self, _, arr):
        arr[:] = 1

    def _init_beta(self, _, arr):
        arr[:] = 0

    def _init_mean(self, _, arr):
        arr[:] = 0

    def _init_var(self, _, arr):
        arr[:] = 1

    def _init_default(self, name, _):
        raise ValueError(f"Unknown initialization pattern for {name}: expected a name that ends "
                         f"in {', '.join(self._PATTERNS)}")


class Xavier(Initializer):
    """Draws weights from NumPy's global generator, from a uniform distribution that keeps the
    size of values from layer to layer.

    Parameters
    ----------
    rnd_type : str, default 'uniform'
        No other is there.
    factor_type : str, default 'avg'
        Which channels count: 'in', 'out', or 'avg' of both.
    magnitude : float, default 3
    """

    def __init__(self, rnd_type="uniform", factor_type="avg", magnitude=3):
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(magnitude)

    def _get_factor(self, name, shape):
        # Weights are read as OIHW, whatever their layout.
        window = np.prod(shape[2:]) if len(shape) > 2 else 1.0
        fans = {"in": shape[1] * window, "out": shape[0] * window}
        fans["avg"] = (fans["in"] + fans["out"]) / 2
        if self.factor_type not in fans:
            raise ValueError("Incorrect factor type")
        # Each channel is on its own.
        return window if "depthwise" in name else fans[self.factor_type]

    def _init_weight(self, name, arr):
        if arr.ndim < 2:
            raise ValueError(f"Xavier initializer cannot be applied to vector {name}. "
                             "It requires at least 2D.")
        scale = np.sqrt(self.magnitude / self._get_factor(name, arr.shape))
        if self.rnd_type != "uniform":
            raise ValueError("Unknown random type")
        arr[:] = np.random.uniform(-scale, scale, size=arr.shape)


class Constant(Initializer):
    """Makes all elements of a weight the same, with the sum 1."""

    def _init_weight(self, name, arr):
        arr[:] = 1.0 / arr.size


def create_workload(net, initializer=None, seed=0) -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """A typed module of a function, and arrays for all of its parameters but `data`.

    Seeds NumPy's global generator, as TVM does: the same parameters have the same values there.

    Parameters
    ----------
    net : relay.Function
        Its parameters need types, or operators that determine them.
    initializer : Initializer or function of (name, array), optional
        Fills an array in place. By default Xavier().
    seed : int
    """
    mod = transform.InferType()(_ext.IRModule.from_expr(net))
    types = {param.name_hint: param.checked_type for param in mod["main"].params}
    np.random.seed(seed)
    initializer = initializer or Xavier()
    params = {}
    for name, type_ in types.items():
        if name == "data":
            continue
        array = np.zeros(type_.concrete_shape, type_.dtype)
        initializer(name, array)
        params[name] = _ext.array(array)
    return mod, params


__getattr__ = _missing.make_getattr("tvm.relay.testing.init")
