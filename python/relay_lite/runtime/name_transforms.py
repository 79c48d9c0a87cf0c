"""Names that programs in C may have."""

from .. import _missing
from ..error import TVMError


def sanitize_name(original_name) -> str:
    """The name with underscores in place of all but letters and digits."""
    if not original_name:
        raise TVMError("Name is empty")
    return "".join(letter if letter.isascii() and letter.isalnum() else "_"
                   for letter in original_name)


__getattr__ = _missing.make_getattr("tvm.runtime.name_transforms")
