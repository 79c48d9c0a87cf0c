"""Names in the styles of generated code."""

from ... import _missing
from ...error import TVMError
from ...runtime.name_transforms import sanitize_name


def _check(name, what):
    if not name:
        raise TVMError(f"{what} name is empty")
    if not name.startswith("TVM"):
        raise TVMError(f"{what} not TVM prefixed")


def to_c_function_style(original_name) -> str:
    """A name such as `TVMGenModelRun` of one such as `TVMGen_model_run`."""
    _check(original_name, "Function")
    return "TVM" + _to_camel_case(original_name[len("TVM"):])


def _to_camel_case(name):
    parts = ("".join(filter(str.isalpha, part)) for part in name.split("_"))
    return "".join(part[:1].upper() + part[1:].lower() for part in parts)


def to_c_variable_style(original_name) -> str:
    """A name such as `tvmgen_model` of one such as `TVMGen_model`."""
    _check(original_name, "Variable")
    return original_name.lower()


def to_c_constant_style(original_name) -> str:
    """A name such as `TVMGEN_MODEL` of one such as `TVMGen_model`."""
    _check(original_name, "Constant")
    return original_name.upper()


def _combine(names):
    if isinstance(names, str):
        if not names:
            raise TVMError("Name is empty")
        names = [names]
    if not names:
        raise TVMError("Name segments empty")
    if not all(names):
        raise TVMError("Name segment is empty")
    return "_".join(names)


def prefix_name(names) -> str:
    """A name behind `TVM_`.

    Parameters
    ----------
    names : str or list of str
    """
    return "TVM_" + _combine(names)


def prefix_generated_name(names) -> str:
    """A name behind `TVMGen_`.

    Parameters
    ----------
    names : str or list of str
    """
    return "TVMGen_" + _combine(names)


__getattr__ = _missing.make_getattr("tvm.relay.backend.name_transforms")
