#!/bin/sh
# Fuzzes the reader and the merge of reports with libFuzzer and the address sanitizer, so many seconds each, on one core; fails on a finding, which it leaves in
# target/fuzz/findings. No nightly compiler and no cargo-fuzz are needed (fuzz/ has its layout, for those who want it).
# Usage: scripts/fuzz.sh SECONDS [TARGET...]
set -eu
CDPATH=
cd "$(dirname "$0")/.."
seconds=${1:?usage: scripts/fuzz.sh SECONDS [TARGET...]}
shift
[ $# -gt 0 ] || set -- $(sed -n 's/^name = "\(.*_.*\)"$/\1/p' fuzz/Cargo.toml)

host=$(rustc -vV | sed -n 's/^host: //p')
out=target/fuzz
# What cargo-fuzz passes. With a target named, build scripts and macros stay without it. The sanitizer is an unstable option of a stable compiler.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
-Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Zsanitizer=address --cfg fuzzing -Ccodegen-units=1" \
    ${CARGO:-cargo} build --quiet --locked --release --manifest-path fuzz/Cargo.toml --target "$host" --target-dir "$out"

for target; do
    mkdir -p "$out/corpus/$target" "$out/findings"
    echo "$target: $seconds s"
    "$out/$host/release/$target" "$out/corpus/$target" "fuzz/seeds/$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
        -artifact_prefix="$out/findings/$target-" -print_final_stats=1 >"$out/$target.log" 2>&1 || { tail -40 "$out/$target.log"; exit 1; }
    grep -E '^#[0-9]+.*(INITED|DONE)|stat::number_of_executed_units' "$out/$target.log"
    # a fuzzer that no longer gets past the checksum covers next to nothing
    covered=$(sed -n 's/.*DONE.* cov: \([0-9]*\).*/\1/p' "$out/$target.log")
    [ "${covered:-0}" -ge 200 ] || { echo "$target: only ${covered:-0} points covered"; exit 1; }
done
