"""Targets, as values that scripts pass on: everything runs on the CPU of this machine."""

import warnings

from .. import _ext, _missing
from .._ext import VirtualDevice
from .._registry import get_global_func
from ..error import TVMError, _suggest
from ..ir.container import Array

# The kinds that TVM has, and the keys of those that are not for a CPU.
_KINDS = {"llvm": ["cpu"], "c": ["cpu"], "cuda": ["cuda", "gpu"], "nvptx": ["cuda", "gpu"],
          "rocm": ["rocm", "gpu"], "opencl": ["opencl", "gpu"], "metal": ["metal", "gpu"],
          "vulkan": ["vulkan", "gpu"], "webgpu": ["webgpu", "gpu"], "sdaccel": ["sdaccel", "hls"],
          "aocl": ["aocl", "hls"], "aocl_sw_emu": ["aocl", "hls"], "hexagon": ["hexagon", "cpu"],
          "stackvm": ["cpu"], "ext_dev": [], "hybrid": [], "composite": [], "test": [],
          "ccompiler": [], "cublas": [], "cudnn": [], "cutlass": [], "tensorrt": [],
          "example_target_hook": []}
# Kinds of external compilers, whose patterns tell what they compute.
EXTERNAL_KINDS = ("ccompiler", "cublas", "cudnn", "cutlass", "tensorrt", "example_target_hook")
# The types of their devices, by TVM's numbers; all others are for a CPU.
_DEVICE_TYPES = {"cuda": 2, "nvptx": 2, "cublas": 2, "cudnn": 2, "cutlass": 2, "tensorrt": 2,
                 "opencl": 4, "sdaccel": 4, "vulkan": 7, "metal": 8, "rocm": 10, "ext_dev": 12,
                 "webgpu": 15, "hexagon": 16, "aocl": 32, "aocl_sw_emu": 32}
# Attributes whose values are lists.
_LISTS = ("keys", "libs", "mattr", "default_keys")
# Attributes of targets in TVM 0.8 and before, and what has them now.
_OPTIONS_OF_OTHERS = {"runtime": "runtime", "executor": "executor",
                      "interface-api": "executor", "unpacked-api": "executor",
                      "link-params": "executor"}
# Attributes that can be asked for by a name with underscores: what they are without a value.
_FIELDS = {"mcpu": "", "device_name": "", "model": "unknown", "mattr": [], "libs": [], "mabi": "",
           "mtriple": "", "march": "", "arch": "", "tag": ""}
# Kinds whose kernels take no more than so many arguments; 0 for the others.
_MOST_ARGUMENTS = {"opencl": 128, "metal": 31}
_PI = {"kind": "llvm", "mtriple": "aarch64-linux-gnu", "mcpu": "cortex-a72", "mattr": ["+neon"],
       "num-cores": 4}
# The configurations by name.
_TAGS = {
    "raspberry-pi/4b-aarch64": {**_PI, "host": _PI},
    "nvidia/gtx1080ti": {"kind": "cuda", "arch": "sm_61"},
    **{f"aws/cpu/c5.{size}": {"kind": "llvm", "keys": ["x86", "cpu"], "mcpu": processor,
                              "num-cores": cores}
       for size, cores, processor in (
           ("large", 1, "skylake-avx512"), ("xlarge", 2, "skylake-avx512"),
           ("2xlarge", 4, "skylake-avx512"), ("4xlarge", 8, "skylake-avx512"),
           ("9xlarge", 18, "skylake-avx512"), ("12xlarge", 24, "cascadelake"),
           ("18xlarge", 36, "skylake-avx512"), ("24xlarge", 48, "cascadelake"))},
}


