#!/usr/bin/env bash
# Holds everything in deploy/ to its promise: the Kubernetes manifests to their schemas, the gateway examples by running
# them, unchanged but for the addresses, in front of two instances of the release build.
#
#   cargo build --release && tests/deploy.sh
#
# Installs haproxy, nginx and curl where they are missing and this is root on a Debian-like system, and
# kubernetes-validate from PyPI into ~/.cache (SUDOKU_TOOLS_CACHE). Says what it skips, and why.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly cache=${SUDOKU_TOOLS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sudoku-service-tools}
readonly binary=${SUDOKU_SERVICE_BINARY:-${CARGO_TARGET_DIR:-target}/release/sudoku-service}
readonly validator=kubernetes-validate==1.37.0
export PATH=$PATH:/usr/sbin PYTHONDONTWRITEBYTECODE=1

say() { printf 'deploy: %s\n' "$*"; }

check_manifests() {
    local python=$cache/python/bin/python
    mkdir -p "$cache"
    if [[ $("$python" -m pip freeze 2>/dev/null) != *"$validator"* ]]; then
        { python3 -m venv "$cache/python" && "$python" -m pip install --quiet "$validator"; } >"$cache/pip.log" 2>&1 \
            || { say "manifests skipped, $validator cannot be installed: $(tail -n 1 "$cache/pip.log")"; return; }
    fi
    "$python" tests/manifests.py "$binary"
}

prepare_gateways() {
    local missing=() program
    for program in haproxy nginx curl; do
        command -v "$program" >/dev/null || missing+=("${program/#nginx/nginx-light}")
    done
    ((${#missing[@]} == 0)) && return
    ((EUID == 0)) || { say "gateways skipped: ${missing[*]} missing, and installing them needs root"; return 1; }
    command -v apt-get >/dev/null || { say "gateways skipped: ${missing[*]} missing, and no apt-get"; return 1; }
    # RUNLEVEL=1 keeps the packages from starting their own services.
    { apt-get update -q && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "${missing[@]}"; } \
        >"$cache/apt.log" 2>&1 || { say "gateways skipped: cannot install ${missing[*]}: $(tail -n 1 "$cache/apt.log")"; return 1; }
}

[[ -x $binary ]] || { say "$binary is missing: run \`cargo build --release\`" >&2; exit 1; }
check_manifests
if prepare_gateways; then
    haproxy -c -q -f deploy/haproxy.cfg
    nginx -t -q -c "$PWD/deploy/nginx.conf"
    for behaviour in smoke early_answers smuggling keep_alive_race rolling_restart batches; do
        python3 "tests/gateway/$behaviour.py"
    done
fi
