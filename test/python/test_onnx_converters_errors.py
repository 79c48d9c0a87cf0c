"""Errors of the converters: each names the node and its operator."""

import numpy as np
import pytest
from onnx_models import info, model, node, onnx, tensor

from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError

FLOAT, INT8, STRING = onnx.TensorProto.FLOAT, onnx.TensorProto.INT8, onnx.TensorProto.STRING
X = info("x", [2, 3])
IMAGE = info("x", [1, 4, 6, 6])
OPEN = info("x", [1, 4, None, None])
VALUE = info("v", [2], "int64")
I32 = info("i", [2], "int32")


def ints(name, *values):
    return tensor(name, values, "int64")


def floats(name, *values):
    return tensor(name, values)


def case(message, op_type, inputs, given, initializers=(), outputs="y", opset=17, domain="",
         **attributes):
    """A parameter of the test: a model of one node, and a part of its error."""
    domains = [domain] if domain else []
    if domain:
        attributes["domain"] = domain
    proto = model([node(op_type, inputs, outputs, name="here", **attributes)], list(given),
                  outputs.split(" "), initializers, opset=opset, domains=domains)
    return pytest.param(proto, op_type, message, id=f"{op_type}-{message[:30]}")


MICROSOFT, ML, TRAINING = "com.microsoft", "ai.onnx.ml", "ai.onnx.preview.training"
ONE = tensor("one", 1.0)
W = tensor("w", np.zeros((4, 4, 3, 3)))
MATRIX = tensor("m", np.zeros((3, 4)))
RATES = [tensor("r", 0.1), tensor("t", 1, "int64"), floats("g", 0, 0)]