class Target:
    """The description of a target, as a value: `Target("llvm -mcpu=...")`, its JSON text, a tag, or
    a dictionary with `kind`. Everything runs on the CPU of this machine, whatever it says."""

    _stack = []

    def __init__(self, target, host=None):
        if isinstance(target, Target):
            host = host if host is not None else target.host
            target = {"kind": target.kind.name, "keys": target.keys, **target.attrs}
        if isinstance(target, str) and target in _TAGS:
            target = _TAGS[target]
        if isinstance(target, str) and target.lstrip().startswith("{"):
            import json

            try:
                target = json.loads(target)
            except ValueError as error:
                raise ValueError(f"cannot read the target {target}: {error}") from None
        if isinstance(target, dict):
            host = host if host is not None else target.get("host")
            attrs = {key: _parse(key, value) for key, value in target.items()
                     if key not in ("kind", "host", "features", "tag") and value is not None}
            kind = target.get("kind")
        elif isinstance(target, str) and target.strip():
            kind, attrs = _split(target)
            host = attrs.pop("host", None) if host is None else host
        else:
            raise ValueError(f"target has to be a string or dictionary, but is {target!r}")
        # A compiler that a script registers is a kind, too.
        if kind not in _KINDS and get_global_func(f"relay.ext.{kind}", True) is None:
            raise ValueError(f'Target kind "{kind}" is not defined' + _suggest(kind, sorted(_KINDS)))
        if "system-lib" in attrs:
            warnings.warn("the option system-lib of targets, as TVM had it up to 0.8, has no meaning "
                          "here", stacklevel=2)
        for key in attrs:
            if key in _OPTIONS_OF_OTHERS:
                raise ValueError(f"Cannot recognize '{key}': it is an option of the "
                                 f"{_OPTIONS_OF_OTHERS[key]} of relay.build")
        self.host = Target(host) if host is not None else None
        self.kind = _Kind(kind)
        given = attrs.pop("keys", None)
        device = [attrs["device"]] if isinstance(attrs.get("device"), str) else []
        # Each key once, in this order.
        self.keys = list(dict.fromkeys([*(given or ()), *device, *(_KINDS.get(kind, ()) if given is None else ())]))
        self.attrs = attrs
        words = [("keys", self.keys)] if self.keys else []
        self._text = " ".join([kind] + [f"-{key}={_get_text(value)}"
                                        for key, value in words + sorted(attrs.items())])

    def __getattr__(self, name):
        attrs = self.__dict__.get("attrs", {})
        for key in (name, name.replace("_", "-"), {"device_name": "device"}.get(name)):
            if key in attrs:
                return attrs[key]
        if name in _FIELDS:
            return _FIELDS[name]
        raise AttributeError(_missing.explain(f"tvm.target.Target.{name}"))

    @property
    def max_function_args(self):
        """How many arguments a kernel takes at most; 0 for any number."""
        return self.attrs.get("max_function_args", _MOST_ARGUMENTS.get(self.kind.name, 0))

    @staticmethod
    def current(allow_none=True):
        """The target of the innermost `with`."""
        if Target._stack:
            return Target._stack[-1]
        if allow_none:
            return None
        raise TVMError("Target context required. Please set it by constructing a TargetContext")

    @staticmethod
    def target_or_current(target):
        """The target, or that of the innermost `with` for None; a ValueError if there is none."""
        if target is None:
            target = Target.current()
        if target is None:
            raise ValueError("Target is not set in env or passed as argument.")
        return target

    def export(self):
        """The configuration: a dictionary that makes an equal target."""
        config = {**self.attrs, "kind": self.kind.name, "keys": self.keys}
        if self.host is not None:
            config["host"] = self.host.export()
        return config

    def get_target_device_type(self):
        """The number of the kind of device: 1 for a CPU."""
        return _DEVICE_TYPES.get(self.kind.name, 1)

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
        self._apply()
        return self

    def __exit__(self, type_, value, trace):
        Target._stack.pop()
        self._apply()

    @classmethod
    def _apply(cls):
        """Lets the passes of this thread read the innermost target."""
        target = cls._stack[-1] if cls._stack else None
        _ext.set_pass_default("relay.qnn.target", target and str(target))
        _ext.set_pass_default("relay.FuseOps.max_function_args",
                              target and (target.max_function_args or None))

    def __eq__(self, other):
        return isinstance(other, Target) and \
            (self._text, self.host) == (other._text, other.host)

    def __hash__(self):
        return hash(self._text)

    def __reduce__(self):
        return Target, (self.export(),)

    def __str__(self):
        return self._text

    __repr__ = __str__


