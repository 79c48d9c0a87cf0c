"""The generator of DCGAN (Radford et al., 2015), which maps codes to images of 64 pixels."""

from ... import _ext, _missing
from .. import nn
from ..expr import var
from ..op import reshape, tanh
from .init import create_workload
from .layers import batch_norm_infer, conv2d_transpose

# The layout of weights for each layout of images.
_KERNEL_LAYOUTS = {"NCHW": "IOHW", "NHWC": "HWOI"}


def _enlarge(data, channels, name, layout):
    """A transposed convolution that doubles height and width."""
    return conv2d_transpose(data, name=name, channels=channels, kernel_size=(4, 4),
                            strides=(2, 2), padding=(1, 1), output_padding=(0, 0),
                            data_layout=layout, kernel_layout=_KERNEL_LAYOUTS[layout])


def get_net(batch_size, random_len=100, oshape=(3, 64, 64), ngf=128, code=None, layout="NCHW",
            dtype="float32") -> _ext.Function:
    """The function from codes to images with values between -1 and 1.

    Parameters
    ----------
    batch_size : int
    random_len : int
        The length of a code.
    oshape : sequence of int
        Channels, height and width of an image: height and width are 64.
    ngf : int
        Channels before the last layer.
    code : relay.Expr, optional
        The codes. By default the variable `data`.
    layout : str
        NCHW or NHWC.
    dtype : str
    """
    if tuple(oshape[-2:]) != (64, 64):
        raise ValueError(f"expected images of 64 x 64 pixels, but got {oshape[-2]} x {oshape[-1]}")
    if layout not in _KERNEL_LAYOUTS:
        raise ValueError(f"Invalid layout: {layout}: expected NCHW or NHWC")
    if code is None:
        code = var("data", shape=(batch_size, random_len), dtype=dtype)
    channels = ngf * 8
    net = nn.relu(nn.dense(code, var("dense_weight"), units=4 * 4 * channels))
    net = reshape(net, (-1, channels, 4, 4) if layout == "NCHW" else (-1, 4, 4, channels))
    for name in ("g2", "g3", "g4"):
        channels //= 2
        net = _enlarge(net, channels, name + "_deconv", layout)
        net = nn.relu(batch_norm_infer(net, name=name + "_batch_norm", epsilon=1e-5 + 1e-12,
                                       scale=False, axis=layout.index("C")))
    net = tanh(_enlarge(net, oshape[-3], "g5_deconv", layout))
    return _ext.Function(list(_ext.free_vars(net)), net)


def get_workload(batch_size, oshape=(3, 64, 64), ngf=128, random_len=100, layout="NCHW",
                 dtype="float32") -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Module and parameters; see create_workload and get_net."""
    return create_workload(get_net(batch_size, random_len, oshape, ngf, None, layout, dtype))


__getattr__ = _missing.make_getattr("tvm.relay.testing.dcgan")
