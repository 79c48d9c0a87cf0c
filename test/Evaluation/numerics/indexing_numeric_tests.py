"""Numeric tests of the operators that index, scatter, sort and scan. Used by
generate_numeric_tests.py."""

from itertools import product
from math import inf, nan

import numpy as np
from network_numeric_tests import counting, ints, tensor
from numeric_tests import FLOATS, INTEGERS, File, Tensor, in_float, is_float, maximum, rounded, sample, wrap


def fields(values, types):
    """The lines of a tuple %t of constants."""
    lines = [f"%x{i} = relay.constant {value}" for i, value in enumerate(values)]
    names = ", ".join(f"%x{i}" for i in range(len(values)))
    listed = ", ".join(types)
    return lines + [f"%t = relay.tuple {names} : ({listed}) -> tuple<{listed}>"]


def of_tuple(file, name, op, values, expected, attributes="", bound=""):
    """An operator of a tuple that gives one tensor."""
    types = [value.type for value in values]
    space = f" {{{attributes}}}" if attributes else ""
    file.compare(name, fields(values, types) +
                 [f"%0 = relay.{op} %t{space} : (tuple<{', '.join(types)}>) -> {expected.type}"],
                 "%0", expected, bound)


def to_tuple(file, name, op, operands, expected, attributes=""):
    """An operator of tensors that gives a tuple; a function for each field."""
    kind = f"tuple<{', '.join(e.type for e in expected)}>"
    types = ", ".join(operand.type for operand in operands)
    names = ", ".join(f"%x{i}" for i in range(len(operands)))
    lines = [f"%x{i} = relay.constant {operand}" for i, operand in enumerate(operands)]
    lines.append(f"%t = relay.{op} {names} {{{attributes}}} : ({types}) -> {kind}")
    for i, e in enumerate(expected):
        file.compare(f"{name}_{i}", [*lines, f"%0 = relay.tuple_get %t[{i}] : ({kind}) -> {e.type}"], "%0", e)


# Reading -------------------------------------------------------------------------

def indexing_file():
    file = File("indexing", "Elements at indices and positions (rules 9.1 to 9.3).")
    x = counting(3, 4, 5)
    i = np.array([[0, 2], [1, 1]])
    j = np.array([3, 0])
    of_tuple(file, "adv_index", "adv_index", [tensor(x, "f32"), tensor(i, "i64")], tensor(x[i], "f32"))
    of_tuple(file, "adv_index_broadcast", "adv_index",
             [tensor(x, "i8"), tensor(i[:, :1], "i32"), tensor(j, "ui8")], tensor(x[i[:, :1], j], "i8"))
    # Out of range: the nearest.
    of_tuple(file, "adv_index_outside", "adv_index", [tensor(x, "i32"), tensor([-5, 9], "i64")],
             tensor(x[[0, 2]], "i32"))
    for axis in range(-3, 3):
        shape = [3, 4, 5]
        shape[axis] = 2
        where = counting(*shape) * 7 % x.shape[axis]
        file.check("gather", [tensor(x, "f16"), tensor(where, "i32")],
                   tensor(np.take_along_axis(x, where, axis), "f16"), f"axis = {axis} : i64",
                   name=f"gather_{axis + 3}")
    file.check("gather", [tensor([5, 6, 7], "i64"), tensor([-1, 3, 100, 1], "i64")], tensor([5, 7, 7, 6], "i64"),
               "axis = 0 : i64", name="gather_outside")

    def reverse(x, lengths, axis, batch):
        result = x.copy()
        for index in np.ndindex(*x.shape):
            n = min(lengths[index[batch]], x.shape[axis])
            if index[axis] < n:
                source = list(index)
                source[axis] = n - 1 - index[axis]
                result[index] = x[tuple(source)]
        return result

    for name, lengths, axis, batch in (("rows", [2, 0, 5], 1, 0), ("columns", [1, 3, 2, 9], 0, 1),
                                       ("last", [-1, 4, 5], 2, 0), ("same", [3, 1, 2], 0, 0)):
        file.check("reverse_sequence", [tensor(x, "i16"), tensor(lengths, "i32")],
                   tensor(reverse(x, lengths, axis, batch), "i16"),
                   f"seq_axis = {axis} : i64, batch_axis = {batch - 3} : i64", name=f"reverse_sequence_{name}")
    for axis, lengths, dtype in ((0, [0, 1, 2, 7], "i32"), (1, [4, 2, -1], "i8"), (0, [1, 2, 0, 200], "ui8"),
                                 (1, [1.5, nan, 3.0], "f32")):
        at = np.arange(x.shape[axis]).reshape((-1, 1, 1) if axis == 0 else (1, -1, 1))
        ends = np.array(lengths).reshape((1, -1, 1) if axis == 0 else (-1, 1, 1))
        file.check("sequence_mask", [tensor(x, "f32"), tensor(lengths, dtype)],
                   tensor(np.where(at >= ends, -2.5, x), "f32"), f"mask_value = -2.5, axis = {axis} : i64",
                   name=f"sequence_mask_{axis}_{dtype}")
    for axis, window, strides in ((0, (2, 3, 1), (1, 1, 2)), (1, (2, 2), (2, 3)), (2, (5,), (1,)), (3, (), ())):
        view = x
        if window:
            view = np.lib.stride_tricks.sliding_window_view(x, window, tuple(range(axis, 3)))
            view = view[tuple([slice(None)] * axis + [slice(None, None, s) for s in strides])]
        file.check("sliding_window", [tensor(x, "i32")], tensor(view, "i32"),
                   f"axis = {axis} : i64, window_shape = {ints(window)}, strides = {ints(strides)}",
                   name=f"sliding_window_{axis}")
    for k in (-9, -1, 0, 2, 5):
        for dtype in ("f32", "i8"):
            file.check("trilu", [tensor(x, dtype), tensor(k, "i32")],
                       [tensor(np.triu(x, k), dtype), tensor(np.tril(x, k), dtype)],
                       ["", "upper = false"], name=f"trilu_{k + 9}_{dtype}")
    return file


