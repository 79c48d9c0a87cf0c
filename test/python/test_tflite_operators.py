"""TFLite's operators, compared with its own interpreter."""

import numpy as np
import pytest
from tflite_models import check, floats, model

pytest.importorskip("ai_edge_litert")

POSITIVE = np.abs(floats(2, 3)) + 0.1
INTEGERS = np.array([[7, -7, 5], [-5, 3, 0]], "int32")


def simple(name, arrays, constants=(), outputs=((), "float32"), options=None, **values):
    """The bytes of a model of one operator, whose inputs are arrays, then constants."""
    def build(graph):
        inputs = [graph.input(f"x{i}", array.shape, str(array.dtype))
                  for i, array in enumerate(arrays)]
        inputs += [-1 if value is None else graph.constant(value) for value in constants]
        return graph.op(name, inputs, outputs, options, **values)

    return model(build)


def run_simple(name, arrays, *arguments, tolerance=1e-5, **values):
    return check(simple(name, arrays, *arguments, **values), *arrays, tolerance=tolerance)


@pytest.mark.parametrize("name, options", [
    ("ABS", "AbsOptions"), ("CEIL", None), ("COS", "CosOptions"), ("ELU", None),
    ("EXP", "ExpOptions"), ("FLOOR", None), ("GELU", "GeluOptions"), ("HARD_SWISH", "HardSwishOptions"),
    ("LOGISTIC", None), ("NEG", "NegOptions"), ("RELU", None), ("RELU6", None),
    ("RELU_N1_TO_1", None), ("RELU_0_TO_1", None), ("ROUND", None), ("SIGN", "SignOptions"),
    ("SIN", None), ("SQUARE", "SquareOptions"), ("TANH", None), ("ZEROS_LIKE", "ZerosLikeOptions"),
    ("LOG_SOFTMAX", "LogSoftmaxOptions")])
def test_unary(name, options):
    values = np.concatenate([floats(2, 4) * 3, [[0.5, 1.5, 2.5, -0.5], [-1.5, 0, 7, -7]]], 0)
    run_simple(name, [values.astype("float32")], options=options)


@pytest.mark.parametrize("name", ["LOG", "RSQRT", "SQRT"])
def test_unary_of_positive_numbers(name):
    run_simple(name, [POSITIVE])


def test_activations_with_options():
    run_simple("LEAKY_RELU", [floats(3, 4)], options="LeakyReluOptions", alpha=0.3)
    run_simple("SOFTMAX", [floats(3, 4)], options="SoftmaxOptions", beta=2.0)
    run_simple("GELU", [floats(3, 4)], options="GeluOptions", approximate=True)
    run_simple("PRELU", [floats(1, 2, 3, 4)], [floats(1, 1, 4)])
    run_simple("FAKE_QUANT", [floats(3, 4)], options="FakeQuantOptions", min=-1.0, max=2.0, num_bits=3)
    run_simple("LOGICAL_NOT", [np.array([True, False])], outputs=((2,), "bool"))


@pytest.mark.parametrize("name, options", [
    ("ADD", "AddOptions"), ("SUB", "SubOptions"), ("MUL", "MulOptions"), ("DIV", "DivOptions")])
@pytest.mark.parametrize("activation", [0, 1, 2, 3])
def test_arithmetic(name, options, activation):
    run_simple(name, [floats(2, 3) * 4, floats(3, seed=1)], options=options,
               fused_activation_function=activation)


@pytest.mark.parametrize("name, options", [
    ("POW", "PowOptions"), ("MAXIMUM", "MaximumMinimumOptions"),
    ("MINIMUM", "MaximumMinimumOptions"), ("FLOOR_DIV", "FloorDivOptions"),
    ("FLOOR_MOD", "FloorModOptions"), ("SQUARED_DIFFERENCE", "SquaredDifferenceOptions")])
def test_binary(name, options):
    run_simple(name, [POSITIVE * 3, POSITIVE[::-1].copy()], options=options)


