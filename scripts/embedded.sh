#!/bin/sh
# Builds the library for five bare boards and for a big-endian computer, proves that nothing in it can panic there, runs ffi-tests/embedded/*.c on each
# under QEMU, and compares every bit that they print, and every byte that they send out of the serial port, with this computer's.
# Usage: scripts/embedded.sh [BOARD]...
#     m0      Cortex-M0   a micro:bit            m33    Cortex-M33          MPS2 AN505
#     m3      Cortex-M3   Stellaris LM3S6965     riscv  32-bit RISC-V       QEMU's virt
#     m4      Cortex-M4F  MPS2 AN386             s390x  big-endian, 64-bit  Linux
set -eu
CDPATH=
cd "$(dirname "$0")/.."
out=target/capi/embedded
mkdir -p "$out"
[ $# -gt 0 ] || set -- m0 m3 m4 m33 riscv s390x
parts="golden integers sparse structure errors ledger device learner report everything cost smallest telemetry"
options="-std=c99 -Wall -Wextra -Wconversion -pedantic -Werror -Iinclude"

need() { # need COMMAND PACKAGE...: installs the packages where the command is missing
    command -v "$1" >/dev/null && return
    shift
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

choose() { # choose BOARD: target, compiler, its options, linker script, QEMU, tools
    tools=arm-none-eabi- script=$1.ld bare=1
    case $1 in
    m0 | m3 | m4 | m33) need arm-none-eabi-gcc gcc-arm-none-eabi && need qemu-system-arm qemu-system-arm ;;
    riscv) need riscv64-unknown-elf-gcc gcc-riscv64-unknown-elf && need qemu-system-riscv32 qemu-system-misc ;;
    s390x) need s390x-linux-gnu-gcc gcc-s390x-linux-gnu libc6-dev-s390x-cross && need qemu-s390x qemu-user ;;
    *) echo "$1: m0, m3, m4, m33, riscv or s390x" && exit 2 ;;
    esac
    case $1 in
    m0) target=thumbv6m-none-eabi script=microbit.ld qemu="qemu-system-arm -M microbit" cpu="-mcpu=cortex-m0 -mthumb -mfloat-abi=soft -DBOARD_MICROBIT" ;;
    m3) target=thumbv7m-none-eabi script=stellaris.ld qemu="qemu-system-arm -M lm3s6965evb" cpu="-mcpu=cortex-m3 -mthumb -mfloat-abi=soft -DBOARD_STELLARIS" ;;
    m4) target=thumbv7em-none-eabihf script=mps2.ld qemu="qemu-system-arm -M mps2-an386" cpu="-mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -DBOARD_MPS2" ;;
    m33) target=thumbv8m.main-none-eabihf script=mps2-m33.ld qemu="qemu-system-arm -M mps2-an505" cpu="-mcpu=cortex-m33 -mthumb -mfloat-abi=hard -mfpu=fpv5-sp-d16 -DBOARD_MPS2" ;;
    riscv) target=riscv32imac-unknown-none-elf script=riscv-virt.ld qemu="qemu-system-riscv32 -M virt -bios none" cpu="-march=rv32imac_zicsr -mabi=ilp32 -DBOARD_VIRT" tools=riscv64-unknown-elf- ;;
    s390x) target=s390x-unknown-linux-gnu qemu=qemu-s390x cpu="-O1 -static" tools=s390x-linux-gnu- bare=0 ;;
    esac
}

# shellcheck disable=SC2086 # options, parts and machines are several words
link() { # link PROGRAM SCRIPT SOURCE OPTION...: and no panic machinery in it
    program=$1 memory=$2 source=$3
    shift 3
    if [ $bare = 1 ]; then
        set -- -Os -ffreestanding -ffunction-sections -fdata-sections -nostdlib -nostartfiles -Lffi-tests/embedded -T "$memory" "$@" \
            ffi-tests/embedded/port_bare.c "$archive" -lgcc
    else
        set -- "$@" ffi-tests/embedded/port_host.c "$archive"
    fi
    "${tools}gcc" $options $cpu -Wl,--gc-sections -Wl,--no-warn-execstack "$source" "$@" -o "$program" || return 1
    if "${tools}nm" -C "$program" | grep -E 'core::panicking|rust_begin_unwind|rust_panic'; then
        echo "$program: panic machinery is linked"
        return 1
    fi
}

