"""Numeric tests of the operators of object detection, of sampled images, of losses and of
gradients. Used by generate_numeric_tests.py."""

from itertools import product
from math import ceil, exp, floor, inf, log, nan, sqrt

import numpy as np
from network_numeric_tests import NEAR, counting, ints, numbers, tensor
from numeric_tests import File


def floats(values):
    return "array<f64: " + ", ".join(repr(float(v)) for v in values) + ">"


def f32(x):
    return np.asarray(x, dtype=np.float32)


def check_fields(file, op, operands, results, attributes="", name="", bound=""):
    """Compares each field of a result that is a tuple."""
    kind = f"tuple<{', '.join(result.type for result in results)}>"
    names = ", ".join(f"%x{i}" for i in range(len(operands)))
    types = ", ".join(operand.type for operand in operands)
    lines = [f"%x{i} = relay.constant {operand}" for i, operand in enumerate(operands)]
    lines.append(f"%t = relay.{op} {names}{f' {{{attributes}}}' if attributes else ''} : ({types}) -> {kind}")
    for i, result in enumerate(results):
        file.compare(f"{name}_{i}", lines + [f"%r = relay.tuple_get %t[{i}] : ({kind}) -> {result.type}"],
                     "%r", result, bound)


# Images --------------------------------------------------------------------------

def pixel(image, at):
    """An element, or 0 outside."""
    inside = all(0 <= i < extent for i, extent in zip(at, image.shape))
    return float(image[tuple(at)]) if inside else 0.0


def interpolated(image, at):
    total = 0.0
    for corner in product((0, 1), repeat=len(at)):
        weight = 1.0
        for bit, position in zip(corner, at):
            rest = position - floor(position)
            weight *= rest if bit else 1 - rest
        if weight:
            total += weight * pixel(image, [floor(p) + bit for p, bit in zip(at, corner)])
    return total


def mirrored(position, extent, aligns):
    low, high = (0, extent - 1) if aligns else (-0.5, extent - 0.5)
    if high == low:
        return low
    while not low <= position <= high:
        position = 2 * low - position if position < low else 2 * high - position
    return position


def keys(t, a=-0.75):
    t = abs(t)
    if t <= 1:
        return (a + 2) * t ** 3 - (a + 3) * t ** 2 + 1
    return a * t ** 3 - 5 * a * t ** 2 + 8 * a * t - 4 * a if t < 2 else 0.0


def sampled(image, coordinates, method, padding, aligns):
    """The pixel of an image at coordinates from -1 to 1, rows first."""
    def inside(position, extent):
        if padding == "reflection":
            position = mirrored(position, extent, aligns)
        return position if padding == "zeros" else min(max(position, 0), extent - 1)

    at = [(c + 1) * (e - 1) / 2 if aligns else ((c + 1) * e - 1) / 2
          for c, e in zip(coordinates, image.shape)]
    if method == "bicubic":
        total = 0.0
        for offset in product(range(-1, 3), repeat=2):
            where = [floor(p) + o for p, o in zip(at, offset)]
            weight = keys(at[0] - where[0]) * keys(at[1] - where[1])
            total += weight * pixel(image, [int(inside(p, e)) for p, e in zip(where, image.shape)])
        return total
    at = [inside(p, e) for p, e in zip(at, image.shape)]
    if method == "nearest":
        return pixel(image, [round(p) for p in at])
    return interpolated(image, at)


