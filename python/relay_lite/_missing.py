"""The alternatives to TVM's names that RelayLite has not. One rule: a name that a module has not,
or a member of _MEMBERS, is an error that says so, with the alternative if there is one. An import
statement gets a Missing for a name that has an alternative: a script may import what it never uses.
"""

import importlib
import importlib.util
import os
import sys
import types

_ADT = "functions cannot use algebraic data types yet"
_TUNING = "there is no tuning in RelayLite"
_EXECUTOR = "relay.build and relay.create_executor run programs on the CPU"
_MEMORY = "programs plan their memory themselves"
_MICRO = "programs are for the CPU of this machine"
_TESTING = "it serves tests of parts of TVM that are not here"
_NUMPY = "numpy() and tvm.nd.array() go to NumPy and back"
_TARGET = "everything runs on the CPU of this machine; tvm.target.Target(\"...\") is a value"
_OWN_OPERATORS = "operators are C++ here: docs/AddingAnOperator.md shows how to add one"

# The alternatives to names. A key that ends with a dot stands for all that a module defines, one
# that ends with a star for the names that begin so, and another one for itself and all that is in
# it. The longest key that fits counts.
_ALTERNATIVES = {
    "tvm.build": "it compiles TIR; RelayLite lowers to MLIR: IRModule.mlir()",
    "tvm.lower": "it compiles TIR; RelayLite lowers to MLIR: IRModule.mlir()",
    "tvm.auto_scheduler": _TUNING,
    "tvm.autotvm": _TUNING,
    "tvm.meta_schedule": _TUNING,
    "tvm.contrib": "it is for other libraries, compilers and devices; relay.build makes programs for "
                   "the CPU",
    **{f"tvm.contrib.{name}": _EXECUTOR for name in (
        "cuda_graph", "pipeline_executor", "pipeline_executor_build")},
    **{f"tvm.contrib.{name}": "drawings are made by `python -m relay_lite show --svg`" for name in (
        "relay_viz", "tedd")},
    "tvm.arith": "sizes are integers or variables here: tvm.te.var",
    "tvm.driver": "`python -m relay_lite` is the command",
    "tvm.micro": _MICRO,
    **{f"tvm.{name}": _MEMORY for name in (
        "ConstantMemoryPools", "ConstantPoolInfo", "PoolInfoProperties", "WorkspaceMemoryPools",
        "WorkspacePoolInfo", "ir.memory_pools")},
    "tvm.utils": "docs/Performance.md shows how to measure programs",
    "tvm.contrib.dlpack": "arrays of other libraries are taken by tvm.nd.from_dlpack",
    "tvm.contrib.popen_pool": "Python's concurrent.futures has pools of processes",
    "tvm.rpc": "rpc.LocalSession() runs programs on this machine; there are no others",
    "tvm.relax": "Relay is what RelayLite has of TVM",
    **{f"tvm.script{module}.": "programs are read with relay.parse" for module in ("", ".tir")},
    "tvm.support.": "relay_lite.__version__ is the version",
    "tvm.te": "tensor expressions are TVM's; RelayLite lowers to MLIR's linalg",
    "tvm.tir": "TIR is TVM's; RelayLite lowers to MLIR's linalg",
    "tvm.topi": "operators are lowered to MLIR's linalg here",
    "tvm.target.": _TARGET,
    "tvm.target.codegen": _TARGET,
    "tvm.target.datatype": "custom data types are TVM's",
    "tvm.target.Target.": _TARGET,
    "tvm.target.target.Target.": _TARGET,
    **{f"tvm.testing.{name}*": "pytest's own fixtures and marks take its place" for name in (
        "fixture", "known_failing", "requires_", "skip_", "uses_", "xfail_")},
    **{f"tvm.testing.{name}": _TESTING for name in (
        "aot", "auto_scheduler", "autotvm", "popen_pool", "runner", "tir", "usmp")},
    "tvm.ir.adt": _ADT,
    "tvm.ir.op.Op.": _OWN_OPERATORS,
    **{f"tvm.runtime.{name}": _EXECUTOR for name in (
        "load_static_library", "profiler_vm", "relax_vm", "system_lib")},
    "tvm.runtime.container.": "arrays are NDArray, tuples ADT",
    "tvm.runtime.ndarray.": _NUMPY,
    "tvm.runtime.ndarray.Device.": "everything runs on the CPU of this machine",
    "tvm.nd.": _NUMPY,
    "tvm.relay.backend": "relay.build makes programs without it",
    "tvm.relay.frontend": "from_onnx, from_pytorch, from_exported_program, from_tflite and from_keras read "
                          "models; import others with TVM and bring them here as Relay text or JSON",
    "tvm.relay.ir_pass.": "relay.transform has what there is of passes, relay.analysis the rest",
    "tvm.relay.analysis.": "relay.analysis.post_order_visit shows every expression",
    "tvm.relay.prelude": _ADT,
    "tvm.relay.Prelude": _ADT,
    "tvm.relay.adt": _ADT,
    "tvm.relay.Match": _ADT,
    "tvm.relay.Clause": _ADT,
    "tvm.relay.Pattern*": _ADT,
    "tvm.relay.data_dep_optimization.": "matrices of constants do not become sparse",
    "tvm.relay.data_dep_optimization.bsr_conv2d": "matrices of constants do not become sparse",
    "tvm.relay.data_dep_optimization.bsr_dense": "matrices of constants do not become sparse",
    "tvm.relay.qnn.op.legalizations": "the rules for targets are C++: relay.qnn.op.register_qnn_legalize adds others",
    "tvm.relay.quantize": "floats are not quantized automatically; relay.qnn has quantized operators",
    **{f"tvm.relay.testing.{name}": "results are compared by numpy.testing.assert_allclose"
       for name in ("check_grad", "run_as_python", "to_python", "py_converter")},
    "tvm.relay.testing.Prelude": _ADT,
    "tvm.relay.testing.make_nat*": _ADT,
    **{f"tvm.relay.testing.{name}": _TESTING for name in ("darknet", "tf", "tflite")},
    "tvm.relay.op.op.": _OWN_OPERATORS,
    "tvm.relay.op.register*": _OWN_OPERATORS,
    "tvm.relay.op.strategy": "operators are lowered to MLIR's linalg here",
    "tvm.relay.op.contrib": "the table of patterns that is there is that of dnnl; register_pattern_table "
                            "adds one",
    "tvm.relay.op.dyn": "functions such as relay.reshape take expressions where they are for "
                        "values that are not known",
    "tvm.relay.op.vm.shape_func": "TVM 0.16 has no such operator: its function fails, too",
    "tvm.relay.op.copy_shape_func": "shape functions are TVM's scripts; lowerings compute shapes",
    "tvm.relay.copy_shape_func": "shape functions are TVM's scripts; lowerings compute shapes",
    "tvm.relay.transform.": "relay-lite-opt --relay-list-passes lists the passes that are there",
}
_NO_OPERATOR = "there is no such operator yet; " + _OWN_OPERATORS
# Other modules and functions in the modules of operators.
_NO_OPERATORS = {"annotation", "collage", "const", "contrib", "custom_op",
                 "debug", "dyn", "loops", "memory_plan", "op", "reg", "script", "target"}
