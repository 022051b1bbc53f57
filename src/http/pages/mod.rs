//! The pages for people, the files that they load, and the contract as a document.

mod asset;
pub mod contract;
pub mod documents;
mod frame;
pub mod not_found;
pub mod playground;
pub mod problem_pages;
pub mod reference;