def sampling_file():
    file = File("sampling", "Pixels at positions that are computed (rule 10.2).")
    x = numbers("f32", 2, 2, 4, 5).astype(np.float64)
    places = [(-1.0, -1.0), (0.3, -0.7), (1.0, 1.0), (-1.4, 0.2), (0.9, 1.6), (3.3, -2.9)]
    grid = np.array([places, places[::-1]]).reshape(2, 2, 3, 2).transpose(0, 3, 1, 2)
    for method, padding, aligns in product(("nearest", "bilinear", "bicubic"),
                                           ("zeros", "border", "reflection"), (True, False)):
        expected = np.zeros((2, 2, 2, 3))
        for n, c, i, j in np.ndindex(*expected.shape):
            at = [float(np.float32(v)) for v in grid[n, ::-1, i, j]]
            expected[n, c, i, j] = sampled(x[n, c], at, method, padding, aligns)
        file.check("image.grid_sample", [tensor(x, "f32"), tensor(grid, "f32")], tensor(expected, "f32"),
                   f'method = "{method}", padding_mode = "{padding}", '
                   f"align_corners = {'true' if aligns else 'false'}",
                   name=f"{method}_{padding}_{'corners' if aligns else 'edges'}", bound=NEAR)
    volume = numbers("f32", 1, 2, 3, 4, 5).astype(np.float64)
    places = np.array([(-0.5, 0.25, 0.75), (1.2, -0.3, 0.1), (0.0, 0.0, 0.0), (-1.0, 1.0, 1.5)])
    grid = places.reshape(1, 1, 2, 2, 3).transpose(0, 4, 1, 2, 3)
    for method in ("nearest", "bilinear"):
        expected = np.zeros((1, 2, 1, 2, 2))
        for n, c, d, i, j in np.ndindex(*expected.shape):
            at = [float(np.float32(v)) for v in grid[n, ::-1, d, i, j]]
            expected[n, c, d, i, j] = sampled(volume[n, c], at, method, "zeros", True)
        file.check("image.grid_sample", [tensor(volume, "f32"), tensor(grid, "f32")], tensor(expected, "f32"),
                   f'method = "{method}", layout = "NCDHW"', name=f"{method}_volume", bound=NEAR)
    # NaN is the middle of the image, and nothing far outside is read.
    grid = np.array([nan, inf, -inf, 1e30]).reshape(1, 1, 1, 4).repeat(2, axis=1)
    image = counting(1, 1, 3, 3) + 1.0
    for padding, row in (("zeros", [1, 0, 0, 0]), ("border", [1, 9, 1, 9]), ("reflection", [1, 1, 1, 1])):
        file.check("image.grid_sample", [tensor(image, "f32"), tensor(grid, "f32")],
                   tensor(np.reshape(row, (1, 1, 1, 4)), "f32"), f'padding_mode = "{padding}"',
                   name=f"unusual_{padding}", bound=NEAR)

    matrix = np.array([[[1.0, 0.5, -0.25], [0.0, 2.0, 1.0]]])
    y, x = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(-1, 1, 4), indexing="ij")
    expected = np.einsum("nij,jyx->niyx", matrix, np.stack([x, y, np.ones_like(x)]))
    file.check("image.affine_grid", [tensor(matrix, "f32")], tensor(expected, "f32"),
               f"target_shape = {ints((3, 4))}", name="affine_grid", bound=NEAR)

    x = numbers("f32", 2, 2, 4, 5).astype(np.float64)
    boxes = np.array([(0.0, 0.0, 1.0, 1.0), (0.25, 0.5, 0.75, 0.25), (-0.5, 0.0, 0.5, 2.0)])
    images = [1, 0, 7]
    for method in ("bilinear", "nearest_neighbor"):
        for layout in ("NCHW", "NHWC"):
            expected = np.zeros((3, 2, 3, 2))
            for n, c, i, j in np.ndindex(*expected.shape):
                top, left, bottom, right = boxes[n]
                at = ((top + i * (bottom - top) / 2) * 3, (left + j * (right - left)) * 4)
                image = x[min(images[n], 1), c]
                if not (0 <= at[0] <= 3 and 0 <= at[1] <= 4):
                    expected[n, c, i, j] = 9
                elif method == "bilinear":
                    expected[n, c, i, j] = interpolated(image, at)
                else:
                    expected[n, c, i, j] = image[floor(at[0] + 0.5), floor(at[1] + 0.5)]
            order = (0, 1, 2, 3) if layout == "NCHW" else (0, 2, 3, 1)
            file.check("image.crop_and_resize",
                       [tensor(x.transpose(order), "f32"), tensor(boxes, "f32"), tensor(images, "i32")],
                       tensor(expected.transpose(order), "f32"),
                       f'crop_size = {ints((3, 2))}, layout = "{layout}", method = "{method}", '
                       "extrapolation_value = 9.0", name=f"crop_{method}_{layout.lower()}", bound=NEAR)

    line = numbers("f32", 1, 2, 5).astype(np.float64)
    at = [(i + 0.5) * 5 / 8 - 0.5 for i in range(8)]
    clamped = [[interpolated(np.pad(line[0, c], 1, mode="edge"), [p + 1]) for p in at] for c in range(2)]
    file.check("image.resize1d", [tensor(line, "f32")], tensor([clamped], "f32"),
               f"size = {ints((8,))}, roi = array<f64: 0.0, 0.0>", name="resize1d", bound=NEAR)
    file.check("image.resize3d", [tensor(volume, "f32")],
               tensor(volume.repeat(2, axis=2).repeat(2, axis=3).repeat(3, axis=4), "f32"),
               f"size = {ints((6, 8, 15))}, roi = array<f64: 0.0, 0.0, 0.0, 0.0, 0.0, 0.0>, "
               'method = "nearest_neighbor", coordinate_transformation_mode = "asymmetric", '
               'rounding_method = "floor"', name="resize3d")

    x, w = numbers("f32", 1, 2, 5, 6).astype(np.float64), numbers("f32", 2, 2, 3, seed=5).astype(np.float64)
    padded = np.pad(x, ((0, 0), (0, 0), (1, 2), (0, 1)))
    expected = np.full((1, 2, 3, 3), -inf)
    for c, i, j, h, v in np.ndindex(2, 3, 3, 2, 3):
        value = f32(padded[0, c, 2 * i + 2 * h, 2 * j + v]) + f32(w[c, h, v])
        expected[0, c, i, j] = max(expected[0, c, i, j], value)
    attributes = (f"strides = {ints((2, 2))}, dilations = {ints((2, 1))}, padding = {ints((1, 0, 2, 1))}")
    file.check("image.dilation2d", [tensor(x, "f32"), tensor(w, "f32")], tensor(expected, "f32"), attributes,
               name="dilation2d")
    file.check("image.dilation2d", [tensor(x.transpose(0, 2, 3, 1), "f32"), tensor(w.transpose(1, 2, 0), "f32")],
               tensor(expected.transpose(0, 2, 3, 1), "f32"),
               attributes + ', data_layout = "NHWC", kernel_layout = "HWI"', name="dilation2d_nhwc")
    # TVM ignores what follows the first two.
    file.check("image.dilation2d", [tensor(x, "f32"), tensor(w, "f32")], tensor(expected, "f32"),
               f"strides = {ints((2, 2, 1, 1))}, dilations = {ints((2, 1, 3, 3))}, padding = {ints((1, 0, 2, 1))}",
               name="dilation2d_four")
    return file


