"""The features that a test may require: the decorators requires_* and uses_*."""

import os

DEFAULT_TEST_TARGETS = [
    "llvm", "cuda", "nvptx", "vulkan -from_device=0", "opencl", "opencl -device=mali,aocl_sw_emu",
    "opencl -device=intel_graphics", "metal", "rocm", "hexagon"]


def get_test_targets():
    """The targets that TVM_TEST_TARGETS names, separated by semicolons, or else DEFAULT_TEST_TARGETS."""
    named = [target.strip() for target in os.environ.get("TVM_TEST_TARGETS", "").split(";")]
    return list(dict.fromkeys(filter(None, named))) or DEFAULT_TEST_TARGETS


class Feature:
    """Something that not every machine has. Called on a test, it marks the test by the feature's name
    and skips it where the feature is not there.

    Parameters
    ----------
    name : str
        The name of the mark.
    long_name : str, optional
        The name in messages.
    cmake_flag : str, optional
        The key of tvm.support.libinfo() that has to be on.
    target_kind_enabled : str, optional
        A kind of target that TVM_TEST_TARGETS has to name.
    compile_time_check, run_time_check : Callable[[], bool | str], optional
        Return False, or the reason, where programs cannot be compiled or run.
    target_kind_hardware : str, optional
        A kind of device that has to exist.
    parent_features : str | list[str], optional
        Features that are required, too.
    """

    _all_features: dict = {}

    def __init__(self, name, long_name=None, cmake_flag=None, target_kind_enabled=None,
                 compile_time_check=None, target_kind_hardware=None, run_time_check=None,
                 parent_features=None):
        self.name = name
        self.long_name = long_name or name
        self.cmake_flag = cmake_flag
        self.target_kind_enabled = target_kind_enabled
        self.compile_time_check = compile_time_check
        self.target_kind_hardware = target_kind_hardware
        self.run_time_check = run_time_check
        parents = parent_features or []
        self.parent_features = [parents] if isinstance(parents, str) else list(parents)
        self._all_features[name] = self

    def _get_compile_time_problems(self):
        """Yield why programs for the feature cannot be compiled."""
        from ..support import libinfo

        if self.compile_time_check is not None:
            result = self.compile_time_check()
            if result is not True:
                yield result or f"programs for {self.long_name} cannot be compiled"
        kind = self.target_kind_enabled
        if kind is not None and all(target.split()[0] != kind for target in get_test_targets()):
            yield f"TVM_TEST_TARGETS does not name {kind}"
        if self.cmake_flag and libinfo().get(self.cmake_flag, "OFF").lower() in ("off", "false", "0"):
            yield f"RelayLite has no {self.long_name}"

    def _get_run_time_problems(self):
        """Yield why programs for the feature cannot run."""
        from ..runtime.ndarray import device

        if self.run_time_check is not None:
            result = self.run_time_check()
            if result is not True:
                yield result or f"there is no {self.long_name}"
        if self.target_kind_hardware is not None and not device(self.target_kind_hardware).exist:
            yield f"there is no {self.long_name}"

    def marks(self, support_required="compile-and-run"):
        """Return the marks of a test that requires the feature: to compile and run ("compile-and-run"),
        only to compile ("compile-only"), or not at all ("optional").
        """
        import warnings

        import pytest

        if support_required not in ("compile-and-run", "compile-only", "optional"):
            raise ValueError(f"Unknown feature support type: {support_required}")
        marks = []
        for parent in self.parent_features:
            marks += self._all_features[parent].marks(support_required)
        problems = []
        if support_required == "compile-and-run":
            problems += self._get_run_time_problems()
        if support_required != "optional":
            problems += self._get_compile_time_problems()
        marks += [pytest.mark.skipif(True, reason=problem) for problem in problems]
        with warnings.catch_warnings():
            # The plugin declares the marks; tests may do without it.
            warnings.simplefilter("ignore", pytest.PytestUnknownMarkWarning)
            return [*marks, getattr(pytest.mark, self.name)]

    def __call__(self, func=None, *, support_required="compile-and-run"):
        """Mark a test, or return the decorator that does; see marks."""
        if support_required not in ("compile-and-run", "compile-only", "optional"):
            raise ValueError(f"Unknown feature support type: {support_required}")

        def decorate(function):
            for mark in self.marks(support_required):
                function = mark(function)
            return function

        return decorate if func is None else decorate(func)

    @classmethod
    def require(cls, name, support_required="compile-and-run"):
        """Return the decorator of the feature `name`."""
        return cls._all_features[name](support_required=support_required)


def _has_no_gpu():
    return "RelayLite has no GPU"


def _makes_no_instructions():
    return "no instructions of their own are generated"


def _make_device(name, long_name, parent="gpu"):
    return Feature(name, long_name, f"USE_{name.upper()}", name, None, name, None, parent)


def _make_library(name, long_name, parent=None):
    return Feature(name, long_name, f"USE_{name.upper()}", parent_features=parent)


