"""The functions of operators: signatures, conversions of arguments, composites. The expected
texts are those of TVM for the same calls."""

import copy
import inspect
import pickle

import numpy as np
import pytest

import relay_lite as tvm
from relay_lite import relay


def x(*shape):
    return relay.var("x", shape=shape)


X = x(2, 3, 4)
I = x(1, 3, 8, 8)
W = relay.var("w")

CALLS = [
    (lambda: relay.concatenate([X, X], axis=1),
     "%0 = (%x, %x); concatenate(%0, axis=1)"),
    (lambda: relay.concatenate((X, X), -1),
     "%0 = (%x, %x); concatenate(%0, axis=-1)"),
    (lambda: relay.stack([X, X], axis=1),
     "%0 = (%x, %x); stack(%0, axis=1)"),
    (lambda: relay.split(X, 2),
     "split(%x, indices_or_sections=2)"),
    (lambda: relay.split(X, [1, 2], axis=1),
     "split(%x, indices_or_sections=[1, 2], axis=1)"),
    (lambda: relay.split(X, (1, ), axis=1)[1],
     "%0 = split(%x, indices_or_sections=[1], axis=1); %0.1"),
    (lambda: relay.clip(X, 0, 6),
     "clip(%x, a_min=0f, a_max=6f)"),
    (lambda: relay.reshape(X, (6, -1)),
     "reshape(%x, newshape=[6, -1])"),
    (lambda: relay.reshape(X, -1),
     "reshape(%x, newshape=[-1])"),
    (lambda: relay.reshape(X, relay.const([4, 6])),
     "reshape(%x, newshape=[4, 6])"),
    (lambda: relay.expand_dims(X, 1, num_newaxis=2),
     "expand_dims(%x, axis=1, num_newaxis=2)"),
    (lambda: relay.expand_dims(X, relay.const(0)),
     "dyn.expand_dims(%x, 0)"),
    (lambda: relay.reverse_reshape(X, -1),
     "contrib_reverse_reshape(%x, newshape=[-1])"),
    (lambda: relay.adv_index([X, X]),
     "%0 = (%x, %x); adv_index(%0)"),
    (lambda: relay.gather(X, -1, W),
     "gather(%x, %w, axis=-1)"),
    (lambda: relay.scatter_nd(X, W, X, mode="add"),
     'scatter_nd(%x, %w, %x, mode="add")'),
    (lambda: relay.strided_set(X, X, [0], (2,)),
     "strided_set(%x, %x, meta[relay.Constant][0], meta[relay.Constant][1], meta[relay.Constant][2])"),
    (lambda: relay.matrix_set_diag(X, W, (-1, 2), "LEFT_RIGHT"),
     "matrix_set_diag(%x, %w, k1=-1, k2=2, super_diag_right_align=False, sub_diag_right_align=True)"),
    (lambda: relay.trilu(X, -1, False),
     "trilu(%x, -1, upper=False)"),
    (lambda: relay.sequence_mask(X, W),
     "sequence_mask(%x, %w)"),
    (lambda: relay.meshgrid([W, W], "xy")[1],
     '%0 = (%w, %w); %1 = meshgrid(%0, indexing="xy"); %1.1'),
    (lambda: relay.unique(W)[3],
     "%0 = unique(%w, sorted=True); %0.3"),
    (lambda: relay.cumsum(X, axis=1, exclusive=True),
     "cumsum(%x, axis=1, dtype=None, exclusive=True)"),
    (lambda: relay.argsort(X, is_ascend=0),
     'argsort(%x, is_ascend=False, dtype="int32")'),
    (lambda: relay.searchsorted(W, X, right=True),
     'searchsorted(%w, %x, right=True, dtype="int32")'),
    (lambda: relay.einsum([X, X], "ijk,ijk->i"),
     '%0 = (%x, %x); einsum(%0, equation="ijk,ijk->i")'),
    (lambda: relay.squeeze(X, [0]),
     "squeeze(%x, axis=[0])"),
    (lambda: relay.squeeze(X, axis=0),
     "squeeze(%x, axis=[0])"),
    (lambda: relay.squeeze(X),
     "squeeze(%x)"),
    (lambda: relay.tile(X, (1, 2)),
     "tile(%x, reps=[1, 2])"),
    (lambda: relay.broadcast_to(X, (5, 2, 3, 4)),
     "broadcast_to(%x, shape=[5, 2, 3, 4])"),
    (lambda: relay.collapse_sum_to(X, (3, 4)),
     "collapse_sum_to(%x, meta[relay.Constant][0], shape=[3, 4])"),
    (lambda: relay.full(relay.const(1.0), (2, 3)),
     "full(1f, shape=[2, 3])"),
    (lambda: relay.full(relay.const(1.0), 3, "float32"),
     'full(1f, shape=[3], dtype="float32")'),
    (lambda: relay.full(relay.const(1.0)),
     "full(1f, shape=[])"),
    (lambda: relay.zeros((2, 3), "float32"),
     'zeros(shape=[2, 3], dtype="float32")'),
    (lambda: relay.ones([2], "int8"),
     'ones(shape=[2], dtype="int8")'),
    (lambda: relay.strided_slice(X, begin=[0], end=[2], strides=[1], axes=[1]),
     "strided_slice(%x, begin=[0], end=[2], strides=[1], axes=[1])"),
    (lambda: relay.one_hot(x(3), relay.const(1.0), relay.const(0.0), 5, -1, "float32"),
     'one_hot(%x, 1f, 0f, depth=5, dtype="float32")'),
    (lambda: relay.topk(X, k=2),
     'topk(%x, k=2, dtype="int32")'),
    (lambda: relay.topk(X, k=2, ret_type="values", dtype="int64"),
     'topk(%x, k=2, ret_type="values", dtype="int64")'),
    (lambda: relay.topk(X, relay.const(2)),
     'topk(%x, k=2, dtype="int32")'),
    (lambda: relay.sum(X),
     "sum(%x)"),
    (lambda: relay.sum(X, axis=1, keepdims=True),
     "sum(%x, axis=[1], keepdims=True)"),
    (lambda: relay.sum(X, axis=(0, 1)),
     "sum(%x, axis=[0, 1])"),
    (lambda: relay.mean(X, 0),
     "mean(%x, axis=[0])"),
    (lambda: relay.argmax(X, axis=1),
     "argmax(%x, axis=[1])"),
    (lambda: relay.argmax(X, axis=[1], select_last_index=True),
     "argmax(%x, axis=[1], select_last_index=True)"),
    (lambda: relay.max(X, -1, exclude=True),
     "max(%x, axis=[-1], exclude=True)"),
    (lambda: relay.variance(X, axis=1),
     "%0 = mean(%x, axis=[1], keepdims=True); variance(%x, %0, axis=[1])"),
    (lambda: relay.std(X, 1, True),
     "%0 = mean(%x, axis=[1], keepdims=True); %1 = variance(%x, %0, axis=[1], "
     "keepdims=True); sqrt(%1)"),
    (lambda: relay.mean_variance(X, axis=[1]),
     "%0 = mean(%x, axis=[1], keepdims=True); %1 = squeeze(%0, axis=[1]); %2 = variance(%x, "
     "%0, axis=[1]); (%1, %2)"),
    (lambda: relay.mean_std(X, axis=1),
     "%0 = mean(%x, axis=[1], keepdims=True); %1 = variance(%x, %0, axis=[1]); %2 = "
     "squeeze(%0); %3 = sqrt(%1); (%2, %3)"),
    (lambda: relay.logsumexp(X, axis=[1]),
     "%0 = max(%x, axis=[1], keepdims=True); %1 = subtract(%x, %0); %2 = exp(%1); %3 = "
     "sum(%2, axis=[1], keepdims=True); %4 = log(%3); %5 = add(%4, %0); squeeze(%5, "
     "axis=[1])"),
    (lambda: relay.logsumexp(X, axis=[1], keepdims=True),
     "%0 = max(%x, axis=[1], keepdims=True); %1 = subtract(%x, %0); %2 = exp(%1); %3 = "
     "sum(%2, axis=[1], keepdims=True); %4 = log(%3); add(%4, %0)"),
    (lambda: relay.sparse_to_dense(relay.const([1]), (3, ), relay.const([2.0])),
     "sparse_to_dense(meta[relay.Constant][0], meta[relay.Constant][1], 0, output_shape=[3])"),
    (lambda: relay.transpose(X, axes=(0, 2, 1)),
     "transpose(%x, axes=[0, 2, 1])"),
    (lambda: relay.expand_dims(X, axis=0),
     "expand_dims(%x, axis=0)"),
    (lambda: relay.expand_dims(X, 1, 2),
     "expand_dims(%x, axis=1, num_newaxis=2)"),
    (lambda: relay.cast(X, "int8"),
     'cast(%x, dtype="int8")'),
    (lambda: relay.take(X, relay.const([0, 1]), axis=1),
     "take(%x, meta[relay.Constant][0], axis=1)"),
    (lambda: relay.take(X, relay.const([0, 1])),
     "take(%x, meta[relay.Constant][0])"),
    (lambda: relay.where(X, X, X),
     "where(%x, %x, %x)"),
    (lambda: relay.repeat(X, 2, axis=1),
     "repeat(%x, repeats=2, axis=1)"),
    (lambda: relay.reverse(X, axis=1),
     "reverse(%x, axis=1)"),
    (lambda: relay.gather_nd(X, relay.const([[0, 1]])),
     "gather_nd(%x, meta[relay.Constant][0])"),
    (lambda: relay.layout_transform(I, "NCHW", "NHWC"),
     'layout_transform(%x, src_layout="NCHW", dst_layout="NHWC")'),
    (lambda: relay.slice_like(X, X, axes=[0]),
     "slice_like(%x, %x, axes=[0])"),
    (lambda: relay.reshape_like(X, X),
     "reshape_like(%x, %x)"),
    (lambda: relay.reshape_like(X, X, lhs_begin=1, rhs_end=2),
     "reshape_like(%x, %x, lhs_begin=1, rhs_end=2)"),
    (lambda: relay.shape_of(X),
     'shape_of(%x, dtype="int32")'),
    (lambda: relay.ndarray_size(X, "int64"),
     'ndarray_size(%x, dtype="int64")'),
    (lambda: relay.nn.conv2d(I, W),
     "nn.conv2d(%x, %w, padding=[0, 0, 0, 0])"),
    (lambda: relay.nn.conv2d(I, W, strides=2, padding=1, channels=8, kernel_size=3),
     "nn.conv2d(%x, %w, strides=[2, 2], padding=[1, 1, 1, 1], channels=8, kernel_size=[3, "
     "3])"),
    (lambda: relay.nn.conv2d(I, W, padding=(1, 2), kernel_size=(3, 3), groups=3, out_dtype="int32"),
     "nn.conv2d(%x, %w, padding=[1, 2, 1, 2], groups=3, kernel_size=[3, 3], "
     'out_dtype="int32")'),
    (lambda: relay.nn.conv2d(I, W, padding=(1, 2, 3, 4)),
     "nn.conv2d(%x, %w, padding=[1, 2, 3, 4])"),
    (lambda: relay.nn.conv1d(x(1, 3, 8), W),
     "nn.conv1d(%x, %w)"),
    (lambda: relay.nn.conv1d(x(1, 3, 8), W, 2, (1, 2), kernel_size=3),
     "nn.conv1d(%x, %w, strides=[2], padding=[1, 2], kernel_size=[3])"),
    (lambda: relay.nn.conv3d(x(1, 3, 8, 8, 8), W, padding=1),
     "nn.conv3d(%x, %w, padding=[1, 1, 1, 1, 1, 1])"),
    (lambda: relay.nn.contrib_conv2d_nchwc(I, W, channels=8, kernel_size=(3, 3)),
     "nn.contrib_conv2d_NCHWc(%x, %w, padding=[0, 0, 0, 0], channels=8, kernel_size=[3, 3], "
     'data_layout="NCHW8c")'),
    (lambda: relay.nn.avg_pool2d(I, count_include_pad=True),
     "nn.avg_pool2d(%x, pool_size=[1, 1], padding=[0, 0, 0, 0], count_include_pad=True)"),
    (lambda: relay.nn.global_avg_pool2d(I),
     "nn.global_avg_pool2d(%x)"),
    (lambda: relay.nn.adaptive_avg_pool2d(I, output_size=(1, 1)),
     "nn.adaptive_avg_pool2d(%x, output_size=[1, 1])"),
    (lambda: relay.nn.softmax(X),
     "nn.softmax(%x)"),
    (lambda: relay.nn.softmax(X, axis=1),
     "nn.softmax(%x, axis=1)"),
    (lambda: relay.nn.dense(X, W, units=3),
     "nn.dense(%x, %w, units=3)"),
    (lambda: relay.nn.bias_add(X, W),
     "nn.bias_add(%x, %w)"),
    (lambda: relay.nn.bias_add(X, W, axis=-1),
     "nn.bias_add(%x, %w, axis=-1)"),
    (lambda: relay.nn.batch_matmul(X, X),
     "nn.batch_matmul(%x, %x, transpose_b=True)"),
    (lambda: relay.nn.batch_norm(I, W, W, W, W),
     "nn.batch_norm(%x, %w, %w, %w, %w)"),
    (lambda: relay.nn.batch_norm(I, W, W, W, W, epsilon=2e-5, scale=False)[0],
     "%0 = nn.batch_norm(%x, %w, %w, %w, %w, epsilon=2e-05f, scale=False); %0.0"),
    (lambda: relay.nn.layer_norm(X, W, W),
     "nn.layer_norm(%x, %w, %w)"),
    (lambda: relay.nn.group_norm(I, W, W, 3),
     "nn.group_norm(%x, %w, %w, num_groups=3)"),
    (lambda: relay.nn.leaky_relu(X),
     "nn.leaky_relu(%x, alpha=0.01f)"),
    (lambda: relay.nn.leaky_relu(X, alpha=0.25),
     "nn.leaky_relu(%x)"),
    (lambda: relay.nn.lrn(I),
     "nn.lrn(%x, alpha=1e-05f)"),
    (lambda: relay.nn.prelu(I, W),
     "nn.prelu(%x, %w)"),
    (lambda: relay.nn.pad(X, ((0, 0), (1, 1), (2, 2))),
     "nn.pad(%x, 0, pad_width=[[0, 0], [1, 1], [2, 2]])"),
    (lambda: relay.nn.pad(X, ((0, 0), (1, 1), (2, 2)), pad_value=1.5, pad_mode="edge"),
     'nn.pad(%x, 1.5f, pad_width=[[0, 0], [1, 1], [2, 2]], pad_mode="edge")'),
    (lambda: relay.nn.pad(X, ((0, 0), (1, 1), (2, 2)), relay.const(1.0)),
     "nn.pad(%x, 1f, pad_width=[[0, 0], [1, 1], [2, 2]])"),
    (lambda: relay.nn.upsampling(I, 2, 2),
     "nn.upsampling(%x, scale_h=2f, scale_w=2f)"),
    (lambda: relay.nn.upsampling(I, scale_h=2.0, scale_w=1.5, method="bilinear"),
     'nn.upsampling(%x, scale_h=2f, scale_w=1.5f, method="bilinear")'),
    (lambda: relay.nn.l2_normalize(I, 1e-5, axis=[1]),
     "nn.l2_normalize(%x, eps=1e-05f, axis=[1])"),
    (lambda: relay.nn.batch_flatten(I),
     "nn.batch_flatten(%x)"),
    (lambda: relay.nn.depth_to_space(I, 2, mode="CRD"),
     'nn.depth_to_space(%x, block_size=2, mode="CRD")'),
    (lambda: relay.nn.space_to_batch_nd(I, [2, 2], [[0, 0], [0, 0]]),
     "nn.space_to_batch_nd(%x, block_shape=[2, 2], paddings=[[0, 0], [0, 0]])"),
    (lambda: relay.image.resize2d(I, (16, 16)),
     'image.resize2d(%x, size=[16, 16], roi=[0f, 0f, 0f, 0f], rounding_method="")'),
    (lambda: relay.image.resize2d(I, (16, 16), method="cubic", layout="NHWC"),
     'image.resize2d(%x, size=[16, 16], roi=[0f, 0f, 0f, 0f], layout="NHWC", '
     'method="cubic", rounding_method="")'),
    (lambda: relay.image.resize1d(X, 16),
     'image.resize1d(%x, size=[16], roi=[0f, 0f], rounding_method="")'),
    (lambda: relay.image.resize3d(X, (2, 4, 4)),
     'image.resize3d(%x, size=[2, 4, 4], roi=[0f, 0f, 0f, 0f, 0f, 0f], rounding_method="")'),
    (lambda: relay.image.crop_and_resize(I, X, X, (3, 3), "NHWC"),
     'image.crop_and_resize(%x, %x1, %x1, crop_size=[3, 3], layout="NHWC")'),
    (lambda: relay.image.affine_grid(X, (4, 4)),
     "image.affine_grid(%x, target_shape=[4, 4])"),
    (lambda: relay.image.grid_sample(I, X, method="nearest"),
     'image.grid_sample(%x, %x1, method="nearest")'),
    (lambda: relay.image.dilation2d(I, W, strides=(2, 2)),
     "image.dilation2d(%x, %w, strides=[2, 2])"),
    (lambda: relay.nn.global_avg_pool1d(X),
     "nn.adaptive_avg_pool1d(%x, output_size=[1])"),
    (lambda: relay.nn.global_max_pool3d(X),
     "nn.adaptive_max_pool3d(%x, output_size=[1, 1, 1])"),
    (lambda: relay.nn.conv1d_transpose(X, W, strides=2, output_padding=(1,)),
     "nn.conv1d_transpose(%x, %w, strides=[2], output_padding=[1])"),
    (lambda: relay.nn.correlation(I, I, 1, 4, 1, 1, 4, True, "NCHW"),
     "nn.correlation(%x, %x, max_displacement=4, padding=[4, 4])"),
    (lambda: relay.nn.space_to_depth(I, 2),
     "nn.space_to_depth(%x, block_size=2)"),
    (lambda: relay.nn.mirror_pad(X, ((1, 1), (0, 0), (0, 2))),
     "nn.mirror_pad(%x, pad_width=[[1, 1], [0, 0], [0, 2]])"),
    (lambda: relay.nn.nll_loss(X, X, W),
     "nn.nll_loss(%x, %x, %w, ignore_index=-100)"),
    (lambda: relay.nn.conv2d_backward_weight(I, I, kernel_size=3, grad_layout="NHWC"),
     'nn.conv2d_backward_weight(%x, %x, padding=[0, 0, 0, 0], kernel_size=[3, 3], '
     'data_layout="NHWC", kernel_layout="NCHW", out_layout="OIHW")'),
    (lambda: relay.vision.yolo_reorg(I, 2),
     "vision.yolo_reorg(%x, stride=2)"),
    (lambda: relay.vision.multibox_prior(I, sizes=(0.5, 0.25)),
     "vision.multibox_prior(%x, sizes=[0.5f, 0.25f])"),
    (lambda: relay.vision.multibox_transform_loc(X, X, X)[1],
     "%0 = vision.multibox_transform_loc(%x, %x, %x, variances=[0.1f, 0.1f, 0.2f, 0.2f]); %0.1"),
    (lambda: relay.annotation.stop_fusion(X),
     "annotation.stop_fusion(%x)"),
    (lambda: relay.annotation.on_device(X, tvm.cuda(1), constrain_body=False),
     "on_device(%x, constrain_body=False)"),
    (lambda: relay.annotation.on_device(X, tvm.cuda(1)),
     "on_device(%x, virtual_device=meta[VirtualDevice][0])"),
    (lambda: relay.annotation.on_device(X, "cpu", constrain_result=True, constrain_body=False),
     "on_device(%x, virtual_device=meta[VirtualDevice][0], constrain_result=True, "
     "constrain_body=False)"),
    (lambda: relay.device_copy(X, "cpu", tvm.target.VirtualDevice(tvm.cuda(0))),
     "device_copy(%x, src_virtual_device=meta[VirtualDevice][0], "
     "dst_virtual_device=meta[VirtualDevice][1])"),
    (lambda: relay.nn.relu(X),
     "nn.relu(%x)"),
    (lambda: relay.nn.fast_softmax(X),
     "nn.fast_softmax(%x)"),
    (lambda: relay.nn.log_softmax(X, axis=1),
     "nn.log_softmax(%x, axis=1)"),
    (lambda: relay.nn.instance_norm(I, W, W, center=False),
     "nn.instance_norm(%x, %w, %w, center=False)"),
    (lambda: relay.If(relay.const(True), relay.const(1), relay.const(2)),
     "if (True) {   1 } else {   2 }"),
    (lambda: relay.RefWrite(relay.RefCreate(X), X),
     "%0 = ref(%x); ref_write(%0, %x)"),
    (lambda: relay.Function([X], X).with_attr("Primitive", 1),
     "fn (%x: Tensor[(2, 3, 4), float32], Primitive=1) {   %x }"),
    (lambda: relay.Function([X], X).with_attr("Compiler", "ext"),
     'fn (%x: Tensor[(2, 3, 4), float32], Compiler="ext") {   %x }'),
    (lambda: relay.Tuple([X, X]),
     "(%x, %x)"),
    (lambda: relay.Tuple([]),
     "()"),
    (lambda: relay.Let(X, relay.const(1.5), X+X),
     "let %x: Tensor[(2, 3, 4), float32] = 1.5f; add(%x, %x)"),
    (lambda: relay.GlobalVar("f")(X),
     "@f(%x)"),
    (lambda: relay.const(1, "int64"),
     "1i64"),
    (lambda: relay.const(True),
     "True"),
    (lambda: relay.add(X, X)(X),
     "%0 = add(%x, %x); %0(%x)"),
]


