"""Arrays on the CPU: tvm.nd."""

import operator

from .. import _ext, _missing
from .._ext import NDArray
from ..error import _expect


class Device:
    """A device. All computation happens on the CPU."""

    _NAMES = {1: "cpu", 2: "cuda", 4: "opencl", 7: "vulkan", 8: "metal", 9: "vpi", 10: "rocm",
              12: "ext_dev", 15: "webgpu", 16: "hexagon"}

    def __init__(self, device_type, device_id):
        self.device_type = operator.index(device_type)
        self.device_id = operator.index(device_id)

    @property
    def exist(self) -> bool:
        """Whether programs can run there."""
        return self.device_type == 1 and self.device_id == 0

    def sync(self, stream=None) -> None:
        """Waits for nothing: calls return when they are done."""

    def __eq__(self, other):
        return isinstance(other, Device) and \
            (self.device_type, self.device_id) == (other.device_type, other.device_id)

    def __hash__(self):
        return hash((self.device_type, self.device_id))

    def __repr__(self):
        return f"{self._NAMES.get(self.device_type, self.device_type)}({self.device_id})"

    __str__ = __repr__


def device(dev_type, dev_id=0) -> Device:
    """The device of a name (`cpu`, `llvm`, `cuda`, ...) or number of TVM's."""
    if isinstance(dev_type, str):
        # A target begins with its kind; a number after a colon is the device.
        name, _, number = (dev_type.split() or [""])[0].partition(":")
        name = {"llvm": "cpu", "c": "cpu", "stackvm": "cpu", "test": "cpu", "hybrid": "cpu",
                "composite": "cpu", "nvptx": "cuda", "gpu": "cuda", "cl": "opencl",
                "sdaccel": "opencl", "mtl": "metal"}.get(name, name)
        numbers = {text: number for number, text in Device._NAMES.items()}
        if name not in numbers or number and not number.isdigit():
            raise ValueError(f"Unknown device type: {dev_type}")
        dev_type, dev_id = numbers[name], int(number or dev_id)
    return Device(dev_type, dev_id)


# The name in TVM 0.7 and before.
context = device


def cpu(dev_id=0) -> Device:
    """The CPU."""
    return Device(1, dev_id)


def _make_device(name):
    def make(dev_id=0) -> Device:
        return device(name, dev_id)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = f"""A device of {name}: a value that scripts may pass on; nothing runs there."""
    return make


cuda = gpu = _make_device("cuda")
opencl = cl = _make_device("opencl")
vulkan = _make_device("vulkan")
metal = mtl = _make_device("metal")
vpi = _make_device("vpi")
rocm = _make_device("rocm")
ext_dev = _make_device("ext_dev")
webgpu = _make_device("webgpu")
hexagon = _make_device("hexagon")


def array(arr, device=None, mem_scope=None, *, ctx=None) -> NDArray:
    """An array with the elements of anything that NumPy makes one of.

    Parameters
    ----------
    arr : array_like
        Arrays that nobody can write to are not copied.
    device, ctx : Device, optional
        The CPU; `ctx` is the name of the parameter in TVM 0.7 and before.
    """
    device = ctx if device is None else device
    _expect(device, (Device, type(None)), "a device")
    if device is not None and device.device_type != 1:
        raise RuntimeError(f"RelayLite has no memory on {device}: arrays are on the CPU")
    return _ext.array(arr)


def empty(shape, dtype="float32", device=None, mem_scope=None, *, ctx=None) -> NDArray:
    """An array of zeros; for `device` and `ctx` see array."""
    device = ctx if device is None else device
    import numpy as np

    # NumPy has no bfloat16.
    if dtype == "bfloat16":
        return array(_ext.array(np.zeros(shape, "uint16"), dtype), device)
    return array(np.zeros(shape, str(dtype)), device)


from_numpy = array


def from_dlpack(dltensor) -> NDArray:
    """An array with the elements of another library's. Those that can be written to are copied.

    Parameters
    ----------
    dltensor : object with __dlpack__ or capsule of DLPack
    """
    import numpy as np

    if isinstance(dltensor, (NDArray, np.ndarray)):
        return array(dltensor)
    if type(dltensor).__name__ != "PyCapsule" and not hasattr(dltensor, "__dlpack__"):
        raise AttributeError("Required attribute __dlpack__ not found")
    return _ext.from_dlpack(dltensor)


