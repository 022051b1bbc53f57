//! `/explain`.

use std::time::Duration;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::answer::canonical::Canonical;
use crate::http::answer::cells::{Cell, Conflict};
use crate::http::answer::contradiction::Contradiction;
use crate::http::answer::grid::{AnswerGrid, Notation};
use crate::http::answer::steps::Candidate;
use crate::http::answer::{Answer, Verdict};
use crate::http::app::App;
use crate::http::contract::schemas;
use crate::http::headers::server_timing;
use crate::http::paths;
use crate::http::problem::Problem;
use crate::http::request::fields::Fields;
use crate::http::request::{Asked, Options};
use crate::pool::{Class, Done};
use crate::sudoku::explain::{self, Effort, Limits, Redundancy, Refutation, Solutions, TrueCandidates};
use crate::sudoku::solver::{self, Budget, CancelFlag};
use crate::sudoku::{Grid, Symmetry, rules};

/// The time limit of an explanation. Limits on its nodes already bound it to about 50 ms.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Maximum number of solutions to count.
const MOST_SOLUTIONS: usize = 1000;

/// Maximum number of repairs, or of sets of additions, in an answer.
const MOST_SETS: usize = 50;

/// The parts that are included only on request.
const PARTS: [&str; 5] = ["smallest-core", "additions", "minimal-puzzle", "canonical", "symmetry"];

/// A grid to explain.
#[derive(ToSchema)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "it describes the document to callers; `Fields` reads it and locates every error")]
pub struct ExplainRequest {
    /// The grid to explain.
    grid: schemas::Grid,
    /// Parts beyond those that fit the verdict.
    #[schema(max_items = 5, nullable = false)]
    ask: Option<Vec<schemas::ExplainPart>>,
    /// The notation of the grids in the answer. If absent: that of the request.
    #[schema(nullable = false)]
    notation: Option<schemas::NotationOrSame>,
}

/// The options of the request.
#[derive(Clone, Copy)]
pub struct ExplainOptions {
    /// For each of [`PARTS`], whether it is asked for.
    parts: [bool; PARTS.len()],
    notation: Option<Notation>,
}

impl ExplainOptions {
    fn asks(self, part: &str) -> bool {
        PARTS.iter().zip(self.parts).any(|(&name, asked)| asked && name == part)
    }
}

impl Options for ExplainOptions {
    const NAMES: &'static [&'static str] = &["ask", "notation"];

    fn read(fields: &mut Fields<'_>) -> Self {
        Self { parts: fields.choices("ask", &PARTS), notation: fields.notation_or_same("notation") }
    }
}

/// Why a grid has no solution, or more than one, or what is special about it.
#[derive(Serialize, ToSchema)]
pub struct ExplainResponse {
    /// In how many ways the grid can be completed.
    pub(super) verdict: Verdict,
    /// Whether the answer has every part that fits the verdict or was requested, each complete and proven. If not, the
    /// limit on the work was reached.
    pub(super) complete: bool,
    /// Conflict: every digit that occurs more than once in a house.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) conflicts: Option<Vec<Conflict>>,
    /// None or conflict: givens that have no solution together.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) core: Option<Core>,
    /// None: how simple steps from the givens of the core alone lead to a contradiction. Absent if that takes guesses,
    /// because a search tree is hard to follow by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) contradiction: Option<Contradiction>,
    /// None or conflict: the smallest sets of givens to remove so that a solution exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) repairs: Option<Repairs>,
    /// Multiple: the number of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) solutions: Option<SolutionCount>,
    /// Multiple: two solutions that differ in few cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<schemas::AnswerGrid>>, min_items = 2, max_items = 2, nullable = false)]
    pub(super) witnesses: Option<[AnswerGrid; 2]>,
    /// Multiple: the cells in which the witnesses differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) differing: Option<Vec<Cell>>,
    /// Multiple: whether one of the differing cells must be given, since no other solution differs in only some of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) unavoidable: Option<bool>,
    /// Multiple: the blank cells that hold the same digit in every solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) backbone: Option<Vec<Candidate>>,
    /// Multiple: for each of the 81 cells, the digits that it holds in some solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_items = 81, max_items = 81, nullable = false)]
    candidates: Option<Vec<Vec<u8>>>,
    /// Multiple: whether every candidate was decided. If not, there may be more candidates than listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    candidates_exact: Option<bool>,
    /// Multiple, on request: smallest sets of clues that make the first witness the only solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) additions: Option<Additions>,
    /// Unique: whether no given can be left out; absent if that was not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) minimal: Option<bool>,
    /// Unique: the givens that can each be left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) redundant: Option<Vec<Candidate>>,
    /// Unique, on request: a puzzle without redundant givens that has the same solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schemas::PuzzleGrid>, nullable = false)]
    pub(super) minimal_puzzle: Option<AnswerGrid>,
    /// On request: the canonical form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) canonical: Option<Canonical>,
    /// Unique, or on request: the symmetry of the pattern of givens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) symmetry: Option<PatternSymmetry>,
}

