#!/bin/sh
# Builds the WebAssembly files of the npm package, target/web/dpmarkov-core.wasm and target/web/dpmarkov.wasm, copies them beside the module
# in js/, and prints their sizes. What each file offers: js/exports-core.txt and js/exports.txt.
#
# It fails where a panic path is found that scripts/wasm_panics.py does not know, and where a file has grown. Where the Rust toolchain lacks the target
# (`rustup target add wasm32-unknown-unknown`), Debian's packages build its core library from source, as in scripts/firmware_library.sh.
# Usage: scripts/build-web.sh [NAME LIST]    and target/web/NAME.wasm of the functions in the file LIST; what it lacks the module answers with DPM_JS_CORE
set -eu
CDPATH=
cd "$(dirname "$0")/.."
target=wasm32-unknown-unknown
build=target/capi/web
out=target/web
name=${1:-}
list=${2:-}

# packages NAME...: by apt, or says what is missing
packages() {
    if ! command -v apt-get >/dev/null; then
        echo "$0: there is no apt-get here to install what is missing: $*" >&2
        exit 1
    fi
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq >&2
    $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

set -- rustc --quiet --locked --profile web --lib --crate-type staticlib --features capi,panic-handler --target "$target" --target-dir "$build"
echo "compiling the library for WebAssembly: a minute or two the first time" >&2
if [ -d "$(rustc --print target-libdir --target "$target" 2>/dev/null)" ]; then
    cargo "$@" >&2
else
    if [ ! -d /usr/share/doc/rust-web-src ]; then
        command -v apt-get >/dev/null || { echo "$0: the Rust toolchain lacks the target: rustup target add $target" >&2; exit 1; }
        packages rustc-web rust-web-src
    fi
    RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc cargo "$@" -Zbuild-std=core >&2
fi
library=$build/$target/web/libdpmarkov.a
linker=$(echo "$(rustc --print sysroot)"/lib/rustlib/*/bin/rust-lld)
command -v wasm-opt >/dev/null || packages binaryen

# The stack lies first: what runs over its end leaves the memory, a trap, and writes over nothing. The deepest call, a comparison of mechanisms, was measured
# to take 4096 bytes; js/test/memory.test.mjs runs everything with half of what is here.
stack=16384

# link NAME LIST: once with names, for the search for panic paths, and once without
link() {
    exports=$(sed 's/^/--export=/' "$2")
    for strip in --strip-debug --strip-all; do
        # shellcheck disable=SC2086
        "$linker" -flavor wasm --no-entry --gc-sections $strip --stack-first -z stack-size=$stack --max-memory=2147483648 \
            --export-table --growable-table --export=__heap_base --export=__stack_high $exports "$library" -o "$work/linked$strip.wasm"
    done
    wasm-dis "$work/linked--strip-debug.wasm" -o "$work/text.wat"
    python3 scripts/wasm_panics.py <"$work/text.wat"
    wasm-opt -Oz --enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int --enable-sign-ext \
        "$work/linked--strip-all.wasm" -o "$work/$1.wasm"
    cp "$work/$1.wasm" "$work/whole"
    mv "$work/whole" "$out/$1.wasm" # put in place whole: another script may read it now
}
mkdir -p "$out"
work=$(mktemp -d -p "$out")
trap 'rm -rf "$work"' EXIT
link dpmarkov-core js/exports-core.txt
link dpmarkov js/exports.txt
for file in dpmarkov-core.wasm dpmarkov.wasm; do mv "$work/$file" "js/$file"; done
if [ -n "$name" ]; then link "$name" "$list"; fi

# size NAME RAW GZIP: what each may have at most, some 2 % above what was measured
size() {
    raw=$(wc -c <"$out/$1.wasm")
    gzip=$(gzip -9 -n -c "$out/$1.wasm" | wc -c)
    brotli="not measured (no node)"
    if command -v node >/dev/null; then
        brotli=$(node -e 'console.log(require("zlib").brotliCompressSync(require("fs").readFileSync(process.argv[1])).length)' "$out/$1.wasm")
    fi
    echo "$1.wasm: $raw bytes; with gzip -9: $gzip; with brotli: $brotli"
    if [ "$raw" -gt "$2" ] || [ "$gzip" -gt "$3" ]; then
        echo "$1.wasm is larger than $2 bytes, $3 with gzip" >&2
        exit 1
    fi
}
size dpmarkov-core 145500 71000
size dpmarkov 290000 135000
[ -z "$name" ] || size "$name" 999999999 999999999
