"""The features of NVIDIA's GPUs, by their compute capability. None is used here: scripts ask before they
choose element types."""

from .. import _missing


def parse_compute_version(compute_version) -> tuple:
    """The two numbers of a compute capability.

    Parameters
    ----------
    compute_version : str
        Such as `8.6`.
    """
    try:
        major, minor = compute_version.split(".")[:2]
        return int(major), int(minor)
    except ValueError:
        raise RuntimeError("Compute version parsing error: expected two numbers such as 8.6, but "
                           f"got {compute_version!r}") from None


def have_fp16(compute_version) -> bool:
    """Whether there is arithmetic on float16."""
    version = parse_compute_version(compute_version)
    return version == (5, 3) or version >= (6, 0)


def have_int8(compute_version) -> bool:
    """Whether there are products of int8."""
    return parse_compute_version(compute_version) >= (6, 0)


__getattr__ = _missing.make_getattr("tvm.contrib.nvcc")
