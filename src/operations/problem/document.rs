//! The problem document.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;

use super::catalogue::Code;
use super::errors::{ErrorList, GridError, RequestError};
use super::one_line::one_line;
use super::place::Place;
use crate::operations::answer::cells::Conflict;
use crate::operations::answer::declaration::{answer, parts};
use crate::operations::answer::ratings::Bound;
use crate::operations::answer::repairs::Repairs;
use crate::operations::answer::steps::number;
use crate::operations::answer::verdict::Verdict;
use crate::sudoku::logic::Tenths;
use crate::sudoku::logic::words::capital;
use crate::sudoku::{Grid, rules};

/// A problem on its way to the caller.
///
/// Reading and working return it. A face adds what identifies the request, and writes it in the caller's format.
#[derive(Clone, Debug)]
#[must_use]
pub struct Problem(Box<Parts>);

#[derive(Clone, Debug)]
struct Parts {
    code: Code,
    detail: Cow<'static, str>,
    retry_after: Option<u64>,
    members: Members,
}

answer! {
    /// The members that only some problems have.
    #[derive(Clone, Default)]
    pub struct Members {
        /// The line where parsing stopped.
        line: Option<usize> {minimum: 1},
        /// The character of the line where parsing stopped.
        column: Option<usize> {minimum: 1},
        /// What the problem concerns, if it is not the grid.
        #[serde(flatten)]
        at: Option<Place>,
        errors: Option<Errors>,
        /// The number of errors beyond those listed.
        more_errors: Option<usize> {minimum: 1},
        /// Every digit that occurs more than once in a house.
        conflicts: Option<Vec<Conflict>> {minItems: 1, maxItems: 108},
        /// In a batch: the number of conflicts beyond those listed.
        more_conflicts: Option<usize> {minimum: 1},
        /// For a hint: the smallest sets of givens to remove so that a solution exists, the most likely to be wrong
        /// first.
        repairs: Option<Box<Repairs>>,
        /// A lower bound of the puzzle's rating, if the problem concerns a rating.
        rating: Option<LeastRating>,
        /// The number of puzzles tried, if puzzles were generated.
        pub attempts: Option<u32> {minimum: 1},
        /// The rating, among those of the tried puzzles whose givens match the request, that is nearest to the
        /// requested range. If it is above the range, it is a lower bound.
        pub nearest: Option<f64>,
        /// The number of distinct puzzles that were found before.
        pub found: Option<u64>,
        /// The number of solutions that were counted before.
        pub counted: Option<u64>,
    }

    /// A lower bound of a rating that was not finished.
    #[derive(Clone, Copy)]
    pub struct LeastRating {
        /// The rating.
        er: f64,
        /// What it is.
        bound: Bound,
    }
}

#[derive(Clone, Serialize, Debug)]
#[serde(untagged)]
enum Errors {
    Request(Vec<RequestError>),
    Grid(Vec<GridError>),
}

parts! {
    // That of each problem says which of them it lists.
    [] Errors => |_| json!({});
}

/// The document as sent.
#[derive(Serialize)]
struct Document<'a> {
    r#type: String,
    title: &'static str,
    status: u16,
    detail: &'a str,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
    #[serde(flatten)]
    members: &'a Members,
}

