"""Quantized operators: functions, canonical forms, values, rules for targets."""

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import qnn

RANDOM = np.random.default_rng(7)
SCALE, ZERO = relay.const(0.25), relay.const(0, "int32")


def numbers(*shape, dtype="int8"):
    info = np.iinfo(dtype)
    return RANDOM.integers(info.min, info.max + 1, shape).astype(dtype)


def integer(value):
    return relay.const(value, "int32")


def infer(expr):
    return relay.transform.InferType()(tvm.IRModule.from_expr(expr))


def evaluate(expr, *inputs):
    """The value of an expression of constants and of the inputs: evaluated, after its canonical
    form is written, folded, and compiled, which give the same bits."""
    mod = infer(expr)
    results = [relay.create_executor(kind, mod=mod).evaluate()(*inputs).numpy()
               for kind in ("debug", "graph")]
    canonical = qnn.transform.CanonicalizeOps()(qnn.transform.Legalize()(mod))
    assert "qnn." not in canonical.astext(show_meta_data=False)
    results.append(relay.create_executor("debug", mod=canonical).evaluate()(*inputs).numpy())
    names = [var.name_hint for var in mod["main"].params]
    bound = relay.build_module.bind_params_by_name(mod["main"], dict(zip(names, inputs)))
    folded = relay.transform.FoldConstant(fold_qnn=True)(infer(bound.body))["main"].body
    results.append(folded.data.numpy())
    for result in results:
        np.testing.assert_array_equal(result, results[0])
    return results[0]


def quantize(value, scale, zero_point, dtype):
    """The numbers of real values, with halves away from zero."""
    value = (value / np.float32(scale)).astype("float32")
    rounded = np.trunc(value + np.copysign(np.float32(0.5), value)) + np.float32(zero_point)
    info = np.iinfo(dtype)
    return np.clip(np.nan_to_num(rounded, nan=0), info.min, info.max).astype(dtype)


def dequantize(data, scale, zero_point):
    return (data.astype("int32") - zero_point).astype("float32") * np.float32(scale)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32"])
def test_quantize_and_dequantize(dtype):
    x = (RANDOM.standard_normal((3, 5)) * 100).astype("float32")
    var = relay.var("x", shape=x.shape)
    actual = evaluate(qnn.quantize(var, relay.const(0.5), integer(3), out_dtype=dtype), x)
    np.testing.assert_array_equal(actual, quantize(x, 0.5, 3, dtype))
    data = numbers(3, 5, dtype=dtype if dtype != "int32" else "int16").astype(dtype)
    scales = np.array([0.5, 1, 2, 3, 4], "float32")
    actual = evaluate(qnn.dequantize(relay.var("x", shape=(3, 5), dtype=dtype),
                                     relay.const(scales), integer(2), axis=1), data)
    np.testing.assert_array_equal(actual, dequantize(data, 1, 2) * scales)


def test_nan_and_infinity():
    x = np.array([np.nan, np.inf, -np.inf, 1e30], "float32")
    actual = evaluate(qnn.quantize(relay.var("x", shape=(4,)), SCALE, ZERO), x)
    assert actual.tolist() == [0, 127, -128, 127]


@pytest.mark.parametrize("name,function", [
    ("hardswish", lambda x: x * np.clip(x + 3, 0, 6) / np.float32(6)), ("log", np.log),
    ("sqrt", np.sqrt), ("abs", np.abs)])
@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_unary(name, function, dtype):
    """By a table and by the canonical form."""
    x = np.arange(256, dtype="uint8").view(dtype)
    var = relay.var("x", shape=(256,), dtype=dtype)
    expr = getattr(qnn, name)(var, relay.const(0.125), integer(5), relay.const(0.0625), integer(7))
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = quantize(function(dequantize(x, 0.125, 5)), 0.0625, 7, dtype)
    difference = np.abs(evaluate(expr, x).astype(int) - expected)
    # A function of floats may be wrong by an ulp, which shows next to halves.
    assert difference.max() <= 1 and (difference != 0).sum() <= 2


