"""Exceptions, with TVM's names and bases."""

from . import _missing


class TVMError(RuntimeError):
    """Base of the errors that the library reports."""


class InternalError(TVMError):
    """An internal check that failed."""


class DiagnosticError(TVMError):
    """An error of a program: positions, messages and, if the text is known, the
    line with a caret."""

    # Told the text; ir.diagnostics sets it.
    _on_error = staticmethod(lambda text="": None)

    def __init__(self, *args):
        super().__init__(*args)
        self._on_error(*map(str, args[:1]))


class ArgumentError(TVMError, TypeError):
    """An argument of a wrong type: TVM raises a TVMError for it, Python a TypeError."""


def _expect(value, types, what):
    """Raises an ArgumentError unless the value has one of the types, which is called `what`."""
    if not isinstance(value, types):
        raise ArgumentError(f"expected {what}, but got {value!r}")


def _suggest(name, known):
    """The end of an error about an unknown name: all names that are known, or the nearest of many."""
    from . import _ext

    known = list(known)
    nearest = _ext.get_nearest_name(name, known) if len(known) > _MOST_NAMES else ""
    if nearest:
        return f"; did you mean '{nearest}'?"
    return f"; those that are there: {_list_names(known)}" if known else ""


# Most names in a message.
_MOST_NAMES = 5


def _list_names(names):
    """The first names of a list, and how many more there are. Unprintable names are quoted."""
    rest = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return ", ".join(name if name.isprintable() else repr(name) for name in names[:_MOST_NAMES]) + rest


class OpError(TVMError):
    """Base of the errors about operators."""


class OpNotImplemented(OpError, NotImplementedError):
    """An operator that is not implemented."""


class OpAttributeRequired(OpError, AttributeError):
    """A required attribute that is not there."""


class OpAttributeInvalid(OpError, AttributeError):
    """An attribute with a wrong value."""


class OpAttributeUnImplemented(OpError, NotImplementedError):
    """An attribute that is not supported."""

__getattr__ = _missing.make_getattr("tvm.error")
