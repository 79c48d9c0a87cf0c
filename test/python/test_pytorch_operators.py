"""Converters of PyTorch's operators, compared with PyTorch."""

import pytest
from torch_check import check, floats, torch

# A process that runs other tests cannot read the classes of warnings of PyTorch.
pytestmark = pytest.mark.filterwarnings("ignore")

F = torch.nn.functional
X, Y = floats(2, 3, 4), floats(2, 3, 4, seed=1)
IMAGE = floats(2, 4, 9, 7)
POSITIVE = X.abs() + 0.5
INTEGERS = torch.tensor([[3, -7, 2, 9], [5, 1, -4, 6]])
FLAGS = INTEGERS > 2
PLACES = torch.tensor([[0, 2, 1, 1], [1, 0, 2, 0]])

ELEMENTS = {
    "arithmetic": lambda x, y: (x + 2 * y - 1) / (y.abs() + 1) * 3 // 2,
    "alpha": lambda x, y: torch.add(x, y, alpha=2) - torch.sub(x, y, alpha=0.5) + torch.rsub(x, 3),
    "remainders": lambda x, y: (torch.fmod(x, 0.7), torch.remainder(x, -0.7), x % (y.abs() + 1)),
    "division": lambda x, y: (torch.div(x, 0.3, rounding_mode="floor"),
                              torch.div(x, 0.3, rounding_mode="trunc")),
    "powers": lambda x, y: (x ** 2, x ** 3, x.abs() ** 0.5, 2 ** x, x.abs() ** y, x.square()),
    "extremes": lambda x, y: (torch.maximum(x, y), torch.minimum(x, y), torch.max(x, y)),
    "bounds": lambda x, y: (x.clamp(-1, 1), x.clamp(min=0), x.clamp_max(0.5), torch.clamp(x, y - 1, y)),
    "roundings": lambda x, y: ((x * 2).round(), x.floor(), x.ceil(), x.trunc(), x.frac()),
    "trigonometry": lambda x, y: (x.sin(), x.cos(), x.tan(), x.sinh(), x.cosh(), x.tanh(), x.atan(),
                                  x.tanh().asin(), x.tanh().acos(), torch.atan2(x, y)),
    "logarithms": lambda x, y: (x.exp(), x.abs().log(), x.abs().log2(), x.abs().log10(),
                                x.abs().log1p(), x.expm1(), torch.logaddexp(x, y)),
    "roots": lambda x, y: (x.abs().sqrt(), x.abs().rsqrt(), x.reciprocal(), x.erf(), x.sigmoid()),
    "signs": lambda x, y: (x.abs(), -x, x.sign(), torch.copysign(x, y), torch.heaviside(x, y)),
    "comparisons": lambda x, y: (x == y, x != 0, x < y, x <= y, x > 0.5, x >= y),
    "logic": lambda x, y: ((x > 0) & (y > 0), (x > 0) | (y > 0), (x > 0) ^ (y > 0), ~(x > 0),
                           torch.logical_and(x, y), torch.logical_not(x)),
    "choices": lambda x, y: (torch.where(x > 0, x, y), x.masked_fill(y > 0, 7), torch.lerp(x, y, 0.3)),
    "products": lambda x, y: (torch.addcmul(x, x, y, value=0.5), torch.addcdiv(x, x, y.abs() + 1)),
    "tests": lambda x, y: (torch.isnan(x / (x - x)), torch.isinf(1 / (x - x)), torch.isfinite(x)),
    "types": lambda x, y: (x.to(torch.float64), x.int(), (x > 0).float() + x, x.type_as(y.half())),
    "promotion": lambda x, y: (x + torch.arange(4), torch.arange(4) / 2, torch.arange(4) * 2.5,
                               (x > 0) + 1, (x > 0) * x, torch.tensor(2.5) + torch.arange(4)),
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements(name):
    check(ELEMENTS[name], X, Y)


INTEGER = {
    "arithmetic": lambda x: (x + 1, x * 2, x // 3, x % 3, torch.fmod(x, 3), x / 2, x ** 2),
    "bits": lambda x: (x & 5, x | 1, x ^ 3, ~x, x << 1, x >> 1),
    "sums": lambda x: (x.sum(), x.prod(1), x.cumsum(1), (x > 2).sum(0), x.float().mean()),
    "extremes": lambda x: (x.max(), x.min(1), x.argmax(), x.amax(0), x.sort(1, descending=True)),
    "lists": lambda x: (torch.bincount(x.abs().flatten()), x.unique(), F.one_hot(x.abs(), 10)),
    "bools": lambda x: ((x > 2).all(), (x > 2).any(1), (x > 100).any(), (x > 2).to(torch.int32)),
    "embedding": lambda x: F.embedding(x.abs(), torch.arange(30.).reshape(10, 3)),
}


@pytest.mark.parametrize("name", INTEGER)
def test_integers(name):
    check(INTEGER[name], INTEGERS)


REDUCTIONS = {
    "sums": lambda x: (x.sum(), x.sum(1), x.sum((0, 2), keepdim=True), x.mean(-1), x.mean()),
    "extremes": lambda x: (x.max(), x.max(1), x.min(2, keepdim=True), x.amax((0, 1)), x.argmin(1),
                           x.argmax()),
    "statistics": lambda x: (x.var(), x.std(1), x.var(1, unbiased=False), torch.var_mean(x, 2),
                             torch.std_mean(x, 0)),
    "norms": lambda x: (x.norm(), x.norm(dim=1), x.norm(p=1, dim=1), x.norm(p=3, dim=(0, 2)),
                        torch.linalg.vector_norm(x, float("inf"), dim=1)),
    "cumulative": lambda x: (x.cumsum(1), x.cumprod(2), x.cummax(1), torch.logcumsumexp(x, 1)),
    "sorting": lambda x: (x.sort(1), x.sort(2, descending=True), x.argsort(1), x.topk(2, 1),
                          x.topk(2, 2, largest=False), x.kthvalue(2, 1), x.median(1)),
    "products": lambda x: (x.prod(), x.prod(1), x.logsumexp((0, 1))),
    "search": lambda x: (torch.searchsorted(x.sort(-1)[0], x), torch.bucketize(x, torch.arange(3.))),
    "pairs": lambda x: (torch.cdist(x, x + 1), torch.diff(x, dim=1)),
}


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name):
    check(REDUCTIONS[name], X)


SHAPES = {
    "reshapes": lambda x: (x.view(6, -1), x.reshape(-1), x.flatten(1), x.unflatten(2, (2, 2)),
                           x.unsqueeze(-1).squeeze(), x.view_as(x)),
    "permutations": lambda x: (x.permute(2, 0, 1), x.transpose(0, -1), x[0].t(), x.flip((0, 2)),
                               x.roll(1, 2), x.roll(5), torch.movedim(x, 0, 2), x.rot90(1, (1, 2))),
    "joins": lambda x: (torch.cat([x, x + 1], 1), torch.stack([x, x], -1), torch.hstack([x, x]),
                        torch.vstack([x, x]), torch.meshgrid(x[0, 0], x[0, 1], indexing="ij")),
    "parts": lambda x: (x.split(2, 2), x.split([1, 2], 1), x.chunk(2, 1), x.unbind(1),
                        torch.tensor_split(x, 3, 2), x.tensor_split((1, 2), dim=2)),
    "repeats": lambda x: (x.expand(5, 2, 3, 4), x.repeat(1, 2, 1), x.repeat_interleave(2, 1),
                          x.broadcast_to(1, 2, 3, 4), torch.tile(x, (2,))),
    "slices": lambda x: (x[1], x[:, 1:], x[..., -1], x[:, ::2], x[:, None], x.narrow(1, 1, 2),
                         x.select(2, -1)),
    "diagonals": lambda x: (x[0].diagonal(1), torch.diag_embed(x), torch.diag(x[0, 0], -1), x.tril(1),
                            x.triu(-1), x.diagonal(dim1=0, dim2=2)),
    "pads": lambda x: (F.pad(x, (1, 2)), F.pad(x, (1, 1, 2, 0), value=3), F.pad(x, (-1, 1)),
                       F.pad(x, (2, 1), "reflect"), F.pad(x, (1, 2), "replicate"),
                       F.pad(x, (1, 2), "circular")),
    "new": lambda x: (torch.zeros(2, 3), torch.ones_like(x), x.new_full((2,), 3), torch.full((2,), 7),
                      torch.arange(1, 7, 2), torch.arange(0, 1, 0.3), torch.linspace(0, 1, 5),
                      torch.eye(3)),
    "windows": lambda x: (x.unfold(2, 2, 1), F.pixel_shuffle(x.reshape(1, 6, 2, 2)[:, :4], 2),
                          torch.channel_shuffle(x.reshape(1, 6, 2, 2), 2)),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name):
    check(SHAPES[name], X)


INDICES = {
    "index": lambda x, i: (x[:, i[:, :3]], x[:, i[0].clamp(max=1)], x[i[0].clamp(max=1), :, i[1]], x[:, [0, 2]], x[x > 0]),
    "gather": lambda x, i: (x.gather(0, i[:, :3, None].repeat(1, 1, 4).clamp(max=1)),
                            x.index_select(1, i[0]), x.take(i), torch.take_along_dim(
                                x[0], i[:1, :3].t(), 1)),
    "scatter": lambda x, i: (x[0].scatter(0, i, 2.0), x[0].scatter_add(0, i, x[0, :2]),
                             x[0].index_add(0, i[0], torch.ones(4, 4)),
                             x[0].index_fill(0, i[0, :2], 5)),
    "put": lambda x, i: (x.index_put((i[0].clamp(max=1), i[0]), torch.tensor(9.)),
                         x.index_put((i[0].clamp(max=1),), torch.ones(3, 4), accumulate=True)),
    "nonzero": lambda x, i: (i.nonzero(), torch.where(x > 0), x.masked_select(x > 0.5)),
}


@pytest.mark.parametrize("name", INDICES)
def test_indices(name):
    check(INDICES[name], X, PLACES)


ACTIVATIONS = {
    "relu": lambda x: (F.relu(x), F.relu6(x * 4), F.leaky_relu(x, 0.2), F.elu(x, 0.7), F.celu(x, 0.5),
                       F.selu(x), F.hardtanh(x), F.threshold(x, 0.1, 3), F.prelu(x, torch.tensor([0.1, 0.2, 0.3]))),
    "smooth": lambda x: (F.gelu(x), F.silu(x), F.mish(x), F.softplus(x, 2), F.logsigmoid(x),
                         F.hardswish(x), F.hardsigmoid(x), F.softsign(x), F.tanhshrink(x)),
    "gelu": lambda x: F.gelu(x, approximate="tanh"),
    "softmax": lambda x: (F.softmax(x, 1), F.log_softmax(x, -1), F.glu(x, 2), F.softmin(x, 0)),
    "losses": lambda x: (F.mse_loss(x, x + 1), F.l1_loss(x, x * 2, reduction="sum"),
                         F.smooth_l1_loss(x, x * 2), F.huber_loss(x, x * 2), F.binary_cross_entropy(
                             x.sigmoid(), x.sigmoid() ** 2), F.kl_div(x, x.sigmoid())),
    "classes": lambda x: (F.cross_entropy(x[0], torch.tensor([1, 0, 3])), F.nll_loss(
        x[0], torch.tensor([1, 0, 3]), weight=torch.arange(4.), reduction="sum")),
    "similarity": lambda x: F.cosine_similarity(x[0], x[1]),
}


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations(name):
    check(ACTIVATIONS[name], X)


WEIGHT = floats(6, 4, 3, 3, seed=2)
LAYERS = {
    "conv": lambda x: (F.conv2d(x, WEIGHT, torch.arange(6.)), F.conv2d(x, WEIGHT, stride=2, padding=1),
                       F.conv2d(x, WEIGHT[:, :2], groups=2, dilation=2), F.conv2d(x, WEIGHT, padding="same"),
                       F.conv1d(x[:, :, 0], WEIGHT[:, :, 0]), F.conv3d(x[None], WEIGHT[:, :2, None])),
    "transposed": lambda x: (F.conv_transpose2d(x, WEIGHT.transpose(0, 1)),
                             F.conv_transpose2d(x, WEIGHT.transpose(0, 1), stride=2, padding=1,
                                                output_padding=1),
                             F.conv_transpose2d(x, WEIGHT.transpose(0, 1), padding=2, dilation=2,
                                                output_padding=1),
                             F.conv_transpose1d(x[:, :, 0], WEIGHT[:4, :, 0], groups=2)),
    "maxima": lambda x: (F.max_pool2d(x, 2), F.max_pool2d(x, 3, 2, 1, ceil_mode=True),
                         F.max_pool1d(x[0], 2), F.max_pool3d(x, 2),
                         F.max_pool2d(x, 2, return_indices=True)),
    "averages": lambda x: (F.avg_pool2d(x, 2), F.avg_pool2d(x, 3, 2, 1, True, False),
                           F.avg_pool2d(x, 2, divisor_override=3), F.adaptive_avg_pool2d(x, (3, 2)),
                           F.adaptive_avg_pool2d(x, 1), F.adaptive_max_pool2d(x, 3),
                           F.adaptive_avg_pool1d(x[0], 3), F.lp_pool2d(x.abs(), 2, 2)),
    "norms": lambda x: (F.layer_norm(x, (7,)), F.layer_norm(x, (9, 7), torch.ones(9, 7) * 2, torch.ones(9, 7)),
                        F.group_norm(x, 2, torch.arange(4.)), F.instance_norm(x),
                        F.batch_norm(x, torch.arange(4.), torch.arange(4.) + 1, torch.ones(4), None),
                        F.local_response_norm(x, 3)),
    "linear": lambda x: (F.linear(x, WEIGHT[0].reshape(-1, 1).reshape(4, 9)[:, :7]), F.linear(x[0, 0], torch.ones(2, 7), torch.ones(2)),
                         x @ torch.ones(7, 3), x[0] @ x[1].transpose(1, 2), x[0, 0] @ torch.arange(7.),
                         torch.einsum("bchw,bcwk->bhk", x, x.transpose(2, 3)), torch.outer(x[0, 0, 0], x[0, 0, 1])),
    "matrices": lambda x: (torch.addmm(torch.ones(9, 9), x[0, 0], x[0, 1].t(), beta=2, alpha=0.5),
                           torch.bmm(x[0], x[1].transpose(1, 2)), torch.baddbmm(
                               torch.ones(9), x[0], x[1].transpose(1, 2)), torch.mv(x[0, 0], torch.ones(7)),
                           torch.linalg.det(x[0, :, :3, :3])),
    "resize": lambda x: (F.interpolate(x, scale_factor=2), F.interpolate(x, (5, 11)),
                         F.interpolate(x, scale_factor=2, mode="bilinear"),
                         F.interpolate(x, (5, 11), mode="bilinear", align_corners=True),
                         F.interpolate(x, (12, 9), mode="bicubic"), F.interpolate(x[0], 5, mode="linear")),
    "sampling": lambda x: F.grid_sample(x, x[:, :2, :5].permute(0, 2, 3, 1).tanh(), align_corners=False),
    "patches": lambda x: (F.unfold(x, (3, 2), stride=2), F.fold(F.unfold(x, 2), (9, 7), 2)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_layers(name):
    check(LAYERS[name], IMAGE, tolerance=1e-4)


def test_linear_layers_keep_leading_dimensions():
    weight = torch.arange(21.).reshape(3, 7)
    mod, _ = check(lambda x: (F.linear(x, weight, torch.ones(3)), x @ weight.t()), IMAGE)
    text = mod.astext()
    assert text.count("nn.dense(") == 2 and "nn.bias_add(" in text and "reshape(" not in text



@pytest.mark.parametrize("module", [
    torch.nn.LSTM(4, 5, 2, bidirectional=True, batch_first=True), torch.nn.GRU(4, 5),
    torch.nn.RNN(4, 5, nonlinearity="relu"), torch.nn.LSTM(4, 5, bias=False)])
def test_recurrent_layers(module):
    check(module.eval(), X)


@pytest.mark.parametrize("module", [torch.nn.LSTMCell(4, 5), torch.nn.GRUCell(4, 5)])
def test_cells(module):
    check(module.eval(), X[0])


def test_attention():
    check(torch.nn.MultiheadAttention(4, 2, batch_first=True).eval(), X, X, X)
    check(torch.nn.TransformerEncoderLayer(4, 2, 8, batch_first=True).eval(), X, tolerance=1e-4)


def test_spectra():
    check(lambda x: torch.stft(x, 4, return_complex=False, window=torch.ones(4)), floats(2, 16))
