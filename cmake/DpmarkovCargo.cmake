# Builds the libraries by cargo and makes the targets dpmarkov::static, dpmarkov::shared and dpmarkov::dpmarkov. Included by CMakeLists.txt.

find_program(DPMARKOV_CARGO cargo PATHS "$ENV{CARGO_HOME}/bin" "$ENV{HOME}/.cargo/bin" "$ENV{USERPROFILE}/.cargo/bin" NO_CMAKE_FIND_ROOT_PATH)
if(NOT DPMARKOV_CARGO)
  message(FATAL_ERROR "dpmarkov is written in Rust, and no cargo was found. Install Rust ${_rust_version} or later (https://rustup.rs), "
    "say where cargo is by -DDPMARKOV_CARGO=/path/to/cargo, or use an installed dpmarkov by find_package(dpmarkov).")
endif()
get_filename_component(_bin "${DPMARKOV_CARGO}" DIRECTORY)
find_program(DPMARKOV_RUSTC rustc HINTS "${_bin}" NO_CMAKE_FIND_ROOT_PATH)
execute_process(COMMAND "${DPMARKOV_RUSTC}" -vV OUTPUT_VARIABLE _rustc ERROR_VARIABLE _complaint RESULT_VARIABLE _result)
if(NOT _result EQUAL 0 OR NOT _rustc MATCHES "release: ([0-9.]+)")
  message(FATAL_ERROR "dpmarkov: \"${DPMARKOV_RUSTC} -vV\" does not run, and without a Rust compiler there is no library. "
    "Say where it is by -DDPMARKOV_RUSTC=/path/to/rustc.\n${_complaint}")
endif()
if(CMAKE_MATCH_1 VERSION_LESS _rust_version)
  message(FATAL_ERROR "dpmarkov needs Rust ${_rust_version} or later, and ${DPMARKOV_RUSTC} is ${CMAKE_MATCH_1}. Update it (rustup update), "
    "or say where a newer one is by -DDPMARKOV_CARGO=/path/to/cargo and -DDPMARKOV_RUSTC=/path/to/rustc.")
endif()
string(REGEX MATCH "host: ([^\n]+)" _ "${_rustc}")
string(STRIP "${CMAKE_MATCH_1}" _triple)
if(DPMARKOV_RUST_TARGET)
  set(_triple "${DPMARKOV_RUST_TARGET}")
elseif(CMAKE_CROSSCOMPILING)
  message(FATAL_ERROR "dpmarkov: this is a cross build for ${CMAKE_SYSTEM_NAME} ${CMAKE_SYSTEM_PROCESSOR}, whose name in Rust must be told: "
    "-DDPMARKOV_RUST_TARGET=thumbv7em-none-eabihf, aarch64-unknown-linux-gnu, aarch64-linux-android or another of `rustc --print target-list`.")
endif()

# The shared library carries what of the version changes with an incompatible interface: see the policy in CHANGELOG.md.
if(PROJECT_VERSION VERSION_GREATER_EQUAL 1)
  set(_soversion "${PROJECT_VERSION_MAJOR}")