# Regions and boxes ---------------------------------------------------------------

def region_file():
    file = File("regions", "Pooling of regions, and deformable convolutions (rule 10.2).")
    x = numbers("f32", 2, 2, 6, 7).astype(np.float64)
    rois = np.array([(0, 0, 0, 6, 5), (1, 1.5, 2, 4.5, 4), (1, 5, 5, 3, 3), (9, -7.75, -8.125, 20.5, 19.25)], dtype=float)
    for mode, ratio in (("avg", 2), ("avg", -1), ("max", 2)):
        expected = np.zeros((4, 2, 2, 3))
        for r, c, i, j in np.ndindex(*expected.shape):
            batch, left, top, right, bottom = rois[r]
            high, wide = max(bottom - top, 1), max(right - left, 1)
            step = (high / 2, wide / 3)
            count = [ratio if ratio > 0 else ceil(s) for s in step]
            samples = []
            for h, w in product(range(count[0]), range(count[1])):
                at = [top + i * step[0] + (h + 0.5) * step[0] / count[0],
                      left + j * step[1] + (w + 0.5) * step[1] / count[1]]
                outside = at[0] < -1 or at[1] < -1 or at[0] > 6 or at[1] > 7
                at = [min(max(p, 0), e - 1) for p, e in zip(at, (6, 7))]
                samples.append(0.0 if outside else interpolated(x[min(int(batch), 1), c], at))
            expected[r, c, i, j] = np.mean(samples) if mode == "avg" else max(samples)
        for layout, order in (("NCHW", (0, 1, 2, 3)), ("NHWC", (0, 2, 3, 1))):
            file.check("vision.roi_align", [tensor(x.transpose(order), "f32"), tensor(rois, "f32")],
                       tensor(expected.transpose(order), "f32"),
                       f"pooled_size = {ints((2, 3))}, spatial_scale = 1.0, sample_ratio = {ratio} : i64, "
                       f'layout = "{layout}", mode = "{mode}"',
                       name=f"align_{mode}_{'all' if ratio < 0 else ratio}_{layout.lower()}", bound=NEAR)
    unusual = np.array([(nan, nan, nan, nan, nan), (0, -inf, -inf, inf, inf), (0, 1e9, 1e9, 2e9, 2e9)])
    file.check("vision.roi_align", [tensor(np.ones((1, 1, 3, 3)), "f32"), tensor(unusual, "f32")],
               tensor(np.zeros((3, 1, 1, 1)), "f32"), f"pooled_size = {ints((1, 1))}, spatial_scale = 1.0",
               name="align_unusual")
    for scale in (1.0, 0.5):
        expected = np.zeros((4, 2, 2, 2))
        for r, c, i, j in np.ndindex(*expected.shape):
            batch = min(int(rois[r, 0]), 1)
            left, top, right, bottom = [int(np.sign(v) * floor(abs(v) + 0.5)) for v in rois[r, 1:] * scale]
            cell = [max(bottom - top + 1, 1) / 2, max(right - left + 1, 1) / 2]
            rows = range(max(floor(i * cell[0]) + top, 0), min(ceil((i + 1) * cell[0]) + top, 6))
            columns = range(max(floor(j * cell[1]) + left, 0), min(ceil((j + 1) * cell[1]) + left, 7))
            values = [x[batch, c, h, w] for h in rows for w in columns]
            expected[r, c, i, j] = max(values) if values else 0
        file.check("vision.roi_pool", [tensor(x, "f32"), tensor(rois, "f32")], tensor(expected, "f32"),
                   f"pooled_size = {ints((2, 2))}, spatial_scale = {scale}", name=f"pool_{int(scale * 10)}")
    file.check("vision.roi_pool", [tensor(np.ones((1, 1, 3, 3)), "f32"), tensor(unusual, "f32")],
               tensor([[[[1.0]]], [[[1.0]]], [[[0.0]]]], "f32"),
               f"pooled_size = {ints((1, 1))}, spatial_scale = 1.0", name="pool_unusual")

    w = numbers("f32", 3, 2, 2, 2, seed=3).astype(np.float64)
    offset = numbers("f32", 1, 8, 4, 3, seed=9).astype(np.float64) * 1.5
    offset = f32(offset).astype(np.float64)
    x = x[:1, :, :5, :6]
    expected = np.zeros((1, 3, 4, 3))
    for o, i, j, c, h, v in np.ndindex(3, 4, 3, 2, 2, 2):
        number = 2 * (h * 2 + v)
        at = (i - 1 + 2 * h + offset[0, number, i, j], 2 * j - 1 + 2 * v + offset[0, number + 1, i, j])
        if 0 <= at[0] < 5 and 0 <= at[1] < 6:
            expected[0, o, i, j] += interpolated(x[0, c], at) * w[o, c, h, v]
    attributes = (f"strides = {ints((1, 2))}, padding = {ints((1, 1, 0, 0))}, dilation = {ints((2, 2))}")
    file.check("nn.deformable_conv2d", [tensor(x, "f32"), tensor(offset, "f32"), tensor(w, "f32")],
               tensor(expected, "f32"), attributes, name="deformable_conv2d", bound=NEAR)
    file.check("nn.deformable_conv2d",
               [tensor(x.transpose(0, 2, 3, 1), "f32"), tensor(offset.transpose(0, 2, 3, 1), "f32"),
                tensor(w.transpose(2, 3, 1, 0), "f32")], tensor(expected.transpose(0, 2, 3, 1), "f32"),
               attributes + ', data_layout = "NHWC", kernel_layout = "HWIO"', name="deformable_conv2d_nhwc",
               bound=NEAR)
    return file


