//! What the tests share, as far as the service and a conversation with it need it.
#![allow(dead_code, reason = "the tests use the rest of it")]

#[path = "../../tests/support/answer.rs"]
pub mod answer;
#[path = "../../tests/support/http.rs"]
pub mod http;
#[path = "../../tests/support/service.rs"]
pub mod service;
