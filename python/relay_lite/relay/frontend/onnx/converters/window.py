"""The windows of convolutions and pooling: kernel, strides, dilations and padding."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import (as_scalar, as_vector, scalar, size_of)
from ..node import Node

LAYOUTS = {1: ("NCW", "OIW", "IOW"), 2: ("NCHW", "OIHW", "IOHW"), 3: ("NCDHW", "OIDHW", "IODHW")}


class Window:
    """The windows of a node.

    Attributes
    ----------
    rank : int
        The number of spatial dimensions.
    kernel, strides, dilations : list of int
        One number for each.
    pads : list of int
        The widths before each of them, then those after.
    auto_pad : str
    """

    def __init__(self, node: Node, kernel: list[int]):
        self.rank = len(kernel)
        self.kernel = [int(size) for size in kernel]
        self.strides = self._read(node, "strides")
        self.dilations = self._read(node, "dilations")
        pads = node.attribute("pads", [0] * (2 * self.rank))
        if len(pads) != 2 * self.rank:
            node.fail(f"expected {2 * self.rank} pads, but got {len(pads)}")
        self.pads = [int(pad) for pad in pads]
        self.auto_pad = node.attribute("auto_pad", "NOTSET")
        if self.auto_pad not in ("NOTSET", "", "VALID", "SAME_UPPER", "SAME_LOWER"):
            node.fail("expected auto_pad NOTSET, VALID, SAME_UPPER or SAME_LOWER, but found "
                      f"{self.auto_pad}")
        if self.auto_pad not in ("NOTSET", ""):
            self.pads = [0] * (2 * self.rank)
        if self.rank not in LAYOUTS:
            node.fail(f"expected 1 to 3 spatial dimensions, but found {self.rank}")

    def _read(self, node: Node, name: str) -> list[int]:
        values = node.attribute(name, [1] * self.rank)
        if len(values) != self.rank:
            node.fail(f"expected {self.rank} {name}, but got {len(values)}")
        if any(value < 1 for value in values):
            node.fail(f"expected positive {name}, but found {list(values)}")
        return [int(value) for value in values]

    def span(self, i: int) -> int:
        """Return how many elements a window covers along a dimension."""
        return (self.kernel[i] - 1) * self.dilations[i] + 1

    def is_same(self) -> bool:
        """Return whether results are as large as the input divided by the strides."""
        return self.auto_pad in ("SAME_UPPER", "SAME_LOWER")

    def split_padding(self, total: int) -> tuple[int, int]:
        """Return the widths before and after a dimension."""
        small, large = total // 2, total - total // 2
        return (small, large) if self.auto_pad != "SAME_LOWER" else (large, small)

    def pad_same(self, node: Node, data: Expr, value: float) -> Expr:
        """Set the padding of SAME_UPPER and SAME_LOWER. If it depends on sizes that are known only
        at run time, return the data padded with a value; otherwise as they are."""
        if not self.is_same():
            return data
        sizes = node.shape(data)[2:]
        # With strides of 1 the sizes do not matter.
        if all(size is not None or stride == 1 for size, stride in zip(sizes, self.strides)):
            for i, size in enumerate(sizes):
                stride = self.strides[i]
                rest = self.span(i) - (stride if size is None or size % stride == 0
                                       else size % stride)
                self.pads[i], self.pads[i + self.rank] = self.split_padding(max(0, rest))
            return data
        return op.nn.pad(data, self._widths_at_run_time(node, data),
                         scalar(value, node.dtype(data)), "constant")

    def _widths_at_run_time(self, node: Node, data: Expr) -> Expr:
        widths: list[Expr] = [as_vector([0, 0]), as_vector([0, 0])]
        for i, stride in enumerate(self.strides):
            size = as_scalar(size_of(node, data, i + 2))
            count = op.floor_divide(op.add(size, scalar(stride - 1, "int64")),
                                    scalar(stride, "int64"))
            needed = op.add(op.multiply(op.subtract(count, scalar(1, "int64")),
                                        scalar(stride, "int64")), scalar(self.span(i), "int64"))
            total = op.maximum(op.subtract(needed, size), scalar(0, "int64"))
            half = op.floor_divide(total, scalar(2, "int64"))
            parts = [half, op.subtract(total, half)]
            widths.append(op.stack(parts if self.auto_pad == "SAME_UPPER" else parts[::-1], 0))
        return op.stack(widths, 0)