@pytest.mark.parametrize("name, options", [
    ("EQUAL", "EqualOptions"), ("NOT_EQUAL", "NotEqualOptions"), ("LESS", "LessOptions"),
    ("LESS_EQUAL", "LessEqualOptions"), ("GREATER", "GreaterOptions"),
    ("GREATER_EQUAL", "GreaterEqualOptions")])
def test_comparison(name, options):
    run_simple(name, [INTEGERS, INTEGERS[::-1].copy()], outputs=((2, 3), "bool"), options=options)


@pytest.mark.parametrize("name, options", [
    ("DIV", "DivOptions"), ("FLOOR_DIV", "FloorDivOptions"), ("FLOOR_MOD", "FloorModOptions"),
    ("ADD", "AddOptions"), ("BITWISE_XOR", None), ("RIGHT_SHIFT", None)])
def test_integers(name, options):
    divisor = np.array([2, 2, 3], "int32")
    run_simple(name, [INTEGERS, divisor if options else np.array([[2, 2, 3]] * 2, "int32")],
               outputs=((2, 3), "int32"), options=options)


def test_logical():
    flags = [np.array([True, True, False, False]), np.array([True, False, True, False])]
    for name, options in (("LOGICAL_AND", "LogicalAndOptions"), ("LOGICAL_OR", "LogicalOrOptions")):
        run_simple(name, flags, outputs=((4,), "bool"), options=options)


def test_select():
    run_simple("SELECT", [np.array([True, False]), floats(2, 3), floats(2, 3, seed=1)],
               options="SelectOptions")
    run_simple("SELECT_V2", [np.array([True, False, True]), floats(2, 3), floats(2, 1, seed=1)],
               options="SelectV2Options")
    run_simple("ADD_N", [floats(2, 3), floats(2, 3, seed=1), floats(2, 3, seed=2)], options="AddNOptions")
    run_simple("WHERE", [INTEGERS > 0], outputs=((3, 2), "int64"))


@pytest.mark.parametrize("source, target", [("float32", "int32"), ("int32", "float32"),
                                            ("float32", "bool"), ("int32", "int64")])
def test_cast(source, target):
    run_simple("CAST", [np.array([1.7, -1.7, 0]).astype(source)], outputs=((3,), target),
               options="CastOptions", in_data_type=0, out_data_type=0)


@pytest.mark.parametrize("padding", [0, 1])
@pytest.mark.parametrize("strides, dilations", [((1, 1), (1, 1)), ((2, 3), (1, 1)), ((1, 1), (2, 2))])
def test_conv(padding, strides, dilations):
    options = {"padding": padding, "stride_h": strides[0], "stride_w": strides[1],
               "dilation_h_factor": dilations[0], "dilation_w_factor": dilations[1],
               "fused_activation_function": 1}
    run_simple("CONV_2D", [floats(2, 7, 9, 4)], [floats(6, 3, 2, 4, seed=1), floats(6, seed=2)],
               options="Conv2DOptions", tolerance=1e-4, **options)
    run_simple("DEPTHWISE_CONV_2D", [floats(1, 7, 9, 4)],
               [floats(1, 3, 2, 8, seed=1), floats(8, seed=2)],
               options="DepthwiseConv2DOptions", depth_multiplier=2, tolerance=1e-4, **options)


def test_depthwise_conv_of_one_channel():
    run_simple("DEPTHWISE_CONV_2D", [floats(1, 7, 9, 1)], [floats(1, 3, 2, 4, seed=1), floats(4, seed=2)],
               options="DepthwiseConv2DOptions", depth_multiplier=4, stride_h=1, stride_w=1)


def test_grouped_conv():
    run_simple("CONV_2D", [floats(1, 5, 5, 4)], [floats(6, 3, 3, 2, seed=1), floats(6)],
               options="Conv2DOptions", stride_h=1, stride_w=1, tolerance=1e-4)


