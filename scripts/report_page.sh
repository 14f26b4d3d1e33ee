#!/bin/sh
# The program of docs/report.md, in Python with cbor2, reads the page's example and a report of every mechanism, width and form (fuzz/seeds): it must print
# what the library reads (tests/data/report_values.txt).
# Usage: scripts/report_page.sh
set -eu
CDPATH=
cd "$(dirname "$0")/.."
out=target/report_page
mkdir -p "$out"

block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" docs/report.md | sed '1d;$d'; }
block python >"$out/read.py"
block hex | python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(sys.stdin.read()))' >"$out/example.cbor"
{ block json; cat tests/data/report_values.txt; } >"$out/expected.txt"
reports="$out/example.cbor $(ls fuzz/seeds/report_decode/*.cbor)"

[ -x "$out/python/bin/python" ] || python3 -m venv "$out/python"
"$out/python/bin/python" -c 'import cbor2' 2>/dev/null || "$out/python/bin/pip" install --quiet --disable-pip-version-check --requirement scripts/readers/requirements.txt
"$out/python/bin/python" "$out/read.py" $reports | diff "$out/expected.txt" -
echo "python, cbor2: $(wc -l <"$out/expected.txt") reports"
