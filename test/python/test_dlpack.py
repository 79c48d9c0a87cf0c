"""Arrays from and to other libraries."""

import ctypes
import gc
import weakref

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay


def read_only(values):
    array = np.array(values)
    array.flags.writeable = False
    return array


def tracked(values):
    """A read-only array, and a reference that does not keep it."""
    array = read_only(values)
    return array, weakref.ref(array)


class Other:
    """An object that is no array of NumPy's, but gives the capsules of one."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **args):
        return self.array.__dlpack__(**args)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Old(Other):
    """The same, of a library that knows nothing of versions."""

    def __dlpack__(self, stream=None):
        return self.array.__dlpack__()


def address(array):
    return np.asarray(array).__array_interface__["data"][0]


@pytest.mark.parametrize("dtype", ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
                                   "float16", "float32", "float64"])
@pytest.mark.parametrize("shape", [(), (0, 3), (2, 3), (1, 2, 1, 2)])
def test_round_trips(dtype, shape):
    values = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    array = tvm.nd.array(values)
    view = np.from_dlpack(array)
    assert view.dtype == values.dtype and view.shape == shape
    np.testing.assert_array_equal(view, values)
    for source in (array, values, Other(values), Old(values), array.to_dlpack(), array.__dlpack__(),
                   array.__dlpack__(max_version=(1, 0)), values.__dlpack__()):
        back = tvm.nd.from_dlpack(source)
        assert isinstance(back, tvm.nd.NDArray) and back.dtype == dtype
        np.testing.assert_array_equal(back.numpy(), values)


def test_types_that_numpy_does_not_have():
    array = tvm.nd.empty((2, 2), "bfloat16").copyfrom(np.array([[1.0, 2.5], [-3.0, 4.0]]))
    back = tvm.nd.from_dlpack(array.to_dlpack())
    assert back.dtype == "bfloat16"
    np.testing.assert_array_equal(back.numpy(), array.numpy())


def test_elements_are_shared_and_cannot_be_written_to():
    array = relay.const([1.0, 2.0]).data
    assert array.__dlpack_device__() == (1, 0)
    view = np.from_dlpack(array)
    assert address(view) == address(array) and not view.flags.writeable
    assert np.from_dlpack(array, copy=False).base is not None


def test_copies_can_be_written_to():
    array = relay.const([1.0, 2.0]).data
    copy = np.from_dlpack(array, copy=True)
    assert address(copy) != address(array)
    copy[0] = 5
    # Before version 1.0 nothing says that elements cannot be written to.
    old = np.from_dlpack(Old(array))
    assert address(old) != address(array)
    assert array.numpy()[0] == 1
    with pytest.raises(BufferError, match="the elements cannot be written to, which DLPack before 1.0 cannot say: "):
        array.__dlpack__(copy=False)


def test_import_shares_what_nobody_can_write_to():
    values = read_only([1.0, 2.0])
    for source in (values, Other(values), values.__dlpack__(max_version=(1, 0))):
        assert address(tvm.nd.from_dlpack(source)) == address(values)
    values = np.array([1.0, 2.0])
    for source in (values, Other(values), Old(values), values.__dlpack__()):
        array = tvm.nd.from_dlpack(source)
        assert address(array) != address(values)
        values[:] += 1
        np.testing.assert_array_equal(array.numpy(), values - 1)


def test_exported_elements_outlive_the_array():
    values, gone = tracked([1.0, 2.0, 3.0])
    array = tvm.nd.array(values)
    view = np.from_dlpack(array)
    capsule = array.__dlpack__(max_version=(1, 0))
    del values, array
    gc.collect()
    np.testing.assert_array_equal(view, [1, 2, 3])
    del view
    gc.collect()
    # A capsule that nobody takes keeps them, too, until it is gone.
    assert gone() is not None
    del capsule
    gc.collect()
    assert gone() is None


def test_imported_elements_are_given_back():
    values, gone = tracked([1.0, 2.0, 3.0])
    array = tvm.nd.from_dlpack(Other(values))
    assert address(array) == address(values)
    constant = relay.const(array)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(constant))
    del values, array
    gc.collect()
    np.testing.assert_array_equal(constant.data.numpy(), [1, 2, 3])
    np.testing.assert_array_equal(mod["main"].body.data.numpy(), [1, 2, 3])
    assert gone() is not None
    del constant, mod
    gc.collect()
    assert gone() is None


def test_capsules_are_taken_once():
    values, gone = tracked([1.0, 2.0])
    capsule = values.__dlpack__(max_version=(1, 0))
    array = tvm.nd.from_dlpack(capsule)
    with pytest.raises(ValueError, match="nobody has taken yet"):
        tvm.nd.from_dlpack(capsule)
    del values, capsule
    gc.collect()
    np.testing.assert_array_equal(array.numpy(), [1, 2])
    del array
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("wrong, error, message", [
    (3, AttributeError, "Required attribute __dlpack__ not found"),
    (None, AttributeError, "__dlpack__"),
    (Other(3), ValueError, "expected a capsule of DLPack"),
    (Other(np.ones((2, 3)).T), tvm.error.TVMError, "expected an array with its elements in row-major order"),
    (Other(np.ones(2, "complex64")), TypeError, r"DLPack type \(5, 64, 1\)"),
])
def test_what_cannot_be_imported(wrong, error, message):
    with pytest.raises(error, match=message):
        tvm.nd.from_dlpack(wrong)


class CTensor(ctypes.Structure):
    """The beginning of DLPack's DLTensor."""

    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64))]


def put_on_gpu(tensor):
    tensor.device_type = 2


def make_large(tensor):
    tensor.shape[0] = 2**62


@pytest.mark.parametrize("change, error, message", [
    (put_on_gpu, tvm.error.TVMError, "expected an array on the CPU, but it is on device type 2"),
    (make_large, ValueError, "the shape of the array is out of range"),
])
def test_what_others_cannot_give(change, error, message):
    get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
    get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    capsule = np.ones(2).__dlpack__()
    change(CTensor.from_address(get_pointer(capsule, b"dltensor")))
    with pytest.raises(error, match=message):
        tvm.nd.from_dlpack(capsule)


@pytest.mark.parametrize("args, error", [
    ({"dl_device": (2, 0)}, BufferError),
    ({"max_version": 1}, TypeError),
    ({"no_such": 1}, TypeError),
])
def test_what_cannot_be_exported(args, error):
    with pytest.raises(error):
        tvm.nd.array([1.0]).__dlpack__(**args)
