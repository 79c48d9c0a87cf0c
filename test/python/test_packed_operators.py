"""Functions of operators on signals, random numbers, sparse and packed tensors: what they make, and
what comes out. The expected texts are those of TVM for the same calls."""

import json
from collections import namedtuple

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay

X = relay.var("x", shape=(2, 4))
D, I, P = (relay.var(name) for name in ("d", "i", "p"))
Sparse = namedtuple("Sparse", "data indices indptr")

CALLS = [
    (lambda: relay.dft(X, X), "dft(%x, %x)"),
    (lambda: relay.stft(X, 4), "%0 = ones(shape=[4], dtype=\"int32\"); "
     "stft(%x, %0, n_fft=4, hop_length=1, win_length=4)"),
    (lambda: relay.sparse_reshape(I, P, P)[1], "%0 = sparse_reshape(%i, %p, %p); %0.1"),
    (lambda: relay.sparse_fill_empty_rows(I, D, P, D)[2],
     "%0 = sparse_fill_empty_rows(%i, %d, %p, %d); %1 = %0.2; cast(%1, dtype=\"bool\")"),
    (lambda: relay.random.threefry_generate(D, (2, 3)),
     "random.threefry_generate(%d, out_shape=[2, 3])"),
    (lambda: relay.random.threefry_split(D), "random.threefry_split(%d)"),
    (lambda: relay.random.uniform(D, (4,)),
     'random.uniform(%d, 0f, 1f, out_shape=[4], out_dtype="float32")'),
    (lambda: relay.random.normal(D, (4,), dtype="float64", mean=1.0, scale=I),
     'random.normal(%d, 1f64, %i, out_shape=[4], out_dtype="float64")'),
    (lambda: relay.random.multinomial(D, P, 3), "random.multinomial(%d, %p, num_samples=3)"),
    (lambda: relay.nn.sparse_dense(X, (D, I, P)), "nn.sparse_dense(%x, %d, %i, %p)"),
    (lambda: relay.nn.sparse_dense(X, Sparse(D, I, P), sparse_lhs=True),
     "nn.sparse_dense(%x, %d, %i, %p, sparse_lhs=True)"),
    (lambda: relay.nn.sparse_add(X, Sparse(D, I, P)), "nn.sparse_add(%x, %d, %i, %p)"),
    (lambda: relay.nn.sparse_transpose((D, I, P))[0], "%0 = nn.sparse_transpose(%d, %i, %p); %0.0"),
    (lambda: relay.nn.bitpack(X, bits=2), 'nn.bitpack(%x, bits=2, bit_axis=2, pack_type="uint32")'),
    (lambda: relay.nn.bitserial_dense(X, D, units=8),
     'nn.bitserial_dense(%x, %d, units=8, pack_dtype="uint32", out_dtype="int16")'),
    (lambda: relay.nn.bitserial_conv2d(X, D, channels=8, padding=1),
     'nn.bitserial_conv2d(%x, %d, padding=[1, 1, 1, 1], channels=8, pack_dtype="uint32", '
     'out_dtype="int16")'),
    (lambda: relay.nn.contrib_dense_pack(X, D, "NC8n", 16),
     'nn.contrib_dense_pack(%x, %d, units=16, weight_layout="NC8n")'),
    (lambda: relay.nn.contrib_conv2d_winograd_weight_transform(D, 2),
     "nn.contrib_conv2d_winograd_weight_transform(%d, tile_size=2)"),
    (lambda: relay.nn.contrib_conv2d_winograd_without_weight_transform(
        X, D, 2, padding=(1, 1), channels=8, kernel_size=3),
     "nn.contrib_conv2d_winograd_without_weight_transform(%x, %d, tile_size=2, "
     "padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3])"),
    (lambda: relay.nn.contrib_conv2d_gemm_weight_transform(D, 4, 16),
     "nn.contrib_conv2d_gemm_weight_transform(%d, tile_N=4, tile_K=16)"),
    (lambda: relay.annotation.checkpoint(X), "annotation.checkpoint(%x)"),
    (lambda: relay.op.debug(X), "debug(%x)"),
    (lambda: relay.op.vm.shape_of(X), 'vm.shape_of(%x, dtype="int64")'),
    (lambda: relay.op.vm.reshape_tensor(X, P, [8]), "vm.reshape_tensor(%x, %p, newshape=[8])"),
    (lambda: relay.op.memory.alloc_storage(relay.const(8, "int64"), relay.const(4, "int64"), tvm.cpu(), "int8"),
     'memory.alloc_storage(8i64, meta[relay.Constant][0], 4i64, dtype="int8", '
     "virtual_device=meta[VirtualDevice][0])"),
    (lambda: relay.op.memory.alloc_tensor(D, I, P, "float16", [2, 3]),
     'memory.alloc_tensor(%d, %i, %p, dtype="float16", assert_shape=[2, 3])'),
    (lambda: relay.op.vm.invoke_tvm_op(D, relay.Tuple([X]), I),
     "%0 = (%x,); vm.invoke_tvm_op(%d, %0, %i)"),
]