def _split(text):
    """Kind and attributes of the text of a target; a value may follow its name after a blank."""
    import shlex

    kind, *words = shlex.split(text)
    attrs, name = {}, None
    for word in words:
        # A number may be negative.
        if word.startswith("-") and not word[1:2].isdigit():
            name, equal, value = word.lstrip("-").partition("=")
            if name in attrs:
                raise ValueError(f'Attribute "{name}" is given twice in the target {text}')
            attrs[name] = _parse(name, value) if equal else True
        elif name is not None and attrs[name] is True:
            attrs[name] = _parse(name, word)
        else:
            raise ValueError(f'expected an attribute that begins with "-" in the target {text}, '
                             f"but got {word}")
    return kind, attrs


def _parse(name, value):
    """The value of an attribute: a list, an integer, a boolean or a string."""
    if name in _LISTS and isinstance(value, str):
        return value.split(",")
    if isinstance(value, str) and value.removeprefix("-").isdigit():
        return int(value)
    return {"true": True, "false": False}.get(value, value) if isinstance(value, str) else value


def _get_text(value):
    """The value of an attribute in the text of a target."""
    if isinstance(value, bool):
        return int(value)
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


# The attributes of boards: model, triple, features and processor.
_ARM_BOARDS = {
    "pixel2": "-model=snapdragon835 -mtriple=arm64-linux-android -mattr=+neon",
    **{name: "-model=kirin970 -mtriple=arm64-linux-android -mattr=+neon"
       for name in ("mate10", "mate10pro", "p20", "p20pro")},
    "rasp3b": "-model=bcm2837 -mtriple=armv7l-linux-gnueabihf -mattr=+neon",
    "rasp4b": "-model=bcm2711 -mtriple=armv8l-linux-gnueabihf -mattr=+neon -mcpu=cortex-a72",
    "rasp4b64": "-model=bcm2711 -mtriple=aarch64-linux-gnu -mattr=+neon -mcpu=cortex-a72",
    "rk3399": "-model=rk3399 -mtriple=aarch64-linux-gnu -mattr=+neon",
    "pynq": "-model=pynq -mtriple=armv7a-linux-eabi -mattr=+neon",
    "ultra96": "-model=ultra96 -mtriple=aarch64-linux-gnu -mattr=+neon",
    "beagleai": "-model=beagleai -mtriple=armv7a-linux-gnueabihf -mattr=+neon,+vfp4,+thumb2 "
                "-mcpu=cortex-a15",
    "stm32mp1": "-model=stm32mp1 -mtriple=armv7a-linux-gnueabihf -mattr=+neon,+vfp4,+thumb2 "
                "-mcpu=cortex-a7",
    "thunderx": "-model=thunderx -mtriple=aarch64-linux-gnu -mattr=+neon,+crc,+lse "
                "-mcpu=thunderxt88",
}
_RISCV_BOARDS = {
    name: f"-model={name} -mtriple=riscv{bits}-unknown-linux-gnu -mcpu={name} -mabi={abi}"
    for name, bits, abi in (("sifive-e31", 32, "ilp32"), ("sifive-e76", 32, "ilp32"),
                            ("sifive-u54", 64, "lp64d"), ("sifive-u74", 64, "lp64d"))}


def _make(kind, attributes, options):
    """The target of a kind with attributes, and with the options that are not among them."""
    attributes = attributes.split()
    if options is not None:
        options = options.split() if isinstance(options, str) else list(options)
        attributes += [option for option in options if option not in attributes]
    return Target(" ".join([kind, *attributes]))


def cuda(model="unknown", arch=None, options=None) -> Target:
    """A GPU of NVIDIA; `arch` is an architecture such as `sm_80`."""
    return _make("cuda", f"-arch={arch} -model={model}" if arch else f"-model={model}", options)


def rocm(model="unknown", options=None) -> Target:
    """A GPU of AMD."""
    return _make("rocm", f"-model={model}", options)


def mali(model="unknown", options=None) -> Target:
    """A Mali GPU."""
    return _make("opencl", f"-device=mali -model={model}", options)


def bifrost(model="unknown", options=None) -> Target:
    """A Mali GPU of the architecture Bifrost."""
    return _make("opencl", f"-device=bifrost -model={model}", options)


