//! `GET /generate`.

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::time::{Duration, SystemTime};

use axum::extract::State;
use axum::http::{HeaderValue, Uri, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::rate::{Ratings, TechniqueCount, techniques};
use crate::http::answer::Answer;
use crate::http::answer::canonical::canonical_line;
use crate::http::answer::grid::{AnswerGrid, CellType, Notation};
use crate::http::app::App;
use crate::http::caching;
use crate::http::contract::schemas;
use crate::http::headers::server_timing;
use crate::http::paths;
use crate::http::problem::{Code, ErrorList, Problem, RequestError};
use crate::http::request::fields::Fields;
use crate::http::request::{Options, Parameters};
use crate::pool::{Class, Done};
use crate::sudoku::generate::{self, GenerateError, Generated, VERSION, Wish, WishOption};
use crate::sudoku::logic::{Level, TABLE, Tenths};
use crate::sudoku::solver::CancelFlag;
use crate::sudoku::{Symmetry, canonical};

/// The time limit of a request for puzzles.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Maximum number of puzzles in an answer.
const MOST_PUZZLES: u16 = 100;

/// Maximum length of a seed in bytes.
const LONGEST_SEED: usize = 64;

/// A puzzle with a seed never changes.
pub const FOR_EVER: (header::HeaderName, HeaderValue) = (header::CACHE_CONTROL, caching::FOR_EVER);

/// The notation of the grids unless the request names another.
pub const NOTATION: Notation = Notation::Rows(CellType::Number);

/// The options of `/generate`.
pub struct GenerateOptions {
    /// The requirements for the puzzles.
    pub wish: Wish,
    /// The seed.
    pub seed: Option<String>,
    count: u64,
    notation: Notation,
}

impl Options for GenerateOptions {
    const NAMES: &'static [&'static str] = &[
        "rating",
        "level",
        "symmetry",
        "clues",
        "minimal",
        "technique",
        "without",
        "seed",
        "count",
        "notation",
        "generator",
    ];

    fn read(fields: &mut Fields<'_>) -> Self {
        let rating =
            fields.parsed("rating", "expected a rating such as 7.0, or a range such as 6.6-7.2", range_of_ratings);
        if rating.is_some() {
            fields.forbid("level", "`rating` and `level` exclude each other; send one of them");
        }
        let level = level_of(fields);
        let symmetries: Vec<&str> = Symmetry::all().map(Symmetry::name).chain(["any"]).collect();
        let symmetry = fields.choice("symmetry", &symmetries).map(|index| Symmetry::from_name(symmetries[index]));
        let techniques = TABLE.each_ref().map(|row| row.id);
        let without = fields.choices("without", &techniques);
        let wish = Wish {
            rating: rating.or(level.map(Level::ratings)),
            clues: fields.parsed("clues", "expected a number of clues such as 24, or a range such as 24-28", |text| {
                range_of(text, |number| number.parse().ok())
            }),
            symmetry: symmetry.unwrap_or(Some(Symmetry::None)),
            minimal: fields.flag("minimal").unwrap_or(false),
            technique: fields.choice("technique", &techniques).map(|index| TABLE[index].technique),
            without: TABLE.iter().zip(without).filter(|(_, chosen)| *chosen).map(|(row, _)| row.technique).collect(),
            ..Wish::default()
        };
        fields.parsed("generator", "unknown version; the only one is 1", |version| {
            (version == VERSION.to_string()).then_some(())
        });
        Self {
            wish,
            seed: fields.parsed("seed", "expected 1 to 64 characters of A-Za-z0-9._~-", |seed| {
                let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"._~-".contains(&byte);
                ((1..=LONGEST_SEED).contains(&seed.len()) && seed.bytes().all(valid)).then(|| seed.to_owned())
            }),
            count: fields.integer("count", 1..=MOST_PUZZLES).map_or(0, u64::from),
            notation: fields.notation("notation").unwrap_or(NOTATION),
        }
    }
}

/// A number, or two with a dash or two dots between them.
fn range_of<T: Copy>(text: &str, parse: impl Fn(&str) -> Option<T>) -> Option<RangeInclusive<T>> {
    let (first, last) = text.split_once("..").or_else(|| text.split_once('-')).unwrap_or((text, text));
    Some(parse(first)?..=parse(last)?)
}

