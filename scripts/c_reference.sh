#!/bin/sh
# The C and C++ reference by doxygen, into target/reference/html: every warning is an error, an undocumented symbol above all. Then that claim itself is
# tested: every symbol of the library is on a page, and one that loses its comment turns it red.
set -eu
cd "$(dirname "$0")/.."
if ! command -v doxygen > /dev/null; then
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends doxygen > /dev/null
fi
out=target/reference
rm -rf "$out"
mkdir -p "$out/test"
doxygen docs/Doxyfile 2> "$out/warnings.txt" || {
    cat "$out/warnings.txt"
    exit 1
}
if [ -s "$out/warnings.txt" ]; then # what the filter says does not change doxygen's exit code
    cat "$out/warnings.txt"
    exit 1
fi

# Functions, constants and macros, structs: all of the header are there.
{
    cat ffi-tests/symbols.txt
    sed -n 's/^#define \(DPM_[A-Z0-9_]*\).*/\1/p; s/^typedef struct \(dpm_[a-z_]*\) {/\1/p; s/^typedef.*(\*\(dpm_[a-z_]*\)).*/\1/p' include/dpmarkov.h
} | sort -u > "$out/test/symbols.txt"
sed -n 's/.*<name>\(.*\)<\/name>.*/\1/p' "$out/dpmarkov.tag" | sort -u > "$out/test/pages.txt"
missing=$(comm -23 "$out/test/symbols.txt" "$out/test/pages.txt")
if [ -n "$missing" ]; then
    echo "on no page: $missing"
    exit 1
fi

# Doxygen 1.9 says nothing of values of an enum without a comment.
enumerators() { # enumerators FOLDER: those without
    grep -nE '^ +[a-z_]+ = [A-Za-z_0-9]+,' "$1"/*.hpp | grep -v '///<' || true
}
bare=$(enumerators include/dpmarkov)
if [ -n "$bare" ]; then
    echo "without a comment: $bare"
    exit 1
fi
mkdir -p "$out/test/enum"
sed 's|\(renyi = DPM_BOUND_RENYI,\).*|\1|' include/dpmarkov/plan.hpp > "$out/test/enum/plan.hpp"
[ -n "$(enumerators "$out/test/enum")" ] || {
    echo "not red without the comment of Bound::renyi"
    exit 1
}

# Take the comment of one symbol of each kind away: each time red, by the name of the symbol.
undocumented() { # header line number of the declaration, what doxygen must complain of
    mkdir -p "$out/test/include"
    awk -v at="$1" '{ line[NR] = $0 } END {
        for (i = at - 1; line[i] !~ /^ *\/\*\*/; i--) line[i] = ""
        line[i] = ""
        for (j = 1; j <= NR; j++) print line[j] }' include/dpmarkov.h > "$out/test/include/dpmarkov.h"
    if { cat docs/Doxyfile && echo "INPUT = $out/test/include/dpmarkov.h docs/reference.dox" && echo "OUTPUT_DIRECTORY = $out/test" &&
        echo "GENERATE_TAGFILE =" && echo "STRIP_FROM_PATH = $out/test/include"; } | doxygen - > /dev/null 2> "$out/test/red.txt"; then
        echo "not red without the comment of $2"
        exit 1
    fi
    grep -q "$2.* is not documented" "$out/test/red.txt" || {
        cat "$out/test/red.txt"
        echo "red, but not for $2"
        exit 1
    }
}
line() { grep -n "$1" include/dpmarkov.h | head -n 1 | cut -d: -f1; }
undocumented "$(line '^dpm_status dpm_counts_record(')" dpm_counts_record
undocumented "$(line '^typedef struct dpm_interval {')" dpm_interval
undocumented "$(line '^  double upper;')" upper
undocumented "$(line '^#define DPM_LEDGER_ENTRIES')" DPM_LEDGER_ENTRIES
undocumented "$(line '^#define DPM_MERGE_LEN')" DPM_MERGE_LEN

# So it is with the classes of C++.
mkdir -p "$out/test/cpp"
awk '/Returns<void> record\(std::size_t from/ { kept = "" } { if (NR > 1) print kept; kept = $0 } END { print kept }' include/dpmarkov/counts.hpp > "$out/test/cpp/counts.hpp"
if { cat docs/Doxyfile && echo "INPUT = $out/test/cpp" && echo "OUTPUT_DIRECTORY = $out/test" && echo "GENERATE_TAGFILE ="; } | doxygen - > /dev/null 2> "$out/test/red.txt" ||
    ! grep -q 'Member record(.* is not documented' "$out/test/red.txt"; then
    echo "not red without the comment of Counts::record()"
    exit 1
fi
echo "reference: $(wc -l < "$out/test/symbols.txt") symbols of C, all documented; $out/html/index.html"