def test_conv_3d():
    run_simple("CONV_3D", [floats(1, 4, 5, 6, 2)], [floats(2, 3, 2, 2, 3, seed=1), floats(3)],
               options="Conv3DOptions", stride_d=1, stride_h=2, stride_w=1, tolerance=1e-4)


@pytest.mark.parametrize("padding, size", [(0, 8), (0, 7), (1, 9), (1, 10)])
def test_transpose_conv(padding, size):
    run_simple("TRANSPOSE_CONV", [], [np.array([1, size, size, 5], "int32"),
                                      floats(5, 3, 3, 2, seed=1), floats(1, 4, 4, 2), floats(5)],
               options="TransposeConvOptions", padding=padding, stride_h=2, stride_w=2,
               tolerance=1e-4)


@pytest.mark.parametrize("name", ["AVERAGE_POOL_2D", "MAX_POOL_2D", "L2_POOL_2D"])
@pytest.mark.parametrize("padding", [0, 1])
def test_pool(name, padding):
    run_simple(name, [np.abs(floats(2, 5, 7, 3))], options="Pool2DOptions", padding=padding,
               stride_h=2, stride_w=3, filter_height=3, filter_width=2,
               fused_activation_function=3)


@pytest.mark.parametrize("keep", [False, True])
def test_fully_connected(keep):
    run_simple("FULLY_CONNECTED", [floats(2, 3, 4)], [floats(5, 4, seed=1), floats(5)],
               options="FullyConnectedOptions", keep_num_dims=keep, fused_activation_function=1)
    run_simple("FULLY_CONNECTED", [floats(2, 4)], [floats(5, 4, seed=1), None],
               options="FullyConnectedOptions", keep_num_dims=keep)


@pytest.mark.parametrize("shapes, adj_x, adj_y", [
    (((2, 3), (3, 4)), False, False), (((2, 3, 2), (2, 3, 4)), True, False),
    (((2, 1, 3, 4), (5, 6, 4)), False, True)])
def test_batch_matmul(shapes, adj_x, adj_y):
    run_simple("BATCH_MATMUL", [floats(*shapes[0]), floats(*shapes[1], seed=1)],
               options="BatchMatMulOptions", adj_x=adj_x, adj_y=adj_y)


def test_norms():
    run_simple("L2_NORMALIZATION", [floats(2, 3, 4)], options="L2NormOptions")
    run_simple("LOCAL_RESPONSE_NORMALIZATION", [floats(1, 2, 3, 8)],
               options="LocalResponseNormalizationOptions", radius=2, bias=2.0, alpha=0.5, beta=0.75)


@pytest.mark.parametrize("name", ["SUM", "MEAN", "REDUCE_PROD", "REDUCE_MAX", "REDUCE_MIN"])
@pytest.mark.parametrize("keep", [False, True])
def test_reduction(name, keep):
    run_simple(name, [floats(2, 3, 4)], [np.array([0, -1], "int32")], options="ReducerOptions",
               keep_dims=keep)


def test_reduction_of_flags():
    flags = np.array([[True, False], [True, True]])
    for name in ("REDUCE_ANY", "REDUCE_ALL"):
        run_simple(name, [flags], [np.array([1], "int32")], outputs=((2,), "bool"),
                   options="ReducerOptions", keep_dims=False)


def test_places_of_extrema():
    for name, options, kind in (("ARG_MAX", "ArgMaxOptions", "int64"),
                                ("ARG_MIN", "ArgMinOptions", "int32")):
        run_simple(name, [floats(3, 4)], [np.array(-1, "int32")], outputs=((3,), kind), options=options,
                   output_type=4 if kind == "int64" else 2)
    run_simple("TOPK_V2", [floats(3, 5)], [np.array(2, "int32")],
               outputs=[((3, 2), "float32"), ((3, 2), "int32")], options="TopKV2Options")