fn range_of_ratings(text: &str) -> Option<RangeInclusive<Tenths>> {
    range_of(text, |number| {
        let tenths: f64 = number.parse::<f64>().ok()? * 10.0;
        ((0.0..=200.0).contains(&tenths) && (tenths - tenths.round()).abs() < 1e-6)
            .then(|| Tenths(tenths.round() as u8))
    })
}

/// The option `level`.
pub fn level_of(fields: &mut Fields<'_>) -> Option<Level> {
    let names = Level::ALL.map(Level::name);
    fields.choice("level", &names).map(|index| Level::ALL[index])
}

/// One puzzle, or several if `count` was sent.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum GenerateResponse {
    /// Without `count`.
    One(Box<Puzzle>),
    /// With `count`.
    Several {
        /// The puzzles.
        #[schema(min_items = 1, max_items = 100)]
        puzzles: Vec<Puzzle>,
    },
}

/// A generated puzzle.
#[derive(Serialize, ToSchema)]
#[schema(as = GeneratedPuzzle)]
#[expect(clippy::struct_field_names, reason = "the field is named after the member of the document")]
pub struct Puzzle {
    /// The puzzle.
    #[schema(value_type = schemas::PuzzleGrid)]
    puzzle: AnswerGrid,
    /// Its only solution.
    #[schema(value_type = schemas::AnswerGrid)]
    solution: AnswerGrid,
    /// Its rating.
    rating: Ratings,
    /// Its difficulty in a word.
    level: &'static str,
    /// The techniques that solving it uses, in order of difficulty.
    techniques: Vec<TechniqueCount>,
    /// The number of givens.
    #[schema(minimum = 17, maximum = 81)]
    clues: usize,
    /// The symmetry of the pattern of givens.
    symmetry: &'static str,
    /// Whether no given can be left out.
    minimal: bool,
    /// The canonical form of the puzzle, as in `/explain`: equivalent puzzles have the same.
    #[schema(pattern = "^[0-9]{81}$")]
    canonical: String,
    /// The seed.
    seed: String,
    /// The version of the generator.
    generator: u32,
}

impl Puzzle {
    /// A puzzle that was generated from this seed, in this notation.
    pub fn new(generated: &Generated, seed: &str, notation: Notation) -> Self {
        Self {
            puzzle: AnswerGrid { grid: generated.puzzle, notation },
            solution: AnswerGrid { grid: generated.solution, notation },
            rating: Ratings::new(&generated.rating, true),
            level: generated.rating.level().name(),
            techniques: techniques(&generated.rating),
            clues: generated.puzzle.clues(),
            symmetry: generated.symmetry.name(),
            minimal: generated.minimal,
            canonical: canonical_line(&canonical::canonical(&generated.puzzle).grid),
            seed: seed.to_owned(),
            generator: VERSION,
        }
    }
}

/// One puzzle per line.
impl fmt::Display for GenerateResponse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let puzzles = match self {
            Self::One(puzzle) => std::slice::from_ref(&**puzzle),
            Self::Several { puzzles } => puzzles,
        };
        puzzles.iter().try_for_each(|puzzle| writeln!(f, "{puzzle}"))
    }
}

/// The puzzle on one line.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.puzzle.grid.fmt(f)
    }
}