def overlap(a, b, extra=0.0, ordered=False):
    if not ordered:
        a, b = ([min(v[0], v[2]), min(v[1], v[3]), max(v[0], v[2]), max(v[1], v[3])] for v in (a, b))
    w = max(0.0, min(a[2], b[2]) - max(a[0], b[0]) + extra)
    h = max(0.0, min(a[3], b[3]) - max(a[1], b[1]) + extra)
    areas = [(v[2] - v[0] + extra) * (v[3] - v[1] + extra) for v in (a, b)]
    if ordered and min(areas) <= 0:
        return 0.0
    union = sum(areas) - w * h
    return w * h / union if union > 0 else 0.0


ROWS = [(0, 0.8, 0, 0, 10, 10), (1, 0.9, 20, 20, 30, 31), (0, 0.7, 1, 1, 10, 10), (1, 0.7, 1, 1, 9, 9),
        (-1, 0.95, 0, 0, 5, 5), (1, 0.2, 21, 20, 30, 30), (0, 0.0, 50, 50, 60, 60), (0, nan, 0, 0, 1, 1)]


def suppressed(rows, most, limit, top_k, force, id_index):
    """The rows of non_max_suppression, each None where it is suppressed."""
    order = sorted(range(len(rows)), key=lambda i: -rows[i][1])
    if top_k > 0:
        order = order[:top_k]
    kept, result = [], []
    for i in order:
        row, full = rows[i], len(kept) == most
        if full:
            result.append(None)
        elif not row[1] > 0:
            result.append(i)
        elif any(overlap(row[2:], rows[k][2:]) >= limit for k in kept
                 if id_index < 0 or (rows[k][id_index] >= 0 and (force or rows[k][id_index] == row[id_index]))):
            result.append(None)
        else:
            kept.append(i)
            result.append(i)
    return result + [None] * (len(rows) - len(result))


