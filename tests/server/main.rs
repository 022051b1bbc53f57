//! Tests the server over real sockets, with a test service.
#![cfg(feature = "service")]

mod drain;
mod exchange;
#[path = "../support/http.rs"]
mod http;
mod limits;
mod listener;
mod support;
