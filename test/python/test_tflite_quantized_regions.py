"""Windows, reductions and joined tensors of quantized TFLite models."""

import numpy as np
import pytest
from test_tflite_quantized import OTHER, SCALE, integers
from test_tflite_quantized_products import quantized
from tflite_models import check_near, floats, interpret, model, run

from relay_lite.relay.frontend import from_tflite


def one(name, shape, output, target=SCALE, options=None, constants=(), dtype="int8", source=SCALE, **values):
    """The bytes of a model of one operator on a quantized input."""
    def build(graph):
        inputs = [graph.input("x", shape, dtype, **source)]
        inputs += [graph.constant(constant) for constant in constants]
        return graph.op(name, inputs, (output, dtype, target), options, **values)

    return model(build)


@pytest.mark.parametrize("name", ["AVERAGE_POOL_2D", "MAX_POOL_2D"])
@pytest.mark.parametrize("dtype", ["int8", "uint8"])
@pytest.mark.parametrize("activation", [0, 1, 3])
def test_pooling(name, dtype, activation):
    data = one(name, (1, 7, 7, 4), (1, 4, 4, 4), options="Pool2DOptions", dtype=dtype, stride_h=2,
               stride_w=2, filter_height=3, filter_width=3, padding=0, fused_activation_function=activation)
    # Averages are rounded towards zero.
    mod = check_near(data, integers(1, 7, 7, 4, dtype=dtype) // 2, share=0 if name[0] == "M" else 0.6)
    assert ("qnn.avg_pool2d" in mod.astext()) == (name == "AVERAGE_POOL_2D")


@pytest.mark.parametrize("name", ["MEAN", "SUM"])
@pytest.mark.parametrize("axes", [[1, 2], [-1], [0, 1, 2, 3]])
@pytest.mark.parametrize("target", [SCALE, OTHER])
def test_sums(name, axes, target):
    x = integers(2, 3, 4, 5) // 8
    data = one(name, x.shape, np.mean(x, tuple(axes), keepdims=True).shape, target, "ReducerOptions",
               [np.array(axes, "int32")], keep_dims=True)
    mod, params = from_tflite(data)
    assert "qnn.requantize" in mod.astext()
    result, interpreted = run(mod, params, x)[0], interpret(data, x)[0]
    assert result.shape == interpreted.shape and result.dtype == interpreted.dtype
    assert np.abs(result.astype(int) - interpreted.astype(int)).max() <= 1
    # TFLite's average is not the nearest integer.
    scale, zero_point = (values[0] for values in target["quantization"])
    function = np.mean if name == "MEAN" else np.sum
    expected = function((x - 3.0) * 0.05, tuple(axes), keepdims=True) / scale + zero_point
    np.testing.assert_allclose(result, np.clip(expected, -128, 127), rtol=0, atol=0.5001)


def test_product():
    data = one("REDUCE_PROD", (5, 2), (5,), OTHER, "ReducerOptions", [np.array([1], "int32")])
    x = integers(5, 2) // 8
    result = run(*from_tflite(data), x)[0]
    expected = np.clip(np.prod((x - 3.0) * 0.05, 1) / 0.02 - 5, -128, 127)
    np.testing.assert_allclose(result, expected, atol=1)


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_concatenation(dtype):
    # TFLite's kernel for int8 takes tensors of one scale only.
    other = SCALE if dtype == "int8" else quantized(0.013, 100)

    def build(graph):
        inputs = [graph.input("x", (2, 30), dtype, **SCALE), graph.input("y", (2, 20), dtype, **other)]
        return graph.op("CONCATENATION", inputs, ((2, 50), dtype, SCALE), "ConcatenationOptions", axis=-1)

    mod = check_near(model(build), integers(2, 30, dtype=dtype), integers(2, 20, dtype=dtype, seed=1))
    assert "qnn.concatenate" in mod.astext()


@pytest.mark.parametrize("name", ["RESIZE_BILINEAR", "RESIZE_NEAREST_NEIGHBOR"])
@pytest.mark.parametrize("half_pixel_centers", [False, True])
def test_resize(name, half_pixel_centers):
    options = "ResizeBilinearOptions" if name == "RESIZE_BILINEAR" else "ResizeNearestNeighborOptions"
    check_near(one(name, (1, 4, 4, 3), (1, 7, 9, 3), options=options,
                   constants=[np.array([7, 9], "int32")], half_pixel_centers=half_pixel_centers),
               integers(1, 4, 4, 3), share=0.3 if name == "RESIZE_BILINEAR" else 0)


def test_padding_is_zero_point():
    data = one("PAD", (2, 3), (4, 5), options="PadOptions", constants=[np.full((2, 2), 1, "int32")])
    check_near(data, integers(2, 3), share=0)
    assert run(*from_tflite(data), integers(2, 3))[0][0, 0] == 3


def test_l2_normalization():
    check_near(one("L2_NORMALIZATION", (4, 8), (4, 8), quantized(1 / 128, 0), "L2NormOptions"),
               integers(4, 8))


def test_embeddings():
    def build(graph):
        table = graph.constant(integers(6, 4), **quantized(0.05, 0))
        return graph.op("EMBEDDING_LOOKUP", [graph.input("x", (3,), "int32"), table], ((3, 4), "float32"))

    places = np.array([5, 0, 5], "int32")
    np.testing.assert_array_equal(run(*from_tflite(model(build)), places)[0],
                                  integers(6, 4)[places] * np.float32(0.05))
