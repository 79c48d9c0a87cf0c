"""Arrays on the CPU: tvm.nd."""

from .. import _ext, _missing
from .._ext import NDArray


class Device:
    """A device. All computation happens on the CPU."""

    __slots__ = ("device_type", "device_id")
    _NAMES = {1: "cpu", 2: "cuda", 4: "opencl", 7: "vulkan", 8: "metal", 10: "rocm"}

    def __init__(self, device_type, device_id=0):
        self.device_type = device_type
        self.device_id = device_id

    @property
    def exist(self):
        """Whether programs can run there."""
        return self.device_type == 1 and self.device_id == 0

    def __eq__(self, other):
        return isinstance(other, Device) and \
            (self.device_type, self.device_id) == (other.device_type, other.device_id)

    def __hash__(self):
        return hash((self.device_type, self.device_id))

    def __repr__(self):
        return f"{self._NAMES.get(self.device_type, self.device_type)}({self.device_id})"

    __str__ = __repr__


def device(dev_type, dev_id=0):
    """The device of a name (`cpu`, `llvm`, `cuda`, ...) or number of TVM's."""
    if isinstance(dev_type, str):
        name = dev_type.split()[0]
        name = {"llvm": "cpu", "c": "cpu", "nvptx": "cuda", "cl": "opencl", "gpu": "cuda"}.get(
            name, name)
        numbers = {text: number for number, text in Device._NAMES.items()}
        if name not in numbers:
            raise ValueError(f"Unknown device type {dev_type}")
        dev_type = numbers[name]
    return Device(dev_type, dev_id)


def cpu(dev_id=0):
    """The CPU."""
    return Device(1, dev_id)


def cuda(dev_id=0):
    """A GPU: a value that scripts may pass on; nothing runs there."""
    return Device(2, dev_id)


gpu = cuda


def array(arr, device=None, mem_scope=None):
    """An array with the elements of anything that NumPy makes one of.

    Parameters
    ----------
    arr : array_like
        Arrays that nobody can write to are not copied.
    """
    if device is not None and device.device_type != 1:
        raise RuntimeError(f"RelayLite has no memory on {device}: arrays are on the CPU")
    return _ext.array(arr)


def empty(shape, dtype="float32", device=None, mem_scope=None):
    """An array of zeros."""
    import numpy as np

    return array(np.zeros(shape, str(dtype)), device)


from_numpy = array


def _view(self):
    """A NumPy array of the same elements, without a copy; it cannot be written to."""
    import numpy as np

    # NumPy has no bfloat16.
    dtype = "uint16" if self.dtype == "bfloat16" else self.dtype
    if 0 in self.shape:
        return np.zeros(self.shape, dtype)
    return np.frombuffer(self, dtype=dtype).reshape(self.shape)


def _numpy(self):
    """A copy as a NumPy array."""
    return self._view().copy()


def _array(self, dtype=None, copy=None):
    view = self._view()
    if dtype is not None and view.dtype != dtype:
        return view.astype(dtype)
    return view.copy() if copy else view


def _setitem(self, index, value):
    if not (index is Ellipsis or (isinstance(index, slice) and index == slice(None))):
        raise ValueError("Array only support set from numpy array")
    _copyfrom(self, value)


def _copyfrom(self, source):
    """Takes the elements of another array of the same shape and element type."""
    import numpy as np

    if not isinstance(source, NDArray):
        source = np.broadcast_to(np.asarray(source, dtype=self.dtype), self.shape)
    self._assign(source)
    return self


def _copyto(self, target, mem_scope=None):
    """Copies the elements to another array or device; returns it."""
    if isinstance(target, NDArray):
        target._assign(self)
        return target
    return array(self.numpy(), target)


NDArray._view = _view
NDArray.numpy = NDArray.asnumpy = _numpy
NDArray.__array__ = _array
NDArray.__setitem__ = _setitem
NDArray.copyfrom = _copyfrom
NDArray.copyto = _copyto
NDArray.device = property(lambda self: cpu())
NDArray.same_as = lambda self, other: self is other
NDArray.__str__ = lambda self: str(self._view())
NDArray.__repr__ = lambda self: f"<tvm.nd.NDArray shape={self.shape}, {self.device}>\n" \
    f"{self._view()!r}"
NDArray.__reduce__ = lambda self: (array, (self.numpy(),))

__getattr__ = _missing.make_getattr("tvm.nd")
