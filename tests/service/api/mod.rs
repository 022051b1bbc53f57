//! Tests the HTTP interface against its contract, through a real socket.

mod generate;
mod headers;
mod overload;
mod problems;
mod sent_forms;
mod series;
mod steps;
mod until;
mod worksheet;

/// Documents whose response does not change while the process runs.
fn documents() -> impl Iterator<Item = &'static str> {
    "/ /docs/ /problems /problems/internal /openapi.yaml /openapi.json /llms.txt /robots.txt /favicon.svg /favicon.ico"
        .split(' ')
}