@pytest.mark.parametrize("make,expected", CALLS, ids=[c[1].split("(")[0] for c in CALLS])
def test_text(make, expected):
    lines = make().astext(show_meta_data=False).splitlines()
    assert " ".join(l for l in lines[1:] if not l.startswith("free_var")) == expected


def evaluate(expr):
    mod = tvm.IRModule.from_expr(relay.Function([], expr))
    result = relay.create_executor("vm", mod, tvm.cpu(), "llvm").evaluate()()
    return [field.numpy() for field in result] if isinstance(expr, relay.Tuple) else result.numpy()


def test_threefry_key():
    words = relay.random.threefry_key(5 + (7 << 64)).data.numpy()
    assert words.dtype == np.uint64 and words.tolist() == [5, 7, 0, 0, 0, 0, 0, 0, 1 << 63, 0]
    for wrong in (-1, 1 << 256):
        with pytest.raises(OverflowError):
            relay.random.threefry_key(wrong)


def test_random_numbers():
    left, right = relay.TupleWrapper(relay.random.threefry_split(relay.random.threefry_key(1)), 2)
    after, uniform = relay.TupleWrapper(relay.random.uniform(left, (1000,), low=-1, high=3), 2)
    _, again = relay.TupleWrapper(relay.random.uniform(left, (1000,), low=-1, high=3), 2)
    _, more = relay.TupleWrapper(relay.random.uniform(after, (1000,), low=-1, high=3), 2)
    _, normal = relay.TupleWrapper(relay.random.normal(right, (1000,), "float64", 2.0, 3.0), 2)
    uniform, again, more, normal = evaluate(relay.Tuple([uniform, again, more, normal]))
    assert (uniform == again).all() and (uniform != more).mean() > 0.9
    assert -1 <= uniform.min() < -0.9 and 2.9 < uniform.max() < 3 and abs(uniform.mean() - 1) < 0.2
    assert abs(normal.mean() - 2) < 0.4 and abs(normal.std() - 3) < 0.3


def test_multinomial():
    key = relay.random.threefry_key(3)
    positions = relay.TupleGetItem(relay.random.multinomial(key, relay.const([1.0, 0.0, 3.0]), 1000), 1)
    counts = np.bincount(evaluate(positions), minlength=3)
    assert counts[1] == 0 and abs(counts[0] - 250) < 60


def test_signals():
    x = np.linspace(-1, 1, 12, dtype="float32")
    re, im = relay.dft(relay.const(x), relay.const(0 * x))
    back = relay.dft(re, im, inverse=True)
    re, im, back = evaluate(relay.Tuple([re, im, back[0]]))
    np.testing.assert_allclose(re + 1j * im, np.fft.fft(x), atol=1e-5)
    np.testing.assert_allclose(back, x, atol=1e-6)
    frames = evaluate(relay.stft(relay.const(x), 4))
    expected = np.stack([np.fft.rfft(x[t:t + 4]) for t in range(9)], 1)
    np.testing.assert_allclose(frames[..., 0] + 1j * frames[..., 1], expected, atol=1e-6)


def test_sparse_rows():
    operands = [relay.const(np.array(x)) for x in ([[1, 2]], [5], [3, 4], [7])]
    indices, values, empty = evaluate(relay.sparse_fill_empty_rows(*operands))
    assert indices.tolist() == [[0, 0], [1, 2], [2, 0]]
    assert values.tolist() == [7, 5, 7] and empty.tolist() == [True, False, True]


def test_random_numbers_are_folded_with_a_constant_key():
    key = relay.var("key")
    for argument, folds in ((relay.random.threefry_key(1), True), (key, False)):
        free = [] if folds else [key]
        mod = tvm.IRModule.from_expr(relay.Function(free, relay.random.threefry_generate(argument, (4,))))
        mod = relay.transform.FoldConstant()(relay.transform.InferType()(mod))
        assert ("threefry" not in mod.astext()) == folds
    assert mod["main"].params[0].checked_type == relay.TensorType((10,), "uint64")


