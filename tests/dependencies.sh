#!/usr/bin/env bash
# Holds the dependency tree to .cargo/deny.toml: licences, duplicate versions, sources, and known vulnerabilities where
# the advisory database can be reached. Installs cargo-deny under ~/.cache (SUDOKU_TOOLS_CACHE), about a minute, once.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly version=0.20.2
readonly cache=${SUDOKU_TOOLS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sudoku-service-tools}
readonly deny=$cache/bin/cargo-deny

say() { printf 'dependencies: %s\n' "$*"; }

if [[ $("$deny" --version 2>/dev/null) != "cargo-deny $version" ]]; then
    # Unoptimized and without its optional parts: it runs for a second, so compiling fast is what counts.
    CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$cache/target \
        cargo install --quiet --locked --debug --no-default-features --force --root "$cache" "cargo-deny@$version"
    rm -rf "$cache/target"
fi

"$deny" check bans licenses sources

if reason=$(timeout 60 "$deny" fetch db 2>&1); then
    "$deny" check --disable-fetch advisories
else
    say "advisories skipped, the database cannot be reached: $(tail -n 1 <<<"$reason")"
fi
