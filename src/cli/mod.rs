//! The subcommands that need no server, one file each, and their shared parts.

pub mod healthcheck;
pub mod openapi;
pub mod solve;

pub mod input;
pub mod output;
pub mod shard;
pub mod solver_flags;
mod zstd;