ELEMENTS = [
    case("the second operand does not fit behind axis 1 of the first", "Add", "x b", [X],
         [tensor("b", np.zeros((2, 3)))], opset=6, axis=1, broadcast=1),
    case("expected direction LEFT or RIGHT, but found UP", "BitShift", "i i", [I32], direction="UP"),
    case("element type float8e4m3fn of attribute to is not supported", "Cast", "x", [X], opset=19,
         to=onnx.TensorProto.FLOAT8E4M3FN),
    case("element type string of attribute to is not supported", "Cast", "x", [X], to=STRING),
    case("attribute to is no element type: QUAD", "Cast", "x", [X], opset=5, to="QUAD"),
    case("axis 5 is out of range for a tensor of rank 2", "CumSum", "x a", [X], [ints("a", 5)]),
    case("expected approximate none or tanh, but found sin", "Gelu", "x", [X], opset=20,
         approximate="sin"),
]
REDUCTIONS = [
    case("axis 2 is out of range for a tensor of rank 2", "ReduceSum", "x a", [X], [ints("a", 2)]),
    case("the axes [0, -2] name a dimension twice", "ReduceMax", "x", [X], axes=[0, -2]),
    case("keepdims of 0 needs a known number of axes", "ReduceSum", "x a",
         [X, info("a", ["n"], "int64")], keepdims=0),
    case("axis -3 is out of range for a tensor of rank 2", "ArgMax", "x", [X], axis=-3),
]
CONSTANTS = [
    case("expected a value: an attribute value, value_float, value_int", "Constant", "", [X],
         value_string="a"),
    case("expected a value of one element, but it has 2", "ConstantOfShape", "s", [X],
         [ints("s", 2)], value=floats("", 1, 2)),
    case("the shape [-2] has a negative size", "ConstantOfShape", "s", [X], [ints("s", -2)]),
    case("expected a matrix, but got a tensor of rank 4", "EyeLike", "x", [IMAGE]),
    case("the step is 0", "Range", "one one zero", [X], [ONE, tensor("zero", 0.0)]),
    case("axis 4 is out of range for a result of rank 2", "OneHot", "i d v", [I32],
         [tensor("d", 3, "int64"), floats("v", 0, 1)], axis=4),
]
SHAPES = [
    case("the shape [-2, 3] has a size below -1", "Reshape", "x s", [X], [ints("s", -2, 3)]),
    case("the shape [-1, -1] has more than one -1", "Reshape", "x s", [X], [ints("s", -1, -1)]),
    case("copies a size that the input of rank 2 has not", "Reshape", "x s", [X],
         [ints("s", 2, 3, 0)]),
    case("axis 3 is out of range for a tensor of rank 2", "Flatten", "x", [X], axis=3),
    case("perm has 1 axes, but the tensor has rank 2", "Transpose", "x", [X], perm=[0]),
    case("axes must be given for a tensor of unknown sizes", "Squeeze", "x", [OPEN]),
    case("axes must be a known number of axes", "Unsqueeze", "x a",
         [X, info("a", ["n"], "int64")]),
    case("the shapes [2, 3] and [4, 3] do not broadcast", "Expand", "x s", [X], [ints("s", 4, 3)]),
    case("the shape must have a known number of sizes", "Expand", "x s",
         [X, info("s", ["n"], "int64")]),
    case("expected 2 repetitions, but got 1", "Tile", "x s", [X], [ints("s", 2)]),
    case("tiles must be known when the model is imported", "Tile", "x t a",
         [X, info("t", [], "int64")], [tensor("a", 0, "int64")], opset=5),
    case("the sizes [1, 1] do not split 3 elements along axis 1", "Split", "x s", [X],
         [ints("s", 1, 1)], outputs="y z", axis=1),
    case("num_outputs is 3, but the node has 2 outputs", "Split", "x", [X], outputs="y z",
         opset=18, axis=1, num_outputs=3),
    case("3 elements along axis 1 do not split into 2 equal parts", "Split", "x", [X],
         outputs="y z", axis=1),
    case("expected 4 pads, but got 2", "Pad", "x", [X], opset=10, pads=[1, 1]),
    case("expected 4 pads, but got 3", "Pad", "x p", [X], [ints("p", 1, 1, 1)]),
    case("expected mode constant, reflect, edge or wrap, but found odd", "Pad", "x p", [X],
         [ints("p", 1, 1, 1, 1)], mode="odd"),
    case("expected mode constant, reflect, edge or wrap, but found odd", "Pad", "x p",
         [X, info("p", [4], "int64")], mode="odd"),
    case("axes must be a known number of axes", "Pad", "x p  a",
         [X, info("p", [4], "int64"), info("a", ["n"], "int64")], opset=18),
    case("expected mode DCR or CRD, but found ABC", "DepthToSpace", "x", [IMAGE], blocksize=2,
         mode="ABC"),
]
INDICES = [
    case("starts, ends, axes and steps have 1, 2, 1 and 1 elements", "Slice", "x s e", [X],
         [ints("s", 0), ints("e", 1, 1)]),
    case("a step is 0", "Slice", "x s e a t", [X],
         [ints("s", 0), ints("e", 1), ints("a", 0), ints("t", 0)]),
    case("an index is out of range for 2 elements along axis 0", "Gather", "x i", [X],
         [ints("i", 2)]),
    case("the last dimension of the indices must be known", "GatherND", "x i",
         [X, info("i", [1, "n"], "int64")]),
    case("expected reduction none, add, mul, min or max, but found sub", "ScatterND", "x i u", [X],
         [tensor("i", [[0]], "int64"), tensor("u", [[0, 0, 0]])], reduction="sub"),
    case("expected mode linear or circular, but found round", "TensorScatter", "x u",
         [info("x", [1, 4, 2])], [tensor("u", np.zeros((1, 1, 2)))], opset=24, mode="round"),
]
WINDOWS = [
    case("expected data and weight of one rank of at least 3, but got ranks 2 and 4", "Conv", "x w",
         [X], [W]),
    case("expected data and weight of one rank of at least 3, but got ranks 2 and 4",
         "ConvTranspose", "x w", [X], [W]),
    case("expected 4 pads, but got 3", "Conv", "x w", [IMAGE], [W], pads=[1, 1, 1]),
    case("expected 2 strides, but got 1", "Conv", "x w", [IMAGE], [W], strides=[1]),
    case("expected positive strides, but found [0, 1]", "Conv", "x w", [IMAGE], [W],
         strides=[0, 1]),
    case("expected auto_pad NOTSET, VALID, SAME_UPPER or SAME_LOWER, but found SAME", "Conv", "x w",
         [IMAGE], [W], auto_pad="SAME"),
    case("expected 1 to 3 spatial dimensions, but found 4", "Conv", "x w",
         [info("x", [1, 1, 2, 2, 2, 2])], [tensor("w", np.zeros((1, 1, 1, 1, 1, 1)))]),
    case("kernel_shape is [2, 2], but the weight has sizes [3, 3]", "Conv", "x w", [IMAGE], [W],
         kernel_shape=[2, 2]),
    case("the sizes of the weight must be known, or kernel_shape must be given", "Conv", "x w",
         [IMAGE, info("w", [4, 4, None, 3])]),
    case("the sizes of the input of a ConvTranspose with output_shape must be known",
         "ConvTranspose", "x w", [OPEN], [W], output_shape=[9, 9]),
    case("expected 2 spatial dimensions, but found 1", "DeformConv", "x w o", [info("x", [1, 4, 6])],
         [tensor("w", np.zeros((4, 4, 3))), tensor("o", np.zeros((1, 6, 4)))], opset=19),
    case("the sizes of the input of a DeformConv must be known", "DeformConv", "x w o  m", [OPEN],
         [W, tensor("o", np.zeros((1, 18, 4, 4))), tensor("m", np.zeros((1, 9, 4, 4)))], opset=19),
    case("block_shape, strides, dilations and pads do not fit images of rank 2", "Col2Im", "x s b",
         [info("x", [1, 4, 4])], [ints("s", 4, 4), ints("b", 2)], opset=18),
    case("the number of sizes must be known", "Col2Im", "x s b",
         [info("x", [1, 4, 4]), info("s", ["n"], "int64")], [ints("b", 2, 2)], opset=18),
    case("expected at most 256 sizes, but got 100000", "Col2Im", "x s b",
         [info("x", [1, 4, 4]), info("s", [100000], "int64")], [ints("b", 2, 2)], opset=18),
    case("kernel_shape has 1 sizes, but the input has rank 4", "MaxPool", "x", [IMAGE],
         kernel_shape=[2]),
    case("SAME padding without count_include_pad needs known sizes", "AveragePool", "x", [OPEN],
         kernel_shape=[3, 3], strides=[2, 2], auto_pad="SAME_UPPER"),
    case("the sizes of the input of a MaxPool with Indices must be known", "MaxPool", "x", [OPEN],
         outputs="y z", kernel_shape=[2, 2]),
    case("the sizes of the input of a pool with ceil_mode must be known", "LpPool", "x", [OPEN],
         opset=18, kernel_shape=[2, 2], ceil_mode=1),
    case("the sizes of the input must be known", "MaxUnpool", "x i",
         [OPEN, info("i", [1, 4, None, None], "int64")], kernel_shape=[2, 2]),
]
LAYERS = [
    case("training with spatial of 0 is not supported", "BatchNormalization", "x a a a a", [IMAGE],
         [floats("a", 1, 1, 1, 1)], outputs="y m v", opset=7, spatial=0),
    case("4 channels do not split into 3 groups", "GroupNormalization", "x a a", [IMAGE],
         [floats("a", 1, 1, 1, 1)], opset=21, num_groups=3),
    case("an even size needs a known number of channels", "LRN", "x", [info("x", [1, None, 2, 2])],
         size=2),
    case("expected p of 1 or 2, but found 3", "LpNormalization", "x", [X], p=3),
    case("expected at most 16777216 random numbers with a seed, but got 99999999", "RandomNormal", "",
         [X], seed=1.0, shape=[99999999]),
    case("random numbers need a shape that is known", "RandomNormalLike", "x", [OPEN]),
    case("random numbers of element type int64 are not supported", "RandomUniformLike", "v",
         [VALUE]),
    case("expected direction forward, reverse or bidirectional, but found up", "RNN", "x w r",
         [info("x", [2, 1, 3])], [tensor("w", np.zeros((1, 4, 3))), tensor("r", np.zeros((1, 4, 4)))],
         direction="up"),
    case("activation step is not supported", "RNN", "x w r", [info("x", [2, 1, 3])],
         [tensor("w", np.zeros((1, 4, 3))), tensor("r", np.zeros((1, 4, 4)))], activations=["Step"]),
    case("the size of the recurrent weight must be known", "RNN", "x w r",
         [info("x", [2, 1, 3]), info("r", [1, 4, None])], [tensor("w", np.zeros((1, 4, 3)))]),
    case("expected floats of one of the types float16", "RNN", "x w r",
         [info("x", [2, 1, 3], "int32")],
         [tensor("w", np.zeros((1, 4, 3)), "int32"), tensor("r", np.zeros((1, 4, 4)), "int32")]),
    case("a scalar is no operand of a matrix product", "MatMul", "one m", [X], [ONE, MATRIX]),
    case("rows of 4 elements do not fit columns of 3", "MatMul", "w m", [X], [
        tensor("w", np.zeros((2, 4))), MATRIX]),
    case("batches of 2 and 3 matrices do not broadcast", "MatMul", "p q", [X],
         [tensor("p", np.zeros((2, 1, 1))), tensor("q", np.zeros((3, 1, 1)))]),
    case("expected matrices, but got tensors of rank 4 and 2", "Gemm", "x m", [IMAGE], [MATRIX]),
    case("the equation has 2 operands, but the node 1", "Einsum", "x", [X], equation="ij,j->i"),
    case("expected square matrices of a known size, but got 2 times 3", "Det", "x", [X]),
    case("expected reduction none, sum or mean, but found max", "NegativeLogLikelihoodLoss", "x t",
         [X], [ints("t", 0, 1)], reduction="max"),
]
IMAGES = [
    case("expected mode nearest, linear or cubic, but found area", "Resize", "x  s", [IMAGE],
         [floats("s", 1, 1, 2, 2)], mode="area"),
    case("coordinate_transformation_mode odd is not supported", "Resize", "x  s", [IMAGE],
         [floats("s", 1, 1, 2, 2)], coordinate_transformation_mode="odd"),
    case("nearest_mode odd is not supported", "Resize", "x  s", [IMAGE],
         [floats("s", 1, 1, 2, 2)], nearest_mode="odd"),
    case("keep_aspect_ratio_policy odd is not supported", "Resize", "x   s", [IMAGE],
         [ints("s", 1, 4, 3, 3)], opset=18, keep_aspect_ratio_policy="odd"),
    case("expected positive scales, but found -1.0", "Resize", "x  s", [IMAGE],
         [floats("s", 1, 1, 2, -1)]),
    case("expected 4 scales, but got a tensor of shape [3]", "Resize", "x  s", [IMAGE],
         [floats("s", 1, 2, 2)]),
    case("expected 4 scales, but got 1", "Upsample", "x", [IMAGE], opset=7, scales=[2.0]),
    case("expected either scales or sizes", "Resize", "x", [IMAGE]),
    case("tf_crop_and_resize needs the input roi", "Resize", "x  s", [IMAGE],
         [floats("s", 1, 1, 2, 2)], coordinate_transformation_mode="tf_crop_and_resize"),
    case("antialias needs known sizes or known scales", "Resize", "x  s",
         [OPEN, info("s", [4])], opset=18, mode="linear", antialias=1),
    case("expected mode linear, nearest or cubic, but found area", "GridSample", "x g", [IMAGE],
         [tensor("g", np.zeros((1, 2, 2, 2)))], mode="area"),
    case("expected padding_mode zeros, border or reflection, but found wrap", "GridSample", "x g",
         [IMAGE], [tensor("g", np.zeros((1, 2, 2, 2)))], padding_mode="wrap"),
    case("expected images of rank 4 or 5, but got a tensor of rank 2", "GridSample", "x g", [X],
         [tensor("g", np.zeros((1, 2, 2, 2)))]),
    case("expected sizes of images of rank 4 or 5, but got 3", "AffineGrid", "t s", [X],
         [tensor("t", np.zeros((1, 2, 3))), ints("s", 1, 1, 2)], opset=20),
    case("expected coordinate_transformation_mode half_pixel or output_half_pixel", "RoiAlign",
         "x r b", [IMAGE], [tensor("r", [[0, 0, 1, 1]]), ints("b", 0)],
         coordinate_transformation_mode="odd"),
    case("expected mode avg or max, but found min", "RoiAlign", "x r b", [IMAGE],
         [tensor("r", [[0, 0, 1, 1]]), ints("b", 0)], mode="min"),
    case("the number of channels must be known", "RoiAlign", "x r b",
         [info("x", [1, None, 4, 4])], [tensor("r", [[0, 0, 1, 1]]), ints("b", 0)], mode="max",
         sampling_ratio=2),
    case("expected a last dimension of 1 or 2, but found 3", "DFT", "x", [info("x", [1, 2, 3])]),
    case("the inverse of a onesided transform needs a known length", "DFT", "x", [
        info("x", [1, None, 2])], opset=20, inverse=1, onesided=1),
    case("a signal of 4 elements has no frame of 8", "STFT", "x s  n", [info("x", [1, 4, 1])],
         [tensor("s", 2, "int64"), tensor("n", 8, "int64")]),
]
QUANTIZED = [
    case("a scale of rank 3 does not fit a tensor of rank 2", "DequantizeLinear", "q s", [X],
         [tensor("q", np.zeros((2, 3)), "int8"), tensor("s", np.zeros((1, 1, 1)))], opset=21),
    case("scales of blocks need known sizes", "QuantizeLinear", "x s", [info("x", [None, 2])],
         [tensor("s", np.ones((2, 2)))], opset=21, axis=0, block_size=2),
    case("quantization to float16 is not supported", "QuantizeLinear", "x s", [X], [ONE,
         tensor("s", 1.0)], opset=21, output_dtype=onnx.TensorProto.FLOAT16),
    case("expected a scale, a zero point, and three inputs for each tensor, but got 3 inputs",
         "QLinearConcat", "one z x", [X], [ONE, tensor("z", 0, "int8")], domain=MICROSOFT, axis=0),
]
OTHERS = [
    case("attribute transBatchA is not supported", "FusedMatMul", "x m", [X], [MATRIX],
         domain=MICROSOFT, transBatchA=1),
    case("input past_sequence_length is not supported", "Attention", "x w     p",
         [info("x", [1, 2, 4])], [tensor("w", np.zeros((4, 12))), tensor("p", [1], "int32")],
         domain=MICROSOFT, num_heads=2),
    case("input cache_indirection is not supported", "MultiHeadAttention", "x x x       c",
         [info("x", [1, 2, 4])], [tensor("c", [1], "int32")], domain=MICROSOFT, num_heads=2),
    case("the sizes of queries, keys and values must be known", "MultiHeadAttention", "x x x b",
         [info("x", [1, 2, None])], [tensor("b", np.zeros(12))], domain=MICROSOFT, num_heads=2),
    case("the size of heads must be known", "MultiHeadAttention", "x x x", [info("x", [1, 2, None])],
         domain=MICROSOFT, num_heads=2),
    case("activation Swirl is not supported", "FusedConv", "x w", [IMAGE], [W], domain=MICROSOFT,
         activation="Swirl"),
    case("attribute do_rotary of 1 is not supported", "Attention", "x w", [info("x", [1, 2, 4])],
         [tensor("w", np.zeros((4, 12)))], domain=MICROSOFT, num_heads=2, do_rotary=1),
    case("the sizes of the weight of an Attention must be known", "Attention", "x w",
         [info("x", [1, 2, 4]), info("w", [4, None])], domain=MICROSOFT, num_heads=2),
    case("expected mode standard or nesterov, but found odd", "Momentum", "r t g g g", [X], RATES,
         domain=TRAINING, alpha=0.9, beta=0.9, mode="odd", norm_coefficient=0.0),
    case("expected a multiple of 3 tensors, but got 2", "Adagrad", "r t g g", [X], RATES,
         domain=TRAINING),
    case("strings are not supported", "LabelEncoder", "x", [X], domain=ML, keys_strings=["a"],
         values_int64s=[1]),
    case("there are 1 keys, but 2 values", "LabelEncoder", "x", [X], domain=ML, keys_int64s=[1],
         values_int64s=[1, 2]),
    case("expected norm MAX, L1 or L2, but found L3", "Normalizer", "x", [X], domain=ML, norm="L3"),
]


