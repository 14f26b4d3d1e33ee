#!/bin/sh
# Builds the C library:
#   target/capi/lib/libdpmarkov.a       static library
#   target/capi/lib/libdpmarkov.so      shared library (.dylib on macOS), which exports the dpm_ symbols alone
#   target/capi/include/dpmarkov.h      header
# Usage: scripts/build-c.sh [TARGET]    TARGET: a Rust target triple, for cross builds: target/capi/TARGET/lib/libdpmarkov.a alone
set -eu
CDPATH=
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
build=target/capi/build
target=${1:-}
lib=target/capi/${target:+$target/}lib
# Always named, so that a CARGO_BUILD_TARGET or a build.target of the user's does not move the library.
triple=${target:-$(${RUSTC:-rustc} -vV | sed -n 's/^host: //p')}
mkdir -p "$lib" target/capi/include

compile() { # compile CRATE_TYPE
    "$cargo" rustc --quiet --locked --release --lib --crate-type "$1" --features capi,panic-handler \
        --target-dir "$build" --target "$triple"
}

# A new file each time, and at once: a program that runs with the old library keeps it, and one that is linked meanwhile finds it whole.
place() { rm -f "$2.new" && cp "$1" "$2.new" && mv -f "$2.new" "$2"; }

out=$build/$triple/release
compile staticlib
place "$out/libdpmarkov.a" "$lib/libdpmarkov.a"
if [ -z "$target" ]; then
    compile cdylib
    for shared in "$out/libdpmarkov.so" "$out/libdpmarkov.dylib"; do
        if [ -f "$shared" ]; then place "$shared" "$lib/${shared##*/}"; fi
    done
fi
place include/dpmarkov.h target/capi/include/dpmarkov.h
