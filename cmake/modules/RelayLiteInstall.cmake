# The install tree: headers (generated ones included), ODS files and the package
# configuration for find_package(RelayLite). Libraries and tools install
# themselves.

include(CMakePackageConfigHelpers)

set(RELAYLITE_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/RelayLite)

foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  install(DIRECTORY ${root}/include/RelayLite
          DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT RelayLite
          FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.h.inc"
          PATTERN "CMakeFiles" EXCLUDE)
endforeach()

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/modules/RelayLiteConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/RelayLiteConfig.cmake
  INSTALL_DESTINATION ${RELAYLITE_INSTALL_CMAKEDIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/RelayLiteConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/RelayLiteConfig.cmake
              ${PROJECT_BINARY_DIR}/cmake/RelayLiteConfigVersion.cmake
        DESTINATION ${RELAYLITE_INSTALL_CMAKEDIR} COMPONENT RelayLite)
install(EXPORT RelayLiteTargets NAMESPACE RelayLite::
        DESTINATION ${RELAYLITE_INSTALL_CMAKEDIR} COMPONENT RelayLite)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/RelayLite COMPONENT RelayLite)
