"""Numeric tests of the operators on signals, random numbers, sparse and packed tensors. Used by
generate_numeric_tests.py."""

import numpy as np
from network_numeric_tests import NEAR, ints, tensor
from numeric_tests import File, sample


def constants(operands):
    return [f"%x{i} = relay.constant {operand}" for i, operand in enumerate(operands)]


def check_fields(file, name, op, operands, kinds, expected, attributes="", bound=""):
    """Compares the fields of a tuple that `op` gives, of the types `kinds`, with `expected`; a field
    of dynamic shape goes through a cast of its type."""
    names = ", ".join(f"%x{i}" for i in range(len(operands)))
    types = ", ".join(operand.type for operand in operands)
    kind = f"tuple<{', '.join(kinds)}>"
    space = f" {{{attributes}}}" if attributes else ""
    for i, result in enumerate(expected):
        lines = [*constants(operands), f"%t = relay.{op} {names}{space} : ({types}) -> {kind}",
                 f"%0 = relay.tuple_get %t[{i}] : ({kind}) -> {kinds[i]}"]
        actual = "%0"
        if kinds[i] != result.type:
            lines.append(f"%1 = relay.type_cast %0 : {kinds[i]} to {result.type}")
            actual = "%1"
        file.compare(f"{name}_{i}", lines, actual, result, bound)


def check_tuple(file, name, op, operands, expected, attributes="", bound=""):
    check_fields(file, name, op, operands, [result.type for result in expected], expected, attributes,
                 bound)


# Signals -------------------------------------------------------------------------

def signal_file():
    file = File("signals", "Fourier transforms.")
    for count in (1, 2, 5, 8):
        re, im = (np.array(sample(2 * count, "f32", seed=s)).reshape(2, count) for s in (1, 2))
        x = re.astype(np.float64) + 1j * im.astype(np.float64)
        for inverse in (False, True):
            y = np.fft.ifft(x) if inverse else np.fft.fft(x)
            check_tuple(file, f"dft_{count}{'_inverse' * inverse}", "dft",
                        [tensor(re, "f32"), tensor(im, "f32")],
                        [tensor(y.real, "f32"), tensor(y.imag, "f32")], "inverse = true" * inverse, NEAR)
    re, im = (np.array(sample(7, "f64", seed=s)) for s in (3, 4))
    y = np.fft.fft(re + 1j * im)
    check_tuple(file, "dft_f64", "dft", [tensor(re, "f64"), tensor(im, "f64")],
                [tensor(y.real, "f64"), tensor(y.imag, "f64")], "", "{atol = 1.0e-14, rtol = 1.0e-14}")

    def stft(data, window, n_fft, hop, win, normalized, onesided):
        rows = n_fft // 2 + 1 if onesided else n_fft
        frames = (data.shape[-1] - n_fft) // hop + 1
        result = np.zeros((*data.shape[:-1], rows, frames, 2))
        for f in range(rows):
            for t in range(frames):
                for k in range(min(win, len(window), data.shape[-1] - t * hop)):
                    z = data[..., t * hop + k] * window[k] * np.exp(-2j * np.pi * f * k / win)
                    result[..., f, t, 0] += z.real
                    result[..., f, t, 1] += z.imag
        return result / (np.sqrt(n_fft) if normalized else 1)

    data = np.array(sample(22, "f32")).reshape(2, 11)
    window = np.array(sample(4, "f32", seed=5))
    for name, x, n_fft, hop, win, normalized, onesided in (
            ("stft_vector", data[0], 4, 2, 4, False, True), ("stft", data, 4, 3, 4, True, False),
            ("stft_window", data, 5, 1, 3, False, True), ("stft_long_window", data, 3, 2, 4, False, False)):
        expected = stft(x.astype(np.float64), window, n_fft, hop, win, normalized, onesided)
        file.check("stft", [tensor(x, "f32"), tensor(window, "f32")], tensor(expected, "f32"),
                   f"n_fft = {n_fft} : i64, hop_length = {hop} : i64, win_length = {win} : i64, "
                   f"normalized = {str(normalized).lower()}, onesided = {str(onesided).lower()}",
                   name=name, bound=NEAR)
    expected = stft(data.astype(np.float64), np.ones(4), 4, 1, 4, False, True)
    file.check("stft", [tensor(data, "f32"), tensor([1] * 4, "i32")], tensor(expected, "f32"),
               "n_fft = 4 : i64, hop_length = 1 : i64, win_length = 4 : i64", name="stft_integers", bound=NEAR)
    return file


