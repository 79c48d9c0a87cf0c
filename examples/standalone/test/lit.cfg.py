"""Configuration of the tests of the standalone example."""

import os

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "Extra"
config.suffixes = [".mlir", ".relay"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)

llvm_config.use_default_substitutions()
llvm_config.add_tool_substitutions(
    [ToolSubst("extra-opt", unresolved="fatal"),
     ToolSubst("extra-count-calls", unresolved="fatal"),
     ToolSubst("extra-fold", unresolved="fatal"),
     ToolSubst("extra-import", unresolved="fatal"),
     ToolSubst("relay-lite-opt", unresolved="fatal"),
     ToolSubst("relay-lite-run", unresolved="fatal")],
    [config.extra_tools_dir, config.relaylite_tools_dir],
)
config.substitutions.append(("%extra_plugin", f"{config.extra_tools_dir}/ExtraPlugin.so"))
