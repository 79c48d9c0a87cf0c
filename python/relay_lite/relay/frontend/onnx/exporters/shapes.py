"""Shapes, and tensors put together, taken apart or filled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .call import CallView, get_number
from .registry import exporter


def reshape_to_result(call: CallView, data: str, source: Sequence[int | None]) -> str:
    """Return data in the shape of the call's result, whose sizes are known up to one, or are those
    of the same dimensions of the source."""
    sizes = call.shape()
    unknown = [i for i, size in enumerate(sizes) if size is None]
    if not unknown:
        return call.reshape(data, [size for size in sizes if size is not None])
    same = [i for i in unknown if i < len(source) and source[i] is None]
    wanted = [0 if size is None else size for size in sizes]
    if 0 in sizes:
        call.fail("a shape with a size of 0 and unknown ones")
    # One unknown size is the rest; others have to be those of the data.
    if len(unknown) == 1:
        wanted[unknown[0]] = -1
    elif same != unknown:
        call.fail("more than one unknown size")
    return call.emit("Reshape", [data, call.vector(wanted)])


@exporter("reshape", "contrib_reverse_reshape", makes="Reshape")
def export_reshape(call: CallView) -> str:
    """Return the elements in another shape."""
    shape = call.attribute("newshape")
    if call.op == "reshape" and min(shape, default=0) >= -1 and None in call.shape():
        allowzero = call.attribute("allowzero") and 0 in shape
        if allowzero:
            call.require_opset(14, "allowzero")
        return call.emit("Reshape", [call.input(0), call.vector(shape)],
                         allowzero=1 if allowzero else None)
    return reshape_to_result(call, call.input(0), call.shape(0))


@exporter("dyn.reshape", makes="Reshape")
def export_dynamic_reshape(call: CallView) -> str:
    """Return the elements in a shape that is a tensor."""
    allowzero = call.attribute("allowzero")
    if allowzero:
        call.require_opset(14, "allowzero")
    return call.emit("Reshape", [call.input(0), call.as_int64(1)], allowzero=1 if allowzero else None)


@exporter("reshape_like", makes="Reshape; Shape")
def export_reshape_like(call: CallView) -> str:
    """Return the elements in the shape of another tensor, or with a part of it."""
    if None not in call.shape():
        return reshape_to_result(call, call.input(0), call.shape(0))
    begins = call.attribute("lhs_begin"), call.attribute("rhs_begin")
    ends = call.attribute("lhs_end"), call.attribute("rhs_end")
    if begins != (0, 0) or ends[0] not in (None, call.rank(0)) or ends[1] not in (None, call.rank(1)):
        return reshape_to_result(call, call.input(0), call.shape(0))
    return call.emit("Reshape", [call.input(0), call.emit("Shape", [call.input(1)])])


@exporter("nn.batch_flatten", makes="Flatten")
def export_batch_flatten(call: CallView) -> str:
    """Return a matrix with the first dimension as rows."""
    return call.emit("Flatten", [call.input(0)], axis=1)


@exporter("expand_dims", "dyn.expand_dims", makes="Unsqueeze")
def export_expand_dims(call: CallView) -> str:
    """Return a tensor with more dimensions of size 1."""
    if call.op == "dyn.expand_dims":
        if call.attribute("num_newaxis") != 1:
            call.fail("more than one new dimension at a place known only at run time")
        call.require_opset(13, "axes known only at run time")
        axis = call.emit("Reshape", [call.as_int64(1), call.vector([1])])
        return call.emit("Unsqueeze", [call.input(0), axis])
    count = call.attribute("num_newaxis")
    rank = call.rank()
    axis = call.attribute("axis")
    first = axis if axis >= 0 else axis + call.rank(0) + 1
    axes = list(range(first, first + count))
    return call.unsqueeze(call.input(0), axes) if rank else call.input(0)


@exporter("squeeze", "dyn.squeeze", makes="Squeeze")
def export_squeeze(call: CallView) -> str:
    """Return a tensor without dimensions of size 1."""
    if call.op == "dyn.squeeze":
        call.require_opset(13, "axes known only at run time")
        return call.emit("Squeeze", [call.input(0), call.as_int64(1)])
    axes = call.attribute("axis")
    if axes is None:
        return call.emit("Squeeze", [call.input(0)])
    return call.squeeze(call.input(0), call.axes(axes, call.rank(0)))


@exporter("transpose", makes="Transpose")
def export_transpose(call: CallView) -> str:
    """Return the dimensions in another order, the opposite one by default."""
    rank, axes = call.rank(0), call.attribute("axes")
    order = list(range(rank))[::-1] if not axes else call.axes(axes, rank)
    return call.transpose(call.input(0), order)


@exporter("layout_transform", makes="Transpose")
def export_layout_transform(call: CallView) -> str:
    """Return data in another layout without blocks."""
    source, target = call.attribute("src_layout"), call.attribute("dst_layout")
    if sorted(source) != sorted(target) or not source.isalpha() or source.upper() != source:
        call.fail(f"the layouts {source} and {target} have blocks")
    return call.transpose(call.input(0), [source.index(letter) for letter in target])


@exporter("concatenate", makes="Concat")
def export_concatenate(call: CallView) -> str:
    """Return tensors joined along an axis."""
    axis = call.axes([call.attribute("axis")], call.rank())[0]
    return call.emit("Concat", call.inputs, axis=axis)


@exporter("stack", makes="Concat; Unsqueeze")
def export_stack(call: CallView) -> str:
    """Return tensors joined along a new axis."""
    axis = call.axes([call.attribute("axis")], call.rank())[0]
    return call.emit("Concat", [call.unsqueeze(name, [axis]) for name in call.inputs], axis=axis)


@exporter("split", makes="Split")
def export_split(call: CallView) -> list[str]:
    """Return the parts of a tensor along an axis."""
    axis = call.axes([call.attribute("axis")], call.rank(0))[0]
    places = call.attribute("indices_or_sections")
    size = call.shape(0)[axis]
    if isinstance(places, list):
        if size is None:
            call.fail("parts of a dimension of an unknown size")
        bounds = [0, *places, size]
        sizes = [end - begin for begin, end in zip(bounds, bounds[1:])]
    else:
        if size is None:
            return call.emit_many("Split", [call.input(0)], places, axis=axis,
                                  num_outputs=places if call.opset >= 18 else None)
        sizes = [size // places] * places
    return split(call, call.input(0), sizes, axis)


def split(call: CallView, data: str, sizes: list[int], axis: int) -> list[str]:
    """Return parts of some sizes."""
    if len(sizes) == 1:
        return [data]
    equal = len(set(sizes)) == 1
    if call.opset >= 13:
        inputs = [data] if equal and call.opset < 18 else [data, call.vector(sizes)]
        return call.emit_many("Split", inputs, len(sizes), axis=axis)
    return call.emit_many("Split", [data], len(sizes), axis=axis, split=sizes)


@exporter("tile", "dyn.tile", makes="Tile")
def export_tile(call: CallView) -> str:
    """Return a tensor repeated along its dimensions."""
    data, rank = call.input(0), call.rank(0)
    if call.op == "dyn.tile":
        count = call.shape(1)[0]
        if count != rank:
            call.fail(f"{count} numbers of repetitions for a tensor of rank {rank}")
        return call.emit("Tile", [data, call.as_int64(1)])
    repetitions = call.attribute("reps")
    if len(repetitions) > rank:
        data = call.unsqueeze(data, list(range(len(repetitions) - rank)))
    repetitions = [1] * (rank - len(repetitions)) + repetitions
    return call.emit("Tile", [data, call.vector(repetitions)])


@exporter("repeat", makes="Gather; Unsqueeze Tile Reshape")
def export_repeat(call: CallView) -> str:
    """Return each element several times in a row."""
    axis, count = call.attribute("axis"), call.attribute("repeats")
    if axis is None:
        call.fail("repeat without an axis")
    axis = call.axes([axis], call.rank(0))[0]
    size = call.shape(0)[axis]
    if size is not None:
        return call.emit("Gather", [call.input(0), call.vector(np.repeat(np.arange(size), count))],
                         axis=axis)
    repetitions = [1] * (call.rank(0) + 1)
    repetitions[axis + 1] = count
    wide = call.emit("Tile", [call.unsqueeze(call.input(0), [axis + 1]), call.vector(repetitions)])
    return reshape_to_result(call, wide, [])


@exporter("broadcast_to", "dyn.broadcast_to", "broadcast_to_like", makes="Expand")
def export_broadcast_to(call: CallView) -> str:
    """Return a tensor broadcast to a shape."""
    call.require_opset(8, "Expand")
    if call.op == "broadcast_to":
        shape = call.vector(call.static_shape())
    elif call.op == "dyn.broadcast_to":
        shape = call.as_int64(1)
    else:
        shape = call.emit("Shape", [call.input(1)])
    return call.emit("Expand", [call.input(0), shape])


# Filled tensors


def fill(call: CallView, value: Any, shape: str, dtype: str) -> str:
    """Return a tensor of one number, of a shape that is a value."""
    import onnx

    call.require_opset(9, "ConstantOfShape")
    number = np.asarray(value, onnx.helper.tensor_dtype_to_np_dtype(get_number(dtype))).reshape(1)
    return call.emit("ConstantOfShape", [shape], value=onnx.numpy_helper.from_array(number))


@exporter("full", "dyn.full", "full_like", makes="ConstantOfShape; Expand")
def export_full(call: CallView) -> str:
    """Return a tensor of one element."""
    first = 1 if call.op == "full_like" else 0
    if call.op == "full":
        shape = call.vector(call.static_shape())
    elif call.op == "dyn.full":
        shape = call.as_int64(1)
    else:
        shape = call.emit("Shape", [call.input(0)])
    value = call.value(first)
    if value is not None:
        return fill(call, value.reshape(-1)[0], shape, call.dtype())
    call.require_opset(8, "Expand")
    return call.emit("Expand", [call.cast(call.input(first), call.dtype(first), call.dtype()), shape])


@exporter("zeros", "ones", "dyn.zeros", "dyn.ones", "zeros_like", "ones_like",
          makes="ConstantOfShape; Shape")
def export_zeros(call: CallView) -> str:
    """Return a tensor of zeros or ones."""
    value = 1 if "ones" in call.op else 0
    if None not in call.shape():
        shape = call.vector(call.static_shape())
    elif call.op.startswith("dyn."):
        shape = call.as_int64(0)
    else:
        shape = call.emit("Shape", [call.input(0)])
    return fill(call, value, shape, call.dtype())


# Sizes


@exporter("shape_of", makes="Shape; Cast")
def export_shape_of(call: CallView) -> str:
    """Return the shape as a vector."""
    return call.cast(call.emit("Shape", [call.input(0)]), "int64", call.dtype())


@exporter("ndarray_size", makes="Size; Cast")
def export_size(call: CallView) -> str:
    """Return the number of elements."""
    return call.cast(call.emit("Size", [call.input(0)]), "int64", call.dtype())


@exporter("arange", makes="Range; Cast")
def export_arange(call: CallView) -> str:
    """Return evenly spaced numbers."""
    call.require_opset(11, "Range")
    dtype = call.dtype()
    bounds = [call.cast(call.input(i), call.dtype(i), dtype) for i in range(3)]
    return call.emit("Range", bounds)


@exporter("nn.depth_to_space", "nn.space_to_depth", makes="DepthToSpace SpaceToDepth; Transpose")
def export_blocks(call: CallView) -> str:
    """Return channels as blocks of pixels, or blocks of pixels as channels."""
    data, size, layout = call.input(0), call.attribute("block_size"), call.attribute("layout")
    mode = call.attribute("mode", "DCR")
    if layout not in ("NCHW", "NHWC"):
        call.fail(f"the layout {layout}")
    last = layout == "NHWC"
    if last:
        data = call.transpose(data, [0, 3, 1, 2])
    if call.op == "nn.space_to_depth":
        result = call.emit("SpaceToDepth", [data], blocksize=size)
    else:
        if mode != "DCR":
            call.require_opset(11, "the mode CRD")
        result = call.emit("DepthToSpace", [data], blocksize=size,
                           mode="CRD" if mode != "DCR" else None)
    return call.transpose(result, [0, 2, 3, 1]) if last else result


@exporter("nn.pad", "dyn.nn.pad", makes="Pad")
def export_pad(call: CallView) -> str:
    """Return a tensor with elements around it."""
    mode = call.attribute("pad_mode")
    if call.op == "dyn.nn.pad":
        call.require_opset(11, "widths known only at run time")
        rows = call.emit("Transpose", [call.as_int64(1)], perm=[1, 0])
        widths = call.emit("Reshape", [rows, call.vector([-1])])
        return call.emit("Pad", [call.input(0), widths, call.cast(
            call.input(2), call.dtype(2), call.dtype())], mode=mode)
    pairs = call.attribute("pad_width")
    flat = [pair[0] for pair in pairs] + [pair[1] for pair in pairs]
    return pad(call, call.input(0), flat, mode, call.args[1], call.value(1))


def pad(call: CallView, data: str, widths: list[int], mode: str, value: Any, known: Any) -> str:
    """Return data with elements around them: of a value, or those of the data."""
    if call.opset < 11:
        if known is None:
            call.require_opset(11, "a value known only at run time")
        return call.emit("Pad", [data], pads=widths, mode=mode,
                         value=float(np.asarray(known).reshape(-1)[0]))
    inputs = [data, call.vector(widths)]
    if mode == "constant" and (known is None or np.asarray(known).any()):
        name = call.graph.name_of(value)
        inputs.append(call.cast(name, str(value.checked_type.dtype), call.dtype()))
    return call.emit("Pad", inputs, mode=mode)


@exporter("nn.mirror_pad", makes="Pad")
def export_mirror_pad(call: CallView) -> str:
    """Return a tensor with its own elements around it."""
    if call.attribute("mode") != "REFLECT":
        call.fail("ONNX mirrors without the edge only")
    pairs = call.attribute("pad_width")
    return pad(call, call.input(0), [pair[0] for pair in pairs] + [pair[1] for pair in pairs],
               "reflect", None, 0)


