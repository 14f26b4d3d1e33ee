#!/bin/sh
# Proves on the compiled code that a release in integers touches no floating point: the library is built for a processor without a
# floating-point unit (Cortex-M0), where every operation on a float is a call of one of the compiler's routines. Each release function
# is linked alone, without what it does not reach, and of the compiler's routines the program may then hold those for integers alone.
# Functions that do use floats must be caught by the same look.
# Usage: scripts/integer_path.sh
set -eu
CDPATH=
cd "$(dirname "$0")/.."

# The functions that release a chain's counts or tallies as integers, those that write them into a report, a device's vote and the release of a tally of votes; and controls that must be found to use floats: a row of reals made
# from such integers, and the release that floats are the nature of.
entries="dpm_polya_release_tallies dpm_polya_release_row_unchecked dpm_geometric_release_counts dpm_gaussian_release_counts dpm_noisy_counts_units
dpm_report_write_geometric dpm_report_write_gaussian dpm_report_write_polya
dpm_learner_vote dpm_learner_vote_poisson dpm_learner_tally"
controls="dpm_polya_release_row dpm_geometric_release_row dpm_gaussian_release_row dpm_dirichlet_release_row
dpm_stable_mode_init"

target=thumbv6m-none-eabi
out=target/capi/integer_path
mkdir -p "$out"

need() { # need COMMAND PACKAGE...: installs the packages where the command is missing
    command -v "$1" >/dev/null && return
    shift
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}
need arm-none-eabi-ld binutils-arm-none-eabi

archive=$(scripts/firmware_library.sh "$target")

# The compiler's routines for integers and memory, by the names of the Arm run-time ABI and of compiler-rt. Every other routine of
# the compiler's (all begin with two underscores) counts as one for floats.
integer='__aeabi_(u?idiv(mod)?|u?ldivmod|lmul|llsl|llsr|lasr|u?lcmp|mem(cpy|move|set|clr)[48]?)'
integer="$integer|__(mul|div|mod|udiv|umod|ashl|ashr|lshr|cmp|ucmp|clz|ctz|popcount)[sdt]i[234]?|__u?divmod[sdt]i4"

floats_of() { # floats_of ENTRY: the routines that the linked program holds and that are not for integers
    arm-none-eabi-ld --gc-sections -e "$1" -o "$out/$1.elf" "$archive" --undefined="$1"
    arm-none-eabi-nm "$out/$1.elf" | awk '$2 ~ /^[TtWw]$/ { print $3 }' >"$out/$1.txt"
    grep -qx "$1" "$out/$1.txt" || { echo "$1: not in the program" >&2; exit 1; }
    grep -E '^__|libm' "$out/$1.txt" | grep -vxE "$integer" || true
}

for entry in $entries; do
    found=$(floats_of "$entry")
    if [ -n "$found" ]; then
        echo "$entry reaches floating point:"
        echo "$found"
        exit 1
    fi
    echo "$entry: no floating point in $(wc -l <"$out/$entry.txt") functions"
done
for control in $controls; do
    found=$(floats_of "$control")
    if [ -z "$found" ]; then
        echo "$control uses floats, and the check does not see it"
        exit 1
    fi
    echo "$control (control): $(echo "$found" | wc -l) routines for floats seen"
done

# A charge by sums must not bring the composition's code with it, which is ten times its own; a charge that composes must be seen to.
for entry in dpm_ledger_prepare_cost_summed dpm_ledger_prepare_release_summed dpm_ledger_prepare_cost; do
    floats_of "$entry" >/dev/null
    text=$(size "$out/$entry.elf" | awk 'NR == 2 { print $1 }')
    composes=$(grep -c 'privacy.*\(compose\|engine\)' "$out/$entry.txt" || true)
    case $entry in
    *_summed) [ "$composes" = 0 ] ;;
    *) [ "$composes" != 0 ] ;;
    esac || { echo "$entry: $composes functions of the composition"; exit 1; }
    echo "$entry: $text bytes, $composes functions of the composition"
done