@pytest.mark.parametrize("make,expected", CALLS, ids=[c[1].split("(")[0] for c in CALLS])
def test_text(make, expected):
    expr = make()
    lines = expr.astext(show_meta_data=False).splitlines()
    assert lines[0] == '#[version = "0.0.5"]'
    assert " ".join(l for l in lines[1:] if not l.startswith("free_var")) == expected


@pytest.mark.parametrize("function,expected", [
    (relay.nn.conv2d, "(data, weight, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, "
     "channels=None, kernel_size=None, data_layout='NCHW', kernel_layout='OIHW', out_layout='', "
     "out_dtype='')"),
    (relay.nn.batch_norm, "(data, gamma, beta, moving_mean, moving_var, axis=1, epsilon=1e-05, "
     "center=True, scale=True)"),
    (relay.argmax, "(data, axis=None, keepdims=False, exclude=False, select_last_index=False)"),
    (relay.take, "(data, indices, axis=None, batch_dims=0, mode='clip')"),
    (relay.nn.leaky_relu, "(data, alpha=0.01)"),
    (relay.annotation.on_device, "(body, device, constrain_result=False, constrain_body=True)"),
    (relay.op.device_copy, "(data, src_device, dst_device)"),
])
def test_signatures(function, expected):
    assert str(inspect.signature(function)).partition(" -> ")[0] == expected


