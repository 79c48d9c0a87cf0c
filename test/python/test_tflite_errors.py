"""Errors of the TFLite importer."""

import numpy as np
import pytest
from tflite_models import Writer, floats, model

from relay_lite import TVMError
from relay_lite.error import OpNotImplemented
from relay_lite.relay.frontend import from_tflite


def fail(data, message, **arguments):
    """Check the error of an import."""
    with pytest.raises(TVMError) as error:
        from_tflite(data, **arguments)
    text = str(error.value)
    assert message in text and "\n" not in text


def one(name, inputs, options=None, outputs=((2, 3), "float32"), **values):
    """A model of one operator; inputs are shapes of inputs or arrays of constants."""
    def build(graph):
        numbers = [graph.constant(value) if isinstance(value, np.ndarray) else
                   graph.input(f"x{i}", value) for i, value in enumerate(inputs)]
        return graph.op(name, numbers, outputs, options, **values)

    return model(build)


def ints(*values):
    return np.array(values, "int32")


PAIR = ((2, 3), (2, 3))


@pytest.mark.parametrize("data, message", [
    (one("ADD", PAIR, "AddOptions", fused_activation_function=5),
     "ADD 'add2': the fused activation SIGN_BIT is not supported"),
    (one("ADD", [(2, 3), (4,)], "AddOptions"), "ADD 'add2': "),
    (one("ADD", [(2, 3)], "AddOptions"), "expected at least 2 inputs, but input 1 is absent"),
    (one("FAKE_QUANT", [(2, 3)], "FakeQuantOptions", num_bits=1), "expected 2 to 16 bits"),
    (one("FAKE_QUANT", [(2, 3)]), "expected an option min, but there is none"),
    (one("CONV_2D", [(2, 3), (2, 3)], "Conv2DOptions"), "expected data and weight of rank 4"),
    (one("CONV_2D", [(1, 4, 4, 3), (2, 3, 3, 2)], "Conv2DOptions", stride_h=1, stride_w=1),
     "the weight is for 2 channels, but the input has 3"),
    (one("CONV_2D", [(1, 4, 4, 2), (2, 3, 3, 2)], "Conv2DOptions"),
     "expected positive stride_h, stride_w, but found [0, 0]"),
    (one("CONV_3D", [(1, 4, 4, 4, 2), (2, 3, 3, 3, 2)], "Conv3DOptions", stride_d=1),
     "the weight is for 3 channels, but the input has 2"),
    (one("DEPTHWISE_CONV_2D", [(1, 4, 4, 3), (1, 3, 3, 2)], "DepthwiseConv2DOptions"),
     "a weight of the shape [1, 3, 3, 2] does not fit 3 channels"),
    (one("TRANSPOSE_CONV", [ints(1, 8, 8, 3), (3, 3, 3, 2), (1, 4, 4, 4)], "TransposeConvOptions"),
     "do not give the shape [1, 8, 8, 3]"),
    (one("MAX_POOL_2D", [(2, 3)], "Pool2DOptions"), "expected an input of rank 4"),
    (one("FULLY_CONNECTED", [(2, 3), (3,)], "FullyConnectedOptions"), "expected a weight of rank 2"),
    (one("FULLY_CONNECTED", [(2, 3), (3, 3)], "FullyConnectedOptions", weights_format=1),
     "weights in a shuffled format are not supported"),
    (one("BATCH_MATMUL", [(3,), (3,)], "BatchMatMulOptions"), "expected operands of rank 2 at least"),
    (one("SUM", [(2, 3), ints(2)], "ReducerOptions"), "axis 2 is out of range for a tensor of rank 2"),
    (one("ARG_MAX", [(2, 3), ints(0, 1)], "ArgMaxOptions"), "expected one element as the axis, but got 2"),
    (one("RESIZE_BILINEAR", [(1, 2, 2, 1), ints(4)], "ResizeBilinearOptions"),
     "expected a height and a width, but found [4]"),
    (one("SPACE_TO_BATCH_ND", [(1, 2, 2, 1), ints(2, 2), ints(0)]), "do not fit the paddings [0]"),
    (one("RANGE", [ints(1), ints(5), ints(0)], outputs=((4,), "int32")),
     "there are too many numbers from 1 to 5 by 0"),
    (one("RESHAPE", [(2, 3), ints(4)], "ReshapeOptions"), "RESHAPE 'reshape2': "),
    (one("UNPACK", [(2, 3)], "UnpackOptions", num=3), "expected 3 slices, but the size of the dimension is 2"),
    (one("SPLIT", [ints(1), (2, 3)], "SplitOptions", num_splits=2),
     "2 parts of a dimension of size 3 are not of one size"),
    (one("SPLIT", [ints(1), (2, 3)], "SplitOptions", num_splits=3), "expected 3 outputs, but there are 1"),
    (one("SPLIT_V", [(2, 3), ints(1, 1), ints(1)], "SplitVOptions"),
     "the sizes [1, 1] of parts do not add up to the size 3"),
    (one("SPLIT_V", [(2, 3), ints(-1, -1), ints(1)], "SplitVOptions"),
     "parts of sizes [-1, -1] of a dimension of size 3"),
    (one("SLICE", [(2, 3), ints(0), ints(1)]), "do not fit a tensor of rank 2"),
    (one("SLICE", [(2, 3), ints(0, 2), ints(1, 2)]), "a part of 2 from 2 is outside a dimension of size 3"),
    (one("STRIDED_SLICE", [(2, 3), ints(0), ints(1, 2), ints(1)], "StridedSliceOptions"),
     "begin, end and strides are not of one length"),
    (one("STRIDED_SLICE", [(2, 3), ints(0, 0, 0), ints(1, 1, 1), ints(1, 1, 1)], "StridedSliceOptions"),
     "3 ranges for a tensor of rank 2"),
    (one("STRIDED_SLICE", [(2, 3), ints(0), ints(1), ints(0)], "StridedSliceOptions"), "a stride is 0"),
    (one("STRIDED_SLICE", [(2, 3), ints(7), ints(1), ints(1)], "StridedSliceOptions", shrink_axis_mask=1),
     "index 7 is out of range for a dimension of size 2"),
    (one("STRIDED_SLICE", [(2, 3), *[ints(*[1] * 33)] * 3], "StridedSliceOptions"),
     "expected at most 32 ranges, but got 33"),
    (one("PACK", [], "PackOptions"), "expected at least 1 inputs, but input 0 is absent"),
    (one("MATRIX_DIAG", [()]), "expected a diagonal of rank 1 at least, but got one of rank 0"),
    (one("DYNAMIC_UPDATE_SLICE", [(4, 4), (2,), ints(0, 0)]),
     "a part of the shape [2] does not fit a tensor of the shape [4, 4]"),
    (one("DYNAMIC_UPDATE_SLICE", [(4, 4), (5, 2), ints(0, 0)]),
     "a part of the shape [5, 2] does not fit a tensor of the shape [4, 4]"),
    (one("DYNAMIC_UPDATE_SLICE", [(4, 4), (2, 2), ints(0)]),
     "expected 2 indices, but got a tensor of the shape [1]"),
    (one("DYNAMIC_UPDATE_SLICE", [(1 << 25,), (1 << 25,), ints(0)]),
     "expected a tensor of at most 16777216 elements, but got one of 33554432"),
    (one("NON_MAX_SUPPRESSION_V4", [(2, 4), (1, 2), ints(2), *[np.float32([0.5])] * 2]),
     "expected scores of rank 1, but got ones of rank 2"),
    (one("PAD", [(2, 3), ints(1, 1, 1, 1)], outputs=[]), "expected an output, but there is none"),
    (one("PAD", [(2, 3), ints(1, 1)]), "the paddings [1, 1] do not fit a tensor of rank 2"),
    (one("MIRROR_PAD", [(2, 3), ints(1, 1)], "MirrorPadOptions"), "do not fit a tensor of rank 2"),
    (one("GATHER", [(2, 3), ints(5)], "GatherOptions"), "an index is out of range for a dimension of size 2"),
    (one("GATHER_ND", [(2, 3), ints(0, 0, 0)]), "places of 3 indices do not fit a tensor of rank 2"),
    (one("TFLite_Detection_PostProcess", [(1, 2, 4), (1, 2, 2), (2, 4)], custom_options=b"ab"),
     "TFLite_Detection_PostProcess 'tflite_detection_postprocess3': expected a map"),
    (one("TFLite_Detection_PostProcess", [(1, 2, 4), (1, 2, 2), (2, 4)], custom_options=bytes(1 << 17)),
     "expected options of at most 65536 bytes, but got 131072"),
    (one("IF", [(), (2,)], "IfOptions", then_subgraph_index=7), "then_subgraph_index: there is no graph 7"),
    (one("WHILE", [(2,)], "WhileOptions", cond_subgraph_index=0),
     "cond_subgraph_index: graph 0 runs itself"),
    (one("READ_VARIABLE", [(2,)], "ReadVariableOptions"), "the first input is not a variable"),
    (one("DEQUANTIZE", [(2, 3)], "DequantizeOptions"), "the input has no scale"),
    (one("QUANTIZE", [(2, 3)], "QuantizeOptions"), "the output has no scale"),
    (one("REDUCE_MAX", [(2, 3), (1,)], "ReducerOptions"),
     "the axes must be known when the model is imported"),
])
def test_invalid_operators(data, message):
    fail(data, message)


