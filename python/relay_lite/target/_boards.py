"""Targets by the names of boards and devices, as TVM's functions make them."""

import warnings

from . import Target

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
