//! Revealing some cells of a solution.

use std::fmt;

use serde_json::json;

use super::answer::declaration::answer;
use super::answer::picture::{Picture, Scene};
use super::answer::steps::Candidate;
use super::answer::verdict::{SolveVerdict, Verdict};
use super::example_grids::{ALMOST, LINE, PROGRESS};
use super::operation::{About, Answer, Group, Operation, Work};
use super::options::{CELLS, options};
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::reading::SentGrid;
use super::validate::only_solution;
use crate::pool::Class;
use crate::sudoku::Cell;

/// Reveals cells.
#[derive(Debug)]
pub struct Reveal;

options! {
    /// The options of cells to reveal.
    pub struct RevealOptions {
        /// The cells to reveal: names such as `r1c3`, or indices from 0 to 80. If absent, the blank cells of `grid`.
        cells: Option<Vec<Cell>> = CELLS, example vec!["r1c3"];
        ..position: PositionOptions;
    }
}

impl Operation for Reveal {
    type Input = SentGrid;
    type Options = RevealOptions;
    type Answer = RevealAnswer;
    type Line = RevealAnswer;

    const ABOUT: About = About {
        name: "reveal",
        title: "Reveal cells",
        description: "Returns the digits of some cells in the solution, so that a front end need not hold the rest. With `puzzle`, in \
            its solution, which must be the only one.",
        tool: "Tells the digits of some `cells` in the solution. To help somebody who is playing, use hint. Takes microseconds.",
        group: Group::Sudoku,
        grid: "The puzzle, or a player's progress on it.",
        class: Class::Light,
        time_limit: None,
        problems: &[Code::ConflictingGivens, Code::NoSolution, Code::NotUnique, Code::SearchLimit],
        examples: || vec![json!({"grid": ALMOST}), json!({"grid": PROGRESS, "puzzle": LINE, "cells": [80]})],
        line: "",
    };

    fn position(options: &RevealOptions) -> Option<&PositionOptions> {
        Some(&options.position)
    }

    fn answer(posed: &SentGrid, options: &RevealOptions, work: &Work) -> Result<RevealAnswer, Problem> {
        let (verdict, solution) = if let Some(puzzle) = &options.position.puzzle {
            (Verdict::Unique, only_solution(puzzle, work)?)
        } else {
            Problem::unless_solved(posed.position(), &work.solve(posed.position(), 1).finding, &work.budget)?
        };
        let blank = || Cell::all().filter(|cell| posed.grid.get(*cell).is_none()).collect();
        let cells = options.cells.clone().unwrap_or_else(blank).into_iter();
        let revealed = cells.filter_map(|cell| Some(Candidate::new(cell, solution.get(cell)?)));
        Ok(RevealAnswer { verdict, cells: revealed.collect() })
    }

    fn picture(posed: &SentGrid, options: &RevealOptions, answer: &RevealAnswer) -> Option<Picture> {
        let mut scene = Scene::of_position(posed, options.position.puzzle_of(posed));
        for cell in &answer.cells {
            let digit = &mut scene.digits[usize::from(cell.cell.index)];
            *digit = digit.filter(|(held, _)| *held == cell.digit).or(Some((cell.digit, "solved")));
        }
        Some(Picture::new("Revealed cells", vec![scene]))
    }
}

answer! {
    /// Cells of a solution.
    pub struct RevealAnswer {
        /// Whether the solution is the only one.
        verdict: Verdict as SolveVerdict,
        /// The cells with their digits in the solution, in the order of the request.
        cells: Vec<Candidate> {maxItems: 81},
    }
}

impl Answer for RevealAnswer {
    fn verdict(&self) -> Option<Verdict> {
        Some(self.verdict)
    }
}

/// A line such as `r1c3=4` for each cell, and `# multiple` if the solution is not the only one.
impl fmt::Display for RevealAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cells.iter().try_for_each(|cell| writeln!(f, "{cell}"))?;
        if self.verdict == Verdict::Multiple { writeln!(f, "# multiple") } else { Ok(()) }
    }
}
