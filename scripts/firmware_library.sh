#!/bin/sh
# Builds the static library for a processor without an operating system, in the profile for firmware, and prints where it is. Its link fails if a
# panic path survives. Where the Rust toolchain lacks the target (`rustup target add`), Debian's packages build its core library from source.
# Usage: scripts/firmware_library.sh TARGET    a Rust target triple
set -eu
CDPATH=
cd "$(dirname "$0")/.."
target=$1
cargo=${CARGO:-cargo}
build=target/capi/embedded/build # one folder for all scripts: one core library, built once, and one library
profile=release
if grep -qx '\[profile.firmware\]' Cargo.toml; then profile=firmware; fi

set -- rustc --quiet --locked --profile "$profile" --lib --crate-type staticlib --features capi,panic-forbidden --target "$target" --target-dir "$build"
if [ -d "$(rustc --print target-libdir --target "$target" 2>/dev/null)" ]; then
    "$cargo" "$@" >&2
else
    if [ ! -d /usr/share/doc/rust-web-src ]; then
        sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
        $sudo apt-get update -qq >&2
        $sudo apt-get install -y -qq --no-install-recommends rustc-web rust-web-src >/dev/null
    fi
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc "$cargo" "$@" -Zbuild-std=core >&2
fi
echo "$build/$target/$profile/libdpmarkov.a"
