//! Tests the server over real sockets, with a test service.
#![cfg(feature = "service")]

mod capacity;
mod drain;
mod early_response;
mod exchange;
mod hang_up;
#[path = "../support/http.rs"]
mod http;
mod listener;
mod pipelining;
mod support;
mod timeouts;