else()
  set(_soversion "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
endif()
set(_static_file libdpmarkov.a)
set(_shared_file "") # as cargo names it
set(_link_args "")
if(_triple MATCHES "-msvc$")
  set(_static_file dpmarkov.lib)
elseif(_triple MATCHES "-apple-")
  set(_shared_file libdpmarkov.dylib)
  set(_full "libdpmarkov.${PROJECT_VERSION}.dylib")
  set(_soname "libdpmarkov.${_soversion}.dylib")
  set(_link_args -C "link-arg=-Wl,-install_name,@rpath/${_soname},-compatibility_version,${_soversion},-current_version,${PROJECT_VERSION}")
elseif(_triple MATCHES "-android") # takes libraries whose names end with .so alone into a package
  set(_shared_file libdpmarkov.so)
  set(_full libdpmarkov.so)
  set(_soname libdpmarkov.so)
  set(_link_args -C "link-arg=-Wl,-soname,${_soname}")
elseif(NOT _triple MATCHES "-(none|windows|wasm|wasi|unknown-unknown)" AND NOT _triple MATCHES "^wasm")
  set(_shared_file libdpmarkov.so)
  set(_full "libdpmarkov.so.${PROJECT_VERSION}")
  set(_soname "libdpmarkov.so.${_soversion}")
  set(_link_args -C "link-arg=-Wl,-soname,${_soname}")
endif()

# Always optimised: a guarantee takes long to solve otherwise, and only there is every panic path gone. Debug and RelWithDebInfo add line
# numbers; MinSizeRel is the profile of small firmware. The bits of the results are the same in all of them. Generators of several
# configurations get one library for all.
set(_profile release)
set(_debug "")
if(NOT CMAKE_CONFIGURATION_TYPES AND CMAKE_BUILD_TYPE STREQUAL MinSizeRel)
  set(_profile firmware)
elseif(NOT CMAKE_CONFIGURATION_TYPES AND CMAKE_BUILD_TYPE MATCHES "^(Debug|RelWithDebInfo)$")
  set(_debug CARGO_PROFILE_RELEASE_DEBUG=line-tables-only)
endif()

# Without make's job server, which a plain rule does not hand on: cargo would complain, and counts processors itself.
set(_cargo "${CMAKE_COMMAND}" -E env --unset=MAKEFLAGS --unset=MFLAGS "RUSTC=${DPMARKOV_RUSTC}" ${_debug})
if(DPMARKOV_RUST_TARGET AND CMAKE_C_COMPILER) # the cross compiler knows how to link for its target
  string(TOUPPER "CARGO_TARGET_${_triple}_LINKER" _linker)
  string(REPLACE "-" "_" _linker "${_linker}")
  if(NOT DEFINED ENV{${_linker}})
    list(APPEND _cargo "${_linker}=${CMAKE_C_COMPILER}")
  endif()
endif()
list(APPEND _cargo "${DPMARKOV_CARGO}" rustc --quiet --locked --lib --profile "${_profile}" --features "capi,panic-handler"
  --target "${_triple}" --target-dir "${DPMARKOV_CARGO_TARGET_DIR}" ${DPMARKOV_CARGO_FLAGS})
set(_out "${DPMARKOV_CARGO_TARGET_DIR}/${_triple}/${_profile}")
set(DPMARKOV_LIB "${CMAKE_CURRENT_BINARY_DIR}/lib")
file(MAKE_DIRECTORY "${DPMARKOV_LIB}")
set(_all "")
if(DPMARKOV_TOP_LEVEL OR DPMARKOV_INSTALL)
  set(_all ALL)
endif()

# cargo runs at every build and knows itself what has changed; what has not is not copied, and nothing is linked anew.
add_custom_target(dpmarkov_static_build ${_all}
  COMMAND ${_cargo} --crate-type staticlib
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${_out}/${_static_file}" "${DPMARKOV_LIB}/${_static_file}"
  BYPRODUCTS "${DPMARKOV_LIB}/${_static_file}"
  WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" COMMENT "dpmarkov: static library (cargo)" VERBATIM)
add_library(dpmarkov::static STATIC IMPORTED GLOBAL)
set_target_properties(dpmarkov::static PROPERTIES
  IMPORTED_LOCATION "${DPMARKOV_LIB}/${_static_file}"
  INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_SOURCE_DIR}/include")
add_dependencies(dpmarkov::static dpmarkov_static_build)
set(_default dpmarkov::static)

if(_shared_file)
  set(_links "")
  set(_link_files "")
  foreach(_name "${_soname}" "${_shared_file}")
    if(NOT _name STREQUAL _full)
      list(APPEND _links COMMAND "${CMAKE_COMMAND}" -E create_symlink "${_full}" "${DPMARKOV_LIB}/${_name}")
      list(APPEND _link_files "${DPMARKOV_LIB}/${_name}")
    endif()
  endforeach()
  add_custom_target(dpmarkov_shared_build ${_all}
    COMMAND ${_cargo} --crate-type cdylib -- ${_link_args}
    COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${_out}/${_shared_file}" "${DPMARKOV_LIB}/${_full}"
    ${_links}
    BYPRODUCTS "${DPMARKOV_LIB}/${_full}" ${_link_files}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" COMMENT "dpmarkov: shared library (cargo)" VERBATIM)
  add_library(dpmarkov::shared SHARED IMPORTED GLOBAL)
  set_target_properties(dpmarkov::shared PROPERTIES
    IMPORTED_LOCATION "${DPMARKOV_LIB}/${_full}"
    IMPORTED_SONAME "${_soname}"
    INTERFACE_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_SOURCE_DIR}/include")
  add_dependencies(dpmarkov::shared dpmarkov_shared_build)
  if(BUILD_SHARED_LIBS)
    set(_default dpmarkov::shared)
  endif()
elseif(BUILD_SHARED_LIBS)
  message(STATUS "dpmarkov: no shared library for ${_triple}; dpmarkov::dpmarkov is the static one")
endif()

add_library(dpmarkov::dpmarkov INTERFACE IMPORTED GLOBAL)
set_target_properties(dpmarkov::dpmarkov PROPERTIES INTERFACE_LINK_LIBRARIES "${_default}")