def box_file():
    file = File("boxes", "Valid boxes, anchors and non-maximum suppression (rule 10.3).")
    scalar = {"f32": lambda v: tensor(v, "f32"), "i32": lambda v: tensor(v, "i32")}
    data = np.array([ROWS, ROWS[::-1]], dtype=float)
    for id_index in (0, -1):
        moved, sources, counts = -np.ones_like(data), -np.ones((2, len(ROWS)), int), []
        for b in range(2):
            keep = [i for i, row in enumerate(data[b]) if row[1] > 0.3 and (id_index < 0 or row[id_index] >= 0)]
            moved[b, :len(keep)], sources[b, :len(keep)] = data[b, keep], keep
            counts.append(len(keep))
        check_fields(file, "vision.get_valid_counts", [tensor(data, "f32"), scalar["f32"](0.3)],
                     [tensor(counts, "i32"), tensor(moved, "f32"), tensor(sources, "i32")],
                     f"id_index = {id_index} : i64", name=f"valid_counts_{'any' if id_index < 0 else 'id'}")

    rows = [row for row in ROWS if row[1] == row[1]]
    valid = [len(rows), 4]
    data = np.array([rows, rows[::-1]], dtype=float)
    indices = np.array([range(10, 10 + len(rows)), range(len(rows))])
    cases = {"plain": {}, "all": {"force": True}, "ids": {"id_index": -1}, "first": {"top_k": 3},
             "few": {"most": 2}, "none": {"most": 0}, "off": {"limit": -1.0}}
    for name, case in cases.items():
        most, limit = case.get("most", -1), case.get("limit", 0.5)
        id_index, top_k, force = case.get("id_index", 0), case.get("top_k", -1), case.get("force", False)
        found, counts = -np.ones((2, len(rows)), int), []
        plain, bottom = -np.ones_like(data), -np.ones_like(data)
        for b in range(2):
            some = [tuple(row) for row in data[b, :valid[b]]]
            result = (suppressed(some, most, limit, top_k, force, id_index) if limit > 0
                      else list(range(len(some))))
            taken = [indices[b, i] for i in result if i is not None]
            found[b, :len(taken)] = taken
            counts.append([len(taken)])
            for place, i in enumerate(result):
                if i is not None:
                    plain[b, place] = data[b, i]
            good = [data[b, i] for i in result if i is not None and data[b, i, 0] >= 0]
            bottom[b, :len(good)] = good if good else bottom[b, :0]
        operands = [tensor(data, "f32"), tensor(valid, "i32"), tensor(indices, "i32"), scalar["i32"](most),
                    scalar["f32"](limit)]
        attributes = (f"force_suppress = {'true' if force else 'false'}, top_k = {top_k} : i64, "
                      f"id_index = {id_index} : i64")
        check_fields(file, "vision.non_max_suppression", operands,
                     [tensor(found, "i32"), tensor(counts, "i32")], attributes, name=f"nms_{name}")
        for way, expected in (("false", plain), ("true", bottom)):
            file.check("vision.non_max_suppression", operands, tensor(expected, "f32"),
                       attributes + f", return_indices = false, invalid_to_bottom = {way}",
                       name=f"nms_{name}_rows_{way}")
    # Without return_indices, indices are nothing that is read.
    file.check("vision.non_max_suppression", [*operands[:2], operands[0], *operands[3:]], tensor(plain, "f32"),
               attributes + ", return_indices = false", name=f"nms_{name}_no_indices")

    boxes = np.array([[row[2:] for row in rows]] * 2, dtype=float)
    boxes[1] = boxes[1][::-1]
    scores = np.array(shaped_scores(2, 3, len(rows)))
    for most, limit, lowest in ((-1, 0.5, 0.0), (2, 0.3, 0.2), (3, -1.0, 0.0)):
        taken = [[[] for _ in range(3)] for _ in range(2)]
        for b, c in product(range(2), range(3)):
            for i in sorted(range(len(rows)), key=lambda i: -scores[b, c, i]):
                mine = taken[b][c]
                if (limit > 0 and scores[b, c, i] > lowest and (most <= 0 or len(mine) < most)
                        and all(overlap(boxes[b, i], boxes[b, k]) < limit for k in mine)):
                    mine.append(i)
        operands = [tensor(boxes, "f32"), tensor(scores, "f32"), scalar["i32"](most), scalar["f32"](limit),
                    scalar["f32"](lowest)]
        every = [(b, c, i) for b in range(2) for c in range(3) for i in taken[b][c]]
        all_rows = np.zeros((2 * 3 * len(rows), 3), int)
        all_rows[:len(every)] = np.array(every).reshape(-1, 3)
        name = f"classes_{most if most > 0 else 'all'}"
        check_fields(file, "vision.all_class_non_max_suppression", operands,
                     [tensor(all_rows, "i64"), tensor([len(every)], "i64")], name=name)
        per_batch, best, counts = np.zeros((2, 3 * len(rows), 2), int), np.zeros((2, 3 * len(rows))), []
        for b in range(2):
            found = [(c, i) for c in range(3) for i in taken[b][c]]
            for place, (c, i) in enumerate(found):
                per_batch[b, place], best[b, place] = (c, i), scores[b, c, i]
            counts.append(len(found))
        check_fields(file, "vision.all_class_non_max_suppression", operands,
                     [tensor(per_batch, "i64"), tensor(best, "f32"), tensor(counts, "i64")],
                     'output_format = "tensorflow"', name=f"{name}_tensorflow")

    by_box = scores.transpose(0, 2, 1)
    for most, per_class in ((4, 2), (20, 7)):
        corners, labels, best = np.zeros((2, most, 4)), np.zeros((2, most)), np.zeros((2, most))
        counts = []
        for b in range(2):
            found = []
            for label in range(2):
                mine = []
                for i in sorted(range(len(rows)), key=lambda i: -by_box[b, i, label + 1]):
                    if (by_box[b, i, label + 1] >= 0.2 and len(mine) < per_class and
                            all(overlap(boxes[b, k], boxes[b, i], ordered=True) <= 0.4 for k in mine)):
                        mine.append(i)
                found += [(by_box[b, i, label + 1], label, i) for i in mine]
            found.sort(key=lambda entry: -entry[0])
            for place, (score, label, i) in enumerate(found[:most]):
                corners[b, place], labels[b, place], best[b, place] = boxes[b, i], label, score
            counts.append(min(len(found), most))
        check_fields(file, "vision.regular_non_max_suppression", [tensor(boxes, "f32"), tensor(by_box, "f32")],
                     [tensor(corners, "f32"), tensor(labels, "f32"), tensor(best, "f32"), tensor(counts, "i32")],
                     f"max_detections_per_class = {per_class} : i64, max_detections = {most} : i64, "
                     "num_classes = 2 : i64, iou_threshold = 0.4, score_threshold = 0.2", name=f"regular_{most}")
    return file


def shaped_scores(*shape):
    """Scores of which some are equal."""
    return (counting(*shape) * 37 % 23 / 32).tolist()


