//! Only the domain of the service. It needs only the standard library, so the backends' fuzz target and Miri build in
//! seconds, without the rest of the service.

#[path = "../../src/sudoku/mod.rs"]
pub mod sudoku;