# shellcheck disable=SC2086
programs() { # programs BOARD: links and runs all; what it finds goes to its standard output
    board=$1
    scripts/symbols.sh "${tools}nm" "$archive" || return 1
    for part in $parts; do
        that=$out/$board-$part
        rm -f "$that.sent"
        link "$that" "$script" "ffi-tests/embedded/$part.c" || return 1
        if [ $bare = 1 ]; then
            timeout 900 $qemu -display none -monitor none -serial "file:$that.sent" -chardev "file,id=out,path=$that.txt" \
                -semihosting-config enable=on,target=native,chardev=out -kernel "$that"
        else
            timeout 900 $qemu "$that" >"$that.txt" 2>"$that.sent"
        fi </dev/null || { tail -3 "$that.txt"; echo "$board $part: failed"; return 1; }
        summary "$that"
        cmp "$out/host-$part.bits" "$that.bits" && cmp "$out/host-$part.sent" "$that.sent" || { echo "$board $part: not the same bits"; return 1; }
    done
    # The whole interface at once, linked and not run: it needs more than a micro:bit has.
    link "$out/$board-all" large.ld ffi-tests/embedded/structure.c $(sed 's/^/-Wl,-u,/' ffi-tests/symbols.txt) || return 1
}

summary() { # summary PROGRAM: its bits alone, and their hash or that of the bytes sent
    grep -v '^#' "$1.txt" >"$1.bits"
    if [ -s "$1.sent" ]; then
        sha256sum <"$1.sent" | cut -c 1-8
    else
        sed -n 's/^hash \(........\).*/\1/p' "$1.bits"
    fi >"$1.hash"
    [ -s "$1.hash" ] || { echo "$1: no hash"; return 1; }
}

row() { # row NAME BOARD REST
    printf '%-26s' "$1"
    for part in $parts; do printf ' %-9s' "$(cat "$out/$2-$part.hash")"; done
    printf ' %s\n' "$3"
}

scripts/build-c.sh
for part in $parts; do
    that=$out/host-$part
    # shellcheck disable=SC2086
    "${CC:-cc}" $options -O1 "ffi-tests/embedded/$part.c" ffi-tests/embedded/port_host.c target/capi/lib/libdpmarkov.a -lm -o "$that"
    "$that" >"$that.txt" 2>"$that.sent"
    summary "$that"
done

echo "What the telemetry firmware has sent, read by a collector:"
# shellcheck disable=SC2086
"${CC:-cc}" $options -O1 ffi-tests/embedded/collector.c target/capi/lib/libdpmarkov.a -lm -o "$out/collector"
"$out/collector" <"$out/host-telemetry.sent"

# One board's programs run while the next board's library is built.
for board; do
    choose "$board"
    began=$(date +%s)
    archive=$(scripts/firmware_library.sh $target)
    built=$(date +%s)
    echo "$board: $target built in $((built - began)) s"
    (
        if programs "$board" >"$out/$board.log" 2>&1; then echo "$((built - began)) s + $(($(date +%s) - built)) s"; else echo failed; fi >"$out/$board.result"
    ) &
done
wait

for board; do
    if [ "$(cat "$out/$board.result")" = failed ]; then
        cat "$out/$board.log"
        echo "$board: failed"
        exit 1
    fi
done
for board; do
    choose "$board"
    echo "$board: bytes of program: $(for part in $parts all; do echo "$part $("${tools}size" "$out/$board-$part" | awk 'NR == 2 { print $1 + $2 }')"; done | paste -s -d ,)"
    [ $bare = 0 ] || echo "$board: bytes of stack: $(cat "$out/$board"-*.txt | sed -n 's/^# stack of \(.*\): \(.*\)/\2 \1/p' | sort -n | tail -1); telemetry, all of it $(sed -n 's/^# stack of the whole firmware: //p' "$out/$board-telemetry.txt")"
done
echo "Hashes of the bits printed (telemetry: of the bytes sent); seconds to build + to link and run:"
printf '%-26s' board
for part in $parts; do printf ' %-9s' "$part"; done
echo
row "this computer" host ""
for board; do row "$board" "$board" "$(cat "$out/$board.result")"; done
