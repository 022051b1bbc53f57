//! The subcommands that need no server, one file each, and their shared parts.

pub mod canonical;
pub mod explain;
pub mod generate;
pub mod healthcheck;
pub mod openapi;
pub mod rate;
pub mod solve;

pub mod solver_flags;
pub mod stage;

mod destination;
mod exit;
mod input;
mod output;
mod progress;
mod query;
mod shard;
mod zstd;