def test_docstrings():
    for name, function in relay.op.OPERATORS.items():
        assert "Parameters" in function.__doc__ or "see " in function.__doc__, \
            name
    assert "out_dtype : str" in relay.nn.conv2d.__doc__


def test_wrong_arguments():
    for wrong, message in (
            (lambda: relay.add(X, 1), "add: expected an expression as argument 2, but got 1"),
            (lambda: relay.nn.softmax(X, axis="y"), "expected an integer as attribute 'axis'"),
            (lambda: relay.nn.conv2d(X, W, data_layout=3), "expected a string as attribute"),
            (lambda: relay.transpose(X, axes=1), "expected a list of integers as attribute"),
            (lambda: relay.nn.lrn(X, bias="b"), "expected a number as attribute 'bias'")):
        with pytest.raises(tvm.TVMError, match=message):
            wrong()
    with pytest.raises(tvm.TVMError, match="unknown type"):
        relay.cast(X, "nonsense")
    with pytest.raises(ValueError, match="non-empty"):
        relay.concatenate([], 0)
    with pytest.raises(ValueError, match="Size of padding"):
        relay.nn.conv2d(I, W, padding=(1, 2, 3))
    with pytest.raises(TypeError):
        relay.nn.relu(X, no_such_attribute=1)
    with pytest.raises(AttributeError, match="Operator ad is not registered"):
        relay.op.get("ad")