def test_registered_table():
    """A rule of Python gives the bits of the table that is there without it."""
    x = np.arange(256, dtype="uint8").view("int8")
    var = relay.var("x", shape=x.shape, dtype="int8")
    mod = infer(qnn.hardswish(var, relay.const(0.125), integer(5), relay.const(0.0625), integer(7)))
    tables = [qnn.transform.Legalize()(mod)]
    try:
        qnn.op.legalizations.register_qnn_unary_op_legalize("qnn.hardswish",
                                                            qnn.op.legalizations.hardswish_func)
        tables.append(qnn.transform.Legalize()(mod))
        relay.op.get("qnn.hardswish").reset_attr("FTVMQnnLegalize")
        qnn.op.legalizations.register_qnn_unary_op_legalize("qnn.hardswish", np.zeros_like)
        zeros = qnn.transform.Legalize()(mod)
    finally:
        relay.op.get("qnn.hardswish").reset_attr("FTVMQnnLegalize")
    results = [relay.create_executor("debug", mod=table).evaluate()(x).numpy() for table in tables]
    np.testing.assert_array_equal(*results)
    assert (relay.create_executor("debug", mod=zeros).evaluate()(x).numpy() == 7).all()


def test_tables_of_bad_input():
    make = qnn.op.canonicalizations.create_integer_lookup_op
    var = relay.var("x", shape=(4,), dtype="uint8")
    with pytest.raises(ValueError, match="expected an integer type as out_dtype, but got float32"):
        make(var, np.abs, SCALE, ZERO, SCALE, ZERO, out_dtype="float32")
    with pytest.raises(ValueError, match="expected in_dtype with at most 16 bits, but got int32"):
        make(var, np.abs, SCALE, ZERO, SCALE, ZERO, in_dtype="int32")
    for scale in (relay.var("s"), relay.const([0.5, 0.25])):
        with pytest.raises(tvm.TVMError, match="expected a constant with one element as in_scale"):
            make(var, np.abs, scale, ZERO, SCALE, ZERO)


def test_leaky_relu():
    x = numbers(4, 9, dtype="uint8")
    var = relay.var("x", shape=x.shape, dtype="uint8")
    actual = evaluate(qnn.leaky_relu(var, 0.25, relay.const(0.125), integer(128), relay.const(0.125),
                                     integer(128)), x)
    centered = x.astype(int) - 128
    expected = np.where(x < 128, np.floor(x * 0.25 + 0.5) + 96, centered + 128)
    np.testing.assert_array_equal(actual, expected.astype("uint8"))


def test_softmax():
    x = numbers(3, 10)
    var = relay.var("x", shape=x.shape, dtype="int8")
    actual = evaluate(qnn.softmax(var, relay.const(0.0625), ZERO, relay.const(1 / 128), ZERO), x)
    exps = np.exp(x * 0.0625 - (x * 0.0625).max(axis=1, keepdims=True))
    expected = exps / exps.sum(axis=1, keepdims=True)
    # It approximates powers of two by straight lines.
    assert np.abs(actual / 128 - expected).max() < 0.05
    for scale in (0.0, 1.5):
        wrong = infer(qnn.softmax(var, relay.const(scale), ZERO, SCALE, ZERO))
        with pytest.raises(tvm.TVMError, match=r"expected scale in \(0, 1\]"):
            qnn.transform.CanonicalizeOps()(wrong)


@pytest.mark.parametrize("layout", ["NHWC", "NCHW"])
def test_avg_pool2d(layout):
    x = numbers(1, 4, 4, 4)
    var = relay.var("x", shape=x.shape, dtype="int8")
    expr = qnn.avg_pool2d(var, SCALE, integer(1), SCALE, integer(1), (2, 2), (2, 2), (0, 0), (1, 1),
                          layout=layout)
    image = x if layout == "NCHW" else x.transpose(0, 3, 1, 2)
    sums = image.astype(int).reshape(1, 4, 2, 2, 2, 2).sum(axis=(3, 5))
    expected = np.trunc(sums / 4).astype("int8")
    expected = expected if layout == "NCHW" else expected.transpose(0, 2, 3, 1)
    np.testing.assert_array_equal(evaluate(expr, x), expected)