def test_tuples_of_tensors():
    from relay_lite.relay.op import memory

    tensor, other = relay.TensorType((2,)), relay.TensorType((3,))
    ty = relay.TupleType([tensor, relay.TupleType([other, tensor])])
    assert memory.flatten_tuple_type(ty) == [tensor, other, tensor]
    fields = memory.from_tuple_type(ty, X)
    assert fields[2].index == 1 and fields[2].tuple_value.index == 1
    packed = memory.to_tuple_type(ty, [X, D, I])
    assert packed.fields[0].same_as(X) and packed.fields[1].fields[1].same_as(I)
    with pytest.raises(ValueError, match="expected 3 expressions, but got 1"):
        memory.to_tuple_type(ty, [X])
    for function in (memory.flatten_tuple_type, lambda ty: memory.from_tuple_type(ty, X)):
        with pytest.raises(ValueError, match="expected a tensor or tuple type"):
            function(relay.FuncType([], tensor))


def test_storage():
    size, alignment = (relay.const(value, "int64") for value in (24, 64))
    shape = relay.const([2, 3], "int64")
    storage = relay.op.memory.alloc_storage(size, alignment, "cpu", shape=shape)
    assert storage.args[1].same_as(shape) and storage.attrs.dtype == "float32"
    assert storage.attrs.virtual_device == tvm.target.VirtualDevice(tvm.cpu())
    m = relay.Var("m")
    body = relay.Let(m, storage, relay.op.memory.alloc_tensor(m, relay.const(0, "int64"), shape))
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(body))
    assert "type Storage {" in mod.astext() and "%m: Storage[]" in mod.astext()
    assert mod["main"].body.var.checked_type == relay.TypeCall(mod["main"].body.var.checked_type.func, [])
    assert mod["main"].ret_type == relay.TensorType((2, 3))
    for again in (relay.parse(mod.astext()), tvm.ir.load_json(tvm.ir.save_json(mod))):
        assert tvm.ir.structural_equal(again, mod)
    with pytest.raises(tvm.TVMError, match="has no lowering|cannot evaluate"):
        relay.create_executor("debug", mod).evaluate()()
    with pytest.raises(ValueError, match="expected a shape, as the size is no constant"):
        relay.op.memory.alloc_storage(relay.var("n", "int64"), alignment, tvm.cpu())


def test_index_map():
    """The metadata of TVM's MetaSchedule."""
    text = """#[version = "0.0.5"]
    def @main(%x: Tensor[(8, 6), float32]) {
      meta_schedule_layout_transform(%x, meta[relay.attrs.MetaScheduleLayoutTransformAttrs][0])
    }
    #[metadata]
    """
    nodes = [{"type_key": ""}, {"type_key": "Map", "keys": ["relay.attrs.MetaScheduleLayoutTransformAttrs"], "data": [2]},
             {"type_key": "Array", "data": [3]},
             {"type_key": "relay.attrs.MetaScheduleLayoutTransformAttrs", "attrs": {"index_map": "4"}},
             {"type_key": "tir.IndexMap", "attrs": {"final_indices": "6", "initial_indices": "5",
                                                    "inverse_index_map": "0"}},
             {"type_key": "Array", "data": [7, 8]}, {"type_key": "Array", "data": [9, 8, 10]},
             {"type_key": "tir.Var", "attrs": {"dtype": "int32", "name": "11", "span": "0", "type_annotation": "13"}},
             {"type_key": "tir.Var", "attrs": {"dtype": "int32", "name": "12", "span": "0", "type_annotation": "13"}},
             {"type_key": "tir.FloorDiv", "attrs": {"a": "7", "b": "14", "dtype": "int32", "span": "0"}},
             {"type_key": "tir.FloorMod", "attrs": {"a": "7", "b": "14", "dtype": "int32", "span": "0"}},
             {"type_key": "runtime.String", "repr_str": "i"}, {"type_key": "runtime.String", "repr_str": "j"},
             {"type_key": "PrimType", "attrs": {"dtype": "int32"}},
             {"type_key": "IntImm", "attrs": {"dtype": "int32", "span": "0", "value": "4"}}]

    def parse(nodes):
        graph = {"root": 1, "nodes": nodes, "b64ndarrays": [], "attrs": {"tvm_version": "0.16.0"}}
        return relay.transform.InferType()(relay.parse(text + json.dumps(graph)))

    mod = parse(nodes)
    assert mod["main"].ret_type == relay.TensorType((2, 6, 4))
    assert "affine_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>" in mod.mlir()
    for again in (relay.parse(mod.astext()), tvm.ir.load_json(tvm.ir.save_json(mod))):
        assert relay.transform.InferType()(again).mlir() == mod.mlir()
    x = np.arange(48, dtype="float32").reshape(8, 6)
    result = relay.create_executor("debug", mod).evaluate()(x).numpy()
    np.testing.assert_array_equal(result, x.reshape(2, 4, 6).transpose(0, 2, 1))
    for wrong in ({"type_key": "tir.Mul", "attrs": {"a": "7", "b": "8", "dtype": "int32", "span": "0"}},
                  {"type_key": "tir.FloorDiv", "attrs": {"a": "9", "b": "14", "dtype": "int32", "span": "0"}}):
        with pytest.raises(tvm.TVMError, match="index_map"):
            parse(nodes[:9] + [wrong] + nodes[10:])


