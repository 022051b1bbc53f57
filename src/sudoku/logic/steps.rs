//! Every step that is there in a position.

use super::rate::find;
use super::search::Wanted;
use super::{Board, End, Step, StepLimits, Tenths};

/// The first `count` steps on a board, in the order of the repertoire of the limits. Those of one technique have different
/// effects. Also returns how the search ended: [`End::Solved`] if there may be more steps.
#[must_use]
pub fn steps(board: &Board, limits: &StepLimits, count: usize) -> (Vec<Step>, End) {
    let mut search = limits.search(Wanted::Listed(count));
    let (end, _) = find(board, limits, &mut search);
    let mut steps = search.steps();
    steps.retain(|step| step.rating <= limits.max_rating || step.rating == Tenths(0));
    (steps, end)
}