def test_attrs():
    attrs = relay.nn.conv2d(I, W, channels=8).attrs
    assert attrs.channels == 8 and attrs["groups"] == 1 and list(attrs.strides) == [1, 1]
    assert attrs.kernel_size is None and attrs.data_layout == "NCHW"
    assert "padding" in attrs.keys() and attrs.get_int("channels") == 8
    with pytest.raises(AttributeError, match="has no attribute stride"):
        attrs.stride
    assert relay.add(X, X).attrs is None
    # Attributes of one call make another.
    call = relay.Call(relay.op.get("nn.conv2d"), [I, W], attrs)
    tvm.ir.assert_structural_equal(call, relay.nn.conv2d(I, W, channels=8), True)


def test_virtual_devices():
    device = tvm.target.VirtualDevice(tvm.cuda(2), memory_scope="global")
    assert (device.device_type, device.virtual_device_id) == (2, 2)
    assert device.memory_scope == "global" and device.target is None
    assert repr(device) == \
        "VirtualDevice(device_type=2, virtual_device_id=2, memory_scope='global')"
    anywhere = tvm.target.VirtualDevice()
    assert (anywhere.device_type_int, anywhere.virtual_device_id) == (-1, -1)
    assert repr(anywhere) == "VirtualDevice(?)"

    target = tvm.target.Target("llvm -mcpu=skylake -num-cores=4 -mattr=+avx2,+fma", host="c")
    device = tvm.target.VirtualDevice(tvm.cpu(), target)
    assert device.target.kind.name == "llvm" and device.target.keys == ["cpu"]
    assert device.target.attrs == {"mcpu": "skylake", "num-cores": 4, "mattr": ["+avx2", "+fma"]}
    assert device.target.host.kind.name == "c"

    call = relay.annotation.on_device(X, device)
    assert isinstance(call.attrs.virtual_device, tvm.target.VirtualDevice)
    assert call.attrs.virtual_device.same_as(device)
    assert call.attrs.constrain_body and not call.attrs.constrain_result
    again = relay.annotation.on_device(X, tvm.target.VirtualDevice(tvm.cpu(), target))
    assert tvm.ir.structural_equal(call, again)
    assert not tvm.ir.structural_equal(call, relay.annotation.on_device(X, "cpu"))
    # The same devices after text and passes.
    module = relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([X], call)))
    tvm.ir.assert_structural_equal(tvm.relay.parse(module.astext()), module)
    assert module["main"].body.attrs.virtual_device.target.attrs["mcpu"] == "skylake"

    text = module.astext().replace("%x:", "%x {virtual_device=meta[VirtualDevice][0]}:")
    function = tvm.relay.parse(text)["main"]
    assert function.params[0].virtual_device_.device_type == 1
    assert function.virtual_device_.device_type == X.virtual_device_.device_type == -1


