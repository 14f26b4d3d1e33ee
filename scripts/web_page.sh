#!/usr/bin/env bash
# Builds target/web/dpmarkov.html: one page with the library, its style and two example logs in it, that works from a file and makes no request.
#
#     scripts/web_page.sh                  build
#     scripts/web_page.sh --test           build, and click through it in headless Chromium
#     scripts/web_page.sh --screenshots    build, and write docs/pictures/web-*.png anew
#
# Needs Node 20.16 or later with npm; the tests need Chromium too. Installs what is missing. Uses target/web/dpmarkov.wasm, which scripts/build-web.sh makes where it is missing or old.
set -Eeuo pipefail
cd "$(dirname "$0")/.."
mode=${1:-}
case "$mode" in ""|--test|--screenshots) ;; *) echo "usage: $0 [--test | --screenshots]" >&2; exit 2 ;; esac

missing=()
command -v node >/dev/null && command -v npm >/dev/null || missing+=(nodejs npm)
if [ -n "$mode" ]; then
  [ -n "${CHROMIUM:-}" ] || [ -x /usr/bin/chromium ] || missing+=(chromium)
  # the letters of the screenshots
  [ -f /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf ] || missing+=(fonts-dejavu-core)
fi
[ "$mode" != --screenshots ] || command -v pngquant >/dev/null || missing+=(pngquant)
if [ "${#missing[@]}" -gt 0 ]; then
  command -v apt-get >/dev/null || { echo "$0: there is no apt-get here to install what is missing: ${missing[*]}" >&2; exit 1; }
  sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

node -e 'const [a, b] = process.versions.node.split("."); if (a < 20 || (a == 20 && b < 16)) { console.error(`Node.js ${process.versions.node}: 20.16 or later is needed`); process.exit(1); }'

page=examples/web
wasm=target/web/dpmarkov.wasm
if [ ! -f $wasm ] || [ -n "$(find src Cargo.toml Cargo.lock js/exports.txt scripts/build-web.sh -newer $wasm -print -quit)" ]; then scripts/build-web.sh; fi
# nothing is installed anew while the list of packages is the same
if ! cmp -s $page/package-lock.json $page/node_modules/.installed; then
  npm ci --prefix $page --silent --no-audit --no-fund
  cp $page/package-lock.json $page/node_modules/.installed
fi
node $page/build.mjs "$PWD/target/web/dpmarkov.html"
[ -n "$mode" ] || exit 0
node $page/build.mjs "$PWD/target/web/dpmarkov-test.html" --test
# The tests read reports with the reader of scripts/readers: a copy, so that nothing is installed among the sources.
readers=target/web/readers
if [ "$mode" = --test ]; then
  mkdir -p $readers
  cmp -s scripts/readers/package.json $readers/package.json || {
    cp scripts/readers/package.json $readers/
    npm install --prefix $readers --omit=optional --no-package-lock --no-audit --no-fund --silent
  }
  cp scripts/readers/read_report.mjs $readers/
fi
if [ "$mode" = --screenshots ]; then
  node $page/test/screenshots.mjs
else
  node --test --test-reporter=spec --test-timeout=300000 --test-concurrency=2 --test-force-exit $page/test/*.test.mjs
fi
