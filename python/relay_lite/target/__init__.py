"""Targets, as values that scripts pass on: everything runs on the CPU of this machine."""

from .. import _missing
from .._ext import VirtualDevice
from ..ir.container import Array


class Target:
    """The description of a target: `Target("llvm -mcpu=...")`, or a dictionary with `kind`."""

    _stack = []

    def __init__(self, target="llvm", host=None):
        if isinstance(target, Target):
            host = host if host is not None else target.host
            target = target._text
        if isinstance(target, dict):
            host = host or target.get("host")
            target = " ".join([target["kind"]] + [
                f"-{key}={_get_text(value)}" for key, value in target.items()
                if key not in ("kind", "host", "features")])
        if not isinstance(target, str) or not target.strip():
            raise ValueError(f"target has to be a string or dictionary, but is {target!r}")
        self._text = target.strip()
        self.host = Target(host) if host is not None else None
        words = self._text.split()
        self.kind = _Kind(words[0])
        self.attrs = dict(word.lstrip("-").partition("=")[::2] for word in words[1:])
        if "keys" in self.attrs:
            self.keys = self.attrs.pop("keys").split(",")
        elif self.kind.name in ("cuda", "metal", "opencl", "rocm", "vulkan"):
            self.keys = [self.kind.name, "gpu"]
        else:
            self.keys = ["cpu"]

    @staticmethod
    def current(allow_none=True):
        """The target of the innermost `with`."""
        if Target._stack:
            return Target._stack[-1]
        if allow_none:
            return None
        raise ValueError("Target context required. Please set it by constructing a TargetContext")

    def export(self):
        """The configuration: a dictionary that makes an equal target."""
        config = {key: int(value) if value.isdigit() else value or True
                  for key, value in self.attrs.items()}
        config.update((name, config[name].split(",")) for name in ("mattr", "libs", "default_keys")
                      if name in config)
        config.update(kind=self.kind.name, keys=self.keys)
        if self.host is not None:
            config["host"] = self.host.export()
        return config

    def with_host(self, host=None):
        """The same target with a host."""
        return Target(self, host)

    @staticmethod
    def canon_target(target):
        """The target of a text or a dictionary; None stays None."""
        return target if target is None or isinstance(target, Target) else Target(target)

    @staticmethod
    def canon_target_and_host(target, target_host=None):
        """A target, which gets the host if there is one, and its host."""
        if target is None:
            if target_host is not None:
                raise AssertionError("Target host is not empty when target is empty.")
            return None, None
        target, host = Target.canon_target(target), Target.canon_target(target_host)
        if host is not None:
            target = target.with_host(host)
        return target, target.host

    @staticmethod
    def canon_multi_target(multi_targets):
        """A list of targets, of one or of several; None stays None."""
        if multi_targets is None:
            return None
        if isinstance(multi_targets, dict) and "kind" not in multi_targets:
            multi_targets = list(multi_targets.values())
        elif not isinstance(multi_targets, (list, tuple)):
            multi_targets = [multi_targets]
        return Array(Target.canon_target(target) for target in multi_targets)

    @staticmethod
    def canon_multi_target_and_host(target, target_host=None):
        """The same, where each target gets the host if there is one."""
        if target is None:
            if target_host is not None:
                raise AssertionError("Target host is not empty when target is empty.")
            return None
        return Array(Target.canon_target_and_host(one, target_host)[0]
                     for one in Target.canon_multi_target(target))

    def __enter__(self):
        Target._stack.append(self)
        return self

    def __exit__(self, type_, value, trace):
        Target._stack.pop()

    def __eq__(self, other):
        return isinstance(other, Target) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __str__(self):
        return self._text

    __repr__ = __str__


def _get_text(value):
    """The value of an attribute in the text of a target."""
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value


class _Kind:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name


def _get_target(device):
    """The target of a virtual device, or None."""
    return None if device._target is None else Target(device._target)


def _get_repr(device):
    parts = [f"{name}={getattr(device, name)}" for name in ("device_type", "virtual_device_id")
             if getattr(device, name) != -1]
    if device.target is not None:
        parts.append(f"target={device.target}")
    if device.memory_scope:
        parts.append(f"memory_scope='{device.memory_scope}'")
    return f"VirtualDevice({', '.join(parts) or '?'})"


VirtualDevice.target = property(_get_target)
VirtualDevice.__repr__ = _get_repr
VirtualDevice.__str__ = _get_repr

__getattr__ = _missing.make_getattr("tvm.target")
