#!/usr/bin/env bash
# Interprets the solver's unit tests with Miri, once for each of the solver's backends: undefined behaviour, a load or
# store out of bounds, and a race on the cancel flag end the run. What the tests leave out there for lack of time, they
# say. One instruction of AVX-512 Miri does not know: `lanes/avx512.rs` does the same by another.
#
# `tests/miri.sh [BACKEND…]`, of: portable, portable-big-endian, sse2, avx2, avx512; all without an argument, which takes
# ten minutes and is why `.ci/run` leaves it to be run by hand. Needs
# `rustup toolchain install nightly -c miri,rust-src`; SUDOKU_NIGHTLY names another toolchain.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly toolchain=${SUDOKU_NIGHTLY:-nightly}
readonly avx2=+avx2,+bmi1,+bmi2
readonly avx512=$avx2,+avx512f,+avx512bw,+avx512vl,+avx512vbmi,+avx512bitalg,+popcnt,+lzcnt

# A thread runs until it waits: the search of the test that cancels one would otherwise make 64 guesses before it looks
# at the flag, which takes minutes.
export MIRIFLAGS=-Zmiri-preemption-rate=0

# Under Miri a processor has what it is compiled for, and the tests take the fastest backend that it has.
interpret() { # name, target, features
    local start=$SECONDS
    RUSTFLAGS=${3:+-Ctarget-feature=$3} \
        cargo "+$toolchain" miri test --quiet --manifest-path fuzz/Cargo.toml --lib --no-default-features --target "$2" -- \
        sudoku::solver
    printf 'miri: %s passed in %d s\n' "$1" $((SECONDS - start))
}

(($#)) || set -- portable portable-big-endian sse2 avx2 avx512
for backend; do
    case $backend in
        portable) interpret "$backend" aarch64-unknown-linux-gnu '' ;;
        portable-big-endian) interpret "$backend" s390x-unknown-linux-gnu '' ;;
        sse2) interpret "$backend" x86_64-unknown-linux-gnu '' ;;
        avx2) interpret "$backend" x86_64-unknown-linux-gnu "$avx2" ;;
        avx512) interpret "$backend" x86_64-unknown-linux-gnu "$avx512" ;;
        *) printf 'miri: no such backend: %s\n' "$backend" >&2; exit 64 ;;
    esac
done
