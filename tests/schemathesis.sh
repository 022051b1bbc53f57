#!/usr/bin/env bash
# Holds a running service to its contract: schemathesis makes requests from the service's own OpenAPI document, good and
# bad ones, and compares every answer with what the document says of it.
#
#   tests/schemathesis.sh BINARY [schemathesis run arguments]
#
# Needs python3 with venv, and PyPI on the first run. schemathesis is kept in SUDOKU_CLIENTS_CACHE (by default under
# ~/.cache) for the next one.
set -euo pipefail

readonly version=4.32.5
readonly cache=${SUDOKU_CLIENTS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sudoku-service-clients}
readonly venv=$cache/schemathesis-$version

binary=$(realpath "${1:?usage: tests/schemathesis.sh BINARY [schemathesis run arguments]}")
shift

work=$(mktemp -d)
service=
trap '[[ -z $service ]] || { kill "$service" 2>/dev/null || true; wait "$service" 2>/dev/null || true; }; rm -rf "$work"' EXIT

if ! [[ -x $venv/bin/schemathesis ]]; then
    echo "schemathesis: installing $version into $venv"
    mkdir -p "$cache"
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
fi

# Every check is on, with two settings: a POST of a grid that the schema allows may also be answered 422, because no
# schema can say that digits conflict, that a grid has no solution, or which texts are grids; and one that it does not
# allow may also be answered 413, because what is made up is now and then larger than the service reads.
cat >"$work/schemathesis.toml" <<'TOML'
hooks = "lines"

[[operations]]
include-method = "POST"
checks.positive_data_acceptance.expected-statuses = ["2xx", 422]
checks.negative_data_rejection.expected-statuses = [400, 404, 405, 413, 415, 422]
TOML

# It knows no lines of JSON: they are text, of which nothing but the framing is in the schema. A made-up text that begins
# like JSON is none: it is read as JSON, and answered 400 if it is malformed.
cat >"$work/lines.py" <<'PYTHON'
import schemathesis

schemathesis.serializer.alias("application/x-ndjson", "text/plain")


@schemathesis.deserializer("application/x-ndjson")
def lines(context, response):
    return response.content.decode()


@schemathesis.hook
def filter_body(context, body):
    return not (isinstance(body, str) and body.lstrip("\ufeff \t\r\n").startswith(("{", "[", '"')))
PYTHON

"$binary" openapi >"$work/openapi.yaml"
: >"$work/log"
SUDOKU_LISTEN=127.0.0.1:0 "$binary" 2>"$work/log" &
service=$!
address=
for _ in {1..200}; do
    address=$(sed -nE 's/.*"message":"listening","address":"([^"]+)".*/\1/p' "$work/log" | head -n 1)
    [[ -z $address ]] || break
    kill -0 "$service" 2>/dev/null || break
    sleep 0.05
done
[[ -n $address ]] || { echo "schemathesis: the service did not start:" >&2; cat "$work/log" >&2; exit 1; }

# The seed is printed at the end, so that a failure can be made again with `--seed`.
cd "$work"
timeout 170 "$venv/bin/schemathesis" --config-file "$work/schemathesis.toml" run "$work/openapi.yaml" \
    --url "http://$address" --checks all --mode all --max-examples 150 --continue-on-failure "$@"
kill -0 "$service" || { echo "schemathesis: the service ended while it was tested:" >&2; cat "$work/log" >&2; exit 1; }
