//! What bounds the spans that wait, and tells of those that are lost.

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

/// How long losses are summed up before they are logged once more.
const SUMMED_UP: Duration = Duration::from_mins(1);

/// The spans that wait, and those that were lost.
#[derive(Debug)]
pub struct Losses {
    collector: Uri,
    queue_size: usize,
    queued: AtomicUsize,
    lost: AtomicU64,
    told: Mutex<Told>,
}

#[derive(Debug)]
struct Told {
    last: Option<Instant>,
    /// What the last attempt to export failed of, or what else loses spans.
    cause: String,
}

impl Losses {
    /// No losses yet, with a queue of this many spans.
    pub fn new(collector: Uri, queue_size: usize) -> Self {
        Self {
            collector,
            queue_size,
            queued: AtomicUsize::new(0),
            lost: AtomicU64::new(0),
            told: Mutex::new(Told { last: None, cause: "the collector has not answered yet".to_owned() }),
        }
    }

    /// How many spans may wait.
    pub fn queue_size(&self) -> usize {
        self.queue_size
    }

    /// Keeps what an attempt to export came to, for the log.
    pub fn attempted(&self, answer: &Result<Response<Bytes>, HttpError>) {
        self.told().cause = match answer {
            Ok(response) if response.status().is_success() => "the queue was full".to_owned(),
            Ok(response) => format!("the collector answered {}", response.status()),
            Err(error) => error.to_string(),
        };
    }

    /// Logs what was lost, at once or when the last such line is old enough.
    fn tell(&self, at_once: bool) {
        let mut told = self.told();
        if self.lost.load(Ordering::Relaxed) == 0
            || (!at_once && told.last.is_some_and(|last| last.elapsed() < SUMMED_UP))
        {
            return;
        }
        told.last = Some(Instant::now());
        let (spans, cause) = (self.lost.swap(0, Ordering::Relaxed), told.cause.clone());
        drop(told);
        tracing::warn!(spans, cause, collector = %self.collector, "spans were not exported");
    }

    /// Logs what is lost at the end: what has not been exported by now will not be.
    pub fn finish(&self) {
        let queued = self.queued.load(Ordering::Relaxed);
        self.lost.fetch_add(queued as u64, Ordering::Relaxed);
        self.tell(true);
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        // No code that can panic runs under the lock.
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Hands spans on as long as the queue has room for them. The processor would drop them as well, but without a word.
#[derive(Debug)]
pub struct Bounded {
    next: BatchSpanProcessor,
    losses: Arc<Losses>,
}

impl Bounded {
    pub fn new(next: BatchSpanProcessor, losses: Arc<Losses>) -> Self {
        Self { next, losses }
    }
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

/// An exporter whose failures are counted.
#[derive(Debug)]
pub struct Reporting<E> {
    next: E,
    losses: Arc<Losses>,
}

impl<E> Reporting<E> {
    pub fn new(next: E, losses: Arc<Losses>) -> Self {
        Self { next, losses }
    }
}

impl<E: SpanExporter> SpanExporter for Reporting<E> {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len();
        let result = self.next.export(batch).await;
        self.losses.queued.fetch_sub(spans, Ordering::Relaxed);
        if result.is_err() {
            self.losses.lost.fetch_add(spans as u64, Ordering::Relaxed);
        }
        self.losses.tell(false);
        result
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.next.shutdown_with_timeout(timeout)
    }

    fn shutdown(&self) -> OTelSdkResult {
        self.next.shutdown()
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.next.force_flush()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.next.set_resource(resource);
    }
}
