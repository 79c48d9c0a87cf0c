"""Arrays of f32 for tests, without NumPy.

    array_bits.py write FILE.npy ROWS COLUMNS NUMBER...
    array_bits.py print FILE.npz       the bits of each array, one line for each
"""

import struct
import sys
import zipfile


def write(path, rows, columns, *numbers):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns})}}\n".encode()
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header)
        file.write(struct.pack(f"<{len(numbers)}f", *map(float, numbers)))


def show(path):
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            data = archive.read(name)
            size, = struct.unpack_from("<H", data, 8)
            print("".join(f"0x{bits:08X} " for bits, in struct.iter_unpack("<I", data[10 + size:])))


if __name__ == "__main__":
    {"write": write, "print": show}[sys.argv[1]](*sys.argv[2:])
