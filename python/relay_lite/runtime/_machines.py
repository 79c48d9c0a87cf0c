"""The machines for which there is code."""

from .. import _ext
from .._registry import get_global_func

# The kinds of targets that are CPUs.
_CPU_KINDS = ("llvm", "c")


def get_machine(target) -> tuple:
    """The triple, the CPU and the features that a target names, as LLVM has them."""
    attrs = target.attrs if target is not None else {}
    features = attrs.get("mattr", [])
    return (str(attrs.get("mtriple", "")), str(attrs.get("mcpu", "")),
            ",".join(features) if isinstance(features, (list, tuple)) else str(features))


def check_device(device) -> None:
    """Refuses devices that run nothing."""
    if device.device_type != 1:
        raise RuntimeError(f"RelayLite runs programs on the CPU, not on {device}")


def check_targets(targets) -> None:
    """Refuses targets for which there is no code: all but CPUs that LLVM knows, and those beside them
    whose kind is the name of an external compiler."""
    for target in targets:
        is_external = target is not targets[0] and \
            get_global_func(f"relay.ext.{target.kind.name}", allow_missing=True) is not None
        if target.kind.name not in _CPU_KINDS and not is_external:
            raise RuntimeError(f"RelayLite runs programs on the CPU, not for the target {target}; "
                               "the target llvm is for CPUs")
        for one in (target, target.host):
            if one is not None and one.kind.name == "llvm":
                _ext.check_target(*get_machine(one))
