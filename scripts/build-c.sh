#!/bin/sh
# Builds the C library:
#   target/capi/lib/libdpmarkov.a       static library
#   target/capi/lib/libdpmarkov.so      shared library (.dylib on macOS), which exports the dpm_ symbols alone; a link to libdpmarkov.so.0.1.0
#   target/capi/include/                headers
# and installs it where a prefix is given: libraries, headers, pkg-config file and CMake package, in a folder that may be moved afterwards.
# Usage: scripts/build-c.sh [--prefix DIR [--libdir DIR]] [TARGET]
#   --prefix DIR    install there, below $DESTDIR where that is set; relative ones begin where you are
#   --libdir DIR    the libraries' folder below the prefix: lib, or for example lib64
#   TARGET          a Rust target triple, for cross builds: target/capi/TARGET/lib/libdpmarkov.a alone
set -eu
usage() { # usage WHAT IS WRONG
    echo "scripts/build-c.sh: $1; --help tells the usage" >&2
    exit 2
}
prefix='' libdir='' target=''
while [ $# -gt 0 ]; do
    case $1 in
    --prefix=?* | --libdir=?*) option=${1%%=*} value=${1#*=} ;;
    --prefix | --libdir) option=$1 value=${2:-} && shift ;;
    -h | --help) sed -n '2,/^set /s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) usage "unknown option $1" ;;
    *) option=target value=$1 ;;
    esac
    case $option$value in --prefix | --libdir) usage "$option needs a folder" ;; esac
    case $option in
    --prefix) prefix=$value ;;
    --libdir) libdir=$value ;;
    *) [ -z "$target" ] || usage "one TARGET, not $target and $value"; target=$value ;;
    esac
    [ $# = 0 ] || shift
done
[ -z "$libdir" ] || [ -n "$prefix" ] || usage "--libdir is a folder below --prefix, which is missing"
# The installed files find each other by the number of folders in it.
libdir=$(echo "${libdir:-lib}" | sed 's|//*|/|g; s|^\(\./\)*||; s|\(.\)/$|\1|')
case /$libdir/ in
//* | */./* | */../* | *[!A-Za-z0-9_./+-]*) usage "--libdir is a folder below the prefix, of letters, digits and _.+-, as lib64 or lib/x86_64-linux-gnu" ;;
esac
case $prefix in '' | /*) ;; *) prefix=$PWD/$prefix ;; esac
stage=${DESTDIR:-}
case $stage in '' | /*) ;; *) stage=$PWD/$stage ;; esac
CDPATH=
cd "$(dirname "$0")/.."

cargo=${CARGO:-cargo} rustc=${RUSTC:-rustc}
command -v "$cargo" >/dev/null || { echo "scripts/build-c.sh: no $cargo: the library is written in Rust, see https://rustup.rs" >&2; exit 1; }
build=target/capi/build
lib=target/capi/${target:+$target/}lib
# Always named, so that a CARGO_BUILD_TARGET or a build.target of the user's does not move the library.
triple=${target:-$($rustc -vV | sed -n 's/^host: //p')}
# The shared library's name carries what of the version changes with an incompatible interface: 0.1 of 0.1.0, and from 1.0.0 on the first number.
version=$(sed -n '/^version = "/ { s/.*"\(.*\)".*/\1/p; q; }' Cargo.toml)
case $version in
0.0.*) soversion=$version ;;
0.*) soversion=${version%.*} ;;
*) soversion=${version%%.*} ;;
esac
case $triple in
*-apple-*) shared=libdpmarkov.dylib full=libdpmarkov.$version.dylib soname=libdpmarkov.$soversion.dylib
    name="-install_name,@rpath/$soname,-compatibility_version,$soversion,-current_version,$version" ;;
*) shared=libdpmarkov.so full=libdpmarkov.so.$version soname=libdpmarkov.so.$soversion
    name="-soname,$soname" ;;
esac
mkdir -p "$lib" target/capi/include

compile() { # compile CRATE_TYPE [OPTION OF RUSTC]...
    kind=$1
    shift
    "$cargo" rustc --quiet --locked --release --lib --crate-type "$kind" --features capi,panic-handler \
        --target-dir "$build" --target "$triple" -- "$@"
}

# A new file, and in one step: a program that runs with the old library keeps it, and a compiler that links meanwhile finds one or the other.
place() { # place FILE NAME: for everyone to read, whatever the umask
    if [ -h "$2" ] || ! cmp -s "$1" "$2"; then cp "$1" "$2.$$" && mv -f "$2.$$" "$2"; fi
    chmod a+r "$2"
}
link() { # link FILE NAME
    if [ "$(readlink "$2")" != "$1" ]; then ln -sf "$1" "$2.$$" && mv -f "$2.$$" "$2"; fi
}
place_shared() { # place_shared FILE FOLDER: the file under its full name, and the links that the loader and the linker look for
    place "$1" "$2/$full"
    chmod a+rx "$2/$full"
    link "$full" "$2/$soname"
    link "$full" "$2/$shared"
}

out=$build/$triple/release
compile staticlib
place "$out/libdpmarkov.a" "$lib/libdpmarkov.a"
if [ -z "$target" ]; then
    compile cdylib -C "link-arg=-Wl,$name"
    place_shared "$out/$shared" "$lib"
fi
place_headers() { # place_headers FOLDER
    (cd include && find . -type f) | while read -r header; do
        mkdir -p "$1/$(dirname "$header")"
        place "include/$header" "$1/$header"
    done
}
place_headers target/capi/include
[ -n "$prefix" ] || exit 0

# The installation. Nothing in it names the prefix: the pkg-config file and the CMake package find the rest from where they are.
root=$stage$prefix
umask 022
up=$(echo "$libdir" | sed 's|[^/][^/]*|..|g')
bits=$($rustc --print cfg --target "$triple" | sed -n 's/^target_pointer_width="\(.*\)"/\1/p')
fill() { # fill TEMPLATE FILE
    sed -e "s|@VERSION@|$version|g" -e "s|@SOVERSION@|$soversion|g" -e "s|@LIBDIR@|$libdir|g" -e "s|@UP@|$up|g" -e "s|@BITS@|$bits|g" \
        -e "s|@SHARED_FILE@|$full|g" -e "s|@SHARED_NAME@|$soname|g" -e "s|@STATIC_FILE@|libdpmarkov.a|g" "$1" >"$2.new"
    mv "$2.new" "$2"
}
mkdir -p "$root/include" "$root/$libdir/pkgconfig" "$root/$libdir/cmake/dpmarkov"
place_headers "$root/include"
place "$lib/libdpmarkov.a" "$root/$libdir/libdpmarkov.a"
if [ -z "$target" ]; then place_shared "$lib/$full" "$root/$libdir"; fi
fill packaging/dpmarkov.pc.in "$root/$libdir/pkgconfig/dpmarkov.pc"
for file in Config ConfigVersion Targets; do fill "packaging/dpmarkov$file.cmake.in" "$root/$libdir/cmake/dpmarkov/dpmarkov$file.cmake"; done
echo "dpmarkov $version: installed in $root"