@pytest.mark.parametrize("exclusive, reverse", [(False, False), (True, False), (True, True)])
def test_cumsum(exclusive, reverse):
    run_simple("CUMSUM", [floats(2, 4)], [np.array(1, "int32")], options="CumsumOptions",
               exclusive=exclusive, reverse=reverse)


@pytest.mark.parametrize("name, options, corners, half", [
    ("RESIZE_BILINEAR", "ResizeBilinearOptions", False, False),
    ("RESIZE_BILINEAR", "ResizeBilinearOptions", True, False),
    ("RESIZE_BILINEAR", "ResizeBilinearOptions", False, True),
    ("RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions", False, False),
    ("RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions", True, False),
    ("RESIZE_NEAREST_NEIGHBOR", "ResizeNearestNeighborOptions", False, True)])
@pytest.mark.parametrize("size", [(7, 9), (3, 2)])
def test_resize(name, options, corners, half, size):
    run_simple(name, [floats(1, 4, 5, 2)], [np.array(size, "int32")], options=options,
               align_corners=corners, half_pixel_centers=half)


def test_blocks():
    run_simple("DEPTH_TO_SPACE", [floats(1, 2, 3, 8)], options="DepthToSpaceOptions", block_size=2)
    run_simple("SPACE_TO_DEPTH", [floats(1, 4, 6, 2)], options="SpaceToDepthOptions", block_size=2)
    pair = [np.array([2, 2], "int32"), np.array([[0, 0], [1, 1]], "int32")]
    run_simple("SPACE_TO_BATCH_ND", [floats(1, 4, 4, 2)], pair, options="SpaceToBatchNDOptions")
    run_simple("BATCH_TO_SPACE_ND", [floats(4, 2, 3, 2)], pair, options="BatchToSpaceNDOptions")


def test_shapes():
    run_simple("RESHAPE", [floats(2, 6)], [np.array([3, -1], "int32")], options="ReshapeOptions")
    run_simple("RESHAPE", [floats(2, 6)], options="ReshapeOptions", new_shape=[4, 3],
               outputs=((4, 3), "float32"))
    run_simple("RESHAPE", [floats(0, 6)], [np.array([3, 0], "int32")], options="ReshapeOptions")
    run_simple("EXPAND_DIMS", [floats(2, 6)], [np.array(-1, "int32")], options="ExpandDimsOptions")
    run_simple("SQUEEZE", [floats(1, 2, 1)], options="SqueezeOptions", squeeze_dims=[-1])
    run_simple("SQUEEZE", [floats(1, 2, 1)], options="SqueezeOptions", squeeze_dims=[])
    run_simple("SHAPE", [floats(2, 6)], outputs=((2,), "int64"), options="ShapeOptions", out_type=4)
    run_simple("RANK", [floats(2, 6)], outputs=((), "int32"))
    run_simple("TRANSPOSE", [floats(2, 3, 4)], [np.array([2, 0, 1], "int32")])
    run_simple("TILE", [floats(2, 3)], [np.array([2, 3], "int32")])
    run_simple("BROADCAST_TO", [floats(2, 1)], [np.array([3, 2, 4], "int32")])


def test_numbers():
    run_simple("FILL", [], [np.array([2, 3], "int32"), np.array(1.5, "float32")])
    run_simple("RANGE", [], [np.array(value, "int32") for value in (1, 10, 4)], outputs=((3,), "int32"))
    run_simple("ONE_HOT", [np.array([0, 2], "int32")],
               [np.array(3, "int32"), np.array(5, "float32"), np.array(-1, "float32")],
               options="OneHotOptions", axis=-1)