def set_diagonals(x, diagonal, k1, k2, right_above, right_below):
    """Element by element."""
    result = x.copy()
    rows, columns = x.shape[-2:]

    def length(k):
        return min(rows + min(k, 0), columns - max(k, 0))

    longest = max(length(k) for k in range(k1, k2 + 1))
    for row, column in product(range(rows), range(columns)):
        k = column - row
        if not k1 <= k <= k2:
            continue
        place = min(row, column)
        if k1 == k2:
            result[..., row, column] = diagonal[..., place]
            continue
        if right_above if k >= 0 else right_below:
            place += longest - length(k)
        result[..., row, column] = diagonal[..., k2 - k, place]
    return result


def position_file():
    file = File("positions", "Coordinates, diagonals and parts of tensors (rule 9.3).")
    x = counting(2, 3, 4)
    for k1, k2 in ((0, 0), (1, 1), (-2, -2), (-1, 1), (0, 2), (-2, -1)):
        longest = max(min(3 + min(k, 0), 4 - max(k, 0)) for k in range(k1, k2 + 1))
        shape = (2, longest) if k1 == k2 else (2, k2 - k1 + 1, longest)
        diagonal = 100 + counting(*shape)
        for above, below in product((False, True), repeat=2):
            file.check("matrix_set_diag", [tensor(x, "i32"), tensor(diagonal, "i32")],
                       tensor(set_diagonals(x, diagonal, k1, k2, above, below), "i32"),
                       f"k1 = {k1} : i64, k2 = {k2} : i64, super_diag_right_align = {str(above).lower()}, "
                       f"sub_diag_right_align = {str(below).lower()}",
                       name=f"matrix_set_diag_{k1 + 2}_{k2 + 2}_{above:d}{below:d}")
    vectors = [np.array([1, 2]), np.array(7), np.array([3, 4, 5])]
    for indexing in ("ij", "xy"):
        grids = np.meshgrid(*vectors, indexing=indexing)
        values = [tensor(v, "f32") for v in vectors]
        types = [v.type for v in values]
        expected = [tensor(g, "f32") for g in grids]
        kind = f"tuple<{', '.join(e.type for e in expected)}>"
        for at, e in enumerate(expected):
            file.compare(f"meshgrid_{indexing}_{at}", fields(values, types) +
                         [f'%g = relay.meshgrid %t {{indexing = "{indexing}"}} : (tuple<{", ".join(types)}>) -> {kind}',
                          f"%0 = relay.tuple_get %g[{at}] : ({kind}) -> {e.type}"], "%0", e)
    shape = (7, 6, 2)
    flat = np.array([0, 22, 41, 83])
    expected = np.array(np.unravel_index(flat, shape))
    for dtype in ("i32", "i64", "ui8"):
        file.check("unravel_index", [tensor(flat, dtype), tensor(shape, "i64")], tensor(expected, dtype))
    file.check("unravel_index", [tensor(41, "i32"), tensor((7, 6), "i32")], tensor([6, 5], "i32"),
               name="unravel_index_scalar")
    file.check("unravel_index", [tensor([5, -1], "i32"), tensor((3, 0), "i32")],
               tensor([[0, 0], [5, -1]], "i32"), name="unravel_index_empty")
    x = counting(5, 6)
    for name, begin, end, strides in (("plain", [1, 2], [4, 5], [1, 1]), ("steps", [0, 1], [5, 6], [2, 3]),
                                      ("down", [4, -1], [0, 0], [-2, -1]), ("short", [1], [3], [1]),
                                      ("far", [-9, 3], [99, 99], [1, 1])):
        where = tuple(slice(b, e, s) for b, e, s in zip(begin, end, strides))
        expected = x.copy()
        v = -1 - counting(*expected[where].shape)
        expected[where] = v
        file.check("strided_set", [tensor(x, "i32"), tensor(v, "i32"), *(tensor(list(t), "i32")
                                                                       for t in (begin, end, strides))],
                   tensor(expected, "i32"), name=f"strided_set_{name}")
    expected = x.copy()
    expected[0, :2] = [-1, -2]
    file.check("strided_set", [tensor(x, "f32"), tensor([[-1, -2]], "f32"), tensor([0], "i32"), tensor([3], "i32"),
                               tensor([1], "i32")], tensor(expected, "f32"), name="strided_set_fewer")
    for name, condition, dtype in (("flags", [[1, 0, 1], [0, 0, 1]], "i1"), ("numbers", [0, 3, -1, 0], "i8"),
                                   ("floats", [[0.0, -0.0], [nan, 2.5]], "f32"), ("none", [0, 0], "i32"),
                                   ("scalar", 1, "i1"), ("no_scalar", 0, "i1")):
        condition = np.array(condition)
        found = np.argwhere(condition)
        if found.size:
            file.check("argwhere", [tensor(condition, dtype)], tensor(found, "i32"), name=f"argwhere_{name}")
    return file


