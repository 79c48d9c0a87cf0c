"""Layouts of tensors."""

from .. import _ext, _missing
from ..error import TVMError
from ..ir.container import Any, Array


class Layout:
    """The axes of a tensor, from the outermost to the innermost: a capital letter for a whole
    dimension, and a number and a small letter for blocks of it. Made by layout().
    """

    def __init__(self, name):
        self.name = name
        self._axes = _ext.parse_layout(name)

    def __len__(self):
        return len(self._axes)

    def __contains__(self, axis):
        return self.index_of(axis) >= 0

    def __getitem__(self, index):
        return self._axes[index][0]

    def __eq__(self, other):
        return isinstance(other, Layout) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"Layout({self.name})"

    def index_of(self, axis):
        """The position of an axis; -1 if the layout has none of that name.

        Parameters
        ----------
        axis : str
        """
        return next((i for i, (name, _) in enumerate(self._axes) if name == axis), -1)

    def factor_of(self, axis):
        """The number of elements of a dimension that its blocks hold; -1 if it has no blocks or is
        not in the layout.

        Parameters
        ----------
        axis : str
        """
        factor = 1
        for name, size in self._axes:
            if size and name.upper() == axis.upper():
                factor *= size
        return factor if factor > 1 else -1


class BijectiveLayout:
    """A conversion between layouts that have the same dimensions. Made by bijective_layout()."""

    def __init__(self, src_layout, dst_layout):
        self.src_layout = src_layout
        self.dst_layout = dst_layout

    def forward_index(self, index):
        """The position in the second layout of a position in the first one.

        Parameters
        ----------
        index : list of int or dimension
        """
        return _convert_index(index, self.src_layout, self.dst_layout)

    def backward_index(self, index):
        """The position in the first layout of a position in the second one.

        Parameters
        ----------
        index : list of int or dimension
        """
        return _convert_index(index, self.dst_layout, self.src_layout)

    def forward_shape(self, shape):
        """The shape in the second layout of a tensor in the first one. Incomplete blocks count as
        whole.

        Parameters
        ----------
        shape : list of int, dimension or Any
        """
        return _convert_shape(shape, self.src_layout, self.dst_layout)

    def backward_shape(self, shape):
        """The shape in the first layout of a tensor in the second one.

        Parameters
        ----------
        shape : list of int, dimension or Any
        """
        return _convert_shape(shape, self.dst_layout, self.src_layout)


def _read(values, layout):
    """A list of values, one for each axis of a layout."""
    values = list(values)
    if len(values) != len(layout):
        raise TVMError(f"expected {len(layout)} values for the layout {layout}, but got {len(values)}")
    return values


def _convert_shape(shape, source, target):
    primal = {}
    for (name, block), size in zip(source._axes, _read(shape, source)):
        # A block has the size that its layout says.
        size, known = block or size, primal.get(name.upper(), 1)
        is_any = isinstance(size, Any) or isinstance(known, Any)
        primal[name.upper()] = Any() if is_any else size * known
    result = []
    for name, block in target._axes:
        size, factor = primal[name.upper()], max(target.factor_of(name), 1)
        if not block and not isinstance(size, Any):
            size = (size + factor - 1) // factor
        result.append(block or size)
    return Array(result)


def _get_step(layout, position):
    """How many elements of its dimension one step along an axis skips."""
    name, step = layout[position].upper(), 1
    for other, block in layout._axes[position + 1:]:
        if other.upper() == name:
            step *= block
    return step if layout._axes[position][1] else max(layout.factor_of(name), 1)


def _convert_index(index, source, target):
    primal = {}
    for position, value in enumerate(_read(index, source)):
        name = source[position].upper()
        primal[name] = primal.get(name, 0) + value * _get_step(source, position)
    result = []
    for position, (name, block) in enumerate(target._axes):
        value = primal[name.upper()] // _get_step(target, position)
        result.append(value % block if block else value)
    return Array(result)


def bijective_layout(src_layout, dst_layout) -> BijectiveLayout:
    """The conversion between two layouts.

    Parameters
    ----------
    src_layout, dst_layout : str or Layout
    """
    layouts = [one if isinstance(one, Layout) else layout(one) for one in (src_layout, dst_layout)]
    source, target = ({name.upper() for name, _ in one._axes} for one in layouts)
    if source != target or not source:
        raise TVMError(f"layout {layouts[0]} cannot be converted to layout {layouts[1]}")
    return BijectiveLayout(*layouts)


def layout(layout_str, dtype="int32") -> Layout:
    """The layout of a name, such as NCHW or NCHW4c.

    Parameters
    ----------
    layout_str : str
        Without axes it is the layout of a scalar.
    dtype : str
        Taken for TVM's sake: axes have no variables here.
    """
    if not isinstance(layout_str, str):
        raise TVMError(f"expected the name of a layout, but got {layout_str!r}")
    return Layout(layout_str)


__getattr__ = _missing.make_getattr("tvm.tir.data_layout")
