"""Compares output0, of float32, of two .npz files, without NumPy."""

import array
import sys
import zipfile


def read(path):
    data = zipfile.ZipFile(path).read("output0.npy")
    begin = 10 + int.from_bytes(data[8:10], "little")
    assert b"<f4" in data[:begin]
    return array.array("f", data[begin:])


x, y = map(read, sys.argv[1:])
assert len(x) == len(y) > 0
print(f"close: {max(abs(a - b) for a, b in zip(x, y)) < 1e-5 * max(map(abs, x))}, same: {x == y}")
