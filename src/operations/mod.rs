//! What the service can do: each operation is declared once, and every face (HTTP, the command line) follows from it.
//!
//! A file such as [`solve`] holds all of an operation: its options, its work, its answer and its examples. [`ALL`] lists the
//! operations. A face makes a [`Request`](reading::Request) of what it received, which [`AnyOperation::call`] turns into a
//! [`Call`]; the call does its work on any thread, and writes its answer.
//!
//! ```
//! use sudoku_service::operations::answer::format::Format;
//! use sudoku_service::operations::operation::Work;
//! use sudoku_service::operations::{find, reading::Request};
//!
//! let solve = find("solve").expect("an operation");
//! let grid = "grid=53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let mut call = solve.call(Request::of_query(grid)).expect("a grid");
//! call.run(&Work::unlimited()).expect("a solution");
//! assert!(call.write(Format::Text).starts_with(b"534678912"));
//! ```
//!
//! A problem of a request says what and where:
//!
//! ```
//! use sudoku_service::operations::{find, reading::Request};
//!
//! let rate = find("rate").expect("an operation");
//! let problem = rate.call(Request::of_query("grid=1&max_rating=30")).err().expect("a rating of 30 does not exist");
//! assert_eq!(problem.code().name(), "invalid-request");
//! ```

pub mod annotate;
pub mod answer;
pub mod any_operation;
pub mod call_job;
pub mod canonical;
pub mod count;
pub mod daily;
pub mod distinct;
pub mod example_grids;
pub mod explain;
pub mod generate;
pub mod hint;
pub mod lines;
pub mod operation;
pub mod options;
pub mod plain_rows;
pub mod position;
pub mod problem;
pub mod rate;
pub mod reading;
pub mod reveal;
pub mod schemas;
pub mod solve;
pub mod steps;
pub mod techniques;
pub mod tool_schemas;
pub mod validate;
pub mod variants;

pub use any_operation::{AnyOperation, Call};

use std::time::Duration;

use answer::format::PictureFormat;
use operation::{Operation, TIME_LIMIT};

use crate::pool::{Class, Kind};

/// The operations, in the order of the contract.
pub static ALL: [AnyOperation; 13] = [
    AnyOperation::with_batches::<solve::Solve>(),
    AnyOperation::of::<reveal::Reveal>(),
    AnyOperation::with_batches::<validate::Validate>(),
    AnyOperation::with_batches::<rate::Rate>(),
    AnyOperation::with_batches::<hint::GetHint>(),
    AnyOperation::with_batches::<steps::Steps>(),
    AnyOperation::with_batches::<explain::Explain>(),
    AnyOperation::with_batches::<canonical::Canonicalize>(),
    AnyOperation::with_batches::<annotate::Annotate>(),
    AnyOperation::with_batches::<variants::Variants>(),
    AnyOperation::of::<generate::Generate>(),
    AnyOperation::of::<daily::Daily>(),
    AnyOperation::of::<techniques::Techniques>(),
];

/// The number of heavy operations.
const HEAVY: usize = {
    let (mut count, mut index) = (0, 0);
    while index < ALL.len() {
        count += matches!(ALL[index].about.class, Class::Heavy) as usize;
        index += 1;
    }
    count
};

/// The kinds of heavy jobs, by their time limits in seconds: of each heavy operation in the order of [`ALL`], of pictures, of
/// worksheets and of counts.
pub static KINDS: [u32; HEAVY + 3] = {
    let mut kinds = [seconds(None); HEAVY + 3];
    let (mut heavy, mut index) = (0, 0);
    while index < ALL.len() {
        if matches!(ALL[index].about.class, Class::Heavy) {
            kinds[heavy] = seconds(ALL[index].about.time_limit);
            heavy += 1;
        }
        index += 1;
    }
    // A worksheet generates puzzles.
    kinds[WORKSHEETS] = seconds(<generate::Generate as Operation>::ABOUT.time_limit);
    kinds[COUNTING] = seconds(Some(count::TIME_LIMIT));
    kinds
};

const fn seconds(limit: Option<Duration>) -> u32 {
    let limit = match limit {
        Some(limit) => limit,
        None => TIME_LIMIT,
    };
    limit.as_secs() as u32
}

/// The kind of pictures that take long to draw.
pub const PICTURES: Kind = Kind::Heavy(HEAVY);

const WORKSHEETS: usize = HEAVY + 1;

/// The kind of worksheets.
pub const WORKSHEET: Kind = Kind::Heavy(WORKSHEETS);

const COUNTING: usize = HEAVY + 2;

/// The kind of light operations whose options make their work heavy: counts of solutions.
const COUNTS: Kind = Kind::Heavy(COUNTING);

/// The time limit of a job of this kind for an operation, unless it has that of the settings.
pub fn time_limit(operation: &AnyOperation, kind: Kind) -> Option<Duration> {
    if kind == COUNTS { Some(count::TIME_LIMIT) } else { operation.about.time_limit }
}

/// The kind of the job that answers a request to an operation, as a picture in this format if there is one. A PNG takes a
/// thousand times as long as a search, and so does a sheet of a thousand solutions.
pub fn kind(operation: &AnyOperation, picture: Option<PictureFormat>, may_be_sheet: bool, is_heavy: bool) -> Kind {
    let mut heavy = ALL.iter().filter(|other| other.about.class == Class::Heavy);
    match (picture, heavy.position(|other| other.about.name == operation.about.name)) {
        (Some(PictureFormat::Png), _) => PICTURES,
        (Some(PictureFormat::Svg) | None, Some(number)) => Kind::Heavy(number),
        (Some(PictureFormat::Svg), None) if may_be_sheet => PICTURES,
        (Some(PictureFormat::Svg) | None, None) if is_heavy => COUNTS,
        (Some(PictureFormat::Svg) | None, None) => Kind::Light,
    }
}

/// The operation with this name.
pub fn find(name: &str) -> Option<&'static AnyOperation> {
    ALL.iter().find(|operation| operation.about.name == name)
}