def _make_instructions(name, long_name):
    return Feature(name, long_name, run_time_check=_makes_no_instructions)


def _make_machine(name, machine):
    return Feature(name, f"{name} architecture", run_time_check=lambda: os.uname().machine == machine)


requires_llvm = Feature("llvm", "LLVM", "USE_LLVM", "llvm", None, "llvm")
requires_gpu = Feature("gpu", "GPU", run_time_check=_has_no_gpu)
requires_multi_gpu = Feature("multi_gpu", "second GPU", run_time_check=_has_no_gpu)
requires_x86 = _make_machine("x86", "x86_64")
requires_aarch64 = _make_machine("AArch64", "aarch64")

requires_cuda = _make_device("cuda", "CUDA")
requires_opencl = _make_device("opencl", "OpenCL")
requires_rocm = _make_device("rocm", "ROCm")
requires_metal = _make_device("metal", "Metal")
requires_vulkan = _make_device("vulkan", "Vulkan")
requires_hexagon = _make_device("hexagon", "Hexagon", "llvm")
requires_nvptx = Feature("nvptx", "NVPTX", None, "nvptx", None, "nvptx", None, ["llvm", "cuda"])

requires_tensorcore = Feature("tensorcore", "NVIDIA Tensor Core", parent_features="cuda")
requires_cudagraph = Feature("cudagraph", "CUDA Graph", parent_features="cuda")
requires_cudnn = _make_library("cudnn", "cuDNN", "cuda")
requires_cublas = _make_library("cublas", "cuBLAS", "cuda")
requires_nccl = _make_library("nccl", "NCCL", "cuda")
requires_matrixcore = Feature("matrixcore", "AMD Matrix Core", parent_features="rocm")
requires_hipblas = _make_library("hipblas", "hipBLAS", "rocm")
requires_openclml = Feature("OpenCLML", "CLML", "USE_CLML", "opencl")
requires_nnapi = Feature("NNAPI", "NNAPI", "USE_NNAPI_CODEGEN")
requires_micro = _make_library("micro", "MicroTVM")
requires_cutlass = _make_library("cutlass", "CUTLASS")
requires_rpc = _make_library("rpc", "RPC")
requires_ethosn = _make_library("ethosn", "Arm Ethos-N")
requires_ethosu = _make_library("ethosu", "Arm Ethos-U")
requires_libtorch = _make_library("libtorch", "LibTorch")
requires_mrvl = _make_library("mrvl", "Marvell")
requires_vitis_ai = _make_library("vitis_ai", "Vitis AI")
requires_cmsisnn = _make_library("cmsisnn", "CMSIS NN")
requires_corstone300 = Feature("corstone300", "Corstone-300", parent_features="cmsisnn")
requires_aprofile_aem_fvp = Feature("aprofile-aem-fvp", "AProfile AEM FVP", "USE_FVP")

requires_arm_dot = _make_instructions("arm_dot", "ARM dot product")
requires_arm_fp16 = _make_instructions("arm_fp16", "Arm Neon instructions for float16")
requires_aarch64_sve = _make_instructions("arm_sve", "AArch64 SVE")
requires_aarch64_sme = _make_instructions("arm_sme", "AArch64 SME")
requires_x86_vnni = _make_instructions("x86_vnni", "x86 VNNI Extensions")
requires_x86_avx512 = _make_instructions("x86_avx512", "x86 AVX512 Extensions")
requires_x86_amx = _make_instructions("x86_amx", "x86 AMX Extensions")


def uses_gpu(func):
    """Mark a test that uses a GPU if there is one."""
    return requires_gpu(func, support_required="optional")


def uses_multi_gpu(func):
    """Mark a test that uses several GPUs if there are some."""
    return requires_multi_gpu(func, support_required="optional")


def requires_nvcc_version(major_version, minor_version=0, release_version=0):
    """A decorator for tests that need a version of nvcc: they need CUDA."""
    return requires_cuda


def requires_cuda_compute_version(major_version, minor_version=0):
    """A decorator for tests that need a GPU of a compute capability: they need CUDA."""
    return requires_cuda


def requires_package(*packages):
    """A decorator for tests that need packages of Python: they are skipped without them."""
    import importlib.util

    import pytest

    def is_missing(name):
        try:
            return importlib.util.find_spec(name) is None
        except ModuleNotFoundError:
            return True

    missing = [name for name in packages if is_missing(name)]
    return pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}")


def skip_if_32bit(reason):
    """A decorator for tests that need pointers of 64 bits: there are no others here."""
    return lambda function: function


def skip_if_no_reference_system(func):
    """A decorator for tests that need the simulator of a micro controller's board."""
    return requires_corstone300(func)


def slow(func):
    """Mark a test that is slow: it is skipped if the environment variable SKIP_SLOW_TESTS says so."""
    import pytest

    skip = os.environ.get("SKIP_SLOW_TESTS", "").lower() in ("true", "1", "yes")
    return pytest.mark.skipif(skip, reason="SKIP_SLOW_TESTS is set")(func)