impl Problem {
    /// A problem whose detail describes this occurrence.
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        let (detail, members) = (detail.into(), Members::default());
        Self(Box::new(Parts { code, detail, retry_after: None, members }))
    }

    /// The solver panicked.
    pub fn solver_failed() -> Self {
        Self::new(Code::Internal, "the solver failed")
    }

    /// Too many requests to this path, which take up to `limit`, wait or run. A caller may retry after a third of that.
    pub fn too_many(path: &str, limit: Duration) -> Self {
        let mut problem = Self::new(Code::Overloaded, format!("too many requests for {path} are waiting"));
        problem.0.retry_after = Some((limit.as_secs() / 3).max(1));
        problem
    }

    /// The number of seconds after which a caller may retry, if it is known.
    pub fn retry_after(&self) -> Option<u64> {
        self.0.retry_after
    }

    /// The service accepts no new work.
    pub fn shutting_down() -> Self {
        Self::new(Code::ShuttingDown, "the service is shutting down")
    }

    /// No memory is left for an answer.
    pub fn out_of_memory() -> Self {
        Self::new(Code::Overloaded, "the memory for bodies and answers is exhausted")
    }

    /// The path does not exist.
    pub fn not_found(path: &str) -> Self {
        Self::new(Code::NotFound, format!("{path} does not exist"))
    }

    /// The grid cannot be completed.
    pub fn no_solution() -> Self {
        Self::new(Code::NoSolution, "the givens do not conflict, but the grid cannot be completed")
    }

    /// The body is not valid JSON at this position; line and column count from 1.
    pub fn malformed_json(line: usize, column: usize, why: &str) -> Self {
        let problem = Self::new(Code::MalformedJson, format!("{why} at line {line}, column {column}"));
        problem.with(|members| (members.line, members.column) = (Some(line), Some(column)))
    }

    /// Members or parameters of the request are invalid.
    pub fn invalid_request(errors: ErrorList<RequestError>) -> Self {
        Self::listing(Code::InvalidRequest, errors, Errors::Request)
    }

    /// A grid is invalid.
    pub fn invalid_grid(errors: ErrorList<GridError>) -> Self {
        Self::listing(Code::InvalidGrid, errors, Errors::Grid)
    }

    /// The grid cannot be completed because of its pencil marks.
    pub fn marks_leave_none(error: GridError) -> Self {
        Self::listing(Code::NoSolution, ErrorList::of(error), Errors::Grid)
    }

    fn listing<T: fmt::Display>(code: Code, errors: ErrorList<T>, wrap: fn(Vec<T>) -> Errors) -> Self {
        let (errors, more) = errors.into_parts();
        let first = errors.first().map(T::to_string).unwrap_or_default();
        let mut problem = Self::new(code, sentence(first, errors.len() + more, "error"));
        problem.0.members.errors = Some(wrap(errors));
        problem.0.members.more_errors = (more > 0).then_some(more);
        problem
    }

    /// Lists at most this many errors or conflicts; further ones are only counted.
    pub fn truncated(mut self, most: usize) -> Self {
        let Members { errors, more_errors, conflicts, more_conflicts, .. } = &mut self.0.members;
        match errors {
            Some(Errors::Grid(errors)) => truncate(errors, more_errors, most),
            Some(Errors::Request(errors)) => truncate(errors, more_errors, most),
            None => {}
        }
        if let Some(conflicts) = conflicts {
            truncate(conflicts, more_conflicts, most);
        }
        self
    }

    /// Adds a sentence to the detail.
    pub fn with_hint(mut self, hint: &str) -> Self {
        if !hint.is_empty() {
            self.0.detail = format!("{}. {}", self.0.detail, capital(hint)).into();
        }
        self
    }

    /// The givens break the rules.
    pub fn conflicting_givens(conflicts: Vec<rules::Conflict>) -> Self {
        let conflicts: Vec<Conflict> = conflicts.into_iter().map(Conflict::from).collect();
        let first = conflicts.first().map(Conflict::sentence).unwrap_or_default();
        let detail = sentence(first, conflicts.len(), "conflict");
        Self::new(Code::ConflictingGivens, detail).with(|members| members.conflicts = Some(conflicts))
    }

    /// Nothing, unless the givens break the rules.
    ///
    /// # Errors
    /// The conflicts.
    pub fn unless_legal(grid: &Grid) -> Result<(), Self> {
        let conflicts = rules::conflicts(grid);
        if conflicts.is_empty() { Ok(()) } else { Err(Self::conflicting_givens(conflicts)) }
    }

    /// The grid has no solution; lists its conflicts, if there are any.
    pub fn without_solution(grid: &Grid) -> Self {
        Self::unless_legal(grid).err().unwrap_or_else(Self::no_solution)
    }

    /// Adds which givens are probably wrong, and names the most likely ones in the detail.
    pub fn with_repairs(mut self, repairs: Option<Repairs>) -> Self {
        if let Some(likely) = repairs.as_ref().and_then(|repairs| repairs.list.first()) {
            self.0.detail = format!("{}; probably wrong: {likely}", self.0.detail).into();
        }
        self.0.members.repairs = repairs.map(Box::new);
        self
    }

    /// The problem concerns what was sent at this place. It is not the grid, so it implies no verdict on the grid.
    pub fn at(self, place: Place) -> Self {
        self.with(|members| members.at = Some(place))
    }

    /// Adds a lower bound of the puzzle's rating.
    pub fn with_rating(self, at_least: Tenths) -> Self {
        self.with(|members| members.rating = Some(LeastRating { er: number(at_least), bound: Bound::AtLeast }))
    }

    /// Adds a lower bound of the puzzle's rating, if the time limit passed after the first step.
    pub fn with_rating_so_far(self, at_least: Tenths) -> Self {
        if self.code() == Code::DeadlineExceeded && at_least > Tenths(0) { self.with_rating(at_least) } else { self }
    }

    /// Sets members that only some problems have.
    pub fn with(mut self, set: impl FnOnce(&mut Members)) -> Self {
        set(&mut self.0.members);
        self
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// What happened, for a player.
    pub fn detail(&self) -> &str {
        &self.0.detail
    }

    /// The same with the places that the sentence does not name, for text, which has no list of errors.
    pub fn told(&self) -> String {
        /// The most places.
        const SHOWN: usize = 9;
        let Members { errors, conflicts, .. } = &self.0.members;
        let mut places: Vec<String> = match (errors, conflicts) {
            (Some(Errors::Request(errors)), _) => errors.iter().skip(1).map(RequestError::to_string).collect(),
            (Some(Errors::Grid(errors)), _) => errors.iter().skip(1).map(GridError::place).collect(),
            (None, Some(conflicts)) => conflicts.iter().map(Conflict::to_string).collect(),
            (None, None) => Vec::new(),
        };
        places.retain(|place| !place.is_empty());
        places.dedup();
        places.truncate(SHOWN);
        if places.is_empty() { self.0.detail.to_string() } else { format!("{} ({})", self.0.detail, places.join("; ")) }
    }

    /// The same on this line of a text of several.
    pub fn on_line(mut self, number: usize) -> Self {
        self.0.detail = format!("Line {number}: {}", self.0.detail).into();
        if let Some(Errors::Grid(errors)) = &mut self.0.members.errors {
            for error in errors {
                error.line = Some(number);
            }
        }
        self
    }

    /// The verdict that the problem implies, if it concerns the grid.
    pub fn verdict(&self) -> Option<Verdict> {
        match (self.0.code, &self.0.members.at) {
            (Code::NoSolution, None) => Some(Verdict::None),
            (Code::ConflictingGivens, None) => Some(Verdict::Conflict),
            _ => None,
        }
    }

    /// The problem on one line of text, without its line break.
    pub fn line(&self) -> String {
        format!("{}: {}", self.0.code.name(), one_line(&self.told()))
    }

    /// The document as JSON.
    pub fn document(&self, request_id: Option<&str>, public_url: &str) -> Vec<u8> {
        let Parts { code, ref detail, ref members, .. } = *self.0;
        let document = Document {
            r#type: type_of(code, public_url),
            title: code.title(),
            status: code.status(),
            detail,
            code: code.name(),
            request_id,
            members,
        };
        serde_json::to_vec(&document).expect("a document of strings and numbers is JSON")
    }
}

/// The URL of the page that explains a problem.
pub fn type_of(code: Code, public_url: &str) -> String {
    format!("{public_url}/problems/{}", code.name())
}

/// Truncates a list, and adds the number of items removed to `more`.
fn truncate<T>(list: &mut Vec<T>, more: &mut Option<usize>, most: usize) {
    if list.len() > most {
        *more = Some(more.unwrap_or(0) + list.len() - most);
        list.truncate(most);
    }
}

/// A sentence about the first error, and how many more of these there are.
fn sentence(first: String, count: usize, what: &str) -> String {
    match count {
        0 | 1 => first,
        2 => format!("{first}, and 1 more {what}"),
        _ => format!("{first}, and {} more {what}s", count - 1),
    }
}
