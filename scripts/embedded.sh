#!/bin/sh
# Builds the library for a Cortex-M0, a Cortex-M4F and a 32-bit RISC-V, proves that nothing in it can panic there, runs
# ffi-tests/embedded/{golden,integers,sparse,structure,errors,ledger,device,learner}.c on each under QEMU, and compares every bit that they print with this computer's.
# Usage: scripts/embedded.sh [m0|m4|riscv]...
# Where the Rust toolchain lacks a target (`rustup target add`), Debian's packages build its core library from source.
set -eu
CDPATH=
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
out=target/capi/embedded
mkdir -p "$out"
[ $# -gt 0 ] || set -- m0 m4 riscv

need() { # need COMMAND PACKAGE...: installs the packages where the command is missing
    command -v "$1" >/dev/null && return
    shift
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

library() { # library TARGET: the static library, whose link fails if a panic path survives
    set -- "$1" rustc --quiet --locked --release --lib --crate-type staticlib --features capi,panic-forbidden \
        --target "$1" --target-dir "$out/build"
    if [ -d "$(rustc --print target-libdir --target "$1" 2>/dev/null)" ]; then
        shift
        "$cargo" "$@"
    else
        [ -d /usr/share/doc/rust-web-src ] || need a-missing-command rustc-web rust-web-src
        shift
        RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc "$cargo" "$@" -Zbuild-std=core
    fi
}

run() { # run NAME QEMU TARGET SCRIPT CC OPTION...
    name=$1 qemu=$2 script=$4 archive=$out/build/$3/release/libdpmarkov.a
    library "$3"
    scripts/symbols.sh "${5%gcc}nm" "$archive"
    shift 4
    link() { # link PROGRAM SCRIPT OPTION...
        program=$1 script=$2
        shift 2
        "$@" -std=c99 -Wall -Wextra -Wconversion -pedantic -Werror -Os -ffreestanding -ffunction-sections -fdata-sections \
            -nostdlib -nostartfiles -Iinclude -Lffi-tests/embedded -T "$script" -Wl,--gc-sections -Wl,--no-warn-execstack \
            "ffi-tests/embedded/$part.c" ffi-tests/embedded/port_bare.c "$archive" -lgcc -o "$program"
    }
    for part in $parts; do
        that=$name-$part
        link "$out/$that.elf" "$script" "$@"
        # shellcheck disable=SC2086 # the machine is several words
        timeout 900 $qemu -display none -monitor none -serial none -chardev stdio,id=out \
            -semihosting-config enable=on,target=native,chardev=out -kernel "$out/$that.elf" >"$out/$that.txt" || {
            tail -3 "$out/$that.txt"
            echo "$that: failed"
            exit 1
        }
        grep -v '^#' "$out/$that.txt" >"$out/$that.bits"
        cmp "$out/host-$part.bits" "$out/$that.bits"
        echo "$that: $(wc -l <"$out/$that.bits") lines, every bit as on this computer; $(size "$out/$that.elf" | awk 'NR == 2 { print $1 }') bytes of program"
        grep '^# stack' "$out/$that.txt"
    done
    # The whole interface at once, linked and not run: it needs more than a micro:bit has.
    link "$out/$name-all.elf" large.ld "$@" $(sed 's/^/-Wl,-u,/' ffi-tests/symbols.txt)
}

scripts/build-c.sh
parts="golden integers sparse structure errors ledger device learner"
for part in $parts; do
    "${CC:-cc}" -std=c99 -O1 -Iinclude "ffi-tests/embedded/$part.c" ffi-tests/embedded/port_host.c target/capi/lib/libdpmarkov.a -lm -o "$out/host-$part"
    "$out/host-$part" >"$out/host-$part.txt"
    grep -v '^#' "$out/host-$part.txt" >"$out/host-$part.bits"
done

for board; do
    case $board in
    m0 | m4)
        need arm-none-eabi-gcc gcc-arm-none-eabi
        need qemu-system-arm qemu-system-arm
        ;;
    riscv)
        need riscv64-unknown-elf-gcc gcc-riscv64-unknown-elf
        need qemu-system-riscv32 qemu-system-misc
        ;;
    esac
    case $board in
    m0) run m0 "qemu-system-arm -M microbit" thumbv6m-none-eabi cortex-m.ld arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -mfloat-abi=soft ;;
    m4) run m4 "qemu-system-arm -M mps2-an386" thumbv7em-none-eabihf mps2.ld arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 ;;
    riscv) run riscv "qemu-system-riscv32 -M virt -bios none" riscv32imac-unknown-none-elf riscv-virt.ld riscv64-unknown-elf-gcc -march=rv32imac_zicsr -mabi=ilp32 ;;
    *) echo "$board: m0, m4 or riscv"; exit 2 ;;
    esac
done
