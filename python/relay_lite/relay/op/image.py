"""Operators on images."""

from ... import _missing
from ..expr import Call, Expr, const
from ._arguments import complete_docstrings, numbers
from ._generated import FUNCTIONS as _RAW
from ._make import Maker as _Maker

globals().update({name[6:]: function for name, function in _RAW.items()
                  if name.startswith("image.")})


def resize2d(data, size, roi=None, layout="NCHW", method="linear",
             coordinate_transformation_mode="half_pixel", rounding_method="", cubic_alpha=-0.5,
             cubic_exclude=0, extrapolation_value=0.0, out_dtype=None) -> Call:
    roi = [0.0] * 4 if roi is None else numbers(roi)
    size = numbers(size)
    rest = (layout, method, coordinate_transformation_mode, rounding_method, cubic_alpha,
            cubic_exclude, extrapolation_value, out_dtype)
    if isinstance(size, Expr) or isinstance(roi, Expr):
        if not isinstance(size, Expr):
            size = const(size, "int64")
        if not isinstance(roi, Expr):
            roi = const(roi, "float32")
        return _RAW["dyn.image.resize2d"](data, size, roi, None, None, *rest)
    return _RAW["image.resize2d"](data, size, roi, *rest)


resize2d.__doc__ = _RAW["image.resize2d"].__doc__


def _make_resize(name, count, default_layout):
    raw = _RAW[name]

    def resize(data, size, roi=None, layout=default_layout, method="linear",
               coordinate_transformation_mode="half_pixel", rounding_method="", cubic_alpha=-0.5,
               cubic_exclude=0, extrapolation_value=0.0, out_dtype=None) -> Call:
        roi = [0.0] * (2 * count) if roi is None else numbers(roi)
        size = numbers(size)
        if isinstance(size, Expr) or isinstance(roi, Expr):
            raise NotImplementedError(
                f"{name}: expected size and roi to be known, but got {size} and {roi}")
        return raw(data, size, roi, layout, method, coordinate_transformation_mode,
                   rounding_method, cubic_alpha, cubic_exclude, extrapolation_value, out_dtype)

    resize.__name__ = resize.__qualname__ = name.rpartition(".")[2]
    resize.__doc__ = raw.__doc__
    return resize


resize1d = _make_resize("image.resize1d", 1, "NCW")
resize3d = _make_resize("image.resize3d", 3, "NCDHW")

complete_docstrings(globals(), "image.")

# In TVM it is a package, whose module of the same name has the functions.
__path__ = []
_make = _Maker("tvm.relay.op.image", "image.")
__getattr__ = _missing.make_getattr("tvm.relay.image")