def test_wrong_virtual_devices():
    with pytest.raises(ValueError, match="expecting a Device or device name"):
        relay.annotation.on_device(X, 3)
    with pytest.raises(ValueError, match="Unknown device type: nonsense"):
        relay.annotation.on_device(X, "nonsense")
    with pytest.raises(ValueError, match="Unknown device type: 99"):
        tvm.target.VirtualDevice(tvm.runtime.ndarray.Device(99, 0))
    with pytest.raises(tvm.TVMError, match="expected a 'device' for the 'target'"):
        tvm.target.VirtualDevice(target=tvm.target.Target("llvm"))
    with pytest.raises(tvm.TVMError, match="expected a VirtualDevice as attribute"):
        relay.op._generated.on_device(X, "cpu")
    unconstrained = relay.annotation.on_device(X, tvm.target.VirtualDevice())
    with pytest.raises(tvm.TVMError, match="expected a constrained 'virtual_device'"):
        relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([X], unconstrained)))


def test_shapes_of_sums():
    """As in TVM, sizes are int32; a constant is taken as it is."""
    for shape, dtype in (((3, 4), "int32"), (relay.const([3, 4], "int64"), "int64")):
        call = relay.collapse_sum_to(X, shape)
        assert call.args[1].data.dtype == dtype and list(call.attrs.shape) == [3, 4]