def anchor_file():
    file = File("anchors", "Anchor boxes and proposals (rule 10.3).")
    sizes, ratios, expected = (0.5, 0.25), (1.0, 2.0, 0.5), []
    for i, j in product(range(2), range(3)):
        y, x = (i + 0.5) / 2, (j + 0.5) / 3
        shapes = [(s * 2 / 3 / 2, s / 2) for s in sizes]
        shapes += [(sizes[0] * 2 / 3 * sqrt(r) / 2, sizes[0] / sqrt(r) / 2) for r in ratios[1:]]
        expected += [(x - w, y - h, x + w, y + h) for w, h in shapes]
    data = tensor(np.zeros((1, 1, 2, 3)), "f32")
    attributes = f"sizes = {floats(sizes)}, ratios = {floats(ratios)}"
    file.check("vision.multibox_prior", [data], tensor([expected], "f32"), attributes, name="prior", bound=NEAR)
    file.check("vision.multibox_prior", [data], tensor([np.clip(expected, 0, 1)], "f32"),
               attributes + ", clip = true", name="prior_clip", bound=NEAR)

    p = np.array([[(0.1, 0.8, 0.2, 0.3), (0.7, 0.15, 0.2, 0.001), (0.2, 0.05, 0.6, 0.002)]])
    moves = numbers("f32", 1, 16, seed=7).astype(np.float64)
    anchors = np.array([[(0.1, 0.1, 0.4, 0.5), (0.0, 0.0, 1.0, 1.0), (0.5, 0.25, 0.75, 1.0), (0.2, 0.2, 0.3, 0.3)]])
    variances = (0.1, 0.1, 0.2, 0.2)
    for background, clip in ((False, True), (True, False)):
        rows = []
        for a in range(4):
            first = 0 if background else 1
            label = first + int(np.argmax(p[0, first:, a]))
            score = p[0, label, a]
            if score < 0.01:
                label = 0
            if not (background or label > 0):
                continue
            left, top, right, bottom = anchors[0, a]
            dx, dy, dw, dh = moves[0, 4 * a:4 * a + 4] * variances
            x, y = dx * (right - left) + (left + right) / 2, dy * (bottom - top) + (top + bottom) / 2
            w, h = exp(dw) * (right - left) / 2, exp(dh) * (bottom - top) / 2
            box = [x - w, y - h, x + w, y + h]
            box = [min(max(v, 0), 1) for v in box] if clip else box
            rows.append([label if background else label - 1, score, *box])
        count = len(rows)
        rows += [[0] * 6] * (4 - count)
        check_fields(file, "vision.multibox_transform_loc",
                     [tensor(p, "f32"), tensor(moves, "f32"), tensor(anchors, "f32")],
                     [tensor([rows], "f32"), tensor([count], "i32")],
                     f"variances = {floats(variances)}, clip = {'true' if clip else 'false'}, "
                     f"keep_background = {'true' if background else 'false'}",
                     name=f"transform_{'all' if background else 'found'}", bound=NEAR)

    x = counting(2, 4, 4, 6)
    y = x.reshape(2, 1, 4, 2, 6, 2).transpose(0, 3, 5, 1, 2, 4).reshape(2, 16, 2, 3)
    file.check("vision.yolo_reorg", [tensor(x, "i32")], tensor(y, "i32"), "stride = 2 : i64", name="yolo_reorg")

    scores = np.array(shaped_scores(1, 4, 3, 3)) + counting(1, 4, 3, 3) / 1000
    deltas = numbers("f32", 1, 8, 3, 3, seed=5).astype(np.float64)
    info = np.array([[40.0, 44.0, 1.0]])
    for iou_loss, post in ((False, 5), (True, 12)):
        found = []
        for i, j, a in product(range(3), range(3), range(2)):
            ratio, stride = (0.5, 1.0)[a], 16
            base = floor(stride * stride / ratio)
            wide = floor(sqrt(base) + 0.5) * 2.0
            high = floor(wide / 2.0 * ratio + 0.5) * 2.0
            x1, y1 = 7.5 - (wide - 1) / 2 + j * stride, 7.5 - (high - 1) / 2 + i * stride
            x2, y2 = 7.5 + (wide - 1) / 2 + j * stride, 7.5 + (high - 1) / 2 + i * stride
            d = deltas[0, 4 * a:4 * a + 4, i, j]
            if iou_loss:
                box = [x1 + d[0], y1 + d[1], x2 + d[2], y2 + d[3]]
            else:
                w, h = x2 - x1 + 1, y2 - y1 + 1
                x, y = x1 + (w - 1) / 2 + d[0] * w, y1 + (h - 1) / 2 + d[1] * h
                w, h = exp(d[2]) * w, exp(d[3]) * h
                box = [x - (w - 1) / 2, y - (h - 1) / 2, x + (w - 1) / 2, y + (h - 1) / 2]
            box = [min(max(v, 0), m - 1) for v, m in zip(box, (44.0, 40.0) * 2)]
            score = scores[0, 2 + a, i, j] if i < 2 and j < 2 else -1
            if box[2] - box[0] + 1 < 4 or box[3] - box[1] + 1 < 4:
                box, score = [box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2], -1
            found.append((score, box))
        found = sorted(found, key=lambda entry: -entry[0])[:10]
        kept = []
        for _, box in found:
            if all(overlap(box, other, extra=1.0) <= 0.5 for other in kept):
                kept.append(box)
        rows = [[0.0, *kept[i % len(kept)]] for i in range(post)]
        file.check("vision.proposal", [tensor(scores, "f32"), tensor(deltas, "f32"), tensor(info, "f32")],
                   tensor(rows, "f32"),
                   f"scales = {floats([2.0])}, ratios = {floats((0.5, 1.0))}, feature_stride = 16 : i64, "
                   f"threshold = 0.5, rpn_pre_nms_top_n = 10 : i64, rpn_post_nms_top_n = {post} : i64, "
                   f"rpn_min_size = 4 : i64, iou_loss = {'true' if iou_loss else 'false'}",
                   name=f"proposal_{'corners' if iou_loss else 'centers'}", bound=NEAR)
    return file


