//! Tests pictures: what they show is what the answer says, and nothing else.
#![cfg(feature = "service")]

#[path = "../support/mod.rs"]
mod support;

mod drawn;
mod forms;
mod hints;
mod options;
mod puzzles;