/// Givens that have no solution together.
#[derive(Serialize, ToSchema)]
pub struct Core {
    /// The givens.
    pub(super) givens: Vec<Candidate>,
    /// Whether leaving out any one of them leaves a solution.
    minimal: bool,
    /// Whether no core has fewer givens.
    smallest: bool,
}

/// The smallest repairs.
#[derive(Serialize, ToSchema)]
pub struct Repairs {
    /// The number of givens that each repair removes.
    size: usize,
    /// Whether the list is proven to be complete and of the smallest size.
    exact: bool,
    /// Whether there may be more repairs of this size than listed.
    pub(super) more: bool,
    /// The repairs, the most likely first: those that leave one solution come first, then exchanged neighbours, then
    /// digits that are easily misread or mistyped, then misplaced digits, then the other single changes.
    #[schema(max_items = 50)]
    pub(super) list: Vec<Repair>,
    /// Pairs of neighbouring cells. Exchanging the contents of a pair leaves exactly one solution.
    pub(super) exchanges: Vec<[Cell; 2]>,
}

/// Givens to remove so that a solution exists.
#[derive(Serialize, ToSchema)]
pub struct Repair {
    /// The givens to remove.
    pub(super) remove: Vec<Candidate>,
    /// The verdict after the removal; absent if it was not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schemas::SolveVerdict>, nullable = false)]
    pub(super) verdict: Option<Verdict>,
    /// For a single given: the digits that leave exactly one solution in its place, the most likely first.
    pub(super) changes: Vec<Candidate>,
}

/// A number of solutions.
#[derive(Serialize, ToSchema)]
pub struct SolutionCount {
    /// The number.
    #[schema(minimum = 1, maximum = 1000)]
    pub(super) count: usize,
    /// Whether there are no more.
    pub(super) exact: bool,
}

/// Clues that make a solution the only one.
#[derive(Serialize, ToSchema)]
pub struct Additions {
    /// The sets of clues, all of the same size.
    #[schema(max_items = 50)]
    pub(super) list: Vec<Vec<Candidate>>,
    /// Whether no smaller set exists.
    smallest: bool,
    /// Whether there may be more sets of this size than listed.
    pub(super) more: bool,
}

/// The symmetry of a pattern of givens.
#[derive(Serialize, ToSchema)]
pub struct PatternSymmetry {
    /// The symmetries; `none` if there is none.
    pub(super) pattern: Vec<&'static str>,
    /// The number of givens.
    #[schema(minimum = 0, maximum = 81)]
    clues: usize,
}

/// Explain a grid
///
/// Tells why a grid has no solution (a minimal core of givens, and repairs), why it has more than one (two solutions, the
/// cells in which they differ, all true candidates), or what is special about a puzzle with one (redundant givens). Every
/// part says whether it is exact.
#[utoipa::path(
    post,
    path = paths::EXPLAIN,
    operation_id = "explain",
    tag = "insight",
    params(
        ("ask" = Option<String>, Query, description = "Like the member `ask`, separated by commas.", max_length = 100),
        ("notation" = Option<schemas::NotationOrSame>, Query, description = "Like the member `notation`."),
    ),
    request_body = ExplainRequest,
    responses((status = 200, description = "The explanation.", body = ExplainResponse)),
)]
pub async fn explain(State(app): State<App>, asked: Asked<ExplainOptions>) -> Result<Answer<ExplainResponse>, Problem> {
    let Asked { posed, options, .. } = asked;
    let search =
        move |budget: &Budget, cancel: &CancelFlag| explained(&posed.grid, posed.notation, options, budget, cancel);
    let Done { value, timing } = app.search_within(Class::Heavy, TIME_LIMIT, search).await?;
    let response = value.map_err(|problem| problem.with_timing(timing))?;
    let verdict = response.verdict;
    Ok(Answer::new(response).with_header(verdict.header()).with_header(server_timing(timing)))
}

