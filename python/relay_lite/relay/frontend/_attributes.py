"""Attributes of operators for importers, and converters that only rename: TVM's helpers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from ..expr import Expr

logger = logging.getLogger("Frontend")


class RequiredAttr:
    """Stands for the default of an attribute that has to be there."""


def get_relay_op(op_name: str) -> Callable[..., Any]:
    """Return the function that makes calls of an operator, by its name with or without "nn.".

    Raises
    ------
    tvm.error.OpNotImplemented
        If there is no such operator.
    """
    from ... import relay
    from ...error import OpNotImplemented

    if "." in op_name:
        places = [relay]
    else:
        places = [relay, relay.nn, relay.image, relay.vision]
    for place in places:
        found: Any = place
        for name in op_name.split("."):
            found = found.__dict__.get(name) if hasattr(found, "__dict__") else None
        if callable(found):
            return found
    raise OpNotImplemented(f"Unable to map op_name {op_name} to relay")


class StrAttrsDict:
    """Attributes that are kept as texts.

    Parameters
    ----------
    attrs : dict of str to str
    """

    def __init__(self, attrs: dict[str, str]) -> None:
        self.attrs = attrs

    def _get(self, key: str, default: Any, convert: Callable[[str], Any]) -> Any:
        if key in self.attrs:
            return convert(self.attrs[key])
        if isinstance(default, RequiredAttr):
            raise AttributeError(f"Required attribute {key} not found.")
        return default

    def has_attr(self, key: str) -> bool:
        """Return whether there is an attribute of that name."""
        return key in self.attrs

    def get_float(self, key: str, default: Any = RequiredAttr()) -> Any:
        """Return a number."""
        return self._get(key, default, float)

    def get_int(self, key: str, default: Any = RequiredAttr()) -> Any:
        """Return an integer, or None for the text "None"."""
        return self._get(key, default, lambda text: None if text == "None" else int(text))

    def get_str(self, key: str, default: Any = RequiredAttr()) -> Any:
        """Return a text."""
        return self._get(key, default, str)

    def get_int_tuple(self, key: str, default: Any = RequiredAttr()) -> Any:
        """Return a tuple of integers."""
        return self._get(key, default, lambda text: tuple(map(int, _split(text))))

    def get_float_tuple(self, key: str, default: Any = RequiredAttr()) -> Any:
        """Return a tuple of numbers."""
        return self._get(key, default, lambda text: tuple(map(float, _split(text))))

    def get_int_list(self, key: str, default: Any = RequiredAttr()) -> Any:
        """Return a list of integers."""
        return self._get(key, default, lambda text: list(map(int, _split(text))))

    def get_tuple_tuple_int(self, key: str, default: Any = RequiredAttr()) -> Any:
        """Return a tuple of tuples of integers."""
        return self._get(key, default, lambda text: tuple(
            tuple(map(int, _split(group))) for group in text.strip("()").split("),")))

    def get_bool(self, key: str, default: Any = RequiredAttr()) -> Any:
        """Return a boolean."""
        return self._get(key, default, _is_true)


def _split(text: str) -> list[str]:
    """Return the texts between the commas of a list."""
    return [part for part in (part.strip() for part in text.strip("()[] ").split(",")) if part]


def _is_true(text: str) -> bool:
    return text.strip().lower() in ("true", "1", "t", "y", "yes")


class AttrCvt:
    """A converter that calls an operator with attributes under other names.

    Parameters
    ----------
    op_name : str or function of a dict to str
        The operator, or the function that gives it for the attributes.
    transforms : dict of str to str or tuple
        For an attribute its new name; or the name, the default value, and a function of the value.
    excludes, disables, ignores : list of str
        Attributes that are an error, that are left out with a warning, or without one.
    extras : dict of str to object
        Attributes to add.
    custom_check : tuple of function and str
        A function of the attributes that has to be true, and the message otherwise.
    """

    def __init__(self, op_name: Any, transforms: dict[str, Any] | None = None,
                 excludes: Sequence[str] = (), disables: Sequence[str] = (),
                 ignores: Sequence[str] = (), extras: dict[str, Any] | None = None,
                 custom_check: Any = None) -> None:
        self._op_name = op_name
        self._transforms = transforms or {}
        self._excludes = excludes or ()
        self._disables = disables or ()
        # TVM's converters pass this to every operator.
        self._ignores = [*(ignores or ()), "_output_shapes", "_input_shapes", "T", "use_cudnn_on_gpu",
                         "_node_name", "is_training", "_target_layout"]
        self._extras = extras or {}
        self._custom_check = custom_check

    def __call__(self, inputs: Sequence[Expr], attrs: dict[str, Any], *args: Any) -> Any:
        """Return the call of the operator."""
        if self._custom_check:
            function, message = self._custom_check
            if not function(attrs):
                raise RuntimeError(f"Check failed: {message}")
        op_name = self._op_name if isinstance(self._op_name, str) else self._op_name(attrs)
        converted: dict[str, Any] = {}
        for name, value in attrs.items():
            if name in self._excludes:
                raise NotImplementedError(f"Attribute {name} in operator {op_name} is not supported.")
            if name in self._disables:
                logger.debug("Attribute %s is disabled in relay.sym.%s", name, op_name)
            elif name not in self._ignores and name not in self._transforms:
                converted[name] = value
        for name, target in self._transforms.items():
            self._transform(attrs, name, target, converted)
        converted.update(self._extras)
        return get_relay_op(op_name)(*inputs, **converted)

    @staticmethod
    def _transform(attrs: dict[str, Any], name: str, target: Any,
                   converted: dict[str, Any]) -> None:
        """Add an attribute under its new name."""
        entry = (target,) if isinstance(target, str) else tuple(target)
        if not entry or not isinstance(entry[0], str):
            raise ValueError(f"{target} is not a valid target, (name, default) expected.")
        convert = entry[2] if len(entry) > 2 else lambda value: value
        if name in attrs:
            converted[entry[0]] = convert(attrs[name])
        elif len(entry) > 1 and entry[1] is not None:
            converted[entry[0]] = entry[1]
        elif len(entry) == 1:
            raise AttributeError(f"Required attribute {name} not found.")


class Renamer:
    """A converter that calls an operator with the same attributes.

    Parameters
    ----------
    new_name : str
        The operator.
    """

    def __init__(self, new_name: str) -> None:
        self._new_name = new_name

    def __call__(self, inputs: Sequence[Expr], attrs: dict[str, Any], *args: Any) -> Any:
        """Return the call of the operator."""
        names = {key: value for key, value in attrs.items() if key != "tvm_custom"}
        return get_relay_op(self._new_name)(*inputs, **names)
