"""Images in other sizes, and elements of images at places."""

from __future__ import annotations

from .call import CallView
from .convolution import arrange, canonical
from .registry import exporter

_METHODS = {"nearest_neighbor": "nearest", "linear": "linear", "cubic": "cubic"}
_ROUNDING = {"round": "round_prefer_ceil", "round_prefer_floor": "round_prefer_floor",
             "round_prefer_ceil": "round_prefer_ceil", "floor": "floor", "ceil": "ceil"}


@exporter("image.resize1d", "image.resize2d", "image.resize3d", "dyn.image.resize2d",
          makes="Resize; Transpose")
def export_resize(call: CallView) -> str:
    """Return images in another size."""
    call.require_opset(11, "Resize to sizes")
    layout, method = call.attribute("layout"), call.attribute("method")
    transformation = call.attribute("coordinate_transformation_mode")
    if method not in _METHODS or transformation not in (
            "half_pixel", "align_corners", "asymmetric"):
        call.fail(f"the method {method} with the coordinates {transformation}")
    rank = call.rank(0) - 2
    target = canonical(rank, "NC")
    data = arrange(call, call.input(0), layout, target)
    is_nearest = method == "nearest_neighbor"
    rounding = call.attribute("rounding_method") or (
        "round" if transformation == "align_corners" else "floor")
    result = call.emit(
        "Resize", [data, "", "", _get_sizes(call, layout, target, data)],
        mode=_METHODS[method], coordinate_transformation_mode=transformation,
        nearest_mode=_ROUNDING[rounding] if is_nearest else None,
        cubic_coeff_a=call.attribute("cubic_alpha") if method == "cubic" else None,
        exclude_outside=call.attribute("cubic_exclude") if method == "cubic" else None)
    result = call.cast(result, call.dtype(0), call.dtype())
    return arrange(call, result, target, layout)


def _get_sizes(call: CallView, layout: str, target: str, data: str) -> str:
    """Return the sizes of the result as a vector."""
    shape = call.shape()
    sizes = [shape[layout.index(letter)] for letter in target]
    if None not in sizes:
        return call.vector(sizes)
    # The first two dimensions are those of the data.
    first = call.slice(call.emit("Shape", [data]), [0], [2], [0])
    last = call.as_int64(1) if call.op.startswith("dyn.") else call.vector(call.attribute("size"))
    return call.emit("Concat", [first, last], axis=0)


@exporter("nn.upsampling", "nn.upsampling3d", makes="Resize; Upsample Transpose")
def export_upsampling(call: CallView) -> str:
    """Return images that are larger by factors."""
    layout, method = call.attribute("layout"), call.attribute("method")
    names = ("nearest_neighbor", "bilinear", "trilinear", "bicubic")
    if method not in names:
        call.fail(f"the method {method}")
    rank = call.rank(0) - 2
    target = canonical(rank, "NC")
    data = arrange(call, call.input(0), layout, target)
    factors = [call.attribute(f"scale_{letter.lower()}") for letter in target[2:]]
    scales = call.vector([1.0, 1.0, *factors], "float32")
    mode = {"nearest_neighbor": "nearest", "bicubic": "cubic"}.get(method, "linear")
    call.require_opset(11, "Resize")
    corners = call.attribute("align_corners", False)
    result = call.emit(
        "Resize", [data, "", scales], mode=mode,
        coordinate_transformation_mode="align_corners" if corners else
        "asymmetric" if mode == "nearest" else "half_pixel",
        nearest_mode="floor" if mode == "nearest" else None)
    return arrange(call, result, target, layout)


@exporter("image.grid_sample", makes="GridSample; Transpose")
def export_grid_sample(call: CallView) -> str:
    """Return elements of images at places of a grid."""
    call.require_opset(16, "GridSample")
    layout, method = call.attribute("layout"), call.attribute("method")
    rank = call.rank(0) - 2
    if layout != canonical(rank, "NC"):
        call.fail(f"the layout {layout}")
    if rank == 3:
        call.require_opset(20, "GridSample of volumes")
    names = {"bilinear": "linear", "nearest": "nearest", "bicubic": "cubic"} \
        if call.opset >= 20 else {"bilinear": "bilinear", "nearest": "nearest", "bicubic": "bicubic"}
    # The places of Relay stand in the second dimension, those of ONNX in the last.
    grid = call.transpose(call.input(1), [0, *range(2, rank + 2), 1])
    return call.emit("GridSample", [call.input(0), grid], mode=names[method],
                     padding_mode=call.attribute("padding_mode"),
                     align_corners=int(call.attribute("align_corners")))


@exporter("vision.roi_align", makes="RoiAlign; Slice Squeeze Cast")
def export_roi_align(call: CallView) -> str:
    """Return samples of regions of images. Relay has the number of the image in front of each
    region."""
    call.require_opset(16, "RoiAlign")
    if call.attribute("layout") != "NCHW" or call.attribute("mode") not in ("avg", b"avg"):
        call.fail("regions in another layout than NCHW, or with another mode than avg")
    regions = call.slice(call.input(1), [1], [5], [1])
    numbers = call.squeeze(call.slice(call.input(1), [0], [1], [1]), [1])
    height, width = call.attribute("pooled_size")
    ratio = call.attribute("sample_ratio")
    return call.emit("RoiAlign", [call.input(0), regions, call.cast(numbers, call.dtype(1), "int64")],
                     output_height=height, output_width=width,
                     spatial_scale=call.attribute("spatial_scale"), sampling_ratio=max(0, ratio),
                     coordinate_transformation_mode="output_half_pixel")