def test_unknown_operators_are_listed():
    def build(graph):
        x = graph.input("x", (2,))
        return graph.op("Whirl", [graph.op("Whirl", [graph.op("RFFT2D", [x], ((2,), "float32"))],
                                           ((2,), "float32"))], ((2,), "float32"))

    with pytest.raises(OpNotImplemented) as error:
        from_tflite(model(build))
    assert str(error.value) == ("The following operators are not supported for frontend TFLite: "
                                "RFFT2D (rfft2d1), Whirl (whirl2, whirl3)")

    def name_of_two_lines(graph):
        x = graph.input("x", (2,))
        graph.op("Whirl", [x], ((2,), "float32"))
        graph.tensors[1]["name"] = "a\nb"
        return x

    fail(model(name_of_two_lines), "are not supported for frontend TFLite: Whirl ('a\\nb')")


def test_invalid_graphs():
    def unused(graph):
        graph.input("x", (2,))
        return graph.tensor("y", (2,))

    fail(model(unused), "graph 0: the tensor 'y' is not computed before it is used, and has no data")

    def twice(graph):
        x = graph.input("x", (2,))
        graph.op("ABS", [x], ((2,), "float32"))
        graph.operators[0] = ("ABS", [x], [x], None, {})
        return x

    fail(model(twice), "the tensor 'x' is defined twice")

    def text(graph):
        graph.inputs.append(graph.tensor("x", (2,), "resource"))
        return 0

    fail(model(text), "tensor 'x' has the element type resource, which Relay has not")

    def short(graph):
        return graph.op("ADD", [graph.input("x", (4,)), graph.tensor("w", (5,), data=floats(4))],
                        ((4,), "float32"), "AddOptions")

    fail(model(short), "the data of tensor 'w' of graph 0 are 16 bytes, but its shape [5] takes 20")


