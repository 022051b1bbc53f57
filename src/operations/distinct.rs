//! Runs of generated puzzles of which no two are equivalent.

use std::collections::HashSet;

use super::problem::{Code, Problem};

/// A run ends after this many puzzles in a row that are not new.
const FRUITLESS: u32 = 32;

/// A search that finds no puzzle counts as so many: it takes up to a second, and the run has no other bound.
const NOT_FOUND: u32 = FRUITLESS / 2;

/// Leaves out the puzzles of a run that are equivalent to an earlier one, if that is wanted. It keeps the canonical form of
/// every puzzle: about 200 bytes for each.
#[derive(Debug)]
pub struct Distinct {
    seen: Option<HashSet<String>>,
    fruitless: u32,
}

impl Distinct {
    /// A run before its first puzzle.
    pub fn new(is_wanted: bool) -> Self {
        Self { seen: is_wanted.then(HashSet::new), fruitless: 0 }
    }

    /// Takes the puzzle of the next index, which has this canonical form, and returns it unless it is left out. So a shorter
    /// run is the beginning of a longer one.
    ///
    /// # Errors
    /// The puzzle was not found or, if equivalent ones are left out, too many indices in a row gave no new one: the run ends.
    pub fn take<P>(&mut self, made: Result<P, Problem>, canonical: fn(&P) -> &str) -> Result<Option<P>, Problem> {
        let Some(seen) = &mut self.seen else { return made.map(Some) };
        let cost = match &made {
            Ok(puzzle) => u32::from(!seen.insert(canonical(puzzle).to_owned())),
            Err(problem) if problem.code() == Code::SearchLimit => NOT_FOUND,
            Err(_) => 0,
        };
        self.fruitless = if cost == 0 { 0 } else { self.fruitless + cost };
        match self.fruitless {
            0 => made.map(Some),
            1..FRUITLESS => Ok(None),
            _ => Err(Problem::new(
                Code::SearchLimit,
                format!("the last attempts gave no puzzle that differs from the {} found", seen.len()),
            )
            .with(|members| members.found = Some(seen.len() as u64))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_after_enough_indices_without_a_new_puzzle() {
        let mut distinct = Distinct::new(true);
        let mut is_taken = |made| distinct.take(made, String::as_str).map(|taken| taken.is_some());
        assert!(is_taken(Ok("0".to_owned())).expect("new") && is_taken(Ok("1".to_owned())).expect("new"));
        let not_found = || Problem::new(Code::SearchLimit, "not found");
        assert!(!is_taken(Err(not_found())).expect("left out"));
        for _ in NOT_FOUND + 1..FRUITLESS {
            assert!(!is_taken(Ok("0".to_owned())).expect("left out"));
        }
        let ended = is_taken(Ok("1".to_owned())).expect_err("one too many");
        assert_eq!(ended.code(), Code::SearchLimit);
        assert!(String::from_utf8_lossy(&ended.document(None, "")).contains("\"found\":2"), "{ended:?}");
    }

    #[test]
    fn a_new_puzzle_starts_the_count_again() {
        let mut distinct = Distinct::new(true);
        for index in 0..2 {
            assert!(distinct.take(Ok(index.to_string()), String::as_str).expect("new").is_some());
            for _ in 1..FRUITLESS {
                assert!(distinct.take(Ok("0".to_owned()), String::as_str).expect("left out").is_none());
            }
        }
    }

    #[test]
    fn without_a_wish_nothing_is_left_out() {
        let mut distinct = Distinct::new(false);
        assert!((0..3).all(|_| distinct.take(Ok("0".to_owned()), String::as_str).expect("a puzzle").is_some()));
        let problem = distinct.take(Err(Problem::deadline_exceeded()), String::as_str).expect_err("a problem");
        assert_eq!(problem.code(), Code::DeadlineExceeded);
    }
}
