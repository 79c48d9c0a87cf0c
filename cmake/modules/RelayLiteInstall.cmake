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

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/RelayLite-c
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT RelayLite
        FILES_MATCHING PATTERN "*.h")

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
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/RelayLite COMPONENT RelayLite)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/RelayLite COMPONENT RelayLite)

file(RELATIVE_PATH RELAYLITE_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/modules/RelayLite.pc.in
               ${PROJECT_BINARY_DIR}/cmake/RelayLite.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/cmake/RelayLite.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT RelayLite)

# The Debian package of all of this, `make deb`; it depends on the libraries that
# the installed files need, as dpkg-shlibdeps finds them.
if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_NAME relaylite)
  set(CPACK_PACKAGE_CONTACT "The RelayLite developers <relaylite@example.org>")
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_COMPONENTS_ALL RelayLite)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libmlir-22-dev, mlir-22-tools")
  set(CPACK_DEBIAN_PACKAGE_SECTION devel)
  include(CPack)
endif()
