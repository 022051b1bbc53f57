//! Lines of generated puzzles.

use super::form::Form;
use super::operation::Columns;
use crate::batch::Answers;
use crate::http::answer::grid::Notation;
use crate::http::problem::Problem;
use crate::http::request::Parameters;
use crate::http::routes::generate::{GenerateOptions, Puzzle, problem, random_seed};
use crate::sudoku::generate::{self, Wish};
use crate::sudoku::notation::Layout;

/// Generates puzzles, one per line.
#[derive(Clone, Debug)]
pub struct Generate {
    wish: Wish,
    seed: String,
}

impl Generate {
    /// Reads the options of `GET /generate` from a query. Without a seed, chooses one at random.
    ///
    /// # Errors
    /// Every invalid option, or the option that no puzzle can meet.
    pub fn read(query: &str) -> Result<Self, Problem> {
        let Parameters(GenerateOptions { wish, seed, .. }) = Parameters::read(query)?;
        wish.check().map_err(problem)?;
        Ok(Self { wish, seed: seed.unwrap_or_else(random_seed) })
    }

    /// The seed.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// The line with the puzzle of this index (from 0), or with the problem if none was found. It depends only on the
    /// options, the seed and the index.
    pub fn line<F: Form>(&self, form: &F, index: u64) -> Answers {
        let (number, kept) = (index + 1, <F::Kept<'_>>::default());
        let mut answers = Answers::default();
        match generate::generate(&self.wish, &self.seed, index, None) {
            Ok(generated) => {
                answers.tally.results = 1;
                let puzzle = Puzzle::new(&generated, &self.seed, Notation::Text(Layout::Line));
                form.write(number, kept, &&puzzle, &mut answers.text);
            }
            Err(error) => {
                answers.tally.problems = 1;
                form.write_problem(number, kept, problem(error), Puzzle::NAMES, &mut answers.text);
            }
        }
        answers
    }
}

impl Columns for Puzzle {
    const NAMES: &'static [&'static str] = &["puzzle"];

    fn values(&self) -> Vec<Option<String>> {
        vec![Some(self.to_string())]
    }
}