# Writing -------------------------------------------------------------------------

def combine(mode, dtype):
    """Return the element after an update."""
    whole = {"update": lambda x, y: y, "add": lambda x, y: x + y, "mul": lambda x, y: x * y, "min": min,
             "max": max, "mean": lambda x, y: int((x + y) / 2)}
    floats = {"update": lambda x, y: y, "add": np.add, "mul": np.multiply, "min": lambda x, y: -maximum(-x, -y),
              "max": maximum}
    if not is_float(dtype):
        return lambda x, y: wrap(whole[mode](int(x), int(y)), dtype)
    if mode == "mean":
        def mean(x, y):
            total = in_float(np.add)(x, y, dtype)
            return in_float(np.divide)(total, rounded(2.0, dtype), dtype)
        return mean
    return lambda x, y: in_float(floats[mode])(x, y, dtype)


def numbers(dtype, *shape):
    values = sample(int(np.prod(shape)), dtype, 3.0) if is_float(dtype) else list(range(1, int(np.prod(shape)) + 1))
    result = np.empty(shape, dtype=object)
    result.flat = values
    return result


def objects(array, dtype):
    return Tensor(array.tolist(), dtype)


def scatter_file():
    file = File("scatter", "Elements written at indices, one after the other (rule 9.4).")
    for dtype in ("f32", "f16", "i32", "ui8"):
        for mode in ("update", "add", "mul", "mean", "min", "max"):
            for axis in (0, 1):
                x, u = numbers(dtype, 3, 4), numbers(dtype, 2, 4)[:, ::-1]
                where = counting(2, 4) * 5 % 3 if axis == 0 else counting(2, 4) * 3 % 7 - 3
                if axis == 1:
                    where = np.clip(where, -4, 3)
                expected = x.copy()
                apply = combine(mode, dtype)
                for index in np.ndindex(2, 4):
                    target = list(index)
                    target[axis] = where[index]
                    expected[tuple(target)] = apply(expected[tuple(target)], u[index])
                file.check("scatter_elements", [objects(x, dtype), tensor(where, "i64"), objects(u, dtype)],
                           objects(expected, dtype), f'axis = {axis} : i64, reduction = "{mode}"',
                           name=f"scatter_elements_{mode}_{axis}_{dtype}")
            if mode == "mean":
                continue
            x, u = numbers(dtype, 3, 2, 2), numbers(dtype, 4, 2)
            where = np.array([[0, 2, 0, 2], [1, 0, 1, 1]])
            expected = x.copy()
            for i in range(4):
                for j in range(2):
                    target = (*where[:, i], j)
                    expected[target] = apply(expected[target], u[i, j])
            file.check("scatter_nd", [objects(x, dtype), tensor(where, "i32"), objects(u, dtype)],
                       objects(expected, dtype), f'mode = "{mode}"', name=f"scatter_nd_{mode}_{dtype}")
    # Out of range: left out.
    file.check("scatter_elements", [tensor([1, 2, 3], "i32"), tensor([3, -4, -1], "i64"), tensor([7, 8, 9], "i32")],
               tensor([1, 2, 9], "i32"), name="scatter_elements_outside")
    # Updates behind the last index are not used.
    file.check("scatter_elements", [tensor([1, 2, 3], "i32"), tensor([2], "i64"), tensor([7, 8], "i32")],
               tensor([1, 2, 7], "i32"), name="scatter_elements_fewer")
    file.check("scatter_nd", [tensor([[1, 2], [3, 4]], "i32"), tensor([[2, -1, 1]], "i64"),
                              tensor([[5, 6], [7, 8], [9, 10]], "i32")],
               tensor([[1, 2], [9, 10]], "i32"), name="scatter_nd_outside")
    file.check("scatter_nd", [tensor([1, 2], "i32"), tensor([1], "i64"), tensor(5, "i32")], tensor([1, 5], "i32"),
               name="scatter_nd_one")
    for dtype in ("i32", "i64", "ui8"):
        file.check("invert_permutation", [tensor([3, 4, 0, 2, 1], dtype)], tensor([2, 4, 3, 0, 1], dtype))
    file.check("invert_permutation", [tensor([2, 2, 9], "i32")], tensor([0, 0, 1], "i32"),
               name="invert_permutation_outside")
    return file