def test_function_on_device():
    x, y = (relay.var(name, shape=(2,)) for name in "xy")
    function = relay.Function([x, y], x + y)
    placed = relay.annotation.function_on_device(function, [tvm.cpu(), tvm.device("cuda", 1)], "cpu")
    assert [param.virtual_device_.device_type_int for param in placed.params] == [1, 2]
    assert placed.virtual_device_ == tvm.target.VirtualDevice(tvm.cpu())
    assert placed.body.args[1].same_as(placed.params[1])
    assert tvm.ir.structural_equal(function.body, relay.bind(placed.body, dict(zip(placed.params, [x, y]))))
    with pytest.raises(ValueError, match="expected 2 devices, but got 1"):
        relay.annotation.function_on_device(function, [tvm.cpu()], tvm.cpu())
    with pytest.raises(ValueError, match="expecting a Device or device name"):
        relay.annotation.function_on_device(function, [0, 0], tvm.cpu())


def test_call_lowered():
    x = relay.var("x", shape=(2,))
    callee = relay.GlobalVar("callee")
    mod = tvm.IRModule({callee: relay.Function([x], x * relay.const(2.0))})
    y = relay.var("y", shape=(2,))
    mod["main"] = relay.Function([y], relay.Call(relay.op.get("call_lowered"), [callee, relay.Tuple([y])]))
    given = np.array([1, 2], "float32")
    for kind in ("debug", "vm", "graph"):
        result = relay.create_executor(kind, mod, tvm.cpu(), "llvm").evaluate()(given)
        np.testing.assert_array_equal(result.numpy(), 2 * given)


@pytest.mark.parametrize("kind", ["debug", "vm", "graph"])
def test_debug_function(kind):
    states = []
    x = relay.var("x", shape=(2,))
    program = relay.op.debug(x + x, states.append) * relay.const(3.0)
    function = relay.create_executor(kind, tvm.IRModule.from_expr(relay.Function([x], program))).evaluate()
    given = np.array([1, 2], "float32")
    np.testing.assert_array_equal(function(given).numpy(), 6 * given)
    (state,) = states
    assert state.current_expr.op == relay.op.get("debug")
    ((var, value),) = state.stack[0].items()
    assert var.name_hint == "program"
    np.testing.assert_array_equal(value.numpy(), 2 * given)


def test_debug_function_in_a_branch():
    calls = []
    c = relay.var("c", shape=(), dtype="bool")
    one, two = relay.const(1), relay.const(2)
    program = relay.If(c, relay.op.debug(one, lambda _: calls.append(1)),
                       relay.TupleGetItem(relay.op.debug(relay.Tuple([two, two]), lambda _: calls.append(2)), 1))
    run = relay.create_executor("debug").evaluate(relay.Function([c], program))
    assert run(True).numpy() == 1 and calls == [1]
    assert run(False).numpy() == 2 and calls == [1, 2]


def test_debug_function_that_fails():
    def fail(state):
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        relay.create_executor("debug").evaluate(relay.op.debug(relay.const(1), fail))
    with pytest.raises(tvm.error.ArgumentError, match="expected a function as debug_func, but got 1"):
        relay.op.debug(relay.const(1), 1)