def test_tuple_wrapper():
    parts = relay.split(X, 2, axis=0)
    assert len(parts) == 2 and isinstance(parts[1], relay.TupleGetItem) and parts[1].index == 1
    first, second = parts
    assert parts[-1].index == 1 and second.tuple_value is parts.astuple()
    with pytest.raises(IndexError):
        parts[2]
    # It stands for its expression.
    function = relay.Function([X], parts.astuple())
    tvm.ir.assert_structural_equal(relay.Function([X], parts), function)


@pytest.mark.parametrize("join", [relay.concatenate, relay.stack])
def test_fields_of_a_sequence(join):
    """A TupleWrapper is a sequence of expressions like any other."""
    parts = relay.split(x(4, 6), 2, axis=1)
    for sequence in (parts, list(parts), tuple(parts), relay.Tuple(list(parts))):
        fields = join(sequence, 1).args[0]
        assert isinstance(fields, relay.Tuple)
        for i, field in enumerate(fields):
            assert isinstance(field, relay.TupleGetItem)
            assert field.index == i and field.tuple_value.same_as(parts.tuple_value)
    # An expression stays what it is.
    assert join(parts.tuple_value, 1).args[0].same_as(parts.tuple_value)


def test_every_operator_infers():
    """The functions make what type inference takes."""
    data = relay.const(np.zeros((2, 3), "float32"))
    for name in ("exp", "log", "nn.relu", "sigmoid", "tanh", "nn.softmax", "negative", "copy"):
        function = relay
        for part in name.split("."):
            function = getattr(function, part)
        typed = relay.transform.InferTypeLocal(function(data))
        assert typed == relay.TensorType((2, 3), "float32"), name