# Sorting and scanning ------------------------------------------------------------

def sort_file():
    file = File("sort", "Sorted lines and places in them: NaN last (rules 7.12 and 7.13).")

    def order_of(line, is_ascending):
        def key(i):
            x = line[i]
            return (1, 0) if x != x else (0, x if is_ascending else -x)
        return sorted(range(len(line)), key=key)

    for dtype in FLOATS + INTEGERS + ("i1",):
        if is_float(dtype):
            line = [rounded(x, dtype) for x in (1.0, nan, -0.0, inf, 0.0, -inf, nan, 1.0, -2.5)]
        elif dtype == "i1":
            line = [1, 0, 0, 1]
        else:
            line = [3, 1, 100, 3, 0] + ([-5, -128] if dtype in ("i8", "i16", "i32", "i64") else [200])
        rows = [line, line[::-1]]
        for is_ascending in (True, False):
            orders = [order_of([float(v) if is_float(dtype) else int(v) for v in row], is_ascending) for row in rows]
            attributes = f"is_ascend = {str(is_ascending).lower()}"
            direction = "up" if is_ascending else "down"
            file.check("sort", [Tensor(rows, dtype)],
                       Tensor([[row[i] for i in order] for row, order in zip(rows, orders)], dtype), attributes,
                       name=f"sort_{direction}_{dtype}")
            columns = [list(column) for column in zip(*rows)]
            file.check("argsort", [Tensor(columns, dtype)],
                       Tensor([list(column) for column in zip(*orders)], "i32"),
                       f"axis = 0 : i64, dtype = i32, {attributes}", name=f"argsort_{direction}_{dtype}")
    for dtype in ("f32", "f16", "i8", "ui64"):
        sequence = [0, 2, 2, 2, 7]
        values = [[2, 1, 9], [0, 7, 3]]
        for side in ("left", "right"):
            file.check("searchsorted", [tensor(sequence, dtype), tensor(values, dtype)],
                       tensor(np.searchsorted(sequence, values, side), "i32"),
                       f"right = {str(side == 'right').lower()}, dtype = i32", name=f"searchsorted_{side}_{dtype}")
    rows = [[1, 2, 3], [10, 20, 30]]
    values = [[2, 0, 4, 3], [10, 15, 99, 5]]
    file.check("searchsorted", [tensor(rows, "f64"), tensor(values, "f64")],
               tensor([np.searchsorted(row, v) for row, v in zip(rows, values)], "i64"), "dtype = i64",
               name="searchsorted_rows")

    def unique(line, is_sorted):
        groups = {}
        for i, x in enumerate(line):
            groups.setdefault(("nan", i) if x != x else x + 0, []).append(i)
        keys = sorted(groups.values(), key=lambda where: (line[where[0]] != line[where[0]], line[where[0]])
                      if is_sorted else where[0])
        inverse = [0] * len(line)
        for place, where in enumerate(keys):
            for i in where:
                inverse[i] = place
        rest = len(line) - len(keys)
        return ([line[where[0]] for where in keys] + [0] * rest,
                [where[0] for where in keys] + [len(line)] * rest, inverse, [len(keys)],
                [len(where) for where in keys] + [0] * rest)

    for name, line, dtype in (("ints", [4, 5, 1, 2, 3, 3, 4, 5], "i32"), ("bytes", [7, 7, 7], "ui8"),
                              ("floats", [1.5, nan, -0.0, 0.0, nan, 1.5], "f32"), ("one", [3], "i64")):
        for is_sorted in (True, False):
            first, *others = unique(line, is_sorted)
            expected = [tensor(first, dtype), *(tensor(o, "i32") for o in others)]
            to_tuple(file, f"unique_{name}_{'up' if is_sorted else 'first'}", "unique", [tensor(line, dtype)],
                     expected, f"sorted = {str(is_sorted).lower()}, return_counts = true")
    return file


