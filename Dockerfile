# An image that contains only a static binary: no shell, no libc, no packages to patch.
#
#   docker build -t sudoku-service .
#   docker run --rm -p 8080:8080 --read-only --cap-drop ALL sudoku-service

FROM docker.io/library/rust:1.95-slim-bookworm AS build
WORKDIR /build

# Links the C library statically, so that the binary needs no other file. Because a target is named, cargo does not apply the
# flag to build scripts and procedural macros, which cannot be built that way.
ENV RUSTFLAGS="-C target-feature=+crt-static"

# Compiles the dependencies with an empty package in a separate layer, which stays valid until the manifest or the lock
# file changes.
COPY Cargo.toml Cargo.lock ./
RUN mkdir src && : > src/lib.rs && echo 'fn main() {}' > src/main.rs \
    && cargo build --release --locked --target "$(rustc --print host-tuple)"

# COPY keeps modification times, which may be older than the empty package. Without the touch, cargo could consider the empty
# package up to date.
COPY . .
RUN touch src/lib.rs src/main.rs \
    && cargo build --release --locked --target "$(rustc --print host-tuple)" \
    && cp target/*-linux-gnu/release/sudoku-service .

FROM scratch
COPY --from=build /build/sudoku-service /sudoku-service

# Listens on all interfaces, because 127.0.0.1 can be reached only from inside the container. The delay gives gateways time to
# see that /readyz returns 503 before the listener closes; Ctrl-C skips it. The allocator keeps less of what was freed: see Memory
# in deploy/README.md.
ENV SUDOKU_LISTEN=:8080 \
    SUDOKU_ADMIN_LISTEN=:8081 \
    SUDOKU_DRAIN_DELAY=5s \
    MALLOC_ARENA_MAX=2

# A number, because Kubernetes cannot verify `runAsNonRoot` for a name: the image has no user database.
USER 65532:65532
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 CMD ["/sudoku-service", "healthcheck"]
ENTRYPOINT ["/sudoku-service"]
