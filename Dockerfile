# A static binary in an image that holds nothing else: no shell, no libc, no package that could need a patch.
#
#   docker build -t sudoku-service .
#   docker run --rm -p 8080:8080 --read-only --cap-drop ALL sudoku-service
#
# `--build-arg FEATURES=otlp` builds one that can export traces.
#
# Nothing here names a processor: `--platform linux/arm64` builds for that one.

FROM docker.io/library/rust:1.95-slim-bookworm AS build
WORKDIR /build

# A static C library lets the binary run without any other file. The flag is for the service alone: with an explicit
# --target, cargo does not apply it to build scripts and procedural macros, which cannot be built that way.
ENV RUSTFLAGS="-C target-feature=+crt-static"

# Cargo features, separated by commas.
ARG FEATURES=

# The dependencies are compiled against an empty package in a layer of their own, which stays valid until the manifest
# or the lock file changes: a change of the source compiles the source alone. Benchmarks leave the manifest here, since
# cargo refuses one whose file is missing.
COPY Cargo.toml Cargo.lock ./
RUN mkdir src && : > src/lib.rs && echo 'fn main() {}' > src/main.rs \
    && sed -i '/^\[\[bench\]\]/,/^$/d' Cargo.toml \
    && cargo build --release --locked --features "$FEATURES" --target "$(rustc --print host-tuple)"

# COPY keeps the files' times, which may be older than the empty package; cargo compares times, so without the touch it
# could take the empty package for the finished one.
COPY . .
RUN touch src/lib.rs src/main.rs \
    && cargo build --release --locked --features "$FEATURES" --target "$(rustc --print host-tuple)" \
    && cp "target/$(rustc --print host-tuple)/release/sudoku-service" .

FROM scratch
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="sudoku-service" \
      org.opencontainers.image.description="Solves and validates 9x9 sudoku grids over HTTP" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
COPY --from=build /build/sudoku-service /sudoku-service

# Every interface of the container, since 127.0.0.1 would be reachable from inside it only. The delay gives gateways the
# time to notice that /readyz has turned 503 before the listener closes; Ctrl-C skips it.
ENV SUDOKU_LISTEN=0.0.0.0:8080 \
    SUDOKU_ADMIN_LISTEN=0.0.0.0:8081 \
    SUDOKU_DRAIN_DELAY=5s

# A number, so that Kubernetes can verify `runAsNonRoot` without a user database, which the image does not have.
USER 65532:65532
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["/sudoku-service", "healthcheck"]
ENTRYPOINT ["/sudoku-service"]