def test_joining_and_splitting():
    pair = [floats(2, 4), floats(2, 4, seed=1)]
    run_simple("PACK", pair, options="PackOptions", values_count=2, axis=1)
    run_simple("CONCATENATION", pair, options="ConcatenationOptions", axis=-1)
    three = [((), "float32")] * 3
    run_simple("UNPACK", [floats(3, 2)], outputs=three, options="UnpackOptions", num=3, axis=0)
    run_simple("SPLIT_V", [floats(2, 6)], [np.array([1, -1, 2], "int32"), np.array(1, "int32")],
               outputs=three, options="SplitVOptions", num_splits=3)

    def split(graph):
        return graph.op("SPLIT", [graph.constant(np.array(1, "int32")), graph.input("x", (2, 6))],
                        three, "SplitOptions", num_splits=3)

    check(model(split), floats(2, 6))


@pytest.mark.parametrize("begin, end, strides, masks", [
    ([0, 1, 1], [2, 3, 4], [1, 1, 2], {}),
    ([1, -1, 0], [2, 0, 4], [1, -1, 1], {}),
    ([0, 1, 2], [0, 0, 0], [1, -1, 1], {"begin_mask": 3, "end_mask": 7}),
    ([1, 0, -1], [0, 0, 0], [1, 1, 1], {"shrink_axis_mask": 5, "begin_mask": 2, "end_mask": 2}),
    ([0, 1], [0, 3], [1, 1], {"ellipsis_mask": 1}),
    ([1, 0, 0], [2, 0, 2], [1, 1, 1], {"new_axis_mask": 2})])
def test_strided_slice(begin, end, strides, masks):
    run_simple("STRIDED_SLICE", [floats(2, 3, 4)],
               [np.array(value, "int32") for value in (begin, end, strides)],
               options="StridedSliceOptions", **masks)


def test_parts():
    run_simple("SLICE", [floats(3, 4)], [np.array([1, 1], "int32"), np.array([-1, 2], "int32")],
               options="SliceOptions")
    widths = np.array([[1, 0], [2, 1]], "int32")
    run_simple("PAD", [floats(3, 4)], [widths], options="PadOptions")
    run_simple("PADV2", [floats(3, 4)], [widths, np.array(7, "float32")], options="PadV2Options")
    for mode in (0, 1):
        run_simple("MIRROR_PAD", [floats(3, 4)], [widths], options="MirrorPadOptions", mode=mode)
    run_simple("REVERSE_V2", [floats(3, 4)], [np.array([1], "int32")], options="ReverseV2Options")
    run_simple("REVERSE_SEQUENCE", [floats(3, 4)], [np.array([1, 2, 4], "int32")],
               options="ReverseSequenceOptions", seq_dim=1, batch_dim=0)
    run_simple("MATRIX_DIAG", [floats(2, 3)], options="MatrixDiagOptions")
    run_simple("MATRIX_SET_DIAG", [floats(2, 3, 3), floats(2, 3, seed=1)], options="MatrixSetDiagOptions")
    run_simple("DYNAMIC_UPDATE_SLICE", [floats(4, 5), floats(2, 2, seed=1), np.array([1, 9], "int32")])


def test_places():
    run_simple("GATHER", [floats(3, 4)], [np.array([[2, 0]], "int32")], options="GatherOptions", axis=1)
    run_simple("GATHER", [floats(2, 3, 4)], [np.array([[2, 0], [1, 1]], "int32")],
               options="GatherOptions", axis=1, batch_dims=1)
    run_simple("GATHER_ND", [floats(3, 4, 2)], [np.array([[2, 0], [1, 3]], "int32")])
    run_simple("SCATTER_ND", [np.array([[2], [0], [2]], "int32"), floats(3, 2)],
               [np.array([4, 2], "int32")])
    run_simple("EMBEDDING_LOOKUP", [np.array([2, 0], "int32"), floats(3, 4)])
    run_simple("SPARSE_TO_DENSE", [np.array([[0, 1], [2, 2]], "int32")],
               [np.array([3, 4], "int32"), np.array([5, 6], "float32"), np.array(-1, "float32")],
               options="SparseToDenseOptions")
    run_simple("SEGMENT_SUM", [floats(4, 2)], [np.array([0, 0, 1, 2], "int32")])
