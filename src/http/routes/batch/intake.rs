//! Reads the body of a batch: all of it if it is small, otherwise only its start.

use std::pin::pin;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::HeaderMap;
use http_body_util::BodyExt;

use super::exchange::Input;
use super::pace::Pace;
use crate::batch::Failure;
use crate::http::app::App;
use crate::http::lines::is_undecided;
use crate::http::memory::Held;
use crate::http::negotiation::Form;
use crate::http::problem::{Code, Problem};
use crate::http::request::body;
use crate::server::Stage;

/// Reads a small body whole. Any other body is read while it is answered. If it is declared as text, its start is read
/// first, because it may be JSON.
pub async fn take_in(
    app: &App,
    headers: &HeaderMap,
    body: Body,
    form: Form,
    pace: &mut Pace,
) -> Result<Input, Problem> {
    match body::announced_length(headers) {
        Some(length) if length <= app.settings.batch.whole_bytes => {
            Ok(Input::whole(read_whole(body, length, app.memory.hold(length)?, pace).await?))
        }
        Some(_) | None => read_start(app, body, form, pace).await,
    }
}

/// Reads a text until it shows whether it is JSON, which nearly always takes only its first character.
async fn read_start(app: &App, mut incoming: Body, form: Form, pace: &mut Pace) -> Result<Input, Problem> {
    let mut start = Bytes::new();
    let mut closing = pin!(app.shutdown.reached(Stage::Closing));
    while form == Form::Text && is_undecided(&start) {
        let began = Instant::now();
        let frame = tokio::select! {
            frame = tokio::time::timeout(pace.patience(), incoming.frame()) => frame,
            () = &mut closing => return Err(Problem::shutting_down()),
        };
        pace.waited(began.elapsed()).map_err(timed_out)?;
        match frame {
            Err(_) => {}
            Ok(None) => return Ok(Input::whole(start)),
            Ok(Some(Err(_))) => return Err(body::incomplete(start.len(), None)),
            Ok(Some(Ok(frame))) => {
                let Ok(data) = frame.into_data() else { continue };
                pace.moved(&data);
                start = if start.is_empty() { data } else { [start, data].concat().into() };
            }
        }
    }
    Ok(Input::stream(start, incoming))
}

async fn read_whole(mut incoming: Body, length: usize, held: Held, pace: &mut Pace) -> Result<Bytes, Problem> {
    let mut whole: Vec<u8> = Vec::new();
    loop {
        let began = Instant::now();
        let frame = tokio::time::timeout(pace.patience(), incoming.frame()).await;
        pace.waited(began.elapsed()).map_err(timed_out)?;
        match frame {
            Err(_) => {}
            Ok(None) => return Ok(held.tie_to(whole)),
            Ok(Some(Err(_))) => return Err(body::incomplete(whole.len(), Some(length))),
            Ok(Some(Ok(frame))) => {
                let Ok(data) = frame.into_data() else { continue };
                pace.moved(&data);
                if data.len() == length {
                    return Ok(held.tie_to(data));
                }
                if whole.is_empty() {
                    whole.reserve_exact(length);
                }
                whole.extend_from_slice(&data);
            }
        }
    }
}

fn timed_out(failure: Failure) -> Problem {
    match failure {
        Failure::Stalled(how) => Problem::new(Code::RequestTimeout, format!("the body was not complete: {how}")),
        Failure::ShuttingDown | Failure::Replaced | Failure::Failed => {
            Problem::new(Code::RequestTimeout, "the body was not complete")
        }
    }
}