def test_graphs_that_run_each_other_endlessly():
    writer = Writer()
    graphs = [writer.graph(f"graph{i}") for i in range(2)]
    for i, graph in enumerate(graphs):
        flag, x = graph.input("c", (), "bool"), graph.input("x", (2,))
        graph.outputs = [graph.op("IF", [flag, flag, x], ((2,), "float32"), "IfOptions",
                                  then_subgraph_index=1 - i, else_subgraph_index=1 - i)]
    fail(writer.finish(), "graph 0 runs itself")
    for name, options, inputs, places, message in (
            ("CALL", "CallOptions", 1, {"subgraph": 1}, "subgraph: graph 1 runs itself"),
            ("CALL_ONCE", "CallOnceOptions", 0, {"init_subgraph_index": 1}, "init_subgraph_index: graph 1 runs itself"),
            ("WHILE", "WhileOptions", 1, {"cond_subgraph_index": 2, "body_subgraph_index": 1},
             "body_subgraph_index: graph 1 runs itself")):
        writer = Writer()
        graphs = [writer.graph(f"graph{i}") for i in range(3)]
        for graph in graphs[:2]:
            numbers = [graph.input(f"x{i}", (2,)) for i in range(inputs)]
            outputs = graph.op(name, numbers, [((2,), "float32")] * inputs, options, **places)
            graph.outputs = numbers and outputs
        graphs[2].input("x", (2,))
        graphs[2].outputs = [graphs[2].constant(np.array(True))]
        fail(writer.finish(), message)
    # Each graph runs the next one twice.
    writer = Writer()
    graphs = [writer.graph(f"graph{i}") for i in range(30)]
    for i, graph in enumerate(graphs):
        flag, x = graph.input("c", (), "bool"), graph.input("x", (2,))
        graph.outputs = [graph.op("IF", [flag, flag, x], ((2,), "float32"), "IfOptions",
                                  then_subgraph_index=i + 1, else_subgraph_index=i + 1)]
    graphs[-1].operators, graphs[-1].outputs = [], [1]
    fail(writer.finish(), "the graphs of the model run more than ")


def test_invalid_arguments(tmp_path):
    data = one("RELU", [(2, 3)])
    fail(data, "expected a dict of shapes by name", shape_dict=[(2, 3)])
    fail(data, "expected a shape for 'x0'", shape_dict={"x0": 3})
    fail(7, "expected a tflite.Model, the bytes of one or a path, but got int")
    fail(tmp_path / "none.tflite", "cannot read ")
    (tmp_path / "empty.tflite").write_bytes(b"")
    fail(tmp_path / "empty.tflite", "is not a TFLite model: it is empty")
    fail(b"nothing at all", "the model is not a TFLite model: expected TFL3 at byte 4, but found b'ing '")
    fail(b"\0\0\0\0TFL3", "the model: expected a TFLite model of version 3, but got one of version 0")
    fail(b"\x7f\0\0\0TFL3", "the model is not a TFLite model: ")