@pytest.mark.parametrize("dilation", [1, 2])
@pytest.mark.parametrize("points", [(0, 0), (3, 0), (0, -2), (3, -2), (3, "vector")])
def test_conv2d(points, dilation):
    """The terms of zero points are those of a convolution of differences."""
    x, w = numbers(1, 3, 7, 7, dtype="uint8"), numbers(4, 3, 3, 3)
    data, kernel = points
    kernel = np.array([1, -2, 3, 0], "int32") if kernel == "vector" else np.int32(kernel)
    expr = qnn.conv2d(relay.var("x", shape=x.shape, dtype="uint8"), relay.const(w), integer(data),
                      relay.const(kernel), SCALE, SCALE, kernel_size=(3, 3), channels=4,
                      padding=(1, 1), dilation=(dilation, dilation))
    kernel = kernel.reshape(-1, 1, 1, 1) if kernel.ndim else kernel
    plain = relay.nn.conv2d(relay.var("x", shape=x.shape, dtype="int32"),
                            relay.const((w - kernel).astype("int32")), channels=4,
                            kernel_size=(3, 3), padding=(1, 1), dilation=(dilation, dilation))
    expected = relay.create_executor("debug", mod=infer(plain)).evaluate()(
        x.astype("int32") - data).numpy()
    np.testing.assert_array_equal(evaluate(expr, x), expected)


@pytest.mark.parametrize("layout,kernel_layout", [("NCHW", "OIHW"), ("NHWC", "HWOI")])
def test_conv2d_depth_multiplier(layout, kernel_layout):
    """The zero points of a depthwise convolution are those of dimension O of the weight."""
    x, w = numbers(2, 4, 5, 5, dtype="uint8"), numbers(4, 2, 3, 3, dtype="uint8")
    points = np.array([1, 0, 7, 2], "int32")

    def convolve(data, weight, function, *parameters):
        if layout == "NHWC":
            data, weight = data.transpose(0, 2, 3, 1), weight.transpose(2, 3, 0, 1)
        var = relay.var("x", shape=data.shape, dtype=str(data.dtype))
        return data, function(var, relay.const(weight), *parameters, channels=8, groups=4, kernel_size=(3, 3),
                              data_layout=layout, kernel_layout=kernel_layout, out_dtype="int32")

    data, expr = convolve(x, w, qnn.conv2d, integer(4), relay.const(points), SCALE, SCALE)
    shifted, plain = convolve(x.astype("int32") - 4, w.astype("int32") - points.reshape(4, 1, 1, 1),
                              relay.nn.conv2d)
    expected = relay.create_executor("debug", mod=infer(plain)).evaluate()(shifted).numpy()
    np.testing.assert_array_equal(evaluate(expr, data), expected)
    with pytest.raises(tvm.TVMError, match=r"expected kernel_zero_point of type Tensor\[\(4\)"):
        infer(convolve(x, w, qnn.conv2d, integer(4), relay.const(np.zeros(8, "int32")), SCALE, SCALE)[1])


def test_conv2d_transpose():
    x, w = numbers(1, 3, 5, 5, dtype="uint8"), numbers(3, 4, 3, 3)
    expr = qnn.conv2d_transpose(relay.var("x", shape=x.shape, dtype="uint8"), relay.const(w),
                                integer(3), integer(1), SCALE, SCALE, channels=4,
                                kernel_size=(3, 3), strides=(2, 2))
    plain = relay.nn.conv2d_transpose(
        relay.var("x", shape=x.shape, dtype="int32"), relay.const(w.astype("int32") - 1), channels=4,
        kernel_size=(3, 3), strides=(2, 2))
    expected = relay.create_executor("debug", mod=infer(plain)).evaluate()(
        x.astype("int32") - 3).numpy()
    np.testing.assert_array_equal(evaluate(expr, x), expected)


def test_grouped_conv2d_with_as_many_channels():
    """Groups of two channels each give one channel: the convolution is not depthwise."""
    x, w = numbers(1, 8, 5, 5, dtype="uint8"), numbers(4, 2, 3, 3)

    def convolve(data, weight, function, *parameters):
        var = relay.var("x", shape=data.shape, dtype=str(data.dtype))
        return function(var, relay.const(weight), *parameters, channels=4, groups=4, kernel_size=(3, 3),
                        out_dtype="int32")

    expr = convolve(x, w, qnn.conv2d, integer(3), integer(-2), SCALE, SCALE)
    shifted = x.astype("int32") - 3
    plain = convolve(shifted, w.astype("int32") + 2, relay.nn.conv2d)
    expected = relay.create_executor("debug", mod=infer(plain)).evaluate()(shifted).numpy()
    np.testing.assert_array_equal(evaluate(expr, x), expected)