# Losses and gradients ------------------------------------------------------------

def loss_file():
    file = File("losses", "Losses: the sums are those of `sum`.")
    p = np.abs(numbers("f32", 3, 4).astype(np.float64)) + 0.1
    t = np.abs(numbers("f32", 3, 4, seed=2).astype(np.float64))
    total = -sum(log(float(np.float32(a))) * float(np.float32(b)) for a, b in zip(p.flat, t.flat)) / 3
    operands = [tensor(p, "f32"), tensor(t, "f32")]
    file.check("nn.cross_entropy", operands, tensor(total, "f32"), name="cross_entropy", bound=NEAR)
    file.check("nn.cross_entropy_with_logits", operands, tensor(-np.sum(p * t) / 3, "f32"),
               name="cross_entropy_with_logits", bound=NEAR)
    p = numbers("f32", 2, 4, 3).astype(np.float64)
    w = np.array([0.5, 1.0, 2.0, 0.25])
    targets = np.array([[0, 3, -100], [1, 2, 3]])
    losses, weights = np.zeros((2, 3)), np.zeros((2, 3))
    for n, i in np.ndindex(2, 3):
        c = targets[n, i]
        if c != -100:
            losses[n, i], weights[n, i] = -p[n, c, i] * w[c], w[c]
    operands = [tensor(p, "f32"), tensor(targets, "i64"), tensor(w, "f32")]
    for reduction, expected in (("none", losses), ("sum", losses.sum()), ("mean", losses.sum() / weights.sum())):
        file.check("nn.nll_loss", operands, tensor(expected, "f32"),
                   f'reduction = "{reduction}", ignore_index = -100 : i64', name=f"nll_{reduction}", bound=NEAR)
    file.check("nn.nll_loss", [tensor(p[0, :, 0], "f32"), tensor(2, "i32"), tensor(w, "f32")],
               tensor(-p[0, 2, 0], "f32"), "ignore_index = 0 : i64", name="nll_single", bound=NEAR)
    return file


