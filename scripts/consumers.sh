#!/bin/sh
# Builds the library once, installs it below a temporary prefix, moves that, and takes the library from there, and from the source tree, in each
# way that C and C++ projects do. Every program recomputes all golden vectors (ffi-tests/golden/vectors.txt) and must get the same bits.
# One line per consumer; red when one differs. Installs cmake, ninja, pkg-config and clang by apt where they are missing.
# Usage: scripts/consumers.sh
set -eu
CDPATH=
cd "$(dirname "$0")/.."
root=$PWD
started=$(date +%s)

missing=
need() { command -v "$1" >/dev/null || missing="$missing $2"; } # need COMMAND PACKAGE
need gcc gcc
need g++ g++
need clang clang
need cmake cmake
need ninja ninja-build
need pkg-config pkg-config
if [ -n "$missing" ]; then
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    # shellcheck disable=SC2086
    $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
lines=$(grep -c '^[a-z]' ffi-tests/golden/vectors.txt)
version=$(sed -n '/^version = "/ { s/.*"\(.*\)".*/\1/p; q; }' Cargo.toml)
want="$lines golden vectors, dpmarkov $version: 0 differ"
count=0 red=0

try() { # try NAME COMMAND...: the command's output must hold the line of a program that found nothing to differ
    name=$1
    shift
    count=$((count + 1))
    if "$@" >"$work/said" 2>&1 && grep -qF "$want" "$work/said"; then
        if grep -q '^not tested' "$work/said"; then echo "  $name: NOT TESTED HERE"; else echo "  $name: ok"; fi
    else
        red=$((red + 1))
        echo "  $name: FAILED"
        sed 's/^/    /' "$work/said"
    fi
}

scripts/build-c.sh --prefix "$work/first" >"$work/said" || { cat "$work/said"; exit 1; }
mkdir "$work/another place"
mv "$work/first" "$work/another place/moved" # nothing may rest on where it was installed
prefix="$work/moved" # without a space: words of a shell's command line
ln -s "$work/another place/moved" "$prefix"
scripts/symbols.sh nm "$prefix/lib/libdpmarkov.a"
scripts/symbols.sh nm "$prefix/lib/libdpmarkov.so"
warnings="-Wall -Wextra -Wconversion -pedantic -Werror -O1"
vectors=$root/ffi-tests/golden/vectors.txt

# A command line of a compiler. Sources in C are compiled as C++ too.
compile() { # compile COMPILER STANDARD SOURCE LINK...: and run
    compiler=$1 standard=$2 source=$3
    shift 3
    case $compiler in *++) language=c++ ;; *) language=c ;; esac
    # shellcheck disable=SC2086
    (cd "$work" && "$compiler" "-std=$standard" $warnings -x $language "$root/ffi-tests/golden/$source" -x none "$@" -o golden && ./golden "$vectors")
}
each() { # each NAME LINK...: in every language, by both compilers
    way=$1
    shift
    for compiler in gcc clang; do
        try "$way, $compiler, C99" compile $compiler c99 golden.c "$@"
    done
    for compiler in g++ clang++; do
        for standard in c++17 c++20; do
            try "$way, $compiler, $standard" compile $compiler $standard golden.c "$@"
            [ ! -f ffi-tests/golden/golden.cpp ] || try "$way, $compiler, $standard, dpmarkov.hpp" compile $compiler $standard golden.cpp "$@"
        done
    done
}

echo "a command line, static:"
each "cc libdpmarkov.a" "-I$prefix/include" "$prefix/lib/libdpmarkov.a"
echo "a command line, shared:"
each "cc -ldpmarkov" "-I$prefix/include" "-L$prefix/lib" -ldpmarkov "-Wl,-rpath,$prefix/lib"

echo "pkg-config:"
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
# shellcheck disable=SC2046
try "pkg-config, shared" compile gcc c99 golden.c $(pkg-config --cflags --libs dpmarkov) "-Wl,-rpath,$(pkg-config --variable=libdir dpmarkov)"
# shellcheck disable=SC2046
try "pkg-config --static, a program that is static as a whole" compile gcc c99 golden.c -static $(pkg-config --static --cflags --libs dpmarkov)
pkg-config --exact-version="$version" dpmarkov || { red=$((red + 1)); echo "  pkg-config: not version $version: FAILED"; }

