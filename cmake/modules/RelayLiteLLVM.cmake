# Finds LLVM and MLIR, and their archives for a build that carries them.

# relay_lite_find_mlir()
# Finds MLIR 22.1 where CMake looks for packages, below LLVM_DIR or MLIR_DIR,
# which may be environment variables, where llvm-config is, and in the usual
# places. Another version is an error that names those that were found.
macro(relay_lite_find_mlir)
  set(mlir_hints "$ENV{MLIR_DIR}" "$ENV{LLVM_DIR}" "$ENV{LLVM_DIR}/../mlir"
                 "${LLVM_DIR}/../mlir")
  find_program(RELAYLITE_LLVM_CONFIG NAMES llvm-config-22 llvm-config)
  mark_as_advanced(RELAYLITE_LLVM_CONFIG)
  if(RELAYLITE_LLVM_CONFIG)
    execute_process(COMMAND ${RELAYLITE_LLVM_CONFIG} --cmakedir
                    OUTPUT_VARIABLE llvm_cmake_dir OUTPUT_STRIP_TRAILING_WHITESPACE)
    list(APPEND mlir_hints "${llvm_cmake_dir}/../mlir")
  endif()
  find_package(MLIR 22.1 QUIET CONFIG HINTS ${mlir_hints}
               PATHS /usr/lib/llvm-22 /usr/lib64/llvm22 /opt/homebrew/opt/llvm
                     /opt/homebrew/opt/llvm@22 /usr/local/opt/llvm /usr/local/opt/llvm@22)
  if(NOT MLIR_FOUND)
    set(found "none was found")
    if(MLIR_CONSIDERED_VERSIONS)
      list(JOIN MLIR_CONSIDERED_VERSIONS ", " found)
      string(PREPEND found "found was ")
    endif()
    message(FATAL_ERROR
      "RelayLite needs LLVM and MLIR 22.1 with their development files, but ${found}. "
      "LLVM_DIR=<prefix>/lib/cmake/llvm in the environment says where they are. On Debian "
      "12 the packages are libmlir-22-dev, mlir-22-tools, llvm-22-dev and llvm-22-tools.")
  endif()
endmacro()

# relay_lite_get_archives(<variable>)
# Sets <variable> to all archives of MLIR and LLVM and the libraries below them.
# The linker takes from them what is used. The targets of the packages are of
# no use here: those of MLIR name the shared library of LLVM.
function(relay_lite_get_archives result)
  set(archives)
  foreach(name ${MLIR_EXPORTED_TARGETS} ${LLVM_AVAILABLE_LIBS})
    # C APIs, tests and runtimes are nothing that RelayLite calls.
    if(NOT TARGET ${name} OR name MATCHES "^MLIRCAPI|Test|^mlir_|Runtime$")
      continue()
    endif()
    get_target_property(type ${name} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      get_target_property(file ${name} LOCATION)
      # Polly, for one, has a package of its own.
      if(EXISTS "${file}")
        list(APPEND archives ${file})
      endif()
    endif()
  endforeach()
  if(NOT archives MATCHES "libMLIRIR\\.a" OR NOT archives MATCHES "libLLVMCore\\.a")
    message(FATAL_ERROR "RELAYLITE_STATIC_LLVM needs the archives of LLVM and MLIR, but "
                        "${MLIR_DIR} has none")
  endif()
  # The compression that LLVM's archives call.
  foreach(name z zstd)
    find_library(RELAYLITE_${name}_ARCHIVE lib${name}.a REQUIRED)
    mark_as_advanced(RELAYLITE_${name}_ARCHIVE)
    list(APPEND archives ${RELAYLITE_${name}_ARCHIVE})
  endforeach()
  set(${result} ${archives} PARENT_SCOPE)
endfunction()

# relay_lite_configure_targets()
# Checks RELAYLITE_TARGETS, and sets RELAYLITE_TARGET_CALLS for Config.h, which
# has a call for each part that a target has.
function(relay_lite_configure_targets)
  set(targets ${RELAYLITE_TARGETS})
  if(targets STREQUAL "all")
    set(targets ${LLVM_TARGETS_TO_BUILD})
  endif()
  set(calls)
  foreach(target ${targets})
    if(NOT target IN_LIST LLVM_TARGETS_TO_BUILD)
      list(JOIN LLVM_TARGETS_TO_BUILD ", " known)
      message(FATAL_ERROR "RELAYLITE_TARGETS names ${target}, but this LLVM has ${known}")
    endif()
    foreach(part TargetInfo Target TargetMC AsmPrinter)
      string(APPEND calls " \\\n  CALL(LLVMInitialize${target}${part})")
    endforeach()
    if(LLVM${target}AsmParser IN_LIST LLVM_AVAILABLE_LIBS)
      string(APPEND calls " \\\n  CALL(LLVMInitialize${target}AsmParser)")
    endif()
  endforeach()
  if(NOT LLVM_NATIVE_ARCH IN_LIST targets)
    message(FATAL_ERROR "RELAYLITE_TARGETS lacks ${LLVM_NATIVE_ARCH}, for which constants are "
                        "folded")
  endif()
  set(RELAYLITE_TARGET_CALLS "${calls}" PARENT_SCOPE)
endfunction()
