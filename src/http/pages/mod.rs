//! The pages for people, the files that they load, and the contract as a document.

pub mod asset;
pub mod assets;
mod bundle;
pub mod course;
pub mod documents;
mod frame;
pub mod llms;
pub mod playground;
pub mod problem_pages;
pub mod robots;
pub mod worksheet;
