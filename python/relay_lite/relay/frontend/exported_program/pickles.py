"""The tensors of files that torch.save has written. Their pickles are read as data: a few operations
that describe tensors and dictionaries; any other is an error, and no code of a file is run."""

from __future__ import annotations

import pickletools
from typing import Any

import numpy as np

from ..node import ConversionError
from .arrays import make_array

_STORAGES = {"FloatStorage": "float32", "DoubleStorage": "float64", "HalfStorage": "float16",
             "LongStorage": "int64", "IntStorage": "int32", "ShortStorage": "int16",
             "CharStorage": "int8", "ByteStorage": "uint8", "BoolStorage": "bool",
             "BFloat16Storage": "bfloat16"}
_ALLOWED = frozenset((
    "collections OrderedDict", "torch._utils _rebuild_tensor_v2", "torch._utils _rebuild_parameter",
    *(f"torch {name}" for name in _STORAGES)))
_MARK = object()


class _Global:
    """A name that a pickle refers to."""

    def __init__(self, name: str) -> None:
        self.name = name


class _Machine:
    """Runs the operations of a pickle.

    Parameters
    ----------
    archive : Archive
        The archive with the data of storages.
    """

    def __init__(self, archive: Any) -> None:
        self.archive = archive
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}

    def fail(self, message: str) -> ConversionError:
        """Return the error for a pickle that is none of tensors."""
        return ConversionError(f"{self.archive.path}: {message}")

    def run(self, data: bytes) -> Any:
        """Return the value of a pickle."""
        try:
            for opcode, argument, _ in pickletools.genops(data):
                if opcode.name == "STOP":
                    return self.stack.pop()
                self.step(opcode.name, argument)
        except (IndexError, KeyError, ValueError, TypeError, AttributeError) as error:
            raise self.fail(f"the pickle is invalid: {error!r}") from error
        raise self.fail("the pickle has no end")

    def step(self, name: str, argument: Any) -> None:
        """Carry out one operation."""
        stack = self.stack
        if name in ("PROTO", "FRAME"):
            return
        if name in ("BINUNICODE", "SHORT_BINUNICODE", "BININT", "BININT1", "BININT2", "LONG1", "UNICODE",
                    "BINFLOAT"):
            stack.append(argument)
        elif name in ("NEWTRUE", "NEWFALSE", "NONE"):
            stack.append({"NEWTRUE": True, "NEWFALSE": False, "NONE": None}[name])
        elif name in ("EMPTY_DICT", "EMPTY_LIST", "EMPTY_TUPLE"):
            stack.append({"EMPTY_DICT": {}, "EMPTY_LIST": [], "EMPTY_TUPLE": ()}[name])
        elif name == "MARK":
            stack.append(_MARK)
        elif name in ("BINPUT", "LONG_BINPUT"):
            self.memo[argument] = stack[-1]
        elif name == "MEMOIZE":
            self.memo[len(self.memo)] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET"):
            stack.append(self.memo[argument])
        elif name in ("TUPLE1", "TUPLE2", "TUPLE3"):
            count = int(name[-1])
            stack[-count:] = [tuple(stack[-count:])]
        elif name == "TUPLE":
            stack.append(tuple(self.pop_mark()))
        else:
            self.build(name, argument)

    def build(self, name: str, argument: Any) -> None:
        """Carry out an operation on names, dictionaries and storages."""
        stack = self.stack
        if name in ("GLOBAL", "STACK_GLOBAL"):
            if name == "STACK_GLOBAL":
                argument = f"{stack.pop(-2)} {stack.pop()}"
            if argument not in _ALLOWED:
                raise self.fail(f"the pickle refers to {argument!r}: it is not loaded")
            stack.append(_Global(argument))
        elif name in ("SETITEM", "SETITEMS"):
            items = self.pop_mark() if name == "SETITEMS" else [stack.pop(-2), stack.pop()]
            stack[-1].update(zip(items[::2], items[1::2]))
        elif name == "BUILD":
            # The metadata of a dictionary of PyTorch.
            stack.pop()
        elif name == "BINPERSID":
            stack.append(self.read_storage(stack.pop()))
        elif name == "REDUCE":
            arguments = stack.pop()
            stack.append(self.call(stack.pop(), arguments))
        else:
            raise self.fail(f"the pickle has the operation {name}: it is not loaded")

    def pop_mark(self) -> list[Any]:
        """Return what is above the last mark."""
        place = len(self.stack) - 1
        while self.stack[place] is not _MARK:
            place -= 1
            if place < 0:
                raise self.fail("the pickle is invalid: there is no mark")
        found = self.stack[place + 1:]
        del self.stack[place:]
        return found

    def read_storage(self, description: Any) -> tuple[Any, memoryview]:
        """Return the element type and the data of a storage."""
        _, kind, key, _, _ = description
        dtype = _STORAGES[kind.name.split()[1]]
        if dtype == "bfloat16":
            import ml_dtypes

            return np.dtype(ml_dtypes.bfloat16), self.archive.read(f"data/{key}")
        return np.dtype(dtype), self.archive.read(f"data/{key}")

    def call(self, function: Any, arguments: Any) -> Any:
        """Return the tensor, parameter or dictionary that a name makes."""
        if function.name == "collections OrderedDict":
            return {}
        if function.name.endswith("_rebuild_parameter"):
            return arguments[0]
        (dtype, data), offset, sizes, strides = arguments[:4]
        return make_array(data, dtype, (list(sizes), list(strides), offset),
                          f"{self.archive.path}: a tensor")


def read_tensors(archive: Any) -> dict[str, Any]:
    """Return the tensors of an archive of torch.save by name."""
    found = _Machine(archive).run(bytes(archive.read_checked("data.pkl")))
    if not isinstance(found, dict):
        raise ConversionError(f"{archive.path}: expected a dictionary of tensors")
    return {name: value for name, value in found.items() if isinstance(value, np.ndarray)}
