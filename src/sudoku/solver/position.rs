//! The positions of a search, and how a guess splits one.

use super::guess;
use super::lanes::Lanes;
use super::pair_guesses::{BANDS, Pairs};
use super::propagate::Status;
use super::stack::Stack;

/// A position and the next step there.
#[derive(Clone, Copy)]
pub(super) struct Position<B> {
    pub(super) board: B,
    pub(super) next: Next,
}

#[derive(Clone, Copy)]
pub(super) enum Next {
    /// Apply the rules.
    Rules,
    /// The rules have been applied, with this result.
    Known(Status),
    /// A guess in several bands was made. Search what it left for later: first in this band, then in those before it.
    Later(usize),
}

/// Continues with what the guess at the top left for later in this band. Returns whether anything may remain.
#[inline(always)]
pub(super) fn go_to_later<L: Lanes>(
    l: L,
    stack: &mut Stack<Position<L::Board>>,
    depth: &mut usize,
    band: usize,
) -> bool {
    let top = stack.at(*depth);
    let later = Pairs::of(l, &top.board).later(l, &top.board, band);
    let later = later.map(|board| Position { board, next: Next::Rules });
    match (band.checked_sub(1), later) {
        (Some(earlier), later) => {
            top.next = Next::Later(earlier);
            if let Some(later) = later {
                *stack.two(*depth).1 = later;
                *depth += 1;
            }
            true
        }
        (None, Some(later)) => {
            *top = later;
            true
        }
        (None, None) => false,
    }
}

/// Guesses a cell with two candidates in each of the first `bands` bands or, if they have none, in the first other band
/// that has one. Returns whether there is such a cell.
///
/// On entry, `later` is the position in which to guess. On return, it is what the guess leaves for later.
#[inline(always)]
pub(super) fn guess_boldly<L: Lanes>(
    l: L,
    first: &mut Position<L::Board>,
    later: &mut Position<L::Board>,
    bands: usize,
) -> bool {
    let pairs = Pairs::of(l, &later.board);
    let mut end = bands;
    while end <= BANDS {
        if let Some(board) = pairs.guessed(l, &later.board, end) {
            *first = Position { board, next: Next::Rules };
            // One cell is guessed at a time if many solutions are requested. The search will then need what the guess
            // leaves for later, so its board is made here, where the cell is known.
            if bands == 1
                && let Some(board) = pairs.later(l, &later.board, end - 1)
            {
                *later = Position { board, next: Next::Rules };
            } else {
                later.next = Next::Later(end - 1);
            }
            return true;
        }
        end += 1;
    }
    false
}

/// Guesses the best cell. `later` is as for [`guess_boldly`].
#[inline(always)]
pub(super) fn guess_best<L: Lanes>(l: L, first: &mut Position<L::Board>, later: &mut Position<L::Board>) {
    let keys = guess::keys(l, &later.board);
    guess::branch(l, &keys, &mut first.board, &mut later.board);
    first.next = Next::Rules;
    later.next = Next::Rules;
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::sudoku::Grid;
    use crate::sudoku::solver::lanes::Task;
    use crate::sudoku::solver::mini_rows::AllRules;
    use crate::sudoku::solver::propagate::settle;
    use crate::sudoku::solver::search::tests::solutions;
    use crate::sudoku::solver::tests::{Numbers, backends};

    /// Guesses in this many bands, or in one of the others. Returns the bands with a cell to guess, the number of
    /// solutions, and the number for each position that the guess leads to.
    struct Parts(Grid, usize);

    impl Task for Parts {
        type Output = Option<(Vec<usize>, usize, Vec<usize>)>;

        #[inline(always)]
        fn run<L: Lanes>(self, l: L) -> Self::Output {
            let mut board = l.candidates(self.0.values());
            if settle(l, &mut board, AllRules) != Status::Open {
                return None;
            }
            let pairs = Pairs::of(l, &board);
            let bands = (0..BANDS).filter(|&band| pairs.later(l, &board, band).is_some()).collect();
            let known = Position { board, next: Next::Known(Status::Open) };
            let (mut first, mut stack) = (known, Stack::new(known));
            if !guess_boldly(l, &mut first, stack.at(0), self.1) {
                return Some((bands, 0, Vec::new()));
            }
            let mut parts = vec![solutions(l, &self.0, first.board)];
            let mut depth = 0;
            loop {
                let top = *stack.at(depth);
                match top.next {
                    Next::Later(band) if go_to_later(l, &mut stack, &mut depth, band) => continue,
                    Next::Later(_) => {}
                    _ => parts.push(solutions(l, &self.0, top.board)),
                }
                let Some(below) = depth.checked_sub(1) else { break };
                depth = below;
            }
            Some((bands, solutions(l, &self.0, board), parts))
        }
    }

    #[test]
    fn a_bold_guess_leads_to_every_solution_exactly_once() {
        let mut numbers = Numbers(5);
        let mut seen = BTreeMap::new();
        let (cases, clues) = if cfg!(miri) { (1, 40) } else { (240, 28) };
        for case in 0..cases {
            let puzzle = numbers.puzzle(clues + case % 8, false);
            for backend in backends() {
                let Some((bands, all, parts)) = backend.run(Parts(puzzle, 1 + case % BANDS)) else { continue };
                assert_eq!(parts.iter().sum::<usize>(), all, "{puzzle} {backend:?} {bands:?} {parts:?}");
                // One position is left for each band in which a cell was guessed: each requested band that has such a
                // cell, or else one other band.
                let asked = bands.iter().filter(|&&band| band <= case % BANDS).count();
                assert_eq!(parts.len().saturating_sub(1), asked.max(bands.len().min(1)), "{puzzle} {bands:?}");
                *seen.entry(bands).or_insert(0) += 1;
            }
        }
        assert!(cfg!(miri) || [&[0, 1, 2][..], &[1], &[2]].iter().all(|&bands| seen.contains_key(bands)), "{seen:?}");
    }
}
