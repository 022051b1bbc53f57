//! The subcommands that need no server, one file each.

pub mod healthcheck;
pub mod openapi;
pub mod solve;
pub mod solver_flags;
