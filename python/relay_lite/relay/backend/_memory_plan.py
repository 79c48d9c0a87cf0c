"""TVM's memory plan for show: the JSON of a graph tells it, but the compiler plans memory itself.

Each value has a storage. One that nobody needs any more serves later values whose sizes are not too
different: TVM takes the smallest that is large enough, or the largest that is not.
"""

import bisect
import math

# By how much sizes may differ.
_MATCH_RANGE = 16


class Storage:
    """Memory for one value after the other."""

    def __init__(self, number, size, uses):
        self.number = number
        # The sizes of the first value and of the largest.
        self.first_size = self.size = size
        self.uses = uses


class MemoryPlan:
    """The storages so far, and those that are free."""

    def __init__(self):
        self.storages = []
        self._free = []

    def allocate(self, size, uses) -> Storage:
        """A new storage; its value is needed `uses` times."""
        storage = Storage(len(self.storages), size, uses)
        self.storages.append(storage)
        return storage

    def request(self, size, uses) -> Storage:
        """A storage that is free, or a new one."""
        sizes = [free.size for free in self._free]
        middle = bisect.bisect_left(sizes, size)
        if middle < len(sizes) and sizes[middle] <= size * _MATCH_RANGE:
            storage = self._free.pop(middle)
        elif middle and sizes[middle - 1] >= size // _MATCH_RANGE:
            storage = self._free.pop(middle - 1)
        else:
            return self.allocate(size, uses)
        storage.size = max(storage.size, size)
        storage.uses = uses
        return storage

    def release(self, storage) -> None:
        """Makes a storage free if nobody needs its value."""
        if storage.uses == 0:
            self._free.insert(bisect.bisect_right([free.size for free in self._free], storage.size),
                              storage)


def get_size(tensor_type) -> int:
    """The bytes of a tensor of a static type."""
    from ...runtime import DataType

    return math.prod(tensor_type.shape) * DataType(tensor_type.dtype).itemsize()
