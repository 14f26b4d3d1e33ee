#!/bin/sh
# Builds the C library:
#   target/capi/lib/libdpmarkov.a       static library
#   target/capi/lib/libdpmarkov.so      shared library (.dylib on macOS), which exports the dpm_ symbols alone
#   target/capi/include/dpmarkov.h      header
# Usage: scripts/build-c.sh [TARGET]    TARGET: a Rust target triple, for cross builds (static library only)
set -eu
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
build=target/capi/build
lib=target/capi/lib
target=${1:-}
mkdir -p "$lib" target/capi/include

compile() { # compile CRATE_TYPE
    "$cargo" rustc --quiet --locked --release --lib --crate-type "$1" --features capi,panic-handler \
        --target-dir "$build" ${target:+--target "$target"}
}

out=$build/${target:+$target/}release
compile staticlib
cp "$out/libdpmarkov.a" "$lib/libdpmarkov.a"
if [ -z "$target" ]; then
    compile cdylib
    for shared in "$out/libdpmarkov.so" "$out/libdpmarkov.dylib"; do
        if [ -f "$shared" ]; then cp "$shared" "$lib/"; fi
    done
fi
cp include/dpmarkov.h target/capi/include/dpmarkov.h
