"""Computing on integers between dequantize and quantize."""

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay
from relay_lite.ir import TensorAffineType, TupleAffineType
from relay_lite.relay.testing.temp_op_attr import TempOpAttr
from relay_lite.relay.transform import FakeQuantizationToInteger


def _run(mod, *args):
    return relay.create_executor("graph", mod).evaluate()(*args).numpy()


def _dequantize(data, scale, zero_point=0, **options):
    return relay.qnn.op.dequantize(data, relay.const(scale), relay.const(zero_point), **options)


def _quantize(data, scale, zero_point=0, out_dtype="int8"):
    return relay.qnn.op.quantize(data, relay.const(scale), relay.const(zero_point),
                                 out_dtype=out_dtype)


def _counts(mod):
    return relay.analysis.list_op_freqs(mod)


def _check(expr, *args, error=0, **options):
    """The integer module; values differ by at most `error`."""
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    converted = relay.transform.FakeQuantizationToInteger(**options)(mod)
    assert "qnn.dequantize" not in _counts(converted)
    difference = _run(mod, *args).astype("int32") - _run(converted, *args).astype("int32")
    assert np.abs(difference).max() <= error
    return converted


_RNG = np.random.default_rng(0)


def _numbers(*shape):
    return _RNG.integers(-128, 128, shape).astype("int8")


def test_conv_with_scales_per_channel():
    x = relay.var("x", shape=(1, 3, 8, 8), dtype="int8")
    w = relay.var("w", shape=(4, 3, 3, 3), dtype="int8")
    scales = np.array([0.01, 0.02, 0.03, 0.04], "float32")
    weight = relay.qnn.op.dequantize(w, relay.const(scales), relay.const(0), axis=0)
    conv = relay.nn.conv2d(_dequantize(x, 0.1, 3), weight, kernel_size=(3, 3), channels=4)
    bias = relay.const(_RNG.normal(size=4).astype("float32"))
    relu = relay.nn.relu(relay.nn.bias_add(conv, bias))
    mod = _check(_quantize(relu, 0.5), _numbers(1, 3, 8, 8), _numbers(4, 3, 3, 3), error=1,
                 hard_fail=True)
    assert _counts(mod) == {"qnn.conv2d": 1, "qnn.quantize": 1, "nn.bias_add": 1, "maximum": 1,
                            "qnn.requantize": 1}


@pytest.mark.parametrize("operator, scale, error", [
    (relay.sigmoid, 1 / 128, 0), (relay.tanh, 1 / 128, 0), (relay.abs, 0.1, 0),
    (lambda x: relay.nn.leaky_relu(x, 0.25), 0.1, 1), (lambda x: relay.clip(x, -1.0, 3.0), 0.05, 1),
    (lambda x: relay.nn.avg_pool2d(x, (2, 2), strides=(2, 2)), 0.1, 1),
    (lambda x: relay.transpose(relay.reshape(x, (4, 16))), 0.05, 0),
    (lambda x: relay.add(x, relay.const(1.0)), 0.1, 1),
    (lambda x: relay.multiply(x, x), 0.3, 1), (lambda x: relay.nn.global_avg_pool2d(x), 0.05, 1)])
def test_operators_keep_values(operator, scale, error):
    x = relay.var("x", shape=(1, 4, 4, 4), dtype="int8")
    _check(_quantize(operator(_dequantize(x, 0.05)), scale), _numbers(1, 4, 4, 4), error=error,
           hard_fail=True)


def test_optional_operators_are_named():
    x = relay.var("x", shape=(2, 8), dtype="int8")
    softmax = relay.nn.softmax(_dequantize(x, 0.1), axis=1)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(_quantize(softmax, 1 / 256, -128)))
    tvm.ir.assert_structural_equal(relay.transform.FakeQuantizationToInteger()(mod), mod)
    converted = relay.transform.FakeQuantizationToInteger(optional_qnn_ops=["nn.softmax"])(mod)
    assert _counts(converted) == {"qnn.softmax": 1}


def test_hard_fail():
    x = relay.var("x", shape=(2,), dtype="int8")
    expr = _quantize(relay.cos(_dequantize(x, 1.0)), 1.0)
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    tvm.ir.assert_structural_equal(relay.transform.FakeQuantizationToInteger()(mod), mod)
    with pytest.raises(tvm.TVMError, match="cos.*has no rule that computes it on integers"):
        relay.transform.FakeQuantizationToInteger(hard_fail=True)(mod)


def test_operators_by_themselves():
    x = relay.var("x", shape=(2, 3), dtype="int8")
    expr = relay.cos(relay.reshape(_dequantize(x, 2.0), (3, 2)))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(expr))
    expected = relay.cos(_dequantize(relay.reshape(x, (3, 2)), 2.0))
    expected = relay.transform.InferType()(tvm.IRModule.from_expr(expected))
    tvm.ir.assert_structural_equal(relay.transform.FakeQuantizationToInteger(use_qat=True)(mod),
                                   expected)
    tvm.ir.assert_structural_equal(relay.transform.FakeQuantizationToInteger()(mod), mod)


@pytest.mark.parametrize("options", [
    {"hard_fail": "yes"}, {"use_qat": 0.5}, {"optional_qnn_ops": [1]}, {"optional_qnn_ops": 3}])
def test_options_have_types(options):
    with pytest.raises(TypeError, match="expected a"):
        relay.transform.FakeQuantizationToInteger(**options)