# Operators that passes of TVM make.
NO_FUNCTIONS = {"auto_scheduler_layout_transform", "call_lowered", "fixed_point_multiply_per_axis", "memory.kill",
                "meta_schedule_layout_transform", "nn.internal.sparse_dense_padded",
                "relay.op.annotation.simulated_quantize"}


def find(name):
    """The function of an operator under TVM's path."""
    holder = relay.op if name == "debug" or name.startswith(("memory.", "vm.")) else relay
    other_names = {"on_device": "annotation.on_device", "contrib_reverse_reshape": "reverse_reshape"}
    for part in other_names.get(name, name).split("."):
        holder = getattr(holder, "contrib_conv2d_nchwc" if part == "contrib_conv2d_NCHWc" else part)
    return holder


@pytest.mark.parametrize("name", [name for name in relay.op.Op.list_op_names()
                                  if not name.startswith("dyn.") and name not in NO_FUNCTIONS])
def test_every_operator_has_a_function(name):
    """Each operator of the dialect has one under TVM's path, which tells what it takes, what it
    returns and what is wrong; those of dyn are chosen by their arguments."""
    text = find(name).__doc__
    for section in ("Parameters\n", "Returns\n", "Raises\n"):
        assert section in text, section
    parameters = inspect.signature(find(name)).parameters
    for parameter in parameters:
        assert f" {parameter} :" in text or f" {parameter}," in text or f", {parameter}" in text


def test_dropout():
    assert str(relay.nn.dropout(X, 0.25)).splitlines()[1:] == [
        "%0 = nn.dropout(%x, rate=0.25f);", "%0.0"]
    raw = relay.nn.dropout_raw(X)
    assert raw.op.name == "nn.dropout" and raw.attrs.rate == 0.5
    mod = relay.transform.InferType()(tvm.IRModule.from_expr(relay.nn.dropout(X)))
    assert mod["main"].ret_type == relay.TensorType((2, 3, 4))


def test_types_of_attributes():
    from relay_lite.relay.op import op_attrs

    call = relay.nn.conv2d(I, W, channels=8)
    attrs = call.attrs
    assert isinstance(attrs, op_attrs.Conv2DAttrs) and isinstance(attrs, tvm.ir.Attrs)
    assert not isinstance(attrs, op_attrs.DenseAttrs) and not isinstance(call, op_attrs.Conv2DAttrs)
    assert repr(attrs).startswith("relay.attrs.Conv2DAttrs(strides=[1, 1], ")
    assert attrs.out_dtype == "" and attrs["channels"] == 8
    again = relay.Call(call.op, call.args, attrs)
    assert tvm.ir.structural_equal(again, call) and "out_dtype" not in str(again)
    fields = {field.name: field.type_info for field in attrs.list_field_info()}
    assert list(fields) == attrs.keys() and fields["groups"] == "int, default=1"
    with pytest.raises(AttributeError, match="op_attrs.ShapeFuncAttrs is not part of RelayLite"):
        op_attrs.ShapeFuncAttrs


def test_fields_of_operators():
    conv = relay.op.get("nn.conv2d")
    assert conv.num_inputs == 2 and conv.attrs_type_key == "relay.attrs.Conv2DAttrs"
    assert relay.op.get("add").attrs_type_key == ""
    assert "Convolution over images" in conv.description
    assert conv.has_attr(attr_name="TOpPattern") and conv.get_attr(attr_name="TOpPattern") == 4


