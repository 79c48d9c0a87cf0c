"""Random numbers of splittable generators, whose state is a key: a vector of ten words. A key is for
one call."""

from ... import _missing
from ...runtime import ndarray
from ..expr import Call, Constant
from ._arguments import as_expr, complete_docstrings
from ._generated import FUNCTIONS as _RAW
from ._make import Maker as _Maker


def threefry_key(seed) -> Constant:
    """A key to begin with.

    Parameters
    ----------
    seed : int
        From 0 to below 2^256.

    Returns
    -------
    relay.Constant
        Ten words: the seed, an empty path, a counter of 0, and the first bit of the path.

    Raises
    ------
    OverflowError
        The seed is out of range.
    """
    import numpy as np

    words = np.frombuffer(seed.to_bytes(32, "little"), dtype="<u8").astype("uint64")
    rest = np.array([0, 0, 0, 0, 1 << 63, 0], dtype="uint64")
    return Constant(ndarray.array(np.concatenate((words, rest))))


def threefry_generate(key, shape) -> Call:
    """Random bits: the next key, and a tensor of uint64, as a tuple-typed expression.

    Parameters
    ----------
    key : relay.Expr
    shape : sequence of int
    """
    return _RAW["random.threefry_generate"](key, shape)


def threefry_split(key) -> Call:
    """Two keys whose numbers are independent, as a tuple-typed expression.

    Parameters
    ----------
    key : relay.Expr
    """
    return _RAW["random.threefry_split"](key)


def uniform(key, shape, dtype="float32", low=0.0, high=1.0) -> Call:
    """Uniformly distributed numbers: the next key, and a tensor, as a tuple-typed expression.

    Parameters
    ----------
    key : relay.Expr
    shape : sequence of int
    dtype : str, default 'float32'
        'float32' or 'float64'.
    low : float or relay.Expr, default 0.0
    high : float or relay.Expr, default 1.0
        Numbers are below it.
    """
    return _RAW["random.uniform"](key, as_expr(low, dtype), as_expr(high, dtype), shape, dtype)


def normal(key, shape, dtype="float32", mean=0.0, scale=1.0) -> Call:
    """Normally distributed numbers: the next key, and a tensor, as a tuple-typed expression.

    Parameters
    ----------
    key : relay.Expr
    shape : sequence of int
    dtype : str, default 'float32'
        'float32' or 'float64'.
    mean : float or relay.Expr, default 0.0
    scale : float or relay.Expr, default 1.0
        The standard deviation.
    """
    return _RAW["random.normal"](key, as_expr(mean, dtype), as_expr(scale, dtype), shape, dtype)


def multinomial(key, probs, num_samples) -> Call:
    """Positions with given probabilities: the next key, and a tensor of int32, as a tuple-typed
    expression.

    Parameters
    ----------
    key : relay.Expr
    probs : relay.Expr
        Probabilities along the last dimension; they need not sum up to 1.
    num_samples : int
        How many positions are drawn of each vector.
    """
    return _RAW["random.multinomial"](key, probs, num_samples)


complete_docstrings(globals(), "random.")

# In TVM it is a package, whose module kernel has the functions.
__path__ = []
_make = _Maker("tvm.relay.op.random", "random.")
__getattr__ = _missing.make_getattr("tvm.relay.random")
