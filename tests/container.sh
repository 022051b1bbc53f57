#!/usr/bin/env bash
# Builds the Dockerfile, unchanged, and runs the image the way a careful operator would: read-only, without
# capabilities, as its own user.
#
#   tests/container.sh          the image, with buildah and podman; falls back to `static` where it cannot be built
#   tests/container.sh static   only the Dockerfile's own build commands, in a directory, without a container engine
#
# The image needs root and a Debian-like system, but no image registry: the base image is made here from Debian packages
# and the local Rust toolchain, under the tag that the Dockerfile names. It is kept in SUDOKU_CONTAINER_CACHE (by default
# under ~/.cache) for the next run, about 1 GB.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly limit_bytes=$((8 * 1000 * 1000))
readonly cache=${SUDOKU_CONTAINER_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sudoku-service-container}
readonly image=localhost/sudoku-service:test
readonly puzzle=8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
readonly solution=812753649943682175675491283154237896369845721287169534521974368438526917796318452

say() { printf 'container: %s\n' "$*"; }
fail() { say "FAILED: $*" >&2; exit 1; }

# Waits until a command succeeds, at most so many seconds.
await() {
    local seconds=$1 deadline=$((SECONDS + $1)); shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < deadline)) || fail "not within $seconds s: $*"
        sleep 0.02
    done
}

solves() { # address
    local answer
    answer=$(curl -sS --max-time 5 --data-binary "$puzzle" "http://$1/solve") || return 1
    [[ $answer == "$solution" ]] || { say "/solve answered: $answer"; return 1; }
}

status() { curl -s --max-time 5 -o /dev/null -w '%{http_code}' "$1"; }

# The commands of the Dockerfile's build stage, its RUN lines joined and without the word RUN.
build_commands() {
    awk '/^FROM scratch/ { exit }
         /^RUN /        { run = 1; sub(/^RUN /, "") }
         run            { more = sub(/\\$/, ""); printf "%s", $0; if (!more) { print ""; run = 0 } }' Dockerfile
}

check_static_build() {
    local directory=$cache/static command first=yes path flags
    flags=$(sed -n 's/^ENV RUSTFLAGS="\(.*\)"$/\1/p' Dockerfile)
    mkdir -p "$directory"
    find "$directory" -mindepth 1 -maxdepth 1 ! -name target -exec rm -rf {} +
    cp Cargo.toml Cargo.lock "$directory"
    while read -r command; do
        if [[ $first == no ]]; then
            while read -r path; do
                if [[ -e $path ]]; then cp -a "$path" "$directory"; fi
            done < <(sed -n 's/^!//p' .dockerignore)
        fi
        first=no
        say "running: $command"
        (cd "$directory" && env -u CARGO_TARGET_DIR -u CARGO_BUILD_TARGET \
            RUSTFLAGS="$flags" FEATURES="${FEATURES-}" sh -euc "$command" </dev/null)
    done < <(build_commands)
    [[ $first == no ]] || fail "no build command found in the Dockerfile"

    local binary=$directory/sudoku-service port pid
    if readelf --program-headers "$binary" | grep -q INTERP; then fail "the binary needs a dynamic linker"; fi
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    export SUDOKU_LISTEN=127.0.0.1:$port
    if "$binary" healthcheck 2>/dev/null; then fail "the healthcheck passes although nothing listens"; fi
    "$binary" &
    pid=$!
    trap 'kill "$pid" 2>/dev/null || true' EXIT
    await 10 "$binary" healthcheck
    solves "$SUDOKU_LISTEN" || fail "the static binary does not solve"
    kill -TERM "$pid"
    wait "$pid" || fail "SIGTERM ended the static binary with status $?"
    trap - EXIT
    unset SUDOKU_LISTEN
    say "static binary: $(stat -c %s "$binary") bytes, no dynamic linker, starts, passes its healthcheck, solves, ends on SIGTERM"
}

engine() { "$1" --root "$cache/storage" --runroot "$cache/run" --storage-driver vfs "${@:2}"; }

