"""Images: resizing, sampling, regions and boxes; spectra."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr
from ...building import (as_scalar, as_vector, cast, numbers_below, scalar, size_of,
                         sizes_of, vector)
from ...onnx.applied import apply
from ..node import Node
from ..registry import converter

# Resizing


def _resize(node: Node, data: Expr, output_size: Any, scales: Sequence[Any], mode: str,
            align_corners: Any = None, exact: bool = False, antialias: bool = False) -> Expr:
    """Return images in another size. If scale factors are given, they determine positions."""
    rank = node.rank(data) - 2
    own = sizes_of(node, data)
    known = [scale for scale in scales if isinstance(scale, (int, float))]
    if output_size is None:
        if len(known) != rank:
            node.fail("expected sizes or scale factors")
        sizes = [_scaled(node, size, scale) for size, scale in zip(own[2:], known)]
    else:
        sizes = node.sizes(output_size)
    transform = "align_corners" if align_corners else \
        "half_pixel" if mode != "nearest" or exact else "asymmetric"
    if mode != "nearest" and not align_corners:
        transform = "pytorch_half_pixel" if mode == "linear" else "half_pixel"
    attributes: dict[str, Any] = {
        "mode": mode, "coordinate_transformation_mode": transform, "cubic_coeff_a": -0.75,
        "axes": list(range(2, rank + 2)), "antialias": int(antialias)}
    if mode == "nearest":
        attributes["nearest_mode"] = "round_prefer_ceil" if exact else "floor"
    if len(known) == rank and not align_corners and _are_exact(node, own[2:], sizes, known):
        return apply(node, "Resize", [data, None, vector(np.array(known), "float32"), None],
                     opset=19, **attributes)[0]
    attributes["coordinate_transformation_mode"] = \
        "half_pixel" if transform == "pytorch_half_pixel" else transform
    return apply(node, "Resize", [data, None, None, as_vector(sizes)], opset=19, **attributes)[0]


def _scaled(node: Node, size: Any, scale: float) -> Any:
    if isinstance(size, Expr):
        wide = op.multiply(op.cast(size, "float64"), scalar(scale, "float64"))
        return op.cast(op.floor(wide), "int64")
    return int(size * scale)


def _are_exact(node: Node, own: Sequence[Any], sizes: Sequence[Any], scales: Sequence[float]) -> bool:
    """Return whether sizes are those that scale factors of whole numbers give, or other factors do
    that do not divide the sizes."""
    return not any(isinstance(size, Expr) for size in (*own, *sizes)) and \
        all(int(size * scale) == wanted for size, wanted, scale in zip(own, sizes, scales)) and \
        any(size * scale != wanted for size, wanted, scale in zip(own, sizes, scales))


def _list(*values: Any) -> list[Any]:
    """Return scale factors, which overloads give one by one or as a list."""
    found: list[Any] = []
    for value in values:
        found.extend(value if isinstance(value, (list, tuple)) else [value])
    return [value for value in found if value is not None]


@converter("aten::upsample_nearest1d", "aten::upsample_nearest2d", "aten::upsample_nearest3d",
           "aten::_upsample_nearest_exact1d", "aten::_upsample_nearest_exact2d",
           "aten::_upsample_nearest_exact3d")
def convert_upsample_nearest(node: Node, self: Any, output_size: Any, scale_factors: Any = None,
                             scales: Any = None, scales_d: Any = None, scales_h: Any = None,
                             scales_w: Any = None) -> Expr:
    """Return images resized by the nearest elements."""
    return _resize(node, self, output_size, _list(scale_factors, scales, scales_d, scales_h, scales_w),
                   "nearest", exact="exact" in node.op)


@converter("aten::upsample_linear1d", "aten::upsample_bilinear2d", "aten::upsample_trilinear3d",
           "aten::upsample_bicubic2d", "aten::_upsample_bilinear2d_aa",
           "aten::_upsample_bicubic2d_aa")
def convert_upsample_linear(node: Node, self: Any, output_size: Any, align_corners: bool,
                            scale_factors: Any = None, scales: Any = None, scales_d: Any = None,
                            scales_h: Any = None, scales_w: Any = None) -> Expr:
    """Return images resized by interpolation."""
    mode = "cubic" if "cubic" in node.op else "linear"
    return _resize(node, self, output_size, _list(scale_factors, scales, scales_d, scales_h, scales_w),
                   mode, align_corners, antialias=node.op.endswith("_aa"))


@converter("aten::__interpolate")
def convert_interpolate(node: Node, input: Any, size: Any = None, scale_factor: Any = None,
                        mode: str = "nearest", align_corners: Any = None,
                        recompute_scale_factor: Any = None, antialias: bool = False) -> Expr:
    """Return images in another size."""
    modes = {"nearest": "nearest", "nearest-exact": "nearest", "linear": "linear",
             "bilinear": "linear", "trilinear": "linear", "bicubic": "cubic"}
    if mode not in modes:
        node.fail(f"the mode {mode!r} is not supported")
    rank = node.rank(input) - 2
    if size is not None and not isinstance(size, (list, tuple)):
        size = [size] * rank
    factors = scale_factor if isinstance(scale_factor, (list, tuple)) or scale_factor is None else \
        [scale_factor] * rank
    return _resize(node, input, size, _list(factors), modes[mode], align_corners,
                   mode == "nearest-exact", antialias)


@converter("aten::grid_sampler", "aten::grid_sampler_2d", "aten::grid_sampler_3d",
           "aten::_grid_sampler_2d_cpu_fallback")
def convert_grid_sampler(node: Node, input: Any, grid: Any, interpolation_mode: int,
                         padding_mode: int, align_corners: bool) -> Expr:
    """Return elements of images at given positions."""
    rank = node.rank(input)
    places = op.transpose(cast(node, grid, node.dtype(input)),
                          [0, rank - 1, *range(1, rank - 1)])
    return op.image.grid_sample(input, places, ("bilinear", "nearest", "bicubic")[interpolation_mode],
                                "NCHW" if rank == 4 else "NCDHW",
                                ("zeros", "border", "reflection")[padding_mode], bool(align_corners))


@converter("aten::affine_grid_generator")
def convert_affine_grid(node: Node, theta: Any, size: Any, align_corners: bool) -> Expr:
    """Return positions of the elements of images that are moved, turned or scaled."""
    return apply(node, "AffineGrid", [theta, as_vector(node.sizes(size))],
                 align_corners=int(align_corners))[0]


# Boxes


@converter("torchvision::nms")
def convert_nms(node: Node, dets: Any, scores: Any, iou_threshold: float) -> Expr:
    """Return the places of the boxes with the highest scores that do not overlap."""
    count = size_of(node, dets, 0)
    # Relay leaves out boxes whose scores are not above 0: ranks stand for scores.
    order = op.argsort(scores, 0, False, "int64")
    places = numbers_below(count)
    ranks = op.cast(op.subtract(as_scalar(count), places), "float32")
    boxes = op.cast(op.take(dets, order, 0), "float32")
    data = op.expand_dims(op.concatenate([op.expand_dims(ranks, 1), boxes], 1), 0)
    total = op.reshape(op.cast(as_scalar(count), "int32"), (1,))
    # Relay's threshold is the first overlap that counts, PyTorch's the last that does not.
    above = float(np.nextafter(np.float32(iou_threshold), np.float32(np.inf)))
    found = op.vision.non_max_suppression(
        data, total, op.expand_dims(op.cast(places, "int32"), 0), max_output_size=-1,
        iou_threshold=above, force_suppress=True, top_k=-1, coord_start=1, score_index=0, id_index=-1,
        return_indices=True, invalid_to_bottom=False)
    kept = op.reshape(op.cast(found[1], "int64"), (1,))
    rows = op.strided_slice(op.squeeze(found[0], [0]), vector([0]), kept, vector([1]))
    return op.take(order, op.cast(rows, "int64"), 0)


@converter("torchvision::roi_align")
def convert_roi_align(node: Node, input: Any, rois: Any, spatial_scale: float, pooled_height: int,
                      pooled_width: int, sampling_ratio: int = -1, aligned: bool = False) -> Expr:
    """Return regions of images, pooled by interpolation."""
    if not aligned:
        return op.vision.roi_align(input, rois, (pooled_height, pooled_width), spatial_scale,
                                   sampling_ratio, mode="avg")
    batch = op.cast(op.take(rois, scalar(0, "int64"), 1), "int64")
    boxes = op.strided_slice(rois, [1], [5], axes=[1])
    return apply(node, "RoiAlign", [input, boxes, batch], opset=16, output_height=pooled_height,
                 output_width=pooled_width, spatial_scale=spatial_scale,
                 sampling_ratio=max(0, sampling_ratio))[0]


@converter("torchvision::roi_pool")
def convert_roi_pool(node: Node, input: Any, rois: Any, spatial_scale: float, pooled_height: int,
                     pooled_width: int) -> list[Expr]:
    """Return the maxima of the fields of regions."""
    pooled = op.vision.roi_pool(input, rois, (pooled_height, pooled_width), spatial_scale)
    return [pooled, op.cast(op.zeros_like(pooled), "int32")]


@converter("torchvision::deform_conv2d")
def convert_deform_conv(node: Node, input: Any, weight: Any, offset: Any, mask: Any, bias: Any,
                        stride_h: int, stride_w: int, pad_h: int, pad_w: int, dilation_h: int,
                        dilation_w: int, groups: int, offset_groups: int, use_mask: bool) -> Expr:
    """Return a convolution at displaced positions."""
    return apply(node, "DeformConv", [input, weight, offset, bias, mask if use_mask else None],
                 strides=[stride_h, stride_w], pads=[pad_h, pad_w] * 2,
                 dilations=[dilation_h, dilation_w], group=groups, offset_group=offset_groups)[0]


# Spectra


@converter("aten::stft")
def convert_stft(node: Node, self: Any, n_fft: int, hop_length: Any = None, win_length: Any = None,
                 window: Any = None, normalized: bool = False, onesided: Any = True,
                 return_complex: Any = None, center: bool = False, pad_mode: str = "reflect",
                 align_to_window: Any = None) -> Expr:
    """Return the spectra of windows of a signal, as pairs of real and imaginary parts."""
    if return_complex:
        node.fail("Relay has no complex numbers: use return_complex=False")
    length = n_fft if win_length is None else win_length
    if window is None:
        window = op.ones((length,), node.dtype(self))
    rank = node.rank(self)
    data = op.expand_dims(self, 0) if rank == 1 else self
    result = op.stft(data, n_fft, n_fft // 4 if hop_length is None else hop_length, length, window,
                     bool(normalized), onesided is None or bool(onesided))
    return op.squeeze(result, [0]) if rank == 1 else result

