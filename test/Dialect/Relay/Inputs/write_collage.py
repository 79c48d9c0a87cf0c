"""Writes programs that take CollagePartition to its limits.

    write_collage.py chain N    N activations, one after the other
    write_collage.py sums N     N activations of one value, and their sum
"""

import sys

T = "tensor<2xf32>"


def write(result, operator, *operands):
    types = ", ".join([T] * len(operands))
    print(f"  {result} = relay.{operator} {', '.join(operands)} : ({types}) -> {T}")


def main(kind, size):
    print(f"func.func @main(%x: {T}) -> {T} {{")
    write("%y0", "nn.relu", "%x")
    for i in range(size):
        if kind == "chain":
            write(f"%y{i + 1}", "nn.relu", f"%y{i}")
        else:
            write(f"%x{i}", "nn.relu", "%x")
            write(f"%y{i + 1}", "add", f"%x{i}", f"%y{i}")
    print(f"  return %y{size} : {T}\n}}")


main(sys.argv[1], int(sys.argv[2]))
