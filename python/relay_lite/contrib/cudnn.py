"""NVIDIA's library cuDNN, which RelayLite does not use: scripts ask before they choose it."""

from .. import _missing


def exists() -> bool:
    """Whether programs can call the library: False."""
    return False


__getattr__ = _missing.make_getattr("tvm.contrib.cudnn")
