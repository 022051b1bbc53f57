//! Tests the server over real sockets, with a test service.

mod exchange;
mod limits;
mod support;
