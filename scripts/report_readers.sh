#!/bin/sh
# Stock CBOR libraries read reports: Python's cbor2 by the program of docs/report.md, Node's cbor-x, on the page's example and on a report of every mechanism,
# width and form (fuzz/seeds). Both must print what the library reads (tests/data/report_values.txt).
# Usage: scripts/report_readers.sh
set -eu
CDPATH=
cd "$(dirname "$0")/.."
out=target/report_readers
mkdir -p "$out"

block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" docs/report.md | sed '1d;$d'; }
block python >"$out/read.py"
block hex | python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(sys.stdin.read()))' >"$out/example.cbor"
{ block json; cat tests/data/report_values.txt; } >"$out/expected.txt"
reports="$out/example.cbor $(ls fuzz/seeds/report_decode/*.cbor)"

python3 -c 'import cbor2' 2>/dev/null || [ -d "$out/python/cbor2" ] || python3 -m pip install --quiet --target "$out/python" cbor2
PYTHONPATH="$out/python" python3 "$out/read.py" $reports | diff "$out/expected.txt" -
echo "python, cbor2: $(wc -l <"$out/expected.txt") reports"

command -v npm >/dev/null || {
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null
}
[ -d "$out/node_modules/cbor-x" ] || npm install --silent --no-audit --no-fund --prefix "$out" cbor-x@1
cat >"$out/read.js" <<'END'
const { readFileSync } = require("fs");
const { crc32 } = require("zlib");
const { Decoder } = require("cbor-x");
for (const path of process.argv.slice(2)) {
  const data = readFileSync(path);
  if (crc32 && crc32(data.subarray(0, -4)) !== data.readUInt32LE(data.length - 4)) throw Error("damaged");
  let report = new Decoder({ mapsAsObjects: false }).decode(data);
  report = report instanceof Map ? report : report.value;
  const n = report.get(7), mechanism = ["dirichlet", "polya", "geometric", "gaussian"][report.get(1)];
  const support = report.get(12), values = report.get(13), one = mechanism === "dirichlet" ? 1 : 0;
  const rows = [];
  for (let from = 0, cell = 0; from < n; from++) {
    const row = {};
    for (let k = 0; k < (support ? support[0][from] : n); k++, cell++) row[support ? support[1][cell] : k] = values[cell] + one;
    rows.push(row);
  }
  console.log(JSON.stringify([mechanism, n, rows, Array.from(report.get(14)?.[5] ?? [])]));
}
END
node "$out/read.js" $reports | diff "$out/expected.txt" -
echo "node, cbor-x: $(wc -l <"$out/expected.txt") reports"