/// Generate puzzles
///
/// Returns a puzzle with the requested rating, symmetry and number of clues. The answer depends only on the options, the
/// seed and the version of the generator, so an answer to a request with `seed` can be cached for ever. Without `seed`,
/// `Content-Location` names the address of the same puzzle.
#[utoipa::path(
    get,
    path = paths::GENERATE,
    operation_id = "generate",
    tag = "insight",
    params(
        ("rating" = Option<String>, Query, description = "A rating such as `7.0`, or a range such as `6.6-7.2`.", pattern = r"^[0-9]{1,2}(\.[0-9])?(-[0-9]{1,2}(\.[0-9])?)?$"),
        ("level" = Option<schemas::LevelName>, Query, description = "A level instead of `rating`; sending both is an error."),
        ("symmetry" = Option<schemas::SymmetryName>, Query, description = "The symmetry of the pattern of givens; `none` by default."),
        ("clues" = Option<String>, Query, description = "A number of givens such as `24`, or a range such as `24-28`.", pattern = "^[0-9]{2}(-[0-9]{2})?$"),
        ("minimal" = Option<bool>, Query, description = "Whether no given may be redundant."),
        ("technique" = Option<String>, Query, description = "The id of a technique that the solution must use.", pattern = "^[a-z-]+$"),
        ("without" = Option<String>, Query, description = "Ids of techniques that the solution must not use, separated by commas.", pattern = "^[a-z,-]+$"),
        ("seed" = Option<String>, Query, description = "1 to 64 characters of `A-Za-z0-9._~-`.", pattern = "^[A-Za-z0-9._~-]{1,64}$"),
        ("count" = Option<usize>, Query, description = "The number of puzzles.", minimum = 1, maximum = 100),
        ("notation" = Option<schemas::NotationName>, Query, description = "The notation of the grids; `cells` by default."),
        ("generator" = Option<usize>, Query, description = "The version of the generator.", minimum = 1, maximum = 1),
    ),
    responses((status = 200, description = "The puzzle, or with `count` the puzzles.", content(
        (GenerateResponse = "application/json"), (String = "text/plain"),
    ))),
)]
pub async fn generate(
    State(app): State<App>,
    uri: Uri,
    Parameters(options): Parameters<GenerateOptions>,
) -> Result<Answer<GenerateResponse>, Problem> {
    let GenerateOptions { wish, seed, count, notation } = options;
    if let Some(seed) = seed {
        return Ok(made(&app, wish, seed, count, notation).await?.with_header(FOR_EVER));
    }
    let seed = random_seed();
    let separator = if uri.query().is_some_and(|query| !query.is_empty()) { "&" } else { "" };
    // Relative, so that it stays correct behind a gateway that strips a prefix of the path.
    let location = format!("generate?{}{separator}seed={seed}", uri.query().unwrap_or_default());
    let location = HeaderValue::try_from(location).expect("a target and digits are valid in a header");
    let answer = made(&app, wish, seed, count, notation).await?;
    Ok(answer.with_header((header::CACHE_CONTROL, caching::NEVER)).with_header((header::CONTENT_LOCATION, location)))
}

/// A seed for a request without one.
pub fn random_seed() -> String {
    format!("{:016x}", RandomState::new().hash_one(SystemTime::now()))
}

/// Makes one puzzle, or `count` of them if that is not 0.
pub async fn made(
    app: &App,
    wish: Wish,
    seed: String,
    count: u64,
    notation: Notation,
) -> Result<Answer<GenerateResponse>, Problem> {
    wish.check().map_err(problem)?;
    let job = move |cancel: &CancelFlag| -> Result<GenerateResponse, GenerateError> {
        let puzzle = |index| Ok(Puzzle::new(&generate::generate(&wish, &seed, index, Some(cancel))?, &seed, notation));
        if count == 0 {
            return Ok(GenerateResponse::One(Box::new(puzzle(0)?)));
        }
        Ok(GenerateResponse::Several { puzzles: (0..count).map(puzzle).collect::<Result<_, GenerateError>>()? })
    };
    let Done { value, timing } = app.run(Class::Heavy, TIME_LIMIT, job).await?;
    let response = value.map_err(|error| problem(error).with_timing(timing))?;
    let rating = if let GenerateResponse::One(puzzle) = &response { Some(puzzle.rating.header()) } else { None };
    let headers = rating.into_iter().chain([server_timing(timing)]);
    Ok(headers.fold(Answer::new(response), Answer::with_header))
}

/// Why there is no puzzle.
pub fn problem(error: GenerateError) -> Problem {
    match error {
        GenerateError::Contradiction { option, reason } => {
            let parameter = match option {
                WishOption::Rating => "rating",
                WishOption::Clues => "clues",
                WishOption::Symmetry => "symmetry",
                WishOption::Minimal => "minimal",
                WishOption::Technique => "technique",
                WishOption::Without => "without",
            };
            Problem::invalid_request(ErrorList::of(RequestError::in_parameter(parameter, reason)))
        }
        GenerateError::NotFound { attempts, nearest } => {
            Problem::new(Code::SearchLimit, error.to_string()).with_attempts(attempts, nearest)
        }
        GenerateError::Cancelled => Problem::deadline_exceeded(),
    }
}