TFIDF = dict(max_gram_length=1, max_skip_count=0, min_gram_length=1, mode="TF", ngram_counts=[0],
             ngram_indexes=[0])
SEQUENCES = [
    case("strings are not supported", "TfIdfVectorizer", "v", [VALUE], **TFIDF, pool_strings=["a"]),
    case("expected mode TF, IDF or TFIDF, but found XY", "TfIdfVectorizer", "v", [VALUE],
         **{**TFIDF, "mode": "XY"}, pool_int64s=[1]),
    case("the last dimension of the input must be known", "TfIdfVectorizer", "v",
         [info("v", [None], "int64")], **TFIDF, pool_int64s=[1]),
    case("there are no sequences to count", "TfIdfVectorizer", "v", [VALUE],
         **{**TFIDF, "min_gram_length": 2, "max_gram_length": 2}, pool_int64s=[1]),
]


@pytest.mark.parametrize("proto, op_type, message", [
    *ELEMENTS, *REDUCTIONS, *CONSTANTS, *SHAPES, *INDICES, *WINDOWS, *LAYERS, *IMAGES, *QUANTIZED,
    *OTHERS,
    *SEQUENCES])
def test_error(proto, op_type, message):
    with pytest.raises(ConversionError) as error:
        from_onnx(proto)
    assert message in str(error.value)
    assert f"{op_type} 'here'" in str(error.value)
