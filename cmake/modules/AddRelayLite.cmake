# Helpers for the targets of RelayLite.

# Tests never touch the user's cache of kernels.
set(RELAYLITE_TEST_ENVIRONMENT RELAYLITE_CACHE=off)

# LLVM's allocators poison their fresh memory where a header of theirs is
# compiled with the address sanitizer. The packaged libraries are not: they
# use such memory without unpoisoning it.
if(RELAYLITE_SANITIZERS)
  list(APPEND RELAYLITE_TEST_ENVIRONMENT
       ASAN_OPTIONS=allow_user_poisoning=0
       UBSAN_OPTIONS=print_stacktrace=1
       TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/utils/tsan.supp)
endif()

# The number of pieces that define the generated classes of the operations.
set(RELAYLITE_OP_SHARDS 12)

# The sources of libRelayLite.so come from object libraries, one a folder. They
# share one precompiled header (RelayLitePCH).
set_property(GLOBAL PROPERTY RELAYLITE_OBJECT_LIBRARIES)

function(relay_lite_use_pch target)
  if(RELAYLITE_ENABLE_PCH)
    target_precompile_headers(${target} REUSE_FROM RelayLitePCH)
  endif()
endfunction()

# add_relay_lite_library(name sources... [DEPENDS targets...])
# Declares the object library `name`; its objects become part of RelayLite.
function(add_relay_lite_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_library(${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  add_dependencies(${name} RelayLiteHeaders ${ARG_DEPENDS})
  relay_lite_use_pch(${name})
  # In a unity build, files share a translation unit but not a debug type.
  set_target_properties(${name} PROPERTIES
                        UNITY_BUILD_CODE_AFTER_INCLUDE "#undef DEBUG_TYPE")
  set_property(GLOBAL APPEND PROPERTY RELAYLITE_OBJECT_LIBRARIES ${name})
endfunction()

# add_relay_lite_tool(name sources...)
# Declares an installed executable that links libRelayLite.so.
function(add_relay_lite_tool name)
  add_executable(${name} ${ARGN})
  relay_lite_use_pch(${name})
  target_link_libraries(${name} PRIVATE RelayLite)
  install(TARGETS ${name} EXPORT RelayLiteTargets
          RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT RelayLite)
endfunction()

# add_relay_lite_unittest(name sources...)
# Declares a GoogleTest executable, run by ctest.
function(add_relay_lite_unittest name)
  add_executable(${name} EXCLUDE_FROM_ALL ${ARGN})
  relay_lite_use_pch(${name})
  set_target_properties(${name} PROPERTIES
                        RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/unittests)
  target_link_libraries(${name} PRIVATE RelayLite GTest::gtest GTest::gtest_main)
  add_dependencies(RelayLiteUnitTests ${name})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS unit
                       ENVIRONMENT "${RELAYLITE_TEST_ENVIRONMENT}")
endfunction()

# relay_lite_add_script_test(name script args...)
# Declares a test that runs a Python script; exit code 77 means skipped.
function(relay_lite_add_script_test name script)
  add_test(NAME ${name}
           COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/${script} ${ARGN}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS script SKIP_RETURN_CODE 77
                       ENVIRONMENT "${RELAYLITE_TEST_ENVIRONMENT}")
endfunction()
