//! The service's process.

fn main() {}
