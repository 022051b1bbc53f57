//! Explaining a grid: why it has no solution, why it has several, or what is special about it.

mod answer;
mod picture;
mod text;

use std::time::Duration;

use serde_json::json;

pub use self::answer::ExplainAnswer;
use self::answer::{OnRequest, PatternSymmetry, Readings};
use super::answer::canonical::Canonical;
use super::answer::grid::Notation;
use super::answer::picture::Picture;
use super::example_grids::{MINIMAL, MULTIPLE, PROGRESS};
use super::operation::{About, Group, Operation, Work};
use super::options::{Doubtful, Doubts, Integer, OneOf, SomeOf, notations_or_same, options};
use super::position::PositionOptions;
use super::problem::{Code, Problem};
use super::rate::KnowledgeOptions;
use super::reading::SentGrid;
use super::techniques::TechniqueRange;
use crate::pool::Class;
use crate::sudoku::explain::{self, Contradiction, Effort, EffortLimits, Explanation, Parts, Refuted};
use crate::sudoku::logic::{StepLimits, TABLE};

/// Explains a grid.
#[derive(Debug)]
pub struct Explain;

/// A part of the answer that is included only on request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// No core has fewer givens.
    SmallestCore,
    /// Clues that make a solution the only one.
    Additions,
    /// A puzzle without redundant givens.
    MinimalPuzzle,
    /// The canonical form.
    Canonical,
    /// The symmetry of the pattern of givens.
    Symmetry,
}

/// The parts by name.
const PARTS: [(&str, Part); 5] = [
    ("smallest-core", Part::SmallestCore),
    ("additions", Part::Additions),
    ("minimal-puzzle", Part::MinimalPuzzle),
    ("canonical", Part::Canonical),
    ("symmetry", Part::Symmetry),
];

/// Maximum number of candidates that the chains of a step to a contradiction visit.
const STEP_NODES: u64 = 20_000;

options! {
    /// The options of an explanation.
    pub struct ExplainOptions {
        /// Parts beyond those that fit the verdict.
        ask: Vec<Part> = SomeOf(|| PARTS.to_vec()), default Vec::new(), example vec!["additions", "symmetry"];
        /// Up to eight cells that a scanner may have read wrongly, each with the digits that it may hold instead, 0 for none. A
        /// cell may always be as it was sent; at most 4,096 readings are tried.
        doubtful: Option<Doubtful> = Doubts, example json!({"r1c3": [1, 7]});
        /// Maximum number of repairs, of additions and of readings that are listed.
        limit: u16 = Integer(1..=50_u16), default 50, in_tools 5, example 10;
        /// The notation of the grids in the answer.
        notation: Option<Notation> = OneOf(notations_or_same), default None, example "line";
        ..known: KnowledgeOptions;
        ..position: PositionOptions;
    }
}

impl Operation for Explain {
    type Input = SentGrid;
    type Options = ExplainOptions;
    type Answer = ExplainAnswer;
    type Line = ExplainAnswer;

    const ABOUT: About = About {
        name: "explain",
        title: "Explain a grid",
        description: "Tells why a grid has no solution (a minimal core of givens, and repairs), why it has more than one (two \
            solutions, the cells in which they differ, all true candidates), or what is special about a puzzle with one \
            (redundant givens). With `doubtful`, also lists which readings of a scanned grid make a puzzle. Every part says \
            whether it is exact.",
        tool: "Tells why a grid has no solution (a minimal set of givens that contradict each other, and the digits \
            that were probably misread or mistyped), where its solutions differ if it has several, or which givens a \
            proper puzzle does not need. Use it after validate or solve reported `none`, `conflict` or `multiple`. \
            For the next step of a game, use hint. Takes milliseconds.",
        group: Group::Insight,
        grid: "The grid to explain.",
        class: Class::Heavy,
        // Limits on its nodes already bound it to about 50 ms.
        time_limit: Some(Duration::from_secs(5)),
        problems: &[Code::SearchLimit],
        examples: || {
            vec![
                json!({"grid": PROGRESS}),
                json!({"grid": MINIMAL}),
                json!({"grid": MULTIPLE, "ask": ["additions"]}),
                json!({"grid": PROGRESS, "doubtful": {"r1c3": [0, 7], "r1c1": [6]}}),
            ]
        },
        line: "As text, an answer is the text of the explanation, its lines joined by ` | `.",
    };

    fn position(options: &ExplainOptions) -> Option<&PositionOptions> {
        Some(&options.position)
    }

    fn answer(posed: &SentGrid, options: &ExplainOptions, work: &Work) -> Result<ExplainAnswer, Problem> {
        let (grid, position) = (&posed.grid, posed.position());
        let asks = |part| options.ask.contains(&part);
        let parts = Parts {
            smallest_core: asks(Part::SmallestCore),
            additions: asks(Part::Additions),
            minimal_puzzle: asks(Part::MinimalPuzzle),
        };
        let notation = options.notation.unwrap_or(posed.notation);
        let limit = options.limit.into();
        let readings = match &options.doubtful {
            Some(doubtful) => {
                let mut effort =
                    Effort::new(EffortLimits::default()).with_cancel(work.cancel.clone()).within(&position);
                let found = explain::readings(grid, &doubtful.cells, &mut effort);
                Some(Readings::of(grid, found.map_err(|count| doubtful.too_many(count))?, notation, limit))
            }
            None => None,
        };
        let mut explanation = Explanation::of(position, parts, &work.budget, work.cancel.clone())?;
        if let Explanation::Refuted(Refuted { proof: Some(proof), .. }) = &mut explanation
            && options.known.is_limited()
        {
            proof.contradiction = Contradiction::within(position.on(proof.givens), &known_steps(&options.known, work));
        }
        if asks(Part::Canonical) && position.allowed().is_some() {
            return Err(PositionOptions::refused());
        }
        let is_puzzle = matches!(explanation, Explanation::Unique(_));
        let on_request = OnRequest {
            canonical: asks(Part::Canonical).then(|| Canonical::of(grid)),
            symmetry: (is_puzzle || asks(Part::Symmetry)).then(|| PatternSymmetry::of(grid)),
            readings,
        };
        Ok(ExplainAnswer::of(&position, explanation, on_request, notation, limit))
    }

    fn picture(posed: &SentGrid, _: &ExplainOptions, answer: &ExplainAnswer) -> Option<Picture> {
        Some(answer.picture(&posed.grid))
    }
}

/// The steps that a reader knows. None relies on a single solution, because a grid without a solution has no such one.
fn known_steps(options: &KnowledgeOptions, work: &Work) -> StepLimits {
    let rated = || TABLE.iter().filter(|row| row.is_rated()).map(|row| row.technique).collect();
    StepLimits {
        max_rating: options.max_rating(),
        uniqueness: false,
        nodes: STEP_NODES,
        cancel: Some(work.cancel.clone()),
        ..StepLimits::within(options.allow.as_ref().map_or_else(rated, |known| TechniqueRange::all(known)))
    }
}
