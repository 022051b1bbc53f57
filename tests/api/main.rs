//! The HTTP interface, through a real socket, against its contract.

#[path = "../support/mod.rs"]
mod support;

mod any_bytes;
mod bad_bodies;
mod broken_off;
mod headers;
mod notations;
mod problems;
mod solutions;
mod validate;