def as_numpy(value, dtype):
    """An array of NumPy's with the bytes of a value in an element type, bfloat16 included."""
    import numpy as np

    if dtype != "bfloat16":
        return np.asarray(value, dtype=dtype)
    with np.errstate(over="ignore"):
        value = np.ascontiguousarray(value, dtype="float32").reshape(np.shape(value))
    bits = value.view("uint32")
    # To the nearest, ties to even; what is no number stays so.
    rounded = (bits + (0x7FFF + ((bits >> 16) & 1))) >> 16
    return np.where(np.isnan(value), (bits >> 16) | 0x40, rounded).astype("uint16")


def _view(self):
    """A NumPy array of the same elements, without a copy; it cannot be written to."""
    import numpy as np

    # NumPy has no bfloat16.
    dtype = "uint16" if self.dtype == "bfloat16" else self.dtype
    if 0 in self.shape:
        return np.zeros(self.shape, dtype)
    return np.frombuffer(self, dtype=dtype).reshape(self.shape)


def _numbers(self):
    """The same for computation: bfloat16 as float32."""
    view = self._view()
    if self.dtype != "bfloat16":
        return view
    return (view.astype("uint32") << 16).view("float32")


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


def _copyfrom(self, source_array) -> NDArray:
    """Copies the elements of an array of the same shape; a ValueError for one of another shape.

    Parameters
    ----------
    source_array : NDArray or array_like
        An NDArray must have the same element type. The elements of others are converted to it, as
        in TVM.
    """
    if not isinstance(source_array, NDArray):
        source_array = _convert(source_array, self)
    _copyto(source_array, self)
    return self


def _convert(source, target):
    """The NDArray of the elements of an array_like, in the element type of another NDArray."""
    import numpy as np

    found = np.asarray(source)
    _check_shape(found.shape, target)
    # NumPy would make NaN of None, and numbers of text.
    if found.dtype.kind not in "biuf" and found.dtype.name != "bfloat16":
        raise TypeError("array must be an array_like data of numbers or booleans, but got "
                        f"{found.dtype.name}")
    try:
        return _ext.array(as_numpy(source, target.dtype), target.dtype)
    except OverflowError as error:
        raise TypeError(f"array must be an array_like data of {target.dtype}: {error}") from None


def _check_shape(shape, target):
    """Refuses elements of another shape than that of an NDArray, scalars too, as TVM does."""
    if tuple(shape) != target.shape:
        raise ValueError("array shape do not match the shape of NDArray "
                         f"{tuple(shape)} vs {target.shape}")


def _copyto(self, target, mem_scope=None) -> NDArray:
    """Copies the elements to an NDArray of the same shape and element type, or to a device;
    returns the copy."""
    _expect(target, (NDArray, Device), "an NDArray or a device")
    if isinstance(target, Device):
        return array(_restore(self.numpy(), self.dtype), target)
    _check_shape(self.shape, target)
    target._assign(self)
    return target


def _device(self) -> Device:
    """The device of the elements."""
    return cpu()


def _restore(value, dtype):
    """The array whose numpy() is `value`."""
    return _ext.array(value, dtype if dtype == "bfloat16" else None)


def _to_dlpack(self):
    """A copy of the elements as a capsule of DLPack; __dlpack__ can share them."""
    return self.__dlpack__()


NDArray._view = _view
NDArray._numbers = _numbers
NDArray.numpy = NDArray.asnumpy = _numpy
NDArray.__array__ = _array
NDArray.__setitem__ = _setitem
NDArray.copyfrom = _copyfrom
NDArray.copyto = _copyto
NDArray.__dlpack_device__ = lambda self: (1, 0)
NDArray.to_dlpack = _to_dlpack
# The other names are those of TVM 0.7 and before.
NDArray.device = NDArray.ctx = NDArray.context = property(_device)
# Conversions of arrays of one element, as in NumPy; Python would read the bytes as text.
NDArray.__int__ = lambda self: int(self._numbers())
NDArray.__float__ = lambda self: float(self._numbers())
NDArray.same_as = lambda self, other: self is other
NDArray.__str__ = lambda self: str(self._view())
NDArray.__repr__ = lambda self: f"<tvm.nd.NDArray shape={self.shape}, {self.device}>\n" \
    f"{self._view()!r}"
NDArray.__reduce__ = lambda self: (_restore, (self.numpy(), self.dtype))

__getattr__ = _missing.make_getattr("tvm.nd")
