#!/usr/bin/env python3
"""Writes a parameter file: write_params.py FILE NAME=DTYPE[SHAPE]:VALUES ...

DTYPE is one of float32, int32, bool, or one of these with xLANES; SHAPE and VALUES
are separated by commas, and a single value fills the array, e.g. w=float32[2]:1,2
"""

import re
import struct
import sys

DTYPES = {"float32": (2, 32, "f"), "int32": (0, 32, "i"), "bool": (1, 1, "B")}


def array(text):
    dtype, lanes, shape, values = re.fullmatch(r"(\w+?)(x\d+)?\[([\d,]*)\]:(.*)", text).groups()
    code, bits, form = DTYPES[dtype]
    shape = [int(dim) for dim in shape.split(",") if dim]
    lanes = int(lanes[1:]) if lanes else 1
    count = lanes
    for dim in shape:
        count *= dim
    values = [float(v) if form == "f" else int(v) for v in values.split(",")]
    if len(values) == 1:
        values *= count
    data = struct.pack(f"<{count}{form}", *values)
    return (struct.pack("<QQiiiBBH", 0xDD5E40F096B4A13F, 0, 1, 0, len(shape), code, bits, lanes)
            + struct.pack(f"<{len(shape)}q", *shape) + struct.pack("<q", len(data)) + data)


def main():
    params = [argument.split("=", 1) for argument in sys.argv[2:]]
    with open(sys.argv[1], "wb") as file:
        file.write(struct.pack("<QQQ", 0xF7E58D4F05049CB7, 0, len(params)))
        for name, _ in params:
            file.write(struct.pack("<Q", len(name)) + name.encode())
        file.write(struct.pack("<Q", len(params)))
        for _, text in params:
            file.write(array(text))


if __name__ == "__main__":
    main()
