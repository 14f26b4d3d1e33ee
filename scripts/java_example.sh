#!/bin/sh
# The example in Java: it compiles for Java 11 without a warning, releases a chain of 3 states, and recomputes all golden vectors bit for bit. An entropy
# source that fails must end the program, not weaken it. Installs a JDK and JNA by apt where they are missing.
# Usage: scripts/java_example.sh
set -eu
CDPATH=
cd "$(dirname "$0")/.."
missing=
command -v javac >/dev/null || missing=default-jdk-headless
[ -f /usr/share/java/jna.jar ] || missing="$missing libjna-java"
if [ -n "$missing" ]; then
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    # shellcheck disable=SC2086
    $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi
scripts/build-c.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
javac --release 11 -Xlint:all,-serial -Werror -cp /usr/share/java/jna.jar -d "$work" examples/java/*.java

# As README.md beside them says, without compiling before.
java -cp /usr/share/java/jna.jar -Djna.library.path=target/capi/lib examples/java/FirstChain.java >"$work/chain"
cat "$work/chain"
awk 'NF != 3 || $1 + $2 + $3 < 0.9998 || $1 + $2 + $3 > 1.0002 { bad = 1 } END { exit bad || NR != 3 }' "$work/chain" || { echo "FirstChain.java: this is no chain of 3 states"; exit 1; }

# The same program with a source that throws.
sed 's/new SecureRandom().nextBytes(bytes);/if (true) throw new IllegalStateException("no randomness");/' examples/java/FirstChain.java >"$work/FirstChain.java"
cmp -s "$work/FirstChain.java" examples/java/FirstChain.java && { echo "FirstChain.java: no source was replaced"; exit 1; }
mkdir "$work/broken"
javac --release 11 -cp /usr/share/java/jna.jar -d "$work/broken" "$work/FirstChain.java"
if java -cp "/usr/share/java/jna.jar:$work/broken" -Djna.library.path=target/capi/lib FirstChain >"$work/said" 2>&1 || ! grep -q '(701)' "$work/said"; then echo "FirstChain.java: a failing source of entropy is not refused"; cat "$work/said"; exit 1; fi
echo "a failing source of entropy: refused"

lines=$(grep -c '^[a-z]' ffi-tests/golden/vectors.txt)
java -cp /usr/share/java/jna.jar -Djna.library.path=target/capi/lib examples/java/GoldenVectors.java ffi-tests/golden/vectors.txt >"$work/said" || { cat "$work/said"; exit 1; }
cat "$work/said"
grep -q "^$lines golden vectors, dpmarkov .*: 0 differ$" "$work/said"