# Modules whose names many others import.
_LENDERS = ("tvm", "tvm._ffi.base", "tvm.ir", "tvm.runtime", "tvm.target")

# Members of TVM's classes that the classes here have not.
_MEMBERS = {
    "tvm.ir.module.IRModule":
        "functions_items global_infos source_map update_global_info",
    "tvm.ir.op.Op": "attrs_type_index op_type",
    "tvm.ir.type.Type": "script show",
    "tvm.relay.expr_functor.ExprFunctor": "visit_match",
    "tvm.relay.expr_functor.ExprMutator": "visit_global_id",
    "tvm.relay.backend.te_compiler.TECompiler": "jit lower lower_shape_func",
    "tvm.relay.prelude.Prelude":
        "get_ctor get_ctor_static get_global_var get_global_var_static get_name get_name_static "
        "get_tensor_ctor get_tensor_ctor_static get_type get_type_static load_prelude",
    "tvm.relay.transform.LayoutConfig": "check_skip reset",
    "tvm.runtime.DataType": "CODE2STR NUMPY2STR STR2DTYPE bits lanes type_code",
    "tvm.runtime.ndarray.Device":
        "MASK2STR STR2MASK api_version compute_version create_raw_stream device_id device_name "
        "device_type driver_version free_raw_stream kDLAOCL kDLCPU kDLCUDA kDLCUDAHost kDLCUDAManaged "
        "kDLExtDev kDLHexagon kDLMetal kDLMicroDev kDLOneAPI kDLOpenCL kDLROCM kDLROCMHost kDLSDAccel "
        "kDLVPI kDLVulkan kDLWebGPU kOpenGL l2_cache_size_bytes max_clock_rate "
        "max_shared_memory_per_block max_thread_dimensions max_threads_per_block "
        "multi_processor_count set_raw_stream texture_spatial_limit total_global_memory warp_size",
    "tvm.runtime.ndarray.NDArray": "is_view",
    "tvm.target.Target":
        "arch canon_target_map_and_host device_name features from_device get_kind_attr "
        "l2_cache_size_bytes libs list_kinds mattr max_block_size_x "
        "max_block_size_y max_num_threads max_shared_memory_per_block mcpu model "
        "rlen supports_cooperative_matrix supports_integer_dot_product "
        "thread_warp_size vlen vtcm_capacity",
    "tvm.transform.PassContext":
        "get_current_trace get_trace_stack get_trace_stack_size get_tuning_api_database inc_num_evals "
        "pop_trace push_trace set_num_evals",
}

