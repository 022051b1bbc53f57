# An image that contains only a static binary: no shell, no libc, no packages to patch.
#
#   docker build -t sudoku-service .
#   docker run --rm -p 8080:8080 --read-only --cap-drop ALL sudoku-service
#
# `--platform linux/arm64` builds for that architecture by cross compilation,
# without emulation.

FROM --platform=$BUILDPLATFORM docker.io/library/rust:1.95-slim-bookworm AS build
WORKDIR /build

# The architecture of the image, amd64 or arm64. If it is not this machine's own, the build needs a linker, a C library and
# Rust's standard library for it.
ARG TARGETARCH
RUN case "$TARGETARCH" in \
        amd64) cpu=x86_64 ;; \
        arm64) cpu=aarch64 ;; \
        *) echo "unsupported architecture: $TARGETARCH" >&2; exit 1 ;; \
    esac \
    && target=$cpu-unknown-linux-gnu linker=$cpu-linux-gnu-gcc \
    && mkdir .cargo \
    && printf '[build]\ntarget = "%s"\n[target.%s]\nlinker = "%s"\n' "$target" "$target" "$linker" > .cargo/config.toml \
    && if ! command -v "$linker"; then \
        apt-get update -q && apt-get install -yq --no-install-recommends \
            "gcc-$(echo "$cpu" | tr _ -)-linux-gnu" "libc6-dev-$TARGETARCH-cross" \
        && rustup target add "$target"; \
    fi

# Links the C library statically, so that the binary needs no other file. Because a target is set, cargo does not apply the
# flag to build scripts and procedural macros, which cannot be built that way.
ENV RUSTFLAGS="-C target-feature=+crt-static"

# Compiles the dependencies with an empty package in a separate layer, which stays valid until the manifest or the lock
# file changes. Benchmarks are removed from the manifest, because cargo rejects one whose file is missing.
COPY Cargo.toml Cargo.lock ./
RUN mkdir src && : > src/lib.rs && echo 'fn main() {}' > src/main.rs \
    && sed -i '/^\[\[bench\]\]/,/^$/d' Cargo.toml \
    && cargo build --release --locked

# COPY keeps modification times, which may be older than the empty package. Without the touch, cargo could consider the empty
# package up to date.
COPY . .
RUN touch src/lib.rs src/main.rs \
    && cargo build --release --locked \
    && cp target/*-linux-gnu/release/sudoku-service .

FROM scratch
ARG VERSION=unknown
ARG REVISION=unknown
ARG CREATED=unknown
# The URL of the repository.
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="sudoku-service" \
      org.opencontainers.image.description="Solves, validates, rates, explains and generates 9x9 sudoku grids over HTTP" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION" \
      org.opencontainers.image.created="$CREATED" \
      org.opencontainers.image.source="$SOURCE" \
      org.opencontainers.image.url="$SOURCE" \
      org.opencontainers.image.documentation="$SOURCE#readme"
COPY --from=build /build/sudoku-service /sudoku-service

# Listens on all interfaces, because 127.0.0.1 can be reached only from inside the container. The delay gives gateways time to
# see that /readyz returns 503 before the listener closes; Ctrl-C skips it.
ENV SUDOKU_LISTEN=:8080 \
    SUDOKU_ADMIN_LISTEN=:8081 \
    SUDOKU_DRAIN_DELAY=5s

# A number, because Kubernetes cannot verify `runAsNonRoot` for a name: the image has no user database.
USER 65532:65532
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["/sudoku-service", "healthcheck"]
ENTRYPOINT ["/sudoku-service"]