def test_list_fake_quantized_op_freqs():
    x = relay.var("x", shape=(2, 4), dtype="int8")
    y = relay.var("y", shape=(2, 4), dtype="float32")
    floats = _dequantize(x, 1.0)
    shared = relay.exp(floats)
    parts = relay.split(shared, 2, axis=1)
    body = relay.Tuple([
        _quantize(relay.add(parts[0], relay.const(1.0)), 1.0), _quantize(shared, 2.0),
        # It depends on an argument.
        _quantize(relay.cos(relay.add(floats, y)), 1.0),
        # Nothing quantizes it.
        relay.sin(floats)])
    counts = relay.analysis.list_fake_quantized_op_freqs(tvm.IRModule.from_expr(body))
    assert counts == {"exp": 2, "split": 1, "add": 1}
    with pytest.raises(TypeError, match="expected an IRModule"):
        relay.analysis.list_fake_quantized_op_freqs(body)


# Rules in Python ------------------------------------------------------------------------------------

def make_region(function, *args):
    """quantize(function(dequantize(x), ...)) of int8."""
    one, zero = relay.const(1.0), relay.const(0)
    x = relay.var("x", shape=(2, 3), dtype="int8")
    y = function(relay.qnn.op.dequantize(x, relay.const(2.0), zero), *args)
    return tvm.relay.transform.InferType()(tvm.IRModule.from_expr(relay.qnn.op.quantize(y, one, zero)))


def convert_negative(expr, type_map):
    """-x has the numbers of x, negated, around the same zero point."""
    arg = expr.args[0]
    given, wanted = type_map[arg], type_map[expr]
    assert (given.dtype, wanted.dtype, given.axis) == ("int8", "int8", -1)
    assert given.scale.data.numpy() == 2 and wanted.scale.data.numpy() == 1
    assert arg.checked_type == relay.TensorType((2, 3), "int8")
    return [relay.negative(arg), TensorAffineType(given.scale, given.zero_point, "int8")]


def test_rule_in_python():
    mod = make_region(relay.negative)
    assert "qnn.dequantize" in FakeQuantizationToInteger()(mod).astext()
    relay.transform.register_fake_quantization_to_integer("negative", convert_negative)
    try:
        converted = FakeQuantizationToInteger(hard_fail=True)(mod)
    finally:
        relay.op.get("negative").reset_attr("FTVMFakeQuantizationToInteger")
    text = converted.astext()
    assert "qnn.dequantize" not in text and "qnn.requantize" in text
    data = np.array([[1, -2, 3], [50, -60, 0]], "int8")
    results = [relay.create_executor(mod=m).evaluate()(data).numpy().tolist() for m in (mod, converted)]
    assert results[0] == results[1]
    assert "qnn.dequantize" in FakeQuantizationToInteger()(mod).astext()


def test_optional_rule_in_python():
    mod = make_region(relay.negative)
    relay.op.register_optional_fake_quantization_to_integer("negative", convert_negative)
    try:
        kept = FakeQuantizationToInteger()(mod)
        converted = FakeQuantizationToInteger(hard_fail=True, optional_qnn_ops=["negative"])(mod)
    finally:
        relay.op.get("negative").reset_attr("FTVMOptionalFakeQuantizationToInteger")
    assert "qnn.dequantize" in kept.astext() and "qnn.dequantize" not in converted.astext()


def test_rule_in_python_on_a_tuple():
    seen = []

    def convert(expr, type_map):
        seen.append([type(type_map[expr.args[0]]), *map(type_map.get, expr.args[0].fields)])
        return [expr, type_map[expr.args[0]].types[0]]

    with TempOpAttr("concatenate", "FTVMFakeQuantizationToInteger", convert):
        converted = FakeQuantizationToInteger(hard_fail=True)(
            make_region(lambda x: relay.concatenate([x, x], axis=0)))
    [[kind, first, second]] = seen
    assert kind is TupleAffineType and first.scale.data.numpy() == second.scale.data.numpy() == 2
    assert "qnn.dequantize" not in converted.astext()


@pytest.mark.parametrize("rule, message", [
    (lambda expr, types: 1 // 0, "ZeroDivisionError"),
    (lambda expr, types: expr, "expected an expression and its affine type"),
    (lambda expr, types: [expr, 1], "expected an expression and its affine type"),
    (lambda expr, types: [expr, TensorAffineType(1, 2, "int8")], "expected a TensorAffineType of two expressions"),
    (lambda expr, types: [expr, TensorAffineType(types[expr].scale, types[expr].zero_point, "int9")],
     "numbers of an unknown element type"),
    (lambda expr, types: [relay.sum(expr.args[0]), types[expr]],
     "the result has another type than its quantization"),
    (lambda expr, types: [relay.reshape(expr.args[0], (7,)), types[expr]], "reshape"),
    (lambda expr, types: None, "expected an expression and its affine type"),
])
def test_rules_in_python_that_fail(rule, message):
    """The region keeps its floats; with hard_fail the reason is an error."""
    mod = make_region(relay.negative)
    with TempOpAttr("negative", "FTVMFakeQuantizationToInteger", rule):
        assert tvm.ir.structural_equal(FakeQuantizationToInteger()(mod), mod)
        with pytest.raises(tvm.TVMError, match=message):
            FakeQuantizationToInteger(hard_fail=True)(mod)