def gradient_file():
    file = File("gradients", "Gradients of pooling and convolutions, and correlations.")
    x = numbers("f32", 1, 2, 5, 6).astype(np.float64)
    x[0, 0, 1, 1] = x[0, 0, 1, 2] = x.max() + 1
    for ceil_mode, include in ((False, False), (True, False), (False, True)):
        # Windows of 3 x 2, 2 and 1 apart, with padding 1, 0, 0, 1.
        counts = (3 if ceil_mode else 2, 6)
        grad = numbers("f32", 1, 2, *counts, seed=11).astype(np.float64)
        most, mean = np.zeros_like(x), np.zeros_like(x)
        for c, i, j in np.ndindex(2, *counts):
            window = [(h, w) for h, w in product(range(2 * i - 1, 2 * i + 2), range(j, j + 2))
                      if 0 <= h < 5 and 0 <= w < 6]
            if not window:
                continue
            best = max(window, key=lambda at: x[0, c][at])
            most[0, c][best] += grad[0, c, i, j]
            for at in window:
                mean[0, c][at] += grad[0, c, i, j] / (6 if include else len(window))
        attributes = (f"pool_size = {ints((3, 2))}, strides = {ints((2, 1))}, padding = {ints((1, 0, 0, 1))}, "
                      f"ceil_mode = {'true' if ceil_mode else 'false'}")
        operands = [tensor(grad, "f32"), tensor(x, "f32")]
        name = f"{'ceil' if ceil_mode else 'floor'}{'_padding' if include else ''}"
        if not include:
            file.check("nn.max_pool2d_grad", operands, tensor(most, "f32"), attributes, name=f"max_{name}",
                       bound=NEAR)
        file.check("nn.avg_pool2d_grad", operands, tensor(mean, "f32"),
                   attributes + f", count_include_pad = {'true' if include else 'false'}", name=f"avg_{name}",
                   bound=NEAR)

    for groups in (1, 2, 4):
        x, grad = numbers("f32", 2, 4, 5, 6).astype(np.float64), numbers("f32", 2, 4, 3, 3, seed=3).astype(np.float64)
        padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 2)))
        each = 4 // groups
        expected = np.zeros((4, each, 3, 2))
        for o, i, h, w, n, a, b in np.ndindex(4, each, 3, 2, 2, 3, 3):
            expected[o, i, h, w] += grad[n, o, a, b] * padded[n, o // each * each + i, 2 * a + h, 2 * b + 2 * w]
        attributes = (f"strides = {ints((2, 2))}, padding = {ints((1, 1, 1, 2))}, dilation = {ints((1, 2))}, "
                      f"groups = {groups} : i64, channels = 4 : i64, kernel_size = {ints((3, 2))}, ")
        file.check("nn.conv2d_backward_weight", [tensor(grad, "f32"), tensor(x, "f32")], tensor(expected, "f32"),
                   attributes + 'kernel_layout = "NCHW", out_layout = "OIHW"', name=f"weight_{groups}", bound=NEAR)
        file.check("nn.conv2d_backward_weight",
                   [tensor(grad.transpose(0, 2, 3, 1), "f32"), tensor(x.transpose(0, 2, 3, 1), "f32")],
                   tensor(expected.transpose(2, 3, 1, 0), "f32"),
                   attributes + 'data_layout = "NHWC", kernel_layout = "NHWC", out_layout = "HWIO"',
                   name=f"weight_{groups}_nhwc", bound=NEAR)

    a, b = numbers("f32", 1, 2, 5, 6).astype(np.float64), numbers("f32", 1, 2, 5, 6, seed=4).astype(np.float64)
    p, q = (np.pad(v, ((0, 0), (0, 0), (3, 3), (2, 2))) for v in (a, b))
    for multiplies in (True, False):
        expected = np.zeros((1, 9, 3, 2))
        for d, i, j, c, h, w in np.ndindex(9, 3, 2, 2, 3, 3):
            y, x = 2 * i + 2 + h, 2 * j + 2 + w
            left, right = p[0, c, y, x], q[0, c, y + (d // 3 - 1) * 2, x + (d % 3 - 1) * 2]
            expected[0, d, i, j] += (left * right if multiplies else abs(left - right)) / 18
        file.check("nn.correlation", [tensor(a, "f32"), tensor(b, "f32")], tensor(expected, "f32"),
                   "kernel_size = 3 : i64, max_displacement = 2 : i64, stride1 = 2 : i64, stride2 = 2 : i64, "
                   f"padding = {ints((3, 2))}, is_multiply = {'true' if multiplies else 'false'}",
                   name=f"correlation_{'products' if multiplies else 'differences'}", bound=NEAR)

    # Movement of elements.
    x = counting(1, 8, 2, 3)
    blocks = x.reshape(1, 2, 2, 2, 2, 3)
    for mode, order in (("DCR", (0, 3, 4, 1, 5, 2)), ("CDR", (0, 1, 4, 2, 5, 3)), ("CRD", (0, 1, 4, 2, 5, 3))):
        y = blocks.transpose(order).reshape(1, 2, 4, 6)
        file.check("nn.depth_to_space", [tensor(x, "i32")], tensor(y, "i32"),
                   f'block_size = 2 : i64, mode = "{mode}"', name=f"depth_to_space_{mode.lower()}")
        file.check("nn.depth_to_space", [tensor(x.transpose(0, 2, 3, 1), "i32")], tensor(y.transpose(0, 2, 3, 1), "i32"),
                   f'block_size = 2 : i64, mode = "{mode}", layout = "NHWC"',
                   name=f"depth_to_space_{mode.lower()}_nhwc")
        # Two channels more fill no block.
        file.check("nn.depth_to_space", [tensor(counting(1, 10, 2, 3), "i32")], tensor(y, "i32"),
                   f'block_size = 2 : i64, mode = "{mode}"', name=f"depth_to_space_{mode.lower()}_left_out")
        if mode == "DCR":
            file.check("nn.space_to_depth", [tensor(y, "i32")], tensor(x, "i32"), "block_size = 2 : i64",
                       name="space_to_depth")
            file.check("nn.space_to_depth", [tensor(y.transpose(0, 2, 3, 1), "i32")],
                       tensor(x.transpose(0, 2, 3, 1), "i32"), 'block_size = 2 : i64, layout = "NHWC"',
                       name="space_to_depth_nhwc")
    x = counting(2, 3) + 1
    y = np.full((3, 7), 9)
    y[::2, ::3] = x
    file.check("nn.dilate", [tensor(x, "i32")], tensor(y, "i32"), f"strides = {ints((2, 3))}, dilation_value = 9.0",
               name="dilate")
    for mode, kind in (("SYMMETRIC", "symmetric"), ("REFLECT", "reflect")):
        for widths in (((1, 1), (0, 2)), ((3, 5), (7, 4))):
            text = ", ".join(ints(pair) for pair in widths)
            file.check("nn.mirror_pad", [tensor(x, "i32")], tensor(np.pad(x, widths, mode=kind), "i32"),
                       f'mode = "{mode}", pad_width = [{text}]', name=f"mirror_{kind}_{widths[1][1]}")
    buffer = counting(2, 4) + 10
    for count in (1, 3, 4):
        data = counting(2, count)
        file.check("nn.fifo_buffer", [tensor(data, "i32"), tensor(buffer, "i32")],
                   tensor(np.concatenate([buffer, data], axis=1)[:, count:], "i32"), "axis = -1 : i64",
                   name=f"fifo_{count}")
    return file


FILES = (sampling_file, region_file, box_file, anchor_file, loss_file, gradient_file)