def test_zero_points_of_one_element():
    """Vectors of one element are taken for scalars by scalar tensors and transposed convolutions."""
    vector, scale = relay.const(np.array([1], "int32")), relay.const(np.array([0.5], "float32"))
    number = np.array(7, "int32")
    data = relay.var("x", shape=(), dtype="int32")
    assert evaluate(qnn.dequantize(data, scale, vector), number) == 3
    assert evaluate(qnn.requantize(data, scale, vector, relay.const(0.25), integer(2)), number) == 14
    assert evaluate(qnn.requantize(data, relay.const(0.5), integer(1), SCALE, integer(2)), number) == 14
    assert evaluate(qnn.quantize(relay.var("x", shape=()), scale, vector), np.float32(3)) == 7
    x, w = numbers(1, 3, 4, 4), relay.const(numbers(3, 2, 3, 3))
    results = [evaluate(qnn.conv2d_transpose(relay.var("x", shape=x.shape, dtype="int8"), w, zero_point,
                                             integer(2), SCALE, SCALE, channels=2, kernel_size=(3, 3)), x)
               for zero_point in (vector, integer(1))]
    np.testing.assert_array_equal(*results)


def test_products_of_matrices():
    x, w = numbers(3, 8), numbers(5, 8)
    expr = qnn.dense(relay.var("x", shape=x.shape, dtype="int8"), relay.const(w), integer(4),
                     relay.const(np.arange(5, dtype="int32")), SCALE, SCALE, units=5)
    expected = (x.astype(int) - 4) @ (w.astype(int) - np.arange(5)[:, None]).T
    np.testing.assert_array_equal(evaluate(expr, x), expected)
    a, b = numbers(2, 3, 8), numbers(2, 5, 8)
    expr = qnn.batch_matmul(relay.var("x", shape=a.shape, dtype="int8"), relay.const(b), integer(4),
                            integer(-1), SCALE, SCALE)
    expected = np.einsum("bik,bjk->bij", a.astype(int) - 4, b.astype(int) + 1)
    np.testing.assert_array_equal(evaluate(expr, a), expected)


def test_binary_and_concatenate():
    x, y = numbers(3, 4), numbers(4)
    var = relay.var("x", shape=x.shape, dtype="int8")
    half = relay.const(0.5)
    parameters = (half, ZERO, half, ZERO, half, ZERO)
    wide = x.astype(int)
    for name, expected in (("add", wide + y), ("subtract", wide - y),
                           ("mul", np.floor(wide * y * 0.5 + 0.5))):
        actual = evaluate(getattr(qnn, name)(var, relay.const(y), *parameters), x)
        np.testing.assert_array_equal(actual, np.clip(expected, -128, 127).astype("int8"))
    expr = qnn.concatenate((var, relay.const(x)), [half, SCALE], [ZERO, ZERO], SCALE, ZERO, axis=1)
    expected = np.concatenate([np.clip(wide * 2, -128, 127), x], axis=1)
    np.testing.assert_array_equal(evaluate(expr, x), expected.astype("int8"))
    with pytest.raises(ValueError, match="only support integer axis"):
        qnn.concatenate((var,), [half], [ZERO], half, ZERO, axis=None)


def test_simulated():
    x = np.array([[1, -50, 30], [4, 100, 0.3]], "float32")
    var, scales = relay.var("x", shape=x.shape), np.array([0.5, 0.25, 0.125], "float32")
    for dtype, low, high in (("int8", -128, 127), ("uint8", 0, 255), ("int32", -2**31, 2**31)):
        expr = qnn.simulated_quantize(var, relay.const(scales), integer(2), out_dtype=dtype)
        mod = infer(expr)
        actual = relay.create_executor("debug", mod=mod).evaluate()(x).numpy()
        np.testing.assert_array_equal(actual, np.clip(np.round(x / scales) + 2, low, high))
        assert "qnn.simulated" in str(qnn.transform.CanonicalizeOps()(mod))
    same = qnn.simulated_quantize(var, SCALE, integer(2), out_dtype="disable")
    back = qnn.simulated_dequantize(var, relay.const(scales), integer(2))
    run = relay.create_executor("graph", mod=infer(same)).evaluate()
    np.testing.assert_array_equal(run(x).numpy(), x)
    run = relay.create_executor("graph", mod=infer(back)).evaluate()
    np.testing.assert_array_equal(run(x).numpy(), (x - 2) * scales)
    with pytest.raises(ValueError, match="expected one of disable, int8, uint8, int32"):
        qnn.simulated_quantize(var, SCALE, ZERO, out_dtype="int4")


