#!/usr/bin/env bash
# Runs the fuzz targets of fuzz/ for a while each: `tests/fuzz.sh [SECONDS [TARGET…]]`, 60 seconds and all of them
# without arguments. Installs cargo-fuzz under ~/.cache (SUDOKU_TOOLS_CACHE), about a minute, once. Needs a nightly
# toolchain (SUDOKU_NIGHTLY names it) and a C++ compiler; exits with 69 where one of them is missing.
#
# backends  arbitrary grids and budgets: every backend the same outcome; builds in half a minute
# bytes     arbitrary bytes on a socket: whole answers, no 5xx but 503, no hang; builds in three minutes
set -euo pipefail
cd "$(dirname "$0")/.."

readonly version=0.13.2
readonly toolchain=${SUDOKU_NIGHTLY:-nightly}
readonly cache=${SUDOKU_TOOLS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sudoku-service-tools}
readonly seconds=${1:-60}
(($#)) && shift
(($#)) || set -- backends bytes

export PATH=$cache/bin:$PATH
cargo "+$toolchain" --version >/dev/null 2>&1 || { echo "fuzz: there is no toolchain $toolchain"; exit 69; }
command -v c++ >/dev/null || { echo 'fuzz: there is no C++ compiler'; exit 69; }
if [[ $("$cache/bin/cargo-fuzz" --version 2>/dev/null) != "cargo-fuzz $version" ]]; then
    CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$cache/target \
        cargo install --quiet --locked --debug --force --root "$cache" "cargo-fuzz@$version"
    rm -rf "$cache/target"
fi

for target; do
    mkdir -p "fuzz/corpus/$target"
    seeds=()
    [[ -d fuzz/seeds/$target ]] && seeds=("fuzz/seeds/$target")
    features=()
    [[ $target == bytes ]] && features=(--features service)
    cargo "+$toolchain" fuzz run "${features[@]}" "$target" "fuzz/corpus/$target" "${seeds[@]}" -- \
        -max_total_time="$seconds" -timeout=60 -print_final_stats=1 -verbosity=0
    printf 'fuzz: %s for %s s without a failure\n' "$target" "$seconds"
done
