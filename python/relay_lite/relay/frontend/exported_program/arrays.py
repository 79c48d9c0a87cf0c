"""Arrays of the memory of tensors in files."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..node import ConversionError

# A tensor that repeats elements of a file may have so many bytes, as its elements are copied.
_MOST_REPEATED = 1 << 30


def make_array(data: memoryview, dtype: Any, place: tuple[list[int], list[int], int],
               what: str) -> Any:
    """Return the array of a tensor's memory.

    Parameters
    ----------
    data : memoryview
    dtype : numpy.dtype
    place : tuple
        The sizes, the strides and the offset, in elements.
    what : str
        The name of the tensor, for messages.
    """
    sizes, strides, offset = place
    numbers = [*sizes, *strides, offset]
    if len(sizes) != len(strides) or any(type(x) is not int or x < 0 for x in numbers):
        raise ConversionError(f"{what} has invalid sizes {sizes}, strides {strides} or offset {offset}")
    size = math.prod(max(x, 1) for x in sizes) * dtype.itemsize
    if size > max(len(data), _MOST_REPEATED):
        raise ConversionError(f"{what} of the sizes {sizes} takes {size} bytes, but there are {len(data)}, "
                              f"which may be repeated up to {_MOST_REPEATED}")
    if 0 in sizes:
        return np.zeros(sizes, dtype)
    last = offset + sum((size - 1) * step for size, step in zip(sizes, strides))
    if (last + 1) * dtype.itemsize > len(data):
        raise ConversionError(f"{what} needs {(last + 1) * dtype.itemsize} bytes, but there are "
                              f"{len(data)}")
    count = math.prod(sizes)
    flat = np.frombuffer(data, dtype, last + 1 - offset, offset * dtype.itemsize)
    if _is_dense(sizes, strides):
        return flat[:count].reshape(sizes)
    return np.lib.stride_tricks.as_strided(flat, sizes, [step * dtype.itemsize for step in strides],
                                           writeable=False)


def _is_dense(sizes: list[int], strides: list[int]) -> bool:
    """Return whether elements lie side by side in the order of indices."""
    expected = 1
    for size, step in zip(reversed(sizes), reversed(strides)):
        if size != 1 and step != expected:
            return False
        expected *= size
    return True
