//! `GET /daily`.

use std::time::{Duration, SystemTime};

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::generate::{FOR_EVER, GenerateResponse, NOTATION, level_of, made};
use crate::http::answer::Answer;
use crate::http::answer::grid::Notation;
use crate::http::app::App;
use crate::http::contract::schemas;
use crate::http::paths;
use crate::http::problem::{Code, Problem};
use crate::http::request::fields::Fields;
use crate::http::request::{Options, Parameters, PathSegment};
use crate::sudoku::Symmetry;
use crate::sudoku::generate::Wish;
use crate::sudoku::logic::Level;

const DAY: Duration = Duration::from_hours(24);

/// The levels from Monday to Sunday.
const WEEK: [Level; 7] =
    [Level::Easy, Level::Easy, Level::Medium, Level::Medium, Level::Hard, Level::Fiendish, Level::Diabolical];

/// The options of `/daily` and `/daily/{date}`.
pub struct DailyOptions {
    level: Option<Level>,
    notation: Notation,
}

impl Options for DailyOptions {
    const NAMES: &'static [&'static str] = &["level", "notation"];

    fn read(fields: &mut Fields<'_>) -> Self {
        Self { level: level_of(fields), notation: fields.notation("notation").unwrap_or(NOTATION) }
    }
}

/// The puzzle of today
///
/// Redirects to the puzzle of the current date (UTC), with the same parameters.
#[utoipa::path(
    get,
    path = paths::TODAY,
    operation_id = "today",
    tag = "insight",
    params(
        ("level" = Option<schemas::LevelName>, Query, description = "The level, instead of that of the weekday."),
        ("notation" = Option<schemas::NotationName>, Query, description = "The notation of the grids; `cells` by default."),
    ),
    responses((status = 307, description = "The address of today's puzzle.", headers(("location" = String, description = "The address.")))),
)]
pub async fn today(uri: Uri, Parameters(_): Parameters<DailyOptions>) -> Response {
    let now = SystemTime::now();
    let since_midnight = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs() % DAY.as_secs();
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let headers = [
        (header::LOCATION, format!("daily/{}{query}", date_of(now))),
        (header::CACHE_CONTROL, format!("public, max-age={}", DAY.as_secs() - since_midnight)),
    ];
    (StatusCode::TEMPORARY_REDIRECT, headers).into_response()
}

/// The puzzle of a day
///
/// The same puzzle for everybody, with half-turn symmetry, from easy on Mondays to diabolical on Sundays.
#[utoipa::path(
    get,
    path = paths::DAILY,
    operation_id = "daily",
    tag = "insight",
    params(
        ("date" = String, Path, description = "A date from 2000-01-01 to the day after tomorrow (UTC).", example = "2026-11-21", pattern = r"^20[0-9]{2}-[0-9]{2}-[0-9]{2}$"),
        ("level" = Option<schemas::LevelName>, Query, description = "The level, instead of that of the weekday."),
        ("notation" = Option<schemas::NotationName>, Query, description = "The notation of the grids; `cells` by default."),
    ),
    responses((status = 200, description = "The puzzle.", content(
        (GenerateResponse = "application/json"), (String = "text/plain"),
    ))),
)]
pub async fn daily(
    State(app): State<App>,
    PathSegment(date): PathSegment,
    Parameters(DailyOptions { level, notation }): Parameters<DailyOptions>,
) -> Result<Answer<GenerateResponse>, Problem> {
    let day = day_of(&date).ok_or_else(|| {
        Problem::new(
            Code::NotFound,
            format!("expected a date from 2000-01-01 to the day after tomorrow, found {date:?}"),
        )
    })?;
    // 1970-01-01 was a Thursday.
    let level = level.unwrap_or(WEEK[(day as usize + 3) % 7]);
    let wish = Wish { rating: Some(level.ratings()), symmetry: Some(Symmetry::Rotational180), ..Wish::default() };
    let answer = made(&app, wish, format!("daily-{date}"), 0, notation).await?;
    Ok(answer.with_header(FOR_EVER))
}

fn date_of(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()[..10].to_owned()
}

/// The number of a day since 1970, if it has a puzzle.
fn day_of(date: &str) -> Option<u64> {
    let midnight = humantime::parse_rfc3339(&format!("{date}T00:00:00Z")).ok()?;
    let in_range = date >= "2000-01-01" && midnight <= SystemTime::now() + 2 * DAY && date == date_of(midnight);
    let since = midnight.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    in_range.then_some(since.as_secs() / DAY.as_secs())
}
