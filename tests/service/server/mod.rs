//! Tests the server over real sockets, with a test service.

mod drain;
mod exchange;
mod limits;
mod listener;
mod support;
