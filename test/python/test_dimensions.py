"""Symbolic dimensions: te.var and tir.Var in shapes."""

import numpy
import pytest

import relay_lite as tvm
from relay_lite import relay


def test_variables():
    n, m = tvm.te.var("n"), tvm.te.size_var("m", "int64")
    assert isinstance(n, tvm.tir.Var) and not isinstance(n, tvm.tir.SizeVar)
    assert isinstance(m, tvm.tir.SizeVar) and isinstance(m, tvm.tir.Var)
    assert (n.name, n.dtype, m.name, m.dtype) == ("n", "int32", "m", "int64")
    assert repr(n) == "n" and n == tvm.tir.Var("n", "int32") and n != tvm.tir.Var("k", "int32")
    assert not isinstance(3, tvm.tir.Var) and hash(n) == hash(tvm.tir.Var("n", "int32"))
    assert n != tvm.te.size_var("n") and n != tvm.te.var("n", "int64")


def test_limits_of_types():
    for dtype, low, high in (("int8", -128, 127), ("uint8", 0, 255), ("int64", -2**63, 2**63 - 1),
                             ("float32", numpy.finfo("float32").min, numpy.finfo("float32").max)):
        smallest, largest = tvm.te.min_value(dtype), tvm.tir.max_value(dtype)
        assert (smallest.value, smallest.dtype, largest.value, largest.dtype) == (low, dtype, high, dtype)
    with pytest.raises(tvm.TVMError, match="expected a number type with a minimum, but got 'handle'"):
        tvm.te.min_value("handle")


