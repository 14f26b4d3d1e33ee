#!/usr/bin/env bash
# The Python package: its prototypes are the header's, the wheel and the source archive hold what they should and no more, and the wheel, installed in a clean
# virtual environment away from the sources, passes its tests where there is neither cargo nor a compiler; first with numpy alone, then with pandas.
# Needs python3 (3.11 or later) with venv; installs the packages of python/requirements-*.txt under target/python.
set -Eeuo pipefail
cd "$(dirname "$0")/.."
root=$PWD work=$PWD/target/python
export PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONPYCACHEPREFIX=$work/pycache
program=${DPMARKOV:-$root/${CARGO_TARGET_DIR:-target}/debug/dpmarkov}
if [ ! -x "$program" ]; then cargo build --quiet --features cli; fi
mkdir -p "$work"
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
  sudo=""; [ "$(id -u)" = 0 ] || sudo=sudo
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
fi

echo "prototypes"
python3 scripts/python_prototypes.py --check

# Kept between runs, and made anew where the pinned packages are others.
environment() { # environment NAME REQUIREMENTS...
  local folder=$work/$1 stamp
  shift
  stamp=$(cat "$@" <(python3 -VV) | sha256sum)
  if [ "$(cat "$folder/stamp" 2>/dev/null)" != "$stamp" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    for file in "$@"; do "$folder/bin/pip" install --quiet --requirement "$file"; done
    printf '%s\n' "$stamp" > "$folder/stamp"
  fi
}
environment plain python/requirements-test.txt
environment with-pandas python/requirements-test.txt python/requirements-pandas.txt

echo "wheel"
rm -rf "$work/dist" "$work/away" "$work/sdist" && mkdir -p "$work/dist" "$work/away" "$work/sdist"
# As a user does it: pip makes an environment for the build, and the build calls cargo.
"$work/plain/bin/pip" wheel --quiet --no-deps --wheel-dir "$work/dist" ./python
wheel=$(echo "$work"/dist/*.whl)

echo "source archive"
"$work/plain/bin/python" -m build --sdist --no-isolation --outdir "$work/dist" python >/dev/null
archive=$(echo "$work"/dist/*.tar.gz)
tar -xzf "$archive" -C "$work/sdist" --strip-components=1
(cd "$work/sdist/rust" && cargo check --quiet --locked --lib --features capi --target-dir "$work/check")
python3 scripts/python_contents.py "$wheel" "$archive"
# From the archive comes the same wheel; the library, which is built from the same files, is not built a second time.
library=$root/target/capi/lib/libdpmarkov.so
[ -f "$library" ] || library=${library%.so}.dylib
DPMARKOV_LIBRARY=$library "$work/plain/bin/python" -m build --wheel --no-isolation --outdir "$work/sdist/dist" "$work/sdist" >/dev/null
cmp "$wheel" "$work/sdist/dist/${wheel##*/}"

echo "tests, with numpy alone"
cp -r python/tests examples/python "$work/away/"
cd "$work/away"
tested() { # tested ENVIRONMENT COMMAND...: with nothing on the PATH but that environment
  local bin=$work/$1/bin
  shift
  env -u PYTHONPATH PATH="$bin" DPMARKOV_SOURCE="$root" DPMARKOV_PROGRAM="$program" "$bin/python" "$@"
}
for environment in plain with-pandas; do
  "$work/$environment/bin/pip" install --quiet --no-deps --force-reinstall --no-index "$wheel"
  for absent in cargo rustc cc gcc clang; do
    if PATH="$work/$environment/bin" command -v $absent >/dev/null; then echo "$absent is on the PATH of the tests"; exit 1; fi
  done
done
tested plain -c 'import dpmarkov, sys; assert dpmarkov.__file__.startswith(sys.prefix), dpmarkov.__file__'
tested plain -m pytest tests
tested plain -m pytest -q -p no:cacheprovider --doctest-modules --pyargs dpmarkov
tested plain -m mypy --strict --cache-dir "$work/mypy" -p dpmarkov

echo "tests, with pandas"
tested with-pandas -m pytest tests/test_counts.py tests/test_labels.py
tested with-pandas -m mypy --strict --cache-dir "$work/mypy-pandas" -p dpmarkov
tested with-pandas -m mypy --strict --cache-dir "$work/mypy-pandas" python/first_chain.py
cd "$root"
tested with-pandas examples/python/first_chain.py >/dev/null
tested with-pandas -m doctest docs/python.md
tested plain -c "$(sed -n 's/^    //p' python/README.md)"

echo "as the README tells it"
rm -rf target/venv
python3 -m venv target/venv
target/venv/bin/pip install --quiet "./python[pandas]"
target/venv/bin/python examples/python/first_chain.py | tee "$work/shown"
# Other digits each time; all else as docs/python.md shows it.
digits_hidden() { sed -E 's/0\.[0-9]+/0.#/g; s/ +/ /g; s/ $//' "$@"; }
diff <(digits_hidden "$work/shown") <(awk '/^```text$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' docs/python.md | digits_hidden)
