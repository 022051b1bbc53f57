//! The answer: generated puzzles.

use std::fmt;

use crate::operations::answer::canonical::canonical_line;
use crate::operations::answer::declaration::answer;
use crate::operations::answer::grid::{AnswerGrid, Notation};
use crate::operations::answer::picture::{Picture, Scene};
use crate::operations::answer::ratings::{Ratings, TechniqueCount, techniques};
use crate::operations::answer::steps::{Technique, TechniqueName};
use crate::operations::operation::Answer;
use crate::operations::validate::Marks;
use crate::sudoku::generate::{Generated, Origin, VERSION};
use crate::sudoku::logic::{self, Level};
use crate::sudoku::{Grid, Position, Symmetry, canonical, notation};

answer! {
    /// One puzzle, or several if `count` was sent.
    pub enum GenerateAnswer {
        /// Without `count`.
        One(Box<Puzzle>),
        /// With `count`.
        Several(Puzzles),
    }

    /// Generated puzzles.
    pub struct Puzzles as GeneratedPuzzles {
        /// The puzzles.
        pub puzzles: Vec<Puzzle> {minItems: 1, maxItems: 100},
    }

    /// A generated puzzle.
    pub struct Puzzle as GeneratedPuzzle {
        /// The puzzle.
        pub puzzle: AnswerGrid,
        /// Its only solution.
        pub solution: AnswerGrid,
        /// Its rating.
        pub(super) rating: Ratings,
        /// Its difficulty in a word.
        pub level: Level,
        /// The technique of the hardest step. Absent for a complete grid.
        pub(super) hardest: Option<Technique>,
        /// The technique that players learn last of those with which the course, up to `aic`, solves it. Absent if it
        /// does not.
        pub(super) hardest_by_course: Option<TechniqueName>,
        /// The techniques that solving it uses, in order of difficulty: with `needs` or `allow`, those that the player
        /// knows or practises; otherwise those that rate it.
        pub(super) techniques: Vec<TechniqueCount>,
        /// The number of givens.
        pub(super) clues: usize {minimum: 17, maximum: 81},
        /// The symmetry of the pattern of givens.
        pub(super) symmetry: Symmetry,
        /// Whether no given can be left out.
        pub(super) minimal: bool,
        /// The canonical form of the puzzle, as in `/explain`: equivalent puzzles have the same.
        pub(super) canonical: String {pattern: "^[0-9]{81}$"},
        /// Where the search began: with a `random` solution, or with a stored puzzle, near which it found another (`find`), or
        /// which is the answer, with its lines and digits exchanged (`stored`). Only stored puzzles may lead to equivalent ones;
        /// `distinct` leaves them out.
        pub(super) origin: Origin,
        /// The seed.
        pub(super) seed: String,
        /// The index among the puzzles of the seed: the same options with `first` set to it return this puzzle first.
        pub(super) index: u64,
        /// The version of the generator.
        pub(super) generator: u32,
        /// With `give=position`: where the technique that the puzzle needs is the next step.
        pub(super) position: Option<LessonPosition>,
    }

    /// A position in which a technique is the next step.
    pub struct LessonPosition {
        /// The grid.
        pub(super) grid: AnswerGrid,
        /// The candidates that are left: 729 characters, nine for each cell, as `/hint` and `/steps` accept them.
        pub(super) candidates: Marks,
    }
}

impl Puzzle {
    /// The puzzle itself.
    pub const fn grid(&self) -> Grid {
        self.puzzle.grid
    }

    /// A puzzle that was generated from this seed and index, in this notation.
    pub fn new(generated: &Generated, seed: &str, index: u64, notation: Notation) -> Self {
        Self {
            puzzle: AnswerGrid { grid: generated.puzzle, notation },
            solution: AnswerGrid { grid: generated.solution, notation },
            rating: Ratings::new(&generated.rating, true),
            level: generated.rating.level(),
            hardest: generated.rating.hardest.map(|technique| Technique::new(technique, generated.rating.er)),
            hardest_by_course: logic::hardest_by_course(&(&generated.puzzle).into()).map(TechniqueName::from),
            techniques: techniques(&generated.rating),
            clues: generated.puzzle.clues(),
            symmetry: generated.symmetry,
            minimal: generated.minimal,
            canonical: canonical_line(&canonical::canonical(&generated.puzzle).grid),
            origin: generated.origin,
            seed: seed.to_owned(),
            index,
            generator: VERSION,
            position: None,
        }
    }

    /// The position, with its pencil marks, or the puzzle.
    pub(super) fn scene(&self) -> Scene {
        match &self.position {
            Some(LessonPosition { grid, candidates: Marks(marks) }) => {
                Scene::new(&grid.grid, &self.puzzle.grid).marked(Some(marks), &Position::new(grid.grid, marks))
            }
            None => Scene::of(&self.puzzle.grid),
        }
    }

    /// The canonical form, which equivalent puzzles share.
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// A picture of the puzzle, or of the position in it.
    pub fn picture(&self) -> Picture {
        Picture::new("A puzzle", vec![self.scene()])
    }
}

impl Answer for GenerateAnswer {
    fn rating(&self) -> Option<&Ratings> {
        match self {
            Self::One(puzzle) => Some(&puzzle.rating),
            Self::Several(_) => None,
        }
    }
}

impl Answer for Puzzle {
    const COLUMNS: &'static [&'static str] = &["puzzle"];

    fn columns(&self) -> Vec<Option<String>> {
        vec![Some(self.to_string().trim_end().to_owned())]
    }

    fn rating(&self) -> Option<&Ratings> {
        Some(&self.rating)
    }
}

/// One puzzle per line.
impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(puzzle) => puzzle.fmt(f),
            Self::Several(Puzzles { puzzles }) => puzzles.iter().try_for_each(|puzzle| puzzle.fmt(f)),
        }
    }
}

/// The puzzle on one line; a position as its candidates, which every operation reads as a grid.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.position {
            Some(position) => writeln!(f, "{}", notation::format_candidates(&position.candidates.0)),
            None => writeln!(f, "{}", self.puzzle.grid),
        }
    }
}
