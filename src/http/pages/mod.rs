//! The pages for people, what they load, and the contract as a document.

mod asset;
pub mod contract;
pub mod not_found;
pub mod playground;
pub mod problem;
pub mod reference;
pub mod techniques;