def test_targets_are_values():
    Target = tvm.target.Target
    assert Target("llvm -device=arm_cpu").keys == ["arm_cpu", "cpu"]
    assert Target("llvm -keys=cpu -device=arm_cpu").keys == ["cpu", "arm_cpu"]
    for same in ('{"kind": "llvm", "mcpu": "x", "num-cores": 4}', "llvm -num-cores 4 -mcpu=x",
                 {"kind": "llvm", "mcpu": "x", "num-cores": 4}):
        target = Target(same)
        assert str(target) == "llvm -keys=cpu -mcpu=x -num-cores=4"
        assert target == Target("llvm -mcpu=x -num-cores=4") and target.attrs["num-cores"] == 4
        assert target.mcpu == "x" and target.model == "unknown" and target.libs == []
    assert Target("llvm -mattr=+a,+b").mattr == ["+a", "+b"]
    assert Target("cuda", "llvm") != Target("cuda") and Target("cuda").keys == ["cuda", "gpu"]
    with pytest.raises(ValueError, match='Target kind "foo" is not defined; those that are there: aocl'):
        Target("foo")
    for wrong, message in [("llvm mcpu=x", "expected an attribute that begins with"),
                           ("llvm -a=1 -a=2", 'Attribute "a" is given twice'),
                           ('{"kind"', "cannot read the target"), ("", "has to be a string"),
                           (None, "has to be a string or dictionary, but is None")]:
        with pytest.raises(ValueError, match=message):
            Target(wrong)
    with pytest.raises(tvm.TVMError, match="Target context required"):
        Target.current(False)
    with target:
        assert Target.current() is target


def test_devices_are_values():
    assert [str(make(1)) for make in (tvm.cpu, tvm.cuda, tvm.opencl, tvm.metal, tvm.hexagon)] == [
        "cpu(1)", "cuda(1)", "opencl(1)", "metal(1)", "hexagon(1)"]
    assert tvm.device("llvm -mcpu=x", 0) == tvm.device("cpu:0") == tvm.nd.cpu()
    assert tvm.device("cuda:3").device_id == 3 and not tvm.vulkan().exist
    assert tvm.cpu().sync() is None


def test_data_types():
    for name, code, bits, lanes, size in [("float32", 2, 32, 1, 4), ("int8x4", 0, 8, 4, 4),
                                          ("bool", 1, 1, 1, 1), ("bfloat16", 4, 16, 1, 2)]:
        dtype = tvm.DataType(name)
        assert dtype == name and dtype.itemsize() == size
        assert (dtype.type_code, dtype.bits, dtype.lanes) == (code, bits, lanes)


def test_bfloat16():
    """NumPy has no such type: its bits are those of a uint16."""
    constant = relay.const([1.0, -2.5, 3.00390625, float("nan"), 1e40], "bfloat16")
    assert constant.data.dtype == "bfloat16"
    bits = constant.data.numpy()
    assert bits[:3].tolist() == [0x3F80, 0xC020, 0x4040] and bits[4] == 0x7F80
    assert bits[3] & 0x7F80 == 0x7F80 and bits[3] & 0x7F
    assert relay.const(1, "bfloat16").data.shape == ()
    x = relay.var("x", shape=(2,), dtype="bfloat16")
    array = tvm.nd.empty((2,), "bfloat16")
    array[:] = [1.5, 2.0]
    run = relay.create_executor(mod=tvm.IRModule.from_expr(relay.Function([x], x + x))).evaluate()
    assert run(array).numpy().tolist() == [0x4040, 0x4080]
    number = relay.const(-1.5, "bfloat16").data
    for same in (pickle.loads(pickle.dumps(number)), copy.copy(number), copy.deepcopy(number),
                 number.copyto(tvm.cpu())):
        assert (same.dtype, same.shape, same != number) == ("bfloat16", (), True)
        assert (float(same), int(same), same.numpy()) == (-1.5, -1, 0xBFC0)


if __name__ == "__main__":
    tvm.testing.main()


def test_canonical_targets():
    Target = tvm.target.Target
    assert Target.canon_target(None) is None
    assert Target.canon_target_and_host(None) == (None, None)
    target, host = Target.canon_target_and_host("cuda", "llvm")
    assert (str(target), str(host), target.host) == (
        "cuda -keys=cuda,gpu", "llvm -keys=cpu", host)
    assert Target.canon_target_and_host(target) == (target, host)
    assert Target.canon_target(target) is target
    assert Target.canon_target_and_host({"kind": "llvm"})[1] is None
    assert Target(target).host == host and Target("c").with_host("llvm").host == host
    assert Target.canon_multi_target("llvm") == (Target("llvm"),)
    both = Target.canon_multi_target_and_host(["cuda", "c"], "llvm")
    assert [str(each.host) for each in both] == ["llvm -keys=cpu"] * 2
    assert Target.canon_multi_target_and_host(None) is None
    for canonical in (Target.canon_target_and_host, Target.canon_multi_target_and_host):
        with pytest.raises(AssertionError, match="Target host is not empty when target is empty"):
            canonical(None, "llvm")