# Modules of TVM whose counterpart has another name.
ALIASES = {
    "tvm.container": "relay_lite.runtime.container",
    "tvm.ir.tensor_type": "relay_lite.ir.type",
    "tvm.parser": "relay_lite.relay.parser",
    "tvm.relay.analysis.analysis": "relay_lite.relay.analysis",
    "tvm.relay.annotation": "relay_lite.relay.op.annotation",
    "tvm.contrib.debugger.debug_runtime": "relay_lite.contrib.debugger.debug_executor",
    "tvm.relay.image": "relay_lite.relay.op.image",
    "tvm.relay.nn": "relay_lite.relay.op.nn",
    "tvm.relay.random": "relay_lite.relay.op.random",
    "tvm.relay.op.algorithm": "relay_lite.relay.op",
    "tvm.relay.op.annotation.annotation": "relay_lite.relay.op.annotation",
    "tvm.relay.op.image.image": "relay_lite.relay.op.image",
    "tvm.relay.op.memory.memory": "relay_lite.relay.op.memory",
    "tvm.relay.op.nn.nn": "relay_lite.relay.op.nn",
    "tvm.relay.op.random.kernel": "relay_lite.relay.op.random",
    "tvm.relay.op.reduce": "relay_lite.relay.op",
    "tvm.relay.op.tensor": "relay_lite.relay.op",
    "tvm.relay.op.transform": "relay_lite.relay.op",
    "tvm.relay.op.vm.vm": "relay_lite.relay.op.vm",
    "tvm.relay.backend.executor": "relay_lite.relay.backend",
    "tvm.relay.backend.runtime": "relay_lite.relay.backend",
    "tvm.relay.transform.transform": "relay_lite.relay.transform",
    "tvm.relay.vm": "relay_lite.relay.backend.vm",
    "tvm.topi.nn.qnn": "relay_lite.relay.qnn.op.qnn",
}


class SameModule:
    """A loader that gives a module under another name."""

    def __init__(self, own):
        self.own = own

    def create_module(self, spec):
        module = importlib.import_module(self.own)
        self.own_spec = module.__spec__
        return module

    def exec_module(self, module):
        # The machinery has given the module another.
        module.__spec__ = self.own_spec


def _is_operator(module, name):
    if not name.islower() or not module.startswith("tvm.relay") or name in _NO_OPERATORS:
        return False
    return module in ("tvm.relay", "tvm.relay.image", "tvm.relay.nn") or \
        module.startswith("tvm.relay.op") and module != "tvm.relay.op.op"


def _fits(key, module, name):
    """Whether the hint of `key` is about `name` of `module`."""
    module = "tvm" + ALIASES.get(module, f"relay_lite{module[3:]}")[len("relay_lite"):]
    full = f"{module}.{name}"
    if key.endswith("*"):
        return full.startswith(key[:-1]) and "." not in full[len(key) - 1:]
    if key.endswith("."):
        # A name from elsewhere is no business of the module that imports it.
        return module == key[:-1] and not any(
            name in getattr(sys.modules.get("relay_lite" + lender[3:]), "__dict__", {})
            for lender in _LENDERS if lender != module)
    return full == key or full.startswith(key + ".")


def _get_alternative(name):
    """Return the alternative to TVM's name `name`, or None."""
    module, _, last = name.rpartition(".")
    fitting = [key for key in _ALTERNATIVES if _fits(key, module, last)]
    return _ALTERNATIVES[max(fitting, key=len)] if fitting else None


def explain(name):
    """The message for TVM's name `name`."""
    module, _, last = name.rpartition(".")
    hint = _get_alternative(name)
    if hint is None and _is_operator(module, last):
        hint = _NO_OPERATOR
    message = f"{name} is not part of RelayLite"
    return f"{message}: {hint}" if hint else message


def is_import_machinery(path):
    """Whether the file is Python's or this package's to find modules."""
    return path.startswith("<frozen importlib") or path in (__file__, importlib.__file__, os.path.join(
        os.path.dirname(__file__), "as_tvm.py"))


def _get_import_statement():
    """Return the module and the names of the import statement that runs; None if none does."""
    import dis

    frame = sys._getframe(1)
    while frame and is_import_machinery(frame.f_code.co_filename):
        frame = frame.f_back
    if not frame or frame.f_lasti < 0:
        return None
    instructions = [i for i in dis.get_instructions(frame.f_code) if i.opname != "EXTENDED_ARG"]
    index = next(n for n, i in enumerate(instructions) if i.offset >= frame.f_lasti)
    statement = instructions[index]
    if statement.opname != "IMPORT_NAME":
        return None
    module = statement.argval
    if module.startswith("relay_lite."):
        module = "tvm" + module[len("relay_lite"):]
    # `import a.b as c` imports no names.
    return module, instructions[index - 1].argval or ()


