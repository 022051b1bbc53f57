//! Tests the HTTP interface against its contract, through a real socket.

mod any_bytes;
mod broken_off;
mod cacheable;
mod clients;
mod discovery;
mod generate;
mod headers;
mod insight;
mod kept;
mod marks;
mod notations;
mod overload;
mod pasted;
mod problems;
mod sent_forms;
mod series;
mod solutions;
mod steps;
mod unknown_paths;
mod until;
mod worksheet;
