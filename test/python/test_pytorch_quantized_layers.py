"""Quantized layers of scripts of PyTorch: results differ by at most one step of the quantization of
each layer."""

import warnings

import pytest
from torch_check import check_steps as check
from torch_check import floats, torch

# A process that runs other tests cannot read the classes of warnings of PyTorch.
pytestmark = pytest.mark.filterwarnings("ignore")

ENGINES = [name for name in ("qnnpack", "fbgemm")
           if name in torch.backends.quantized.supported_engines]
if not ENGINES:
    pytest.skip("PyTorch has no kernels for quantized tensors", allow_module_level=True)
torch.backends.quantized.engine = ENGINE = ENGINES[0]
nn = torch.nn
quantization = torch.ao.quantization


def prepare(module, *inputs, fuse=(), config=ENGINE):
    """The quantized module, calibrated by the inputs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module = quantization.QuantWrapper(module.eval())
        if fuse:
            quantization.fuse_modules(module.module, fuse, inplace=True)
        module.qconfig = quantization.get_default_qconfig(config)
        module = quantization.prepare(module)
        module(*inputs)
        return quantization.convert(module)


def scale_of(module):
    """The scale of the last layer."""
    return float(module.scale)


class Convolutions(nn.Sequential):
    """Two convolutions, the first with an activation."""

    def __init__(self, bias=True, groups=1):
        super().__init__(nn.Conv2d(4, 8, 3, stride=2, padding=1, bias=bias, groups=groups), nn.ReLU(),
                         nn.Conv2d(8, 4, 3, dilation=2, padding=(1, 2), bias=bias))


@pytest.mark.parametrize("config", ["qnnpack", "fbgemm"])
@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("bias", [False, True])
def test_convolutions(config, keep, bias):
    torch.manual_seed(0)
    data = floats(2, 4, 9, 9)
    net = prepare(Convolutions(bias), data, fuse=[["0", "1"]], config=config)
    # The error of the first layer goes through the second.
    mod, params = check(net, data, scale=scale_of(net.module[2]), steps=3.01, keep_quantized_weight=keep)
    text = mod.astext()
    assert text.count("qnn.conv2d(") == 2
    assert set(params) == {"module.0_weight", "module.2_weight", "module.0_bias", "module.2_bias"}
    assert params["module.0_weight"].dtype == ("int8" if keep else "float32")
    assert params["module.0_bias"].dtype == ("int32" if keep else "float32")


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_one_convolution(groups):
    torch.manual_seed(1)
    data = floats(1, 4, 6, 6)
    net = prepare(nn.Sequential(nn.Conv2d(4, 8, 3, padding=1, groups=groups)), data, config="fbgemm")
    check(net, data, scale=scale_of(net.module[0]))


@pytest.mark.parametrize("config", ["qnnpack", "fbgemm"])
@pytest.mark.parametrize("fuse", [(), [["0", "1"]]])
def test_convolutions_of_vectors(config, fuse):
    torch.manual_seed(5)
    data = floats(2, 4, 9)
    net = prepare(nn.Sequential(nn.Conv1d(4, 6, 3, stride=2, padding=1, groups=2), nn.ReLU()), data,
                  fuse=fuse, config=config)
    mod, params = check(net, data, scale=scale_of(net.module[0]))
    assert "qnn.conv2d(" in mod.astext() and set(params) == {"module.0_weight", "module.0_bias"}


class Quantized(nn.Module):
    """A quantized layer with random weights between floating-point numbers."""

    def __init__(self, layer, channels):
        super().__init__()
        shape = layer.weight().shape
        layer.set_weight_bias(torch.quantize_per_tensor(floats(*shape) * 0.2, 0.02, 3, torch.qint8),
                              floats(channels))
        layer.scale, layer.zero_point = 0.1, 100
        self.layer = layer

    def forward(self, x):
        return self.layer(torch.quantize_per_tensor(x, 0.05, 120, torch.quint8)).dequantize()


@pytest.fixture
def engine(request):
    """An engine of PyTorch's, for one test."""
    if request.param not in torch.backends.quantized.supported_engines:
        pytest.skip(f"PyTorch has no {request.param}")
    torch.backends.quantized.engine = request.param
    yield request.param
    torch.backends.quantized.engine = ENGINE


@pytest.mark.parametrize("engine", ["fbgemm"], indirect=True)
@pytest.mark.parametrize("name", ["Conv1d", "Conv2d", "Conv3d", "ConvTranspose1d", "ConvTranspose2d",
                                  "ConvTranspose3d"])
@pytest.mark.parametrize("keep", [False, True])
def test_convolutions_of_all_ranks(engine, name, keep):
    options = {"output_padding": 1} if "Transpose" in name else {}
    layer = getattr(torch.ao.nn.quantized, name)(4, 6, 3, stride=2, padding=1, groups=2, **options)
    data = floats(2, 4, *(5, 6, 7)[:int(name[-2])])
    check(Quantized(layer, 6), data, scale=layer.scale, keep_quantized_weight=keep)


@pytest.mark.parametrize("engine", ["fbgemm"], indirect=True)
def test_activations_of_volumes(engine):
    layer = torch.ao.nn.intrinsic.quantized.ConvReLU3d(4, 6, (1, 2, 3), dilation=(1, 2, 1))
    check(Quantized(layer, 6), floats(1, 4, 3, 4, 5), scale=layer.scale)


@pytest.mark.parametrize("shape", [(3, 5), (2, 3, 5)])
@pytest.mark.parametrize("fuse", [(), [["0", "1"]]])
@pytest.mark.parametrize("bias", [False, True])
def test_dense_layers(shape, fuse, bias):
    torch.manual_seed(2)
    data = floats(*shape)
    net = prepare(nn.Sequential(nn.Linear(5, 7, bias), nn.ReLU()), data, fuse=fuse)
    mod, params = check(net, data, scale=scale_of(net.module[0]))
    assert "module.0._packed_params_weight" in params and "qnn.dense" in mod.astext()


def test_scripted_modules_and_friendly_names():
    torch.manual_seed(3)
    data = floats(1, 4, 6, 6)
    net = prepare(nn.Sequential(nn.Conv2d(4, 8, 3)), data)
    _, params = check(net, data, script=True, scale=scale_of(net.module[0]),
                      use_parser_friendly_name=True)
    assert set(params) == {"module_0_weight", "module_0_bias"}


def test_dynamic_dense_layers():
    torch.manual_seed(4)
    data = floats(3, 5)
    net = quantization.quantize_dynamic(nn.Sequential(nn.Linear(5, 4), nn.Linear(4, 2)).eval(),
                                        {nn.Linear}, dtype=torch.qint8)
    expected = net(data)
    mod, params = check(net, data, scale=float(expected.abs().max()) / 50)
    assert "0._packed_params_weight" in params and "qnn.dense" in mod.astext()
    check(net, torch.zeros(3, 5), scale=1e-6)
