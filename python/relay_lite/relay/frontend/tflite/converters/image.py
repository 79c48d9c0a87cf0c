"""Images: sizes, and blocks of pixels."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ..node import Node
from ..registry import converter


@converter("RESIZE_BILINEAR", quantized="float")
@converter("RESIZE_NEAREST_NEIGHBOR", quantized="moved")
def convert_resize(node: Node) -> Expr:
    """Return images of another size."""
    is_linear = node.op_type == "RESIZE_BILINEAR"
    size = node.integers(1, "the size")
    if len(size) != 2 or min(size) < 1:
        node.fail(f"expected a height and a width, but found {size}")
    corners = bool(node.option("align_corners", False))
    half = bool(node.option("half_pixel_centers", False))
    mode = "align_corners" if corners else "half_pixel" if half else "asymmetric"
    rounding = ""
    if not is_linear:
        rounding = "round_prefer_ceil" if half and not corners else "round" if corners else "floor"
    return op.image.resize2d(node.input(0), size, None, "NHWC",
                             "linear" if is_linear else "nearest_neighbor", mode, rounding)


@converter("DEPTH_TO_SPACE", quantized="moved")
def convert_depth_to_space(node: Node) -> Expr:
    """Return channels as blocks of pixels."""
    return op.nn.depth_to_space(node.input(0), node.option("block_size"), "NHWC")


@converter("SPACE_TO_DEPTH", quantized="moved")
def convert_space_to_depth(node: Node) -> Expr:
    """Return blocks of pixels as channels."""
    return op.nn.space_to_depth(node.input(0), node.option("block_size"), "NHWC")


def _read_blocks(node: Node, what: str) -> tuple[list[int], list[list[int]]]:
    block, widths = node.integers(1, "the block shape"), node.integers(2, what)
    if len(widths) != 2 * len(block) or min(block, default=1) < 1:
        node.fail(f"blocks of the shape {block} do not fit {what} {widths}")
    return block, [widths[i:i + 2] for i in range(0, len(widths), 2)]


@converter("SPACE_TO_BATCH_ND", quantized="moved")
def convert_space_to_batch(node: Node) -> Expr:
    """Return blocks of dimensions as batches."""
    from ..quantization import get_zero

    block, pads = _read_blocks(node, "the paddings")
    return op.nn.space_to_batch_nd(node.input(0), block, pads, get_zero(node.output))


@converter("BATCH_TO_SPACE_ND", quantized="moved")
def convert_batch_to_space(node: Node) -> Expr:
    """Return batches as blocks of dimensions."""
    block, crops = _read_blocks(node, "the crops")
    return op.nn.batch_to_space_nd(node.input(0), block, crops)