/// Explains a grid, with grids in this notation unless the options name another. `budget` limits the search for the
/// verdict.
///
/// # Errors
/// The verdict was not found within the budget.
pub fn explained(
    grid: &Grid,
    notation: Notation,
    options: ExplainOptions,
    budget: &Budget,
    cancel: &CancelFlag,
) -> Result<ExplainResponse, Problem> {
    let conflicts = rules::conflicts(grid);
    let verdict =
        if conflicts.is_empty() { Verdict::of(&solver::solve(grid, budget).finding)? } else { Verdict::Conflict };
    let mut effort = Effort::new(Limits::default()).with_cancel(cancel.clone());
    let notation = options.notation.unwrap_or(notation);
    let in_kind = |grid: Grid| AnswerGrid { grid, notation };
    let mut response = ExplainResponse::new(verdict);
    match verdict {
        Verdict::None | Verdict::Conflict => {
            response.conflicts = (!conflicts.is_empty()).then(|| conflicts.into_iter().map(Conflict::from).collect());
            response.complete = response.refute(grid, options, &mut effort) == Some(true);
        }
        Verdict::Multiple => {
            let solutions = Solutions::of(grid, MOST_SOLUTIONS, &mut effort);
            response.solutions = Some(SolutionCount { count: solutions.count(), exact: solutions.is_exact() });
            let candidates = TrueCandidates::of(grid, &mut effort);
            response.backbone = Some(candidates.backbone().map(|(cell, digit)| Candidate::new(cell, digit)).collect());
            let digits = |cell| candidates.at(cell).map(crate::sudoku::Digit::get).collect();
            response.candidates = Some(crate::sudoku::Cell::all().map(digits).collect());
            response.candidates_exact = Some(candidates.is_exact());
            // A count that reaches its maximum is not cut by the limit on the work.
            let counted = solutions.is_exact() || solutions.count() == MOST_SOLUTIONS;
            if let Some(witnesses) = solutions.witnesses(&mut effort) {
                let target = witnesses.solutions[0];
                response.witnesses = Some(witnesses.solutions.map(in_kind));
                response.differing = Some(witnesses.differing.into_iter().map(Cell::from).collect());
                response.unavoidable = Some(witnesses.unavoidable);
                response.additions = options.asks("additions").then(|| Additions::of(grid, &target, &mut effort));
                let added = response.additions.as_ref().is_none_or(|additions| additions.smallest);
                response.complete = counted && candidates.is_exact() && added;
            }
        }
        Verdict::Unique => {
            let redundancy = Redundancy::of(grid, &mut effort);
            response.minimal = redundancy.is_minimal();
            response.redundant = Some(of_cells(grid, &redundancy.redundant));
            let reduced = options.asks("minimal-puzzle").then(|| explain::minimal_puzzle(grid, &mut effort));
            response.complete = redundancy.exact && reduced.as_ref().is_none_or(|reduced| reduced.minimal);
            response.minimal_puzzle = reduced.map(|reduced| in_kind(reduced.puzzle));
        }
    }
    response.symmetry = (verdict == Verdict::Unique || options.asks("symmetry")).then(|| PatternSymmetry {
        pattern: Symmetry::of(grid).into_iter().map(Symmetry::name).collect(),
        clues: grid.clues(),
    });
    response.canonical = options.asks("canonical").then(|| Canonical::of(grid));
    Ok(response)
}

/// These cells with their digits in a grid.
fn of_cells(grid: &Grid, cells: &[crate::sudoku::Cell]) -> Vec<Candidate> {
    cells.iter().filter_map(|&cell| Some(Candidate::new(cell, grid.get(cell)?))).collect()
}

impl ExplainResponse {
    const fn new(verdict: Verdict) -> Self {
        Self {
            verdict,
            complete: false,
            conflicts: None,
            core: None,
            contradiction: None,
            repairs: None,
            solutions: None,
            witnesses: None,
            differing: None,
            unavoidable: None,
            backbone: None,
            candidates: None,
            candidates_exact: None,
            additions: None,
            minimal: None,
            redundant: None,
            minimal_puzzle: None,
            canonical: None,
            symmetry: None,
        }
    }

    /// Tells why a grid has no solution, and returns whether that is complete; `None` if nothing was found.
    fn refute(&mut self, grid: &Grid, options: ExplainOptions, effort: &mut Effort) -> Option<bool> {
        let refutation = Refutation::of(grid, effort)?;
        let repairs = refutation.repairs(MOST_SETS, effort);
        let repair = |repair: explain::Repair| Repair {
            remove: of_cells(grid, &repair.remove),
            verdict: repair.unique.map(|unique| if unique { Verdict::Unique } else { Verdict::Multiple }),
            changes: repair.changes.iter().map(|&digit| Candidate::new(repair.remove[0], digit)).collect(),
        };
        let exact = repairs.exact;
        self.repairs = Some(Repairs {
            size: repairs.list.first().map_or(0, |repair| repair.remove.len()),
            exact,
            more: repairs.more,
            list: repairs.list.into_iter().map(repair).collect(),
            exchanges: repairs.exchanges.into_iter().map(|cells| cells.map(Cell::from)).collect(),
        });
        let smallest = options.asks("smallest-core");
        let core = if smallest { refutation.smallest_core(effort) } else { refutation.core().clone() };
        let givens = core.givens.iter().fold(Grid::EMPTY, |part, &cell| part.with(cell, grid.get(cell)));
        self.contradiction = Contradiction::of(&givens);
        self.core = Some(Core { givens: of_cells(grid, &core.givens), minimal: core.minimal, smallest: core.smallest });
        Some(exact && core.minimal && (core.smallest || !smallest))
    }
}

impl Additions {
    fn of(grid: &Grid, target: &Grid, effort: &mut Effort) -> Self {
        let additions = explain::additions(grid, target, MOST_SETS, effort);
        Self {
            list: additions.list.iter().map(|cells| of_cells(target, cells)).collect(),
            smallest: additions.smallest,
            more: additions.more,
        }
    }
}
