#!/usr/bin/env bash
# Reports are read by stock CBOR libraries, of Python (cbor2) and of Node (cbor-x), to the very numbers that this program reads: every mechanism,
# both widths, dense and on a support, with row totals and a ledger; and those of examples/data/reports.
# Needs python3 (3.10 or later) and Node (20.15 or later) with npm; installs the two libraries under target/.
set -Eeuo pipefail
cd "$(dirname "$0")/.."
dpmarkov=${DPMARKOV:-${CARGO_TARGET_DIR:-target}/debug/dpmarkov}
if [ ! -x "$dpmarkov" ]; then cargo build --quiet --features cli; fi
readers=scripts/readers
made=target/report_readers
rm -rf "$made/reports" && mkdir -p "$made/reports"

missing=()
command -v node >/dev/null && command -v npm >/dev/null || missing+=(nodejs npm)
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)
if [ "${#missing[@]}" -gt 0 ]; then
  sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
python3 -m venv "$made/python"
"$made/python/bin/pip" install --quiet --disable-pip-version-check --requirement "$readers/requirements.txt"
# a copy, so that nothing is installed among the sources
cp "$readers/package.json" "$readers/read_report.mjs" "$made/"
npm install --prefix "$made" --omit=optional --no-package-lock --no-audit --no-fund --silent

printf 'from,to,count\nHome,Home,50000\nHome,Work,300\nWork,Home,400\nWork,Work,39\nWork,Shop,110\nShop,Home,600\n' > "$made/log.csv"
printf 'Home\nWork\nShop\n' > "$made/states.txt"
printf 'from,to\nHome,Home\nHome,Work\nWork,Home\nWork,Work\nWork,Shop\nShop,Home\n' > "$made/support.csv"
rm -f "$made/ledger"
"$dpmarkov" ledger init "$made/ledger" --epsilon 1000 --delta 1e-3 --first-generation 18446744073709551000
release() {
  local file=$1; shift
  "$dpmarkov" release "$made/log.csv" --states "$made/states.txt" --epsilon 1 --delta 1e-6 --format csv --report "$made/reports/$file.cbor" "$@" >/dev/null 2>"$made/said" || { cat "$made/said"; exit 1; }
}
for mechanism in dirichlet polya geometric gaussian; do
  for bits in 16 32; do
    release "$mechanism-$bits" --mechanism $mechanism --report-bits $bits
    release "$mechanism-$bits-support" --mechanism $mechanism --report-bits $bits --support "$made/support.csv"
    release "$mechanism-$bits-ledger" --mechanism $mechanism --report-bits $bits --ledger "$made/ledger" --window 3..4294967295
  done
done
for mechanism in dirichlet polya; do
  release "$mechanism-totals" --mechanism $mechanism --report-totals 1/10 --releases 3
  release "$mechanism-totals-support" --mechanism $mechanism --report-totals 1/10 --support "$made/support.csv"
done

compared=0
for report in "$made"/reports/*.cbor examples/data/reports/*.cbor; do
  "$dpmarkov" inspect "$report" --format json > "$made/rust.json"
  "$made/python/bin/python" "$readers/read_report.py" "$report" > "$made/python.json"
  node "$made/read_report.mjs" "$report" > "$made/node.json"
  python3 - "$report" "$made/rust.json" "$made/python.json" "$made/node.json" <<'PYTHON'
import json, sys
# numbers by value: 1 and 1.0 are one, and every double reads back as itself
name, rust, *others = sys.argv[1:]
want = json.load(open(rust))["report"]
for other in others:
    got = json.load(open(other))
    assert got.keys() == want.keys(), (name, other, got.keys() ^ want.keys())
    for key in want:
        assert got[key] == want[key], (name, other, key, got[key], want[key])
PYTHON
  compared=$((compared + 1))
done
# A damaged report is refused by all of them: one bit of its first number.
python3 - "$made" <<'PYTHON'
import sys
data = bytearray(open(sys.argv[1] + "/reports/polya-32.cbor", "rb").read())
data[-20] ^= 1
open(sys.argv[1] + "/damaged.cbor", "wb").write(data)
PYTHON
for reader in "$dpmarkov inspect" "$made/python/bin/python $readers/read_report.py" "node $made/read_report.mjs"; do
  if $reader "$made/damaged.cbor" >/dev/null 2>"$made/said"; then echo "a damaged report was read by: $reader"; exit 1; fi
  grep -q checksum "$made/said" || { echo "no word of the checksum from: $reader"; cat "$made/said"; exit 1; }
done
echo "$compared reports: Python, Node and dpmarkov read the same; a damaged one none of them"
