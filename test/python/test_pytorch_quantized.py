"""Quantized tensors in scripts of PyTorch: integers differ by at most one from PyTorch's."""

import pytest
from torch_check import check_steps as check
from torch_check import convert, floats, torch

from relay_lite import relay
from relay_lite.relay.frontend.node import ConversionError

# A process that runs other tests cannot read the classes of warnings of PyTorch.
pytestmark = pytest.mark.filterwarnings("ignore")

ENGINES = [name for name in ("qnnpack", "fbgemm")
           if name in torch.backends.quantized.supported_engines]
if not ENGINES:
    pytest.skip("PyTorch has no kernels for quantized tensors", allow_module_level=True)
torch.backends.quantized.engine = ENGINES[0]
nn = torch.nn


def quantized(function, scale=0.05, zero_point=100, dtype=torch.quint8):
    """A function of two quantized tensors."""
    def run(x, y):
        return function(torch.quantize_per_tensor(x, scale, zero_point, dtype),
                        torch.quantize_per_tensor(y, 0.03, 28, dtype))

    return run


PAIR = floats(1, 4, 6, 6), floats(1, 4, 6, 6, seed=1)
ops = torch.ops.quantized


@pytest.mark.parametrize("function", [
    lambda x, y: ops.add(x, y, 0.08, 120), lambda x, y: ops.add_relu(x, y, 0.08, 20),
    lambda x, y: ops.mul(x, y, 0.06, 120), lambda x, y: ops.mul_relu(x, y, 0.06, 20),
    lambda x, y: ops.cat([x, y], 1, 0.06, 110), lambda x, y: ops.cat([x, y, x], -1, None, None),
    lambda x, y: ops.hardswish(x, 0.04, 30), lambda x, y: ops.leaky_relu(x, 0.1, False, 0.04, 30),
    lambda x, y: ops.elu(x, 0.04, 60), lambda x, y: ops.add_scalar(x, 1.3),
    lambda x, y: ops.add_scalar(x, 9), lambda x, y: ops.add_scalar(x, -9.0),
    lambda x, y: ops.mul_scalar(x, 2.5), lambda x, y: ops.mul_scalar(x, 0),
    lambda x, y: ops.mul_scalar(x, -0.5), lambda x, y: ops.relu6(x)])
def test_functions(function):
    check(quantized(function), *PAIR)
    check(quantized(lambda x, y: function(x, y).dequantize()), *PAIR, scale=0.1)


@pytest.mark.parametrize("function", [
    torch.relu, torch.sigmoid, torch.tanh, lambda x: x.flatten(1), lambda x: x[:, 1:, ::2],
    lambda x: x.permute(0, 2, 3, 1), lambda x: x.clamp(-0.5, 1), nn.functional.relu6,
    lambda x: nn.functional.max_pool2d(x, 2), lambda x: nn.functional.avg_pool2d(x, 3, 2, 1),
    lambda x: nn.functional.adaptive_avg_pool2d(x, 1), lambda x: x.mean([2, 3]),
    lambda x: nn.functional.interpolate(x, scale_factor=2, mode="nearest"),
    lambda x: nn.functional.interpolate(x, scale_factor=2, mode="bilinear"),
    lambda x: torch.relu_(x.clone()), lambda x: torch.cat([x.reshape(4, 36), x.reshape(4, 36)]),
    lambda x: x.reshape(x.size(0), -1).contiguous() if x.is_quantized else x.dequantize()])
def test_functions_of_all_tensors(function):
    mod, _ = check(quantized(lambda x, y: function(x)), *PAIR)
    assert "qnn.quantize" in mod.astext()


@pytest.mark.parametrize("dtype", [torch.quint8, torch.qint8, torch.qint32])
def test_quantization(dtype):
    check(quantized(lambda x, y: x, zero_point=3, dtype=dtype), *PAIR)
    check(quantized(lambda x, y: x.dequantize(), zero_point=3, dtype=dtype), *PAIR, scale=0.05)
    check(quantized(lambda x, y: x.int_repr(), zero_point=3, dtype=dtype), *PAIR, scale=1)
    check(quantized(lambda x, y: y.dequantize() * x.q_scale() + x.q_zero_point(), zero_point=3,
                    dtype=dtype), *PAIR, scale=0.002)


def test_quantization_by_channel():
    scales = torch.tensor([0.1, 0.02, 0.05, 0.04])
    points = torch.tensor([0, 10, -3, 4])
    for axis in (1, -3):
        def run(x, axis=axis):
            return torch.quantize_per_channel(x, scales, points, 1, torch.qint8)

        check(run, PAIR[0])
        check(lambda x: run(x).dequantize(), PAIR[0], scale=0.1)


def test_parameters_of_quantization_are_known():
    def run(x, scale):
        return torch.quantize_per_tensor(x, scale.max(), torch.tensor(3), torch.quint8)

    made = torch.jit.trace(run, (PAIR[0], torch.tensor([0.1, 0.2])))
    with pytest.raises(ConversionError, match="the scale"):
        convert(made, [PAIR[0], torch.tensor([0.1, 0.2])])




def test_errors():
    graph = torch.parse_ir("""
graph(%x : Tensor):
  %scale : float = prim::Constant[value=0.1]()
  %zero : int = prim::Constant[value=0]()
  %type : int = prim::Constant[value=13]()
  %q : Tensor = aten::quantize_per_tensor(%x, %scale, %zero, %type)
  %r : Tensor = aten::exp(%q)
  return (%r)
""")
    script = torch._C._create_function_from_graph("run", graph)
    with pytest.raises(ConversionError, match="aten::exp.*is not supported for quantized tensors"):
        relay.frontend.from_pytorch(script, [("x", (2, 3))])
    graph = torch.parse_ir("""
graph(%x : Tensor):
  %scale : float = prim::Constant[value=0.1]()
  %zero : int = prim::Constant[value=0]()
  %r : Tensor = quantized::add(%x, %x, %scale, %zero)
  return (%r)
""")
    script = torch._C._create_function_from_graph("run", graph)
    with pytest.raises(ConversionError, match="expected a tensor whose scale and zero point are known"):
        relay.frontend.from_pytorch(script, [("x", (2, 3))])
    made = torch.jit.trace(lambda x: torch.quantize_per_tensor(x, 0.1, 3, torch.quint8), PAIR[0])
    graph = torch.parse_ir(str(made.graph).replace("value=13", "value=6").replace("QUInt8", "Float"))
    script = torch._C._create_function_from_graph("run", graph)
    with pytest.raises(ConversionError, match="expected quint8, qint8 or qint32, but got float32"):
        relay.frontend.from_pytorch(script, [("x", (1, 4, 6, 6))])