def test_requantize_config():
    """The context of Python, of passes, and the target; the operator's attribute is stronger."""
    var = relay.var("x", shape=(3,), dtype="int32")
    mod = infer(qnn.requantize(var, relay.const(0.75), ZERO, relay.const(0.5), ZERO))
    own = infer(qnn.requantize(var, relay.const(0.75), ZERO, relay.const(0.5), ZERO,
                               rounding="UPWARD", compute_dtype="int64"))

    def canonicalize(mod):
        return str(qnn.transform.CanonicalizeOps()(mod))

    assert "fixed_point_multiply" in canonicalize(mod)
    with qnn.requantize_config(rounding="TONEAREST", compute_dtype="float64") as config:
        assert qnn.current_requantize_config() is config and config.rounding == "TONEAREST"
        assert "isfinite" in canonicalize(mod) and "float64" in canonicalize(mod)
        assert canonicalize(own) != canonicalize(mod)
    assert qnn.current_requantize_config().compute_dtype == "int64"
    with tvm.target.Target("llvm -mcpu=skylake-avx512"):
        assert qnn.current_requantize_config().compute_dtype == "float32"
        assert qnn.requantize_config().compute_dtype == "float32"
        assert "floor" in canonicalize(mod)
    with tvm.transform.PassContext(config={"relay.qnn.compute_dtype": "float32"}):
        assert "isfinite" in canonicalize(mod)
    assert "fixed_point_multiply" in canonicalize(mod)
    with pytest.raises(ValueError, match="requantize_config has no option precision"):
        qnn.requantize_config(precision=3)
    with pytest.raises(AttributeError, match="cannot set attribute"):
        config.rounding = "UPWARD"
    assert str(config) == "requantize_config(rounding==TONEAREST, compute_dtype==float64)"


def test_targets():
    """QnnLegalize has rules for the current target."""
    x, w = relay.var("x", shape=(2, 4), dtype="int8"), relay.var("w", shape=(5, 4), dtype="int8")
    mod = infer(qnn.dense(x, w, ZERO, ZERO, SCALE, SCALE, units=5))
    assert str(qnn.transform.Legalize()(mod)) == str(mod)
    with tvm.target.Target("llvm"):
        assert "int16" in str(qnn.transform.Legalize()(mod))
    with tvm.target.Target("llvm -mcpu=cascadelake"):
        assert "uint8" in str(qnn.transform.Legalize()(mod))
    with pytest.raises(tvm.TVMError, match="expected a target that begins with its kind"):
        with tvm.transform.PassContext(config={"relay.qnn.target": "-x"}):
            qnn.transform.Legalize()(mod)


def test_scales_keep_their_bits():
    """The text of a scalar is the shortest that reads back."""
    for value in (1 / 3, 0.0235294117, 1e-9):
        mod = infer(qnn.quantize(relay.var("x", shape=(2,)), relay.const(value), ZERO))
        assert tvm.ir.structural_equal(relay.fromtext(mod.astext()), mod)


def test_json():
    x = relay.var("x", shape=(1, 3, 8, 8), dtype="uint8")
    w = relay.var("w", shape=(4, 3, 3, 3), dtype="int8")
    conv = qnn.conv2d(x, w, ZERO, ZERO, SCALE, SCALE, kernel_size=(3, 3), channels=4)
    mod = infer(qnn.requantize(conv, SCALE, ZERO, SCALE, ZERO))
    assert tvm.ir.structural_equal(tvm.ir.load_json(tvm.ir.save_json(mod)), mod)
    assert mod["main"].body.op.attrs_type_key == "relay.attrs.RequantizeAttrs"


def test_build():
    x = numbers(2, 8, dtype="uint8")
    w = relay.const(numbers(5, 8))
    dense = qnn.dense(relay.var("x", shape=x.shape, dtype="uint8"), w, integer(3), integer(-2),
                      relay.const(0.5), relay.const(0.25), units=5)
    mod = infer(qnn.requantize(dense, relay.const(0.125), ZERO, relay.const(2.0), integer(1)))
    expected = relay.create_executor("debug", mod=mod).evaluate()(x).numpy()
    for level in (0, 3):
        with tvm.transform.PassContext(opt_level=level):
            library = relay.build(mod, target="llvm")
        module = tvm.contrib.graph_executor.GraphModule(library["default"](tvm.cpu()))
        module.set_input("x", x)
        module.run()
        np.testing.assert_array_equal(module.get_output(0).numpy(), expected)
