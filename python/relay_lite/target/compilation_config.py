"""The targets and devices of a program that uses several."""

import types

from .. import _missing
from .._ext import VirtualDevice
from ..error import TVMError
from ..ir.container import Array
from .target import Target

_FALLBACK = "relay.fallback_device_type"
_CPU, _HEXAGON = 1, 16


class CompilationConfig:
    """The facts about targets that PlanDevices uses: see make_compilation_config.

    Attributes
    ----------
    host_target : Target
    primitive_targets : Array of Target
        Targets of operators, with the host.
    default_primitive_virtual_device : VirtualDevice
        Where values are that nothing constrains.
    host_virtual_device : VirtualDevice
        Where shapes are.
    optional_homogeneous_target : Target or None
        The only target.
    """

    def __init__(self, ctxt, targets):
        if not targets:
            raise TVMError("Require at least one target")
        self.host_target = _get_host(targets)
        self.primitive_targets = Array(target.with_host(self.host_target) for target in targets)
        kinds = [str(target.kind) for target in targets]
        for kind in kinds:
            if kinds.count(kind) > 1:
                raise TVMError(f"Multiple targets have been given for the same device kind '{kind}'")
        self.host_virtual_device = _make_device(self.host_target)
        types = {target.get_target_device_type(): target
                 for target in reversed(self.primitive_targets)}
        fallback = ctxt.config.get(_FALLBACK)
        if fallback is None:
            fallback = next(iter(types)) if len(types) == 1 else _CPU
        if int(fallback) <= 0:
            raise TVMError(f"The '{_FALLBACK}' pass attribute is set to an invalid device type "
                           f"{fallback}")
        if int(fallback) not in types:
            raise TVMError(f"No target is specified for device type {int(fallback)}; there are "
                           f"targets for {', '.join(map(str, sorted(types)))}")
        self.default_primitive_virtual_device = _make_device(types[int(fallback)])
        self.optional_homogeneous_target = \
            self.primitive_targets[0] if len(targets) == 1 else None

    def __repr__(self):
        lines = ["Primitive targets:"]
        lines += [f"  {target.get_target_device_type()} |-> {target}"
                  for target in self.primitive_targets]
        return "\n".join([*lines, "Default primitive virtual device: "
                          f"{self.default_primitive_virtual_device}",
                          f"Host virtual device: {self.host_virtual_device}"])


def _get_host(targets):
    """The host of the first target that has one, else the first for a CPU, else LLVM."""
    for target in targets:
        if target.host is not None:
            return _without_host(target.host)
    for target in targets:
        if target.get_target_device_type() in (_CPU, _HEXAGON):
            return _without_host(target)
    return Target("llvm")


def _without_host(target):
    config = target.export()
    config.pop("host", None)
    return Target(config)


def _make_device(target):
    """The first device of a target."""
    device = types.SimpleNamespace(device_type=target.get_target_device_type(), device_id=0)
    return VirtualDevice(device, target)


def make_compilation_config(ctxt, target, target_host=None):
    """Return the config of these targets. A value that nothing constrains is on the device of the
    config `relay.fallback_device_type` of the context, of the only kind of device, or on the CPU.

    Parameters
    ----------
    ctxt : PassContext
    target : Target, str, or a list or dictionary of such
    target_host : Target or str, optional
    """
    return CompilationConfig(ctxt, Target.canon_multi_target_and_host(target, target_host))


__getattr__ = _missing.make_getattr("tvm.target.compilation_config")
