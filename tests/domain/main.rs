//! The domain, and the invariants of the source. Needs no feature, and so no dependency of the service.

#[path = "../support/mod.rs"]
mod support;

mod architecture;
mod corpus;
mod explain;
mod generate;
mod logic;
mod notations;
mod properties;
mod solver;
mod variants;