def scan_file():
    file = File("scan", "Cumulative sums and products, each rounded (rule 7.14).")
    for op, step, start in (("cumsum", np.add, 0), ("cumprod", np.multiply, 1)):
        for dtype in FLOATS + INTEGERS:
            x = numbers(dtype, 3, 4)
            for axis, exclusive in ((0, False), (1, False), (1, True), (None, False), (None, True)):
                lines = x.reshape(1, -1) if axis is None else np.moveaxis(x, axis, -1)
                result = np.empty(lines.shape, dtype=object)
                for at, line in enumerate(lines):
                    total = rounded(float(start), dtype) if is_float(dtype) else start
                    for i, element in enumerate(line):
                        after = (in_float(step)(total, element, dtype) if is_float(dtype)
                                 else wrap(int(step(int(total), int(element))) if abs(int(total)) < 1 << 31
                                           else int(total) * int(element) if op == "cumprod"
                                           else int(total) + int(element), dtype))
                        result[at, i] = total if exclusive else after
                        total = after
                result = result.reshape(-1) if axis is None else np.moveaxis(result, -1, axis)
                attributes = [] if axis is None else [f"axis = {axis} : i64"]
                attributes += ["exclusive = true"] if exclusive else []
                file.check(op, [objects(x, dtype)], objects(result, dtype), ", ".join(attributes),
                           name=f"{op}_{dtype}_{'all' if axis is None else axis}{'_before' if exclusive else ''}")
        x = np.array([100, 100, 3])
        total = np.cumsum(x) if op == "cumsum" else np.cumprod(x)
        file.check(op, [tensor(x, "i8")], tensor(total, "i32"), "axis = 0 : i64, dtype = i32", name=f"{op}_wider")
    return file


# Einsum --------------------------------------------------------------------------

def einsum_file():
    file = File("einsum", "Sums of products by equations (rule 8.6).")
    cases = (("ij,jk->ik", (2, 3), (3, 4)), ("bij,bjk->bik", (2, 3, 4), (2, 4, 5)), ("ij->ji", (2, 3)),
             ("ii->i", (3, 3)), ("ii", (3, 3)), ("ij->", (2, 3)), ("i,i->", (5,), (5,)), ("i,j->ij", (2,), (3,)),
             ("ij,ij->ij", (2, 3), (2, 3)), ("...ij,...jk->...ik", (2, 1, 3, 4), (5, 4, 2)),
             ("ij,jk,kl->il", (2, 3), (3, 4), (4, 2)), ("ab,cb", (2, 3), (4, 3)), ("...a->a...", (2, 3, 4)),
             ("ij,jk->ik", (2, 1), (3, 4)), ("abc,abd->dc", (2, 3, 4), (2, 3, 5)), ("i...->...", (3, 2)))
    for number, (equation, *shapes) in enumerate(cases):
        values = [counting(*shape) % 7 - 3 for shape in shapes]
        # NumPy does not repeat dimensions of letters.
        own = [np.broadcast_to(v, (2, 3)) if v.shape == (2, 1) else v for v in values]
        expected = np.einsum(equation, *own)
        for dtype in ("f32", "i32", "f16", "f64"):
            of_tuple(file, f"einsum_{number}_{dtype}", "einsum", [tensor(v, dtype) for v in values],
                     tensor(expected, dtype), f'equation = "{equation}"')
    return file


FILES = (indexing_file, position_file, scatter_file, sort_file, scan_file, einsum_file)
