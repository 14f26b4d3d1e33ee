#!/bin/sh
# What a built library shows and what it asks for, by the symbols of its own code (an archive holds the compiler's routines too):
#   it defines for others the functions of ffi-tests/symbols.txt and nothing else;
#   it asks for the memory functions, the compiler's routines for numbers, and nothing else: no function of a platform's mathematical
#   library, whose last bits differ from one platform to the next;
#   it holds no panic machinery.
# A link alone does not tell: on a bare machine the compiler's routines next to the library define `exp` and `log` too, and anywhere a
# linker forgets what nobody reaches.
# Usage: scripts/symbols.sh NM LIBRARY    LIBRARY: libdpmarkov.a or libdpmarkov.so
set -eu
export LC_ALL=C
CDPATH=
cd "$(dirname "$0")/.."
nm=$1 library=$2
listing=$(mktemp)
trap 'rm -f "$listing"' EXIT

case $library in
*.a) # The members' names stand in lines of their own; a plugin that cannot read the compiler's routines complains, and that is no symbol.
    "$nm" "$library" 2>/dev/null | awk '/:$/ { own = /^dpmarkov-/ } own && NF <= 3' >"$listing"
    shown=$listing
    ;;
*)
    "$nm" "$library" >"$listing"
    shown=$listing.shown
    trap 'rm -f "$listing" "$listing.shown"' EXIT
    "$nm" -D "$library" >"$shown"
    ;;
esac
grep -q ' [Tt] ' "$listing" || { echo "$library: no symbol found"; exit 1; }

red=0
complain() { # complain WHAT NAMES
    [ -z "$2" ] || { red=1; echo "$library $1:"; echo "$2" | sed 's/^/  /'; }
}
# Between 32 and 128 bits, and floats of two sizes; the largest and the smallest of two floats, which are exact.
routine='__(aeabi_[a-z0-9]+|[a-z]+[sdt][fi]([sdt][fi])?[2-5]?)|f(max|min)(imum_num)?f?'
memory='mem(cpy|move|set|cmp)|bcmp'
defined() { awk 'NF == 3 && $2 ~ /^[A-TV-Z]$/ { print $3 }' "$shown" | sort; }
complain "shows what is not in ffi-tests/symbols.txt" "$(defined | grep -vxFf ffi-tests/symbols.txt || true)"
complain "does not show" "$(defined | sort - ffi-tests/symbols.txt ffi-tests/symbols.txt | uniq -c | awk '$1 == 2 { print $2 }')"
complain "asks for" "$(awk 'NF == 2 && $1 == "U" { sub(/@.*/, "", $2); print $2 }' "$shown" | grep -vxE "$routine|$memory" || true)"
complain "can panic" "$(awk '{ print $NF }' "$listing" | grep -E '4core9panicking|rust_begin_unwind|a_panic_path_survived|rust_eh_personality' || true)"
[ "$red" = 0 ] || exit 1
echo "$library: $(wc -l <ffi-tests/symbols.txt) functions, no panic, and needs: $(awk 'NF == 2 && $1 == "U" { print $2 }' "$shown" | grep -E "^($memory)" | tr '\n' ' ')"
