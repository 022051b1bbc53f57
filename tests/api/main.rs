//! Tests the HTTP interface against its contract, through a real socket.

#[path = "../support/mod.rs"]
mod support;

mod any_bytes;
mod bad_bodies;
mod bad_texts;
mod broken_off;
mod headers;
mod insight;
mod notations;
mod places;
mod problems;
mod solutions;
mod validate;
