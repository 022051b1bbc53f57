//! The domain of the service alone. It needs the standard library only, so what looks at nothing else (the backends'
//! fuzz target, and Miri) builds in seconds without the service around it.

#[path = "../../src/sudoku/mod.rs"]
pub mod sudoku;
