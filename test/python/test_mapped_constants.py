"""Constants on mapped files, which begin anywhere and stay where they are."""

import mmap

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay

SIZE = 64


def map_file(path, offset, dtype, shape, values=None):
    """An array of a file whose elements begin at `offset`. Equal constants would share memory."""
    if values is None:
        values = np.random.default_rng(offset).integers(0, 100, shape)
        values = (values % 2 if dtype == "bool" else values).astype(dtype)
    path.write_bytes(bytes(offset) + values.tobytes())
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    array = np.frombuffer(mapped, dtype, count=values.size, offset=offset).reshape(shape)
    np.testing.assert_array_equal(array, values)
    return array


def address(array):
    return array.__array_interface__["data"][0]


def weights_of(mod):
    found = []
    relay.analysis.post_order_visit(
        mod["main"], lambda e: found.append(e.data) if isinstance(e, relay.Constant) else None)
    return [np.asarray(data) for data in found if data.numpy().size > 1]


@pytest.mark.parametrize("offset", [0, 64, 16, 8, 4, 2, 1, 63])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int8", "bool"])
def test_memory_stays_after_passes(tmp_path, offset, dtype):
    weight = map_file(tmp_path / "weights", offset, dtype, (SIZE, SIZE))
    x = relay.var("x", shape=(SIZE, SIZE), dtype=dtype)
    mod = tvm.IRModule.from_expr(relay.Function([x], relay.where(
        relay.less(relay.const(0), relay.const(1)), relay.transpose(x), relay.Constant(weight))))
    passes = [relay.transform.InferType(), relay.transform.EliminateCommonSubexpr(),
              relay.transform.ToANormalForm(), relay.transform.FuseOps()]
    for pass_ in passes:
        mod = pass_(mod)
        after, = weights_of(mod)
        assert address(after) == address(weight)


@pytest.mark.parametrize("offset", [64, 4, 1])
@pytest.mark.parametrize("operator", [
    lambda x, w: relay.nn.dense(x, w), lambda x, w: relay.add(x, w),
    lambda x, w: relay.take(w, relay.cast(x, "int32"), axis=0),
    lambda x, w: relay.sum(relay.transpose(w) * x, axis=1),
    lambda x, w: relay.concatenate([x, relay.strided_slice(w, [0, 1], [SIZE, SIZE], [1, 2])], 1),
    lambda x, w: relay.reverse(w, 1), lambda x, w: relay.nn.softmax(w),
    lambda x, w: relay.argsort(w), lambda x, w: relay.nn.conv2d(
        relay.reshape(x, (1, SIZE, SIZE, 1)), relay.reshape(w, (SIZE, SIZE, 1, 1)),
        kernel_size=(1, 1), data_layout="NCHW"),
], ids=["dense", "add", "take", "sum", "slice", "reverse", "softmax", "argsort", "conv2d"])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_values_do_not_depend_on_the_place(tmp_path, offset, operator, dtype):
    weight = map_file(tmp_path / "weights", offset, dtype, (SIZE, SIZE))
    x = relay.var("x", shape=(SIZE, SIZE), dtype=dtype)
    data = (np.arange(SIZE * SIZE).reshape(SIZE, SIZE) % 7).astype(dtype)
    results = []
    for array in (weight, weight.copy()):
        mod = tvm.IRModule.from_expr(relay.Function([x], operator(x, relay.Constant(array))))
        results.append(relay.create_executor(mod=mod).evaluate()(data).numpy())
        folded = relay.transform.FoldConstant()(relay.transform.InferType()(
            tvm.IRModule.from_expr(operator(relay.Constant(data), relay.Constant(array)))))
        results.append(folded["main"].body.data.numpy())
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])


@pytest.mark.parametrize("offset", [64, 1])
def test_values_do_not_depend_on_the_place_of_integers(tmp_path, offset):
    weight = map_file(tmp_path / "weights", offset, "int64", (SIZE,), np.arange(SIZE))
    numbers, ones = relay.Constant(weight), relay.const(np.ones(SIZE, "int64"), "int64")
    for expr, expected in ((relay.floor_divide(ones, numbers), None),
                           (relay.floor_divide(numbers, ones), weight),
                           (relay.take(numbers, numbers, mode="fast"), weight)):
        # A division by zero has no value.
        value = tvm._ext.evaluate_constant(expr)
        assert (value is None) if expected is None else (value.numpy() == expected).all()


def test_written_forms_read_the_same_memory(tmp_path):
    weight = map_file(tmp_path / "weights", 3, "float32", (SIZE, SIZE))
    x = relay.var("x", shape=(SIZE, SIZE))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], x + relay.Constant(weight))))
    loaded = tvm.ir.load_json(tvm.ir.save_json(mod))
    assert tvm.ir.structural_equal(loaded, mod)
    assert len(mod.mlir_bytecode()) > weight.nbytes
    # Neither writer has made a copy that the module refers to.
    after, = weights_of(mod)
    assert address(after) == address(weight)


def test_resident_memory_of_untouched_weights(tmp_path):
    """InferType reads samples of large weights, and copies nothing."""
    path = tmp_path / "weights"
    count, size = 16, 1 << 20
    offset = 5
    with path.open("wb") as file:
        file.truncate(offset + 4 * count * size)
        for i in range(count):
            # Equal weights would share one resource, and equal elements one number.
            file.seek(offset + 4 * i * size)
            file.write(np.array([i, 1], "float32").tobytes())
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)

    def private_bytes():
        with open("/proc/self/smaps_rollup", encoding="utf-8") as file:
            fields = dict(line.split(":", 1) for line in file if ":" in line and "kB" in line)
        return 1024 * int(fields["Anonymous"].split()[0])

    x = relay.var("x", shape=(1024, 1024))
    value = x
    for i in range(count):
        array = np.frombuffer(mapped, "float32", count=size, offset=offset + 4 * i * size)
        value = relay.nn.dense(value, relay.Constant(array.reshape(1024, 1024)))
    mod = tvm.IRModule.from_expr(relay.Function([x], value))
    before = private_bytes()
    mod = relay.transform.InferType()(mod)
    assert len(mod.functions) == 1 and weights_of(mod)
    assert private_bytes() - before < 4 * count * size / 4