def test_arithmetic():
    n, m = tvm.te.size_var("n"), tvm.te.size_var("m")
    for dimension, text in ((1 + n, "n + 1"), (n * 2 + 2 - n, "n + 2"), (3 - n, "n*(-1) + 3"), (-n, "n*(-1)"),
                            ((n + 1) * (m - 2), "m*n + m - n*2 - 2"), (n // m, "n//m"), ((n + 1) % m, "(n + 1)%m"),
                            ((2 * n + 4) // 2, "n + 2"), ((n + 3) // 2 // 2, "(n + 3)//4"), (2 * n // 4, "n//2"),
                            ((5 * n + 7) % 4, "(n + 3)%4"), (tvm.tir.indexdiv(n - 1, 2) + 1, "(n + 1)//2"),
                            (tvm.tir.indexmod(n, 2), "n%2"), (n * (m // 2 + 1), "m//2*n + n")):
        assert repr(dimension) == text
    assert n - n == 0 and isinstance(n - n, tvm.tir.IntImm) and (4 * n + 2) % 4 == 2 and n // n == 1
    assert (n + 1) * 2 == 2 * n + 2 and hash((n + 1) * 2) == hash(2 * n + 2) and n + 1 != n + 2
    assert isinstance(n + 1, tvm.tir.expr.Add) and tvm.tir.expr.FloorDiv(n, 2) == n // 2
    assert not isinstance(n, tvm.tir.expr.Add) and (n + tvm.te.var("k", "int64")).dtype == "int64"


def test_arithmetic_refuses():
    n = tvm.te.size_var("n")
    with pytest.raises(TypeError, match="the quotient of the dimension n is ambiguous: use // or tir.indexdiv"):
        n / 2
    with pytest.raises(TypeError, match="unsupported operand"):
        n + 1.5
    with pytest.raises(TypeError, match="unsupported operand"):
        n - "a"
    for divisor in (0, -1):
        with pytest.raises(tvm.TVMError, match="is too large, or its divisor is not above 0"):
            n // divisor
    with pytest.raises(tvm.TVMError, match="is too large"):
        n * 2**62 * 4
    with pytest.raises(OverflowError):
        n + 2**80
    with pytest.raises(tvm.TVMError, match="is too large"):
        for _ in range(100):
            n = n * n
    total = tvm.te.size_var("k0")
    with pytest.raises(tvm.TVMError, match="is too large"):
        for i in range(1, 100):
            total = (total + tvm.te.size_var(f"k{i}")) // 2 + total


def test_equal_forms():
    n, m = tvm.te.size_var("n"), tvm.te.size_var("m")
    x = relay.var("x", shape=(n * m + 1, m))
    assert x.type_annotation == relay.TensorType((1 + m * n, m)) != relay.TensorType((m * n, m))
    function = relay.Function([x], x)
    for again in (tvm.ir.load_json(tvm.ir.save_json(function)), relay.parse_expr(function.astext())):
        tvm.ir.assert_structural_equal(again, function)
        assert repr(again.params[0].type_annotation.shape) == "[m*n + 1, m]"


def test_shapes():
    n = tvm.te.var("n")
    x = relay.var("x", shape=(n, 3))
    assert x.type_annotation.shape[0] == n and x.type_annotation.shape[1] == 3
    assert x.type_annotation == relay.TensorType((n, 3))
    assert x.type_annotation != relay.TensorType((tvm.te.var("m"), 3))
    assert x.type_annotation != relay.TensorType((relay.Any(), 3))
    with pytest.raises(TypeError, match="is not static"):
        x.type_annotation.concrete_shape


def test_text():
    n = tvm.te.var("n")
    x = relay.var("x", shape=(n, n))
    function = relay.Function([x], relay.tanh(x))
    text = function.astext()
    assert "fn (%x: Tensor[(meta[tir.Var][0], meta[tir.Var][0]), float32])" in text
    assert "meta[tir.Var][0]" in str(function) and "type_key" not in str(function)
    again = relay.parse_expr(text)
    tvm.ir.assert_structural_equal(again, function)
    assert again.params[0].type_annotation.shape[1].name == "n"


def test_variables_of_one_name_are_one_object():
    x, y = (relay.var(name, shape=(tvm.te.var("n") + 1, tvm.te.var("n"))) for name in "xy")
    function = relay.Function([x, y], x)
    for text in (function.astext(), tvm.ir.save_json(function)):
        assert text.count('"type_key": "tir.Var"') == 1
    assert str(x.type_annotation) == "Tensor[(n + 1, n), float32]"


def infer(body):
    """The type of an expression of free variables."""
    return relay.transform.InferType()(tvm.IRModule.from_expr(body))["main"].body.checked_type


def tensor(name, *shape, dtype="float32"):
    return relay.var(name, shape=shape, dtype=dtype)


def test_inference():
    n, c, h, w, m = (tvm.te.size_var(name) for name in "nchwm")
    x, any_ = tensor("x", n, c, h, w), relay.Any()
    padded = relay.nn.pad(x, ((1, 1), (2, 2), (-1, 0), (0, 0)))
    weight = tensor("k", 8, c, 3, 3)
    for body, shape in (
            (relay.tanh(x), (n, c, h, w)), (x + tensor("y", c, 1, 1), (n, c, h, w)), (relay.transpose(x), (w, h, c, n)),
            (relay.sum(x, axis=(1, 2)), (n, w)), (relay.nn.batch_flatten(x), (n, c * h * w)),
            (padded, (n + 2, c + 4, h - 1, w)), (relay.nn.batch_flatten(padded), (n + 2, (c + 4) * (h - 1) * w)),
            (relay.nn.conv2d(x, weight, strides=(2, 2), padding=(1, 1)), (n, 8, (h - 1) // 2 + 1, (w - 1) // 2 + 1)),
            (relay.nn.max_pool2d(x, (2, 2), strides=(2, 2)), (n, c, h // 2, w // 2)),
            (relay.nn.max_pool2d(relay.nn.max_pool2d(x, (2, 2), strides=(2, 2)), (2, 2), strides=(2, 2)),
             (n, c, h // 4, w // 4)),
            (relay.vision.yolo_reorg(x, 2), (n, c * 4, h // 2, w // 2)),
            (relay.vision.yolo_reorg(tensor("x", n, c, 20, 20), 10), (n, c * 100, 2, 2)),
            # Numbers in the place of the names would be too large.
            (relay.slice_like(tensor("x", 1, 2, 3), tensor("y", n, c, h)), (n, c, h)),
            (relay.slice_like(tensor("x", n, c, h), tensor("y", w, n), axes=(-2,)), (n, n, h)),
            (relay.slice_like(tensor("x", n, 5), tensor("y", any_, 3)), (any_, 3)),
            (relay.reshape(x, (0, -1)), (n, c * h * w)), (relay.reshape(x, (-1,)), (n * c * h * w,)),
            (relay.concatenate((x, tensor("y", n, m, h, w)), 1), (n, c + m, h, w)),
            (relay.concatenate((x, x), 0), (n * 2, c, h, w)), (relay.stack([x, x], 0), (2, n, c, h, w)),
            (relay.layout_transform(x, "NCHW", "NHWC"), (n, h, w, c)), (relay.repeat(x, 3, 1), (n, c * 3, h, w)),
            (relay.take(x, tensor("i", m, dtype="int32"), axis=1), (n, m, h, w)),
            (relay.nn.upsampling(x, 2.0, 2.0), (n, c, h * 2, w * 2)),
            # A size that has to be a number says nothing of the others.
            (relay.nn.dense(tensor("x", n, c, h, 2), tensor("y", m, w)), (n, c, h, m)),
            (relay.reshape(x, (0, 2, -1)), (n, 2, c * h * w // 2)),
            (relay.reshape(x, (0, 0, -1, 6)), (n, c, h * w // 6, 6)),
            # `?` may be 1 where n is not.
            (x + tensor("y", any_, 1, h, 1), (any_, c, h, w)),
            # The result has at most 10 or 1000000 elements.
            (relay.strided_slice(x, [0], [10], axes=[1]), (n, any_, h, w)),
            (relay.strided_slice(x, [1], [1000000], axes=[1]), (n, any_, h, w))):
        assert infer(body) == relay.TensorType(shape)
    assert infer(relay.split(x, 4, axis=2).astuple()).fields[3] == relay.TensorType((n, c, h // 4, w))
    assert infer(relay.split(x, (2, 4), axis=1).astuple()).fields[2] == relay.TensorType((n, c - 4, h, w))


@pytest.mark.parametrize("lhs, rhs, message", [
    ("nm", "mm", "dimension 0 of the result is n and m"), ("nm", "m4", "dimension 1 of the result is m and 4"),
    ("4m", "nm", "dimension 0 of the result is 4 and n"), ("n1", "nm", None), ("nm", "n?", None),
    ("nm", "m", None), ("nm", "n", "dimension 1 of the result is m and n"),
    ("Nm", "nm", "dimension 0 of the result is n \\+ 1 and n")])
def test_names_that_do_not_broadcast(lhs, rhs, message):
    sizes = {"n": tvm.te.size_var("n"), "m": tvm.te.size_var("m"), "N": tvm.te.size_var("n") + 1, "?": relay.Any()}
    x, y = (tensor(name, *(sizes[size] if size in sizes else int(size) for size in shape))
            for name, shape in (("x", lhs), ("y", rhs)))
    for make in (relay.add, relay.less, lambda x, y: relay.where(relay.const(True), x, y)):
        body = relay.exp(make(relay.tanh(x), y))
        if message is None:
            infer(body)
            continue
        with pytest.raises(tvm.error.DiagnosticError,
                           match=f"the operands do not broadcast: {message}, which are not known"):
            infer(body)


def test_no_dimensions_as_attributes():
    """TVM's attributes of shapes are numbers."""
    n = tvm.te.size_var("n")
    x = tensor("x", n, 4)
    for make, name in ((lambda: relay.reshape(x, (n, -1)), "reshape: .*'newshape'"),
                       (lambda: relay.reshape(x, n), "reshape: .*'newshape'"),
                       (lambda: relay.zeros((n, 2), "float32"), "zeros: .*'shape'"),
                       (lambda: relay.ones(n, "float32"), "ones: .*'shape'"),
                       (lambda: relay.full(relay.const(1.0), (n,)), "full: .*'shape'"),
                       (lambda: relay.broadcast_to(x, (n, 4)), "broadcast_to: .*'shape'"),
                       (lambda: relay.split(x, n), "split: ")):
        with pytest.raises(tvm.error.ArgumentError, match=name + ".*but got n"):
            make()


@pytest.mark.parametrize("kind", ["debug", "graph", "vm", "aot"])
def test_values_that_are_no_tuples(kind):
    param = relay.var("t", relay.TupleType([relay.scalar_type("float32")] * 2))
    run = relay.create_executor(kind, mod=tvm.IRModule.from_expr(relay.Function([param], relay.const(1.0)))).evaluate()
    assert run((1.0, 2.0)).numpy() == 1.0
    with pytest.raises(tvm.error.ArgumentError, match="argument 1: expected a tuple of 2 values, but got"):
        run(3)


@pytest.mark.parametrize("annotation", [None, relay.IncompleteType()])
def test_inferred_operands(annotation):
    n, c = tvm.te.var("n"), tvm.te.var("c", "int64")
    call = relay.transform.InferType()(tvm.IRModule.from_expr(
        relay.nn.prelu(tensor("x", n, c, 3, 3), relay.var("alpha", annotation))))["main"].body
    assert call.checked_type == relay.TensorType((n, c, 3, 3))
    assert call.args[1].checked_type == relay.TensorType((c,)) and call.args[1].checked_type.shape[0].dtype == "int64"
    # A parameter without a type has no dimensions of its own.
    alpha = relay.Var("alpha", relay.IncompleteType())
    call = relay.transform.InferType()(tvm.IRModule.from_expr(
        relay.nn.prelu(tensor("x", n, c, 3, 3), alpha)))["main"].body
    assert call.args[1].checked_type == relay.TensorType((c,))
    y = tensor("y", relay.Any())
    call = infer(relay.Tuple([relay.nn.prelu(tensor("x", n, c, 3, 3), y), y]))
    assert call.fields[1] == relay.TensorType((relay.Any(),))


def test_inference_across_functions():
    n, c, m = (tvm.te.size_var(name) for name in "ncm")
    a, b, condition = tensor("a", n, c), tensor("b", m, n), relay.const(True)
    assert infer(relay.If(condition, relay.exp(b), relay.tanh(b))) == relay.TensorType((m, n))
    assert infer(relay.If(condition, b, tensor("d", n, m))) == relay.TensorType((relay.Any(), relay.Any()))
    literal = relay.Function([a], relay.transpose(a))
    y = relay.var("y")
    assert infer(relay.Let(y, relay.Call(literal, [relay.exp(b)]), relay.tanh(y))) == relay.TensorType((n, m))
    assert infer(relay.TupleGetItem(relay.Tuple([a, b]), 1)) == relay.TensorType((m, n))
    assert infer(relay.RefRead(relay.RefCreate(b))) == relay.TensorType((m, n))
    mod = tvm.IRModule({"f": literal})
    mod["main"] = relay.Function([b], relay.Call(mod.get_global_var("f"), [b]))
    mod = relay.transform.InferType()(mod)
    assert mod["main"].ret_type == relay.TensorType((n, m)) and mod["f"].ret_type == relay.TensorType((c, n))
    assert mod["main"].checked_type == relay.FuncType([relay.TensorType((m, n))], relay.TensorType((n, m)))


def test_passes_keep_names():
    n = tvm.te.size_var("n")
    x = tensor("x", n, n + 1)
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.exp(relay.tanh(x)) + relay.const(0.0)))
    for run in (relay.transform.SimplifyExpr(), relay.transform.FuseOps(2), relay.transform.ToANormalForm()):
        after = run(relay.transform.InferType()(mod))
        assert after["main"].params[0].checked_type == after["main"].ret_type == relay.TensorType((n, n + 1))
    assert relay.transform.FuseOps(2)(mod)["main"].body.op.ret_type == relay.TensorType((n, n + 1))
    inferred = relay.transform.InferType()(mod)
    assert relay.transform.InferType()(inferred)["main"] is inferred["main"]
    assert 'relay.dims = ["n", ["+", "n", 1]]' in mod.mlir()
    text = inferred.astext()
    assert text.count('"type_key": "tir.SizeVar"') == text.count('"type_key": "tir.Add"') == 1
    assert tvm.ir.save_json(inferred).count('"tir.SizeVar"') == 1
    tvm.ir.assert_structural_equal(tvm.ir.load_json(tvm.ir.save_json(inferred)), inferred)
    tvm.ir.assert_structural_equal(relay.transform.InferType()(tvm.parser.parse(text)), inferred)


@pytest.mark.parametrize("kind", ["debug", "graph", "vm", "aot"])
def test_equal_names_have_equal_sizes(kind):
    n, m = tvm.te.size_var("n"), tvm.te.var("m")
    x, y = tensor("x", n, m), relay.var("y", relay.TupleType([relay.TensorType((m, n), "uint8")]))
    function = relay.Function([x, y], relay.tanh(x))
    run = relay.create_executor(kind, mod=tvm.IRModule.from_expr(function)).evaluate()
    data = numpy.zeros((2, 3), "float32")
    assert run(data, (numpy.zeros((3, 2), "uint8"),)).shape == (2, 3)
    with pytest.raises(tvm.TVMError, match="dimension 1 of field 0 of %y has size 4, expected 2 as dimension 0 of %x "
                                           "has: both are `n`"):
        run(data, (numpy.zeros((3, 4), "uint8"),))