def adreno(model="unknown", options=None) -> Target:
    """An Adreno GPU."""
    return _make("opencl", f"-device=adreno -model={model}", options)


def intel_graphics(model="unknown", options=None) -> Target:
    """A GPU of Intel."""
    return _make("opencl", f"-device=intel_graphics -model={model} -thread_warp_size=16", options)


def arm_cpu(model="unknown", options=None) -> Target:
    """An ARM processor, by the name of a board or telephone."""
    return _make("llvm", "-keys=arm_cpu,cpu -device=arm_cpu "
                 + _ARM_BOARDS.get(model, f"-model={model}"), options)


# The bytes of tightly coupled memory, by version.
_HEXAGON_VTCM = {"v65": 1 << 18, "v66": 1 << 18, "v67": 0, "v67t": 0, "v68": 1 << 22, "v69": 1 << 23,
                 "v71": 0, "v73": 1 << 23}


def hexagon(cpu_ver="v68", **kwargs) -> Target:
    """A Hexagon processor, by its version.

    Parameters
    ----------
    cpu_ver : str
    hvx : int
        Bytes of a vector: 64 or 128 (the default); 0 for none.
    llvm_options : str, optional
        Flags for LLVM.
    use_qfloat, use_ieee_fp : bool
        Which floats vectors have, from v68 on: by default those of Qualcomm.
    num_cores : int
    vtcm_capacity : int
        Bytes of tightly coupled memory; 0 for any number.
    """
    version = cpu_ver[max(cpu_ver.find("v"), 0):].lower()
    if version not in _HEXAGON_VTCM:
        raise ValueError(f"{cpu_ver} is not a valid Hexagon version: expected one of {', '.join(_HEXAGON_VTCM)}")
    has_floats = int(version[1:3]) >= 68
    given = {"hvx": 128, "llvm_options": None, "use_qfloat": has_floats, "use_ieee_fp": False, "num_cores": 4,
             "vtcm_capacity": _HEXAGON_VTCM[version]}
    unknown = sorted(set(kwargs) - set(given))
    if unknown:
        raise TypeError(f"hexagon() got an unexpected keyword argument '{unknown[0]}'")
    given.update(kwargs)
    if given["hvx"] not in (0, 64, 128):
        raise ValueError(f"expected 0, 64 or 128 as hvx, but got {given['hvx']!r}")
    features = [f"+hvx{version}", f"+hvx-length{given['hvx']}b"] if given["hvx"] else ["-hvx"]
    if has_floats:
        features += ["-+"[bool(given[name])] + feature for name, feature in
                     (("use_qfloat", "hvx-qfloat"), ("use_ieee_fp", "hvx-ieee-fp"))]
    flags = (given["llvm_options"] or "").split() + ["-force-hvx-float"] * (version == "v68")
    options = "--llvm-options=" + ",".join(flag.replace("=", "@") for flag in flags) if flags else ""
    return _make("hexagon", f"-mtriple=hexagon -mcpu=hexagon{version} -mattr={','.join(features)} {options} "
                 f"-num-cores={given['num_cores']} -vtcm-capacity={given['vtcm_capacity']}", None)


def rasp(options=None) -> Target:
    """A Raspberry Pi 3."""
    warnings.warn('tvm.target.rasp() is deprecated: use tvm.target.arm_cpu("rasp3b")', stacklevel=2)
    return arm_cpu("rasp3b", options)


def riscv_cpu(model="sifive-u54", options=None) -> Target:
    """A RISC-V processor."""
    return _make("llvm", "-keys=arm_cpu,cpu -device=arm_cpu "
                 + _RISCV_BOARDS.get(model, f"-model={model}"), options)


def vta(model="unknown", options=None) -> Target:
    """TVM's accelerator VTA."""
    return _make("ext_dev", f"-device=vta -keys=vta,cpu -model={model}", options)


def create(target) -> Target:
    """The target of a text or a dictionary; deprecated."""
    warnings.warn("tvm.target.create() is deprecated: use tvm.target.Target()", stacklevel=2)
    return Target(target)


__getattr__ = _missing.make_getattr("tvm.target.target")
