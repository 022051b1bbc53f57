//! Every step that is there in a position, and those that give claims about it.

use super::rate::{Found, find};
use super::search::Wanted;
use super::{Board, Claim, End, Step, StepLimits, Tenths};

/// The first `count` steps on a board, in the order of the repertoire of the limits. Those of one technique have different
/// effects. Also returns how the search ended: [`End::Solved`] if there may be more steps.
#[must_use]
pub fn steps(board: &Board, limits: &StepLimits, count: usize) -> (Vec<Step>, End) {
    let mut search = limits.search(Wanted::Listed(count));
    let end = match find(board, limits, &mut search) {
        Found::Step => End::Solved,
        Found::Nothing(end, _) => end,
    };
    let mut steps = search.steps();
    steps.retain(|step| step.rating <= limits.max_rating || step.rating == Tenths(0));
    (steps, end)
}

/// For each claim about a board the first step that gives it, in the order of the repertoire of the limits. There is none for
/// a claim that changes nothing, and none if the search ends before.
#[must_use]
pub fn justify(claims: &[Claim], board: &Board, limits: &StepLimits) -> Vec<Option<Step>> {
    let open: Vec<Claim> = claims.iter().filter(|claim| !claim.is_noop(board)).copied().collect();
    let mut given = Vec::new();
    if !open.is_empty() {
        let claims = open.into_iter().map(|claim| (claim, None)).collect();
        let wanted = Wanted::Giving { board: Box::new(*board), most: limits.max_rating, claims };
        let mut search = limits.search(wanted);
        find(board, limits, &mut search);
        given = search.given();
    }
    let found = |claim: &Claim| given.iter().find(|(other, _)| other == claim).and_then(|(_, step)| step.clone());
    claims.iter().map(found).collect()
}
