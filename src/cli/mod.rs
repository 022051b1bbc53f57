//! The subcommands that need no server, one file each, and what they share.

pub mod healthcheck;
pub mod openapi;
pub mod solve;

pub mod input;
pub mod output;
pub mod shard;
pub mod solver_flags;
mod zstd;
