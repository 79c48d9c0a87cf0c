"""Normalization, softmax and other layers."""

from __future__ import annotations

from .call import CallView
from .reduce import reduce
from .registry import exporter
from .shapes import reshape_to_result


@exporter("nn.softmax", "nn.log_softmax", "nn.fast_softmax", makes="Softmax LogSoftmax Softmax; Transpose")
def export_softmax(call: CallView) -> str:
    """Return a softmax along an axis; before opset 13 ONNX has it for the last dimensions only."""
    op_type = "LogSoftmax" if call.op == "nn.log_softmax" else "Softmax"
    rank = call.rank(0)
    axis = call.axes([call.attribute("axis")], rank)[0]
    data = call.input(0)
    if call.opset >= 13 or axis == rank - 1:
        return call.emit(op_type, [data], axis=axis)
    order = list(range(rank))
    order[axis], order[-1] = order[-1], order[axis]
    result = call.emit(op_type, [call.transpose(data, order)], axis=rank - 1)
    return call.transpose(result, order)


@exporter("nn.leaky_relu", makes="LeakyRelu")
def export_leaky_relu(call: CallView) -> str:
    """Return elements, times a number where they are negative."""
    return call.emit("LeakyRelu", [call.input(0)], alpha=call.attribute("alpha"))


@exporter("nn.prelu", makes="PRelu; Unsqueeze")
def export_prelu(call: CallView) -> str:
    """Return elements, times the slope of their channel where they are negative."""
    axis = call.axes([call.attribute("axis")], call.rank(0))[0]
    trailing = call.rank(0) - axis - 1
    slope, value = call.input(1), call.value(1)
    if trailing and value is not None:
        slope = call.vector(value.reshape(-1, *([1] * trailing)), call.dtype(1))
    elif trailing:
        slope = call.unsqueeze(slope, list(range(1, trailing + 1)))
    return call.emit("PRelu", [call.input(0), slope])


@exporter("nn.dropout", makes="")
def export_dropout(call: CallView) -> list[str]:
    """Return the data themselves: models are for inference."""
    return [call.input(0), call.input(0)]


def _parameters(call: CallView, first: int) -> list[str]:
    """Return scale and bias, 1 and 0 where the call does not use them."""
    found = []
    for i, name, value in ((first, "scale", 1), (first + 1, "center", 0)):
        if call.attribute(name):
            found.append(call.input(i))
        else:
            found.append(call.vector([value] * call.static_shape(i)[0], call.dtype(i)))
    return found


def _channels_second(call: CallView, data: str, axis: int) -> tuple[str, list[int]]:
    """Return data whose channels are the second dimension, and the order that restores them."""
    rank = call.rank(0)
    axis = call.axes([axis], rank)[0]
    order = list(range(rank))
    order.insert(1, order.pop(axis))
    back = [order.index(i) for i in range(rank)]
    return (data if axis == 1 or rank == 1 else call.transpose(data, order)), back


@exporter("nn.batch_norm", makes="BatchNormalization; Transpose")
def export_batch_norm(call: CallView) -> list[str]:
    """Return normalization with the statistics of channels; the statistics are as they were."""
    data, back = _channels_second(call, call.input(0), call.attribute("axis"))
    result = call.emit("BatchNormalization", [data, *_parameters(call, 1), call.input(3),
                                              call.input(4)], epsilon=call.attribute("epsilon"))
    return [call.transpose(result, back), call.input(3), call.input(4)]


@exporter("nn.layer_norm", makes="LayerNormalization; ReduceMean Sub Mul Sqrt Div Add")
def export_layer_norm(call: CallView) -> str:
    """Return normalization along one axis."""
    rank, epsilon = call.rank(0), call.attribute("epsilon")
    axis = call.axes([call.attribute("axis")], rank)[0]
    scale, bias = _parameters(call, 1)
    if call.opset >= 17 and axis == rank - 1:
        inputs = [call.input(0), scale, bias] if call.attribute("center") else \
            [call.input(0), scale]
        return call.emit("LayerNormalization", inputs, axis=-1, epsilon=epsilon)
    data = call.input(0)
    distance = call.emit("Sub", [data, reduce(call, "ReduceMean", data, [axis], True)])
    variance = reduce(call, "ReduceMean", call.emit("Mul", [distance, distance]), [axis], True)
    deviation = call.emit("Sqrt", [call.emit("Add", [variance, call.number(epsilon, call.dtype())])])
    trailing = list(range(1, rank - axis))
    scaled = call.emit("Mul", [call.emit("Div", [distance, deviation]),
                               call.unsqueeze(scale, trailing)])
    return call.emit("Add", [scaled, call.unsqueeze(bias, trailing)])


@exporter("nn.instance_norm", makes="InstanceNormalization; Transpose")
def export_instance_norm(call: CallView) -> str:
    """Return normalization of each channel of each batch element."""
    data, back = _channels_second(call, call.input(0), call.attribute("axis"))
    result = call.emit("InstanceNormalization", [data, *_parameters(call, 1)],
                       epsilon=call.attribute("epsilon"))
    return call.transpose(result, back)


@exporter("nn.group_norm", makes="GroupNormalization; InstanceNormalization Reshape Mul Add")
def export_group_norm(call: CallView) -> str:
    """Return normalization over groups of channels."""
    if call.axes([call.attribute("axis")], call.rank(0))[0] != 1:
        call.fail("groups of channels that are not the second dimension")
    groups, epsilon = call.attribute("num_groups"), call.attribute("epsilon")
    scale, bias = _parameters(call, 1)
    if call.opset >= 21:
        return call.emit("GroupNormalization", [call.input(0), scale, bias], num_groups=groups,
                         epsilon=epsilon)
    flat = call.emit("Reshape", [call.input(0), call.vector([0, groups, -1])])
    ones, zeros = (call.vector([value] * groups, call.dtype()) for value in (1, 0))
    normal = call.emit("InstanceNormalization", [flat, ones, zeros], epsilon=epsilon)
    normal = reshape_to_result(call, normal, [])
    trailing = list(range(1, call.rank(0) - 1))
    scaled = call.emit("Mul", [normal, call.unsqueeze(scale, trailing)])
    return call.emit("Add", [scaled, call.unsqueeze(bias, trailing)])


@exporter("nn.lrn", makes="LRN")
def export_lrn(call: CallView) -> str:
    """Return normalization over neighbouring channels."""
    if call.axes([call.attribute("axis")], call.rank(0))[0] != 1:
        call.fail("channels that are not the second dimension")
    return call.emit("LRN", [call.input(0)], size=call.attribute("size"),
                     alpha=call.attribute("alpha"), beta=call.attribute("beta"),
                     bias=call.attribute("bias"))


@exporter("nn.l2_normalize", makes="Div; Mul ReduceSum Max Sqrt")
def export_l2_normalize(call: CallView) -> str:
    """Return data divided by the root of the sum of squares, which is at least a number."""
    axes = call.axes(call.attribute("axis") or [1], call.rank(0))
    data = call.input(0)
    total = reduce(call, "ReduceSum", call.emit("Mul", [data, data]), axes, True)
    least = call.number(call.attribute("eps"), call.dtype())
    norm = call.emit("Sqrt", [call.emit("Max", [total, least])])
    return call.emit("Div", [data, norm])
