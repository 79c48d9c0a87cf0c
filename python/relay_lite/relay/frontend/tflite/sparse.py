"""Sparse weights of TFLite.

The elements of a sparse tensor are in the order of a tree. A level is a dimension of the tensor, or
of the blocks that it consists of: a dense one has all indices, a compressed one has those that its
segments name.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

# The most elements of a sparse tensor that is written out.
_MOST_ELEMENTS = 1 << 28
# The most levels of a sparse tensor: arrays of NumPy have at most 64 dimensions.
_MOST_LEVELS = 64
_DENSE = 0


def densify(values: Any, shape: list[int], sparsity: Any) -> Any:
    """Return all elements of a sparse tensor.

    Parameters
    ----------
    values : array
        The elements that the file has.
    shape : list of int
    sparsity : tflite.SparsityParameters

    Raises
    ------
    ValueError
        If the description of the tensor contradicts itself.
    """
    rank, count = len(shape), sparsity.DimMetadataLength()
    if math.prod(shape) > _MOST_ELEMENTS:
        raise ValueError(f"a sparse tensor of more than {_MOST_ELEMENTS} elements")
    if count > _MOST_LEVELS:
        raise ValueError(f"a sparse tensor of more than {_MOST_LEVELS} levels")
    order = _as_list(sparsity.TraversalOrderAsNumpy())
    blocks = _as_list(sparsity.BlockMapAsNumpy())
    if sorted(order) != list(range(count)) or rank + len(blocks) != count or \
            any(not 0 <= axis < rank for axis in blocks):
        raise ValueError(f"the order {order} and the blocks {blocks} of a sparse tensor of rank "
                         f"{rank}")
    # The file has a value or a segment for each node, so that there are no more nodes than bytes.
    coordinates = _walk(sparsity, count, min(math.prod(shape), len(sparsity._tab.Bytes)))
    found = len(coordinates[0]) if coordinates else 1
    if found != len(values):
        raise ValueError(f"a sparse tensor has {found} places, but {len(values)} values")
    result = np.zeros(shape, values.dtype)
    places = [np.zeros(len(values), np.int64) for _ in range(rank)]
    for level, axis in enumerate(order):
        if axis < rank:
            places[axis] += coordinates[level] * math.prod(
                _get_dense_size(sparsity, order.index(rank + i))
                for i, blocked in enumerate(blocks) if blocked == axis)
        else:
            places[blocks[axis - rank]] += coordinates[level]
    if any((place < 0).any() or (place >= size).any() for place, size in zip(places, shape)):
        raise ValueError(f"an index of a sparse tensor is outside the shape {shape}")
    result[tuple(places)] = values
    return result


def _as_list(values: Any) -> list[int]:
    return [int(value) for value in values] if np.ndim(values) == 1 else []


def _get_dense_size(sparsity: Any, level: int) -> int:
    level_data = sparsity.DimMetadata(level)
    if level_data.Format() != _DENSE:
        raise ValueError("a dimension of blocks is compressed")
    return int(level_data.DenseSize())


def _walk(sparsity: Any, count: int, most: int) -> list[Any]:
    """Return the coordinates of the elements at each level. A level of more than `most` nodes is a
    ValueError."""
    coordinates: list[Any] = []
    # The number of each node among those of its level.
    nodes = np.zeros(1, np.int64)
    for level in range(count):
        data = sparsity.DimMetadata(level)
        if data.Format() == _DENSE:
            size = data.DenseSize()
            if not 0 <= size * len(nodes) <= most:
                raise ValueError("a sparse tensor has more places than elements")
            sizes = np.full(len(nodes), size)
            own = np.tile(np.arange(size), len(nodes))
            nodes = np.repeat(nodes, size) * size + own
        else:
            segments = _read_vector(data.ArraySegmentsType(), data.ArraySegments())
            indices = _read_vector(data.ArrayIndicesType(), data.ArrayIndices())
            if (nodes + 1 >= len(segments)).any():
                raise ValueError("a sparse tensor has too few segments")
            begins, sizes = segments[nodes], segments[nodes + 1] - segments[nodes]
            if (sizes < 0).any() or (begins < 0).any() or sizes.sum() > most or \
                    (begins + sizes > len(indices)).any():
                raise ValueError("the segments of a sparse tensor are invalid")
            nodes = np.repeat(begins - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
            own = indices[nodes]
        coordinates = [np.repeat(column, sizes) for column in coordinates]
        coordinates.append(own)
    return coordinates


def _read_vector(kind: int, table: Any) -> Any:
    """Return the numbers of a vector of one of three widths."""
    import tflite

    classes = {1: tflite.Int32Vector, 2: tflite.Uint16Vector, 3: tflite.Uint8Vector}
    if kind not in classes or table is None:
        raise ValueError(f"there is no kind {kind} of vectors of indices")
    vector = classes[kind]()
    vector.Init(table.Bytes, table.Pos)
    return np.asarray(vector.ValuesAsNumpy()).reshape(-1).astype(np.int64)
