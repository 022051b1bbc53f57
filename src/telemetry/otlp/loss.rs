//! Bounds the queue of spans, and logs the spans that are lost.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::{Response, Uri};
use bytes::Bytes;
use opentelemetry::Context;
use opentelemetry_http::HttpError;
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{BatchSpanProcessor, Span, SpanData, SpanExporter, SpanProcessor};

/// Minimum time between two log lines about lost spans.
const LOG_INTERVAL: Duration = Duration::from_mins(1);

/// The number of queued spans and of lost spans.
#[derive(Debug)]
pub struct Losses {
    collector: Uri,
    /// The capacity of the queue.
    pub queue_size: usize,
    queued: AtomicUsize,
    lost: AtomicU64,
    state: Mutex<LogState>,
}

#[derive(Debug)]
struct LogState {
    last: Option<Instant>,
    /// Why the last export failed, or another reason why spans are lost.
    cause: String,
}

impl Losses {
    /// No losses yet, for a queue of this many spans.
    pub fn new(collector: Uri, queue_size: usize) -> Self {
        Self {
            collector,
            queue_size,
            queued: AtomicUsize::new(0),
            lost: AtomicU64::new(0),
            state: Mutex::new(LogState { last: None, cause: "the collector has not responded yet".to_owned() }),
        }
    }

    /// Records the outcome of an attempt to export, for the log.
    pub fn attempted(&self, answer: &Result<Response<Bytes>, HttpError>) {
        self.state().cause = match answer {
            Ok(response) if response.status().is_success() => "the queue was full".to_owned(),
            Ok(response) => format!("the collector responded with {}", response.status()),
            Err(error) => error.to_string(),
        };
    }

    /// Logs the losses if `at_once` is set or the last such line is old enough.
    fn log(&self, at_once: bool) {
        let mut state = self.state();
        if self.lost.load(Ordering::Relaxed) == 0
            || (!at_once && state.last.is_some_and(|last| last.elapsed() < LOG_INTERVAL))
        {
            return;
        }
        state.last = Some(Instant::now());
        let (spans, cause) = (self.lost.swap(0, Ordering::Relaxed), state.cause.clone());
        drop(state);
        tracing::warn!(spans, cause, collector = %self.collector, "spans were not exported");
    }

    /// Logs the final losses, including the spans that are still queued and will not be exported.
    pub fn finish(&self) {
        let queued = self.queued.load(Ordering::Relaxed);
        self.lost.fetch_add(queued as u64, Ordering::Relaxed);
        self.log(true);
    }

    fn state(&self) -> MutexGuard<'_, LogState> {
        // No code that runs under the lock can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Passes spans on while the queue has room for them, and counts the others, which the processor would drop silently.
#[derive(Debug)]
pub struct Bounded {
    pub next: BatchSpanProcessor,
    pub losses: Arc<Losses>,
}

impl SpanProcessor for Bounded {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.next.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        if !span.span_context.is_sampled() {
            return;
        }
        let Losses { queue_size, ref queued, ref lost, .. } = *self.losses;
        let room = queued
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |queued| (queued < queue_size).then_some(queued + 1));
        match room {
            Ok(_) => self.next.on_end(span),
            Err(_) => {
                lost.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.next.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.next.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.next.set_resource(resource);
    }
}

/// An exporter that counts the spans that it fails to export.
#[derive(Debug)]
pub struct Reporting<E> {
    pub next: E,
    pub losses: Arc<Losses>,
}

impl<E: SpanExporter> SpanExporter for Reporting<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let result = self.next.export(batch).await;
        self.losses.queued.fetch_sub(spans, Ordering::Relaxed);
        if result.is_err() {
            self.losses.lost.fetch_add(spans as u64, Ordering::Relaxed);
        }
        self.losses.log(false);
        result
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.next.set_resource(resource);
    }
}
