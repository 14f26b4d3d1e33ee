#!/bin/sh
# The npm package from its build to a user's folder: WebAssembly, tests in Node and in headless Chromium, types, and the packed package as it is installed.
# Installs Chromium and Debian's binaryen where they are missing. Usage: scripts/javascript.sh
set -eu
CDPATH=
cd "$(dirname "$0")/.."
missing=
[ -x /usr/bin/chromium ] || [ -n "${CHROMIUM:-}" ] || missing="$missing chromium"
command -v node >/dev/null || missing="$missing nodejs"
command -v npm >/dev/null || missing="$missing npm"
if [ -n "$missing" ]; then
    command -v apt-get >/dev/null || { echo "$0: there is no apt-get here to install what is missing:$missing" >&2; exit 1; }
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    $sudo apt-get update -qq >&2
    # shellcheck disable=SC2086
    $sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi
node -e 'const [a, b] = process.versions.node.split("."); if (a < 20 || (a == 20 && b < 16)) { console.error(`Node.js ${process.versions.node}: 20.16 or later is needed`); process.exit(1); }'

echo "== the WebAssembly files"
npm ci --silent --prefix js
scripts/build-web.sh

echo "== tests in Node and in Chromium, types, the example"
npm test --silent --prefix js
npm run types --silent --prefix js
node js/examples/first_chain.mjs

echo "== the packed package in a folder of its own"
project=target/web/project
rm -rf "$project"
npm pack --silent --pack-destination target/web ./js >/dev/null
mkdir -p "$project"
npm install --silent --prefix "$project" target/web/dpmarkov-0.1.0.tgz
[ "$(ls "$project/node_modules")" = dpmarkov ]
cp js/test/consumer.mjs js/test/golden.mjs "$project"
node "$project/consumer.mjs" ffi-tests/golden/vectors.txt
awk '/^```/ { if (inside) exit; inside = /^```js$/; next } inside' js/README.md >"$project/readme.mjs"
echo 'console.log(`the README: a chain of ${chain.length} numbers, long run ${Array.from(stationary, (x) => x.toFixed(2)).join(" ")}`);' >>"$project/readme.mjs"
node "$project/readme.mjs"
