//! Every step that is there in a position.

use super::rate::find;
use super::search::{Flow, Selection};
use super::{Board, End, Step, StepLimits, TechniqueSet, Tenths};

/// The first `count` steps on a board, in the order of the repertoire of the limits. Those of one technique have different
/// effects. Also returns how the search ended: [`End::Solved`] if there may be more steps.
pub fn steps(board: &Board, limits: &StepLimits, count: usize) -> (Vec<Step>, End) {
    let mut steps = Vec::new();
    let (end, _) = each_step(board, limits, |step| {
        steps.push(step.clone());
        steps.len() < count
    });
    (steps, end)
}

/// Lists the steps that [`steps`] finds one by one, as long as `list` returns true, so that nobody holds the proofs of all.
/// Returns how the search ended, [`End::Solved`] if `list` ended it, and the techniques that were looked for to the end.
pub fn each_step(board: &Board, limits: &StepLimits, mut list: impl FnMut(&Step) -> bool) -> (End, TechniqueSet) {
    let mut list = |step: &Step| {
        let is_listed = step.rating <= limits.max_rating || step.rating == Tenths(0);
        if !is_listed || list(step) { Flow::Continue(()) } else { Flow::Break(()) }
    };
    let mut search = limits.search(Selection::Listed(&mut list));
    let (end, _) = find(board, limits, &mut search);
    (end, search.searched())
}