# Every program of a CMake project, which are tests of it.
project() { # project FOLDER OPTION...: configure, build, run
    folder=$1
    shift
    rm -rf "$work/build" &&
        cmake -S "$root/ffi-tests/consumers/$folder" -B "$work/build" -G "$generator" "$@" &&
        cmake --build "$work/build" --parallel 2 &&
        (cd "$work/build" && ctest --output-on-failure --no-tests=error) && echo "$want" # each test has found that line
}
cargo="-DDPMARKOV_CARGO_TARGET_DIR=$root/target/capi/build" # the library that is built already
echo "CMake:"
generator=Ninja
try "find_package, static" project find_package "-DCMAKE_PREFIX_PATH=$work/another place/moved"
CC=clang CXX=clang++ try "find_package, shared, clang" project find_package "-DCMAKE_PREFIX_PATH=$work/another place/moved" -DBUILD_SHARED_LIBS=ON
try "add_subdirectory, static" project add_subdirectory "$cargo"
try "FetchContent, shared" project fetch_content "$cargo" -DBUILD_SHARED_LIBS=ON
generator="Unix Makefiles"
try "add_subdirectory, shared, make" project add_subdirectory "$cargo" -DBUILD_SHARED_LIBS=ON

# The same installation by CMake: the same files, byte for byte.
same_installation() {
    cmake -S "$root" -B "$work/alone" -G Ninja "$cargo" &&
        cmake --build "$work/alone" &&
        DESTDIR="$work/staged" cmake --install "$work/alone" --prefix /opt/dpmarkov &&
        diff -r "$work/staged/opt/dpmarkov" "$prefix" && echo "$want"
}
try "cmake --install and DESTDIR: the same files as scripts/build-c.sh --prefix" same_installation

# Said in the way that is awkward: a stage and a folder of libraries relative to where one is, a umask that shuts others out.
awkward_installation() {
    (cd "$work" && umask 077 && DESTDIR="a stage" "$root/scripts/build-c.sh" --prefix=/usr --libdir=./lib64//) &&
        [ -z "$(find "$work/a stage/usr" ! -type l ! -perm -444)" ] &&
        mv "$work/a stage/usr" "$work/awkward" &&
        export PKG_CONFIG_PATH="$work/awkward/lib64/pkgconfig" &&
        [ "$(pkg-config --variable=libdir dpmarkov)" -ef "$work/awkward/lib64" ] &&
        # shellcheck disable=SC2046
        compile gcc c99 golden.c -static $(pkg-config --static --cflags --libs dpmarkov) &&
        cmake -S "$root" -B "$work/alone" -DCMAKE_INSTALL_LIBDIR=./lib64// && cmake --build "$work/alone" &&
        cmake --install "$work/alone" --prefix "$work/alone/usr" && diff -r "$work/alone/usr" "$work/awkward"
}
try "a relative DESTDIR, --libdir=./lib64//, umask 077" awkward_installation
refused_folders() {
    for folder in . .. ../lib /lib lib/./x lib/../x 'a|b' 'a b'; do
        ! scripts/build-c.sh --prefix "$work/never" --libdir "$folder" || return 1
    done
    ! scripts/build-c.sh --libdir lib64 && ! scripts/build-c.sh one two && ! scripts/build-c.sh --prefix && [ ! -e "$work/never" ] && echo "$want"
}
try "folders of libraries that are none below the prefix are refused" refused_folders

# What must not be found.
refused() { # refused WORDS OPTION...
    words=$1
    shift
    ! project find_package "-DCMAKE_PREFIX_PATH=$prefix" "$@" >"$work/refusal" 2>&1 || { echo "accepted"; return 1; }
    tr -s ' \n' ' ' <"$work/refusal" | grep -qF "$words" && echo "$want" || { cat "$work/refusal"; return 1; }
}
generator=Ninja
for asked in 99 0.2 0.1.99; do
    try "find_package(dpmarkov $asked) is refused" refused "compatible with requested version \"$asked\"" "-DDPMARKOV_ASKED=$asked"
done
no_cargo() { # where CMake may not look into the folders that have one
    ignored=$(IFS=:; for folder in $PATH; do [ ! -x "$folder/cargo" ] || printf '%s;' "$folder"; done)
    case $ignored in */usr/bin\;* | *"$(dirname "$(command -v ninja)");"*) echo "not tested: cargo is where the compilers are. $want"; return ;; esac
    ! HOME=/nowhere CARGO_HOME=/nowhere CARGO='' project add_subdirectory "-DCMAKE_IGNORE_PATH=$ignored" >"$work/refusal" 2>&1 &&
        grep -qF rustup.rs "$work/refusal" && echo "$want" || { cat "$work/refusal"; return 1; }
}
try "a source tree without cargo says how to get it" no_cargo

echo "$count consumers, $red failed, $(($(date +%s) - started)) s"
[ "$red" = 0 ]
