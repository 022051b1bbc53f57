//! Tests pictures: what they show is what the answer says, and nothing else.

mod drawn;
mod forms;
mod hints;
mod options;
mod puzzles;