# Installs what is missing; prints why the image cannot be built here, and returns 1, where that is so.
prepare_tools() {
    local missing=() tool
    if ((EUID != 0)); then say "no image: building one here needs root"; return 1; fi
    for tool in buildah podman crun debootstrap curl ip; do
        command -v "$tool" >/dev/null || missing+=("${tool/#ip/iproute2}")
    done
    if ((${#missing[@]})); then
        command -v apt-get >/dev/null || { say "no image: ${missing[*]} missing, and no apt-get"; return 1; }
        { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends "${missing[@]}"; } \
            >"$cache/apt.log" 2>&1 || { tail -n 5 "$cache/apt.log"; say "no image: cannot install ${missing[*]}"; return 1; }
    fi
}

# The image that the Dockerfile builds in: what the official Rust image holds as far as a build needs it.
make_base_image() {
    local tag key tree mirror suite config
    tag=$(sed -n 's/^FROM \(.*\) AS build$/\1/p' Dockerfile)
    suite=${tag##*-}
    [[ $tag == *:"$(rustc --version | sed -E 's/^rustc ([0-9]+\.[0-9]+).*/\1/')"-slim-* ]] \
        || fail "the Dockerfile builds on $tag, the local toolchain is $(rustc --version)"
    config=${CARGO_HOME:-$HOME/.cargo}/config.toml
    if [[ ! -e $config ]]; then config=; fi
    key=$(cat "$0" /etc/ssl/certs/ca-certificates.crt ${config:+"$config"} <(rustc -vV) | sha256sum | cut -c1-16)
    if [[ $(engine buildah inspect --type image --format '{{index .OCIv1.Config.Labels "key"}}' "$tag" 2>/dev/null) == "$key" ]]; then
        say "base image $tag: from the cache"
        return
    fi
    tree=$cache/tree
    rm -rf "$tree"
    mirror=$(sed -nE 's/^(URIs:|deb) +(http[^ ]*debian)\/?( .*)?$/\2/p' /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null | head -n 1) || true
    debootstrap --variant=minbase --include=gcc,libc6-dev,ca-certificates "$suite" "$tree" ${mirror:+"$mirror"} \
        >"$cache/debootstrap.log" 2>&1 || { tail -n 5 "$cache/debootstrap.log"; fail "debootstrap"; }
    rm -rf "$tree"/var/cache/apt/archives/*.deb "$tree"/usr/share/{doc,man,locale}
    mkdir -p "$tree/usr/local/cargo/bin" "$tree/usr/local/rust/lib/rustlib" "$tree/usr/local/rust/bin"
    local sysroot; sysroot=$(rustc --print sysroot)
    cp -a "$sysroot"/bin/{cargo,rustc} "$tree/usr/local/rust/bin"
    cp -a "$sysroot"/lib/*.so* "$tree/usr/local/rust/lib"
    cp -a "$sysroot/lib/rustlib/$(rustc --print host-tuple)" "$tree/usr/local/rust/lib/rustlib"
    ln -s ../../rust/bin/cargo ../../rust/bin/rustc "$tree/usr/local/cargo/bin"
    # What lets cargo reach its registry from this machine lets it from the build too: the certificates it trusts, and
    # its settings.
    cp /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/ca-certificates.crt"
    if [[ -n $config ]]; then cp "$config" "$tree/usr/local/cargo/config.toml"; fi
    local container; container=$(engine buildah from scratch)
    engine buildah copy -q "$container" "$tree" / >/dev/null
    engine buildah config --label key="$key" --env CARGO_HOME=/usr/local/cargo \
        --env PATH=/usr/local/cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
    engine buildah commit -q --rm --format docker "$container" "$tag" >/dev/null
    rm -rf "$tree"
    say "base image $tag: made from Debian $suite and $(rustc --version)"
}

build_image() {
    local arguments=() name
    for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
        if [[ -n ${!name:-} ]]; then arguments+=(--build-arg "$name=${!name}"); fi
    done
    engine buildah bud -q --isolation chroot --pull-never --format docker "${arguments[@]}" \
        --build-arg REVISION="$(git rev-parse HEAD 2>/dev/null || echo unknown)" --tag "$image" . >"$cache/build.log" 2>&1 \
        || { tail -n 40 "$cache/build.log"; fail "the image does not build"; }
}

configured() { # Go template, expected
    local found; found=$(engine podman image inspect --format "$1" "$image")
    [[ $found == "$2" ]] || fail "image: $1 is '$found', expected '$2'"
}

check_configuration() {
    local bytes
    configured '{{.Config.User}}' 65532:65532
    configured '{{.Config.StopSignal}}' SIGTERM
    configured '{{.HealthCheck.Test}}' '[CMD /sudoku-service healthcheck]'
    configured '{{.Config.Entrypoint}}' '[/sudoku-service]'
    configured '{{len .RootFS.Layers}}' 1
    configured '{{index .Config.Labels "org.opencontainers.image.licenses"}}' 'MIT OR Apache-2.0'
    bytes=$(engine podman image inspect --format '{{.Size}}' "$image")
    say "image: $bytes bytes (limit $limit_bytes)"
    ((bytes <= limit_bytes)) || fail "the image is larger than $limit_bytes bytes"
}

# Runs inside mount and network namespaces of its own, so that the image's default ports are free whatever else runs.
check_running() {
    local name=sudoku-service-test started stopped code
    ip link set lo up
    mount -t tmpfs none /sys/fs/cgroup 2>/dev/null || true
    mount -t cgroup2 -o ro none /sys/fs/cgroup
    started=$(date +%s%N)
    engine podman --log-level fatal --cgroup-manager=cgroupfs --runtime crun run --detach --replace --name "$name" --cgroups=disabled --network host \
        --ulimit nofile=1024:1024 --ulimit nproc=1024:1024 --read-only --read-only-tmpfs=false --cap-drop all --security-opt no-new-privileges "$image" >/dev/null
    trap 'engine podman --log-level fatal rm --force --time 0 sudoku-service-test >/dev/null 2>&1 || true' EXIT
    await 10 curl -sf http://127.0.0.1:8080/readyz
    say "ready $((($(date +%s%N) - started) / 1000000)) ms after \`podman run\` was typed"
    engine podman logs "$name" 2>&1 | head -n 3
    engine podman healthcheck run "$name" || fail "the image's HEALTHCHECK does not pass"
    solves 127.0.0.1:8080 || fail "the container does not solve"
    [[ $(status http://127.0.0.1:8081/metrics) == 200 ]] || fail "no metrics on the admin port"

    local pid; pid=$(engine podman inspect --format '{{.State.Pid}}' "$name")
    grep -Eq '^Uid:\s+65532\s+65532' "/proc/$pid/status" || fail "not running as 65532"
    grep -Eq '^CapEff:\s+0+$' "/proc/$pid/status" || fail "running with capabilities"
    grep -Eq '^NoNewPrivs:\s+1$' "/proc/$pid/status" || fail "running with new privileges allowed"

    # What `docker stop` does. During the drain delay the gateway sees 503 from /readyz while requests are still answered.
    stopped=$SECONDS
    engine podman --log-level fatal stop --time 20 "$name" >/dev/null &
    await 4 unready
    solves 127.0.0.1:8080 || fail "no answer during the drain delay"
    wait $! || fail "podman stop"
    code=$(engine podman inspect --format '{{.State.ExitCode}}' "$name")
    [[ $code == 0 ]] || fail "SIGTERM ended the container with status $code"
    ((SECONDS - stopped <= 15)) || fail "the drain took $((SECONDS - stopped)) s"
    say "runs read-only as 65532 without capabilities; healthcheck passes; solves; SIGTERM drained in $((SECONDS - stopped)) s, exit 0"
}

unready() { [[ $(status http://127.0.0.1:8080/readyz) == 503 ]]; }

mkdir -p "$cache"
case ${1:-image} in
    static) check_static_build ;;
    running) check_running ;;
    image)
        if ! prepare_tools; then check_static_build; exit; fi
        # What an interrupted run left behind.
        engine buildah rm --all >/dev/null
        engine buildah rmi --prune >/dev/null
        make_base_image
        build_image
        check_configuration
        if unshare --mount --net true 2>/dev/null; then
            SUDOKU_CONTAINER_CACHE=$cache unshare --mount --net "$0" running
        else
            say "not run: this machine does not allow namespaces of its own"
        fi
        engine buildah rmi "$image" >/dev/null
        ;;
    *) fail "unknown argument $1" ;;
esac