def get_imported_name(package):
    """The names that a statement imports when it makes Python look for TVM's package `package`;
    `package` itself if they are not known."""
    module, names = _get_import_statement() or (package, ())
    full = f"{module}.{names[0]}" if names and names != ("*",) else module
    return full if full.startswith(package + ".") else package


def _is_imported_module(name):
    """Whether an import statement says that TVM's `name` is a module."""
    module, _ = _get_import_statement() or ("", ())
    return f"{module}.".startswith(f"{name}.")


def _is_import(frame):
    """Whether the frame is at `from module import name`."""
    import dis

    code = frame.f_code.co_code
    return frame.f_lasti >= 0 and dis.opname[code[frame.f_lasti]] == "IMPORT_FROM"


def make_getattr(module, submodules=()):
    """The `__getattr__` of a module that stands for TVM's `module`: an AttributeError. A statement
    that imports the name gets a Missing if there is an alternative, and an ImportError if not.
    `submodules` are imported when they are asked for."""

    def __getattr__(name):
        if name in submodules:
            return importlib.import_module(f"relay_lite{module[3:]}.{name}")
        if f"{module}.{name}" in ALIASES:
            return importlib.import_module(ALIASES[f"{module}.{name}"])
        # Python itself looks for many names with underscores.
        if name.startswith("__"):
            raise AttributeError(name)
        full = f"{module}.{name}"
        if not _is_import(sys._getframe(1)):
            raise AttributeError(explain(full))
        if _get_alternative(full) is None:
            raise ImportError(explain(full))
        return Missing(full)

    return __getattr__


class Missing(types.ModuleType):
    """A name of TVM that RelayLite has not, as a statement imports it: using it is an error.

    It is a module, because its user may take it for one. A name in it is an AttributeError; calling
    it, deriving a class from it and every other use is a NotImplementedError.
    """

    def __init__(self, name, alternative=None):
        # Python looks for what is imported from a module by the module's own name.
        super().__init__(f"relay_lite{name[3:]}")
        self._alternative = _get_alternative(name) or alternative

    def __getattr__(self, name):
        if name == "__all__":
            raise ImportError(repr(self)[1:-1])
        if name.startswith("__"):
            raise AttributeError(name)
        member = Missing(f"tvm{self.__name__[len('relay_lite'):]}.{name}", self._alternative)
        if not _is_import(sys._getframe(1)):
            raise AttributeError(repr(member)[1:-1])
        return member

    def __repr__(self):
        return f"<tvm{self.__name__[len('relay_lite'):]} is not part of RelayLite: {self._alternative}>"

    def _refuse(self, *_arguments, **_attributes):
        raise NotImplementedError(repr(self)[1:-1])

    __call__ = __getitem__ = __setitem__ = __iter__ = __len__ = __contains__ = __bool__ = _refuse
    __enter__ = __exit__ = __instancecheck__ = __subclasscheck__ = __mro_entries__ = _refuse
    __index__ = __int__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = __neg__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _refuse


class _MissingLoader:
    """A loader that gives a Missing as a module."""

    def __init__(self, name):
        self.name = name

    def create_module(self, spec):
        return Missing(self.name)

    def exec_module(self, module):
        """Do nothing: such a module is empty."""


class MissingMember:
    """A method that TVM's class has: looking for it is an AttributeError."""

    def __init__(self, name):
        self.name = name

    def __get__(self, instance, owner=None):
        raise AttributeError(explain(self.name))


def cover_classes():
    """Lets the classes tell about members that TVM's have and they have not."""
    for name, members in _MEMBERS.items():
        module, _, last = name.rpartition(".")
        cls = getattr(importlib.import_module("relay_lite" + module[3:]), last)
        for member in members.split():
            setattr(cls, member, MissingMember(f"{name}.{member}"))


class Finder:
    """Finds modules that go by several names, gives a Missing for those that have an alternative, and
    tells about the others that there are not, when they are imported."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        """The module that has another name here, or an ImportError. Only what Python has not found
        itself comes here."""
        if not name.startswith("relay_lite."):
            return None
        full = "tvm" + name[len("relay_lite"):]
        own = ALIASES.get(full)
        if own is not None:
            return importlib.util.spec_from_loader(name, SameModule(own), origin=own)
        if _get_alternative(full) is not None and _is_imported_module(full):
            return importlib.util.spec_from_loader(name, _MissingLoader(full), is_package=True)
        if full.rpartition(".")[2].startswith("_"):
            return None
        raise ModuleNotFoundError(explain(get_imported_name(full)), name=name)