# Random numbers ------------------------------------------------------------------

ALL_ONES = (1 << 64) - 1
ROTATIONS = ((14, 16), (52, 57), (23, 40), (5, 37), (25, 33), (46, 12), (58, 22), (32, 32))


def threefry(key, counter, injects_last=False):
    """20 rounds of Threefry-4x64. The published function injects the key after the last one, too."""
    keys = [*key, 0x1BD11BDAA9FC1A22 ^ key[0] ^ key[1] ^ key[2] ^ key[3]]
    x = list(counter)
    for r in range(21):
        if r % 4 == 0 and (r < 20 or injects_last):
            x = [(x[i] + keys[(r // 4 + i) % 5] + (r // 4 if i == 3 else 0)) & ALL_ONES for i in range(4)]
        if r < 20:
            for i in (0, 2):
                count = ROTATIONS[r % 8][i // 2]
                x[i] = (x[i] + x[i + 1]) & ALL_ONES
                x[i + 1] = ((x[i + 1] << count | x[i + 1] >> (64 - count)) & ALL_ONES) ^ x[i]
            x[1], x[3] = x[3], x[1]
    return x


# The known answers that come with the library Random123.
for _words, _answer in ((0, "09218ebde6c85537 55941f5266d86105 4bd25e16282434dc ee29ec846bd2e40b"),
                        (ALL_ONES, "29c24097942bba1b 0371bbfb0f6f4e11 3c231ffa33f83a1c cd29113fde32d168")):
    assert threefry([_words] * 4, [_words] * 4, True) == [int(word, 16) for word in _answer.split()]


def next_bit(high, low):
    """The last two words of a key behind the next bit of the path."""
    if high == 1:
        return 0, 1 << 63
    return (high >> 1, 0) if high else (0, low >> 1)


def draw(key, count):
    """The next key, and `count` words."""
    if key[7] >= ALL_ONES - count:
        if key[8] == key[9] == 0:
            key = threefry(key[:4], [ALL_ONES] * 4) + [0, 0, 0, 0, 1 << 63, 0]
        else:
            key = [*key[:4], key[4] | key[8], key[5] | key[9], 0, 0, *next_bit(key[8], key[9])]
    words = []
    for block in range(-(-count // 4)):
        counter = [(word + block) & ALL_ONES for word in key[4:8]]
        if 4 * block + 4 > count:
            counter = [*key[4:7], (key[7] + 4 * block) & ALL_ONES]
        words += threefry(key[:4], counter)
    after = [*key[:6], 0, (key[7] + -(-count // 4) * 4) & ALL_ONES, *key[8:]]
    return after, words[:count]


def split(key):
    if key[8] == key[9] == 0:
        fresh = threefry(key[:4], key[4:8])
        return [fresh + [path, 0, 0, 0, 1 << 62, 0] for path in (0, 1 << 63)]
    bits = next_bit(key[8], key[9])
    return [[*key[:8], *bits], [*key[:4], key[4] | key[8], key[5] | key[9], *key[6:8], *bits]]


def fractions(words, dtype):
    """Floats in [0, 1)."""
    if dtype == "f64":
        bits = np.array([word >> 12 | 0x3FF << 52 for word in words], np.uint64)
        return bits.view(np.float64) - np.float64(1)
    bits = np.array([(word & 0xFFFFFFFF) >> 9 | 0x7F << 23 for word in words], np.uint32)
    return bits.view(np.float32) - np.float32(1)


def to_key(words):
    return tensor(np.array(words, np.uint64), "ui64")


def random_file():
    file = File("random", "Random numbers; the generator is written down again in Python.")
    start = [1, 0, 0, 0, 0, 0, 0, 0, 1 << 63, 0]
    keys = {"start": start, "seeded": [5, 1 << 60, ALL_ONES, 7, 1 << 63, 3, 0, 40, 1, 0],
            "low": [5, 6, 7, 8, 1 << 63, 3, 0, 40, 0, 2], "last": [5, 6, 7, 8, 9, 10, 11, 12, 0, 1],
            "full_path": [5, 6, 7, 8, 9, 10, 0, 11, 0, 0],
            "full_counter": [5, 6, 7, 8, 9, 10, 0, ALL_ONES - 6, 1 << 40, 0],
            "full": [5, 6, 7, 8, 9, 10, 0, ALL_ONES, 0, 0]}
    for name, key in keys.items():
        check_tuple(file, f"split_{name}", "random.threefry_split", [to_key(key)],
                    [to_key(half) for half in split(key)])
        for shape in ((6,), (2, 4)):
            after, words = draw(key, int(np.prod(shape)))
            check_tuple(file, f"generate_{name}_{'x'.join(map(str, shape))}", "random.threefry_generate",
                        [to_key(key)],
                        [to_key(after), tensor(np.array(words, np.uint64).reshape(shape), "ui64")],
                        f"out_shape = {ints(shape)}")
    check_tuple(file, "generate_scalar", "random.threefry_generate", [to_key(start)],
                [to_key(draw(start, 1)[0]), to_key(draw(start, 1)[1][0])],
                f"out_shape = {ints(())}")
    for dtype in ("f32", "f64"):
        real = np.float32 if dtype == "f32" else np.float64
        after, words = draw(start, 10)
        low, high = real(-1.5), real(2.25)
        check_tuple(file, f"uniform_{dtype}", "random.uniform",
                    [to_key(start), tensor(low, dtype), tensor(high, dtype)],
                    [to_key(after),
                     tensor((fractions(words, dtype) * (high - low) + low).reshape(2, 5), dtype)],
                    f"out_shape = {ints((2, 5))}, out_dtype = {dtype}")
        after, words = draw(start, 12)
        u, v = np.split(fractions(words, dtype), 2)
        numbers = np.sqrt(-2 * np.log(1 - u.astype(np.float64))) * np.sin(2 * np.pi * v.astype(np.float64))
        check_tuple(file, f"normal_{dtype}", "random.normal",
                    [to_key(start), tensor(real(0.5), dtype), tensor(real(3), dtype)],
                    [to_key(after), tensor((numbers * 3 + 0.5).reshape(3, 2), dtype)],
                    f"out_shape = {ints((3, 2))}, out_dtype = {dtype}", NEAR)

    probs = np.array([[0.5, 2.0, -1.0, 1.5], [0.0, 0.0, 3.0, 1.0], [0.0, 0.0, 0.0, 0.0]], np.float32)
    after, words = draw(start, 15)
    numbers = fractions(words, "f32").reshape(3, 5)
    positions = np.zeros((3, 5), np.int32)
    for row in range(3):
        weights = np.maximum(probs[row], 0)
        sums = np.cumsum(weights / np.sum(weights), dtype=np.float32)
        for i, number in enumerate(numbers[row]):
            differences = sums - number
            positions[row, i] = np.argmin(np.where(differences > 0, differences, 1))
    assert len(set(positions[0].tolist())) > 1
    check_tuple(file, "multinomial", "random.multinomial", [to_key(start), tensor(probs, "f32")],
                [to_key(after), tensor(positions, "i32")], "num_samples = 5 : i64")
    return file


# Sparse tensors ------------------------------------------------------------------

def to_bsr(matrix, rows, columns):
    """Blocks, indices and row bounds of a matrix."""
    data, indices, bounds = [], [], [0]
    for r in range(0, matrix.shape[0], rows):
        for c in range(0, matrix.shape[1], columns):
            block = matrix[r:r + rows, c:c + columns]
            if block.any():
                data.append(block)
                indices.append(c // columns)
        bounds.append(len(data))
    return np.array(data), np.array(indices), np.array(bounds)


def to_csr(matrix):
    data, indices, bounds = to_bsr(matrix, 1, 1)
    return data.reshape(-1), indices, bounds


def sparse_file():
    file = File("sparse", "Operators on sparse tensors.")
    dense = np.array([[0, 2, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0], [3, 0, 0, -4, 0, 5], [0, 0, 7, 0, 0, 0]])
    x = np.arange(12).reshape(2, 6) - 5

    def operands(parts, index="i32"):
        data, indices, bounds = parts
        return [tensor(data, "i32"), tensor(indices, index), tensor(bounds, index)]

    for name, parts in (("csr", to_csr(dense)), ("bsr_2x3", to_bsr(dense, 2, 3)), ("bsr_4x1", to_bsr(dense, 4, 1)),
                        ("bsr_1x2", to_bsr(dense, 1, 2))):
        file.check("nn.sparse_dense", [tensor(x, "i32"), *operands(parts)], tensor(x @ dense.T, "i32"),
                   name=f"sparse_dense_{name}")
        file.check("nn.sparse_dense", [tensor(x, "i32"), *operands(parts, "i64")], tensor(dense @ x.T, "i32"),
                   "sparse_lhs = true", name=f"sparse_dense_lhs_{name}")
    file.check("nn.internal.sparse_dense_padded", [tensor(x, "i32"), *operands(to_csr(dense))],
               tensor(x @ dense.T, "i32"), name="sparse_dense_padded")
    for dtype in ("f32", "f16", "f64"):
        data, indices, bounds = to_csr(dense)
        file.check("nn.sparse_dense",
                   [tensor(x, dtype), tensor(data, dtype), tensor(indices, "ui8"), tensor(bounds, "i16")],
                   tensor(x @ dense.T, dtype), name=f"sparse_dense_{dtype}")
    # Same index twice, and indices and bounds out of range.
    odd = [tensor([2, 3, 4, 5], "i32"), tensor([1, 1, 6, -1], "i32"), tensor([0, 2, 9], "i32")]
    file.check("nn.sparse_dense", [tensor(x, "i32"), *odd],
               tensor(np.stack([5 * x[:, 1], 0 * x[:, 1]], 1), "i32"), name="sparse_dense_odd")
    added = x.copy()
    added[0, 1] += 5
    file.check("nn.sparse_add", [tensor(x, "i32"), *odd], tensor(added, "i32"), name="sparse_add_odd")
    back = [tensor([2, 3, 4, 5], "i32"), tensor([1, 1, 6, -1], "i32"), tensor([-1, 3, 1], "i32")]
    file.check("nn.sparse_add", [tensor(x, "i32"), *back], tensor(x, "i32"), name="sparse_add_backwards")
    sparse = np.array([[1, 0, 0, 4, 0, 0], [0, 0, -2, 0, 0, 3]])
    file.check("nn.sparse_add", [tensor(x, "i32"), *operands(to_csr(sparse))], tensor(x + sparse, "i32"),
               name="sparse_add")

    square = np.array([[0, 1, 0, 2], [0, 0, 0, 0], [3, 4, 0, 0], [0, 5, 6, 7]])
    check_tuple(file, "sparse_transpose", "nn.sparse_transpose", operands(to_csr(square)),
                operands(to_csr(square.T)))
    check_tuple(file, "sparse_transpose_odd", "nn.sparse_transpose",
                [tensor([2, 3, 4], "i32"), tensor([1, 7, 0], "i32"), tensor([0, 9, 9], "i32")],
                [tensor([4, 2, 0], "i32"), tensor([0, 0, 0], "i32"), tensor([0, 1, 2], "i32")])

    weight = np.array([[1, 0, 0, 2], [0, 3, 0, 0], [0, 0, 0, 0], [4, 0, -1, 0]])
    image = np.arange(48).reshape(1, 3, 4, 4) - 20
    for layout, order in (("NHWC", (0, 1, 2, 3)), ("NCHW", (0, 3, 1, 2))):
        expected = np.einsum("nhwc,oc->nhwo", image, weight)
        for name, parts in (("2x1", to_bsr(weight, 2, 1)), ("1x2", to_bsr(weight, 1, 2))):
            file.check("nn.sparse_conv2d", [tensor(image.transpose(order), "i32"), *operands(parts)],
                       tensor(expected.transpose(order), "i32"), f'layout = "{layout}"',
                       name=f"sparse_conv2d_{layout}_{name}")
        data, indices, bounds = to_bsr(weight, 2, 1)
        file.check("nn.sparse_conv2d",
                   [tensor(image.transpose(order), "i32"), *operands((data[:, :, 0], indices, bounds))],
                   tensor(expected.transpose(order), "i32"), f'layout = "{layout}"',
                   name=f"sparse_conv2d_{layout}_columns")
        kernel = (np.arange(4 * 4 * 9).reshape(4, 4, 3, 3) * 7 % 5 - 2) * (np.arange(144).reshape(4, 4, 3, 3) % 3 == 0)
        padded = np.pad(image, ((0, 0), (1, 1), (1, 1), (0, 0)))
        expected = sum(np.einsum("nhwc,oc->nhwo", padded[:, y:y + 3, x:x + 4], kernel[:, :, y, x])
                       for y in range(3) for x in range(3))
        columns = kernel.transpose(0, 2, 3, 1) if layout == "NHWC" else kernel
        file.check("nn.sparse_conv2d",
                   [tensor(image.transpose(order), "i32"), *operands(to_bsr(columns.reshape(4, -1), 2, 1))],
                   tensor(expected.transpose(order), "i32"),
                   f'layout = "{layout}", kernel_size = {ints((3, 3))}', name=f"sparse_conv2d_{layout}_3x3")

    positions = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 2, 3]])
    for name, new, dtype in (("inferred", (9, -1), "i64"), ("same", (2, 3, 6), "i64"), ("flat", (36,), "i32")):
        shape = np.array(new) if -1 not in new else np.array((9, 4))
        flat = np.ravel_multi_index(positions.T, (2, 3, 6))
        expected = np.stack(np.unravel_index(flat, shape), 1)
        check_tuple(file, f"sparse_reshape_{name}", "sparse_reshape",
                    [tensor(positions, dtype), tensor((2, 3, 6), dtype), tensor(new, dtype)],
                    [tensor(expected, dtype), tensor(shape, dtype)])
    check_tuple(file, "sparse_reshape_out_of_range", "sparse_reshape",
                [tensor([[0, 9], [-1, 2]], "i64"), tensor((2, 3), "i64"), tensor((-1, 3), "i64")],
                [tensor([[0, 9], [-1, 2]], "i64"), tensor((2, 3), "i64")])
    check_tuple(file, "sparse_reshape_zero", "sparse_reshape",
                [tensor([[1, 1]], "i64"), tensor((2, 3), "i64"), tensor((0, -1), "i64")],
                [tensor([[0, 4]], "i64"), tensor((0, 0), "i64")])
    return file


# Packed tensors ------------------------------------------------------------------

def bitpack(x, bits, pack_axis, bit_axis, width):
    """Words of the bits of elements; the first element has the highest bit."""
    planes = []
    for bit in range(bits):
        values = np.moveaxis(x >> bit & 1, pack_axis, -1)
        values = values.reshape(*values.shape[:-1], -1, width)
        words = sum(values[..., i].astype(object) << (width - 1 - i) for i in range(width))
        planes.append(np.moveaxis(words, -1, pack_axis))
    return np.stack(planes, bit_axis)


def cook_toom(points, extent):
    """The matrix of the transform of kernels."""
    rows = []
    for i, a in enumerate(points):
        product = np.prod([a - b for k, b in enumerate(points) if k != i])
        rows.append([a ** j / (abs(product) if i == 0 else product) for j in range(extent)])
    return np.array(rows + [[0] * (extent - 1) + [1]])


# Results of f32 by transformed tiles.
TILED = "{atol = 1.0e-4, rtol = 1.0e-4}"


def packed_file():
    file = File("packed", "Operators on packed tensors.")
    x = (np.arange(64) * 37 % 11).reshape(2, 16, 2)
    for bits, pack_axis, bit_axis, width in ((1, 1, 1, 8), (3, 1, 2, 8), (2, 1, 0, 16), (4, 1, 3, 8)):
        file.check("nn.bitpack", [tensor(x, "i32")],
                   tensor(bitpack(x, bits, pack_axis, bit_axis, width), f"ui{width}"),
                   f"bits = {bits} : i64, pack_axis = {pack_axis} : i64, bit_axis = {bit_axis} : i64, "
                   f"pack_type = ui{width}", name=f"bitpack_{bits}_{bit_axis}_{width}")
    row = np.arange(-32, 32).reshape(1, 64)
    file.check("nn.bitpack", [tensor(row, "i8")], tensor(bitpack(row, 8, 1, 1, 64), "ui64"),
               "bits = 8 : i64, pack_axis = 1 : i64, bit_axis = 1 : i64, pack_type = ui64", name="bitpack_64")

    data = (np.arange(48) * 29 % 17).reshape(3, 16)
    weight = (np.arange(64) * 13 % 7).reshape(4, 16)
    for unipolar in (False, True):
        for data_bits, weight_bits in ((1, 1), (3, 2)):
            d = data & (1 << data_bits) - 1
            mask = (1 << weight_bits) - 1
            w = 2 * (weight & mask) - mask if unipolar else weight & mask
            attributes = (f"units = 4 : i64, data_bits = {data_bits} : i64, weight_bits = {weight_bits} : i64, "
                          f"pack_dtype = ui8, out_dtype = i16, unipolar = {str(unipolar).lower()}")
            name = f"bitserial_dense_{data_bits}_{weight_bits}{'_unipolar' * unipolar}"
            file.check("nn.bitserial_dense", [tensor(data, "i8"), tensor(weight, "i8")],
                       tensor(d @ w.T, "i16"), attributes, name=name)
            packed = bitpack(weight, weight_bits, 1, 1, 8)
            file.check("nn.bitserial_dense", [tensor(data, "i8"), tensor(packed, "ui8")],
                       tensor(d @ w.T, "i16"), attributes, name=name + "_packed")
    image = (np.arange(200) * 7 % 5).reshape(1, 8, 5, 5)
    kernel = (np.arange(144) * 11 % 6).reshape(2, 8, 3, 3)
    d, w = image & 3, 2 * (kernel & 3) - 3
    padded = np.pad(d, ((0, 0), (0, 0), (1, 1), (1, 1)))
    expected = np.array([[[[np.sum(padded[0, :, 2 * y:2 * y + 3, 2 * x:2 * x + 3] * w[o]) for x in range(3)]
                           for y in range(3)] for o in range(2)]])
    for layout, kernel_layout, order, kernel_order in (("NCHW", "OIHW", (0, 1, 2, 3), (0, 1, 2, 3)),
                                                       ("NHWC", "HWIO", (0, 2, 3, 1), (2, 3, 1, 0))):
        attributes = (f"strides = {ints((2, 2))}, padding = {ints((1, 1, 1, 1))}, kernel_size = {ints((3, 3))}, "
                      "channels = 2 : i64, activation_bits = 2 : i64, weight_bits = 2 : i64, "
                      f'data_layout = "{layout}", kernel_layout = "{kernel_layout}", pack_dtype = ui8, '
                      "out_dtype = i32")
        given = kernel.transpose(kernel_order)
        for name, weight in (("", tensor(given, "i16")),
                             ("_packed", tensor(bitpack(given, 2, kernel_layout.find("I"), 4, 8), "ui8"))):
            file.check("nn.bitserial_conv2d", [tensor(image.transpose(order), "i16"), weight],
                       tensor(expected.transpose(order), "i32"), attributes,
                       name=f"bitserial_conv2d_{layout}{name}")

    x, w = np.arange(8).reshape(2, 4) - 3, np.arange(32).reshape(8, 4) % 5 - 2
    blocks = w.reshape(2, 4, 4).transpose(0, 2, 1)
    file.check("nn.contrib_dense_pack", [tensor(x, "f32"), tensor(blocks, "f32")], tensor(x @ w.T, "f32"),
               'weight_layout = "NC4n"', name="dense_pack")
    blocks = w.reshape(2, 4, 2, 2).transpose(0, 2, 1, 3)
    file.check("nn.contrib_dense_pack", [tensor(x, "i8"), tensor(blocks, "i8")], tensor(x @ w.T, "i32"),
               'weight_layout = "NC4n2c", out_dtype = i32', name="dense_pack_i8")

    file.check("auto_scheduler_layout_transform", [tensor(np.arange(24).reshape(4, 6), "i32")],
               tensor(np.arange(24).reshape(2, 2, 3, 2).transpose(2, 0, 3, 1), "i32"),
               'src_layout = "4n6h", dst_layout = "3h2n2h2n"', name="auto_scheduler_layout_transform")

    points = {3: [0, -1, 1], 5: [0, -1, 1, 0.5, -2], 7: [0, -1, 1, 0.5, -0.5, 2, -2]}
    for tile, extent in ((2, 3), (4, 3), (2, 5), (4, 5)):
        g = cook_toom(points[tile + extent - 2], extent)
        w = np.array(sample(2 * extent * extent, "f32")).reshape(2, 1, extent, extent)
        file.check("nn.contrib_conv2d_winograd_weight_transform", [tensor(w, "f32")],
                   tensor(np.einsum("ay,bx,oiyx->aboi", g, g, w.astype(np.float64)), "f32"),
                   f"tile_size = {tile} : i64", name=f"winograd_{tile}_{extent}", bound=NEAR)
    g = cook_toom(points[3], 3)
    w = np.array(sample(54, "f32")).reshape(2, 1, 3, 3, 3)
    file.check("nn.contrib_conv3d_winograd_weight_transform", [tensor(w, "f32")],
               tensor(np.einsum("cz,ay,bx,oizyx->caboi", g, g, g, w.astype(np.float64)), "f32"),
               "tile_size = 2 : i64", name="winograd_3d", bound=NEAR)
    w = np.array(sample(36, "f32")).reshape(1, 2, 2, 3, 3)
    file.check("nn.contrib_conv3d_winograd_weight_transform", [tensor(w, "f32")],
               tensor(np.einsum("ay,bx,oizyx->abzoi", g, g, w.astype(np.float64)), "f32"),
               "tile_size = 2 : i64", name="winograd_3d_flat", bound=NEAR)

    w = np.arange(24).reshape(1, 2, 3, 4)
    matrix = np.pad(w.reshape(6, 4), ((0, 2), (0, 2)))
    tiles = matrix.reshape(4, 2, 2, 3)
    for dtype, order in (("f32", (2, 0, 1, 3)), ("i8", (2, 0, 3, 1))):
        file.check("nn.contrib_conv2d_gemm_weight_transform", [tensor(w, dtype)],
                   tensor(tiles.transpose(order), dtype), "tile_N = 3 : i64, tile_K = 2 : i64",
                   name=f"gemm_weight_{dtype}")

    # The transformed weights, and what a convolution with the weights gives.
    def convolve(x, w):
        space = "zyx"[-(x.ndim - 2):]
        windows = np.lib.stride_tricks.sliding_window_view(x, w.shape[2:], axis=tuple(range(2, x.ndim)))
        return np.einsum(f"nc{space}{space.upper()},oc{space.upper()}->no{space}", windows, w)

    for tile, extent, data_layout, name in ((2, 3, "NCHW", ""), (4, 3, "NHWC", "_nhwc"), (3, 4, "NCHW", "_odd")):
        g = cook_toom(points[tile + extent - 2], extent)
        w = np.array(sample(6 * extent * extent, "f32")).reshape(3, 2, extent, extent)
        x = np.array(sample(2 * 2 * 7 * 6, "f32")).reshape(2, 2, 7, 6)
        # Exact weights, as the operator takes them.
        u = np.einsum("ay,bx,oiyx->aboi", g, g, w).astype(np.float32)
        result = convolve(np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1))), w)
        order = [0, 1, 2, 3] if data_layout == "NCHW" else [0, 2, 3, 1]
        file.check("nn.contrib_conv2d_winograd_without_weight_transform",
                   [tensor(x.transpose(order), "f32"), tensor(u, "f32")], tensor(result.transpose(order), "f32"),
                   f'tile_size = {tile} : i64, padding = {ints((1, 1))}, channels = 3 : i64, '
                   f'kernel_size = {ints((extent, extent))}, data_layout = "{data_layout}"',
                   name=f"winograd_conv{name}", bound=TILED)
    g = cook_toom(points[3], 3)
    for depth, spec, name in ((3, "cz,ay,bx,oizyx->caboi", ""), (2, "ay,bx,oizyx->abzoi", "_flat")):
        w = np.array(sample(2 * depth * 9, "f32")).reshape(1, 2, depth, 3, 3)
        x = np.array(sample(2 * 5 * 4 * 5, "f32")).reshape(1, 2, 5, 4, 5)
        factors = [g] * (3 if depth == 3 else 2)
        u = np.einsum(spec, *factors, w).astype(np.float32)
        file.check("nn.contrib_conv3d_winograd_without_weight_transform", [tensor(x, "f32"), tensor(u, "f32")],
                   tensor(convolve(x, w), "f32"),
                   f"tile_size = 2 : i64, channels = 1 : i64, kernel_size = {ints((depth, 3, 3))}",
                   name=f"winograd_conv3d{name}", bound=TILED)

    w = np.arange(24).reshape(1, 2, 3, 4)
    matrix = np.pad(w.reshape(6, 4), ((0, 2), (0, 2))).reshape(4, 2, 2, 3)
    x = (np.arange(24) % 7 - 3).reshape(1, 2, 4, 3)
    result = convolve(x.transpose(0, 3, 1, 2), w.transpose(3, 2, 0, 1)).transpose(0, 2, 3, 1)
    for dtype, order in (("f32", (2, 0, 1, 3)), ("i8", (2, 0, 3, 1))):
        file.check("nn.contrib_conv2d_gemm_without_weight_transform",
                   [tensor(x, dtype), tensor(matrix.transpose(order), dtype)],
                   tensor(result, "f32" if dtype == "f32" else "i32"),
                   f'channels = 4 : i64, kernel_size = {ints((1, 2))}, data_layout = "NHWC", kernel_layout = "HWIO", '
                   f'out_dtype = {"f32" if dtype == "f32" else "i32"}', name=f"gemm_conv_{dtype}")

    x = np.arange(48).reshape(8, 6)
    file.check("meta_schedule_layout_transform", [tensor(x, "i32")],
               tensor(x.reshape(2, 4, 6).transpose(0, 2, 1), "i32"),
               "index_map = affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>", name="meta_schedule_layout")
    file.check("meta_schedule_layout_transform", [tensor(x, "i32")], tensor(x.reshape(48), "i32"),
               "index_map = affine_map<(i, j) -> (i * 6 + j)>", name="meta_schedule_layout_flat")
    w = np.arange(24).reshape(1, 2, 3, 4)

    for op, attributes in (("annotation.bitpack_start", ""), ("annotation.bitpack_end", ""),
                           ("annotation.cast_hint", "dtype = i8"), ("annotation.checkpoint", ""), ("debug", "")):
        file.check(op, [tensor(w, "i32")], tensor(w, "i32"), attributes)
    file.check("vm.shape_of", [tensor(w, "i32")], tensor([1, 2, 3, 4], "i64"), "dtype = i64", name="vm_shape_of")
    file.check("vm.reshape_tensor", [tensor(w, "i32"), tensor([6, 4], "i64")], tensor(w.reshape(6, 4), "i32"),
               f"newshape = {ints((6, 4))}", name="vm_reshape_tensor")
    return file


FILES = (signal_file, random_file, sparse_file, packed_file)
